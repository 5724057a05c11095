// SPDX-License-Identifier: GPL-3.0-or-later
//
// address_space.js: puts the addresses of samples onto a short axis.
//
// A program uses a few stretches of its address space. This module makes a list of pieces of it, in
// ascending order, that contain every sample and every range that is shown; what lies between pieces
// is cut. Within a piece the axis is linear, so that a stream stays a straight line.
//
// Usage:
//   const pieces = makePieces(intervals, { most: 24 });   // [{ lo, hi }], hi is the first byte after
//   const axis = layOut(pieces, 300);                     // heights in pixels, addresses ascend upwards
//   axis.y(address);         // pixels from the top, or NaN in a gap
//   axis.address(y);         // the address there, or null in a gap

// Intervals ascending, those that touch or overlap united.
export function unite(intervals) {
  const sorted = intervals.filter((i) => i.hi > i.lo).sort((a, b) => a.lo - b.lo || a.hi - b.hi);
  const united = [];
  for (const { lo, hi } of sorted) {
    const last = united[united.length - 1];
    if (last && lo <= last.hi) last.hi = Math.max(last.hi, hi);
    else united.push({ lo, hi });
  }
  return united;
}

// The pieces of the axis: united intervals, of which neighbours are joined until at most `most` are
// left. Neighbours that are close to each other, compared with the smaller one, are joined first. Gaps of at most
// `least_B` bytes are never cut.
export function makePieces(intervals, { most = 24, least_B = 256 } = {}) {
  const united = unite(intervals);
  const cuts = [];
  for (let i = 1; i < united.length; i++) {
    const gap_B = united[i].lo - united[i - 1].hi;
    const smaller_B = Math.min(united[i].hi - united[i].lo, united[i - 1].hi - united[i - 1].lo);
    if (gap_B > least_B) cuts.push({ i, weight: gap_B + smaller_B });
  }
  cuts.sort((a, b) => b.weight - a.weight || a.i - b.i);
  const starts = new Set(cuts.slice(0, Math.max(0, most - 1)).map((cut) => cut.i));
  const pieces = [];
  united.forEach((interval, i) => {
    if (i === 0 || starts.has(i)) pieces.push({ lo: interval.lo, hi: interval.hi });
    else pieces[pieces.length - 1].hi = interval.hi;
  });
  return pieces;
}

// The number of the piece with this address, or -1.
export function findPiece(pieces, address) {
  let low = 0;
  let high = pieces.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (address < pieces[middle].lo) high = middle - 1;
    else if (address >= pieces[middle].hi) low = middle + 1;
    else return middle;
  }
  return -1;
}

// A piece with a smaller share of the samples than this is small, whatever its size.
const RARE = 0.004;
const RARE_LEAST = 3;

// Heights for the pieces: `least` pixels for each, the rest in proportion to (bytes ^ power), less for rare ones.
function heights(pieces, room, { least, power, shares }) {
  const used = pieces.map((_, i) => (shares ? Math.min(1, shares[i] / RARE) : 1));
  const weights = pieces.map((piece, i) => used[i] * (piece.hi - piece.lo) ** power);
  const sum = weights.reduce((a, b) => a + b, 0);
  const wanted = used.map((part) => Math.min(least, RARE_LEAST) + part * Math.max(0, least - RARE_LEAST));
  const floor = Math.min(1, room / wanted.reduce((a, b) => a + b, 0.001));
  const floors = wanted.map((each) => each * floor);
  const rest = room - floors.reduce((a, b) => a + b, 0);
  return weights.map((weight, i) => floors[i] + (sum > 0 ? (rest * weight) / sum : rest / pieces.length));
}

// Invariants of an axis: top[i] < bottom[i]; top[i] = bottom[i + 1] + gap; bottom[0] is the height.
// `shares` has each piece's share of the samples, if that is to matter.
export function layOut(pieces, height, { gap = 4, least = 10, power = 0.5, shares = null } = {}) {
  const n = pieces.length;
  const between = n > 1 ? Math.min(gap, height / (4 * (n - 1))) : 0;
  const each = n ? heights(pieces, height - between * (n - 1), { least, power, shares }) : [];
  const bottom = [];
  const top = [];
  const perByte = [];
  let y = height;
  for (let i = 0; i < n; i++) {
    bottom.push(y);
    top.push(y - each[i]);
    perByte.push(each[i] / (pieces[i].hi - pieces[i].lo));
    y -= each[i] + between;
  }
  return {
    pieces,
    top,
    bottom,
    perByte,
    height,
    gap: between,
    y(address) {
      const i = findPiece(pieces, address);
      return i < 0 ? NaN : bottom[i] - (address - pieces[i].lo) * perByte[i];
    },
    address(at) {
      for (let i = 0; i < n; i++) {
        if (at > bottom[i] || at < top[i]) continue;
        return Math.min(pieces[i].hi - 1, Math.floor(pieces[i].lo + (bottom[i] - at) / perByte[i]));
      }
      return null;
    },
  };
}
