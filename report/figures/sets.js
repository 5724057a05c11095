// SPDX-License-Identifier: GPL-3.0-or-later
//
// sets.js: misses of cache sets, for the pressure map.
//
// Usage:
//   const map = setsOf(model.sets, 'D1');   // { n, all: [{ set, misses: [cold, cap, ...], sum }], total, complete }
//   shownSets(map, 'conflict');             // Float64Array, a number for each set
//   gridOf(1024, 900);                      // { columns, rows, side }: squares of the sets
//   even(values);                         // all sets are within 10 % of each other
//   fewest(values, 0.9);                    // so many sets have nine tenths of the misses

export const CLASSES = ['cold', 'capacity', 'conflict', 'true sharing', 'false sharing'];

export function setsOf(sets, level) {
  const n = sets.n_sets[level] ?? 0;
  const all = (sets[level] ?? []).map(([set, ...misses]) => ({ set, misses, sum: misses.reduce((a, b) => a + b, 0) }));
  const total = CLASSES.map((_, c) => all.reduce((sum, each) => sum + (each.misses[c] ?? 0), 0));
  // Of levels behind D1 the data file has at most 1024 sets, those with most misses.
  return { n, all, total, complete: level === 'D1' || all.length < 1024 || n <= 1024 };
}

export function shownSets(map, which) {
  const index = CLASSES.indexOf(which);
  const values = new Float64Array(map.n);
  for (const each of map.all) values[each.set] = index < 0 ? each.sum : (each.misses[index] ?? 0);
  return values;
}

// Squares, a power of two in each row as sets are numbered in bits, as large as fit.
export function gridOf(n, width, { most = 26, high = 420 } = {}) {
  let best = { columns: 1, rows: n, side: 0 };
  for (let columns = 1; columns <= Math.max(1, n); columns *= 2) {
    const rows = Math.ceil(n / columns);
    const side = Math.min(most, Math.floor(width / columns), Math.floor(high / rows));
    if (side > best.side || (side === best.side && columns <= 64)) best = { columns, rows, side };
  }
  return { ...best, side: Math.max(1, best.side) };
}

export function fewest(values, share) {
  const sorted = Float64Array.from(values).sort().reverse();
  const wanted = share * sorted.reduce((a, b) => a + b, 0);
  let sum = 0;
  for (let i = 0; i < sorted.length; i++) {
    sum += sorted[i];
    if (sum >= wanted && sum > 0) return i + 1;
  }
  return 0;
}

const EVEN = 1.1;

export function even(values) {
  let [least, most] = [Infinity, 0];
  for (const value of values) [least, most] = [Math.min(least, value), Math.max(most, value)];
  return values.length > 1 && least > 0 && most <= EVEN * least;
}
