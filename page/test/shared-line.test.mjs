// SPDX-License-Identifier: GPL-3.0-or-later
//
// shared-line.test.mjs: bytes of a shared line, counted from its start; expected values by hand.
import assert from 'node:assert/strict';
import test from 'node:test';
import { ownersOf, rangesText, usesOf } from '../lib/shared-line.js';

// The line at 0x1000: an allocation that began 16 bytes before it, and one from byte 48 on.
const line = {
  address: 0x1000,
  allocations: [
    { object: 1, start: 0xff0, size_B: 40, thread: 1 },
    { object: 2, start: 0x1030, size_B: 256, thread: 0 },
  ],
  threads: [
    { thread: 1, reads: 5, writes: 4, read: [{ allocation: 0, ranges: [[16, 23]] }], written: [{ allocation: 0, ranges: [[16, 19]] }] },
    { thread: 2, reads: 3, writes: 0, read: [{ allocation: 1, ranges: [[0, 0], [8, 15]] }, { allocation: null, ranges: [[40, 41]] }], written: [] },
  ],
};

test('bytes are counted from the start of the line', () => {
  const [first, second] = usesOf(line);
  assert.deepEqual([first.written, first.read], [[[0, 3]], [[0, 7]]]);
  assert.deepEqual(second.read, [[40, 41], [48, 48], [56, 63]]);
  assert.equal(first.use, `wwwwrrrr${'.'.repeat(56)}`);
  assert.equal(second.use, `${'.'.repeat(40)}rr${'.'.repeat(6)}r${'.'.repeat(7)}${'r'.repeat(8)}`);
});

test('allocations end where the line does', () => {
  assert.deepEqual(ownersOf(line, 64), [
    { object: 1, thread: 1, size_B: 40, first: 0, last: 23 },
    { object: 2, thread: 0, size_B: 256, first: 48, last: 63 },
  ]);
});

test('ranges as text', () => {
  assert.equal(rangesText([[0, 7], [9, 9]]), '0-7, 9');
});
