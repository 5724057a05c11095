// SPDX-License-Identifier: GPL-3.0-or-later
//
// report-timeline.mjs: how long the browser report's timeline and objects take to answer; see bench/report-timeline.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { handmade } from '../../tests/report/browser/handmade.mjs';
import { writeReport } from '../../tests/report/browser/models.mjs';

const options = Object.fromEntries(
  process.argv.slice(2).map((arg) => /^--(\w+)=(.*)$/.exec(arg)?.slice(1) ?? [arg, '']),
);
const { build } = options;
const REPEAT = 20;
const puppeteer = createRequire(path.join(build, 'report-npm', 'node_modules', 'x.js'))('puppeteer-core');

// In the page: acts, and says how long it took until the next picture.
const once = async ({ name, i }) => {
  const figure = document.querySelector('.timeline-figure');
  const box = figure?.getBoundingClientRect();
  const pointer = (type, x, y, more) =>
    figure.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerId: 1,
        button: 0,
        clientX: box.left + x,
        clientY: box.top + y,
        ...more,
      }),
    );
  const wheel = (more) =>
    figure.dispatchEvent(
      new WheelEvent('wheel', {
        bubbles: true,
        cancelable: true,
        clientX: box.left + 500,
        clientY: box.top + 300,
        ...more,
      }),
    );
  const acts = {
    hover: () => pointer('pointermove', 150 + 30 * i, 250 + (i % 7) * 20),
    wheel: () => wheel({ deltaY: i % 10 < 5 ? -60 : 60 }),
    keys: () => figure.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, key: i % 2 ? '-' : '+' })),
    table: () => {
      document.querySelectorAll('.range-table .tabs button')[i % 3].click();
    },
    range: () => {
      location.hash = `#view=timeline&mark=${1000 + i * 50000}-${60000000 + i * 50000}`;
    },
    accesses: () => {
      location.hash = `#view=timeline&accesses=${i % 2 ? 'apart' : 'loads'}`;
    },
    fold: () => {
      location.hash = i % 2 ? '#view=timeline' : '#view=timeline&fold=outer';
    },
    objects: () => {
      location.hash = i % 2 ? '#view=objects&object=10' : '#view=objects&object=11';
    },
  };
  const start = performance.now();
  acts[name]();
  await new Promise((done) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = done;
      channel.port2.postMessage(0);
    }),
  );
  return performance.now() - start;
};

const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const middle = (times) => times.sort((x, y) => x - y)[times.length >> 1];
const show = (times) => middle(times).toFixed(1).padStart(9) + times.at(-1).toFixed(1).padStart(9);

const samples = Number(options.samples ?? 200000);
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'report-timeline-'));
const file = path.join(work, 'report.html');
writeReport(path.join(build, 'report-build', 'report.html'), handmade({ samples, folded: 16384 }), file);
const browser = await puppeteer.launch({
  executablePath: options.chromium ?? '/usr/bin/chromium',
  headless: true,
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();
await page.setViewport({ width: 1600, height: 1000 });
await page.goto(`${pathToFileURL(file).href}#view=timeline`);
await page.waitForSelector('.timeline-figure');
const client = await page.createCDPSession();
await client.send('Performance.enable', { timeDomain: 'threadTicks' });
const used = async () =>
  1000 * (await client.send('Performance.getMetrics')).metrics.find((metric) => metric.name === 'TaskDuration').value;
console.log(
  `${samples} samples; milliseconds, median and longest of ${REPEAT}\n               elapsed          processor`,
);
for (const name of ['hover', 'wheel', 'keys', 'table', 'range', 'accesses', 'fold', 'objects']) {
  const [elapsed, processor] = [[], []];
  for (let i = 0; i < REPEAT; i++) {
    const before = await used();
    elapsed.push(await page.evaluate(once, { name, i }));
    await wait(250);
    processor.push((await used()) - before);
  }
  console.log(`${name.padEnd(10)}${show(elapsed)}${show(processor)}`);
}
await browser.close();
fs.rmSync(work, { recursive: true });
