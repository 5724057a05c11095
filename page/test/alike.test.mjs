// SPDX-License-Identifier: GPL-3.0-or-later
//
// alike.test.mjs: what is added to names of functions that are equal.
import assert from 'node:assert/strict';
import test from 'node:test';
import { placesOfAlike } from '../lib/alike.js';

// Functions as [name, file, module].
const modelOf = (functions) => {
  const files = [...new Set(functions.map(([, file]) => file))],
    modules = [...new Set(functions.map(([, , module]) => module))];
  return {
    files,
    modules,
    functions: {
      name: functions.map(([name]) => name),
      file: functions.map(([, file]) => files.indexOf(file)),
      module: functions.map(([, , module]) => modules.indexOf(module)),
    },
  };
};
const placesOf = (functions, list = functions.map((_, i) => i)) => Object.fromEntries(placesOfAlike(modelOf(functions), list));

test('the file, where that is enough', () => {
  assert.deepEqual(placesOf([['main', '/src/big.c', '/bin/big'], ['f', '/src/big.c', '/bin/big'], ['main', '/src/last.c', '/bin/last']]), {
    0: 'big.c',
    2: 'last.c',
  });
});
test('the module, too, of equal files and of files that are not known', () => {
  assert.deepEqual(placesOf([['main', '/a/main.c', '/bin/big'], ['main', '/b/main.c', '/bin/last']]), { 0: 'main.c [big]', 1: 'main.c [last]' });
  assert.deepEqual(placesOf([['main', '???', '/bin/big'], ['main', '', '/bin/last'], ['main', 'm.c', '/bin/m']]), { 0: '[big]', 1: '[last]', 2: 'm.c [m]' });
});
test('the folder of the file, where all else is equal', () => {
  assert.deepEqual(placesOf([['f', '/a/f.c', '/bin/p'], ['f', '/b/f.c', '/bin/p']]), { 0: '/a/f.c [p]', 1: '/b/f.c [p]' });
});
test('nothing for a name that the list has once, nor where nothing is known', () => {
  assert.deepEqual(placesOf([['main', 'a.c', 'a'], ['main', 'b.c', 'b']], [0, 0]), {});
  assert.deepEqual(placesOf([['main', '', ''], ['main', '???', '???']]), {});
});
