// SPDX-License-Identifier: GPL-3.0-or-later
//
// tree.js: the call tree of a model: inclusive costs, children by cost, where frames of a flame graph lie.
//
// Usage: const tree = treeOf(model, 'D1mr');
//        tree.inclusive[node], tree.self[node], tree.total, tree.children(node)    // ROOT for the roots
//        layout(tree, { zoom: 12, width: 900 })                                    // rows of frames
// A node is an index into the columns of model.tree. ROOT stands above all roots: the program. What only leads to main
// (the loader's first function, "(below main)") is left out: what it calls are roots, and its own cost is ROOT's.
import { column, once, positionsOf } from './model.js';

export const ROOT = -1;
// A frame for all children that are too narrow to be drawn one by one.
export const OTHERS = -2;

export const nodeCount = (model) => model.tree?.parent.length ?? 0;

// For each node, whether it is left out: all above it and itself only start the program, and something below it does not.
function leftOut(model) {
  const { parent = [], function: of = [] } = model.tree ?? {};
  const starts = (node) => Boolean(model.functions?.start?.[of[node]]);
  const leads = new Uint8Array(parent.length);
  for (let node = parent.length - 1; node >= 0; node--)
    if (parent[node] >= 0 && (leads[node] || !starts(node))) leads[parent[node]] = 1;
  const out = new Uint8Array(parent.length);
  parent.forEach((up, node) => {
    out[node] = leads[node] && starts(node) && (up < 0 || out[up]) ? 1 : 0;
  });
  return out;
}

// The parent of each node in what is shown.
const parentsOf = (model) =>
  once(model, 'parents', () => {
    const out = leftOut(model);
    return Int32Array.from(model.tree?.parent ?? [], (up) => (up >= 0 && out[up] ? ROOT : up));
  });

// Nodes that are left out have no parent, and are nobody's children.
const ELSEWHERE = 1;

// The children of a node, in their order; those of ROOT are the roots.
function childLists(model) {
  return once(model, 'children', () => {
    const out = leftOut(model);
    const shown = parentsOf(model);
    const parents = Int32Array.from(shown, (up, node) => (out[node] ? shown.length + ELSEWHERE : up + 1));
    const children = positionsOf(parents, parents.length + 1 + ELSEWHERE);
    return (node) => children(node + 1);
  });
}

export function treeOf(model, event) {
  return once(model, `tree ${event}`, () => {
    const length = nodeCount(model);
    const parent = model.tree?.parent ?? [];
    const self = column(model, model.tree?.self, event, length);
    const inclusive = Float64Array.from(self);
    let total = 0;
    for (let i = length - 1; i >= 0; i--) {
      if (parent[i] >= 0) inclusive[parent[i]] += inclusive[i];
      else total += inclusive[i];
    }
    const unsorted = childLists(model);
    const known = new Map();
    const children = (node) => {
      let sorted = known.get(node);
      if (!sorted) {
        sorted = unsorted(node)
          .slice()
          .sort((a, b) => inclusive[b] - inclusive[a] || a - b);
        known.set(node, sorted);
      }
      return sorted;
    };
    return { parent: parentsOf(model), callers: parent, function: model.tree?.function ?? [], self, inclusive, total, children };
  });
}

export const hasChildren = (model, node) => childLists(model)(node).length > 0;

export const costOf = (tree, node) => (node === ROOT ? tree.total : tree.inclusive[node]);

// The nodes from ROOT down to a node, which is the last.
export function pathTo(tree, node) {
  const path = [];
  for (let up = node; up >= 0; up = tree.parent[up]) path.push(up);
  path.push(ROOT);
  return path.reverse();
}

// The node that an arrow key leads to; undefined if there is none.
export function neighbour(tree, node, key) {
  if (key === 'ArrowDown') return tree.children(node).find((each) => tree.inclusive[each] > 0);
  if (node === ROOT) return undefined;
  if (key === 'ArrowUp') return tree.parent[node];
  const siblings = tree.children(tree.parent[node]);
  const next = siblings[siblings.indexOf(node) + (key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : NaN)];
  return next !== undefined && tree.inclusive[next] > 0 ? next : undefined;
}

// The node of a function that costs most; null if it has none.
export function heaviest(tree, index) {
  let best = null;
  tree.function.forEach((each, node) => {
    if (each === index && (best === null || tree.inclusive[node] > tree.inclusive[best])) best = node;
  });
  return best;
}

// For each node, whether wanted(function) and no caller of it is: what these nodes cost is counted once.
export function outermost(tree, wanted) {
  const inside = new Uint8Array(tree.function.length);
  const nodes = [];
  let cost = 0;
  tree.function.forEach((index, node) => {
    const up = tree.callers[node];
    if (up >= 0 && inside[up]) inside[node] = 1;
    else if (wanted(index)) {
      inside[node] = 1;
      nodes.push(node);
      cost += tree.inclusive[node];
    }
  });
  return { nodes, cost };
}

// Frames at least `least` wide: rows[depth] = [{ node, x, width, n }], from left to right; the nodes above
// `zoom` have the whole width. n: how many calls a frame of OTHERS stands for. No frame for what costs nothing.
export function layout(tree, { zoom = ROOT, width, least = 1 }) {
  const rows = pathTo(tree, zoom).map((node) => [{ node, x: 0, width, n: 1 }]);
  const whole = costOf(tree, zoom);
  if (!(whole > 0)) return rows;
  const scale = width / whole;
  const open = [{ node: zoom, x: 0, depth: rows.length }];
  while (open.length) {
    const { node, x, depth } = open.pop();
    const children = tree.children(node);
    let at = x;
    for (let i = 0; i < children.length; i++) {
      const wide = tree.inclusive[children[i]] * scale;
      if (!(wide > 0)) break;
      rows[depth] ??= [];
      if (wide < least) {
        let left = 0,
          n = 0;
        for (; i < children.length && tree.inclusive[children[i]] > 0; i++, n++)
          left += tree.inclusive[children[i]] * scale;
        if (left >= least) rows[depth].push({ node: OTHERS, x: at, width: left, n });
        break;
      }
      rows[depth].push({ node: children[i], x: at, width: wide, n: 1 });
      open.push({ node: children[i], x: at, depth: depth + 1 });
      at += wide;
    }
  }
  for (const row of rows) row.sort((a, b) => a.x - b.x);
  return rows;
}

// The frame of a row at a place, if there is one.
export function frameAt(row, x) {
  let low = 0,
    high = (row?.length ?? 0) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1,
      frame = row[middle];
    if (x < frame.x) high = middle - 1;
    else if (x >= frame.x + frame.width) low = middle + 1;
    else return frame;
  }
  return null;
}

// The nodes that a tree view shows, from top to bottom: the roots and what is below expanded nodes.
export function visibleNodes(tree, expanded) {
  const shown = [];
  const open = [...tree.children(ROOT)].reverse().map((node) => ({ node, depth: 1 }));
  while (open.length) {
    const each = open.pop();
    shown.push(each);
    if (!expanded.has(each.node)) continue;
    const children = tree.children(each.node);
    for (let i = children.length - 1; i >= 0; i--) open.push({ node: children[i], depth: each.depth + 1 });
  }
  return shown;
}

// From a node down, always to the child that costs most, as long as it has more than a part of its parent.
export function hotPath(tree, node, part = 0.3) {
  const path = [];
  for (let at = node; ;) {
    const next = tree.children(at)[0];
    if (next === undefined || !(tree.inclusive[next] > part * costOf(tree, at))) return path;
    path.push(next);
    at = next;
  }
}
