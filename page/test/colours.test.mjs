// SPDX-License-Identifier: GPL-3.0-or-later
//
// colours.test.mjs: own code is told apart by file or by function, other code by module.
import assert from 'node:assert/strict';
import test from 'node:test';
import { large, noEvents, small } from '../../tests/report/browser/models.mjs';
import { colourCosts, colourLegend, COLOURS, functionColour } from '../lib/colours.js';

// A program of functions [name, file, module, cost].
const program = (command, functions) => {
  const index = (list, name) => (list.includes(name) ? list.indexOf(name) : list.push(name) - 1);
  const [files, modules] = [[], []];
  const columns = functions.map(([, file, module]) => [index(files, file), index(modules, module)]);
  const costs = functions.map((each) => each[3]);
  return {
    command,
    events: [{ name: 'Ir', sum: costs.reduce((a, b) => a + b, 0) }],
    files,
    modules,
    functions: { name: functions.map(([name]) => name), file: columns.map(([file]) => file), module: columns.map((each) => each[1]), self: { Ir: costs } },
  };
};
const told = (model) => colourLegend(model).map(({ colour, name, functions }) => [colour, name, functions]);

test('own code of several files has a colour for each file', () => {
  const model = program('./app 1', [
    ['main', '/src/main.c', '/bin/app', 10],
    ['solve', '/src/solver.c', '/bin/app', 700],
    ['norm', '/src/solver.c', '/bin/app', 50],
    ['start', '???', '/bin/app', 1],
    ['memcpy', 'memcpy.S', '/lib/libc.so', 2000],
    ['exp', 'exp.c', '/lib/libm.so', 5],
  ]);
  model.functions.self.Ir[0] = 100;
  assert.deepEqual(told(model), [
    [0, 'solver.c', 2],
    [1, 'main.c', 1],
    [4, 'other code of app', 1],
    [5, 'libc.so', 1],
    [6, 'libm.so', 1],
  ]);
  assert.equal(functionColour(model, 1), functionColour(model, 2));
  assert.deepEqual([...colourCosts(model, 'Ir')], [750, 100, 0, 0, 1, 2000, 5, 0]);
});

test('own code of one file has a colour for each of the costliest functions', () => {
  const names = ['f', 'g', 'h', 'i', 'j', 'k'];
  const model = program('/home/x/app', [
    ...names.map((name, i) => [name, '/src/app.c', '/home/x/app', 100 - i]),
    ['main', '/src/other.c', '/home/x/app', 1],
    ...names.map((name, i) => [`${name}_of_library`, 'x.c', `/lib/lib${i}.so`, 10 - i]),
  ]);
  assert.deepEqual(told(model), [
    [0, 'f', 1],
    [1, 'g', 1],
    [2, 'h', 1],
    [3, 'i', 1],
    [4, 'other code of app', 3],
    [5, 'lib0.so', 1],
    [6, 'lib1.so', 1],
    [7, '4 other modules', 4],
  ]);
});

test('five own parts and three other modules need no colour for others', () => {
  const model = program('app', [
    ...['main', 'f', 'g', 'h', 'i'].map((name, i) => [name, '???', 'app', 100 - i]),
    ...[0, 1, 2].map((i) => ['x', '???', `lib${i}.so`, 10 - i]),
  ]);
  assert.deepEqual(told(model).map(([, name]) => name), ['main', 'f', 'g', 'h', 'i', 'lib0.so', 'lib1.so', 'lib2.so']);
});

test('the own module is that of the command, else that of main, else the costliest', () => {
  const functions = [
    ['run', 'a.c', '/usr/bin/tool', 1],
    ['main', 'b.c', '/usr/bin/python3.11', 5],
    ['memset', 'c.c', '/lib/libc.so', 9],
  ];
  const first = (command, list = functions) => told(program(command, list))[0][1];
  assert.equal(first('./tool -x'), 'run');
  assert.equal(first('python3 x.py'), 'main');
  assert.equal(first('other', functions.filter(([name]) => name !== 'main')), 'memset');
});

test('every function of a large program has a colour that the legend names', () => {
  const model = large(60);
  const legend = new Map(colourLegend(model).map(({ colour, functions }) => [colour, functions]));
  const n = new Map();
  model.functions.name.forEach((_, i) => n.set(functionColour(model, i), (n.get(functionColour(model, i)) ?? 0) + 1));
  assert.deepEqual(new Map([...n].sort()), new Map([...legend].sort()));
  assert.equal(functionColour(model, 99999), COLOURS - 1, 'no function');
});

test('nothing has no colours', () => {
  assert.deepEqual(colourLegend(noEvents()), []);
  assert.ok(colourLegend(small()).length > 2);
});
