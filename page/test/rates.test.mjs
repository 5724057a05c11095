// SPDX-License-Identifier: GPL-3.0-or-later
//
// rates.test.mjs: rates of bins and of folded regions, by arithmetic on models made by hand.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  binsPerStretch,
  cyclesFormula,
  foldCurve,
  foldSums,
  interpolate,
  ratesOf,
  scaleOf,
  sumBins,
  totalOf,
} from '../figures/rates.js';
import { EVENTS, MISSES_PER_1000, PATTERNS, PERIOD, START, W, handmade } from '../../tests/report/browser/handmade.mjs';

const near = (a, b, within) => assert.ok(Math.abs(a - b) <= within, `${a} is not ${b}`);

test('sums of stretches are the sums of all bins, however many are drawn', () => {
  const { timeline } = handmade();
  const all = EVENTS.map((_, e) => timeline.bins.reduce((sum, bin) => sum + bin[e], 0));
  for (const most of [2, 3, 10, 64, 100, Infinity]) {
    const sums = sumBins(timeline, timeline.start, timeline.end, most);
    assert.deepEqual(totalOf(sums), all);
    assert.ok(sums.sums.length <= most);
    assert.equal(sums.edges.length, sums.sums.length + 1);
    assert.equal(sums.edges[0], timeline.start);
    assert.equal(sums.edges.at(-1), timeline.end);
  }
});

test('a window has the bins that overlap it', () => {
  const { timeline } = handmade();
  const { edges, sums } = sumBins(timeline, START + 2 * W + 1, START + 5 * W);
  assert.deepEqual(
    edges,
    [2, 3, 4, 5].map((i) => START + i * W),
  );
  assert.deepEqual(sums, timeline.bins.slice(2, 5));
});

test('panning does not move the edges of stretches', () => {
  const { timeline } = handmade({ samples: 20000 });
  const edges = new Set(sumBins(timeline, START, START + 512 * W, 64).edges);
  for (const edge of sumBins(timeline, START + 8 * W, START + 520 * W, 64).edges.slice(0, -2))
    assert.ok(edges.has(edge) || edge > START + 512 * W);
  assert.equal(binsPerStretch(512, 1000), 1);
  assert.equal(binsPerStretch(512, 65) * 64, 512);
});

test('rates of a pattern are those it was made with', () => {
  for (const pattern of PATTERNS) {
    const model = handmade({ pattern, samples: 500 });
    const sums = sumBins(model.timeline, START, model.timeline.end);
    const rates = Object.fromEntries(
      ratesOf(sums, EVENTS, cyclesFormula(model)).map((rate) => [rate.key, rate.values]),
    );
    const misses = MISSES_PER_1000[pattern];
    assert.equal(PERIOD * 500, model.timeline.end - START);
    for (let i = 0; i < sums.sums.length; i++) {
      near(rates.miss1[i], misses, 1e-9);
      near(rates.missLL[i], misses / 5, 1e-9);
      near(rates.SpLoss1[i], misses * 24, 1e-9);
    }
    assert.equal(rates.miss2, undefined);
    assert.equal(rates.cycles, undefined); // KCachegrind's formula is no model
  }
});

test('cycles of a model are a rate, those of a formula alone are none', () => {
  const sums = { sums: [[10, 15, 5], [0, 0, 0], [4, 2, 0]] };
  const formula = { CyBase: 1, CyMem: 1 };
  const cycles = (events, terms) => ratesOf(sums, events, terms).find(({ key }) => key === 'cycles')?.values;
  assert.deepEqual(cycles(['Ir', 'CyBase', 'CyMem'], formula), [2, null, 0.5]);
  assert.equal(cycles(['Ir', 'D1mr', 'DLmr'], { Ir: 1, D1mr: 10, DLmr: 100 }), undefined);
  assert.equal(cycles(['Ir', 'D1mr', 'DLmr'], undefined), undefined);
});

test('where nothing was executed there is no rate', () => {
  assert.deepEqual(
    ratesOf(
      {
        sums: [
          [0, 0],
          [10, 1],
        ],
      },
      ['Ir', 'D1mr'],
    ).find((r) => r.key === 'miss1').values,
    [null, 100],
  );
  assert.deepEqual(ratesOf({ sums: [[1]] }, ['D1mr']), []);
});

