// SPDX-License-Identifier: GPL-3.0-or-later
//
// two_rates.js: the timelines of two runs as rates on one axis.
//
// Usage: const rates = ratesOf(timeline, { Ir: 1, D1mr: 10 });    // [{ from, to, rate }] by instructions since the start
//        meanOver(rates, 1000, 2000)                              // of the instructions between; undefined: none
// A rate is a cost per 1000 instructions, of a bin. An event is given by its formula, factors by event.

// Is each event of a formula in the timeline?
export const hasFormula = (timeline, formula) => Object.keys(formula).every((event) => timeline.events.includes(event));

export function ratesOf(timeline, formula) {
  const at = Object.entries(formula).map(([event, factor]) => [timeline.events.indexOf(event), factor]);
  const instructions = timeline.events.indexOf('Ir');
  let from = 0;
  return timeline.bins
    .map((bin) => {
      const cost = at.reduce((sum, [e, factor]) => sum + factor * bin[e], 0);
      const each = { from, to: from + bin[instructions], rate: (1000 * cost) / (bin[instructions] || 1) };
      from = each.to;
      return each;
    })
    .filter((each) => each.to > each.from);
}

export const lengthOf = (rates) => rates.at(-1)?.to ?? 0;

export function meanOver(rates, from, to) {
  let sum = 0,
    length = 0;
  for (const each of rates) {
    const overlap = Math.min(to, each.to) - Math.max(from, each.from);
    if (overlap <= 0) continue;
    sum += overlap * each.rate;
    length += overlap;
  }
  return length > 0 ? sum / length : undefined;
}
