// SPDX-License-Identifier: GPL-3.0-or-later
//
// compare.test.mjs: two runs: their sides, changes in figures and colours, rates on one axis.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeColour, isDark, relative } from '../figures/change.js';
import { contrast, palette } from '../figures/palette.js';
import { hasFormula, lengthOf, meanOver, ratesOf } from '../figures/two_rates.js';
import { AFTER, BEFORE, changePercent, isSame, objectCosts, objectMetric, sideOf, signed, treeOfBoth } from '../lib/compare.js';
import { inclusiveCosts, selfCosts } from '../lib/model.js';
import { treeOf } from '../lib/tree.js';

// main, f (gone), g (new): 10 + 30 before, 10 + 5 after.
const model = () => ({
  events: [
    { name: 'CEst', long: 'Cycle estimation', sum: [80, 20], formula: [{ Ir: 2 }, { Ir: 1, D1mr: 1 }] },
    { name: 'Ir', long: 'Instructions', sum: [40, 15] },
  ],
  functions: {
    name: ['main', 'f', 'g'], file: [0, 0, 0], module: [0, 0, 0], in: [3, 1, 2],
    self: [{ Ir: [10, 30, 0] }, { Ir: [10, 0, 5], D1mr: [0, 0, 5] }],
    inclusive: [{ Ir: [40, 30, 0] }, { Ir: [15, 0, 5], D1mr: [5, 0, 5] }],
  },
  tree: { parent: [-1, 0, 0], function: [0, 1, 2], self: [{ Ir: [10, 30, 0] }, { Ir: [10, 0, 5] }] },
  objects: { events: ['D1mr', 'D1mw'], cycles: [{ D1mr: 10, D1mw: 10 }, { D1mr: 7 }],
    list: [{ cost: [[3, 1], [2, 1]] }, { cost: [null, [1, 0]] }] },
  files: [], modules: [],
});

test('either run is a model of its own', () => {
  const both = model();
  assert.deepEqual([...inclusiveCosts(sideOf(both, BEFORE), 'Ir')], [40, 30, 0]);
  assert.deepEqual([...selfCosts(sideOf(both, BEFORE), 'CEst')], [20, 60, 0]);
  assert.deepEqual([...selfCosts(sideOf(both, AFTER), 'CEst')], [10, 0, 10]);
  assert.equal(treeOf(sideOf(both, AFTER), 'Ir').total, 15);
});

test('the tree of both has what only one has', () => {
  const tree = treeOfBoth(model(), 'Ir');
  assert.deepEqual([tree.total, ...tree.inclusive], [55, 55, 30, 5]);
});

test('the tree of both begins at main', () => {
  const started = model();
  started.functions.start = [1, 0, 0];
  assert.deepEqual([...treeOfBoth(started, 'Ir').children(-1)], [1, 2]);
  assert.deepEqual([...treeOfBoth(model(), 'Ir').children(-1)], [0]);
});

test('changes as text', () => {
  assert.equal(signed(3), '+3');
  assert.equal(signed(-3000), '\u22123,000');
  for (const [before, after, text] of [
    [0, 0, '0'], [7, 7, '0'], [100, 150, '+50.0'], [100, 36, '\u221264.0'], [1000, 1004, '+0.40'],
    [3482100, 3482114, '+0.0004'], [819239, 49, '\u221299.99'], [1e9, 1, '\u221299.99'],
  ])
    assert.equal(changePercent(before, after), `${text}%`);
  assert.deepEqual([changePercent(0, 5), changePercent(5, 0)], ['new', 'gone']);
  assert.deepEqual([changePercent(1, 100), changePercent(1, 200), changePercent(1, 2e6)], ['+9900.0%', '× 200', '× 2.00\u202fM']);
});

test('equal runs are the same, others are not', () => {
  const other = model();
  assert.equal(isSame(other), false);
  const same = model();
  same.events.forEach((event) => (event.sum = [event.sum[0], event.sum[0]]));
  same.functions = { ...same.functions, in: [3, 3, 3], self: [{ Ir: [1, 2, 3] }, { Ir: [1, 2, 3] }], inclusive: [{ Ir: [6, 2, 3] }, { Ir: [6, 2, 3] }] };
  assert.equal(isSame(same), true);
  const moved = { ...same, functions: { ...same.functions, self: [{ Ir: [1, 2, 3] }, { Ir: [2, 1, 3] }] } };
  assert.equal(isSame(moved), false);
});

test('objects by an event, or by cycles of their own run', () => {
  assert.deepEqual(objectCosts(model(), 'D1mr'), [[3, 0], [2, 1]]);
  assert.deepEqual(objectCosts(model(), 'CEst'), [[40, 0], [14, 7]]);
  // estimates of two kinds
  const two = model();
  two.objects.cycles = null;
  assert.deepEqual(objectCosts(two, 'CEst'), objectCosts(two, 'D1mr'));
  assert.equal(objectMetric(two, 'CEst'), 'D1mr');
});

test('relative changes are from gone to new', () => {
  assert.deepEqual([relative(5, 0), relative(4, 2), relative(3, 3), relative(0, 0), relative(2, 4), relative(0, 5)], [-1, -0.5, 0, 0, 0.5, 1]);
});

// Viénot, Brettel, Mollon 1999: what people see who lack red (protan) or green (deutan) cones.
const MATRICES = {
  usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protan: [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]],
  deutan: [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]],
};
const linear = (colour) => [1, 3, 5].map((at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2);
const seen = (colour, matrix) => matrix.map((row) => row.reduce((sum, factor, i) => sum + factor * linear(colour)[i], 0) ** (1 / 2.2) || 0);
const distance = (a, b, matrix) => Math.hypot(...seen(a, matrix).map((value, i) => value - seen(b, matrix)[i]));

test('less, more and as before are told apart by all, in light and dark', () => {
  for (const dark of [false, true]) {
    const colours = palette(dark);
    assert.equal(isDark(colours), dark);
    for (const matrix of Object.values(MATRICES))
      for (const [a, b, least] of [[-1, 1, 0.4], [-1, 0, 0.2], [1, 0, 0.2], [-0.5, 0.5, 0.2]]) {
        const [x, y] = [a, b].map((change) => changeColour(colours, change).fill);
        assert.ok(distance(x, y, matrix) >= least, `${a} ${b} ${dark}: ${distance(x, y, matrix)}`);
      }
    for (let change = -1; change <= 1; change += 0.05) {
      const { fill, ink } = changeColour(colours, change);
      assert.ok(contrast(fill, ink) >= 4.5, `${change}: ${contrast(fill, ink)}`);
    }
  }
});

test('rates of two runs on one axis', () => {
  const timeline = { events: ['Ir', 'D1mr'], bins: [[100, 10], [0, 0], [300, 3]] };
  assert.equal(hasFormula(timeline, { Ir: 1, D1mr: 2 }), true);
  assert.equal(hasFormula(timeline, { DLmr: 1 }), false);
  const rates = ratesOf(timeline, { D1mr: 2 });
  assert.deepEqual(rates, [{ from: 0, to: 100, rate: 200 }, { from: 100, to: 400, rate: 20 }]);
  assert.equal(lengthOf(rates), 400);
  assert.equal(meanOver(rates, 50, 150), 110);
  assert.equal(meanOver(rates, 400, 500), undefined);
});
