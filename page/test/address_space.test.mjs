// SPDX-License-Identifier: GPL-3.0-or-later
//
// address_space.test.mjs: the short axis of addresses, by definition and by search through all pieces.
import assert from 'node:assert/strict';
import test from 'node:test';
import { findPiece, layOut, makePieces, unite } from '../figures/address_space.js';

test('intervals that touch or overlap are united', () => {
  assert.deepEqual(
    unite([
      { lo: 20, hi: 30 },
      { lo: 0, hi: 10 },
      { lo: 10, hi: 12 },
      { lo: 5, hi: 7 },
      { lo: 3, hi: 3 },
    ]),
    [
      { lo: 0, hi: 12 },
      { lo: 20, hi: 30 },
    ],
  );
});

test('small gaps stay, large ones are cut', () => {
  assert.deepEqual(
    makePieces([
      { lo: 0, hi: 100 },
      { lo: 356, hi: 400 },
      { lo: 657, hi: 700 },
    ]),
    [
      { lo: 0, hi: 400 },
      { lo: 657, hi: 700 },
    ],
  );
});

test('with too many pieces the smallest gaps close', () => {
  const intervals = [0, 10000, 20000, 90000, 95000, 500000].map((lo) => ({ lo, hi: lo + 1000 }));
  assert.deepEqual(makePieces(intervals, { most: 3 }), [
    { lo: 0, hi: 21000 },
    { lo: 90000, hi: 96000 },
    { lo: 500000, hi: 501000 },
  ]);
  assert.deepEqual(makePieces(intervals, { most: 1 }), [{ lo: 0, hi: 501000 }]);
});

test('a piece is found as a search from the first one finds it', () => {
  const pieces = Array.from({ length: 50 }, (_, i) => ({ lo: i * i * 10, hi: i * i * 10 + 5 + i }));
  for (let address = -3; address < 25000; address += 1) {
    assert.equal(
      findPiece(pieces, address),
      pieces.findIndex((p) => address >= p.lo && address < p.hi),
    );
  }
});

test('the axis is monotone, linear within a piece, and its inverse gives each byte back', () => {
  const pieces = [
    { lo: 0x1000, hi: 0x1040 },
    { lo: 0x4000000, hi: 0x4100000 },
    { lo: 0x7fff00000000, hi: 0x7fff00001000 },
  ];
  const axis = layOut(pieces, 400);
  assert.equal(axis.bottom[0], 400);
  assert.ok(Math.abs(axis.top[2]) < 1e-9);
  pieces.forEach((piece, i) => {
    const middle = (piece.lo + piece.hi) / 2;
    assert.ok(Math.abs(axis.y(middle) - (axis.top[i] + axis.bottom[i]) / 2) < 1e-6);
    assert.ok(axis.bottom[i] - axis.top[i] >= 8);
    for (let k = 0; k < 64; k++) {
      const address = piece.lo + Math.floor((k * (piece.hi - piece.lo)) / 64);
      assert.ok(Math.abs(axis.address(axis.y(address) - axis.perByte[i] / 2) - address) <= 1);
    }
    if (i) assert.ok(Math.abs(axis.bottom[i] + axis.gap - axis.top[i - 1]) < 1e-9);
  });
  assert.ok(Number.isNaN(axis.y(0x2000)));
  assert.equal(axis.address(axis.top[0] - axis.gap / 2), null);
});

test('heights follow the power of the size', () => {
  const pieces = [
    { lo: 0, hi: 100 },
    { lo: 1000, hi: 1400 },
  ];
  const linear = layOut(pieces, 500, { gap: 0, least: 0, power: 1 });
  assert.ok(Math.abs(linear.bottom[0] - linear.top[0] - 100) < 1e-9);
  const root = layOut(pieces, 300, { gap: 0, least: 0, power: 0.5 });
  assert.ok(Math.abs(root.bottom[0] - root.top[0] - 100) < 1e-9);
});

test('many pieces in little room still fit', () => {
  const pieces = Array.from({ length: 40 }, (_, i) => ({ lo: i * 10000, hi: i * 10000 + 100 }));
  const axis = layOut(pieces, 60);
  assert.ok(Math.abs(axis.top[39]) < 1e-9);
  for (let i = 0; i < 40; i++) assert.ok(axis.top[i] < axis.bottom[i]);
});

test('pieces with hardly any samples are small', () => {
  const pieces = [
    { lo: 0, hi: 10000 },
    { lo: 100000, hi: 110000 },
    { lo: 200000, hi: 300000 },
  ];
  const height = (axis, i) => axis.bottom[i] - axis.top[i];
  const axis = layOut(pieces, 300, { shares: [0.5, 0.4998, 0.0002] });
  assert.ok(height(axis, 2) < 40 && height(axis, 0) > 115);
  assert.ok(Math.abs(height(axis, 0) - height(axis, 1)) < 1e-9);
  assert.ok(height(layOut(pieces, 300), 2) > 150);
  const none = layOut(pieces, 300, { shares: [0, 0, 0] });
  assert.ok(Math.abs(none.top[2]) < 1e-9);
});
