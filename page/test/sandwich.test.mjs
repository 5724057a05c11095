// SPDX-License-Identifier: GPL-3.0-or-later
//
// sandwich.test.mjs: callers and callees of a function; expected values by hand, and by sums over paths of random trees.
import assert from 'node:assert/strict';
import test from 'node:test';
import { large } from '../../tests/report/browser/models.mjs';
import { middleOf, sandwichOf } from '../lib/sandwich.js';
import { layout, pathTo, ROOT, treeOf } from '../lib/tree.js';

const paths = (tree) =>
  Object.fromEntries(tree.parent.map((_, node) => [pathTo(tree, node).slice(1).map((each) => tree.function[each]).join('>'), tree.inclusive[node]]));

test('calls of a function from several places lie over each other', () => {
  // 0 main: 1 a calls 3 f, 2 b calls f, too; f calls 4 g and, in b, itself
  const model = {
    events: [{ name: 'Ir', sum: 100 }],
    functions: { name: ['main', 'a', 'b', 'f', 'g'] },
    tree: { parent: [-1, 0, 0, 1, 2, 3, 4, 4], function: [0, 1, 2, 3, 3, 4, 4, 3], self: { Ir: [5, 10, 15, 20, 10, 25, 8, 7] } },
  };
  const { total, places, callers, callees } = sandwichOf(treeOf(model, 'Ir'), 3);
  assert.deepEqual([total, places], [20 + 25 + 10 + 8 + 7, 2]);
  assert.deepEqual(paths(callees), { 4: 33, 3: 7 });
  assert.deepEqual(paths(callers), { 1: 45, '1>0': 45, 2: 25, '2>0': 25 });
  assert.deepEqual(layout(callers, { width: 70 })[1].map(({ width }) => width), [45, 25]);
});

test('what callees cost is at most what their caller does, and callers share all', () => {
  const model = large(80);
  const tree = treeOf(model, 'Ir');
  for (let index = 0; index < 12; index++) {
    const { total, callees, callers } = sandwichOf(tree, index);
    for (const half of [callees, callers])
      half.parent.forEach((_, node) => {
        const below = half.children(node).reduce((sum, each) => sum + half.inclusive[each], 0);
        assert.equal(below + half.self[node], half.inclusive[node]);
      });
    const first = callers.children(ROOT).reduce((sum, node) => sum + callers.inclusive[node], 0);
    assert.ok(first <= total);
  }
});

test('of a loop, which the call tree has no place of, the function stands in the middle', () => {
  const model = {
    modules: ['a.so', 'b.so'],
    files: ['f.c'],
    events: [{ name: 'Ir', sum: 100 }],
    functions: {
      name: ['main', 'f', 'f', 'f [loop 3-9]', 'g'],
      module: [0, 0, 1, 1, 0],
      file: [0, 0, 0, 0, 0],
      self: { Ir: [10, 20, 10, 60, 0] },
    },
    tree: { parent: [-1, 0, 0], function: [0, 1, 2], self: { Ir: [10, 20, 70] } },
  };
  const tree = treeOf(model, 'Ir');
  assert.equal(middleOf(model, tree, 'Ir', 1), 1);
  assert.equal(middleOf(model, tree, 'Ir', 3), 2, 'that of the same module');
  assert.equal(middleOf(model, tree, 'Ir', undefined), 2, 'the loop costs most');
  assert.equal(middleOf(model, tree, 'Ir', 4), 4, 'it was not called');
});
