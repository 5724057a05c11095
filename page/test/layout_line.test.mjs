// SPDX-License-Identifier: GPL-3.0-or-later
//
// layout_line.test.mjs: bytes of a line in another layout, counted by hand.
import assert from 'node:assert/strict';
import test from 'node:test';
import { linesOf } from '../figures/layout-line.js';

// elements of 24 bytes: id 0-7, flag 8, padding, mass 16-23; mass in an array of its own
const layout = {
  line_B: 64,
  element_B: 24,
  arrays: [
    { element_B: 8, members: [['mass', 16, 8, 0]] },
    { element_B: 16, members: [['flag', 8, 1, 8], ['id', 0, 8, 0]] },
  ],
};
const use = { known: true, rows: [{ name: 'id', offset: 0, size_B: 8, loads: 3, stores: 1 }, { name: 'flag', offset: 8, size_B: 1, loads: 0, stores: 0 }, { name: 'mass', offset: 16, size_B: 8, loads: 30, stores: 10 }] };
const shown = (line) => line.parts.map(({ name, size_B, offset, share }) => [name, size_B, offset, share]);
const id = ['id', 8, 0, 0.1];
const flag = ['flag', 1, 8, 0];
const gap = (size_B) => [null, size_B, null, null];
const mass = ['mass', 8, 16, 1];

test('a line before and after: whole elements, and what is cut at its end', () => {
  const [before, hot, cold, ...more] = linesOf(layout, use);
  assert.deepEqual(shown(before), [id, flag, gap(7), mass, id, flag, gap(7), mass, id, flag, gap(7)]);
  assert.deepEqual(shown(hot), new Array(8).fill(mass));
  assert.deepEqual(shown(cold), [id, flag, gap(7), id, flag, gap(7), id, flag, gap(7), id, flag, gap(7)]);
  assert.equal(more.length, 0);
  assert.deepEqual([before, hot, cold].map(({ element_B }) => element_B), [24, 8, 16]);
});

test('each line has all its bytes, whatever the elements are', () => {
  for (const element_B of [1, 7, 64, 100])
    for (const [line] of [linesOf({ line_B: 64, element_B, arrays: [{ element_B, members: [['a', 0, 1, 0]] }] }, null)])
      assert.equal(line.parts.reduce((sum, { size_B }) => sum + size_B, 0), 64);
});

test('a member that is several in the debug information has the accesses of that with most; without use, none are known', () => {
  const parts = { known: true, rows: [{ offset: 16, size_B: 4, loads: 1, stores: 1 }, { offset: 20, size_B: 4, loads: 5, stores: 0 }] };
  const accesses = (known) => linesOf(layout, known)[0].parts.slice(0, 4).map((part) => part.accesses);
  assert.deepEqual(accesses(parts), [0, 0, null, 5]);
  assert.deepEqual(accesses({ known: false, rows: [] }), [null, null, null, null]);
  assert.deepEqual(accesses(null), [null, null, null, null]);
});

test('layouts that leave elements as they are have no picture', () => {
  assert.deepEqual(linesOf({ ...layout, arrays: [] }, use), []);
  assert.deepEqual(linesOf({ ...layout, element_B: null }, use), []);
});
