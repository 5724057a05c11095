// SPDX-License-Identifier: GPL-3.0-or-later
//
// levels.test.mjs: which levels a run has, and what their events are called: by runs of two, three and four levels.
import assert from 'node:assert/strict';
import test from 'node:test';
import { cacheSizes } from '../figures/curves.js';
import { palette } from '../figures/palette.js';
import { waitsForData } from '../lib/cycles.js';
import { DATA_LEVELS, dataLevels, LEVELS, missesOf, useName } from '../lib/levels.js';
import { objectColumns } from '../lib/objects.js';

test('a run has the levels whose misses it counts', () => {
  assert.deepEqual(dataLevels(['Ir', 'D1mr', 'DLmr']), ['D1', 'LL']);
  assert.deepEqual(dataLevels(['L2mr', 'D1mr', 'DLmr']), ['D1', 'L2', 'LL']);
  assert.deepEqual(dataLevels(['DLmr', 'L3mr', 'L2mr', 'D1mr']), ['D1', 'L2', 'L3', 'LL']);
});

test('events of a level', () => {
  assert.deepEqual(LEVELS.map(missesOf), [
    ['I1mr', 'D1mr', 'D1mw'],
    ['L2mi', 'L2mr', 'L2mw'],
    ['L3mi', 'L3mr', 'L3mw'],
    ['ILmr', 'DLmr', 'DLmw'],
  ]);
  assert.deepEqual(missesOf('D1'), missesOf('L1'));
  assert.deepEqual([...LEVELS, 'D1'].map(useName), ['1', 'L2', 'L3', 'LL', '1']);
});

test('each level has its place in figures and tables', () => {
  for (const dark of [false, true])
    for (const level of LEVELS.slice(1)) {
      assert.match(palette(dark).levels[level], /^#[0-9a-f]{6}$/);
      assert.equal(palette(dark).causes[`Cy${level}`], palette(dark).levels[level]);
      assert.ok(waitsForData(`Cy${level}`));
    }
  assert.ok(!waitsForData('CyL1'));
  const settings = DATA_LEVELS.map((level, i) => [level, `${2 ** i} KiB, 8 ways, lines of 64 bytes`]);
  assert.deepEqual(
    cacheSizes([['I1', '1 KiB'], ...settings]).map(({ name, size_B }) => [name, size_B]),
    [
      ['D1', 1024],
      ['L2', 2048],
      ['L3', 4096],
      ['LL', 8192],
    ],
  );
});

test('columns of objects add up the loads and stores of each level', () => {
  const events = ['D1mr', 'D1mw', 'L2mr', 'L2mw', 'L3mr', 'L3mw', 'DLmr', 'DLmw'];
  const columns = objectColumns({ events: [], objects: { events, list: [{ id: 1, cost: [80, 70, 60, 50, 40, 30, 20, 10] }] } });
  assert.deepEqual(
    columns.slice(0, 4).map(({ key, title, total }) => [key, title, total]),
    [
      ['D1m', 'D1 misses', 150],
      ['L2m', 'L2 misses', 110],
      ['L3m', 'L3 misses', 70],
      ['LLm', 'LL misses', 30],
    ],
  );
});
