// SPDX-License-Identifier: GPL-3.0-or-later
//
// state.test.mjs: what is written to the address is what is read from it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { changedState, formatState, parseState } from '../lib/state.js';

test('a state comes back from the address', () => {
  const states = [
    {},
    { view: 'functions', event: 'D1mr', function: 12 },
    { view: 'source', file: 0, line: 7 },
    { from: 12345678901, to: 2.5 },
    { filter: 'a&b=c#d <script>"\' %20 + 🦊 \u202e', fold: 'solve(int, char*)' },
    { node: -1 },
  ];
  for (const state of states) assert.deepEqual(parseState(formatState(state)), state);
});

test('the view comes first', () => {
  assert.equal(formatState({ event: 'Ir', function: 3, view: 'flame' }), '#view=flame&event=Ir&function=3');
});

test('numbers that are none are left out', () => {
  assert.deepEqual(parseState('#view=flame&function=abc&node=&line=1e9&file=0x10&object=7'), {
    view: 'flame',
    object: 7,
  });
  assert.deepEqual(parseState(''), {});
});

test('changes set values and take them away', () => {
  assert.deepEqual(changedState({ view: 'a', function: 1, line: 2 }, { function: 0, line: null, filter: '' }), {
    view: 'a',
    function: 0,
  });
});
