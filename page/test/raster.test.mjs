// SPDX-License-Identifier: GPL-3.0-or-later
//
// raster.test.mjs: samples as pixels, by arithmetic on patterns known by construction.
import assert from 'node:assert/strict';
import test from 'node:test';
import { layOut, makePieces } from '../figures/address_space.js';
import { groupsOf, makeStamp, nearest, packed, paint, piecesOf, place, xOf, yOf } from '../figures/raster.js';
import { wholeSamples } from '../figures/samples.js';
import { OBJECTS, PATTERNS, PERIOD, START, addressAt, handmade } from '../../tests/report/browser/handmade.mjs';

const WIDTH = 500;
const HEIGHT = 200;

function prepared(pattern, n) {
  const { timeline } = handmade({ pattern, samples: n });
  const samples = wholeSamples(timeline);
  const pieces = makePieces(timeline.ranges.map((r) => ({ lo: r.start, hi: r.start + r.size_B })));
  const axis = layOut(pieces, HEIGHT);
  return {
    samples,
    axis,
    piece: piecesOf(samples, pieces),
    view: { from: timeline.start, to: timeline.end, width: WIDTH },
  };
}

test('each sample is placed where its clock and address say', () => {
  for (const pattern of PATTERNS) {
    const n = 1000;
    const { samples, axis, piece, view } = prepared(pattern, n);
    const placed = new Set();
    const xs = new Int32Array(n);
    const ys = new Int32Array(n);
    let count = 0;
    groupsOf(samples, 3).forEach(
      (levels) =>
        levels &&
        levels.forEach((group) => {
          const k = place(group, samples, piece, axis, view, null, xs, ys);
          for (let j = 0; j < k; j++) placed.add(`${xs[j]} ${ys[j]}`);
          count += k;
        }),
    );
    const expected = Array.from({ length: n }, (_, i) => i).filter((i) => i % 5 !== 4);
    assert.equal(count, expected.length);
    for (const i of expected) {
      const address = addressAt(pattern, i, n);
      const k = axis.pieces.findIndex((p) => address >= p.lo && address < p.hi);
      const x = Math.floor((i * PERIOD * WIDTH) / (n * PERIOD));
      const height = axis.bottom[k] - axis.top[k];
      const y = axis.bottom[k] - ((address - axis.pieces[k].lo) * height) / (axis.pieces[k].hi - axis.pieces[k].lo);
      assert.ok(
        [0, 1, -1].some((d) => placed.has(`${x} ${Math.floor(y) + d}`)),
        `${pattern} ${i}`,
      );
    }
  }
});

test('the picture of a pattern has its form', () => {
  const slope = (pattern) => {
    const { samples, axis, piece } = prepared(pattern, 1000);
    const ys = [];
    for (let i = 0; i < samples.n; i++) if (piece[i] >= 0) ys.push(yOf(axis, piece[i], samples.address[i]));
    return ys;
  };
  slope('ascending').reduce((a, b) => (assert.ok(b < a + 1e-9), b));
  slope('descending').reduce((a, b) => (assert.ok(b > a - 1e-9), b));
  assert.equal(new Set(slope('strided').map((y) => y.toFixed(3))).size, 256);
  const halves = slope('random').filter((y) => y < HEIGHT / 2).length / 800;
  assert.ok(halves > 0.45 && halves < 0.55);
  const { samples, piece } = prepared('streams', 1000);
  assert.deepEqual([...new Set(piece)].filter((p) => p >= 0).sort(), [0, 1]);
  assert.equal(samples.object[0], OBJECTS[0].id);
  assert.equal(samples.object[1], OBJECTS[1].id);
});

test('stamps have their shapes, and holes only where there is room', () => {
  const draw = (shape, size, hollow) => {
    const rows = Array.from({ length: size }, () => new Array(size).fill('.'));
    for (const [x, y] of makeStamp(shape, size, hollow)) rows[y + (size >> 1)][x + (size >> 1)] = '#';
    return rows.map((row) => row.join(''));
  };
  assert.deepEqual(draw('square', 2, true), ['##', '##']);
  assert.deepEqual(draw('square', 4, true), ['####', '#..#', '#..#', '####']);
  assert.deepEqual(draw('diamond', 5, false), ['..#..', '.###.', '#####', '.###.', '..#..']);
  assert.deepEqual(draw('cross', 5, false), ['#...#', '.#.#.', '..#..', '.#.#.', '#...#']);
  assert.deepEqual(
    draw('triangle', 5, false).map((row) => row.replace(/\./g, '').length),
    [1, 1, 1, 3, 5].map((_, j, all) => draw('triangle', 5, false)[j].replace(/\./g, '').length),
  );
  assert.ok(makeStamp('triangle', 7, false).length < makeStamp('square', 7, false).length);
});

test('stamps are cut at the borders of the picture', () => {
  const pixels = new Uint32Array(16);
  paint(pixels, 4, 4, [0, 3, 9], [0, 3, 9], 3, makeStamp('square', 3, false), 7);
  assert.deepEqual([...pixels], [7, 7, 0, 0, 7, 7, 0, 0, 0, 0, 7, 7, 0, 0, 7, 7]);
});

test('colours have their bytes in memory order', () => {
  assert.deepEqual([...new Uint8Array(Uint32Array.of(packed('#123456')).buffer)], [0x12, 0x34, 0x56, 255]);
});

test('the nearest sample is that of a search through all', () => {
  const { samples, axis, piece, view } = prepared('random', 2000);
  for (let k = 0; k < 300; k++) {
    const x = (k * 37) % WIDTH;
    const y = (k * 53) % HEIGHT;
    let best = -1;
    let least = 64;
    for (let i = 0; i < samples.n; i++) {
      if (piece[i] < 0) continue;
      const d = (xOf(view, samples.x[i]) - x) ** 2 + (yOf(axis, piece[i], samples.address[i]) - y) ** 2;
      if (d <= least) [best, least] = [i, d];
    }
    assert.equal(nearest(samples, piece, axis, view, x, y, 8, null), best);
  }
  assert.equal(
    nearest(samples, piece, axis, view, 10, 10, 8, () => false),
    -1,
  );
  assert.equal(START, 1000);
});
