// SPDX-License-Identifier: GPL-3.0-or-later
//
// flame.mjs: tests of the flame graph: which frame lies where, by arithmetic on the tree; zoom, keys, search.
import assert from 'node:assert/strict';
import { hostile, noEvents, oneFunction, small } from '../models.mjs';

const at = '#view=flame';
const FRAME_px = 21;

const valueOf = (model, event, node) => {
  const { formula } = model.events.find((each) => each.name === event);
  return Object.entries(formula ?? { [event]: 1 }).reduce(
    (sum, [part, factor]) => sum + factor * model.tree.self[part][node],
    0,
  );
};

const inclusive = (model, event, node) =>
  model.tree.parent.reduce(
    (sum, up, i) => (up === node ? sum + inclusive(model, event, i) : sum),
    node < 0 ? 0 : valueOf(model, event, node),
  );

// [{ node, depth, left, right }] of all nodes, as parts of the width, the costliest child to the left.
function frames(model, event, top = -1) {
  const all = [];
  const put = (node, depth, left, scale) => {
    all.push({ node, depth, left, right: left + inclusive(model, event, node) * scale });
    const children = [...model.tree.parent.keys()]
      .filter((each) => model.tree.parent[each] === node && inclusive(model, event, each) > 0)
      .sort((a, b) => inclusive(model, event, b) - inclusive(model, event, a) || a - b);
    for (const child of children) {
      put(child, depth + 1, left, scale);
      left += inclusive(model, event, child) * scale;
    }
  };
  put(top, 0, 0, 1 / inclusive(model, event, top));
  return all;
}

const nameOf = (model, node) => (node < 0 ? 'The program' : model.functions.name[model.tree.function[node]]);

// Points at both ends and the middle of all frames that are wide enough.
async function pointAtAll({ page, model, ui }, event, top, above) {
  const box = await (await page.$('.flame canvas')).boundingBox();
  let n = 0;
  for (const { node, depth, left, right } of frames(model, event, top)) {
    if ((right - left) * box.width < 8) continue;
    for (const x of [left * box.width + 2, ((left + right) / 2) * box.width, right * box.width - 2]) {
      await page.mouse.move(box.x + x, box.y + (depth + above) * FRAME_px + 10);
      await ui.painted();
      assert.equal(await ui.text('.about .function'), nameOf(model, node), `${event} at ${x} of row ${depth}`);
      const figures = await ui.text('.about .figures');
      const expected = `${inclusive(model, event, node)}`.replace(/\B(?=(\d{3})+$)/g, ',');
      assert.ok(figures.includes(` ${expected} ${event} inclusive`), `${figures} says ${expected}`);
      n++;
    }
  }
  return n;
}

