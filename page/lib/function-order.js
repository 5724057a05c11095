// SPDX-License-Identifier: GPL-3.0-or-later
//
// function-order.js: all functions in the order of a column of their table.
//
// Usage: orderOf(model, '-self', 'D1mr')     // Uint32Array of functions; '-' in front: descending
import { fileName, functionCount, inclusiveCosts, moduleName, once, selfCosts } from './model.js';
import { sorted } from './order.js';
import { lowerNames } from './search.js';

// What a column is sorted by. "inclusive" and "self" are of the chosen event, "self.Dr" of that event.
function valueOf(model, key, event) {
  if (key === 'name') {
    const names = lowerNames(model);
    return (i) => names[i];
  }
  if (key === 'module') return (i) => moduleName(model, i);
  if (key === 'file') return (i) => fileName(model, i);
  const [kind, other] = key.split('.');
  const costs = (kind === 'self' ? selfCosts : inclusiveCosts)(model, other ?? event);
  return (i) => costs[i];
}

// What only starts the program contains all of it, and comes last where the largest inclusive costs are first.
function startUpLast(model, order) {
  const start = model.functions.start ?? [];
  return Uint32Array.from([...order.filter((i) => !start[i]), ...order.filter((i) => start[i])]);
}

// All functions in the order of a column.
export function orderOf(model, sort, event) {
  return once(model, `order ${sort} ${event}`, () => {
    const descending = sort.startsWith('-');
    const order = sorted(functionCount(model), {
      value: valueOf(model, descending ? sort.slice(1) : sort, event),
      descending,
    });
    return sort.startsWith('-inclusive') ? startUpLast(model, order) : order;
  });
}
