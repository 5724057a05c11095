// SPDX-License-Identifier: GPL-3.0-or-later
//
// walks.test.mjs: how lines of code walk, from the lines of objects.
import assert from 'node:assert/strict';
import test from 'node:test';
import { walksOf } from '../lib/walks.js';

const object = (id, label, ...lines) => ({ id, label, lines });

test('walks of a line, by object', () => {
  const model = {
    objects: {
      list: [
        object(1, 'u', ['f', '/a.c', 24, [9], 'from line to line'], ['f', '/a.c', 25, [9]]),
        object(2, 'v', ['f', '/a.c', 24, [9], 'from line to line'], ['g', '/b.c', 24, [9], 'at random']),
        object(3, 'w', ['f', '/a.c', 24, [9], 'at random']),
        object(4, 'x'),
      ],
    },
  };
  assert.deepEqual([...walksOf(model, '/a.c')], [[24, 'u, v: from line to line; w: at random']]);
  assert.deepEqual([...walksOf(model, '/b.c')], [[24, 'v: at random']]);
  assert.equal(walksOf(model, '/c.c').size, 0);
});

test('no walks without objects', () => {
  assert.equal(walksOf({ objects: null }, '/a.c').size, 0);
});
