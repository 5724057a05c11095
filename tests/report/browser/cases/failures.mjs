// SPDX-License-Identifier: GPL-3.0-or-later
//
// failures.mjs: an error of a view or of a part of it stays there: it says what to report, and all else works.
import assert from 'node:assert/strict';
import { complete, DAMAGED } from '../awkward.mjs';

const nameIn = (hash) => /view=(\w+)/.exec(hash)[1];

// Selects the first row of a table, so that what is beside it is shown, too.
async function select(page, ui) {
  const cell = await page.$('main tbody tr[aria-selected] td');
  if (cell) await cell.click();
  await ui.painted();
}

async function checkReport(page, { title, creator }) {
  const [sentence, text] = await page.$eval('.failed', (each) => [each.querySelector('p').textContent, each.querySelector('pre').textContent]);
  assert.match(sentence, /failed because of an error in Xgrind: please report it with the text below; the (rest of the page works|other views work)\.$/);
  assert.match(text, new RegExp(`^Page by: ${creator}\n(View: .+\n)(Part: .+\n)?Message: \\w*Error: .+\nAddress: #view=\\w+.*\nBrowser: .+$`), title);
  assert.equal(await page.$eval('.failed pre', (each) => getComputedStyle(each).userSelect), 'all');
  if (await page.evaluate(() => Boolean(navigator.clipboard))) assert.equal(await page.$eval('.failed button.copy', (each) => each.textContent), 'Copy');
}

export const cases = [
  ...Object.entries(DAMAGED).map(([name, { views, model }]) => ({
    name: `an error stays where it happens: ${name}`,
    model,
    says: /error/i,
    async run({ page, model: made, ui }) {
      const links = await page.$$eval('nav a', (all) => all.map((a) => [a.textContent, a.getAttribute('href')]));
      const failed = [];
      for (const [title, hash] of links) {
        await ui.view(title);
        await select(page, ui);
        if (!(await page.$('.failed'))) continue;
        failed.push(nameIn(hash));
        await checkReport(page, { title, creator: made.creator });
      }
      assert.deepEqual(failed, views);
      await ui.back();
      assert.ok(await page.$('main h1'));
    },
  })),
  {
    name: 'an error of what is selected goes when something else is',
    model: () => {
      const made = complete();
      made.objects.list[0].lines = 7;
      return made;
    },
    hash: '#view=objects&object=1',
    says: /error/i,
    async run({ page, ui }) {
      assert.match(await ui.text('.failed pre'), /^Part: Selected object$/m);
      assert.ok((await ui.rows()).length >= 3, 'the table is there');
      await page.evaluate(() => (location.hash = '#view=objects&object=2'));
      await ui.painted();
      assert.equal(await page.$('.failed'), null);
      assert.match(await ui.text('.detail h2'), /solve/);
    },
  },
];