test('misses are those of each level that the run has', () => {
  const rates = ratesOf({ sums: [[1000, 8, 1, 4, 3, 2]] }, ['Ir', 'D1mr', 'L3mi', 'L2mw', 'L3mr', 'DLmr']);
  assert.deepEqual(
    rates.map(({ key, label, after, values }) => [key, label, after, values[0]]),
    [
      ['miss1', 'L1 misses', 'L1', 8],
      ['miss2', 'L2 misses', 'L2', 4],
      ['miss3', 'L3 misses', 'L3', 1 + 3],
      ['missLL', 'LL misses', 'LL', 2],
    ],
  );
});

test('labels of unused bytes name the level', () => {
  const labels = (events) =>
    ratesOf({ sums: [] }, events)
      .filter((r) => r.unit === 'bytes')
      .map((r) => r.after);
  assert.deepEqual(labels(['Ir', 'SpLoss1', 'SpLossLL']), ['L1', 'LL']);
  assert.deepEqual(labels(['Ir', 'SpLossLL', 'SpLoss1', 'SpLossL2']), ['L1', 'L2', 'LL']);
  assert.deepEqual(labels(['Ir', 'SpLossL3', 'SpLossLL', 'SpLoss1', 'SpLossL2']), ['L1', 'L2', 'L3', 'LL']);
});

test('interpolation between points', () => {
  assert.equal(interpolate([0, 0.5, 1], [0, 0.8, 1], 0.25), 0.4);
  assert.equal(interpolate([0, 0.5, 1], [0, 0.8, 1], 0.75), 0.9);
  assert.equal(interpolate([0, 1], [0, 1], -1), 0);
  assert.equal(interpolate([0, 1], [0, 1], 2), 1);
});

test('bins of a fold without points are bridged by a line', () => {
  const fold = { bins: 4, points: [1, 0, 0, 1], x: [200000, 0, 0, 800000], y: [[400000], [0], [0], [1000000]] };
  assert.deepEqual(foldCurve(fold, 0), { xs: [0, 0.2, 0.8, 1], ys: [0, 0.4, 1, 1] });
  const { edges, sums } = foldSums({ fold, cost: { mean: [100] } }, ['Ir']);
  assert.deepEqual(edges, [0, 0.25, 0.5, 0.75, 1]);
  [45, 25, 25, 5].forEach((value, i) => near(sums[i][0], value, 4));
  near(totalOf({ sums })[0], 100, 1e-9);
});

test('a folded region shows its inner phase within one bin', () => {
  const { timeline } = handmade();
  const rates = ratesOf(foldSums(timeline.regions[0], timeline.events), timeline.events).find(
    (r) => r.key === 'miss1',
  ).values;
  rates.forEach((rate, bin) => {
    const inner = bin >= 32 && bin < 96;
    if (Math.min(Math.abs(bin - 32), Math.abs(bin - 31), Math.abs(bin - 96), Math.abs(bin - 95)) < 1) return;
    near(rate, inner ? MISSES_PER_1000.inner : MISSES_PER_1000.outer, 0.2);
  });
});

test('what caches hold at the end does not flatten a panel, and is said', () => {
  const rates = [{ values: [1, null, 3, 2000] }, { values: [2, 5, 1, 90] }];
  const edges = [0, 10, 20, 30, 35];
  assert.deepEqual(scaleOf(rates, edges, 35), { top: 5 * 1.05, cut: 2000 });
  assert.deepEqual(scaleOf(rates, edges), { top: 2000 * 1.05, cut: null });
  assert.deepEqual(scaleOf(rates, edges, 36), { top: 2000 * 1.05, cut: null }); // the end is not in sight
  assert.deepEqual(scaleOf([{ values: [7] }], [30, 35], 35), { top: 7 * 1.05, cut: null });
  assert.deepEqual(scaleOf([{ values: [0, 7] }], [0, 30, 35], 35), { top: 7 * 1.05, cut: null });
  assert.deepEqual(scaleOf([{ values: [4, 3] }], [0, 30, 35], 35), { top: 4 * 1.05, cut: null });
  assert.deepEqual(scaleOf([{ values: [0, null] }], [0, 30, 35], 35), { top: 1, cut: null });
});
