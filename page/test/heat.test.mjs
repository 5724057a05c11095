// SPDX-License-Identifier: GPL-3.0-or-later
//
// heat.test.mjs: use of bytes by offset, by counting each sample.
import assert from 'node:assert/strict';
import test from 'node:test';
import { cellSize, heatFromBytes, heatFromSamples, hottest, lineUse, runsOf, unusedRuns } from '../figures/heat.js';
import { wholeSamples } from '../figures/samples.js';
import { OBJECTS, handmade } from '../../tests/report/browser/handmade.mjs';

test('cells are bytes where they fit, parts where they do not', () => {
  assert.deepEqual([1, 64, 128, 129, 512, 513, 4096, 4097, 1 << 20].map(cellSize), [1, 1, 1, 1, 1, 2, 8, 17, 4096]);
});

test('heat of samples, by counting each sample', () => {
  const { timeline } = handmade({ samples: 5000 });
  const heat = heatFromSamples(wholeSamples(timeline), timeline.ranges, 10);
  const cells = new Map();
  let n = 0;
  timeline.samples.address.forEach((address, i) => {
    if (timeline.samples.object[i] !== 10) return;
    n++;
    const cell = Math.floor((address - OBJECTS[0].start) / 4096);
    const counts = cells.get(cell) || [0, 0];
    counts[timeline.samples.kind[i] - 1]++;
    cells.set(cell, counts);
  });
  assert.equal(heat.n, n);
  assert.equal(heat.cells.length, 256);
  heat.cells.forEach((cell, c) => assert.deepEqual([cell.loads, cell.stores], cells.get(c) || [0, 0]));
  assert.equal(hottest(heat.cells), Math.max(...[...cells.values()].map(([a, b]) => a + b)));
});

test('an access counts in each cell that it touches, and stays within the range', () => {
  const samples = { n: 2, x: [1, 2], kind: [1, 2], object: [3, 3], address: [102, 114], size_B: [4, 8] };
  const { cells } = heatFromSamples(samples, [{ object: 3, start: 100, size_B: 16, born: 0, died: null }], 3);
  assert.deepEqual(
    cells.map((cell) => cell.loads),
    [0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  );
  assert.deepEqual(
    cells.map((cell) => cell.stores),
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
  );
  assert.deepEqual(unusedRuns(cells), [
    { offset: 6, size_B: 8 },
    { offset: 0, size_B: 2 },
  ]);
});

test('ranges of one object at different times are told apart by the clock', () => {
  const ranges = [
    { object: 3, start: 100, size_B: 16, born: 0, died: 10 },
    { object: 3, start: 108, size_B: 16, born: 10, died: null },
  ];
  const samples = { n: 2, x: [5, 15], kind: [1, 1], object: [3, 3], address: [108, 108], size_B: [1, 1] };
  assert.deepEqual(
    heatFromSamples(samples, ranges, 3)
      .cells.map((c) => c.loads)
      .map((v, i) => (v ? i : -1))
      .filter((i) => i >= 0),
    [0, 8],
  );
});

test('bytes of a structure become its fields', () => {
  const bytes = { loads: [5, 5, 5, 5, 0, 0, 0, 0, 9, 9], stores: [1, 1, 1, 1, 0, 0, 0, 0, 0, 0] };
  const { small, line, parts } = heatFromBytes(bytes, { size_B: 1000, count: 100 });
  assert.deepEqual(runsOf(small), [
    { offset: 0, size_B: 4, loads: 5, stores: 1 },
    { offset: 4, size_B: 4, loads: 0, stores: 0 },
    { offset: 8, size_B: 2, loads: 9, stores: 0 },
  ]);
  assert.equal(line, null);
  assert.equal(parts, null);
});

test('parts of a large object cover each of its bytes once', () => {
  const n = (length) => Array.from({ length }, (_, i) => i);
  const bytes = {
    loads: [],
    stores: [],
    line: { loads: n(64), stores: n(64) },
    parts: { loads: n(256), stores: n(256) },
  };
  const heat = heatFromBytes(bytes, { size_B: 100001, count: 1 });
  assert.equal(heat.small, null);
  assert.equal(heat.line.length, 64);
  assert.equal(heat.shares, false);
  heat.parts.forEach((part, p) => {
    for (const offset of [part.offset, part.offset + part.size_B - 1])
      assert.equal(Math.floor((offset * 256) / 100001), p);
  });
  assert.equal(
    heat.parts.reduce((sum, part) => sum + part.size_B, 0),
    100001,
  );
  assert.equal(heatFromBytes(bytes, { size_B: 100001, count: 2 }).shares, true);
});

const picture = (use) => use.cells.map(({ loads, stores, own }) => (stores ? 'w' : loads ? 'r' : own ? '.' : '-')).join('');
const counts = (...pairs) => pairs.flatMap(([n, value]) => new Array(n).fill(value));

test('the line of a large object is what the file counts', () => {
  const use = lineUse({ id: 1, bytes: { loads: [], stores: [], line: { loads: counts([8, 5], [56, 0]), stores: counts([4, 1], [60, 0]) } } });
  assert.equal(picture(use), `wwwwrrrr${'.'.repeat(56)}`);
  assert.ok(use.exact);
});

test('the line of a small object follows from where it begins', () => {
  const bytes = { loads: counts([4, 9], [4, 0]), stores: counts([2, 1], [6, 0]) };
  const at = (...starts) => starts.map((start) => ({ object: 1, start, size_B: 8 }));
  assert.equal(picture(lineUse({ id: 1, bytes }, at(0x1000 + 60))), `....${'-'.repeat(56)}wwrr`, 'over the end of a line');
  assert.equal(picture(lineUse({ id: 1, bytes }, at(0x1010, 0x2050))), `${'-'.repeat(16)}wwrr....${'-'.repeat(40)}`, 'two that begin alike');
  assert.equal(lineUse({ id: 1, bytes }, at(0x1010, 0x2020)), null, 'two that do not');
  assert.equal(lineUse({ id: 1, bytes }, [{ object: 2, start: 0, size_B: 8 }]), null, 'nobody knows where it begins');
  const large = { id: 1, bytes: { loads: counts([8, 1], [120, 0]), stores: counts([128, 0]) } };
  assert.equal(picture(lineUse(large, [{ object: 1, start: 64, size_B: 128 }])), `${'r'.repeat(8)}${'.'.repeat(56)}`);
});

test('without counts, samples say what they have seen of a line', () => {
  const samples = { n: 3, kind: [1, 2, 1], object: [1, 1, 2], address: [0x100, 0x17c, 0x120], size_B: [8, 8, 8] };
  const use = lineUse({ id: 1 }, [{ object: 1, start: 0x100, size_B: 256 }], samples);
  assert.equal(picture(use), `wwwwrrrr${'.'.repeat(52)}wwww`);
  assert.deepEqual([use.exact, use.n], [false, 2]);
  assert.equal(lineUse({ id: 3 }, [], samples), null);
});
