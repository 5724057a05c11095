// SPDX-License-Identifier: GPL-3.0-or-later
//
// raster.js: draws many samples quickly: each is a stamp of a few pixels in an array of pixels.
//
// Usage:
//   const groups = groupsOf(samples, 4);                       // once
//   const piece = piecesOf(samples, pieces);                   // once per axis of addresses
//   const stamp = makeStamp('diamond', 5, false);
//   const n = place(groups[kind][level], samples, piece, axis, view, keep, xs, ys);
//   paint(pixels, width, height, xs, ys, n, stamp, colour);    // pixels: Uint32Array, colour: packed()
//   nearest(samples, piece, axis, view, x, y, 8, keep);        // the sample under the pointer, or -1
//
// A view is { from, to, width }: [from, to) of the samples' x on `width` pixels.

import { findPiece } from './address_space.js';
import { lowerBound, within } from './samples.js';

// groups[kind][level]: the numbers of samples of this kind (1 loads, 2 stores) and level, ascending in x.
export function groupsOf(samples, n_levels) {
  const numbers = [null, new Uint32Array(n_levels), new Uint32Array(n_levels)];
  const counted = (i) => samples.kind[i] > 0 && samples.served[i] < n_levels;
  for (let i = 0; i < samples.n; i++) if (counted(i)) numbers[samples.kind[i]][samples.served[i]]++;
  const groups = numbers.map(
    (levels) => levels && Array.from(levels, (n) => ({ index: new Uint32Array(n), x: new Float64Array(n) })),
  );
  for (let i = samples.n - 1; i >= 0; i--) {
    if (!counted(i)) continue;
    const group = groups[samples.kind[i]][samples.served[i]];
    const at = --numbers[samples.kind[i]][samples.served[i]];
    group.index[at] = i;
    group.x[at] = samples.x[i];
  }
  return groups;
}

// The piece of each sample's address, -1 for samples without access or outside of all pieces.
export function piecesOf(samples, pieces) {
  const piece = new Int16Array(samples.n);
  for (let i = 0; i < samples.n; i++) piece[i] = samples.kind[i] > 0 ? findPiece(pieces, samples.address[i]) : -1;
  return piece;
}

export function xOf(view, x) {
  return ((x - view.from) * view.width) / (view.to - view.from);
}

export function yOf(axis, piece, address) {
  return axis.bottom[piece] - (address - axis.pieces[piece].lo) * axis.perByte[piece];
}

// Writes the whole-pixel positions of a group's samples into xs and ys; returns how many there are.
export function place(group, samples, piece, axis, view, keep, xs, ys) {
  const perX = view.width / (view.to - view.from);
  const margin = (3 / view.width) * (view.to - view.from);
  const [a, b] = within(group.x, view.from - margin, view.to + margin);
  let n = 0;
  for (let j = a; j < b; j++) {
    const i = group.index[j];
    const p = piece[i];
    if (p < 0 || (keep && !keep(i))) continue;
    xs[n] = Math.floor((group.x[j] - view.from) * perX);
    ys[n] = Math.floor(axis.bottom[p] - (samples.address[i] - axis.pieces[p].lo) * axis.perByte[p]);
    n++;
  }
  return n;
}

const SHAPES = {
  square: () => true,
  diamond: (u, v) => Math.abs(u) + Math.abs(v) <= 1.05,
  wedge: (u, v) => Math.abs(u) <= (1.15 - v) / 2,
  triangle: (u, v) => Math.abs(u) <= (v + 1.15) / 2,
  cross: (u, v) => Math.abs(Math.abs(u) - Math.abs(v)) <= 0.34,
};

// The cells of a shape of size × size pixels, relative to its centre. Hollow shapes are for stores; below
// 4 pixels there is no room for a hole.
export function makeStamp(shape, size, hollow) {
  const inside = SHAPES[shape];
  const half = (size - 1) / 2 || 1;
  const covers = (i, j) =>
    i >= 0 && j >= 0 && i < size && j < size && inside((i - (size - 1) / 2) / half, (j - (size - 1) / 2) / half);
  const cells = [];
  for (let j = 0; j < size; j++) {
    for (let i = 0; i < size; i++) {
      if (!covers(i, j)) continue;
      const edge = !covers(i - 1, j) || !covers(i + 1, j) || !covers(i, j - 1) || !covers(i, j + 1);
      if (!hollow || size < 4 || shape === 'cross' || edge) cells.push([i - (size >> 1), j - (size >> 1)]);
    }
  }
  return cells;
}

export function paint(pixels, width, height, xs, ys, n, cells, colour) {
  for (let k = 0; k < n; k++) {
    const x = xs[k];
    const y = ys[k];
    for (let c = 0; c < cells.length; c++) {
      const px = x + cells[c][0];
      const py = y + cells[c][1];
      if (px >= 0 && px < width && py >= 0 && py < height) pixels[py * width + px] = colour;
    }
  }
}

// A colour "#rrggbb" as a pixel of ImageData, in the byte order of this machine.
export function packed(colour) {
  const value = parseInt(colour.slice(1), 16);
  const bytes = new Uint8Array([value >> 16, (value >> 8) & 255, value & 255, 255]);
  return new Uint32Array(bytes.buffer)[0];
}

// The sample whose point is nearest to (x, y), at most `reach` pixels away.
export function nearest(samples, piece, axis, view, x, y, reach, keep) {
  const perPixel = (view.to - view.from) / view.width;
  const at = view.from + x * perPixel;
  let best = -1;
  let least = reach * reach;
  for (
    let i = lowerBound(samples.x, at - reach * perPixel);
    i < samples.n && samples.x[i] <= at + reach * perPixel;
    i++
  ) {
    if (piece[i] < 0 || (keep && !keep(i))) continue;
    const dx = xOf(view, samples.x[i]) - x;
    const dy = yOf(axis, piece[i], samples.address[i]) - y;
    if (dx * dx + dy * dy > least) continue;
    least = dx * dx + dy * dy;
    best = i;
  }
  return best;
}
