// SPDX-License-Identifier: GPL-3.0-or-later
//
// open-speedscope.js: opens files in speedscope as a user does, in Chromium without a window.
//
// Usage: node open-speedscope.js MODULES CHROMIUM PICTURES FILE...
//   MODULES    node_modules with puppeteer-core and speedscope
//   PICTURES   directory for a picture of each file's first profile
// Prints a line of JSON for each FILE:
//   saved   the profiles that it has imported, as its own export has them: name, unit, total, and
//           stacks, "outermost|...|innermost" -> weight
//   shown   rows of its table of functions, in the view "Sandwich": [ total, self, name ]
//   error   what it says instead, if it cannot read the file
'use strict';

const fs = require('fs');
const http = require('http');
const path = require('path');

const [modules, chromium, pictures, ...files] = process.argv.slice(2);
const puppeteer = require(path.join(modules, 'puppeteer-core'));
const site = path.join(modules, 'speedscope', 'dist', 'release');
const LIMIT_ms = 120000;

// The site must be served: a page from a file may not do all that it does.
function serve() {
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
  const server = http.createServer((request, response) => {
    const name = path.join(site, path.basename(request.url.replace(/[?#].*/, '')) || 'index.html');
    fs.readFile(name, (error, bytes) => {
      response.writeHead(error ? 404 : 200, { 'Content-Type': types[path.extname(name)] || 'application/octet-stream' });
      response.end(error ? '' : bytes);
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

// Keeps what the page hands out as a file.
function catchDownloads() {
  window.saved = [];
  const create = URL.createObjectURL;
  URL.createObjectURL = (blob) => {
    if (blob.type === 'text/json') blob.text().then((text) => window.saved.push(text));
    return create.call(URL, blob);
  };
  window.said = [];
  window.alert = (text) => window.said.push(text);
}

async function click(page, text) {
  const found = await page.evaluate((wanted) => {
    const leaf = [...document.querySelectorAll('div, span, a')].find((e) => e.textContent.replace(/^[^A-Za-z]+/, '') === wanted);
    if (leaf) leaf.click();
    return !!leaf;
  }, text);
  if (!found) throw new Error(`speedscope shows no ${text}`);
}

// The weights of stacks from what speedscope writes: frames that open and close, and when.
function stacksOf(saved) {
  const names = saved.shared.frames.map((f) => f.name);
  return saved.profiles.map((p) => {
    const stacks = {};
    const open = [];
    let last = p.startValue;
    for (const e of p.events) {
      if (e.at > last) {
        const key = open.map((f) => names[f]).join('|');
        stacks[key] = (stacks[key] || 0) + e.at - last;
      }
      last = e.at;
      if (e.type === 'O') open.push(e.frame);
      else open.pop();
    }
    return { name: p.name, unit: p.unit, total: p.endValue - p.startValue, stacks };
  });
}

async function open(browser, url, file) {
  const page = await browser.newPage();
  page.setDefaultTimeout(LIMIT_ms);
  await page.setViewport({ width: 1280, height: 800 });
  await page.evaluateOnNewDocument(catchDownloads);
  await page.goto(url);
  const input = await page.waitForSelector('input[type=file]');
  await input.uploadFile(file);
  await page.waitForFunction(() => /Sandwich/.test(document.body.innerText) || window.said.length || /Something went wrong/.test(document.body.innerText));
  const loaded = await page.evaluate(() => /Sandwich/.test(document.body.innerText));
  if (!loaded) {
    const error = await page.evaluate(() => window.said.join(' ') || document.body.innerText);
    await page.close();
    return { error };
  }
  await page.screenshot({ path: path.join(pictures, path.basename(file) + '.png') });
  await click(page, 'Export');
  await page.waitForFunction(() => window.saved.length);
  const saved = await page.evaluate(() => window.saved[0]);
  await click(page, 'Sandwich');
  await page.waitForSelector('table tr td');
  await page.screenshot({ path: path.join(pictures, path.basename(file) + '.table.png') });
  const shown = await page.evaluate(() => [...document.querySelectorAll('table tr')]
    .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)).filter((row) => row.length === 3 && row[0].endsWith('%)')));
  await page.close();
  return { saved: stacksOf(JSON.parse(saved)), shown };
}

async function main() {
  const server = await serve();
  const browser = await puppeteer.launch({
    executablePath: chromium,
    headless: true,
    protocolTimeout: LIMIT_ms,
    // No sandbox: in containers there is none; what is opened is our own.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
  try {
    const url = `http://127.0.0.1:${server.address().port}/`;
    for (const file of files) process.stdout.write(JSON.stringify(await open(browser, url, file)) + '\n');
  } finally {
    await browser.close();
    server.close();
  }
}

main().catch((error) => {
  process.stderr.write(`open-speedscope: ${error.message}\n`);
  process.exitCode = 1;
});
