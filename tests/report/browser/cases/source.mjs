// SPDX-License-Identifier: GPL-3.0-or-later
//
// source.mjs: tests of the annotated source.
import assert from 'node:assert/strict';
import { handmade } from '../handmade.mjs';
import { hostile, noEvents, small } from '../models.mjs';
import { cost } from '../ui.mjs';

const at = '#view=source';
const WALK = 'workspace: at random within 256.0 KiB';

function plain(model, source, event, line) {
  const { formula } = model.events.find((each) => each.name === event);
  return Object.entries(formula ?? { [event]: 1 }).reduce(
    (sum, [part, factor]) =>
      sum +
      factor * source.lines.line.reduce((all, each, i) => all + (each === line ? source.lines.self[part][i] : 0), 0),
    0,
  );
}

export const cases = [
  {
    name: 'lines have the costs that the model has, in every file, for every event',
    model: small,
    hash: at,
    height: 1200,
    async run({ page, model, ui }) {
      for (const source of model.sources) {
        await page.select('.file select', String(source.file));
        for (const { name } of model.events) {
          await ui.event(name);
          const rows = await ui.rows();
          assert.equal(rows.length, source.text.length);
          rows.forEach(([line, self, text], i) => {
            assert.equal(line, String(i + 1));
            assert.equal(text, source.text[i]);
            if (source.lines.line.includes(i + 1))
              assert.equal(cost(self).value, plain(model, source, name, i + 1), `${name} of line ${i + 1}`);
            else assert.equal(self, '');
          });
        }
      }
    },
  },
  {
    name: 'a line says how it walks through objects, in whole words, in a window of any width',
    model: () => {
      const model = small();
      const file = model.files[model.sources[0].file];
      model.objects = {
        events: ['Dr'],
        list: [{ id: 1, label: 'grid', kind: 'static', cost: [9], lines: [['f', file, 2, [9]]] }],
        walks: [[file, 2, WALK]],
      };
      return model;
    },
    hash: `${at}&file=0`,
    async run({ page, model, ui }) {
      await page.select('.file select', String(model.sources[0].file));
      await ui.painted();
      for (const width of [1400, 500]) {
        await page.setViewport({ width, height: 800 });
        await ui.painted();
        const walks = await page.$$eval('tbody tr:not(.space)', (rows) => rows.map((row) => row.querySelector('.walk')?.textContent ?? ''));
        assert.deepEqual(
          walks,
          walks.map((_, i) => (i === 1 ? WALK : '')),
        );
      }
    },
  },
  {
    name: 'line numbers of six digits are shown in full, in a window of any width',
    model: () => {
      const model = small();
      const [source] = model.sources;
      source.lines.line = source.lines.line.map((line) => line + 123_400);
      source.text = null;
      return model;
    },
    hash: `${at}&file=0`,
    async run({ page, model, ui }) {
      await page.select('.file select', String(model.sources[0].file));
      for (const width of [1400, 420]) {
        await page.setViewport({ width, height: 800 });
        await ui.painted();
        const cells = await page.$$eval('tbody tr:not(.space) td:first-child', (all) => all.map((each) => [each.textContent, each.scrollWidth <= each.clientWidth]));
        assert.ok(cells.length > 3);
        for (const [text, fits] of cells) assert.ok(/^1234\d\d$/.test(text) && fits, `${text} at ${width}`);
      }
    },
  },
  {
    name: 'with an editor, line numbers and places of findings open it',
    model: () => {
      const model = small();
      model.editor = 'vscode://file%f:%l';
      model.sources[1].path = '/home/some one/kernels.cc';
      model.findings = handmade({ samples: 10 }).findings;
      Object.assign(model.findings.findings[0].code[0], { file: model.files[model.sources[1].file], line: 7 });
      return model;
    },
    hash: `${at}&file=1&line=7`,
    async run({ page, ui }) {
      const links = () => page.$$eval('a.editor', (all) => all.map((each) => [each.textContent, each.getAttribute('href')]));
      const lines = await links();
      assert.ok(lines.length > 5);
      for (const [line, url] of lines) assert.equal(url, `vscode://file/home/some%20one/kernels.cc:${line}`);
      await ui.view('Findings');
      assert.deepEqual((await links())[0], ['edit', 'vscode://file/home/some%20one/kernels.cc:7']);
    },
  },
  {
    name: 'without an editor there are no such links, nor to a scheme that would act',
    model: () => ({ ...small(), editor: 'javascript:window.injected=1//%f' }),
    hash: `${at}&file=1&line=7`,
    async run({ page }) {
      assert.equal(await page.$('a.editor'), null);
    },
  },
  {
    name: 'the source of a function opens at its costliest line',
    model: small,
    hash: '#view=functions',
    async run({ page, model, ui }) {
      await page.focus('table');
      await ui.press('ArrowDown', 'ArrowDown', 'ArrowDown');
      assert.equal((await ui.hash()).function, '2');
      assert.match(model.functions.name[2], /^matvec/);
      await ui.press('Enter');
      assert.equal(await ui.text('h1'), 'Source');
      assert.equal(await ui.selected(), '7');
      assert.match(await ui.text('.path'), /kernels\.cc$/);
    },
  },
  {
    name: 'a function in the source leads to its costs',
    model: small,
    hash: `${at}&file=1`,
    async run({ page, model, ui }) {
      await page.click('tbody a.function');
      await ui.painted();
      assert.equal(await ui.text('h1'), 'Functions');
      assert.equal(model.functions.name[(await ui.hash()).function], 'matvec(Matrix const&, double const*, double*)');
    },
  },
  {
    name: 'a file whose text is missing shows lines with costs',
    model: () => {
      const model = small();
      model.sources[1].text = null;
      return model;
    },
    hash: `${at}&file=1`,
    async run({ ui }) {
      assert.match(await ui.text('.hint'), /not found/);
      assert.deepEqual(
        (await ui.rows()).map((row) => row[0]),
        ['6', '7', '13'],
      );
    },
  },
  {
    name: 'a function without source lines says what helps',
    model: small,
    hash: `${at}&function=5`,
    async run({ model, ui }) {
      assert.match(model.functions.name[5], /memcpy/);
      assert.match(await ui.text('.hint'), /memcpy.*-g/);
    },
  },
  {
    name: 'odd text of source files',
    model: hostile,
    hash: at,
    async run({ page, ui }) {
      assert.ok((await ui.rows()).some((row) => row[2] === '/* </script><script>window.injected = 2</script> */'));
      assert.equal(await page.evaluate(() => window.injected), undefined);
    },
  },
  {
    name: 'a source of nothing',
    model: noEvents,
    hash: at,
    async run({ ui }) {
      assert.match(await ui.text('.hint'), /no costs of source lines/);
    },
  },
];
