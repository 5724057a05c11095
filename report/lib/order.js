// SPDX-License-Identifier: GPL-3.0-or-later
//
// order.js: rows of a table, sorted and filtered, fast enough for 100,000 of them at each key.
//
// Usage: const all = sorted(length, { value: (i) => costs[i], descending: true });    // Uint32Array of rows
//        const some = filtered(all, matcher('foo|bar')(names));
// Rows with equal values stay in their order, whichever the direction.
export function sorted(length, { value, descending = false }) {
  const values = Array.from({ length }, (_, i) => value(i));
  const sign = descending ? -1 : 1;
  return Uint32Array.from({ length }, (_, i) => i).sort((a, b) => {
    const x = values[a], y = values[b];
    return x < y ? -sign : x > y ? sign : a - b;
  });
}

// The rows that contain all words of the pattern, in any case.
export function filtered(rows, lowerNames, pattern) {
  const words = pattern.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((i) => words.every((word) => lowerNames[i].includes(word)));
}
