// SPDX-License-Identifier: GPL-3.0-or-later
//
// samples.test.mjs: samples in a range and their tables, by counting.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  foldedSamples,
  lowerBound,
  phases,
  stretches,
  tableOf,
  weightOf,
  wholeSamples,
  within,
} from '../figures/samples.js';
import { FUNCTIONS, PATTERNS, PERIOD, START, handmade } from '../../tests/report/browser/handmade.mjs';

const N = 3000;
const EACH = N / PATTERNS.length;
const indexOf = (name) => FUNCTIONS.findIndex((f) => f.name === name);

test('samples ascend, and missing values are -1', () => {
  const { timeline } = handmade({ samples: N });
  const samples = wholeSamples(timeline);
  assert.equal(samples.n, N);
  for (let i = 0; i < N; i++) {
    assert.equal(samples.x[i], START + i * PERIOD);
    assert.equal(samples.object[i], timeline.samples.object[i] ?? -1);
    assert.equal(samples.address[i], timeline.samples.address[i]);
  }
  const folded = foldedSamples(timeline, timeline.regions[0]);
  for (let i = 1; i < folded.n; i++) assert.ok(folded.x[i] >= folded.x[i - 1]);
  assert.ok(folded.x[0] >= 0 && folded.x[folded.n - 1] < 1);
});

test('the samples of a range, by counting', () => {
  const xs = [1, 3, 3, 3, 8];
  for (let x = 0; x < 10; x++) assert.equal(lowerBound(xs, x), xs.filter((value) => value < x).length);
  assert.deepEqual(within(xs, 3, 8), [1, 4]);
});

test('tables count ticks, loads, stores and levels of the range', () => {
  const { timeline } = handmade({ samples: N });
  const samples = wholeSamples(timeline);
  const [a, b] = [130, 1911];
  for (const by of ['function', 'line', 'object']) {
    const rows = tableOf(samples, a, b, by, { levels: 3 });
    for (const row of rows) {
      const accesses = [];
      let code = 0;
      for (let i = a; i < b; i++) {
        const column = timeline.samples;
        const here =
          by === 'object'
            ? column.object[i] === row.object
            : column.access_function[i] === row.function && (by === 'function' || column.access_line[i] === row.line);
        if (column.kind[i] > 0 && here) accesses.push(i);
        if (
          by !== 'object' &&
          column.function[i] === row.function &&
          (by === 'function' || column.line[i] === row.line)
        )
          code++;
      }
      assert.equal(row.code, code);
      assert.equal(row.loads, accesses.filter((i) => timeline.samples.kind[i] === 1).length);
      assert.equal(row.stores, accesses.filter((i) => timeline.samples.kind[i] === 2).length);
      assert.deepEqual(
        row.served,
        [0, 1, 2].map((level) => accesses.filter((i) => timeline.samples.served[i] === level).length),
      );
    }
    if (by !== 'object')
      assert.equal(
        rows.reduce((sum, row) => sum + row.code, 0),
        b - a,
      );
  }
});

test('shares of a folded region do not depend on how many samples a bin has kept', () => {
  const { timeline } = handmade({ samples: N });
  const [region] = timeline.regions;
  const all = region.fold.samples;
  const inner = (x) => x >= 250000 && x < 750000;
  // Of the inner phase, which is half of the region, every tenth sample is left.
  const kept = all.x.map((_, i) => i).filter((i) => !inner(all.x[i]) || i % 10 === 0);
  const few = Object.fromEntries(
    Object.entries(all).map(([key, list]) => [key, Array.isArray(list) ? kept.map((i) => list[i]) : list]),
  );
  const samples = foldedSamples(timeline, { ...region, fold: { ...region.fold, bins: 8, samples: few } });
  const rows = tableOf(samples, 0, samples.n, 'function', { levels: 3 });
  const all8 = weightOf(samples, 0, samples.n);
  assert.ok(Math.abs(all8 - 8) < 1e-9);
  const row = rows.find((each) => FUNCTIONS[each.function].name === 'inner');
  assert.equal(row.code, kept.filter((i) => inner(all.x[i])).length);
  assert.ok(Math.abs(row.weight.code / all8 - 0.5) < 1e-9);
  for (const { weight } of rows)
    assert.ok(Math.abs(weight.served.reduce((a, b) => a + b, 0) - weight.accesses) < 1e-9);
});

test('a table of one object or thread has its accesses only', () => {
  const samples = wholeSamples(handmade({ samples: N }).timeline);
  const rows = tableOf(samples, 0, N, 'function', { levels: 3, object: 11 });
  assert.deepEqual(
    rows.map((row) => FUNCTIONS[row.function].name),
    ['streams'],
  );
  assert.deepEqual(tableOf(samples, 0, N, 'function', { thread: 2 }), []);
});

test('phases in equal stretches, each in its own function', () => {
  const samples = wholeSamples(handmade({ samples: N }).timeline);
  const runs = stretches(samples, START, START + N * PERIOD, 1000);
  assert.deepEqual(
    runs.map((run) => FUNCTIONS[run.function].name),
    PATTERNS,
  );
  assert.deepEqual(
    runs.map((run) => [run.from, run.to]),
    PATTERNS.map((_, p) => [p * 200, (p + 1) * 200]),
  );
  assert.equal(
    runs.reduce((sum, run) => sum + run.n, 0),
    N,
  );
  const labels = phases(samples, START, START + N * PERIOD, 1000, 10);
  assert.deepEqual(
    labels.map((label) => [label.from, label.to, label.function, label.caller]),
    PATTERNS.map((name, p) => [p * 200, (p + 1) * 200, indexOf(name), 0]),
  );
});

test('labels begin where the function changes, not at a multiple of their width', () => {
  const n = 200;
  const fns = Array.from({ length: n }, (_, i) => (i < 83 ? 1 : 2));
  const samples = {
    n,
    x: Float64Array.from(fns, (_, i) => i),
    function: fns,
    caller: fns,
    line: fns,
    kind: fns,
    thread: fns,
  };
  assert.deepEqual(
    phases(samples, 0, 200, 400, 40).map((p) => [p.from, p.to, p.function, p.line]),
    [
      [0, 166, 1, 1],
      [166, 400, 2, 2],
    ],
  );
});

test('pixels without samples take the nearest one', () => {
  const samples = {
    n: 2,
    x: Float64Array.of(2.5, 7.5),
    function: [4, 5],
    caller: [-1, -1],
    line: [1, 1],
    kind: [0, 0],
    thread: [1, 1],
  };
  assert.deepEqual(stretches(samples, 0, 10, 10), [
    { from: 0, to: 5, function: 4, n: 1 },
    { from: 5, to: 10, function: 5, n: 1 },
  ]);
  assert.deepEqual(stretches(samples, 20, 30, 10), []);
  assert.equal(EACH, 600);
});
