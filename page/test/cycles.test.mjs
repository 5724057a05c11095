// SPDX-License-Identifier: GPL-3.0-or-later
//
// cycles.test.mjs: cycles by cause, over time, and below the roofs of the machine: arithmetic on the model made by hand
// whose figures are in tests/report/browser/models.mjs.
import assert from 'node:assert/strict';
import test from 'node:test';
import { LONG_NAME, cycles, noEvents, small } from '../../tests/report/browser/models.mjs';
import { logScale, logTicks, placeNames, pointOf, rangesOf, ridgeOf, roofAt } from '../figures/roofline.js';
import { causesOf, countsWriteBacks, overTime, stacksOf } from '../lib/cycles.js';

const model = cycles();
const causes = causesOf(model);
const named = (stack) => (stack.index === null ? null : model.functions.name[stack.index]);
const near = (a, b) => assert.ok(Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b)), `${a} must be ${b}`);

test('the causes are those of the sum, in the order of the profile', () => {
  assert.deepEqual(
    causes.map(({ event, words }) => `${event} ${words}`),
    [
      'CyBase issue',
      'CyDep chains of operations',
      'CyBr mispredicted branches',
      'CyFetch fetch',
      'CyL2 L2',
      'CyLL LL',
      'CyMem latency of memory',
      'CyRate rate of memory',
      'CyTlb TLBs',
    ],
  );
  assert.deepEqual(causesOf(small()), [], 'a formula of misses has no causes');
  assert.deepEqual(causesOf(noEvents()), []);
});

test('stacks of the program and of functions, most cycles first', () => {
  const stacks = stacksOf(model, 'self', 12);
  assert.deepEqual(
    stacks.map((stack) => [named(stack), stack.cycles, stack.instructions, stack.bytes]),
    [
      [null, 30500, 13000, 67904],
      [LONG_NAME, 20000, 2000, 3840],
      ['stream', 8000, 4000, 64000],
      ['dot', 2000, 6000, 0],
      ['main', 500, 1000, 64],
    ],
  );
  assert.deepEqual(stacks[0].parts, [3250, 500, 150, 50, 30, 20, 19000, 7000, 500]);
  assert.deepEqual(stacks[2].parts, [1000, 0, 0, 0, 0, 0, 0, 7000, 0]);
  assert.equal(stacksOf(model, 'self', 2).length, 3);
  const main = stacksOf(model, 'inclusive', 12).find((stack) => named(stack) === 'main');
  assert.deepEqual([main.cycles, main.instructions, main.bytes], [30500, 13000, 67904]);
});

test('lines that are written back count where the run counts them', () => {
  assert.ok(!countsWriteBacks(model));
  const more = { ...model, events: [...model.events, { name: 'DLdmr', long: 'DLdmr', sum: 11 }] };
  assert.ok(countsWriteBacks(more));
  assert.equal(stacksOf(more, 'self', 0)[0].bytes, 67904 + 11 * 64);
  assert.equal(stacksOf(cycles({ machine: null }), 'self', 0)[0].bytes, null);
});

test('cycles per instruction over time', () => {
  const { edges, values } = overTime(model, 100);
  assert.deepEqual(edges, [0, 4000, 8000, 12000, 16000]);
  const of = (event) => values[causes.findIndex((cause) => cause.event === event)];
  assert.deepEqual(of('CyRate'), [7000 / 4000, 0, 0, 0]);
  assert.deepEqual(of('CyMem'), [0, 9.5, 9.5, 0]);
  assert.deepEqual(of('CyBase'), [0.25, 0.25, 0.25, 1750 / 7000]);
  assert.equal(overTime(cycles({ timeline: null }), 100), null);
  const { timeline } = small();
  assert.equal(timeline, null);
  assert.equal(overTime({ ...model, timeline: { ...model.timeline, events: ['Ir'] } }, 100), null, 'no cycles in it');
});

