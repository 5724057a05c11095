// SPDX-License-Identifier: GPL-3.0-or-later
//
// heat.js: which bytes of an object are used, by offset from the start of its ranges.
//
// Usage:
//   const heat = heatFromSamples(samples, ranges, object);
//   heat.cells: [{ offset, size_B, loads, stores }], heat.largest, heat.n (samples)
//
// The timeline's samples say where accesses go, with the precision of a sample; a data file with "bytes" says
// it exactly (heatFromBytes).

const BYTES_MAX = 4096;
const PARTS = 256;

// The size of a cell for a range of this size: a byte up to 128 bytes, at most 512 cells up to 4096 bytes,
// then a 256th part.
export function cellSize(size_B) {
  if (size_B <= 128) return 1;
  if (size_B <= BYTES_MAX) return Math.max(1, 2 ** Math.ceil(Math.log2(size_B / 512)));
  return Math.ceil(size_B / PARTS);
}

function emptyCells(size_B, cell_B) {
  const cells = [];
  for (let offset = 0; offset < size_B; offset += cell_B) cells.push({ offset, size_B: Math.min(cell_B, size_B - offset), loads: 0, stores: 0 });
  return cells;
}

// The range of this object that an access at this clock and address lies in, or undefined. Without a clock
// (folded samples) the first one with the address.
export function rangeAt(ranges, object, address, at = null) {
  return ranges.find((r) => r.object === object && address >= r.start && address < r.start + r.size_B &&
    (at === null || (at >= r.born && (r.died === null || at < r.died))));
}

// An access counts in each cell that it touches.
export function heatFromSamples(samples, ranges, object, { folded = false } = {}) {
  const own = ranges.filter((r) => r.object === object);
  const largest = own.reduce((size, r) => Math.max(size, r.size_B), 0);
  const cell_B = cellSize(largest || 1);
  const cells = emptyCells(largest, cell_B);
  let n = 0;
  for (let i = 0; i < samples.n; i++) {
    if (samples.kind[i] <= 0 || samples.object[i] !== object) continue;
    const range = rangeAt(own, object, samples.address[i], folded ? null : samples.x[i]) || rangeAt(own, object, samples.address[i]);
    if (!range) continue;
    n++;
    const first = samples.address[i] - range.start;
    const last = Math.min(range.size_B, first + Math.max(1, samples.size_B[i])) - 1;
    for (let c = Math.floor(first / cell_B); c <= Math.floor(last / cell_B); c++) {
      if (samples.kind[i] === 1) cells[c].loads++;
      else cells[c].stores++;
    }
  }
  return { cells, cell_B, largest, n };
}

export function hottest(cells) {
  return cells.reduce((most, cell) => Math.max(most, cell.loads + cell.stores), 0);
}

// Runs of cells that nobody used, [{ offset, size_B }], longest first.
export function unusedRuns(cells) {
  const runs = [];
  for (const cell of cells) {
    if (cell.loads + cell.stores > 0) continue;
    const last = runs[runs.length - 1];
    if (last && last.offset + last.size_B === cell.offset) last.size_B += cell.size_B;
    else runs.push({ offset: cell.offset, size_B: cell.size_B });
  }
  return runs.sort((a, b) => b.size_B - a.size_B || a.offset - b.offset);
}
