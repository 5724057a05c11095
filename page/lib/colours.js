// SPDX-License-Identifier: GPL-3.0-or-later
//
// colours.js: which colour a function has: own code by file, or, if there is only one file, by function; other code by module.
//
// Usage: functionColour(model, 12)     // 0 to COLOURS - 1: module-N of style/colours.css
//        colourLegend(model)           // [{ colour, name: 'solver.c', functions: 12 }, ...]: what has which colour, no colour twice
//        colourCosts(model, 'D1mr')    // what the code of each colour costs itself
import { baseName, fileName, functionCount, functionName, once, selfCosts } from './model.js';

export const COLOURS = 8;
const OWN = 5; // of the colours are for own code, which is what people can change; the last one for all other modules
const FILES_SHARE = 0.02; // of the cost of own code: two files with so much are told apart by colour, else functions are

const sumBy = (costs, keyOf) => {
  const sums = new Map();
  costs.forEach((cost, i) => {
    const key = keyOf(i);
    if (key !== undefined) sums.set(key, (sums.get(key) ?? 0) + cost);
  });
  return sums;
};

// Keys of a Map, those with the largest values first.
const ranked = (sums) => [...sums].sort((a, b) => b[1] - a[1]).map(([key]) => key);

// The module whose code is the user's own: the one that the command names, else that of main, else the costliest.
function ownModule(model, costs) {
  const names = model.modules.map(baseName);
  const command = baseName((model.command ?? '').split(' ')[0]);
  const main = model.functions.name.indexOf('main');
  const known = [names.indexOf(command), main < 0 ? -1 : model.functions.module[main]].find((each) => each >= 0);
  return known ?? ranked(sumBy(costs, (i) => model.functions.module[i]))[0];
}

// What tells own functions apart: their file or the functions themselves; undefined for those that it does not tell.
function ownKey(model, costs, isOwn) {
  const file = (i) => {
    const name = fileName(model, i);
    return isOwn(i) && name !== '' && name !== '???' ? name : undefined;
  };
  const whole = costs.reduce((sum, cost, i) => sum + (isOwn(i) ? cost : 0), 0);
  const files = [...sumBy(costs, file).values()].filter((cost) => cost > 0 && cost >= FILES_SHARE * whole);
  return files.length > 1 ? file : (i) => (isOwn(i) && costs[i] > 0 ? i : undefined);
}

// [{ name, has(i) }] of own code, then of other modules, each with a colour of its own.
function groupsOf(model) {
  const costs = selfCosts(model, model.events[0]?.name);
  const own = ownModule(model, costs);
  const isOwn = (i) => model.functions.module[i] === own;
  const key = ownKey(model, costs, isOwn);
  const keys = ranked(sumBy(costs, key));
  const all = keys.length <= OWN && model.functions.name.every((_, i) => !isOwn(i) || key(i) !== undefined);
  const single = new Map((all ? keys : keys.slice(0, OWN - 1)).map((each, colour) => [each, colour]));
  const others = ranked(sumBy(costs, (i) => (isOwn(i) ? undefined : model.functions.module[i])));
  const modules = others.slice(0, others.length <= COLOURS - OWN ? COLOURS - OWN : COLOURS - OWN - 1);
  const colourOf = (i) => {
    if (isOwn(i)) return single.get(key(i)) ?? OWN - 1;
    const rank = modules.indexOf(model.functions.module[i]);
    return rank < 0 ? COLOURS - 1 : OWN + rank;
  };
  return { colours: Uint8Array.from({ length: functionCount(model) }, (_, i) => colourOf(i)), own, single, modules, others };
}

const groups = (model) => once(model, 'groups of colours', () => groupsOf(model));

export const functionColour = (model, index) => groups(model).colours[index] ?? COLOURS - 1;

export function colourLegend(model) {
  const { colours, own, single, modules, others } = groups(model);
  const n = new Array(COLOURS).fill(0);
  for (const colour of colours) n[colour]++;
  const names = new Array(COLOURS);
  for (const [key, colour] of single) names[colour] = typeof key === 'string' ? baseName(key) : functionName(model, key);
  const program = baseName(model.modules[own] ?? '');
  names[OWN - 1] ??= single.size ? `other code of ${program}` : program;
  modules.forEach((module, rank) => {
    names[OWN + rank] = baseName(model.modules[module] ?? '');
  });
  names[COLOURS - 1] ??= `${others.length - modules.length} other modules`;
  return names.map((name, colour) => ({ colour, name, functions: n[colour] })).filter(({ functions }) => functions > 0);
}

export function colourCosts(model, event) {
  return once(model, `costs of colours ${event}`, () => {
    const sums = new Float64Array(COLOURS);
    selfCosts(model, event).forEach((cost, i) => {
      sums[groups(model).colours[i]] += cost;
    });
    return sums;
  });
}
