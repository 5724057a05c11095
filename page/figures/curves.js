// SPDX-License-Identifier: GPL-3.0-or-later
//
// curves.js: miss curves as lists of points, and what they say at the sizes of caches.
//
// Usage:
//   const list = curveList(curves, labels);    // [{ key: 'program', kind, name, curve }, ...]
//   missesAt(curves.sizes_B, curve, 32768);    // of a cache of this size
//   shareAt(sizes, curve, 32768);              // { percent, error, least, most, told }: with a standard error, and whether it says something
//   gain(sizes, curve, 32768);                 // { misses, size_B }: what a larger cache saves, and which does
//   cacheSizes(model.settings);                // [{ name: 'D1', size_B: 32768 }]

import { DATA_LEVELS } from '../lib/levels.js';
import { parseBytes } from './ticks.js';

export function curveList(curves, { objectLabel }) {
  const functions = (curves.functions ?? []).flatMap(({ name, file, self, inclusive }, i) =>
    [
      { key: `self ${i}`, kind: 'self', name, file, curve: self },
      { key: `inclusive ${i}`, kind: 'inclusive', name, file, curve: inclusive },
    ].filter(({ curve }) => curve),
  );
  const objects = (curves.objects ?? []).map((each) => ({
    key: `object ${each.id}`,
    kind: 'object',
    id: each.id,
    name: objectLabel(each.id),
    curve: each.self ?? each,
  }));
  return [{ key: 'program', kind: 'program', name: 'The program', curve: curves.program }, ...functions, ...objects];
}

// The largest size of the curve that is not larger than the cache; -1: the cache is smaller than a line.
export function sizeIndex(sizes, size_B) {
  let i = sizes.length - 1;
  while (i >= 0 && sizes[i] > size_B) i--;
  return i;
}

// All accesses miss a cache of no line; beyond the last size only cold misses are left.
export function missesAt(sizes, curve, size_B) {
  const i = sizeIndex(sizes, size_B);
  return i < 0 ? curve.accesses : curve.misses[i];
}

const BLURRED = 0.5; // of the misses: with a larger error, a sample does not tell how many there are
const LITTLE_percent = 1; // and an error of less does not matter

// The percentage of the accesses that miss a cache of this size, with what the standard error leaves open.
export function shareAt(sizes, curve, size_B) {
  const i = sizeIndex(sizes, size_B);
  const [misses, error] = [missesAt(sizes, curve, size_B), i < 0 ? 0 : (curve.error?.[i] ?? 0)];
  const percent = (value) => (curve.accesses > 0 ? (100 * Math.min(curve.accesses, Math.max(0, value))) / curve.accesses : 0);
  return {
    percent: percent(misses),
    error: percent(error),
    least: percent(misses - error),
    most: percent(misses + error),
    told: error <= BLURRED * misses || percent(error) < LITTLE_percent,
  };
}

// By how many misses less than with this size the curve ends, and the size that has nine tenths of that.
export function gain(sizes, curve, size_B) {
  const first = Math.max(0, sizeIndex(sizes, size_B));
  const misses = curve.misses[first] - curve.misses[curve.misses.length - 1];
  if (!(misses > 0)) return { misses: 0, size_B: null };
  let i = first;
  while (curve.misses[first] - curve.misses[i] < 0.9 * misses) i++;
  return { misses, size_B: sizes[i] };
}

export function cacheSizes(settings) {
  return (settings ?? [])
    .filter(([name]) => DATA_LEVELS.includes(name))
    .map(([name, value]) => ({ name, size_B: parseBytes(String(value)) }))
    .filter(({ size_B }) => size_B > 0);
}

// Percentages of `whole`, with the error band; no band where there is no error.
export function pointsOf(curve, whole) {
  const share = (value) => (whole > 0 ? (100 * value) / whole : 0);
  return {
    value: curve.misses.map(share),
    low: curve.misses.map((value, i) => share(Math.max(0, value - (curve.error?.[i] ?? 0)))),
    high: curve.misses.map((value, i) => share(Math.min(whole, value + (curve.error?.[i] ?? 0)))),
    error: curve.misses.map((_, i) => share(curve.error?.[i] ?? 0)),
  };
}
