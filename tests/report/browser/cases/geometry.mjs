// SPDX-License-Identifier: GPL-3.0-or-later
//
// geometry.mjs: where things are on phones and on wide screens: nothing covers anything, what matters is in sight.
import assert from 'node:assert/strict';
import { AWKWARD, AWKWARD_PAIRS, complete, LONG_FILE } from '../awkward.mjs';
import { fixed } from '../comparison.mjs';

const PHONES = [360, 420];
const WIDTHS = [...PHONES, 1000, 1400];
const FUNCTION = 'charge_from_neighbours';
const LOOP = `${FUNCTION} [loop a-file-with-a-long-name.c:131-152]`;
const PLACED = `${FUNCTION} (a-file-with-a-long-name.c:45)`;
const LONG_NAME = `ns::of::many::parts::${'Template<int, double>::'.repeat(3)}${FUNCTION}(std::vector<double> const&, int)`;

// Pixels of the text of lines that are in sight, and where it begins.
const textInSight = (page) =>
  page.$eval('main .table', (table) => {
    const place = table.getBoundingClientRect();
    const cell = table.querySelector('code.line').closest('td').getBoundingClientRect();
    return { width: Math.min(cell.right, place.left + table.clientWidth) - cell.left, left: cell.left };
  });

// Changes whose number and badge overlap, or stick out of their cell; numbers of costs that do.
const collisions = (page) =>
  page.evaluate(() => {
    const text = (element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect();
    };
    const apart = (a, b) => a.right <= b.left + 0.5 || b.right <= a.left + 0.5 || a.bottom <= b.top + 2.5 || b.bottom <= a.top + 2.5;
    const wrong = [];
    for (const each of document.querySelectorAll('main .change, main .cost')) {
      const parts = [...each.querySelectorAll('.value, .share, .percent')];
      const boxes = parts.map((part) => (part.matches('.share') ? part.getBoundingClientRect() : text(part)));
      const cell = (each.closest('td') ?? each.parentElement).getBoundingClientRect();
      if (boxes.length > 1 && !apart(...boxes)) wrong.push(`${each.textContent} overlap`);
      if (boxes.some((box) => box.left < cell.left - 0.5 || box.right > cell.right + 0.5)) wrong.push(`${each.textContent} sticks out of its cell`);
    }
    return [...new Set(wrong)];
  });

// Names in which the function cannot be read as a whole.
const hiddenNames = (page, wanted) =>
  page.evaluate((name) => {
    const wrong = [];
    let n = 0;
    for (const element of document.querySelectorAll('main .name')) {
      const node = element.firstChild;
      const isOne = (element.title || element.textContent).includes(name) || element.textContent.startsWith(name.slice(0, 8));
      if (!node || !isOne || !element.getClientRects().length) continue;
      n++;
      const at = node.textContent.indexOf(name);
      if (at < 0) {
        wrong.push(`"${node.textContent}"`);
        continue;
      }
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + name.length);
      for (let up = element; up && up.tagName !== 'MAIN'; up = up.parentElement) {
        if (getComputedStyle(up).overflow === 'visible') continue;
        const box = up.getBoundingClientRect();
        for (const part of range.getClientRects())
          if (part.left < box.left - 1 || part.right > box.right + 1 || part.bottom > box.bottom + 3) wrong.push(`"${node.textContent}" is cut by ${up.className || up.tagName}`);
        if (up.matches('.table')) break; // rows below are scrolled to
      }
    }
    return { n, wrong: [...new Set(wrong)] };
  }, wanted);

async function atWidths({ page, ui }, widths, views, check) {
  for (const width of widths) {
    await page.setViewport({ width, height: 900 });
    for (const view of views) {
      await ui.view(view);
      await check(`${view} at ${width} pixels`);
    }
  }
}

const PAIR_VIEWS = ['Changes', 'Functions', 'Source', 'Objects'];
const NAME_VIEWS = ['Summary', 'Functions', 'Call tree', 'Cycles', 'Findings'];

