// SPDX-License-Identifier: GPL-3.0-or-later
//
// walks.test.mjs: how lines of code walk, as the model says it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { walksOf } from '../lib/walks.js';

test('walks by file and line', () => {
  const model = {
    objects: {
      walks: [
        ['/a.c', 24, 'u, v: from line to line; w: at random'],
        ['/b.c', 24, 'v: at random'],
        ['/a.c', 30, 'u: from line to line'],
      ],
    },
  };
  assert.deepEqual([...walksOf(model, '/a.c')], [[24, 'u, v: from line to line; w: at random'], [30, 'u: from line to line']]);
  assert.deepEqual([...walksOf(model, '/b.c')], [[24, 'v: at random']]);
  assert.equal(walksOf(model, '/c.c').size, 0);
});

test('no walks without objects', () => {
  assert.equal(walksOf({ objects: null }, '/a.c').size, 0);
});
