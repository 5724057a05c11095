// SPDX-License-Identifier: GPL-3.0-or-later
//
// selection.test.mjs: selections by name become those by number.
import assert from 'node:assert/strict';
import test from 'node:test';
import { selectionState } from '../lib/selection.js';

const model = { files: ['a.c', 'b.c'], functions: { name: ['main', 'twin', 'twin', '__proto__'], file: [0, 0, 1, 1] } };

test('functions are found by name and file', () => {
  const expected = [
    [{ function: 'twin', file: 'b.c' }, { function: 2 }],
    [{ function: 'twin', file: 'c.c' }, { function: 1 }],
    [{ function: 'twin' }, { function: 1 }],
    [{ function: '__proto__' }, { function: 3 }],
    [{ function: 'none', file: '???' }, {}],
    [{ function: 3 }, { function: 3 }],
  ];
  for (const [selection, state] of expected)
    assert.deepEqual(selectionState(model, selection), state, JSON.stringify(selection));
});

test('files, lines, objects and times stay', () => {
  assert.deepEqual(selectionState(model, { file: 'b.c', line: 7 }), { file: 1, line: 7 });
  assert.deepEqual(selectionState(model, { function: 'main', file: 'b.c', line: 7 }), {
    function: 0,
    file: 1,
    line: 7,
  });
  assert.deepEqual(selectionState(model, { object: 12, from: 0, to: 5, event: 'Dr' }), {
    object: 12,
    from: 0,
    to: 5,
    event: 'Dr',
  });
  assert.deepEqual(selectionState(model, null), {});
});
