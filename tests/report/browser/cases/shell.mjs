// SPDX-License-Identifier: GPL-3.0-or-later
//
// shell.mjs: tests of what is around the views: navigation, address, search, focus; of summary and settings.
import assert from 'node:assert/strict';
import { handmade } from '../handmade.mjs';
import { cycles, hostile, large, noEvents, oneFunction, small } from '../models.mjs';
import { number } from '../ui.mjs';

const manyFunctions = () => large(3000);

// Opens every view that the navigation has, with every event.
async function everyView({ page, model, ui }) {
  const titles = await ui.texts('nav a');
  assert.ok(titles.length >= 6);
  for (const title of titles) {
    await ui.view(title);
    assert.equal(await ui.text('nav a[aria-current="page"]'), title);
    assert.ok((await page.title()).startsWith(title));
    for (const { name } of model.events) {
      await ui.event(name);
      assert.equal((await ui.hash()).event ?? model.events[0].name, name);
    }
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    assert.ok(!tooWide, `${title} is wider than the window`);
  }
  assert.equal(await page.evaluate(() => window.injected), undefined);
}

// What a name would be in the page if it were not escaped: each of these would run, or hide the page, or lead elsewhere.
const INJECTED = `<div hidden>
<script>window.injected = 1</script>
<script type="module">window.injected = 2</script>
<img src="data:image/png;base64,AAAA" onerror="window.injected = 3">
<svg onload="window.injected = 4"></svg>
<iframe srcdoc="<script>parent.injected = 5</script>"></iframe>
<a id="trap" href="javascript:void (window.injected = 6)">x</a>
<form id="form" action="https://example.org/"></form>
<base href="https://example.org/">
</div><style>#report { display: none }</style><p id="styled" style="position: fixed">`;
const injected = (html) => html.replace('<div id="report">', `${INJECTED}</p><div id="report">`);

const sizes = [
  [1600, 900, 'light'],
  [1024, 700, 'dark'],
  [360, 740, 'light'],
];
const models = { small, cycles, hostile, noEvents, oneFunction, manyFunctions };

