// SPDX-License-Identifier: GPL-3.0-or-later
//
// compare.js: questions to the model of two runs (docs/report-model.md). Either run is a model for lib/model.js and
// lib/tree.js, with the same functions and nodes.
//
// Usage: selfCosts(sideOf(model, BEFORE), 'Ir')[12]
//        changesOf([1, 2], [1, 5])           // [{ index, before, after, change }] of what differs, largest changes first
//        signed(3), changePercent(2, 3)      // "+3", "+50.0%"; "× 200" from 100 times on
import { column, once } from './model.js';
import { treeOf } from './tree.js';
import { count, short } from './format.js';

export const BEFORE = 0;
export const AFTER = 1;

export const sideOf = (model, n) =>
  once(model, `side ${n}`, () => ({
    ...model,
    events: model.events.map(({ name, long, sum, formula }) => ({ name, long, sum: sum[n], formula: formula?.[n] })),
    functions: { ...model.functions, self: model.functions.self[n], inclusive: model.functions.inclusive[n] },
    tree: { ...model.tree, self: model.tree.self[n] },
  }));

// The tree of both runs together, in which nothing is too narrow to be seen that one of them has.
export const treeOfBoth = (model, event) =>
  once(model, `tree of both ${event}`, () => {
    const length = model.tree.parent.length;
    const [x, y] = [BEFORE, AFTER].map((n) => column(sideOf(model, n), model.tree.self[n], event, length));
    const self = { [event]: Float64Array.from(x, (value, i) => value + y[i]) };
    return treeOf({ events: [{ name: event }], functions: model.functions, tree: { ...model.tree, self } }, event);
  });

export function changesOf(before, after) {
  const found = [];
  for (let index = 0; index < before.length; index++) {
    const change = after[index] - before[index];
    if (change) found.push({ index, before: before[index], after: after[index], change });
  }
  return found.sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || a.index - b.index);
}

export const signed = (value) => (value > 0 ? '+' : '') + count(value);

const MANY = 10_000; // percent, from which on a factor says more

// By how much something has changed; "new" and "gone" where there is nothing to be a share of.
export function changePercent(before, after) {
  if (before === after) return '0%';
  if (!before) return 'new';
  if (!after) return 'gone';
  const percent = (100 * (after - before)) / before;
  const size = Math.abs(percent);
  if (size >= MANY) return `\u00d7 ${short(after / before)}`;
  // What is not 0 is not shown as 0, and what is left of something not as gone
  const digits = size < 0.1 ? Math.ceil(-Math.log10(size)) : size < 10 || (percent < 0 && size >= 99.95) ? 2 : 1;
  const text = percent <= -99.995 ? '-99.99' : percent.toFixed(digits);
  return `${(percent > 0 ? '+' : '') + text.replace('-', '\u2212')}%`;
}

// Estimated cycles of two kinds are not compared: objects then have the first event that both runs know.
const objectEvent = ({ objects: { events, cycles } }, event) =>
  events.includes(event) || cycles ? event : events[0];

// What an object costs in a run: an event, or estimated cycles of its misses.
export function objectCosts(model, event) {
  const { events, cycles, list } = model.objects;
  const at = events.indexOf(objectEvent(model, event));
  const cost = (values, n) =>
    !values
      ? 0
      : at >= 0
        ? (values[at] ?? 0)
        : events.reduce((sum, name, i) => sum + (cycles[n][name] ?? 0) * (values[i] ?? 0), 0);
  return [BEFORE, AFTER].map((n) => list.map((object) => cost(object.cost[n], n)));
}
export function objectMetric(model, event) {
  const shown = objectEvent(model, event);
  return model.objects.events.includes(shown) ? shown : 'estimated cycles of data misses';
}

// Is anything different, in any event?
export const isSame = (model) =>
  once(model, 'same', () =>
    model.events.every(({ sum }) => sum[0] === sum[1]) &&
    model.functions.in.every((in_) => in_ === 3) &&
    ['self', 'inclusive'].every((what) =>
      Object.entries(model.functions[what][0]).every(([event, costs]) => {
        const other = model.functions[what][1][event];
        return !other || costs.every((value, i) => value === other[i]);
      }),
    ),
  );
