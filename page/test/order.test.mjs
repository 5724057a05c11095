// SPDX-License-Identifier: GPL-3.0-or-later
//
// order.test.mjs: order and filter of rows against their definitions; results of the search.
import assert from 'node:assert/strict';
import test from 'node:test';
import { filtered, sorted } from '../lib/order.js';
import { orderOf } from '../lib/function-order.js';
import { found } from '../lib/search.js';
import { small } from '../../tests/report/browser/models.mjs';

let seed = 5;
const random = (below) => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};

test('rows are in order, equal ones in theirs', () => {
  for (const n of [0, 1, 2, 500]) {
    const values = Array.from({ length: n }, () => random(20));
    for (const descending of [false, true]) {
      const rows = [...sorted(n, { value: (i) => values[i], descending })];
      assert.deepEqual(
        [...rows].sort((a, b) => a - b),
        [...values.keys()],
        'each row once',
      );
      for (let i = 1; i < n; i++) {
        const [a, b] = [rows[i - 1], rows[i]];
        assert.ok(descending ? values[a] >= values[b] : values[a] <= values[b]);
        if (values[a] === values[b]) assert.ok(a < b);
      }
    }
  }
});

test('a filter wants all words, anywhere, in any case', () => {
  const names = ['std::sort<int>', 'sort_all', 'main', 'Resort of INT'].map((name) => name.toLowerCase());
  const rows = Uint32Array.from([3, 2, 1, 0]);
  assert.deepEqual([...filtered(rows, () => assert.fail('not needed'), '')], [3, 2, 1, 0]);
  assert.deepEqual([...filtered(rows, names, ' SORT ')], [3, 1, 0]);
  assert.deepEqual([...filtered(rows, () => names, 'int sort')], [3, 0]);
  assert.deepEqual([...filtered(rows, names, 'x.*')], []);
});

test('the search finds functions and objects, names that begin with the text first', () => {
  const model = {
    functions: { name: ['my_solve', 'solve', 'main', 'resolve'] },
    objects: {
      list: [
        { id: 40, label: 'Solver.values' },
        { id: 41, name: 'grid' },
      ],
    },
  };
  const brief = (text, most) => found(model, text, most).map((each) => `${each.kind} ${each.index} ${each.name}`);
  assert.deepEqual(brief('SOLVE', 10), [
    'function 1 solve',
    'object 40 Solver.values',
    'function 0 my_solve',
    'function 3 resolve',
  ]);
  assert.deepEqual(brief('solve', 2), ['function 1 solve', 'object 40 Solver.values']);
  assert.deepEqual(brief('gri', 10), ['object 41 grid']);
  assert.deepEqual(brief('  ', 10), []);
});

test('functions in the order of each column of their table', () => {
  const model = small();
  const text = {
    name: (i) => model.functions.name[i].toLowerCase(),
    module: (i) => model.modules[model.functions.module[i]],
    file: (i) => model.files[model.functions.file[i]],
  };
  const number = {
    self: (i) => model.functions.self.D1mr[i],
    inclusive: (i) => model.functions.inclusive.D1mr[i],
    'self.Dr': (i) => model.functions.self.Dr[i],
    'inclusive.SpLoss1': (i) => model.functions.inclusive.SpLoss1[i],
  };
  for (const [key, value] of Object.entries({ ...text, ...number })) {
    const up = [...model.functions.name.keys()].sort((a, b) =>
      value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : a - b,
    );
    const down = [...model.functions.name.keys()].sort((a, b) =>
      value(a) < value(b) ? 1 : value(a) > value(b) ? -1 : a - b,
    );
    assert.deepEqual([...orderOf(model, key, 'D1mr')], up, key);
    assert.deepEqual([...orderOf(model, `-${key}`, 'D1mr')], down, `-${key}`);
  }
});
