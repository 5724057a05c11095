// SPDX-License-Identifier: GPL-3.0-or-later
//
// members.test.mjs: use of members, by counting bytes of elements by hand.
import assert from 'node:assert/strict';
import test from 'node:test';
import { memberUse } from '../figures/members.js';

const members = (element_B, ...list) => ({ type: 'pair', element_B, list });
const used = (use) => use.rows.map(({ name, loads, stores }) => [name, loads, stores]);
const pair = members(8, [0, 4, 'key'], [4, 2, 'flags']);

test('counts of bytes add up over elements, a member has those of its byte with most', () => {
  // two elements: key is loaded 3 times, its last byte once more; flags are stored twice
  const bytes = { loads: [2, 2, 2, 2, 0, 0, 0, 0, 1, 1, 1, 2, 0, 0, 0, 0], stores: [0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0] };
  const use = memberUse({ id: 1, bytes, members: pair });
  assert.deepEqual(used(use), [['key', 4, 0], ['flags', 0, 2]]);
  assert.ok(use.exact && use.known);
});

test('a line of a large object has whole elements, if they divide it and begin alike', () => {
  const line = { loads: Array.from({ length: 64 }, (_, i) => ((i + 4) % 8 < 4 ? 5 : 0)), stores: new Array(64).fill(0) };
  const object = { id: 1, bytes: { loads: [], stores: [], line }, members: pair };
  assert.deepEqual(used(memberUse(object, [{ object: 1, start: 0x1004, size_B: 8000 }])), [['key', 8 * 5, 0], ['flags', 0, 0]]);
  const two = [0x1004, 0x2000].map((start) => ({ object: 1, start, size_B: 8000 }));
  assert.equal(memberUse(object, two).known, false, 'they begin otherwise');
  assert.equal(memberUse({ ...object, members: members(12, [0, 4, 'key']) }, two.slice(1)).known, false, '12 does not divide 64');
});

test('samples count at their offset in an element', () => {
  const samples = { n: 4, x: [1, 2, 3, 9], kind: [1, 2, 1, 1], object: [1, 1, 2, 1], address: [124, 112, 124, 112], size_B: [4, 8, 4, 4] };
  const ranges = [{ object: 1, start: 100, size_B: 36, born: 0, died: 5 }];
  const use = memberUse({ id: 1, members: members(12, [0, 4, 'key'], [4, 8, 'value']) }, ranges, samples);
  assert.deepEqual(used(use), [['key', 1, 1], ['value', 0, 1]]);
  assert.deepEqual([use.exact, use.n], [false, 2], 'the last one came after it was freed');
});

test('members of which no use is known, and no members', () => {
  const use = memberUse({ id: 1, members: pair });
  assert.deepEqual(used(use), [['key', null, null], ['flags', null, null]]);
  assert.equal(use.known, false);
  assert.equal(memberUse({ id: 1 }), null);
});
