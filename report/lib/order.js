// SPDX-License-Identifier: GPL-3.0-or-later
//
// order.js: rows of a table, sorted and filtered, fast enough for 100,000 of them at each key.
//
// Usage: const all = sorted(length, { value: (i) => costs[i], descending: true });    // Uint32Array of rows
//        const some = filtered(all, lowerNames, 'sort int');
// Rows with equal values stay in their order, whichever the direction.
export function sorted(length, { value, descending = false }) {
  const values = Array.from({ length }, (_, i) => value(i));
  const sign = descending ? -1 : 1;
  const rows = new Uint32Array(length);
  for (let i = 0; i < length; i++) rows[i] = i;
  return rows.sort((a, b) => {
    const x = values[a],
      y = values[b];
    return x < y ? -sign : x > y ? sign : a - b;
  });
}

// The rows whose names contain all words of the pattern, in any case. The names, in lower case, may be a function
// that makes them: it is called only if there is a pattern.
export function filtered(rows, lowerNames, pattern) {
  const words = pattern.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  const names = typeof lowerNames === 'function' ? lowerNames() : lowerNames;
  return rows.filter((i) => words.every((word) => names[i].includes(word)));
}
