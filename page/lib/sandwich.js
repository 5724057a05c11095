// SPDX-License-Identifier: GPL-3.0-or-later
//
// sandwich.js: all calls of one function laid over each other: what it calls, and who calls it.
//
// Usage: const index = middleOf(model, tree, 'Ir', 12)     // the function that is shown for function 12, or for undefined
//        const { total, places, callees, callers } = sandwichOf(treeOf(model, 'Ir'), 12);
//        layout(callees, { width: 900 })      // its ROOT is the function; below it what it calls
//        layout(callers, { width: 900 })      // below ROOT who calls it, below those their callers
// Both are trees as of tree.js. A call within a call of the same function is part of the outer one, so each cost counts once.
import { orderOf } from './function-order.js';
import { functionName, moduleName, once } from './model.js';
import { withoutLoop } from './names.js';
import { outermost, ROOT } from './tree.js';

// A tree that grows: node() returns the child of a node that stands for a function, made if there is none.
function growing(total) {
  const tree = { parent: [], function: [], self: [], inclusive: [], total };
  const below = new Map([[ROOT, new Map()]]);
  const node = (parent, index) => {
    const known = below.get(parent);
    if (!known.has(index)) {
      known.set(index, tree.parent.length);
      below.set(tree.parent.length, new Map());
      tree.parent.push(parent);
      tree.function.push(index);
      tree.self.push(0);
      tree.inclusive.push(0);
    }
    return known.get(index);
  };
  const sorted = new Map();
  tree.children = (parent) => {
    if (!sorted.has(parent))
      sorted.set(parent, [...below.get(parent).values()].sort((a, b) => tree.inclusive[b] - tree.inclusive[a] || a - b));
    return sorted.get(parent);
  };
  return { tree, node };
}

function calleesOf(tree, nodes, total) {
  const made = growing(total);
  const open = nodes.map((node) => [node, ROOT]);
  while (open.length) {
    const [node, place] = open.pop();
    for (const child of tree.children(node)) {
      if (!(tree.inclusive[child] > 0)) continue;
      const at = made.node(place, tree.function[child]);
      made.tree.inclusive[at] += tree.inclusive[child];
      made.tree.self[at] += tree.self[child];
      open.push([child, at]);
    }
  }
  return made.tree;
}

function callersOf(tree, nodes, total) {
  const made = growing(total);
  for (const node of nodes) {
    let place = ROOT;
    for (let up = tree.parent[node]; up >= 0; up = tree.parent[up]) {
      place = made.node(place, tree.function[up]);
      made.tree.inclusive[place] += tree.inclusive[node];
    }
    if (place !== ROOT) made.tree.self[place] += tree.inclusive[node];
  }
  return made.tree;
}

export function sandwichOf(tree, index) {
  const { nodes, cost } = outermost(tree, (each) => each === index);
  return {
    total: cost,
    places: nodes.length,
    callees: calleesOf(tree, nodes, cost),
    callers: callersOf(tree, nodes, cost),
  };
}

// The function to be shown for a chosen one, which may be undefined: then it is the one with most cost of its own. The call tree
// has no places of loops: for a loop it is the loop's function.
export function middleOf(model, tree, event, chosen) {
  const inTree = once(model, 'functions in the call tree', () => new Set(tree.function));
  const index = chosen ?? orderOf(model, '-self', event)[0];
  if (inTree.has(index) || index === undefined) return index;
  const name = withoutLoop(functionName(model, index));
  for (const each of inTree)
    if (functionName(model, each) === name && moduleName(model, each) === moduleName(model, index)) return each;
  return index;
}
