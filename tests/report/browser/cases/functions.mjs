// SPDX-License-Identifier: GPL-3.0-or-later
//
// functions.mjs: tests of the view of functions.
import assert from 'node:assert/strict';
import { hostile, NESTED_NAMES, noEvents, oneFunction, small } from '../models.mjs';
import { cost } from '../ui.mjs';

const at = '#view=functions';

// The cost of a function by a plain sum, not by the page's own code.
function plain(model, kind, event, i) {
  const { formula } = model.events.find((each) => each.name === event);
  if (!formula) return model.functions[kind][event][i];
  return Object.entries(formula).reduce((sum, [part, factor]) => sum + factor * model.functions[kind][part][i], 0);
}

function percentOf(part, whole) {
  const value = (100 * part) / whole;
  return part !== 0 && value < 0.05 ? '<0.1%' : `${value.toFixed(1)}%`;
}

export const cases = [
  {
    name: 'functions show what the model has, for every event',
    model: small,
    hash: at,
    async run({ model, ui }) {
      for (const { name, sum } of model.events) {
        await ui.event(name);
        const rows = await ui.rows();
        assert.equal(rows.length, model.functions.name.length);
        let last = Infinity;
        for (const [shown, inclusive, self] of rows) {
          const i = model.functions.name.indexOf(shown);
          assert.notEqual(i, -1, `${shown} is no function of the model`);
          for (const [kind, text] of [
            ['inclusive', inclusive],
            ['self', self],
          ]) {
            const value = plain(model, kind, name, i);
            assert.deepEqual(cost(text), { value, percent: percentOf(value, sum) }, `${kind} ${name} of ${shown}`);
          }
          assert.ok(cost(inclusive).value <= last, 'rows descend by inclusive cost');
          last = cost(inclusive).value;
        }
        assert.equal(
          rows.reduce((total, row) => total + cost(row[2]).value, 0),
          sum,
          `exclusive costs of ${name} add up`,
        );
      }
    },
  },
  {
    name: 'functions are sorted and filtered, and the address says how',
    model: small,
    hash: at,
    async run({ page, model, ui }) {
      const names = async () => (await ui.rows()).map((row) => row[0]);
      await page.click('th:first-child button');
      assert.deepEqual(
        await names(),
        [...model.functions.name].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
      );
      assert.equal((await ui.hash()).sort, 'name');
      assert.equal(await page.$eval('th:first-child', (head) => head.getAttribute('aria-sort')), 'ascending');
      await page.type('.filter', 'MATRIX const');
      await ui.painted();
      assert.deepEqual(await names(), [
        'matvec(Matrix const&, double const*, double*)',
        'solve(Matrix const&, double*)',
      ]);
      assert.equal((await ui.hash()).filter, 'MATRIX const');
      await ui.back();
      assert.equal((await ui.hash()).sort, undefined, 'typing makes no entries of the history');
      assert.equal((await names()).length, model.functions.name.length);
    },
  },
  {
    name: 'what only starts the program comes last of inclusive costs',
    model: () => {
      const model = small();
      model.functions.start = model.functions.name.map((_, i) => (i < 2 ? 1 : 0));
      return model;
    },
    hash: at,
    async run({ page, model, ui }) {
      const shown = async () => (await ui.rows()).map((row) => row[0]);
      const { name, self } = model.functions;
      assert.deepEqual(await shown(), [...name.slice(2), ...name.slice(0, 2)]);
      await page.click('th:nth-child(3) button');
      const bySelf = name.map((_, i) => i).sort((a, b) => self.Ir[b] - self.Ir[a] || a - b);
      assert.deepEqual(
        await shown(),
        bySelf.map((i) => name[i]),
      );
    },
  },
  {
    name: 'the keyboard moves through functions',
    model: small,
    hash: at,
    async run({ page, model, ui }) {
      await page.focus('table');
      await ui.press('ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowDown');
      const order = model.functions.inclusive.Ir;
      assert.deepEqual(
        order,
        [...order].sort((a, b) => b - a),
        'the model is in order',
      );
      assert.equal((await ui.hash()).function, '1');
      assert.equal(await ui.selected(), model.functions.name[1]);
      await ui.press('End');
      assert.equal((await ui.hash()).function, String(order.length - 1));
      await ui.press('Home');
      assert.equal((await ui.hash()).function, '0');
    },
  },
  {
    name: 'names never act',
    model: hostile,
    hash: at,
    async run({ page, ui }) {
      const shown = (await ui.rows()).map((row) => row[0]);
      assert.equal(shown.length, NESTED_NAMES.length);
      for (const name of NESTED_NAMES.slice(0, 8)) assert.ok(shown.includes(name), `${name} is shown as it is`);
      assert.ok(shown.includes('invoice\u27e8202E\u27e9gnp.exe'), 'marks of direction are shown');
      assert.equal(await page.evaluate(() => window.injected), undefined);
      assert.equal(await page.evaluate(() => document.querySelectorAll('img, b, i').length), 0);
    },
  },
  {
    name: 'a profile without events',
    model: noEvents,
    hash: at,
    async run({ ui }) {
      assert.equal((await ui.rows()).length, 0);
    },
  },
  {
    name: 'a profile of one function',
    model: oneFunction,
    hash: at,
    async run({ ui }) {
      assert.deepEqual(cost((await ui.rows())[0][1]), { value: 7, percent: '100.0%' });
    },
  },
  {
    name: 'a selected function shows its calls first, then its rates',
    model: () => ({
      ...small(),
      rates: [
        { key: 'D1rate', title: 'D1 misses per access to data', kind: 'rate', of: { D1mr: 1 }, by: { Dr: 1 } },
        { key: 'Unused1', title: 'bytes never used', kind: 'unused', of: { Ir: 1 }, by: { D1mr: 64 } },
        { key: 'Uses1', title: 'accesses to a line', kind: 'uses', of: { D1mr: 1 }, by: { Ir: 250000 } },
        { key: 'none', title: 'of nothing', kind: 'rate', of: { Ir: 1 }, by: { unknown: 1 } },
      ],
    }),
    hash: `${at}&function=1`,
    async run({ model, ui }) {
      assert.deepEqual(
        (await ui.texts('.detail caption')).map((text) => text.replace(/ \d+$/, '')),
        ['Callers', 'Callees', 'Rates', 'Costs'],
      );
      const { inclusive, self } = model.functions;
      const share = (value) => (value >= 1 ? '100.0%' : percentOf(value, 1));
      const rate = (costs) => share(costs.D1mr[1] / costs.Dr[1]);
      const unused = (costs) => share(Math.min(1, costs.Ir[1] / (64 * costs.D1mr[1])));
      const rows = await ui.rows('.rates');
      assert.deepEqual(rows[0], ['D1 misses per access to data', rate(inclusive), rate(self)]);
      assert.deepEqual(rows[1], ['bytes never used', unused(inclusive), unused(self)]);
      assert.equal(rows.length, 3, 'what has nothing to divide by is not shown');
      const uses = (4 * inclusive.D1mr[1]) / inclusive.Ir[1];
      assert.ok(Math.abs(Number(rows[2][1]) - uses) <= 0.01 * Math.max(1, uses), `${rows[2][1]} is ${uses}`);
    },
  },
];
