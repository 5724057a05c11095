// SPDX-License-Identifier: GPL-3.0-or-later
//
// cycles.js: estimated cycles by cause, of a run with --cycles=yes: of the program and its functions, and over time.
//
// Usage: const causes = causesOf(model);          // [{ event: 'CyMem', words: 'latency of memory' }, ...]; [] without
//        const [program, ...functions] = stacksOf(model, 'self', 12);
//        program          // { index: null, parts: [cycles of each cause], cycles, instructions, bytes }
//        overTime(model, 200)                     // { edges, values: for each cause, cycles per instruction }
//        waitsForData('CyMem')                    // is it one of the causes that wait for data?
import { sumBins } from '../figures/rates.js';
import { orderOf } from './function-order.js';
import { BETWEEN } from './levels.js';
import { eventSum, inclusiveCosts, once, selfCosts } from './model.js';

const NAME = /^Cy[A-Z]/;
const SUM = 'CEst';

// Together they count as one cause where causes are compared.
const WAITS = new Set([...BETWEEN, 'LL', 'Mem', 'Rate', 'Tlb', 'Coh'].map((what) => `Cy${what}`));
export const waitsForData = (event) => WAITS.has(event);

// The causes are what the sum of all cycles is made of.
export function causesOf(model) {
  return once(model, 'causes', () => {
    const known = new Map((model.events ?? []).map((event) => [event.name, event]));
    const names = Object.keys(known.get(SUM)?.formula ?? {});
    if (!known.has('Ir') || !names.every((name) => NAME.test(name) && known.has(name))) return [];
    // In the order of the profile
    return [...known.keys()]
      .filter((name) => names.includes(name))
      .map((event) => ({ event, words: (known.get(event).long ?? event).replace(/^Cycles: /, '') }));
  });
}

const sum = (values) => values.reduce((all, value) => all + value, 0);

// Lines that memory sends, and those that are written back to it, where the run counts them.
const LOADED = ['ILmr', 'DLmr', 'DLmw'],
  WRITTEN = ['ILdmr', 'DLdmr', 'DLdmw'];

const present = (model, names) => names.filter((name) => model.events.some((event) => event.name === name));

export const countsWriteBacks = (model) => present(model, WRITTEN).length > 0;

// The program, then the functions with most cycles, at most so many. Bytes are those to and from memory, null if the
// model does not know the size of a line.
export function stacksOf(model, kind, few) {
  return once(model, `stacks ${kind} ${few}`, () => {
    const causes = causesOf(model).map(({ event }) => event);
    const moved = present(model, [...LOADED, ...WRITTEN]);
    const line_B = model.machine?.line_B ?? null;
    const stack = (index, cost) => {
      const parts = causes.map(cost);
      const bytes = line_B === null ? null : line_B * sum(moved.map(cost));
      return { index, parts, cycles: sum(parts), instructions: cost('Ir'), bytes };
    };
    const costs = kind === 'self' ? selfCosts : inclusiveCosts;
    const order = orderOf(model, `-${kind}`, SUM);
    const functions = [];
    for (let i = 0; i < order.length && functions.length < few; i++) {
      const found = stack(order[i], (event) => costs(model, event)[order[i]]);
      if (found.cycles > 0) functions.push(found);
    }
    return [stack(null, (event) => eventSum(model, event)), ...functions];
  });
}

// Cycles per instruction by cause, in at most so many stretches of time; null if the run has no timeline with cycles.
export function overTime(model, most) {
  const { timeline } = model;
  const causes = causesOf(model);
  const at = causes.map(({ event }) => timeline?.events.indexOf(event) ?? -1);
  const ir = timeline?.events.indexOf('Ir') ?? -1;
  if (causes.length === 0 || ir < 0 || at.some((index) => index < 0)) return null;
  const { edges, sums } = sumBins(timeline, timeline.start, timeline.end, most);
  return { edges, values: at.map((index) => sums.map((each) => (each[ir] > 0 ? each[index] / each[ir] : 0))) };
}
