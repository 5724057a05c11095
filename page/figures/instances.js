// SPDX-License-Identifier: GPL-3.0-or-later
//
// instances.js: the instances of a region: one list, its outliers marked, and how they spread.
//
// Usage:
//   const rows = instancesOf(region);            // [{ number, start, instructions, thread, cost, outlier }]
//   const bars = histogram(values, 24);          // [{ from, to, n }]

// The instances that the data file lists, and the longest and shortest ones, which it may have left out of the list.
export function instancesOf(region) {
  const { list, outliers } = region;
  const far = new Map(outliers.map((each) => [each.number, each]));
  const rows = list.number.map((number, i) => ({
    number,
    start: list.start[i],
    instructions: list.instructions[i],
    thread: list.thread[i],
    cost: list.cost[i],
    outlier: false,
  }));
  const listed = new Set(list.number);
  for (const each of far.values()) if (!listed.has(each.number)) rows.push({ ...each, outlier: false });
  for (const row of rows) row.outlier = isOutlier(row.instructions, region.instructions);
  return rows.sort((a, b) => a.number - b.number);
}

// An instance is an outlier if its length is more than three standard deviations from the mean.
export function isOutlier(instructions, { mean, stddev }) {
  return stddev > 0 && Math.abs(instructions - mean) > 3 * stddev;
}

// Equal steps from the least to the largest value; the last step includes its end.
export function histogram(values, n_bars) {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) [least, most] = [Math.min(least, value), Math.max(most, value)];
  if (!(most > least)) return values.length ? [{ from: least, to: most, n: values.length }] : [];
  const step = (most - least) / n_bars;
  const bars = Array.from({ length: n_bars }, (_, i) => ({ from: least + i * step, to: least + (i + 1) * step, n: 0 }));
  for (const value of values) bars[Math.min(n_bars - 1, Math.floor((value - least) / step))].n++;
  return bars;
}
