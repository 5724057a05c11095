// SPDX-License-Identifier: GPL-3.0-or-later
//
// timeline.test.mjs: windows of time, ranges behind samples, instances of a region, by definition.
import assert from 'node:assert/strict';
import test from 'node:test';
import { INSTANCES, handmade } from '../../tests/report/browser/handmade.mjs';
import { histogram, instancesOf, isOutlier } from '../figures/instances.js';
import { layOutFigure, panelAt } from '../figures/layout.js';
import { intervalsOf, namesOf, rangesOf } from '../figures/ranges.js';
import { alike, clamped, panned, zoomed } from '../figures/window.js';

test('zooming keeps what is under the pointer, and nothing leaves the domain', () => {
  const domain = [100, 1100];
  for (const at of [100, 350, 600, 1000]) {
    for (const factor of [0.5, 0.1, 0.9]) {
      const view = zoomed({ from: 100, to: 1100 }, domain, factor, at);
      assert.ok(Math.abs((at - view.from) / (view.to - view.from) - (at - 100) / 1000) < 1e-9);
      assert.ok(Math.abs(view.to - view.from - 1000 * factor) < 1e-9);
    }
  }
  assert.deepEqual(zoomed({ from: 100, to: 200 }, domain, 100), { from: 100, to: 1100 });
  assert.deepEqual(panned({ from: 100, to: 200 }, domain, -3), { from: 100, to: 200 });
  assert.deepEqual(panned({ from: 100, to: 200 }, domain, 0.5), { from: 150, to: 250 });
  assert.deepEqual(panned({ from: 900, to: 1000 }, domain, 9), { from: 1000, to: 1100 });
  assert.deepEqual(clamped({ from: 300, to: 200 }, domain), { from: 200, to: 300 });
  assert.ok(zoomed({ from: 100, to: 100.001 }, domain, 0.001).to > 100);
  assert.ok(
    alike({ from: 0, to: 100 }, { from: 0, to: 100.00001 }) && !alike({ from: 0, to: 100 }, { from: 0, to: 101 }),
  );
});

test('the range of a sample is found by address, object and clock', () => {
  const range = (object, start, size_B, born, died) => ({ object, start, size_B, born, died });
  const ranges = [
    range(1, 1000, 5000, 0, null),
    range(2, 2000, 100, 0, 50),
    range(2, 2050, 100, 50, null),
    range(3, 9000, 10, 0, null),
  ];
  const address = [1500, 2010, 2060, 2060, 2140, 2010, 9009, 9010, 1500];
  const object = [1, 2, 2, 2, 2, 1, 3, 3, -1];
  const x = [1, 10, 10, 60, 60, 10, 1, 1, 1];
  const samples = { n: x.length, x, address, object, kind: x.map(() => 1), size_B: x.map(() => 1) };
  assert.deepEqual([...rangesOf(samples, ranges)], [0, 1, 1, 2, 2, 0, 3, -1, -1]);
  samples.x[4] = 10;
  assert.equal(rangesOf(samples, ranges)[4], 2, 'a clock that fits no range is not looked at');
});

test('every sampled address is shown, and every used heap range whole', () => {
  const ranges = [
    { object: 1, start: 0x10000, size_B: 8000 },
    { object: 2, start: 0x900000, size_B: 1 << 23 },
    { object: 3, start: 0x50000, size_B: 64 },
  ];
  const address = [0x10010, 0x11000, 0x900000 + (1 << 22) + 8, 0x7777123];
  const samples = { n: 4, x: [0, 0, 0, 0], address, object: [1, 1, 2, -1], kind: [1, 2, 1, 1], size_B: [8, 8, 8, 8] };
  const shown = intervalsOf(samples, ranges, Int32Array.of(0, 0, 1, -1), (id) => (id === 2 ? 'mmap' : 'heap'));
  for (const each of address) assert.ok(shown.some(({ lo, hi }) => each >= lo && each + 8 <= hi));
  assert.ok(shown.some(({ lo, hi }) => lo === 0x10000 && hi === 0x10000 + 8000));
  assert.ok(
    shown.some(({ lo, hi }) => lo === 0x900000 + (1 << 22) && hi - lo === 4096),
    'of a mapping, pages that are used',
  );
  assert.equal(shown.length, 3, 'ranges without samples are not shown');
});

test('names stand where the samples are, most samples first', () => {
  const samples = { n: 4, address: [10, 30, 500, 20], object: [7, 7, 8, 7] };
  assert.deepEqual(namesOf(samples, [0, 0, 1, 0]), [
    { object: 7, piece: 0, lo: 10, hi: 31, n: 3 },
    { object: 8, piece: 1, lo: 500, hi: 501, n: 1 },
  ]);
});

test('panels share one axis and do not overlap', () => {
  for (const width of [336, 900, 1600]) {
    for (const apart of [false, true]) {
      const layout = layOutFigure(width, { apart, rates: ['misses', 'bytes', 'cycles'] });
      assert.equal(layout.panels.length, apart ? 6 : 5);
      layout.panels.forEach((panel, i) => {
        assert.equal(panel.x, layout.plot.x);
        assert.ok(panel.x + panel.width <= width);
        if (i) assert.ok(panel.title >= layout.panels[i - 1].y + layout.panels[i - 1].height);
        assert.equal(panelAt(layout, panel.x + 1, panel.y + 1), panel);
      });
      assert.equal(panelAt(layout, 2, 100), null);
      assert.ok(layout.axis < layout.height);
    }
  }
});

test('instances are listed once, the one that is four times as long is the outlier', () => {
  const [region] = handmade({ samples: 10 }).timeline.regions;
  const rows = instancesOf(region);
  assert.equal(rows.length, INSTANCES);
  assert.deepEqual(
    rows.filter((row) => row.outlier).map((row) => row.number),
    [500],
  );
  const list = Object.fromEntries(
    Object.entries(region.list).map(([key, values]) => [key, values.filter((_, i) => i !== 500)]),
  );
  assert.equal(instancesOf({ ...region, list }).length, INSTANCES, 'an outlier that the list left out is added');
  assert.ok(!isOutlier(5, { mean: 5, stddev: 0 }));
});

test('a histogram has each value once', () => {
  const values = Array.from({ length: 1000 }, (_, i) => (i * i) % 977);
  const bars = histogram(values, 20);
  assert.equal(
    bars.reduce((sum, bar) => sum + bar.n, 0),
    1000,
  );
  bars
    .slice(0, -1)
    .forEach((bar) => assert.equal(bar.n, values.filter((value) => value >= bar.from && value < bar.to).length));
  assert.deepEqual(histogram([3, 3], 20), [{ from: 3, to: 3, n: 2 }]);
  assert.deepEqual(histogram([], 20), []);
});
