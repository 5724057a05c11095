// SPDX-License-Identifier: GPL-3.0-or-later
//
// tree.mjs: tests of the call tree.
import assert from 'node:assert/strict';
import { hostile, large, noEvents, small } from '../models.mjs';
import { cost } from '../ui.mjs';

const at = '#view=tree';
const shown = async (ui) => (await ui.rows()).map((row) => row[0].replace(/^[▾▸]/, ''));
const randomTree = () => large(40);

// A node's cost and what is below, by a plain sum.
const inclusive = (model, event, node) =>
  model.tree.parent.reduce(
    (sum, up, i) => (up === node ? sum + inclusive(model, event, i) : sum),
    model.tree.self[event][node],
  );

export const cases = [
  {
    name: 'the call tree opens at the costliest path',
    model: small,
    hash: at,
    async run({ ui }) {
      assert.deepEqual(await shown(ui), [
        'main',
        'solve(Matrix const&, double*)',
        'matvec(Matrix const&, double const*, double*)',
        '__memcpy_avx_unaligned',
        'dot',
        'init(double*, int)',
        'walk',
      ]);
    },
  },
  {
    name: 'keys open and close the call tree',
    model: small,
    hash: at,
    async run({ page, model, ui }) {
      await page.focus('table');
      await ui.press('End', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
      assert.deepEqual((await shown(ui)).slice(-4), ['walk', 'walk', 'walk', '__memcpy_avx_unaligned']);
      assert.equal((await ui.hash()).node, '9');
      await ui.press('ArrowLeft');
      assert.equal((await ui.hash()).node, '8');
      await ui.press('ArrowLeft');
      assert.deepEqual((await shown(ui)).slice(-3), ['walk', 'walk', 'walk']);
      assert.deepEqual(
        await page.$$eval('tbody tr:not(.space)', (rows) =>
          rows.map((row) => row.getAttribute('aria-level')).slice(-3),
        ),
        ['2', '3', '4'],
      );
      const rows = await ui.rows();
      assert.deepEqual(cost(rows.at(-1)[1]).value, inclusive(model, 'Ir', 8));
      assert.deepEqual(cost(rows.at(-1)[2]).value, model.tree.self.Ir[8]);
    },
  },
  {
    name: 'all nodes of a random tree have their costs',
    model: randomTree,
    hash: at,
    height: 4000,
    async run({ page, model, ui }) {
      for (let i = 0; i < 200; i++) {
        const closed = await page.$('tr[aria-expanded="false"] .twist');
        if (!closed) break;
        await closed.click();
      }
      const rows = await ui.rows();
      assert.equal(rows.length, model.tree.parent.length);
      for (const event of ['Ir', 'D1mr']) {
        await ui.event(event);
        const pairs = (await ui.rows()).map((row) => `${cost(row[1]).value} ${cost(row[2]).value}`).sort();
        assert.deepEqual(
          pairs,
          model.tree.parent.map((_, node) => `${inclusive(model, event, node)} ${model.tree.self[event][node]}`).sort(),
        );
      }
    },
  },
  {
    name: 'a selected function is shown where it costs most',
    model: small,
    hash: `${at}&function=6`,
    async run({ model, ui }) {
      assert.equal(model.functions.name[6], 'walk');
      await ui.painted();
      assert.match(await ui.text('tr[aria-selected="true"]'), /walk/);
    },
  },
  {
    name: 'odd names in the call tree',
    model: hostile,
    hash: `${at}&node=14`,
    async run({ page, ui }) {
      await ui.painted();
      assert.equal((await ui.rows()).length, 15, 'all above the selected node is open');
      assert.equal(await page.evaluate(() => window.injected), undefined);
    },
  },
  {
    name: 'a call tree of nothing',
    model: noEvents,
    hash: at,
    async run({ ui }) {
      assert.match(await ui.text('.empty'), /no calls/);
    },
  },
];