export const cases = [
  ...Object.entries(models).flatMap(([name, model]) =>
    sizes.map(([width, height, scheme]) => ({
      name: `every view of ${name}, ${width} pixels wide, ${scheme}`,
      model,
      width,
      height,
      scheme,
      run: everyView,
    })),
  ),
  {
    name: 'what escaping has let through does not run',
    model: hostile,
    spoil: injected,
    async run({ page, model, ui, refused }) {
      await page.evaluate(() => {
        document.getElementById('trap').click();
        document.getElementById('form').submit();
      });
      await everyView({ page, model, ui });
      assert.ok(await page.evaluate(() => document.getElementById('report').offsetHeight > 0), 'the page is hidden');
      assert.equal(await page.evaluate(() => getComputedStyle(document.getElementById('styled')).position), 'static');
      const inline = refused.filter((text) => /inline|javascript:|event handler/i.test(text));
      assert.ok(inline.length >= 6, refused.join('; '));
    },
  },
  {
    name: 'the back button goes back through views, events and selections',
    model: small,
    hash: '#view=summary',
    async run({ page, ui }) {
      await ui.view('Functions');
      await page.click('tbody tr:nth-child(4) td:nth-child(2)');
      await ui.painted();
      await ui.event('D1mr');
      await ui.view('Flame graph');
      const trail = [];
      for (let i = 0; i < 4; i++) {
        trail.push([await ui.text('h1'), (await ui.hash()).event ?? 'Ir', (await ui.hash()).function ?? null]);
        await ui.back();
      }
      assert.deepEqual(trail, [
        ['Flame graph', 'D1mr', '2'],
        ['Functions', 'D1mr', '2'],
        ['Functions', 'Ir', '2'],
        ['Functions', 'Ir', null],
      ]);
      assert.equal(await ui.text('h1'), 'Summary');
    },
  },
  {
    name: 'an address shows what it says, one that says nonsense shows something',
    model: small,
    hash: '#view=functions&event=D1mr&function=3&sort=self&filter=o',
    async run({ page, model, ui }) {
      assert.equal(await page.$eval('.event select', (select) => select.value), 'D1mr');
      assert.equal(await ui.selected(), model.functions.name[3]);
      const selves = (await ui.rows('.table')).map((row) => number(row[2].split('|')[0]));
      assert.deepEqual(
        selves,
        [...selves].sort((a, b) => a - b),
      );
      for (const view of ['summary', 'functions', 'flame', 'tree', 'source', 'settings', 'nonsense']) {
        await page.evaluate((hash) => {
          location.hash = hash;
        }, `#view=${view}&event=None&function=99999&file=77&node=555&line=-3&object=9&columns=x&sort=-y.z&from=1&to=0`);
        await ui.painted();
        assert.ok((await ui.text('h1')).length > 3);
      }
    },
  },
  ...[
    ['Flame graph', 'flame-graph', ['svg', 'png'], /riemann|ascending/],
    ['Timeline', 'timeline', ['svg', 'png'], /Addresses of sampled loads and stores/],
    ['Cache sets', 'sets-of-D1', ['svg', 'png'], /<rect/],
    ['Miss curves', 'miss-curves', ['png']],
  ].map(([title, figure, kinds, has]) => ({
    name: `a figure is saved under its name: ${title}`,
    model: () => ({ ...handmade({ samples: 2000 }), command: '/opt/stream --n 3' }),
    async run({ page, ui }) {
      await ui.view(title);
      assert.deepEqual(await page.$$eval('.save-as button', (all) => all.map((each) => each.textContent)), kinds.map((kind) => kind.toUpperCase()));
      const all = [];
      for (const [i, kind] of kinds.entries()) all.push(await ui.saved(`.save-as button:nth-of-type(${i + 1})`));
      for (const [i, made] of all.entries()) {
        assert.equal(made.name, `${figure}-stream.${kinds[i]}`);
        assert.ok(made.width > 300 && made.height > 50, `${made.width} x ${made.height}`);
        assert.ok(made.colours.length >= 3, `${made.colours.length} colours`);
        assert.match(made.colours[0][0], / 255$/, 'nothing is transparent');
        if (kinds[i] === 'svg') {
          assert.match(made.text, has);
          assert.doesNotMatch(made.text, /NaN|undefined/);
        }
      }
      if (all.length === 2) {
        const [svg, png] = all;
        assert.deepEqual([svg.width, svg.height], [png.width, png.height]);
        assert.equal(svg.colours[0][0], png.colours[0][0], 'the commonest colour is the same');
        const share = ({ colours, width, height }) => colours[0][1] / (width * height);
        assert.ok(Math.abs(share(svg) - share(png)) < 0.1, `${share(svg)} of the SVG, ${share(png)} of the PNG are background`);
      }
    },
  })),
  {
    name: 'every view prints white, unclipped, without controls',
    model: () => {
      const model = handmade({ samples: 3000 });
      model.functions.name = model.functions.name.map((name, i) => (i === 0 ? `${'a_long_name_of_a_function_'.repeat(6)}` : name));
      return model;
    },
    scheme: 'dark',
    hash: '#object=10',
    async run({ page, ui, shot }) {
      const titles = await ui.texts('nav a');
      for (const title of titles) {
        await page.emulateMediaType('screen');
        await ui.painted();
        await ui.painted();
        await ui.view(title);
        await page.emulateMediaType('print');
        await ui.painted();
        await ui.painted();
        await shot(`print-${title.replace(/ /g, '-')}`);
        const seen = await page.evaluate(() => {
          const visible = (each) => each.getClientRects().length > 0 && getComputedStyle(each).visibility !== 'hidden';
          const name = (each) => `${each.tagName.toLowerCase()}.${each.className}`;
          const all = [...document.querySelectorAll('#report *')].filter(visible);
          const hides = (each) => /hidden|auto|scroll|clip/.test(getComputedStyle(each).overflow);
          const small = (each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1;
          const canvases = [...document.querySelectorAll('main canvas')].filter(visible).map((canvas) => {
            const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            let dark = 0;
            for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 200 && data[i] + data[i + 1] + data[i + 2] < 150) dark++;
            return [dark / (data.length / 4), canvas.getBoundingClientRect().right];
          });
          return {
            background: [document.documentElement, document.body].map((each) => getComputedStyle(each).backgroundColor),
            text: getComputedStyle(document.body).color,
            controls: all.filter((each) => each.matches('button, input, select, textarea, nav, [role="search"]')).map(name),
            clipped: all.filter((each) => hides(each) && small(each) && !each.closest('.hidden, svg, .bar, .life')).map(name),
            wide: all.filter((each) => each.getBoundingClientRect().right > 1001 && !each.closest('.hidden')).map(name),
            canvases,
          };
        });
        assert.deepEqual(seen.background, ['rgb(255, 255, 255)', 'rgb(255, 255, 255)'], title);
        assert.equal(seen.text, 'rgb(35, 34, 31)', title);
        assert.deepEqual(seen.controls, [], title);
        assert.deepEqual(seen.clipped, [], title);
        assert.deepEqual(seen.wide, [], title);
        for (const [dark, right] of seen.canvases) assert.ok(dark < 0.3 && right <= 1001, `${title}: ${dark} of a canvas is dark, it ends at ${right}`);
      }
      await page.emulateMediaType('screen');
      await ui.painted();
      assert.notEqual(await page.$eval('body', (each) => getComputedStyle(each).backgroundColor), 'rgb(255, 255, 255)', 'the screen is as before');
    },
  },
  {
    name: 'a table prints all of its rows, up to a number that it says',
    model: () => large(3000),
    hash: '#view=functions',
    async run({ page, model, ui }) {
      const drawn = () => page.$$eval('.table tbody tr:not(.space)', (all) => all.length);
      assert.ok((await drawn()) < 100);
      await page.emulateMediaType('print');
      await ui.painted();
      await ui.painted();
      assert.equal(await drawn(), 500);
const [, shown, all] = /^The first ([\d,]+) of ([\d,]+) rows\.$/.exec(await ui.text('.table > p'));
      assert.deepEqual([number(shown), number(all)], [500, model.functions.name.length]);
    },
  },
  {
    name: 'a question mark opens the list of keys, Escape closes it',
    model: small,
    hash: '#view=functions',
    async run({ page, ui }) {
      const shown = () => page.$eval('.key-help', (each) => each.open);
      const rows = () => page.$$eval('.key-help tr', (all) => all.map((row) => [...row.children].map((cell) => cell.textContent).join(': ')));
      assert.equal(await shown(), false);
      await page.keyboard.type('?');
      await ui.painted();
      assert.equal(await shown(), true);
      const keys = await rows();
      for (const key of ['/: search for a function or memory object', '?: these keys', 'Flame graph', 'Escape: zoom out']) assert.ok(keys.includes(key), `${key} in ${keys}`);
      assert.ok(!keys.includes('Timeline'), 'the run has none');
      await ui.press('Escape');
      assert.equal(await shown(), false);
      await page.type('.filter', 'dot?');
      assert.equal(await shown(), false, 'in a field it is a character');
      assert.equal((await ui.hash()).filter, 'dot?');
      await page.click('header .help');
      assert.equal(await shown(), true);
      await page.click('.key-help form button');
      assert.equal(await shown(), false);
    },
  },
  {
    name: 'the search finds functions by keys',
    model: small,
    hash: '#view=summary',
    async run({ page, model, ui }) {
      await ui.press('/');
      await page.keyboard.type('mat');
      await ui.painted();
      assert.deepEqual(await ui.texts('[role=option] .name'), [
        'matvec(Matrix const&, double const*, double*)',
        'solve(Matrix const&, double*)',
      ]);
      await ui.press('ArrowDown');
      assert.equal(await ui.text('[role=option][aria-selected="true"] .name'), 'solve(Matrix const&, double*)');
      await ui.press('Enter');
      assert.equal(await ui.text('h1'), 'Functions');
      assert.equal(model.functions.name[(await ui.hash()).function], 'solve(Matrix const&, double*)');
      assert.equal(await page.$('[role=listbox]'), null);
      await ui.press('/');
      await page.keyboard.type('zzz');
      await ui.painted();
      assert.match(await ui.text('.search .none'), /Nothing/);
      await ui.press('Escape', 'Escape');
      assert.equal(await page.$('[role=listbox]'), null);
    },
  },
  {
    name: 'the selected function stays from view to view',
    model: small,
    hash: '#view=functions&function=2',
    async run({ page, ui }) {
      for (const [title, said] of [
        ['Flame graph', '.status'],
        ['Call tree', 'tr[aria-selected="true"]'],
        ['Source', '.path'],
        ['Functions', '.detail h2'],
      ]) {
        await ui.view(title);
        assert.match(
          await ui.text(said),
          { 'Flame graph': /78\.3% in 1 place$/, Source: /kernels\.cc/ }[title] ?? /matvec/,
          title,
        );
        assert.equal((await ui.hash()).function, '2');
      }
      assert.equal((await page.$$('.detail section')).length, 2);
    },
  },
  {
    name: 'callers and callees of the selected function',
    model: small,
    hash: '#view=functions&function=1&event=Dr',
    async run({ page, model, ui }) {
      const tables = await page.$$eval('.detail section', (all) =>
        all.map((section) => [
          section.querySelector('caption, h3').textContent,
          ...[...section.querySelectorAll('tbody tr')].map((row) =>
            [...row.children].map(
              (cell) => cell.getAttribute('title') ?? (cell.querySelector('.name[title]')?.title || cell.textContent),
            ),
          ),
        ]),
      );
      const shown = (end, other) =>
        model.calls[end]
          .map((index, call) => [index, call])
          .filter(([index]) => index === 1)
          .sort((a, b) => model.calls.cost.Dr[b[1]] - model.calls.cost.Dr[a[1]])
          .map(([, call]) => [
            model.functions.name[model.calls[other][call]],
            String(model.calls.count[call]),
            String(model.calls.cost.Dr[call]).replace(/\B(?=(\d{3})+$)/g, ','),
          ]);
      assert.match(model.functions.name[1], /^solve/);
      assert.deepEqual(tables, [
        ['Callers 1', ...shown('to', 'from')],
        ['Callees 2', ...shown('from', 'to')],
      ]);
      await page.click('.detail section:last-of-type a.function');
      await ui.painted();
      assert.equal(await ui.text('.detail h2'), 'matvec(Matrix const&, double const*, double*)');
    },
  },
  {
    name: 'the summary has totals and top functions of the event',
    model: small,
    hash: '#view=summary&event=D1mr',
    async run({ page, model, ui }) {
      const totals = Object.fromEntries(
        await page.$$eval('.column:last-child > .card:last-child tbody tr', (rows) =>
          rows.map((row) => [row.children[0].textContent, row.children[2].textContent]),
        ),
      );
      for (const { name, sum } of model.events) assert.equal(number(totals[name]), sum, name);
      const top = await page.$$eval('.top tbody tr', (rows) =>
        rows.map((row) => [
          row.querySelector('.name[title]')?.title || row.children[0].textContent,
          row.children[1].textContent,
        ]),
      );
      const self = model.functions.self.D1mr;
      const expected = (costs) =>
        [...costs.keys()]
          .filter((i) => costs[i] > 0)
          .sort((a, b) => costs[b] - costs[a] || a - b)
          .map((i) => [model.functions.name[i], costs[i]]);
      assert.deepEqual(
        top.map(([name, value]) => [name, number(value)]),
        [...expected(self), ...expected(model.functions.inclusive.D1mr)],
      );
      const legend = await page.$$eval('.legend li', (items) =>
        items.map((item) => [item.querySelector('.name').textContent, item.querySelector('.percent').textContent]),
      );
      const percent = (part) => `${((100 * part) / model.events[2].sum).toFixed(1)}%`;
      const memcpy = self[model.functions.name.findIndex((each) => each.includes('memcpy'))];
      const costOfFile = (file) => self.reduce((sum, cost, i) => sum + (model.functions.file[i] === file ? cost : 0), 0);
      assert.deepEqual(legend, [
        ['kernels.cc', percent(costOfFile(1))],
        ['solver.cc', percent(costOfFile(0))],
        ['libc.so.6', percent(memcpy)],
      ]);
    },
  },
  {
    name: 'the start page says what, where, why and what to do in one screen, each with a way to the view that shows it',
    model: () => {
      const model = small();
      model.findings = handmade({ samples: 10 }).findings;
      Object.assign(model.findings.findings[0].code[0], { function: model.functions.name.find((name) => /^matvec/.test(name)), file: '/home/someone/kernels.cc', line: 7 });
      const order = model.events.map(({ name }) => name);
      model.events.unshift(...model.events.splice(order.indexOf('CEst'), 1));
      return model;
    },
    async run({ page, model, ui, shot }) {
      const answers = await page.$$eval('.answer', (all) =>
        all.map((each) => [each.querySelector('h2').textContent, each.textContent, each.getBoundingClientRect().bottom]),
      );
      await shot('answers');
      assert.deepEqual(answers.map(([question]) => question), ['What costs most', 'Where', 'Why', 'What to do']);
      for (const [question, , bottom] of answers) assert.ok(bottom <= 800, `${question} ends at ${bottom}`);
      const at = model.functions.name.findIndex((name) => /^matvec/.test(name));
      const [ir, d1mr] = ['Ir', 'D1mr'].map((event) => model.functions.self[event][at]);
      const part = (share) => `${(100 * share).toFixed(1)}%`;
      const [what, where, why, todo] = answers.map((each) => each[1]);
      assert.ok(what.includes(`${part((ir + 10 * d1mr) / model.events[0].sum)} of all estimated cycles`), what);
      assert.match(where, /kernels\.cc:7y\[i\] \+= a\.values/);
      assert.ok(why.includes(`instructions ${part(ir / (ir + 10 * d1mr))}`) && why.includes(`Then misses of L1 ${part((10 * d1mr) / (ir + 10 * d1mr))}`), why);
      assert.doesNotMatch(todo, /another line|Elsewhere/);
      assert.match(todo, /Capacity misses.*Sort, or exchange loops\.Saves up to 50\.0\D?k cycles, 12\.5%/);
      for (const [n, view, more] of [
        [0, 'functions', { function: String(at) }],
        [1, 'source', { line: '7' }],
        [2, 'functions', { function: String(at) }],
        [3, 'findings', {}],
      ]) {
        await page.evaluate(() => (location.hash = '#view=summary'));
        await page.waitForSelector('.answer');
        await page.evaluate((i) => document.querySelectorAll('.answer')[i].querySelector('.headline a').click(), n);
        await ui.painted();
        const hash = await ui.hash();
        assert.equal(hash.view, view);
        for (const [key, value] of Object.entries(more)) assert.equal(hash[key], value, `${key} of answer ${n}`);
      }
    },
  },
  {
    name: 'where misses of a level are what costs, the start page says of which kinds they are, and claims no saving',
    model: () => {
      const model = small();
      model.findings = handmade({ samples: 10 }).findings;
      model.findings.program = { ...model.findings.program, cycles_are_modelled: false };
      const { sum } = model.events.find(({ name }) => name === 'D1mr');
      model.events.unshift({ name: 'L1m', long: 'Misses of L1', sum, formula: { D1mr: 1 } });
      return model;
    },
    async run({ ui }) {
      const [what, , why, todo] = await ui.texts('.answer');
      assert.match(what, /% of all misses of L1, without/);
      assert.match(why, /misses \d+\.\d%Of the misses of D1 by data|which kinds these misses are: run with --miss-classes=yes/);
      assert.doesNotMatch(todo, /Saves/);
    },
  },
  {
    name: 'the start page names the line of a remedy that is for another line than the costliest one',
    model: () => {
      const model = small();
      model.findings = handmade({ samples: 10 }).findings;
      Object.assign(model.findings.findings[0].code[0], { function: model.functions.name.find((name) => /^matvec/.test(name)), file: '/home/someone/kernels.cc', line: 9 });
      return model;
    },
    async run({ ui }) {
      const [, , , todo] = await ui.texts('.answer');
      assert.match(todo, /Capacity misses.*In another line:.*matvec.*kernels\.cc:9.*Sort, or exchange loops/);
    },
  },
  {
    name: 'where there is no finding, the start page says so, and which option would find one',
    model: () => ({
      ...small(),
      missing: [{ view: 'findings', text: 'The run has no miss classes, from which serious misses are found.', option: '--miss-classes=yes' }],
    }),
    async run({ page, ui }) {
      const [, , , todo] = await ui.texts('.answer');
      assert.match(todo, /no miss classes.*Run with --miss-classes=yes/);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
    },
  },
  {
    name: 'the four answers are in one, two or four rows',
    model: small,
    async run({ page, ui }) {
      for (const [width, inRows] of [[1600, [4]], [1100, [2, 2]], [480, [1, 1, 1, 1]]]) {
        await page.setViewport({ width, height: 800 });
        await ui.painted();
        const tops = await page.$$eval('.answer', (all) => all.map((each) => each.getBoundingClientRect().top));
        const rows = [...new Set(tops)].map((top) => tops.filter((each) => each === top).length);
        assert.deepEqual(rows, inRows, `${width} wide`);
      }
    },
  },
  {
    name: 'while the page reads its model, it says so in one line',
    model: small,
    async run({ page }) {
      const lines = await page.evaluate(() => {
        const text = document.createElement('p');
        text.className = 'loading';
        text.textContent = 'Reading the profile …';
        document.querySelector('#report').replaceChildren(text);
        const range = document.createRange();
        range.selectNodeContents(text);
        return range.getClientRects().length;
      });
      assert.equal(lines, 1);
    },
  },
  {
    name: 'where nothing is serious, the start page says so',
    model: () => ({ ...small(), findings: { findings: [], notes: [], program: { load_misses_percent: 1, store_misses_percent: 2 } } }),
    async run({ ui }) {
      const [, , , todo] = await ui.texts('.answer');
      assert.match(todo, /No cache miss of this run is serious: 1\.0% of the loads and 2\.0% of the stores miss D1\.Findings/);
    },
  },
  {
    name: 'where most cycles have another cause, the start page says what may help',
    model: () => ({
      ...small(),
      remedy: { words: 'mispredicted branches', percent: 74, text: 'sort', code: { function: 'work', file: '/home/someone/kernels.cc', line: 2, percent: 99.5, for: 'step' } },
      findings: { findings: [], notes: [], program: { load_misses_percent: 1, store_misses_percent: 2 } },
    }),
    async run({ ui }) {
      const [, , , todo] = await ui.texts('.answer');
      assert.match(todo, /^What to doMispredicted branches, 74\.0% of all cycles99\.5% of them in workkernels\.cc:2.*, called for stepSort\.No cache miss of this run is serious/s);
    },
  },
  {
    name: 'functions of the summary that are called alike have their file, or file and module',
    model: () => {
      const model = small();
      const { name, file, module } = model.functions;
      const index = (start) => name.findIndex((each) => each.startsWith(start));
      const [walk, dot, init] = ['walk', 'dot', 'init'].map(index);
      model.files.push('/other/walk.c');
      model.modules.push('/bin/another');
      file[walk] = model.files.length - 1;
      name[walk] = name[dot];
      name[init] = name[index('main')];
      file[init] = file[index('main')];
      module[init] = model.modules.length - 1;
      return model;
    },
    hash: '#view=summary&event=Ir',
    async run({ page, model }) {
      const { name, file, module } = model.functions;
      const base = (path) => path.replace(/.*\//, '');
      const times = (i) => name.filter((each) => each === name[i]).length;
      const files = (i) => new Set(name.flatMap((each, j) => (each === name[i] ? [file[j]] : []))).size;
      const place = (i) => (times(i) < 2 ? '' : files(i) === times(i) ? base(model.files[file[i]]) : `${base(model.files[file[i]])} [${base(model.modules[module[i]])}]`);
      for (const [n, costs] of [model.functions.self.Ir, model.functions.inclusive.Ir].entries()) {
        const shown = await page.$$eval('.card.top', (cards, at) => [...cards[at].querySelectorAll('tbody th')].map((each) => each.querySelector('.place')?.textContent.trim() ?? ''), n);
        const wanted = [...costs.keys()].filter((i) => costs[i] > 0).sort((a, b) => costs[b] - costs[a] || a - b).map(place);
        assert.deepEqual(shown, wanted);
        assert.ok(new Set(wanted).size > 4, 'both kinds are there');
      }
    },
  },
  {
    name: 'a sentence of the summary leads to what it is about',
    model: small,
    hash: '#view=summary',
    async run({ page, model, ui }) {
      assert.deepEqual(
        await ui.texts('.sentences bdi'),
        model.summary.filter((each) => !each.section).map((each) => each.text),
      );
      assert.deepEqual(await ui.texts('.figures dt, .figures dd'), [
        'Instructions',
        '1,903,050; 2,430,610 cycles estimated by formula',
      ]);
      await page.click('.sentences li:last-child a');
      await ui.painted();
      assert.deepEqual(await ui.hash(), { view: 'source', event: 'SpLoss1', file: '1', line: '7' });
      assert.equal(await ui.selected(), '7');
    },
  },
  {
    name: 'findings of the summary lead to lines and functions by name',
    model: small,
    hash: '#view=summary',
    async run({ page, model, ui }) {
      const headings = await ui.texts('.card h2');
      assert.ok(headings.includes('Serious findings') && headings.includes('What to look at next'), headings.join());
      const links = await page.$$eval('.card .items a', (all) =>
        all.map((a) => Object.fromEntries(new URLSearchParams(a.hash.slice(1)))),
      );
      assert.deepEqual(links, [
        { view: 'source', event: 'D1mr', file: '1', line: '7' },
        { view: 'functions', event: 'Ir', function: String(model.functions.name.indexOf('walk')) },
      ]);
      assert.deepEqual(await ui.texts('.command-line code'), [
        'xgrind_annotate --sort=SpLoss1',
        'xgrind_annotate callgrind.out.4711',
      ]);
    },
  },
  {
    name: 'the settings show the run and all licences',
    model: small,
    hash: '#view=settings',
    async run({ model, ui }) {
      const rows = Object.fromEntries(await ui.rows('.cards > .card'));
      assert.equal(rows.Command, model.command);
      for (const [name, value] of model.settings) assert.equal(rows[name], value);
      const texts = await ui.texts('details pre');
      assert.ok(
        texts.length >= 2 && texts.every((text) => /MIT License|ISC|BSD|Apache/.test(text)),
        'each library has its licence',
      );
    },
  },
  {
    name: 'the tab key reaches navigation, table and details, and focus is seen',
    model: small,
    hash: '#view=functions&function=2',
    async run({ page, ui }) {
      const reached = new Set();
      for (let i = 0; i < 60; i++) {
        await page.keyboard.press('Tab');
        reached.add(
          await page.evaluate(() => {
            const it = document.activeElement;
            if (it.matches(':focus-visible') && getComputedStyle(it).outlineStyle === 'none')
              return `no outline: ${it.outerHTML.slice(0, 80)}`;
            return it.closest('nav')
              ? 'nav'
              : it.closest('.event')
                ? 'event'
                : it.closest('.search')
                  ? 'search'
                  : it.matches('table')
                    ? 'table'
                    : it.closest('.detail')
                      ? 'detail'
                      : it.closest('.tools')
                        ? 'tools'
                        : it.closest('thead')
                          ? 'head'
                          : it.className;
          }),
        );
      }
      for (const part of ['skip', 'nav', 'event', 'search', 'tools', 'table', 'head', 'detail'])
        assert.ok(reached.has(part), `${part} is reached by the tab key, but for ${[...reached]}`);
      assert.deepEqual(
        [...reached].filter((each) => each.startsWith('no outline')),
        [],
      );
      await ui.view('Flame graph');
      assert.equal(await page.evaluate(() => document.activeElement.tagName), 'H1', 'a new view begins at its title');
    },
  },
  {
    name: 'everything has a name for screen readers',
    model: small,
    hash: '#view=functions&function=2',
    async run({ page, ui }) {
      for (const title of await ui.texts('nav a')) {
        await ui.view(title);
        const tree = await page.accessibility.snapshot({ interestingOnly: true });
        const nameless = [];
        const walk = (node) => {
          if (
            /^(button|link|combobox|textbox|searchbox|grid|treegrid|application|navigation)$/.test(node.role) &&
            !node.name
          )
            nameless.push(node.role);
          node.children?.forEach(walk);
        };
        walk(tree);
        assert.deepEqual(nameless, [], title);
      }
    },
  },
  {
    name: 'the table has the whole width until something is selected',
    model: small,
    hash: '#view=functions',
    async run({ page, ui }) {
      const edges = () =>
        page.evaluate(() =>
          ['.table', '.split'].map((each) => document.querySelector(each).getBoundingClientRect().right),
        );
      const [table, split] = await edges();
      assert.ok(Math.abs(table - split) < 1);
      assert.equal(await page.$('.detail'), null);
      await page.click('tbody tr:nth-child(3) td:nth-child(2)');
      await page.waitForSelector('.detail h2');
      await ui.painted();
      const [less, same] = await edges();
      assert.ok(less < table - 300 && same === split);
    },
  },
  {
    name: 'the navigation shows where one is, 360 pixels wide',
    model: small,
    hash: '#view=settings',
    width: 1280,
    async run({ page, ui }) {
      const seen = () =>
        page.$eval('nav a[aria-current]', (each) => {
          const { left, right } = each.getBoundingClientRect();
          return left >= 0 && right <= window.innerWidth;
        });
      await page.setViewport({ width: 360, height: 800 });
      await ui.painted();
      assert.ok(await seen());
      await page.reload();
      await ui.painted();
      assert.ok(await seen());
      await page.evaluate(() => (location.hash = '#view=summary'));
      await ui.painted();
      assert.ok(await seen());
    },
  },
  {
    name: 'nothing moves while the page is used',
    model: small,
    // Selecting a first function makes room for its details; from then on nothing moves.
    hash: '#view=functions&function=0',
    async run({ page, ui }) {
      const boxes = () =>
        page.$$eval(
          'header, nav, main, h1, .tools, .tools > *, .table, .detail, .table th, .table td:first-child',
          (all) =>
            all.map((each) => {
              const { x, y, width, height } = each.getBoundingClientRect();
              return `${each.tagName} ${x} ${y} ${width} ${height}`;
            }),
        );
      const before = await boxes();
      await page.click('tbody tr:nth-child(3) td:nth-child(2)');
      await ui.event('D1mr');
      await page.focus('table');
      await ui.press('ArrowDown', 'ArrowDown');
      const box = await (await page.$('.table')).boundingBox();
      await page.mouse.move(box.x + 50, box.y + 90);
      await ui.painted();
      assert.deepEqual(await boxes(), before);
    },
  },
];