export const cases = [
  ...[
    ['a run', () => complete()],
    ['two runs', fixed],
  ].map(([what, model]) => ({
    name: `the source's text of ${what} is in sight on a phone, and begins in the first half of a wide window`,
    model,
    hash: '#view=source',
    async run({ page, ui }) {
      for (const width of PHONES) {
        await page.setViewport({ width, height: 900 });
        await ui.painted();
        const { width: seen } = await textInSight(page);
        assert.ok(seen >= width / 2 - 30, `${seen} of ${width} pixels`);
      }
      await page.setViewport({ width: 1400, height: 900 });
      await ui.painted();
      const { left } = await textInSight(page);
      assert.ok(left < 770, `it begins at ${left} of 1400 pixels`);
    },
  })),
  ...Object.entries({ 'a usual pair': fixed, 'huge changes': AWKWARD_PAIRS['huge changes'], 'the same run': AWKWARD_PAIRS['the same run'] }).map(([name, model]) => ({
    name: `numbers and badges do not cover each other: ${name}`,
    model,
    run: (what) =>
      atWidths(what, WIDTHS, PAIR_VIEWS, async (where) => {
        assert.deepEqual(await collisions(what.page), [], where);
      }),
  })),
  ...['everything', 'huge costs'].map((name) => ({
    name: `numbers of costs stay in their cells: ${name}`,
    model: AWKWARD[name],
    run: (what) =>
      atWidths(what, WIDTHS, ['Functions', 'Call tree', 'Source', 'Objects', 'Timeline', 'Cache sets'], async (where) => {
        assert.deepEqual(await collisions(what.page), [], where);
      }),
  })),
  ...Object.entries({ 'of a loop': LOOP, 'of C++': LONG_NAME }).map(([what, name]) => ({
    name: `the function of a name is to be read in every list: ${what}`,
    model: () => complete({ names: ['main', name, 'f'] }),
    run: (what_) =>
      atWidths(what_, [420, 1000, 1400], NAME_VIEWS, async (where) => {
        const { n, wrong } = await hiddenNames(what_.page, FUNCTION);
        assert.ok(n > 0, `${where} has no such name`);
        assert.deepEqual(wrong, [], where);
      }),
  })),
  {
    name: 'the function of an object is to be read in every list, without the file if there is no room',
    model: () => complete({ names: [PLACED, 'f', 'g'] }),
    run: (what) =>
      atWidths(what, [420, 1000, 1400], ['Objects', 'Findings'], async (where) => {
        const { n, wrong } = await hiddenNames(what.page, FUNCTION);
        assert.ok(n > 0, `${where} has no such name`);
        assert.deepEqual(wrong, [], where);
      }),
  },
  {
    name: 'the cards of the start are within a phone, and nothing in them is cut',
    model: () => complete({ names: ['main', LONG_NAME, LOOP], text: [`   ${'long_word_of_code '.repeat(20)}`, 'x'.repeat(400), 'y'.repeat(400)] }),
    async run({ page, ui }) {
      for (const width of PHONES) {
        await page.setViewport({ width, height: 900 });
        await ui.painted();
        const cut = await page.$$eval('.card', (all) =>
          all
            .filter((card) => {
              const { left, right } = card.getBoundingClientRect();
              const inner = [card, ...card.querySelectorAll('.answer-line, p, .headline')];
              return left < 0 || right > innerWidth || inner.some((each) => each.scrollWidth > each.clientWidth + 1);
            })
            .map((card) => card.querySelector('h2, caption')?.textContent),
        );
        assert.deepEqual(cut, [], `${width} pixels`);
      }
    },
  },
  {
    name: 'what the bytes of a shared line are is to be read on a phone, without moving the table',
    model: () => {
      const model = complete({ threads: 4 });
      const { sharing } = model.findings.findings[1];
      sharing.lines = 1000;
      sharing.heaviest.address = 0x4a33040;
      for (const { read, written } of sharing.heaviest.threads) read[0].ranges = written[0].ranges = [0, 20, 40, 56].map((byte) => [byte, byte + 7]);
      return model;
    },
    run: (what) =>
      atWidths(what, PHONES, ['Findings'], async (where) => {
        const right = await what.page.$eval('.shared-line caption', (caption) => {
          const range = document.createRange();
          range.selectNodeContents(caption);
          return range.getBoundingClientRect().right - document.querySelector('.shared-line').getBoundingClientRect().right;
        });
        assert.ok(right <= 0.5, `${where}: ${right} pixels are cut`);
      }),
  },
  {
    name: 'a long command leaves room for the choice of events',
    model: () => {
      const model = AWKWARD_PAIRS['names that would act']();
      model.runs.forEach((run, i) => (run.command = `./app ${i} ${'word '.repeat(200)}`));
      return model;
    },
    run: (what) =>
      atWidths(what, [...WIDTHS, 1280], ['Changes'], async (where) => {
        const right = await what.page.$$eval('header *', (all) => Math.max(...all.map((each) => each.getBoundingClientRect().right)));
        assert.ok(right <= (await what.page.evaluate(() => innerWidth)), `${where}: the header ends at ${right}`);
      }),
  },
  {
    name: 'lines that are left out are one row, which says how many they are',
    model: AWKWARD['long files'],
    hash: '#view=source',
    async run({ page, model, ui }) {
      const [{ text }] = model.sources;
      assert.equal(text.length, LONG_FILE.lines);
      const gaps = [];
      for (let i = 0; i < text.length; i++) if (text[i] === null && text[i - 1] !== null) gaps.push(text.slice(i).findIndex((each) => each !== null));
      await page.$eval('main .table', (table) => (table.scrollTop = 0));
      assert.equal(Number(await page.$eval('main table', (table) => table.getAttribute('aria-rowcount'))), 1 + text.filter((each) => each !== null).length + gaps.length);
      for (const line of LONG_FILE.costs) {
        await page.evaluate((at) => (location.hash = `#view=source&file=0&line=${at}`), line);
        await ui.painted();
        assert.equal(await ui.selected(), String(line));
      }
      await page.evaluate(() => (location.hash = '#view=source&file=0&line=500'));
      await ui.painted();
      assert.match(await page.$eval('tr[aria-selected="true"]', (row) => row.textContent), new RegExp(`${gaps[0].toLocaleString('en')} lines far from any that has costs`));
    },
  },
];
