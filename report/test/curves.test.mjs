// SPDX-License-Identifier: GPL-3.0-or-later
//
// curves.test.mjs: miss curves, cache sets and instances, by arithmetic on a model made by hand.
import assert from 'node:assert/strict';
import test from 'node:test';
import { cacheSizes, curveList, gain, missesAt, pointsOf } from '../figures/curves.js';
import { CLASSES, even, fewest, gridOf, setsOf, shownSets } from '../figures/sets.js';
import { handmade } from '../../tests/report/browser/handmade.mjs';

const { curves, settings, sets } = handmade({ samples: 10 });
const { sizes_B } = curves;

test('misses at a size are those of the largest size that fits', () => {
  assert.equal(missesAt(sizes_B, curves.program, 1 << 18), 20000);
  assert.equal(missesAt(sizes_B, curves.program, (1 << 18) - 1), 600000);
  assert.equal(missesAt(sizes_B, curves.program, 63), 1000000);
  assert.equal(missesAt(sizes_B, curves.program, 2 ** 50), 20000);
});

test('what a larger cache saves, and which one', () => {
  assert.deepEqual(gain(sizes_B, curves.program, 32768), { misses: 580000, size_B: 1 << 18 });
  assert.deepEqual(gain(sizes_B, curves.program, 1 << 20), { misses: 0, size_B: null });
});

test('all curves are listed, with their names', () => {
  const list = curveList(curves, { objectLabel: (id) => `object of ${id}` });
  assert.deepEqual(
    list.map((each) => each.key),
    ['program', 'self 0', 'inclusive 0', 'self 1', 'inclusive 1', 'object 10', 'object 11'],
  );
  assert.equal(list.at(-1).name, 'object of 11');
});

test('sizes of the caches are those of the settings', () => {
  assert.deepEqual(cacheSizes(settings), [
    { name: 'D1', size_B: 32768 },
    { name: 'LL', size_B: 8 << 20 },
  ]);
});

test('the band is one error wide, on either side', () => {
  const { value, low, high } = pointsOf({ misses: [50, 2], error: [10, 5] }, 100);
  assert.deepEqual(
    [value, low, high],
    [
      [50, 2],
      [40, 0],
      [60, 7],
    ],
  );
});

test('sets: each miss is shown at its set', () => {
  const map = setsOf(sets, 'D1');
  assert.equal(map.n, 64);
  for (const which of [undefined, ...CLASSES]) {
    const shown = shownSets(map, which);
    const column = CLASSES.indexOf(which);
    const expected = new Array(64).fill(0);
    for (const [set, ...misses] of sets.D1)
      expected[set] = column < 0 ? misses.reduce((a, b) => a + b) : misses[column];
    assert.deepEqual([...shown], expected);
  }
  assert.equal(fewest(shownSets(map, 'conflict'), 0.9), 1);
  assert.equal(fewest([0, 0], 0.9), 0);
  assert.equal(fewest([1, 1, 1, 1], 0.75), 3);
});

test('the map has room for all sets within its width', () => {
  for (const n of [1, 2, 64, 100, 1024, 8192, 65536]) {
    for (const width of [280, 900, 1400]) {
      const grid = gridOf(n, width);
      assert.ok(grid.columns * grid.rows >= n && grid.columns * grid.side <= Math.max(width, grid.columns));
      assert.equal(Math.log2(grid.columns) % 1, 0);
    }
  }
});

test('sets within a tenth of each other are even', () => {
  assert.ok(even([100, 105, 110]));
  assert.ok(!even([100, 105, 111]));
  assert.ok(!even([0, 0]));
  assert.ok(!even([0, 5]));
  assert.ok(!even([5]));
});
