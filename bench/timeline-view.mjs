// SPDX-License-Identifier: GPL-3.0-or-later
//
// timeline-view.mjs: how long the browser report's views of data and time take to answer, with many samples.
//
// Usage: node bench/timeline-view.mjs --modules=DIR --chromium=FILE --template=FILE --work=DIR [--samples=N]
//   --modules    node_modules with puppeteer-core (report-npm/node_modules of the build directory)
//   --template   report-build/report.html of the build directory
//   --samples    default 200000
// For each way to use the page it prints the median and the longest time in milliseconds from the event to the
// next picture after it, which includes waiting for the screen (up to 16 ms), over 20 repetitions.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { handmade } from '../tests/report/browser/handmade.mjs';
import { writeReport } from '../tests/report/browser/models.mjs';

const options = Object.fromEntries(process.argv.slice(2).map((arg) => /^--(\w+)=(.*)$/.exec(arg)?.slice(1) ?? [arg, '']));
const REPEAT = 20;
for (const name of ['modules', 'chromium', 'template', 'work']) {
  if (!options[name]) {
    console.error(`timeline-view.mjs: --${name} is missing; see the head of the file`);
    process.exit(2);
  }
}
const puppeteer = createRequire(path.join(options.modules, 'x.js'))('puppeteer-core');

// In the page: calls `act` with 0, 1, ...; the time until the picture after each call.
const measure = async ({ name, n }) => {
  const figure = document.querySelector('.timeline-figure');
  const box = figure?.getBoundingClientRect();
  const pointer = (type, x, y, more) => figure.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, clientX: box.left + x, clientY: box.top + y, ...more }));
  const acts = {
    hover: (i) => pointer('pointermove', 150 + 30 * i, 250 + (i % 7) * 20),
    wheel: (i) => figure.dispatchEvent(new WheelEvent('wheel', { bubbles: true, cancelable: true, deltaY: i % 10 < 5 ? -60 : 60, clientX: box.left + 500, clientY: box.top + 300 })),
    move: (i) => figure.dispatchEvent(new WheelEvent('wheel', { bubbles: true, cancelable: true, shiftKey: true, deltaX: i % 2 ? 40 : -40, clientX: box.left + 500, clientY: box.top + 300 })),
    keys: (i) => figure.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, key: i % 2 ? '-' : '+' })),
    table: (i) => { document.querySelectorAll('.range-table .tabs button')[i % 3].click(); },
    accesses: (i) => { location.hash = `#view=timeline&accesses=${i % 2 ? 'apart' : 'loads'}`; },
    range: (i) => { location.hash = `#view=timeline&mark=${1000 + i * 50000}-${60000000 + i * 50000}`; },
    fold: (i) => { location.hash = i % 2 ? '#view=timeline' : '#view=timeline&fold=outer'; },
    objects: (i) => { location.hash = i % 2 ? '#view=objects&object=10' : '#view=objects&object=11'; },
  };
  const times = [];
  for (let i = 0; i < n; i++) {
    const start = performance.now();
    acts[name](i);
    await new Promise((done) => requestAnimationFrame(() => { const channel = new MessageChannel(); channel.port1.onmessage = done; channel.port2.postMessage(0); }));
    times.push(performance.now() - start);
    await new Promise((done) => setTimeout(done, 300));
  }
  return times;
};

const samples = Number(options.samples ?? 200000);
const file = path.join(options.work, 'timeline-view.html');
fs.mkdirSync(options.work, { recursive: true });
writeReport(options.template, handmade({ samples, folded: 16384 }), file);
const browser = await puppeteer.launch({ executablePath: options.chromium, headless: true, args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage();
await page.setViewport({ width: 1600, height: 1000 });
await page.goto(`${pathToFileURL(file).href}#view=timeline`);
await page.waitForSelector('.timeline-figure');
console.log(`${samples} samples; milliseconds, median and longest of ${REPEAT}`);
for (const name of ['hover', 'wheel', 'move', 'keys', 'table', 'range', 'accesses', 'fold', 'objects']) {
  const times = (await page.evaluate(measure, { name, n: REPEAT })).sort((a, b) => a - b);
  console.log(`${name.padEnd(10)}${times[times.length >> 1].toFixed(1).padStart(8)}${times.at(-1).toFixed(1).padStart(8)}`);
}
await browser.close();
