// SPDX-License-Identifier: GPL-3.0-or-later
//
// model.js: questions to the model, answered from what has been computed once. The model is as
// docs/report-model.md describes it and never changes; an event is given by its name, a function by its index.
//
// Usage: const self = selfCosts(model, 'D1mr');          // one cost per function
//        eventOf(model, 'D1mr').sum
//        for (const call of callers(model, 12)) { call.function, call.count, call.cost('Ir') }
const memory = new WeakMap();

// What make() returned for the model and the name the first time.
export function once(model, name, make) {
  let kept = memory.get(model);
  if (!kept) memory.set(model, (kept = new Map()));
  if (!kept.has(name)) kept.set(name, make());
  return kept.get(name);
}

// The sum of an event is of each run.
const isOfTwoRuns = (model) => Array.isArray(model.functions.self);

export function eventOf(model, name) {
  const events = once(model, 'events', () => new Map(model.events.map((event) => [event.name, event])));
  return events.get(name) ?? model.events[0] ?? { name: '', long: 'no event', sum: isOfTwoRuns(model) ? [0, 0] : 0 };
}

export const eventSum = (model, name) => eventOf(model, name).sum ?? 0;

// A column of costs by event, not to be changed: as it is in the model, computed by the event's formula, or
// zeros.
export function column(model, costs, name, length) {
  if (costs?.[name]) return costs[name];
  const made = new Float64Array(length);
  for (const [part, factor] of Object.entries(eventOf(model, name).formula ?? {})) {
    const given = costs?.[part];
    if (given) for (let i = 0; i < length; i++) made[i] += factor * given[i];
  }
  return made;
}

export const functionCount = (model) => model.functions.name.length;

export function selfCosts(model, event) {
  return once(model, `self ${event}`, () => column(model, model.functions.self, event, functionCount(model)));
}

export function inclusiveCosts(model, event) {
  return once(model, `inclusive ${event}`, () => column(model, model.functions.inclusive, event, functionCount(model)));
}

export function functionName(model, index) {
  return model.functions.name[index] ?? '';
}
export function fileName(model, index) {
  return model.files[model.functions.file[index]] ?? '';
}
export function moduleName(model, index) {
  return model.modules[model.functions.module[index]] ?? '';
}

// The last part of a path.
export const baseName = (path) => path.slice(path.lastIndexOf('/') + 1) || path;

// For each number below n, the positions in a column that have it: those of i are list[starts[i]] and on.
export function positionsOf(values, n) {
  const starts = new Int32Array(n + 1);
  for (let i = 0; i < values.length; i++) starts[values[i] + 1]++;
  for (let i = 0; i < n; i++) starts[i + 1] += starts[i];
  const list = new Int32Array(values.length);
  const next = starts.slice();
  for (let i = 0; i < values.length; i++) list[next[values[i]]++] = i;
  return (i) => list.subarray(starts[i], starts[i + 1]);
}

// For each function, the calls from it (or to it), as positions in model.calls.
const callLists = (model, end) =>
  once(model, `calls ${end}`, () => positionsOf(model.calls[end], functionCount(model)));

export function callCosts(model, event) {
  return once(model, `costs of calls ${event}`, () => column(model, model.calls.cost, event, model.calls.from.length));
}

const callsAt = (model, index, here, there) =>
  Array.from(callLists(model, here)(index), (call) => ({
    function: model.calls[there][call],
    count: model.calls.count[call],
    cost: (event) => callCosts(model, event)[call],
  }));

export const callers = (model, index) => callsAt(model, index, 'to', 'from');
export const callees = (model, index) => callsAt(model, index, 'from', 'to');
