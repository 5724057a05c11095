// SPDX-License-Identifier: GPL-3.0-or-later
//
// awkward.mjs: every view of models that are unlike usual ones: opened by a click in the navigation and by its address, with a click on its
// first rows and figures. Something is to be seen of each, no part of it has failed, and it is not wider than a phone.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AWKWARD, AWKWARD_PAIRS } from '../awkward.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const views = path.join(here, '../../../../page/views');
const PHONE = { width: 420, height: 900 };
const LIMIT_ms = 20_000; // for one view, on a busy machine

// The views that there are, as their registries list them.
const registered = (file) => [...fs.readFileSync(path.join(views, file), 'utf8').matchAll(/\{ name: '(\w+)', title: '([^']+)'/g)].map(([, name, title]) => ({ name, title }));

export const REGISTRIES = { one: registered('index.js'), two: registered('compare/index.js') };

// In the page: what is wrong with what is shown.
function look() {
  const wrong = [];
  const main = document.querySelector('main');
  const title = main?.querySelector('h1')?.textContent;
  if (!title) return ['there is no view'];
  const failed = document.querySelector('.failed');
  if (failed) wrong.push(`${title} has failed: ${failed.textContent}`);
  const own = [...main.children].filter((each) => each.tagName !== 'H1');
  if (!own.some((each) => each.innerText.trim() || each.querySelector('canvas, svg'))) wrong.push(`${title} is blank`);
  for (const [name, place] of [['the window', document.documentElement], ['its place', main]])
    if (place.scrollWidth > place.clientWidth) wrong.push(`${title} is wider than ${name}: ${place.scrollWidth} of ${place.clientWidth} pixels`);
  for (const first of main.querySelectorAll('.card')) {
    const { left, right } = first.getBoundingClientRect();
    if (left < 0 || right > innerWidth) wrong.push(`a card of ${title} is cut`);
  }
  return wrong;
}

// In the page: opens each view by its address, and looks.
async function lookAtAll(views, lookText) {
  const look = new Function(`return (${lookText})()`);
  const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0))));
  const wrong = [];
  for (const { name, title } of views) {
    location.hash = `#view=${name}`;
    await painted();
    await painted();
    if (document.querySelector('main h1')?.textContent !== title) wrong.push(`${name} shows another view`);
    wrong.push(...look());
  }
  return wrong;
}

async function clickWhatThereIs(page, ui) {
  for (const selector of ['tbody tr:not(.space) td', 'canvas', '.unit']) {
    const place = await page.$(`main ${selector}`);
    const box = await place?.boundingBox();
    if (!box || box.y > 780) continue;
    await page.mouse.click(box.x + 5, box.y + 5);
    await ui.painted();
  }
}

export async function everyView({ page, ui }, all, clicks, lookMore) {
  const titles = await ui.texts('nav a');
  const shown = all.filter(({ title }) => titles.includes(title));
  assert.deepEqual(titles, shown.map(({ title }) => title), 'the navigation has the views of the registry');
  const wrong = [];
  for (const title of titles) {
    const start = Date.now();
    await ui.view(title);
    wrong.push(...(await page.evaluate(look)));
    assert.ok(Date.now() - start < LIMIT_ms, `${title} takes long`);
    await lookMore?.();
    if (!clicks) continue;
    await clickWhatThereIs(page, ui);
    wrong.push(...(await page.evaluate(look)).map((each) => `after a click into it: ${each}`));
  }
  await page.setViewport(PHONE);
  wrong.push(...(await page.evaluate(lookAtAll, shown, look.toString())).map((each) => `on a phone: ${each}`));
  assert.equal(wrong.join('; '), '');
  return titles;
}

// These have data for every view: a view in a registry that they do not show is one that is tested nowhere.
const COMPLETE = new Set(['everything', 'the same run']);

const opened = (kind, models) =>
  Object.entries(models).map(([name, model]) => ({
    name: `every view of ${kind === 'one' ? 'a run' : 'two runs'}: ${name}`,
    model,
    async run(what) {
      const titles = await everyView(what, REGISTRIES[kind], !/,000 functions$/.test(name));
      if (COMPLETE.has(name)) assert.deepEqual(titles, REGISTRIES[kind].map(({ title }) => title));
    },
  }));

export const cases = [...opened('one', AWKWARD), ...opened('two', AWKWARD_PAIRS)];
