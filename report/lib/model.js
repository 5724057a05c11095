// SPDX-License-Identifier: GPL-3.0-or-later
//
// model.js: questions to the model, answered from what has been computed once. The model is as README.md
// describes it and never changes; an event is given by its name, a function by its index.
//
// Usage: const self = selfCosts(model, 'D1mr');          // Float64Array, one cost per function
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

export function eventOf(model, name) {
  const events = once(model, 'events', () => new Map(model.events.map((event) => [event.name, event])));
  return events.get(name) ?? model.events[0] ?? { name: '', long: 'no event', sum: 0 };
}

export const eventSum = (model, name) => eventOf(model, name).sum ?? 0;

// A column of costs by event: as it is in the model, computed by the event's formula, or zeros.
export function column(model, costs, name, length) {
  const made = new Float64Array(length);
  const add = (given, factor) => {
    for (let i = 0; given && i < length; i++) made[i] += factor * given[i];
  };
  const formula = eventOf(model, name).formula;
  if (costs?.[name] || !formula) add(costs?.[name], 1);
  else for (const [part, factor] of Object.entries(formula)) add(costs?.[part], factor);
  return made;
}

export const functionCount = (model) => model.functions.name.length;

export function selfCosts(model, event) {
  return once(model, `self ${event}`, () => column(model, model.functions.self, event, functionCount(model)));
}

export function inclusiveCosts(model, event) {
  return once(model, `inclusive ${event}`, () => column(model, model.functions.inclusive, event, functionCount(model)));
}

export function functionName(model, index) { return model.functions.name[index] ?? ''; }
export function fileName(model, index) { return model.files[model.functions.file[index]] ?? ''; }
export function moduleName(model, index) { return model.modules[model.functions.module[index]] ?? ''; }

// The last part of a path.
export const baseName = (path) => path.slice(path.lastIndexOf('/') + 1) || path;

// For each function, the calls from it (or to it), as positions in model.calls.
function callLists(model, end) {
  return once(model, `calls ${end}`, () => {
    const lists = new Map();
    model.calls[end].forEach((index, call) => {
      const list = lists.get(index);
      if (list) list.push(call);
      else lists.set(index, [call]);
    });
    return lists;
  });
}

export function callCosts(model, event) {
  return once(model, `call ${event}`, () => column(model, model.calls.cost, event, model.calls.from.length));
}

const callsAt = (model, index, here, there) => (callLists(model, here).get(index) ?? []).map((call) => ({
  function: model.calls[there][call],
  count: model.calls.count[call],
  cost: (event) => callCosts(model, event)[call],
}));

export const callers = (model, index) => callsAt(model, index, 'to', 'from');
export const callees = (model, index) => callsAt(model, index, 'from', 'to');

// Colours are for the modules that cost most; the others share the last one. 0 to COLOURS - 1.
export const COLOURS = 8;

export function moduleColour(model, module) {
  const ranks = once(model, 'module ranks', () => {
    const cost = new Float64Array(model.modules.length);
    const self = selfCosts(model, model.events[0]?.name);
    model.functions.module.forEach((index, i) => { cost[index] += self[i]; });
    const order = [...cost.keys()].sort((a, b) => cost[b] - cost[a] || a - b);
    const ranked = new Uint8Array(model.modules.length);
    order.forEach((index, rank) => { ranked[index] = Math.min(rank, COLOURS - 1); });
    return ranked;
  });
  return ranks[module] ?? COLOURS - 1;
}
