// SPDX-License-Identifier: GPL-3.0-or-later
//
// compare.mjs: tests of the page of two runs.
import assert from 'node:assert/strict';
import { comparison, cycles, equal, fixed, hostileNames } from '../comparison.mjs';
import { number } from '../ui.mjs';

const SPACE = '\u202f';
const plain = (text) => text.replaceAll(SPACE, '').replace(/(\d),(?=\d{3})/g, '$1');
const whole = (rows) => rows.map((row) => row.map(plain));

export const cases = [
  {
    name: 'two runs: totals, findings gone and new, functions and objects on one screen',
    model: fixed,
    async run({ model, ui, shot }) {
      const [before, after] = model.events[0].sum;
      assert.deepEqual([before, after], [cycles([6100, 409]), cycles([6300, 18])]);
      assert.equal(plain(await ui.text('.headline')), `Cycle estimation: 10190 before, 6480 after, \u221236.4%.`);
      assert.match(await ui.text('.brand .command'), /^\.\/app old \u2192 \.\/app new$/);
      const cards = await ui.texts('.card');
      assert.match(cards[1], /1 gone: conflict in sweep.*1 new: conflict in fresh.*1 in both runs: conflict in as_ever/);
      const functions = whole(await ui.rows('.column:nth-child(2) .card:first-child'));
      assert.deepEqual(functions.map(([name, , , change]) => `${name} ${change}`), ['sweep \u22123.90k\u221243.3%', 'fresh +920new', 'gone \u2212730gone']);
      const objects = whole(await ui.rows('.column:nth-child(2) .card:nth-child(2)'));
      assert.deepEqual(objects.map(([name, x, y]) => [name, x, y]), [['table', '4.00k', '100'], ['left', '30', '0']]);
      await shot('compare-changes');
    },
  },
  {
    name: 'two runs that are equal show no change, in any view',
    model: equal,
    async run({ page, ui }) {
      assert.equal(await ui.text('.headline'), 'Nothing has changed: both runs have the same functions with the same costs.');
      for (const view of ['Changes', 'Findings', 'Functions', 'Flame graph', 'Settings']) {
        await ui.view(view);
        assert.equal(await page.$('.change'), null, view);
      }
      await ui.view('Functions');
      assert.equal(await ui.text('.status'), 'no function has changed');
      assert.deepEqual((await ui.rows()).map((row) => row[3]), ['as before', 'as before']);
      await ui.view('Findings');
      assert.deepEqual(await ui.texts('h2'), ['In both runs (1)']);
    },
  },
  {
    name: 'two runs: one number that differs is a change',
    model: () => comparison({ names: ['main'], paths: [[-1, 0, [100, 1], [101, 1]]] }),
    async run({ ui }) {
      assert.equal(plain(await ui.text('.headline')), 'Cycle estimation: 110 before, 111 after, +0.91%.');
    },
  },
  {
    name: 'two runs: functions have the costs of both, for each event, themselves and with what they call',
    model: fixed,
    hash: '#view=functions',
    async run({ page, model, ui }) {
      const sums = (what, n, event) => (i) => {
        const costs = model.functions[what][n];
        return event === 'CEst' ? cycles([costs.Ir[i], costs.D1mr[i]]) : costs[event][i];
      };
      for (const what of ['self', 'inclusive']) {
        for (const { name: event } of model.events) {
          await ui.event(event);
          const rows = await ui.rows();
          assert.equal(rows.length, 5);
          const sizes = rows.map(([name, x, y]) => {
            const i = model.functions.name.indexOf(name);
            assert.deepEqual([number(x), number(y)], [0, 1].map((n) => sums(what, n, event)(i)), `${what} ${event} ${name}`);
            return Math.abs(number(y) - number(x));
          });
          assert.deepEqual(sizes, [...sizes].sort((a, b) => b - a), 'largest changes first');
        }
        await page.click('.tools input[type=checkbox]');
        await ui.painted();
      }
    },
  },
  {
    name: 'two runs: functions can be sorted and filtered',
    model: fixed,
    hash: '#view=functions&filter=s',
    async run({ page, ui }) {
      assert.deepEqual((await ui.rows()).map((row) => row[0]), ['sweep', 'fresh', 'as_ever']);
      await page.click('thead th:nth-child(3) button');
      await ui.painted();
      assert.equal((await ui.hash()).sort, '-after');
      assert.deepEqual((await ui.rows()).map((row) => row[0]), ['sweep', 'fresh', 'as_ever']);
    },
  },
  {
    name: 'two runs: the flame graph says what a frame cost and costs, also of what is gone',
    model: fixed,
    hash: '#view=flame',
    async run({ page, ui }) {
      const said = async (...keys) => {
        await ui.press(...keys);
        return plain(await ui.text('[aria-live]'));
      };
      await page.focus('.flame');
      assert.match(await said('ArrowDown'), /^all, 10190 before, 6480 after: \u22123710 \(\u221236\.4%\)$/);
      assert.match(await said('ArrowDown', 'ArrowDown'), /^sweep, 9350 before, 5450 after: \u22123900/);
      assert.match(await said('ArrowRight'), /^fresh, 0 before, 920 after: \+920 \(new\)$/);
      assert.match(await said('ArrowRight'), /^gone, 730 before, 0 after: \u2212730 \(gone\)$/);
      await ui.press('Enter');
      assert.equal((await ui.hash()).node, '2');
      assert.match(await said('Home'), /^all, /);
      await ui.press('Escape');
      assert.equal((await ui.hash()).node, '0');
      await page.select('.tools select', 'after');
      assert.equal((await ui.hash()).widths, 'after');
    },
  },
  {
    name: 'two runs: a question mark lists the keys that this page has',
    model: fixed,
    hash: '#view=flame',
    async run({ page, ui }) {
      await page.keyboard.type('?');
      await ui.painted();
      const keys = await ui.texts('.key-help th');
      assert.ok(keys.includes('Flame graph') && !keys.includes('/') && !keys.includes('Timeline'), String(keys));
      await ui.press('Escape');
      assert.equal(await page.$eval('.key-help', (each) => each.open), false);
    },
  },
  ...['light', 'dark'].map((scheme) => ({
    name: `two runs: colours of the flame graph, ${scheme}`,
    model: fixed,
    hash: '#view=flame',
    scheme,
    async run({ page, ui, shot }) {
      await ui.painted();
      // in the row of main's callees: sweep, fresh, gone; as_ever below sweep
      const colours = await page.$eval('.flame canvas', (canvas) => {
        const ratio = devicePixelRatio;
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        const place = (share, row) => 4 * (Math.floor((21 * row + 2) * ratio) * canvas.width + Math.floor(canvas.width * share));
        const at = (share, row) => [...data.slice(place(share, row), place(share, row) + 3)];
        return { less: at(0.3, 2), fresh: at(0.93, 2), gone: at(0.97, 2), same: at(0.01, 3) };
      });
      const [blue, orange] = [({ 0: r, 2: b }) => b - r > 40, ({ 0: r, 2: b }) => r - b > 40];
      assert.ok(blue(colours.less), `less ${colours.less}`);
      assert.ok(orange(colours.fresh), `new ${colours.fresh}`);
      assert.ok(blue(colours.gone), `gone ${colours.gone}`);
      assert.ok(Math.max(...colours.same) - Math.min(...colours.same) < 16, `as before ${colours.same}`);
      await shot(`compare-flame-${scheme}`);
    },
  })),
  {
    name: 'two runs: lines of both texts, with their costs',
    model: fixed,
    hash: '#view=source&event=Ir',
    async run({ page, ui }) {
      const rows = whole(await ui.rows());
      assert.deepEqual(rows.map((row) => [row[2], row[3], row[0], row[1], row[5]]), [
        ['10', '10', '1', '1', '  int sweep() {'],
        ['4000', '0', '2', '', '\u2212   slow();'],
        ['0', '4000', '', '2', '+   fast();'],
        ['990', '990', '3', '3', '  }'],
      ]);
      assert.equal(rows[1][4], '\u22124000gone');
      assert.equal(rows[2][4], '+4000new');
      assert.equal(await page.$('.estimated'), null);
    },
  },
  {
    name: 'two runs: costs of lines that cannot be known are not shown',
    model: () => {
      const model = fixed();
      Object.assign(model.sources[0], { unknown: true, missing: 'The file was written over.', self: [{}, model.sources[0].self[1]], line: [[1, 2, 3, 4], [1, 2, 3, 4]] });
      return model;
    },
    hash: '#view=source&event=Ir',
    async run({ page, ui }) {
      assert.equal(await ui.text('.estimated'), 'The file was written over.');
      for (const row of await ui.rows()) assert.deepEqual([row[0], row[2], row[4]], ['', '\u2013', '']);
      assert.equal(await page.$('.change'), null);
    },
  },
  {
    name: 'two runs: objects, of an event that they have, or by cycles',
    model: fixed,
    hash: '#view=objects',
    async run({ ui }) {
      assert.match(await ui.text('.status'), /^2 of 3 have changed$/);
      const rows = whole(await ui.rows());
      assert.deepEqual(rows.map((row) => [row[0], row[1], row[2], row[4]]), [
        ['table  ', '4000', '100', '4KiB \u2192 8KiB'],
        ['left \u00d7 1200 gone', '30', '0', '64B \u2192 \u2013'],
        ['calm  ', '20', '20', '64B'],
      ]);
      await ui.event('D1mr');
      assert.deepEqual(whole(await ui.rows()).map((row) => row[1]), ['400', '3', '2']);
    },
  },
  {
    name: 'two runs: findings that are gone, new and in both',
    model: fixed,
    hash: '#view=findings',
    async run({ ui }) {
      assert.deepEqual(await ui.texts('h2'), ['Gone (1)', 'New (1)', 'In both runs (1)']);
      const [gone, fresh] = (await ui.texts('.finding')).map(plain);
      assert.match(gone, /^Conflict in D1 in sweep \(app\.c:7\), table400 misses before; saving about 4000 cycles, 20\.0% of 20000$/);
      assert.match(fresh, /2 misses after; saving up to 20 cycles, 20\.0% of 100.*Change fresh\.$/);
    },
  },
  {
    name: 'two runs: rates over time, by instructions and by share of the run',
    model: fixed,
    hash: '#view=timeline&event=D1mr',
    async run({ page, ui, shot }) {
      // before: 20 per 1000 instructions, then 60; after: 30, half as long
      const rows = async () => (await ui.rows('.plain-table')).map((row) => row.slice(1).map(plain));
      assert.deepEqual(await rows(), [...Array(5).fill(['20.00', '30.00', '+50.0%']), ...Array(5).fill(['60.00', '\u2013', ''])]);
      await page.click('.tools input[type=checkbox]');
      await ui.painted();
      assert.deepEqual(await rows(), [...Array(5).fill(['20.00', '30.00', '+50.0%']), ...Array(5).fill(['60.00', '30.00', '\u221250.0%'])]);
      // orange where it is more, then blue
      const fills = await page.$$eval('.compare-timeline rect', (all) => all.map((rect) => rect.getAttribute('fill')));
      const red = (fill) => parseInt(fill.slice(1, 3), 16) > parseInt(fill.slice(5, 7), 16);
      assert.deepEqual([red(fills[1]), red(fills.at(-2))], [true, false]);
      await shot('compare-timeline');
    },
  },
  {
    name: 'two runs: settings that differ are marked',
    model: fixed,
    hash: '#view=settings',
    async run({ ui }) {
      assert.deepEqual(await ui.rows(), [['Command', './app old', './app new'], ['D1', '32 KiB', 'the same']]);
      assert.deepEqual(await ui.texts('tr.differs th'), ['Command']);
    },
  },
  {
    name: 'two runs: odd names do nothing',
    model: hostileNames,
    async run({ page, ui }) {
      for (const view of ['Functions', 'Flame graph', 'Findings', 'Changes', 'Settings']) {
        await ui.view(view);
        assert.equal(await page.evaluate(() => window.injected), undefined);
        if (view === 'Functions') assert.match(await ui.text('main'), /a\u27e8202E\u27e9b/);
      }
    },
  },
  {
    name: 'two runs: nothing is cut off on a narrow screen',
    model: fixed,
    width: 400,
    async run({ page, ui }) {
      for (const view of ['Changes', 'Findings', 'Functions', 'Flame graph', 'Source', 'Objects', 'Timeline', 'Settings']) {
        await ui.view(view);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${view} is ${wide} pixels too wide`);
      }
    },
  },
];
