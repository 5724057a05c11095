// SPDX-License-Identifier: GPL-3.0-or-later
//
// sets.js: misses of cache sets, for the pressure map.
//
// Usage:
//   const map = setsOf(model.sets, 'D1');   // { n, all: [{ set, misses: [cold, cap, ...], sum }], total, complete }
//   shownSets(map, 'conflict');             // Float64Array, a number for each set
//   gridOf(1024, 900);                      // { columns, rows, side }: squares of the sets
//   even(values);                         // all sets are within 10 % of each other
//   const most = usualMost(map, values);    // so many misses a set may have if they are evenly spread
//   alarm(value, most);                     // 0 ... 1: how far a set is beyond that
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

const CHANCE = 4; // standard deviations of a set's misses, if they are spread at random

// Twice the mean of all sets, or what chance makes of it where misses are few. Sets that the file does not list have no more misses
// than the last one that it does.
export function usualMost(map, values) {
  const listed = values.reduce((sum, value) => sum + value, 0);
  const rest = map.complete ? 0 : (map.n - map.all.length) * map.all.reduce((least, { sum }) => Math.min(least, sum), Infinity);
  const mean = map.n ? (listed + rest) / map.n : 0;
  return mean + Math.max(mean, CHANCE * Math.sqrt(mean));
}

const ALARMING = 8; // times the usual most: the strongest colour

export function alarm(value, most) {
  return value > most && most > 0 ? Math.min(1, Math.log(value / most) / Math.log(ALARMING)) : 0;
}
