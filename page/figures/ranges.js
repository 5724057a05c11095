// SPDX-License-Identifier: GPL-3.0-or-later
//
// ranges.js: the ranges of objects behind a timeline's samples, and the stretches of addresses to show.
//
// Usage:
//   const of = rangesOf(samples, ranges, { folded });    // Int32Array: index of each sample's range, or -1
//   const shown = intervalsOf(samples, ranges, of, kindOf);
//
// kindOf(object) is the kind of an object ("heap", "static", ...). Of stacks, mappings and what nobody knows,
// and of ranges that samples use a small part of, only the pages with samples are shown.

const PAGE_B = 4096;
const WHOLE = new Set(['heap', 'static']);
const SMALL_PART = 64;
const LOOK_BACK = 64;

const pageStart = (address) => address - (address % PAGE_B);

function holds(range, samples, i, folded) {
  if (
    range.object !== samples.object[i] ||
    samples.address[i] < range.start ||
    samples.address[i] >= range.start + range.size_B
  )
    return false;
  return folded || (samples.x[i] >= range.born && (range.died === null || samples.x[i] <= range.died));
}

// A sample whose clock fits no range of its object takes one that fits but for the clock.
export function rangesOf(samples, ranges, { folded = false } = {}) {
  const order = ranges.map((_, r) => r).sort((a, b) => ranges[a].start - ranges[b].start || a - b);
  const starts = Float64Array.from(order, (r) => ranges[r].start);
  const found = new Int32Array(samples.n).fill(-1);
  for (let i = 0; i < samples.n; i++) {
    if (samples.kind[i] <= 0 || samples.object[i] < 0) continue;
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= samples.address[i]) low = middle + 1;
      else high = middle;
    }
    for (const timeless of folded ? [true] : [false, true]) {
      for (let k = low - 1; k >= 0 && k >= low - LOOK_BACK && found[i] < 0; k--) {
        if (holds(ranges[order[k]], samples, i, timeless)) found[i] = order[k];
      }
    }
  }
  return found;
}

export function intervalsOf(samples, ranges, of, kindOf) {
  const least = new Float64Array(ranges.length).fill(Infinity);
  const most = new Float64Array(ranges.length).fill(-Infinity);
  const loose = new Set();
  for (let i = 0; i < samples.n; i++) {
    if (samples.kind[i] <= 0) continue;
    const end = samples.address[i] + Math.max(1, samples.size_B[i]);
    if (of[i] < 0) {
      loose.add(pageStart(samples.address[i]));
      continue;
    }
    least[of[i]] = Math.min(least[of[i]], samples.address[i]);
    most[of[i]] = Math.max(most[of[i]], end);
  }
  const shown = [...loose].map((lo) => ({ lo, hi: lo + PAGE_B }));
  ranges.forEach((range, r) => {
    if (most[r] < 0) return;
    const end = range.start + range.size_B;
    const whole =
      WHOLE.has(kindOf(range.object)) && range.size_B <= Math.max(PAGE_B, SMALL_PART * (most[r] - least[r]));
    if (whole) shown.push({ lo: range.start, hi: end });
    else
      shown.push({
        lo: Math.max(range.start, pageStart(least[r])),
        hi: Math.min(Math.max(end, most[r]), pageStart(most[r] - 1) + PAGE_B),
      });
  });
  return shown;
}

const OBJECTS = 2 ** 32; // more than a run has

// Where objects are on the axis, for their names: [{ object, piece, lo, hi, n }] of the samples a ... b - 1, most
// samples first.
export function namesOf(samples, piece, a = 0, b = samples.n) {
  const found = new Map();
  for (let i = a; i < b; i++) {
    if (piece[i] < 0) continue;
    const key = piece[i] * OBJECTS + samples.object[i] + 1;
    let name = found.get(key);
    if (!name) found.set(key, (name = { object: samples.object[i], piece: piece[i], lo: Infinity, hi: 0, n: 0 }));
    name.lo = Math.min(name.lo, samples.address[i]);
    name.hi = Math.max(name.hi, samples.address[i] + 1);
    name.n++;
  }
  return [...found.values()].sort((a, b) => b.n - a.n || a.lo - b.lo);
}
