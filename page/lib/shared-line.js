// SPDX-License-Identifier: GPL-3.0-or-later
//
// shared-line.js: which bytes of a shared line of memory its threads use, and whose bytes they are.
//
// Usage: const line = finding.sharing.heaviest;              // as xgrind_report --json has it
//        usesOf(line)         // [{ thread, reads, writes, read: [[0, 7]], written: [[0, 7]], use: 'rw..' of each byte }]
//        ownersOf(line, 64)   // [{ object, thread, size_B, first, last }]: allocations in the line
//        rangesText([[0, 7], [9, 9]])                        // "0-7, 9"
// Bytes are counted from the start of the line.
const LEAST_B = 64;

// Ranges of a piece are counted from its allocation, or from the line where nothing is allocated.
function inLine({ address, allocations }, pieces) {
  return (pieces ?? [])
    .flatMap(({ allocation, ranges }) => {
      const shift = allocation == null ? 0 : allocations[allocation].start - address;
      return ranges.map(([first, last]) => [first + shift, last + shift]);
    })
    .sort((a, b) => a[0] - b[0]);
}

export const rangesText = (ranges) =>
  ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(', ');

const within = (ranges, byte) => ranges.some(([first, last]) => first <= byte && byte <= last);

export function usesOf(line) {
  const threads = (line.threads ?? []).map(({ thread, reads, writes, read, written }) => ({
    thread,
    reads,
    writes,
    read: inLine(line, read),
    written: inLine(line, written),
  }));
  const last = threads.flatMap((each) => [...each.read, ...each.written]).reduce((most, [, end]) => Math.max(most, end), LEAST_B - 1);
  return threads.map((each) => ({
    ...each,
    use: Array.from({ length: last + 1 }, (_, byte) =>
      within(each.written, byte) ? 'w' : within(each.read, byte) ? 'r' : '.',
    ).join(''),
  }));
}

export function ownersOf({ address, allocations }, line_B) {
  return (allocations ?? []).map(({ object, thread, start, size_B }) => ({
    object,
    thread,
    size_B,
    first: Math.max(0, start - address),
    last: Math.min(line_B, start + size_B - address) - 1,
  }));
}