export const cases = [
  {
    name: 'frames lie where their costs are, for every event',
    model: small,
    hash: at,
    async run(test) {
      for (const { name } of test.model.events) {
        await test.ui.event(name);
        assert.ok((await pointAtAll(test, name, -1, 0)) >= 9);
      }
    },
  },
  {
    name: 'a click zooms into a frame, the back button out',
    model: small,
    hash: at,
    async run(test) {
      const { page, model, ui } = test;
      const box = await (await page.$('.flame canvas')).boundingBox();
      await page.mouse.click(box.x + 20, box.y + 2 * FRAME_px + 10);
      await ui.painted();
      const solve = model.functions.name.indexOf('solve(Matrix const&, double*)');
      assert.deepEqual(await ui.hash(), { view: 'flame', event: 'Ir', node: '2', function: String(solve) });
      await pointAtAll(test, 'Ir', 2, 2);
      await ui.event('SpLoss1');
      assert.equal((await ui.hash()).node, '2', 'the event changes, the zoom stays');
      await ui.back();
      await ui.back();
      assert.equal((await ui.hash()).node, undefined);
      await pointAtAll(test, 'Ir', -1, 0);
    },
  },
  {
    name: 'keys move through the flame graph',
    model: small,
    hash: at,
    async run({ page, model, ui }) {
      const spoken = () => ui.text('[aria-live]');
      await page.focus('.flame');
      await ui.press('ArrowDown');
      assert.match(await spoken(), /^all, 100\.0/);
      await ui.press('ArrowDown', 'ArrowDown');
      assert.match(await spoken(), /^solve\(/);
      await ui.press('ArrowRight');
      assert.match(await spoken(), /^init\(/);
      await ui.press('ArrowRight', 'ArrowRight');
      assert.match(await spoken(), /^walk, /, 'there is nothing to the right');
      await ui.press('ArrowDown', 'Enter');
      assert.equal((await ui.hash()).node, '7');
      assert.equal((await ui.hash()).function, String(model.functions.name.indexOf('walk')));
      await ui.press('Escape');
      assert.equal((await ui.hash()).node, '6');
      await ui.press('ArrowUp', 'ArrowLeft', 'ArrowUp', 'ArrowUp', 'ArrowUp');
      assert.match(await spoken(), /^all, /);
    },
  },
  {
    name: 'highlighted functions and what they cost',
    model: small,
    hash: at,
    async run({ page, model, ui }) {
      await page.type('.filter', 'WALK');
      await ui.painted();
      const part = (100 * model.functions.inclusive.Ir[model.functions.name.indexOf('walk')]) / model.events[0].sum;
      assert.equal(await ui.text('.status'), `${part.toFixed(1)}% in highlighted functions and their callees`);
      assert.equal((await ui.hash()).mark, 'WALK');
    },
  },
  {
    name: 'own functions of one file differ in colour, and the legend names them',
    model: () => {
      const model = small();
      model.functions.file = model.functions.file.map(() => 0);
      return model;
    },
    hash: at,
    async run({ page, model, ui }) {
      await ui.painted();
      const own = frames(model, 'Ir').filter(({ node, left, right }) => node >= 0 && right - left > 0.05);
      const colours = await page.$eval(
        '.flame canvas',
        (canvas, places, high) => {
          const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
          return places.map(({ depth, right }) => {
            const at = 4 * ((depth * high + 3) * width + Math.floor(right * width) - 5);
            return [...data.slice(at, at + 3)].join(' ');
          });
        },
        own,
        FRAME_px,
      );
      const functions = own.map(({ node }) => model.tree.function[node]);
      assert.equal(new Set(functions).size, 5, String(functions));
      assert.equal(new Set(colours).size, 5, String(colours));
      const legend = await ui.texts('.legend .name');
      for (const name of ['matvec(…)', 'dot', 'libc.so.6']) assert.ok(legend.includes(name), `${name} in ${legend}`);
    },
  },
  {
    name: 'a narrow frame shows what fits of its name, and all of it as a tip',
    model: small,
    hash: at,
    async run({ page, model, ui }) {
      const box = await (await page.$('.flame canvas')).boundingBox();
      const width = (each) => (each.right - each.left) * box.width;
      await page.setViewport({ width: 560, height: 800 });
      await ui.painted();
      const place = await (await page.$('.flame canvas')).boundingBox();
      const narrow = frames(model, 'Ir').find((each) => {
        const px = (each.right - each.left) * place.width;
        return px > 20 && px < 40;
      });
      assert.ok(narrow, `a frame below 40 pixels: ${frames(model, 'Ir').map(width)}`);
      const dark = await page.$eval(
        '.flame canvas',
        (canvas, { depth, left, right }, high) => {
          const x = Math.round(left * canvas.width);
          const { data } = canvas.getContext('2d').getImageData(x, depth * high + 2, Math.round((right - left) * canvas.width) - 2, high - 4);
          const reds = [...data].filter((_, i) => i % 4 === 0);
          const most = Math.max(...reds);
          return reds.filter((value) => value < most - 40).length;
        },
        narrow,
        FRAME_px,
      );
      assert.ok(dark > 15, `${dark} pixels of text`);
      await page.mouse.move(place.x + ((narrow.left + narrow.right) / 2) * place.width, place.y + narrow.depth * FRAME_px + 10);
      await ui.painted();
      assert.equal(await page.$eval('.flame', (each) => each.title), nameOf(model, narrow.node));
    },
  },
  {
    name: 'the flame graph of an estimated tree says so',
    model: () => ({ ...small(), tree: { ...small().tree, estimated: true } }),
    hash: at,
    async run({ ui }) {
      assert.match(await ui.text('.estimated'), /^Estimated\. .*--context-tree=yes/);
      await ui.view('Call tree');
      assert.match(await ui.text('.estimated'), /^Estimated\./);
    },
  },
  {
    name: 'an exact tree is not called estimated',
    model: small,
    hash: at,
    async run({ page }) {
      assert.equal(await page.$('.estimated'), null);
    },
  },
  {
    name: 'odd names in the flame graph',
    model: hostile,
    hash: at,
    async run({ page, ui }) {
      await page.focus('.flame');
      for (let i = 0; i < 17; i++) await ui.press('ArrowDown');
      assert.match(await ui.text('[aria-live]'), /^f<std::vector/);
      assert.equal(await page.evaluate(() => window.injected), undefined);
    },
  },
  {
    name: 'a flame graph of nothing',
    model: noEvents,
    hash: at,
    async run({ ui }) {
      assert.match(await ui.text('.empty'), /nothing/);
    },
  },
  {
    name: 'a flame graph of one frame',
    model: oneFunction,
    hash: at,
    async run(test) {
      assert.equal(await pointAtAll(test, 'Ir', -1, 0), 6);
    },
  },
];
