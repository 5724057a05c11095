// SPDX-License-Identifier: GPL-3.0-or-later
//
// follow.mjs: looks at the page of a run in Chromium while it follows the run; for tests/view/run.
//
// Usage: node follow.mjs MODULES CHROMIUM URL
// Reads commands from standard input, a line each: "hash TEXT" goes there, "use" moves the pointer all the time, "rest" no
// longer. Prints a line whenever one of these changes: how often the page was loaded, its hash, whether it is a
// page of the run yet, what the line below says; and "wrong: TEXT" for messages on the console and errors.
import path from 'node:path';
import readline from 'node:readline';
import { createRequire } from 'node:module';

const [modules, chromium, url] = process.argv.slice(2);
const puppeteer = createRequire(path.join(modules, 'x.js'))('puppeteer-core');
const browser = await puppeteer.launch({
  executablePath: chromium,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
const page = await browser.newPage();
let loaded = 0, using = false, ended = false;
page.on('load', () => loaded++);
page.on('console', (message) => console.log(`wrong: ${message.text()}`));
page.on('pageerror', (error) => console.log(`wrong: ${error.message}`));
// URL may be a file that leads to the page: that navigation is another one
page.goto(url).catch(() => {});
while (!page.url().startsWith('http')) await new Promise((resolve) => { setTimeout(resolve, 100); });
await page.waitForSelector('#xgrind-live');

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const [, command, text] = /^(\w+) ?(.*)$/.exec(line);
  if (command === 'hash') page.evaluate((hash) => { location.hash = hash; }, text);
  else using = command === 'use';
}).on('close', () => { ended = true; });

let last = '';
for (let i = 0; !ended; i++) {
  try {
    if (using) await page.mouse.move(100 + (i % 50), 100);
    const seen = await page.evaluate(() => [location.hash || '#', document.title.includes('the run has begun') ? 'none' : 'page',
      document.getElementById('xgrind-live')?.textContent ?? 'no line'].join(' '));
    const line = `${loaded} ${seen}`;
    if (line !== last) console.log(line);
    last = line;
  } catch (error) {
    if (!/context|navigat|detached/i.test(error.message)) console.log(`wrong: ${error.message}`); // between two pages
  }
  await new Promise((resolve) => { setTimeout(resolve, 100); });
}
await browser.close();
