// SPDX-License-Identifier: GPL-3.0-or-later
//
// tree.test.mjs: inclusive costs by recursion, frames against the costs that they stand for, on random trees.
import assert from 'node:assert/strict';
import test from 'node:test';
import { large, noEvents, small } from '../../tests/report/browser/models.mjs';
import {
  costOf,
  frameAt,
  heaviest,
  hotPath,
  layout,
  nodeCount,
  OTHERS,
  outermost,
  pathTo,
  ROOT,
  treeOf,
  visibleNodes,
} from '../lib/tree.js';

const near = (a, b) => Math.abs(a - b) < 1e-6 * Math.max(1, Math.abs(a));

function costByRecursion(model, event, node) {
  return model.tree.parent.reduce(
    (sum, up, i) => (up === node ? sum + costByRecursion(model, event, i) : sum),
    model.tree.self[event][node],
  );
}

const models = { small: small(), random: large(60) };

test('inclusive costs are sums over what is below', () => {
  for (const model of Object.values(models)) {
    for (const event of ['Ir', 'SpLoss1']) {
      const tree = treeOf(model, event);
      model.tree.parent.forEach((_, node) => assert.equal(tree.inclusive[node], costByRecursion(model, event, node)));
      assert.equal(
        tree.total,
        model.tree.self[event].reduce((sum, each) => sum + each, 0),
      );
    }
  }
});

test('a computed event is computed at each node', () => {
  const [Ir, D1mr, CEst] = ['Ir', 'D1mr', 'CEst'].map((event) => treeOf(models.random, event));
  CEst.inclusive.forEach((cost, node) => assert.equal(cost, Ir.inclusive[node] + 10 * D1mr.inclusive[node]));
});

test('children descend by cost, each node is the child of its parent once', () => {
  const model = models.random,
    tree = treeOf(model, 'Ir');
  const seen = [];
  for (let node = ROOT; node < nodeCount(model); node++) {
    const children = [...tree.children(node)];
    for (const child of children) assert.equal(model.tree.parent[child], node);
    for (let i = 1; i < children.length; i++) assert.ok(tree.inclusive[children[i - 1]] >= tree.inclusive[children[i]]);
    seen.push(...children);
  }
  assert.deepEqual(
    seen.sort((a, b) => a - b),
    [...model.tree.parent.keys()],
  );
});

// Every frame is as wide as its cost, lies within its parent's, and touches no other; what is too narrow
// is in one frame of others, or narrower than that, too.
function checkLayout(model, event, zoom, width, least) {
  const tree = treeOf(model, event);
  const rows = layout(tree, { zoom, width, least });
  const path = pathTo(tree, zoom);
  path.forEach((node, depth) => assert.deepEqual(rows[depth], [{ node, x: 0, width, n: 1 }]));
  const place = new Map([[zoom, { x: 0, width }]]);
  rows.slice(path.length).forEach((row) => {
    let end = 0;
    for (const frame of row) {
      assert.ok(frame.x >= end - 1e-6, 'frames do not overlap');
      assert.ok(frame.width >= least - 1e-9, 'frames can be seen');
      end = frame.x + frame.width;
      if (frame.node === OTHERS) continue;
      assert.ok(near(frame.width, (tree.inclusive[frame.node] / costOf(tree, zoom)) * width), 'as wide as its cost');
      const parent = place.get(model.tree.parent[frame.node]);
      assert.ok(frame.x >= parent.x - 1e-6 && end <= parent.x + parent.width + 1e-6, 'within its parent');
      place.set(frame.node, frame);
    }
  });
  const hidden = model.tree.parent.filter(
    (up, node) => place.has(up) && !place.has(node) && (tree.inclusive[node] / costOf(tree, zoom)) * width >= least,
  );
  assert.deepEqual(hidden, [], 'no wide child of a shown frame is left out');
}

test('frames are as wide as costs', () => {
  for (const model of Object.values(models)) {
    for (const event of ['Ir', 'D1mr', 'CEst'])
      for (const [zoom, width, least] of [
        [ROOT, 1000, 1],
        [2, 360, 3],
        [ROOT, 40, 10],
      ])
        checkLayout(model, event, zoom, width, least);
  }
});

test('a tree of nothing has no frames below the root', () => {
  const model = noEvents();
  assert.deepEqual(layout(treeOf(model, ''), { width: 100 }), [[{ node: ROOT, x: 0, width: 100, n: 1 }]]);
  assert.deepEqual(visibleNodes(treeOf(model, ''), new Set()), []);
});

test('the frame at a place', () => {
  const row = [
    { node: 1, x: 0, width: 10 },
    { node: 2, x: 10, width: 5 },
    { node: 3, x: 20, width: 5 },
  ];
  for (const [x, node] of [
    [0, 1],
    [9.9, 1],
    [10, 2],
    [14.9, 2],
    [15, null],
    [19, null],
    [20, 3],
    [25, null],
    [-1, null],
  ])
    assert.equal(frameAt(row, x)?.node ?? null, node, String(x));
  assert.equal(frameAt(undefined, 1), null);
});

test('recursion counts once among outermost nodes', () => {
  const model = models.small,
    tree = treeOf(model, 'Ir');
  const walk = model.functions.name.indexOf('walk');
  assert.deepEqual(
    outermost(tree, (index) => index === walk),
    { nodes: [6], cost: 12050 },
  );
  for (const each of model.functions.name.keys())
    assert.equal(outermost(tree, (index) => index === each).cost, model.functions.inclusive.Ir[each]);
  assert.equal(outermost(tree, () => true).cost, tree.total);
  assert.equal(heaviest(tree, walk), 6);
  assert.equal(heaviest(tree, 999), null);
});

test('paths and open nodes', () => {
  const tree = treeOf(models.small, 'Ir');
  assert.deepEqual(pathTo(tree, 4), [ROOT, 0, 2, 3, 4]);
  assert.deepEqual(hotPath(tree, ROOT), [0, 2, 3]);
  assert.deepEqual(
    visibleNodes(tree, new Set()).map((each) => each.node),
    [0],
  );
  assert.deepEqual(
    visibleNodes(tree, new Set([0, 2])).map((each) => [each.node, each.depth]),
    [
      [0, 1],
      [2, 2],
      [3, 3],
      [5, 3],
      [1, 2],
      [6, 2],
    ],
  );
});

test('what leads to main is left out, what starts the program besides stays', () => {
  // 0 start -> 1 below main -> 2 main -> 3 work; 0 -> 4 loader -> 5 its helper
  const model = {
    events: [{ name: 'Ir', sum: 115 }],
    functions: { name: ['start', 'below', 'main', 'work', 'loader', 'helper'], start: [1, 1, 0, 0, 1, 1] },
    tree: { parent: [-1, 0, 1, 2, 0, 4], function: [0, 1, 2, 3, 4, 5], self: { Ir: [3, 2, 10, 80, 15, 5] } },
  };
  const tree = treeOf(model, 'Ir');
  assert.deepEqual([...tree.children(ROOT)], [2, 4], 'main, then the loader');
  assert.equal(tree.total, 115, 'nothing is lost');
  assert.deepEqual(pathTo(tree, 3), [ROOT, 2, 3]);
  assert.deepEqual(pathTo(tree, 5), [ROOT, 4, 5]);
  assert.deepEqual(layout(tree, { width: 115 })[1].map(({ node, width }) => [node, width]), [[2, 90], [4, 20]]);
  assert.equal(outermost(tree, (index) => index < 3).cost, 115, 'a caller that is left out still counts what it calls');
});
