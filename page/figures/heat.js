// SPDX-License-Identifier: GPL-3.0-or-later
//
// heat.js: which bytes of an object are used, by offset from the start of its ranges.
//
// Usage:
//   const heat = heatFromSamples(samples, ranges, object);
//   heat.cells: [{ offset, size_B, loads, stores }], heat.largest, heat.n (samples)
//
//   heatFromBytes(object.bytes, object).small    // also line, parts; each a list of cells, or null
//   lineUse(object, ranges, samples)             // { cells: 64 of a line of memory, with `own`, exact, n }, or null: it is not known
//   runsOf(cells)                                // [{ offset, size_B, loads, stores }], neighbours that are alike
//
// The timeline's samples say where accesses go, with the precision of a sample; a data file with "bytes" says
// it exactly.

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
  for (let offset = 0; offset < size_B; offset += cell_B)
    cells.push({ offset, size_B: Math.min(cell_B, size_B - offset), loads: 0, stores: 0 });
  return cells;
}

// The range of this object that an access at this clock and address lies in, or undefined. Without a clock
// (folded samples) the first one with the address.
export function rangeAt(ranges, object, address, at = null) {
  return ranges.find(
    (r) =>
      r.object === object &&
      address >= r.start &&
      address < r.start + r.size_B &&
      (at === null || (at >= r.born && (r.died === null || at < r.died))),
  );
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
    const range =
      rangeAt(own, object, samples.address[i], folded ? null : samples.x[i]) ||
      rangeAt(own, object, samples.address[i]);
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

function cellsOf({ loads, stores }, sizeOf, offsetOf) {
  return loads.map((n, i) => ({ offset: offsetOf(i), size_B: sizeOf(i), loads: n, stores: stores[i] }));
}

// The cells of a data file's "bytes": of ranges of at most 4096 bytes by byte; of larger ones by byte of a line of
// 64 bytes, and by 256th part of the range. The size of a range is that of the object if it has one range only;
// otherwise parts are shares: their offsets and sizes are in 256ths, and `shares` is true.
export function heatFromBytes(bytes, { size_B, count }) {
  const has = (counts) => counts && counts.loads && counts.loads.length > 0;
  const byByte = (counts) =>
    has(counts)
      ? cellsOf(
          counts,
          () => 1,
          (i) => i,
        )
      : null;
  const shares = count !== 1 || !(size_B > BYTES_MAX);
  const start = (part) => (shares ? part : Math.ceil((part * size_B) / PARTS));
  const parts = has(bytes.parts) ? cellsOf(bytes.parts, (i) => start(i + 1) - start(i), start) : null;
  return { small: byByte(bytes), line: byByte(bytes.line), parts, shares };
}

// Neighbours with equal numbers of loads and of stores: of a structure, its fields.
export function runsOf(cells) {
  const runs = [];
  for (const cell of cells) {
    const last = runs[runs.length - 1];
    if (last && last.loads === cell.loads && last.stores === cell.stores) last.size_B += cell.size_B;
    else runs.push({ ...cell });
  }
  return runs;
}

const LINE_B = 64;

const emptyLine = () => Array.from({ length: LINE_B }, (_, offset) => ({ offset, size_B: 1, loads: 0, stores: 0, own: false }));

// Marks the bytes of lines that are in a range.
function markOwn(cells, { start, size_B }) {
  for (let byte = 0; byte < Math.min(size_B, LINE_B); byte++) cells[(start + byte) % LINE_B].own = true;
}

// By byte of the object: where these are in lines follows from where its ranges begin, if all begin alike.
function lineOfBytes({ loads, stores }, ranges) {
  const starts = new Set(ranges.map(({ start }) => start % LINE_B));
  if (starts.size !== 1) return null;
  const [start] = starts;
  const cells = emptyLine();
  loads.forEach((n, byte) => {
    const cell = cells[(start + byte) % LINE_B];
    cell.loads += n;
    cell.stores += stores[byte];
  });
  for (const range of ranges) markOwn(cells, range);
  return { cells, exact: true };
}

function lineOfSamples(object, ranges, samples) {
  const cells = emptyLine();
  let n = 0;
  for (let i = 0; i < samples.n; i++) {
    if (samples.kind[i] <= 0 || samples.object[i] !== object) continue;
    n++;
    for (let byte = 0; byte < Math.min(LINE_B, Math.max(1, samples.size_B[i])); byte++) {
      const cell = cells[(samples.address[i] + byte) % LINE_B];
      if (samples.kind[i] === 1) cell.loads++;
      else cell.stores++;
      cell.own = true;
    }
  }
  for (const range of ranges) markOwn(cells, range);
  return n > 0 ? { cells, exact: false, n } : null;
}

// Which bytes of the lines of memory that an object is in are used, of all its lines together: as the data file counts it, or else by
// the samples of the timeline. A byte that is not `own` belongs to something else in all of them.
export function lineUse({ id, bytes }, ranges = [], samples = { n: 0 }) {
  const own = ranges.filter(({ object }) => object === id);
  if (bytes?.line?.loads?.length) {
    const cells = cellsOf(bytes.line, () => 1, (i) => i);
    return { cells: cells.map((cell) => ({ ...cell, own: true })), exact: true };
  }
  return (bytes?.loads?.length ? lineOfBytes(bytes, own) : null) ?? lineOfSamples(id, own, samples);
}