test('points and roofs', () => {
  const { machine } = model;
  const points = Object.fromEntries(stacksOf(model, 'self', 12).map((stack) => [named(stack), pointOf(stack)]));
  assert.deepEqual(points.stream, { x: 4000 / 64000, y: 0.5 });
  near(roofAt(machine, points.stream.x), 0.5);
  assert.deepEqual(points.dot, { x: null, y: 3 });
  assert.equal(roofAt(machine, null), 4);
  assert.deepEqual(points[LONG_NAME], { x: 2000 / 3840, y: 0.1 });
  assert.equal(ridgeOf(machine), 0.5);
  assert.equal(roofAt(machine, 0.5), 4);
  near(roofAt(machine, 0.25), 2);
  assert.equal(roofAt(machine, 77), 4);
  assert.deepEqual(pointOf({ instructions: 0, bytes: 64, cycles: 0 }), { x: 0, y: 0 });
  const unlimited = { ...machine, memory_cycles: 0 };
  assert.equal(roofAt(unlimited, 1e-9), 4, 'memory without a limit');
  assert.equal(ridgeOf(unlimited), 0);
});

test('all points and the ridge are in sight', () => {
  for (const machine of [model.machine, { width: 8, line_B: 128, memory_cycles: 0 }, { width: 1, line_B: 64, memory_cycles: 400 }])
    for (const points of [[], [{ x: null, y: 2 }], [{ x: 1e-4, y: 0.001 }, { x: 1e8, y: 7 }]]) {
      const { x, y } = rangesOf(machine, points);
      for (const point of points) {
        assert.ok(point.x === null || (point.x > x[0] && point.x < x[1]));
        assert.ok(point.y > y[0]);
      }
      assert.ok(x[0] > 0 && x[1] > x[0] && y[0] > 0 && y[1] > machine.width);
      assert.ok(ridgeOf(machine) === 0 || (ridgeOf(machine) > x[0] && ridgeOf(machine) < x[1]));
    }
});

test('scales and ticks of powers', () => {
  const scale = logScale([0.1, 1000], [40, 440]);
  for (const [value, at] of [
    [0.1, 40],
    [1, 140],
    [100, 340],
    [1000, 440],
  ])
    near(scale(value), at);
  assert.deepEqual(logTicks([0.09, 1100], 5), [0.1, 1, 10, 100, 1000]);
  assert.deepEqual(logTicks([0.4, 6], 5), [0.5, 1, 2, 5]);
  assert.deepEqual(logTicks([0.4, 6], 3), [1]);
  assert.deepEqual(logTicks([1e-3, 1e9], 5), [1e-3, 1, 1e3, 1e6, 1e9]);
});

test('names meet neither marks nor each other', () => {
  const box = { x: 0, y: 0, width: 300, height: 100 };
  const marks = [
    { x: 50, y: 50 },
    { x: 60, y: 50 },
    { x: 290, y: 20 },
    { x: 61, y: 50 },
    { x: 150, y: 97 },
  ];
  const widths = [60, 60, 60, 60, 400];
  const places = placeNames(marks, widths, box, 14);
  assert.equal(places[2].anchor, 'end', 'no room at the right');
  assert.equal(places[4], null, 'no room at all');
  const areas = places.flatMap((place, i) => {
    if (!place) return [];
    const left = place.x - { start: 0, middle: widths[i] / 2, end: widths[i] }[place.anchor];
    return [{ left, right: left + widths[i], top: place.y - 7, bottom: place.y + 7 }];
  });
  assert.ok(areas.length >= 3);
  areas.forEach((a, i) => {
    assert.ok(a.left >= 0 && a.right <= 300 && a.top >= 0 && a.bottom <= 100);
    for (const b of areas.slice(i + 1))
      assert.ok(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top);
    for (const { x, y } of marks) assert.ok(x < a.left || x > a.right || y < a.top || y > a.bottom);
  });
});
