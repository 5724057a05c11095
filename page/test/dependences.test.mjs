// SPDX-License-Identifier: GPL-3.0-or-later
// Where arcs of the graph of dependences are: right of the units on the way down, left of them on the way up, within the
// figure, the wider the more bytes, and from the height of one unit to that of the other one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arcsOf, laidOut, ROW_px } from '../figures/dependences.js';

const units = Array.from({ length: 6 }, (_, i) => ({ name: `unit ${i}` }));

const numbersOf = (path) => path.match(/-?\d+(\.\d+)?/g).map(Number);

test('arcs lead down on the right and up on the left, within the figure', () => {
  for (const width of [400, 800, 1600]) {
    const layout = laidOut(units.length, width);
    const pairs = [];
    for (let from = 0; from < 6; from++) for (let to = 0; to < 6; to++) if (from !== to) pairs.push({ from, to, bytes: 1 + from * 7 + to });
    for (const arc of arcsOf({ units, pairs }, layout)) {
      const { from, to } = pairs[arc.pair];
      const [x0, y0, out, , , y1, x1, end] = numbersOf(arc.path);
      assert.equal(arc.down, from < to);
      assert.equal(x0 > layout.middle, from < to);
      assert.equal(x1 > layout.middle, from < to);
      assert.ok(Math.abs(out - layout.middle) > Math.abs(x0 - layout.middle), 'the arc runs outwards');
      assert.ok(out > 0 && out < width, `${out} of ${width}`);
      assert.ok(Math.abs(y0 - layout.y(from)) < ROW_px / 2 && Math.abs(end - layout.y(to)) < ROW_px / 2);
      assert.equal(y1, end);
      assert.ok(y0 > 0 && end < layout.height);
    }
  }
});

test('arcs are the wider the more bytes, and the farther out the more units they pass', () => {
  const layout = laidOut(6, 1000);
  const [one, many, far] = arcsOf(
    { units, pairs: [{ from: 0, to: 1, bytes: 10 }, { from: 0, to: 1, bytes: 1000 }, { from: 0, to: 5, bytes: 10 }] },
    layout,
  );
  assert.ok(many.width > one.width && one.width >= 1);
  assert.ok(numbersOf(far.path)[2] > numbersOf(one.path)[2]);
});
