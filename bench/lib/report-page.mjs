// SPDX-License-Identifier: GPL-3.0-or-later
//
// report-page.mjs: the measuring part of bench/report-page, which has the usage.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { large, writeReport } from '../../tests/report/browser/models.mjs';

const options = Object.fromEntries(process.argv.slice(2).map((arg) => /^--(\w+)=(.*)$/.exec(arg).slice(1)));
const rounds = Number(options.rounds ?? 3);
const puppeteer = createRequire(path.resolve(options.build, 'report-npm/node_modules/x.js'))('puppeteer-core');
const chromium = process.env.PATH.split(':')
  .map((dir) => `${dir}/chromium`)
  .find((file) => fs.existsSync(file));
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'report-page.'));
process.on('exit', () => fs.rmSync(work, { recursive: true, force: true }));

const LOOK_ms = 2000; // at the first view, before anything is done

// In the page: does something and returns the milliseconds until it has been painted.
function install() {
  window.timed = async (act) => {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)));
    const start = performance.now();
    act();
    await new Promise((done) =>
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = done;
        channel.port2.postMessage(0);
      }),
    );
    return performance.now() - start;
  };
  const one = (selector) =>
    document.querySelector(selector) ??
    (() => {
      throw new Error(`${selector} is not there`);
    })();
  const type = (selector, text) => {
    const field = one(selector);
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const key = (selector, name) =>
    one(selector).dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
  const choose = (selector, value) => {
    const field = one(selector);
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const point = (kind, x, y) => {
    const box = one('.flame canvas').getBoundingClientRect();
    one('.flame').dispatchEvent(
      new PointerEvent(kind, { clientX: box.left + x * box.width, clientY: box.top + y, bubbles: true }),
    );
  };
  window.act = {
    view: (title) => [...document.querySelectorAll('nav a')].find((a) => a.textContent === title).click(),
    event: (name) => choose('.event select', name),
    sort: (n) => one(`thead th:nth-child(${n}) button`).click(),
    filter: (text) => type('.filter', text),
    search: (text) => type('.search input', text),
    row: (n) => one(`tbody tr:nth-child(${n}) td:nth-child(2)`).click(),
    key,
    point,
    choose,
    scroll: (part) => {
      const table = one('.table');
      table.scrollTop = part * table.scrollHeight;
    },
    open: () => one('button.twist').click(),
  };
}

// [what, how often, function of (act, n) that runs in the page]; the order is that of a visit.
const actions = [
  ['open the functions', 1, (act) => act.view('Functions')],
  ['sort by name', 1, (act) => act.sort(1)],
  ['sort by exclusive cost', 1, (act) => act.sort(3)],
  ['sort by inclusive cost', 1, (act) => act.sort(2)],
  ['type into the filter', 6, (act, n) => act.filter('std::m'.slice(0, n + 1))],
  ['clear the filter', 1, (act) => act.filter('')],
  ['select a function', 4, (act, n) => act.row(n + 2)],
  ['move by key', 12, (act) => act.key('table', 'ArrowDown')],
  ['scroll to another part', 6, (act, n) => act.scroll((n + 1) / 7)],
  ['show all other events', 1, (act) => act.choose('.tools select', 'inclusive')],
  ['hide them', 1, (act) => act.choose('.tools select', '')],
  ['choose another event', 3, (act, n) => act.event(['D1mr', 'CEst', 'Ir'][n])],
  ['type into the search', 5, (act, n) => act.search('Class'.slice(0, n + 1))],
  ['clear the search', 1, (act) => act.search('')],
  ['open the flame graph', 1, (act) => act.view('Flame graph')],
  ['point at frames', 12, (act, n) => act.point('pointermove', 0.05 + n * 0.06, 30 + 17 * n)],
  ['zoom in', 4, (act, n) => act.point('click', 0.4, 60 + 42 * n)],
  ['zoom out', 1, (act) => act.key('.flame', 'Escape')],
  ['highlight', 5, (act, n) => act.filter('Class'.slice(0, n + 1))],
  ['choose another event in the flame graph', 3, (act, n) => act.event(['SpLoss1', 'CEst', 'Ir'][n])],
  ['open the call tree', 1, (act) => act.view('Call tree')],
  ['close or open a node', 6, (act) => act.open()],
  ['open the source', 1, (act) => act.view('Source')],
  ['open the summary', 1, (act) => act.view('Summary')],
  ['open the settings', 1, (act) => act.view('Settings')],
];

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

async function visit(browser, file, times) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1600, height: 900 });
  page.on('pageerror', (error) => {
    throw error;
  });
  const session = await page.createCDPSession();
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const processor = async () =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  const note = (name, wall, used) => (times[name] ??= []).push({ wall, used });
  const start = performance.now();
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector('main h1', { timeout: 120000 });
  note('load the file', performance.now() - start, await processor());
  await page.evaluate(install);
  await new Promise((done) => setTimeout(done, LOOK_ms));
  for (const [name, repeat, act] of actions) {
    for (let n = 0; n < repeat; n++) {
      const before = await processor();
      const took = await page.evaluate(`timed(() => (${act})(window.act, ${n}))`).catch((error) => {
        throw new Error(`${name}: ${error.message.split('\n')[0]}`);
      });
      note(name, took, (await processor()) - before);
    }
  }
  await page.close();
}

let file = options.report && path.resolve(options.report);
if (!file) {
  const model = large(Number(options.functions ?? 100000));
  file = path.join(work, 'report.html');
  writeReport(path.resolve(options.build, 'report-build/report.html'), model, file);
  console.log(
    `${model.functions.name.length} functions, ${model.calls.from.length} calls, ${model.tree.parent.length} nodes, ${model.events.length} events`,
  );
}
console.log(`file of ${(fs.statSync(file).size / 1e6).toFixed(1)} MB, ${rounds} rounds\n`);
const browser = await puppeteer.launch({
  executablePath: chromium,
  headless: true,
  args: ['--no-sandbox', '--disable-gpu'],
});
const times = {};
for (let i = 0; i < rounds; i++) await visit(browser, file, times);
await browser.close();
console.log('elapsed: median  longest   processor: median  longest');
for (const [name, list] of Object.entries(times)) {
  const show = (kind, width) =>
    median(list.map((each) => each[kind]))
      .toFixed(0)
      .padStart(width) +
    Math.max(...list.map((each) => each[kind]))
      .toFixed(0)
      .padStart(9);
  console.log(`${show('wall', 15)}${show('used', 20)}   ${name}`);
}
