// SPDX-License-Identifier: GPL-3.0-or-later
//
// curves.test.mjs: miss curves, cache sets and instances, by arithmetic on a model made by hand.
import assert from 'node:assert/strict';
import test from 'node:test';
import { cacheSizes, curveList, gain, missesAt, pointsOf, shareAt } from '../figures/curves.js';
import { alarm, CLASSES, even, fewest, gridOf, setsOf, shownSets, usualMost } from '../figures/sets.js';
import { handmade } from '../../tests/report/browser/handmade.mjs';

const { curves, settings, sets } = handmade({ samples: 10 });
const { sizes_B } = curves;

test('misses at a size are those of the largest size that fits', () => {
  assert.equal(missesAt(sizes_B, curves.program, 1 << 18), 20000);
  assert.equal(missesAt(sizes_B, curves.program, (1 << 18) - 1), 600000);
  assert.equal(missesAt(sizes_B, curves.program, 63), 1000000);
  assert.equal(missesAt(sizes_B, curves.program, 2 ** 50), 20000);
});

test('what a larger cache saves, and which one', () => {
  assert.deepEqual(gain(sizes_B, curves.program, 32768), { misses: 580000, size_B: 1 << 18 });
  assert.deepEqual(gain(sizes_B, curves.program, 1 << 20), { misses: 0, size_B: null });
});

test('all curves are listed, with their names', () => {
  const list = curveList(curves, { objectLabel: (id) => `object of ${id}` });
  assert.deepEqual(
    list.map((each) => each.key),
    ['program', 'self 0', 'inclusive 0', 'self 1', 'inclusive 1', 'object 10', 'object 11'],
  );
  assert.equal(list.at(-1).name, 'object of 11');
});

test('sizes of the caches are those of the settings', () => {
  assert.deepEqual(cacheSizes(settings), [
    { name: 'D1', size_B: 32768 },
    { name: 'LL', size_B: 8 << 20 },
  ]);
});

test('the band is one error wide, on either side', () => {
  const { value, low, high } = pointsOf({ misses: [50, 2], error: [10, 5] }, 100);
  assert.deepEqual(
    [value, low, high],
    [
      [50, 2],
      [40, 0],
      [60, 7],
    ],
  );
});

test('sets: each miss is shown at its set', () => {
  const map = setsOf(sets, 'D1');
  assert.equal(map.n, 64);
  for (const which of [undefined, ...CLASSES]) {
    const shown = shownSets(map, which);
    const column = CLASSES.indexOf(which);
    const expected = new Array(64).fill(0);
    for (const [set, ...misses] of sets.D1)
      expected[set] = column < 0 ? misses.reduce((a, b) => a + b) : misses[column];
    assert.deepEqual([...shown], expected);
  }
  assert.equal(fewest(shownSets(map, 'conflict'), 0.9), 1);
  assert.equal(fewest([0, 0], 0.9), 0);
  assert.equal(fewest([1, 1, 1, 1], 0.75), 3);
});

test('the map has room for all sets within its width', () => {
  for (const n of [1, 2, 64, 100, 1024, 8192, 65536]) {
    for (const width of [280, 900, 1400]) {
      const grid = gridOf(n, width);
      assert.ok(grid.columns * grid.rows >= n && grid.columns * grid.side <= Math.max(width, grid.columns));
      assert.equal(Math.log2(grid.columns) % 1, 0);
    }
  }
});

test('sets within a tenth of each other are even', () => {
  assert.ok(even([100, 105, 110]));
  assert.ok(!even([100, 105, 111]));
  assert.ok(!even([0, 0]));
  assert.ok(!even([0, 5]));
  assert.ok(!even([5]));
});

test('a set alarms if it has far more than an even spread gives', () => {
  const whole = { n: 4, complete: true, all: [] };
  assert.equal(usualMost(whole, [100, 100, 100, 100]), 200, 'twice the mean');
  assert.equal(usualMost(whole, [1, 1, 1, 1]), 5, 'four standard deviations of a mean of one');
  assert.equal(usualMost(whole, [0, 0, 0, 0]), 0);
  const listed = { n: 10, complete: false, all: [{ sum: 90 }, { sum: 50 }] };
  assert.equal(usualMost(listed, [90, 50, 0, 0, 0, 0, 0, 0, 0, 0]), 2 * ((90 + 50 + 8 * 50) / 10), 'those not listed have at most 50');
  assert.equal(alarm(200, 200), 0);
  assert.equal(alarm(1600, 200), 1);
  assert.ok(Math.abs(alarm(400, 200) - 1 / 3) < 1e-9);
  assert.equal(alarm(3, 0), 0);
});

test('what a curve says of a size, with what its error leaves open', () => {
  const curve = { accesses: 1000, misses: [400, 400, 4], error: [300, 100, 4] };
  const told = (size) => shareAt([64, 128, 256], curve, size);
  assert.deepEqual(told(64), { percent: 40, error: 30, least: 10, most: 70, told: false });
  assert.deepEqual(told(200), { percent: 40, error: 10, least: 30, most: 50, told: true });
  assert.deepEqual(told(256), { percent: 0.4, error: 0.4, least: 0, most: 0.8, told: true }, 'less than a hundredth');
  assert.deepEqual(told(32), { percent: 100, error: 0, least: 100, most: 100, told: true }, 'no line');
});
