// SPDX-License-Identifier: GPL-3.0-or-later
//
// model.test.mjs: costs and calls of the model made by hand, whose figures are in tests/report/browser.
import assert from 'node:assert/strict';
import test from 'node:test';
import { noEvents, small } from '../../tests/report/browser/models.mjs';
import {
  callees,
  callers,
  column,
  eventSum,
  inclusiveCosts,
  selfCosts,
} from '../lib/model.js';
import { filesByCost, linesOf, placeOf } from '../lib/source.js';

const model = small();
const at = (name) => model.functions.name.findIndex((each) => each.startsWith(name));

test('costs of plain and of computed events', () => {
  assert.equal(selfCosts(model, 'D1mr')[at('matvec')], 41000);
  assert.equal(inclusiveCosts(model, 'Ir')[at('walk')], 5000 + 4000 + 3000 + 50, 'recursion is counted once');
  assert.equal(selfCosts(model, 'CEst')[at('dot')], 160000 + 10 * 9000);
  assert.equal(eventSum(model, 'CEst'), eventSum(model, 'Ir') + 10 * eventSum(model, 'D1mr'));
  assert.deepEqual([...column(model, {}, 'Ir', 2)], [0, 0], 'what is absent is zero');
  assert.equal(eventSum(noEvents(), 'Ir'), 0);
});

test('callers and callees', () => {
  assert.deepEqual(
    callers(model, at('dot')).map((call) => [call.function, call.count, call.cost('Dr')]),
    [[at('solve'), 100, 80000]],
  );
  assert.deepEqual(
    callees(model, at('main'))
      .map((call) => call.function)
      .sort(),
    [at('init'), at('solve'), at('walk')].sort(),
  );
  assert.equal(callers(model, at('walk')).find((call) => call.function === at('walk')).count, 2);
  assert.deepEqual(callers(model, at('main')), []);
});

test('lines have the costs of their entries, files those of their lines', () => {
  for (const { name } of model.events) {
    for (const { source, cost } of filesByCost(model, name)) {
      const lines = linesOf(model, source);
      assert.equal(lines.rows.length, source.text.length);
      assert.equal(
        lines.cost(name).reduce((sum, each) => sum + each, 0),
        cost,
        `${name} of file ${source.file}`,
      );
      const self = model.functions.name.reduce(
        (sum, _, i) => sum + (model.functions.file[i] === source.file ? selfCosts(model, name)[i] : 0),
        0,
      );
      assert.equal(cost, self, `${name} of the functions in file ${source.file}`);
    }
  }
  const kernels = linesOf(model, model.sources[1]);
  assert.equal(kernels.cost('D1mr')[6], 40000);
  const named = kernels.rows.filter((row) => row.functions.length).map((row) => [row.line, ...row.functions]);
  assert.deepEqual(
    named,
    [
      [4, at('matvec')],
      [11, at('dot')],
    ],
    'a function is named where it begins',
  );
});

test('lines that the text does not have are rows of their own', () => {
  const source = {
    file: 0,
    text: ['one', 'two'],
    lines: { line: [9, 0, 2, 9], function: [0, 0, 0, 1], self: { Ir: [1, 2, 4, 8] } },
  };
  const odd = { ...model, sources: [source] };
  assert.deepEqual(
    linesOf(odd, source).rows.map((row) => row.line),
    [0, 1, 2, 9],
  );
  assert.deepEqual([...linesOf(odd, source).cost('Ir')], [2, 0, 4, 9]);
  const without = { ...source, text: null };
  assert.deepEqual(
    linesOf({ ...model, sources: [without] }, without).rows.map((row) => row.line),
    [0, 2, 9],
  );
});

test('the place that a selection means', () => {
  const place = (state) => {
    const { source, line } = placeOf(model, { event: 'Ir', ...state });
    return [source?.file ?? null, line];
  };
  assert.deepEqual(place({}), [1, 7], 'the costliest line of the costliest file');
  assert.deepEqual(place({ file: 0 }), [0, 4], 'the costliest line of a file');
  assert.deepEqual(place({ function: at('matvec') }), [1, 7], 'the costliest line of the function');
  assert.deepEqual(place({ function: at('matvec'), file: 0, line: 5 }), [0, 5]);
  assert.deepEqual(place({ function: at('__memcpy') }), [null, null], 'a function without lines');
  assert.deepEqual(place({ function: 999 }), [1, 7], 'a function that is none');
});
