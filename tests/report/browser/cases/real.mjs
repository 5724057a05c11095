// SPDX-License-Identifier: GPL-3.0-or-later
//
// real.mjs: reports of real programs, which run has profiled: every view, every event in one of them, at a wide and a narrow
// window, with a click on the first rows of tables and on the figures.  What a view must have is tested
// with profiles made by hand; here nothing may go wrong.
import assert from 'node:assert/strict';
import path from 'node:path';

const work = process.argv.find((arg) => arg.startsWith('--work=')).slice('--work='.length);
const PROGRAMS = ['stream', 'hydro', 'perl', 'bzip2', 'sort'];

const NARROW = 360;

async function clickWhatThereIs({ page, ui }) {
  const hash = await page.evaluate(() => location.hash);
  for (const selector of ['tbody tr:nth-child(1) td', 'tbody tr:nth-child(3) td', 'canvas']) {
    if (!(await page.$(`main ${selector}`))) continue;
    await page.click(`main ${selector}`);
    await ui.painted();
  }
  await page.evaluate((was) => (location.hash = was), hash);
  await ui.painted();
}

async function everyView({ page, ui, shot }, name, width) {
  const events = await page.$$eval('.event select option', (all) => all.map((each) => each.value));
  assert.ok(events.includes('Ir') && events.includes('D1mr'));
  const titles = await ui.texts('nav a');
  assert.ok(titles.length >= 9, `only ${titles.join(', ')}`);
  const nth = PROGRAMS.indexOf(name.slice('real-'.length)); // each event in one view, in another one with each program
  for (const [i, title] of titles.entries()) {
    await ui.view(title);
    for (const event of events.filter((_, k) => (k + nth) % titles.length === i)) await ui.event(event);
    await ui.event('Ir');
    await shot(`${name}-${title.replace(/\W+/g, '-')}-${width}`);
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    assert.ok(!tooWide, `${title} is wider than the window`);
    if (width > NARROW) await clickWhatThereIs({ page, ui });
  }
}

const LONG_LINES = 4002;

const realPrograms = PROGRAMS.flatMap((name) =>
  [1400, NARROW].map((width) => ({
    name: `real program ${name}, ${width} pixels wide`,
    file: path.join(work, `real-${name}.html`),
    width,
    height: 900,
    run: (what) => everyView(what, `real-${name}`, width),
  })),
);

export const cases = [
  ...realPrograms,
  {
    name: 'a real file of more than 2,000 lines: a click on Source shows it, and other views after it',
    file: path.join(work, 'long-file.html'),
    async run({ page, ui }) {
      await ui.view('Source');
      assert.equal(await page.$('.failed'), null);
      assert.equal(await ui.selected(), '2');
      assert.match(await page.$eval('tr[aria-selected="true"] .line', (each) => each.textContent), /^int main\(void\)/);
      await page.focus('main table');
      await ui.press('End');
      const [, left] = /([\d,]+) lines far from/.exec(await ui.text('main tbody')) ?? [];
      const shown = Number(await page.$eval('main table', (table) => table.getAttribute('aria-rowcount'))) - 2; // without the head, and that row
      assert.equal(shown + Number(left.replace(',', '')), LONG_LINES);
      for (const title of await ui.texts('nav a')) {
        await ui.view(title);
        assert.equal(await page.$('.failed'), null, title);
      }
    },
  },
];
