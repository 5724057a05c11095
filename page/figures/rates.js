// SPDX-License-Identifier: GPL-3.0-or-later
//
// rates.js: from bins of time, or from a region's folded curves, to rates.
//
// A rate is an event's number in a stretch of time, divided by the instructions in it: misses and
// unused bytes per 1000 instructions, estimated cycles of a model of the processor per instruction. Both sources become the same
// thing first: sums, one list of numbers (one per event) for each stretch between two edges.
//
// Usage:
//   const sums = sumBins(timeline, from, to, 400);        // at most 400 stretches
//   const sums = foldSums(region, timeline.events);       // edges from 0 to 1
//   const rates = ratesOf(sums, timeline.events, cycles); // [{ key, label, unit, level, values }]
//   scaleOf(rates, edges, timeline.end);                  // { top, cut }: of a panel's axis
//   const all = totalOf(sums);                            // the numbers of all stretches together

import { LEVELS, missesOf, useName } from '../lib/levels.js';

// Misses by level: the events that count them, and the level that they are served by at the earliest.
const MISSES = LEVELS.map((level) => ({
  key: `miss${level === 'LL' ? level : level.slice(1)}`,
  label: `${level} misses`,
  events: missesOf(level),
  after: level,
}));

// How many bins become one stretch, so that at most `most` of them are left. A power of two, and
// stretches begin at multiples of it: panning does not change what a stretch shows.
export function binsPerStretch(n_bins, most) {
  let width = 1;
  while (Math.ceil(n_bins / width) + 1 > Math.max(2, most) && width < n_bins) width *= 2;
  return width;
}

// The bins that overlap [from, to), added up to at most `most` stretches.
export function sumBins(timeline, from, to, most = Infinity) {
  const { start, bin_instructions: wide, bins } = timeline;
  const first = Math.max(0, Math.floor((from - start) / wide));
  const last = Math.min(bins.length, Math.ceil((to - start) / wide));
  const width = binsPerStretch(Math.max(1, last - first), most);
  const edges = [];
  const sums = [];
  for (let i = first - (first % width); i < last; i += width) {
    const end = Math.min(i + width, bins.length);
    const sum = timeline.events.map(() => 0);
    for (let b = i; b < end; b++) for (let e = 0; e < sum.length; e++) sum[e] += bins[b][e];
    edges.push(start + i * wide);
    sums.push(sum);
  }
  const end = first - (first % width) + sums.length * width;
  edges.push(end >= bins.length ? Math.max(timeline.end, start + (bins.length - 1) * wide) : start + end * wide);
  return { edges, sums };
}

// The value of a curve of points (x, y), ascending in x, at this x.
export function interpolate(xs, ys, x) {
  if (x <= xs[0]) return ys[0];
  let low = 0;
  let high = xs.length - 1;
  if (x >= xs[high]) return ys[high];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (xs[middle] <= x) low = middle;
    else high = middle;
  }
  return ys[low] + ((ys[high] - ys[low]) * (x - xs[low])) / (xs[high] - xs[low]);
}

// The folded curve of one event: its points, from (0, 0) to (1, 1). Bins without points are left out.
export function foldCurve(fold, event) {
  const xs = [0];
  const ys = [0];
  for (let bin = 0; bin < fold.bins; bin++) {
    if (!fold.points[bin]) continue;
    const x = fold.x[bin] / 1e6;
    if (x <= xs[xs.length - 1] || x >= 1) continue;
    xs.push(x);
    ys.push(fold.y[bin][event] / 1e6);
  }
  xs.push(1);
  ys.push(1);
  return { xs, ys };
}

// The mean instance in as many stretches as the fold has bins: shares at the edges, times the mean cost.
export function foldSums(region, events) {
  const { fold } = region;
  const curves = events.map((_, e) => foldCurve(fold, e));
  const edges = Array.from({ length: fold.bins + 1 }, (_, i) => i / fold.bins);
  const sums = [];
  for (let bin = 0; bin < fold.bins; bin++) {
    sums.push(
      curves.map(({ xs, ys }, e) => {
        const share = interpolate(xs, ys, edges[bin + 1]) - interpolate(xs, ys, edges[bin]);
        return Math.max(0, share) * region.cost.mean[e];
      }),
    );
  }
  return { edges, sums };
}

export function totalOf({ sums }) {
  return sums.reduce((all, sum) => all.map((value, e) => value + sum[e]), sums.length ? sums[0].map(() => 0) : []);
}

// The terms of the estimated cycles that these events can give: [[index, factor]]; none without a model of the processor.
function cycleTerms(events, formula) {
  if (!formula || !events.includes('CyBase')) return [];
  return Object.entries(formula)
    .map(([name, factor]) => [events.indexOf(name), factor])
    .filter(([index]) => index >= 0);
}

function perInstruction(sums, ir, factor, terms) {
  return sums.map((sum) => {
    if (!(sum[ir] > 0)) return null;
    return (factor * terms.reduce((all, [e, weight]) => all + weight * sum[e], 0)) / sum[ir];
  });
}

// All rates that the events allow. `values` has a number for each stretch, null where nothing was executed.
// Without any event of a level, the level is missing.
export function ratesOf({ sums }, events, formula) {
  const ir = events.indexOf('Ir');
  if (ir < 0) return [];
  const rates = [];
  for (const { key, label, events: names, after } of MISSES) {
    const terms = names.map((name) => [events.indexOf(name), 1]).filter(([index]) => index >= 0);
    if (terms.length) rates.push({ key, label, after, unit: 'misses', values: perInstruction(sums, ir, 1000, terms) });
  }
  for (const after of LEVELS) {
    const key = `SpLoss${useName(after)}`;
    if (!events.includes(key)) continue;
    const values = perInstruction(sums, ir, 1000, [[events.indexOf(key), 1]]);
    rates.push({ key, label: `unused bytes of ${after}`, after, unit: 'bytes', values });
  }
  const terms = cycleTerms(events, formula);
  if (terms.length > 1)
    rates.push({
      key: 'cycles',
      label: 'estimated cycles',
      unit: 'cycles',
      values: perInstruction(sums, ir, 1, terms),
    });
  return rates;
}

// The top of an axis for these rates, and the largest value that it cuts, or null. What the caches hold when the
// program ends is counted as unused in the last bin: a spike that would flatten all else. With `end`, the clock of
// the program's end, the stretch with the last bin is left out of the scale, unless there is none but it.
export function scaleOf(rates, edges, end = Infinity) {
  const largest = (from, to) =>
    rates.reduce((most, { values }) => values.slice(from, to).reduce((a, b) => Math.max(a, b ?? 0), most), 0);
  const n = edges.length - 1;
  const all = largest(0, n);
  const most = n > 1 && edges[n] >= end ? largest(0, n - 1) : all;
  const top = (most > 0 ? most : all) * 1.05 || 1;
  return { top, cut: all > top ? all : null };
}

// The formula of the estimated cycles that the model has, or undefined.
export function cyclesFormula(model) {
  const event = (model.events || []).find((e) => e.name === 'CEst' && e.formula);
  return event && event.formula;
}
