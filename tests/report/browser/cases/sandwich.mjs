// SPDX-License-Identifier: GPL-3.0-or-later
//
// sandwich.mjs: tests of the sandwich view: which frames lie where, by arithmetic on the tree of the model.
import assert from 'node:assert/strict';
import { noEvents, small } from '../models.mjs';

const FRAME_px = 21;

// What a node costs with all below it.
const inclusive = (model, node) =>
  model.tree.parent.reduce((sum, up, i) => (up === node ? sum + inclusive(model, i) : sum), model.tree.self.Ir[node]);

const nodesOf = (model, name) =>
  model.tree.function.map((index, node) => [index, node]).filter(([index]) => model.functions.name[index] === name);

async function pointAt(page, ui, half, part, y) {
  const box = await page.$eval(`.half:nth-of-type(${half}) canvas`, (each) => {
    const { left, top, width } = each.getBoundingClientRect();
    return { left, top, width };
  });
  await page.mouse.move(box.left + box.width * part, box.top + y);
  await ui.painted();
  return ui.text('.about');
}

export const cases = [
  {
    name: 'a sandwich has the callers of a function and its callees, which a click makes the one in the middle',
    model: small,
    hash: '#view=sandwich&event=Ir&function=1',
    async run({ page, model, ui }) {
      const name = model.functions.name[1];
      const own = nodesOf(model, name);
      assert.equal(own.length, 1, 'the model calls it in one place');
      const [[, node]] = own;
      const total = inclusive(model, node);
      assert.match(await ui.text('.status'), /^\d+\.\d% of Ir in 1 place of the call tree$/);
      const callee = model.tree.parent
        .map((up, i) => [up, i])
        .filter(([up]) => up === node)
        .map(([, i]) => i)
        .sort((a, b) => inclusive(model, b) - inclusive(model, a))[0];
      const caller = model.tree.parent[node];
      const plain = (cost) => String(cost).replace(/\B(?=(\d{3})+$)/g, ',');
      const below = await pointAt(page, ui, 2, inclusive(model, callee) / total / 2, 1.5 * FRAME_px);
      assert.ok(below.startsWith(model.functions.name[model.tree.function[callee]]), below);
      assert.ok(below.includes(`, ${plain(inclusive(model, callee))} Ir`) || below.includes(` ${plain(inclusive(model, callee))} Ir`), below);
      const depth = await page.evaluate(() => document.querySelector('.half .sheet').getBoundingClientRect().height);
      assert.ok(depth >= FRAME_px);
      let up = 0;
      for (let at = caller; at >= 0; at = model.tree.parent[at]) up++;
      const above = await pointAt(page, ui, 1, 0.5, (up - 0.5) * FRAME_px);
      assert.ok(above.startsWith(model.functions.name[model.tree.function[caller]]), above);
      assert.ok(above.includes(` ${plain(total)} Ir in these calls`), above);
      const drawn = await page.$$eval('.half canvas', (all) =>
        all.map((each) => Math.abs(each.height - each.clientHeight * devicePixelRatio) <= 1),
      );
      assert.deepEqual(drawn, [true, true], 'nothing is stretched');
      await page.mouse.click(
        ...(await page.$eval('.half:nth-of-type(1) canvas', (each, y) => {
          const { left, top, width } = each.getBoundingClientRect();
          return [left + width / 2, top + y];
        }, (up - 0.5) * FRAME_px)),
      );
      await ui.painted();
      assert.equal((await ui.hash()).function, String(model.tree.function[caller]));
    },
  },
  {
    name: 'without a function the sandwich is of that with most cost of its own',
    model: small,
    hash: '#view=sandwich&event=Ir',
    async run({ model, ui }) {
      const { name, self } = model.functions;
      const most = self.Ir.indexOf(Math.max(...self.Ir));
      const shown = await ui.text('.tools a.function');
      assert.ok(shown.startsWith(name[most].slice(0, 6)), shown);
    },
  },
  {
    name: 'a sandwich of nothing',
    model: noEvents,
    hash: '#view=sandwich',
    async run({ ui }) {
      assert.match(await ui.text('.empty'), /nothing/);
    },
  },
];
