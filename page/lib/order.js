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

// What says whether a name in lower case contains all words of a pattern, in any case; null if it has no word.
export function matcher(pattern) {
  const words = pattern.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length ? (name) => words.every((word) => name.includes(word)) : null;
}

// The rows whose names match a pattern. The names, in lower case, may be a function
// that makes them: it is called only if there is a pattern.
export function filtered(rows, lowerNames, pattern) {
  const matches = matcher(pattern);
  if (!matches) return rows;
  const names = typeof lowerNames === 'function' ? lowerNames() : lowerNames;
  return rows.filter((i) => matches(names[i]));
}
