// SPDX-License-Identifier: GPL-3.0-or-later
//
// check-page.mjs: opens reports in Chromium without a window, and uses them as people do.
//
// Usage: node check-page.mjs --modules=DIR --chromium=FILE --template=FILE --work=DIR --cases=FILE
//        node check-page.mjs --list --work=DIR      // the names of all
// Runs those cases of cases/*.mjs whose names are the lines of a file. Each file exports `cases`, a list of { name, model, file, spoil, hash, width, height,
// scheme, says, live, run }: `model` is made by a function (once, whoever asks for it), `file` is a report instead, `hash` is the address to start
// at, spoil(html) changes the page as a fault of ours would, `live` has the file come from a server, as a run that goes on serves it, `says` is what it may print on the console, and
// run({ page, model, ui, shot, refused }) throws when something is not as it must be. ui.mjs has what tests
// do with a page; shot(name) takes a picture into DIR.
// What the page's policy refuses in a spoiled page is in the list `refused`, as the console has it.
// A case fails, too, on any other message on the console, any error, and any request but that of the file itself and of pictures in it.
// Prints "ok NAME" or "FAIL NAME: why" for each case, and at the end "ran N".
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { writeReport } from './models.mjs';
import { Ui } from './ui.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const options = Object.fromEntries(
  process.argv.slice(2).map((arg) => /^--(\w+)=(.*)$/.exec(arg)?.slice(1) ?? [arg, '']),
);
const { modules, chromium, template, work, cases } = options;

const LIMIT_MS = 600_000; // for what hangs; on a busy machine anything may take minutes

const reports = new Map();
function reportOf(make) {
  if (!reports.has(make)) {
    const model = make();
    const file = path.join(work, `report-${reports.size}.html`);
    writeReport(template, model, file);
    reports.set(make, { model, file });
  }
  return reports.get(make);
}

// Everything that a page must not do is added to `wrong`.
async function watch(page, url, wrong, { expected, refused }) {
  page.on('console', (message) => {
    const text = message.text();
    if (refused && /Content Security Policy/.test(text)) refused.push(text);
    else if (!expected?.test(text)) wrong.push(`console: ${text}`);
  });
  page.on('pageerror', (error) => wrong.push(`error: ${error.message}`));
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const own = request.url().startsWith(url) || /^data:(,$|image\/)/.test(request.url());
    if (!own) wrong.push(`request: ${request.url().slice(0, 200)}`);
    own ? request.continue() : request.abort();
  });
}

// As xgrind view --live does while the run goes on; the page is the first one.
function serve(file) {
  const server = http.createServer((request, response) => {
    const isPage = request.url === '/';
    response.writeHead(isPage || request.url === '/state' ? 200 : 404, { 'Content-Type': isPage ? 'text/html; charset=utf-8' : 'text/plain' });
    response.end(isPage ? fs.readFileSync(file) : 'running 1');
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

let spoiled = 0;
function spoiledReport(spoil, { model, file }) {
  const other = path.join(work, `spoiled-${spoiled++}.html`);
  fs.writeFileSync(other, spoil(fs.readFileSync(file, 'utf8')));
  return { model, file: other };
}

async function runCase(browser, each) {
  const own = each.file ? { file: each.file } : reportOf(each.model);
  const { model, file } = each.spoil ? spoiledReport(each.spoil, own) : own;
  const refused = each.spoil ? [] : undefined;
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  const wrong = [];
  const server = each.live ? await serve(file) : undefined;
  const url = server ? `http://127.0.0.1:${server.address().port}/` : pathToFileURL(file).href;
  try {
    await page.setViewport({ width: each.width ?? 1280, height: each.height ?? 800 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: each.scheme ?? 'light' }]);
    await watch(page, url, wrong, { expected: each.says, refused });
    await page.goto(url + (each.hash ?? ''));
    await page.waitForSelector(each.ready ?? 'main h1, [role="alert"]');
    const ui = new Ui(page);
    const shot = (name) => page.screenshot({ path: path.join(work, `${name}.png`) });
    await each.run({ page, model, ui, shot, refused });
    await ui.painted();
  } catch (error) {
    wrong.push(error.message.replace(/\s+/g, ' ').trim());
  } finally {
    await context.close();
    server?.close();
  }
  return wrong;
}

async function allCases() {
  const files = fs
    .readdirSync(path.join(here, 'cases'))
    .filter((name) => name.endsWith('.mjs'))
    .sort();
  const lists = await Promise.all(files.map((name) => import(path.join(here, 'cases', name))));
  return lists.flatMap((list) => list.cases);
}

if (process.argv.includes('--list')) {
  for (const { name } of await allCases()) console.log(name);
  process.exit(0);
}
const chosen = new Set(fs.readFileSync(cases, 'utf8').split('\n'));
const puppeteer = createRequire(path.join(modules, 'x.js'))('puppeteer-core');

const browser = await puppeteer.launch({
  executablePath: chromium,
  timeout: LIMIT_MS,
  protocolTimeout: LIMIT_MS,
  headless: true,
  args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb', '--hide-scrollbars=false'],
});
let failed = 0,
  ran = 0;
for (const each of await allCases()) {
  if (!chosen.has(each.name)) continue;
  const wrong = await runCase(browser, each);
  console.log(wrong.length ? `FAIL ${each.name}: ${wrong.join('; ')}` : `ok ${each.name}`);
  failed += wrong.length ? 1 : 0;
  ran++;
}
await browser.close();
console.log(`ran ${ran}`);
process.exit(failed ? 1 : 0);
