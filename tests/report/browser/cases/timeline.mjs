// SPDX-License-Identifier: GPL-3.0-or-later
//
// timeline.mjs: tests of the timeline. Where a sample is drawn follows from its clock and its address; what is
// told of it, and the tables of a range, from the samples of the model.
import assert from 'node:assert/strict';
import { layOutFigure } from '../../../../page/figures/layout.js';
import { palette } from '../../../../page/figures/palette.js';
import {
  FUNCTIONS,
  INSTANCE_INSTRS,
  MISSES_PER_1000,
  OBJECTS,
  PATTERNS,
  PERIOD,
  START,
  handmade,
} from '../handmade.mjs';
import { cost, number } from '../ui.mjs';

const at = '#view=timeline';
const FEW = 150;
const few = Object.fromEntries(PATTERNS.map((pattern) => [pattern, () => handmade({ pattern, samples: FEW })]));
const phases = () => handmade({ samples: 6000 });
const UNITS = ['misses', 'bytes', 'cycles'];

// A run so short that no sample was taken, with a region of which no instance has ended.
function empty() {
  const model = handmade({ samples: 0, folded: 0 });
  const [region] = model.timeline.regions;
  const none = (list) => Object.fromEntries(Object.keys(list).map((key) => [key, []]));
  Object.assign(region, { instances: 0, list: none(region.list), outliers: [] });
  Object.assign(region.fold, { points: region.fold.points.map(() => 0) });
  delete region.fold.samples;
  return model;
}

// Two threads that take turns: the second one executes "random" alone, everything else is the first one's.
function threads() {
  const model = handmade({ samples: 1000 });
  const { samples } = model.timeline;
  samples.thread = samples.function.map((fn) => (FUNCTIONS[fn].name === 'random' ? 2 : 1));
  return model;
}

// The figure: where it is in the window, and how it is laid out.
async function figure(page, { apart = false } = {}) {
  const box = await page.$eval('.timeline-figure', (each) => {
    const { left, top } = each.getBoundingClientRect();
    return { left: left + each.clientLeft, top: top + each.clientTop, width: each.clientWidth };
  });
  const layout = layOutFigure(box.width, { apart, rates: UNITS });
  const panel = (name, kind) =>
    layout.panels.find((each) => (each.name === name || each.unit === name) && (!kind || each.kind === kind));
  const x = (share) => box.left + layout.plot.x + share * layout.plot.width;
  return { box, layout, panel, x, y: (name, share) => box.top + panel(name).y + share * panel(name).height };
}

// Where a sample is, if the panel shows one object from its first to its last byte.
function spotOf({ x, box, panel }, model, i, kind) {
  const { timeline } = model;
  const [object] = OBJECTS;
  const addresses = panel('addresses', kind);
  return {
    x: x((timeline.samples.at[i] - timeline.start) / (timeline.end - timeline.start)),
    y: box.top + addresses.y + addresses.height * (1 - (timeline.samples.address[i] - object.start) / object.size_B),
  };
}

async function tip(page) {
  return page.evaluate(() => {
    const names = [...document.querySelectorAll('.timeline-tip dt')].map((each) => each.textContent);
    const values = [...document.querySelectorAll('.timeline-tip dd')].map((each) => each.textContent);
    return Object.fromEntries(names.map((name, i) => [name, values[i]]));
  });
}

async function hover(page, ui, { x, y }) {
  await page.mouse.move(x, y);
  await ui.painted();
  return tip(page);
}

const still = () => new Promise((done) => setTimeout(done, 320));

async function drag(page, ui, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, to.y);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
  await still();
  await ui.painted();
}

// What the table of a range must show, by counting samples: name -> [code, accesses, loads, stores].
function counted(model, from, to, by) {
  const s = model.timeline.samples;
  const rows = new Map();
  const row = (name) => rows.get(name) ?? rows.set(name, [0, 0, 0, 0]).get(name);
  s.at.forEach((clock, i) => {
    if (clock < from || clock >= to) return;
    const name =
      by === 'line'
        ? `${FUNCTIONS[s.function[i]].file.replace(/.*\//, '')}:${s.line[i]} ${FUNCTIONS[s.function[i]].name}`
        : FUNCTIONS[s.function[i]].name;
    if (by !== 'object') row(name)[0]++;
    if (!s.kind[i]) return;
    const place = row(by === 'object' ? OBJECTS.find((object) => object.id === s.object[i]).name : name);
    place[1]++;
    place[s.kind[i] === 1 ? 2 : 3]++;
  });
  return Object.fromEntries(rows);
}

async function tableShows(ui, by) {
  const rows = await ui.rows('.range-table .table');
  return Object.fromEntries(
    rows.map((cells) => {
      const numbers = cells.slice(1).map((cell) => (cell.includes('|') ? cost(cell).value : cell));
      const [code, accesses, loads, stores] = by === 'object' ? [0, ...numbers] : numbers;
      return [cells[0], [code, accesses, number(String(loads)), number(String(stores))]];
    }),
  );
}

async function tab(page, ui, title) {
  await page.evaluate(
    (wanted) =>
      [...document.querySelectorAll('.range-table .tabs button')].find((each) => each.textContent === wanted).click(),
    title,
  );
  await ui.painted();
}

function rangeOfHash(hash, model) {
  return [Number(hash.from ?? model.timeline.start), Number(hash.to ?? model.timeline.end)];
}

export const cases = [
  ...PATTERNS.filter((pattern) => pattern !== 'streams').map((pattern) => ({
    name: `timeline: the sample under the pointer is told, ${pattern}`,
    model: few[pattern],
    hash: at,
    width: 1600,
    height: 1000,
    async run({ page, model, ui }) {
      const fig = await figure(page);
      const { samples, served_by: levels } = model.timeline;
      let walks = 0;
      for (let i = 1; i < FEW; i += 13) {
        if (!samples.kind[i]) continue;
        const told = await hover(page, ui, spotOf(fig, model, i));
        assert.equal(number(told.Instruction), START + i * PERIOD);
        assert.equal(told[samples.kind[i] === 1 ? 'Load' : 'Store'], `8 bytes at 0x${samples.address[i].toString(16)}`);
        assert.equal(told['Served by'], levels[samples.served[i]]);
        assert.equal(told.Object, 'a');
        assert.equal(number(told.Offset.split(' of ')[0]), samples.address[i] - OBJECTS[0].start);
        assert.equal(told.Function, pattern);
        assert.equal(told.Line, `stream.c:${samples.line[i]}`);
        const walk = model.objects && samples.line[i] === 11 ? 'a, b, table: from line to line' : undefined;
        assert.equal(told.Walks, walk);
        walks += walk !== undefined;
      }
      assert.equal(walks > 0, pattern === 'ascending');
    },
  })),
  {
    name: 'timeline: each sample is drawn in the colour of its level',
    model: few.random,
    hash: at,
    width: 1600,
    height: 1000,
    async run({ page, model }) {
      const fig = await figure(page);
      const { samples, served_by: levels } = model.timeline;
      const colours = palette(false).levels;
      const spots = samples.at.flatMap((_, i) => {
        if (samples.kind[i] !== 1 || levels[samples.served[i]] !== 'memory') return [];
        const { x, y } = spotOf(fig, model, i);
        return [[Math.floor(x - fig.box.left + 1e-6), Math.floor(y - fig.box.top + 1e-6)]];
      });
      const pixels = await page.evaluate((all) => {
        const canvas = document.querySelector('.timeline-figure canvas');
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return all.map(
          ([x, y]) =>
            `#${[0, 1, 2].map((c) => data[4 * (y * canvas.width + x) + c].toString(16).padStart(2, '0')).join('')}`,
        );
      }, spots);
      assert.deepEqual(
        pixels,
        spots.map(() => colours.memory),
      );
      assert.ok(pixels.length > 30);
    },
  },
  {
    name: 'timeline: loads and stores apart, or one of them alone',
    model: few.ascending,
    hash: `${at}&accesses=apart`,
    width: 1600,
    height: 1200,
    async run({ page, model, ui }) {
      const { samples } = model.timeline;
      const store = samples.kind.findIndex((kind, i) => kind === 2 && i > 20);
      const load = samples.kind.findIndex((kind, i) => kind === 1 && i > 20);
      const apart = await figure(page, { apart: true });
      assert.equal(number((await hover(page, ui, spotOf(apart, model, store, 2))).Instruction), samples.at[store]);
      assert.equal(number((await hover(page, ui, spotOf(apart, model, load, 1))).Instruction), samples.at[load]);
      const other = await hover(page, ui, spotOf(apart, model, store, 1));
      assert.equal(other.Store, undefined, 'the panel of loads has no store');
      await page.select('.tools label:nth-of-type(2) select', 'loads');
      await ui.painted();
      assert.equal((await ui.hash()).accesses, 'loads');
      const told = await hover(page, ui, spotOf(await figure(page), model, store));
      assert.equal(told.Store, undefined);
    },
  },
  {
    name: 'timeline: dragging zooms, and the tables have the samples of the range',
    model: phases,
    hash: at,
    width: 1600,
    height: 1000,
    async run({ page, model, ui }) {
      const fig = await figure(page);
      await drag(
        page,
        ui,
        { x: fig.x(0.13), y: fig.y('addresses', 0.5) },
        { x: fig.x(0.67), y: fig.y('addresses', 0.6) },
      );
      const [from, to] = rangeOfHash(await ui.hash(), model);
      const pixel = (model.timeline.end - START) / fig.layout.plot.width;
      assert.ok(
        Math.abs(from - (START + 0.13 * (model.timeline.end - START))) <= pixel * 1.5 &&
          Math.abs(to - (START + 0.67 * (model.timeline.end - START))) <= pixel * 1.5,
        `${from} to ${to}`,
      );
      for (const [by, title] of [
        ['function', 'Functions'],
        ['object', 'Objects'],
        ['line', 'Lines'],
      ]) {
        await tab(page, ui, title);
        assert.deepEqual(await tableShows(ui, by), counted(model, from, to, by), by);
      }
      const summary = await ui.text('.range-summary');
      assert.match(
        summary.replace(/,/g, ''),
        new RegExp(
          `${from} to ${to}; ${model.timeline.samples.at.filter((clock) => clock >= from && clock < to).length} samples`,
        ),
      );
    },
  },
  {
    name: 'timeline: with Shift a range is marked, and what is in sight stays',
    model: phases,
    hash: at,
    width: 1600,
    height: 1000,
    async run({ page, model, ui }) {
      const fig = await figure(page);
      await page.keyboard.down('Shift');
      await drag(page, ui, { x: fig.x(0.41), y: fig.y('misses', 0.5) }, { x: fig.x(0.35), y: fig.y('misses', 0.5) });
      await page.keyboard.up('Shift');
      const hash = await ui.hash();
      assert.equal(hash.from, undefined);
      const [from, to] = hash.mark.split('-').map(Number);
      assert.ok(from < to);
      assert.deepEqual(await tableShows(ui, 'function'), counted(model, from, to, 'function'));
      assert.match(await ui.text('.range-summary'), /^Marked/);
      await page.focus('.timeline-figure');
      await ui.press('Enter');
      await still();
      assert.deepEqual(rangeOfHash(await ui.hash(), model), [from, to]);
      await ui.press('Escape');
      assert.equal((await ui.hash()).mark, undefined);
    },
  },
  {
    name: 'timeline: wheel and keys zoom and move',
    model: phases,
    hash: at,
    width: 1600,
    height: 1000,
    async run({ page, model, ui }) {
      const fig = await figure(page);
      const span = model.timeline.end - START;
      await page.mouse.move(fig.x(0.25), fig.y('addresses', 0.5));
      await page.mouse.wheel({ deltaY: -200 });
      await still();
      const [from, to] = rangeOfHash(await ui.hash(), model);
      assert.ok(to - from < 0.6 * span);
      const shift = (START + 0.25 * span - from) / (to - from);
      assert.ok(Math.abs(shift - 0.25) < 2 / fig.layout.plot.width, `what is under the pointer stays: ${shift}`);
      await page.focus('.timeline-figure');
      await ui.press('Home');
      await still();
      assert.equal((await ui.hash()).from, undefined);
      await ui.press('+');
      await still();
      assert.deepEqual(rangeOfHash(await ui.hash(), model), [START + span / 4, START + (3 * span) / 4]);
      await ui.press('ArrowRight');
      await still();
      assert.deepEqual(rangeOfHash(await ui.hash(), model), [START + 0.3 * span, START + 0.8 * span]);
      await ui.press('-', '-');
      await still();
      assert.equal((await ui.hash()).from, undefined);
      await ui.press('.', '.', '.');
      const told = await tip(page);
      const third = model.timeline.samples.at[model.timeline.samples.kind.flatMap((kind, i) => (kind ? [i] : []))[2]];
      assert.equal(number(told.Instruction), third, 'full stop walks from sample to sample');
      assert.equal(await page.$eval('.timeline-tip', (each) => each.getAttribute('role')), 'status');
    },
  },
  {
    name: 'timeline: a click on a sample selects its function, line and object',
    model: few.strided,
    hash: at,
    width: 1600,
    height: 1000,
    async run({ page, model, ui }) {
      const i = 31;
      assert.equal(model.timeline.samples.kind[i], 2);
      const { x, y } = spotOf(await figure(page), model, i);
      await page.mouse.click(x, y);
      await ui.painted();
      const hash = await ui.hash();
      assert.equal(model.functions.name[hash.function], 'strided');
      assert.equal(Number(hash.object), OBJECTS[0].id);
      assert.equal(Number(hash.line), model.timeline.samples.line[i]);
      assert.equal(await ui.text('.range-table tr[aria-selected="true"] td'), 'strided');
    },
  },
  {
    name: 'timeline: rates are those of the bins under the pointer',
    model: phases,
    hash: at,
    width: 1600,
    height: 1000,
    async run({ page, model, ui }) {
      const fig = await figure(page);
      for (const [p, pattern] of PATTERNS.entries()) {
        const told = await hover(page, ui, { x: fig.x((p + 0.5) / PATTERNS.length), y: fig.y('misses', 0.5) });
        const shown = Number(told['L1 misses']);
        assert.ok(
          Math.abs(shown - MISSES_PER_1000[pattern]) <= 0.005 * MISSES_PER_1000[pattern],
          `${pattern}: ${shown}`,
        );
        // without a model of the processor, nobody has estimated cycles
        assert.equal(told['estimated cycles'], undefined);
      }
    },
  },
  ...[1600, 360].map((width) => ({
    name: `timeline: the code bar has a key with names, ${width} pixels wide`,
    model: phases,
    hash: at,
    width,
    height: 1400,
    async run({ page, ui }) {
      const names = await ui.texts('.code-key .name');
      assert.equal(names.length, 5);
      for (const name of names) assert.ok(FUNCTIONS.some((each) => each.name === name), name);
      const [key, bar] = await page.$$eval('.code-key, .timeline-figure', (all) =>
        all
          .sort((a) => (a.matches('.code-key') ? -1 : 1))
          .map((each) => each.getBoundingClientRect().toJSON()),
      );
      if (width > 700) {
        const { panel, x } = await figure(page);
        const code = panel('code');
        assert.ok(key.left > x(1) && key.right <= bar.right);
        assert.ok(key.top >= bar.top + code.y && key.bottom <= bar.top + code.y + code.height + 2);
      } else assert.ok(key.bottom <= bar.top && key.right <= width);
    },
  })),
  {
    name: 'timeline: a folded region shows its inner phase and its instances',
    model: phases,
    hash: `${at}&fold=outer`,
    width: 1600,
    height: 1400,
    async run({ page, model, ui }) {
      const fig = await figure(page);
      for (const [share, name] of [
        [0.1, 'outer'],
        [0.5, 'inner'],
        [0.9, 'outer'],
      ]) {
        const told = await hover(page, ui, { x: fig.x(share), y: fig.y('misses', 0.5) });
        assert.ok(
          Math.abs(Number(told['L1 misses']) - MISSES_PER_1000[name]) <= 0.006 * MISSES_PER_1000[name],
          `${name}: ${told['L1 misses']}`,
        );
        assert.equal((await hover(page, ui, { x: fig.x(share), y: fig.y('code', 0.9) })).Function, name);
      }
      const [region] = model.timeline.regions;
      const inner = region.fold.samples.x.filter((x) => x >= 250000 && x < 750000).length;
      const rows = await tableShows(ui, 'function');
      assert.equal(rows.inner[0], inner);
      assert.equal(rows.outer[0], region.fold.samples.x.length - inner);
      const [first, second] = await ui.rows('.region > .table');
      assert.deepEqual([number(first[0]), cost(first[1]).value, first[5]], [500, 4 * INSTANCE_INSTRS, 'outlier']);
      assert.equal(second[5], '');
      await page.evaluate(() =>
        document
          .querySelector('.region > .table tbody tr:not(.space)')
          .dispatchEvent(new MouseEvent('dblclick', { bubbles: true })),
      );
      await ui.painted();
      const hash = await ui.hash();
      assert.equal(hash.fold, undefined);
      assert.deepEqual(
        [Number(hash.from), Number(hash.to)],
        [region.outliers[0].start, region.outliers[0].start + 4 * INSTANCE_INSTRS],
      );
    },
  },
  {
    name: 'timeline: one object alone fills the axis of addresses',
    model: phases,
    hash: `${at}&focus=11`,
    width: 1600,
    height: 1000,
    async run({ page, model, ui }) {
      const fig = await figure(page);
      const { samples } = model.timeline;
      const all = samples.object.flatMap((id, k) => (id === OBJECTS[1].id ? [k] : []));
      const i = all[all.length >> 1];
      const share = (samples.address[i] - OBJECTS[1].start) / OBJECTS[1].size_B;
      const told = await hover(page, ui, {
        x: fig.x((samples.at[i] - START) / (model.timeline.end - START)),
        y: fig.y('addresses', 1 - share),
      });
      assert.equal(told.Object, 'b');
      assert.equal(number(told.Offset.split(' of ')[0]), samples.address[i] - OBJECTS[1].start);
      assert.deepEqual(Object.keys(await tableShows(ui, 'function')), ['streams']);
    },
  },
  {
    name: 'timeline: threads apart',
    model: threads,
    hash: `${at}&thread=2`,
    width: 1200,
    height: 900,
    async run({ page, model, ui }) {
      assert.deepEqual(Object.keys(await tableShows(ui, 'function')), ['random']);
      const fig = await figure(page);
      const i = 10;
      assert.equal(model.timeline.samples.thread[i], 1);
      assert.equal(
        (await hover(page, ui, spotOf(fig, model, i))).Object,
        undefined,
        'what the other thread accesses is not there',
      );
      assert.equal((await hover(page, ui, { x: fig.x(0.05), y: fig.y('code', 0.9) })).Function, 'random');
    },
  },
  ...['', '&fold=outer', '&accesses=apart', '&by=object'].map((more) => ({
    name: `timeline: without samples there is still an axis${more && `, ${more.slice(1)}`}`,
    model: empty,
    hash: `${at}${more}`,
    width: 900,
    height: 900,
    async run({ page, ui }) {
      const fig = await figure(page);
      await hover(page, ui, { x: fig.x(0.5), y: fig.y('addresses', 0.5) });
      await page.focus('.timeline-figure');
      await ui.press('+', '.', ',', 'm', 'Home', 'ArrowLeft');
      assert.match(await ui.text('.range-table'), /No sample lies in this range/);
    },
  })),
  {
    name: 'timeline: drawn in the pixels of the screen',
    model: phases,
    hash: at,
    width: 900,
    height: 700,
    async run({ page, ui }) {
      const sizes = () =>
        page.$eval('.timeline-figure canvas', (canvas) => [
          canvas.width / canvas.clientWidth,
          canvas.height / canvas.clientHeight,
        ]);
      assert.deepEqual(await sizes(), [1, 1]);
      await page.setViewport({ width: 900, height: 700, deviceScaleFactor: 2 });
      await page.reload();
      await page.waitForSelector('.timeline-figure');
      await ui.painted();
      assert.deepEqual(await sizes(), [2, 2]);
    },
  },
  {
    name: 'timeline: the rates are a table, too',
    model: phases,
    hash: at,
    width: 360,
    height: 740,
    async run({ page, model, ui }) {
      await page.evaluate(() => {
        document.querySelector('.rate-table').open = true;
      });
      await ui.painted();
      const rows = await ui.rows('.rate-table');
      const edges = rows.map((row) => number(row[0]));
      assert.equal(edges[0], START);
      assert.equal(number(rows.at(-1)[1]), model.timeline.end);
      rows.slice(1).forEach((row, i) => assert.equal(row[0], rows[i][1]));
      assert.equal(Number(rows[0][2]).toFixed(1), MISSES_PER_1000.ascending.toFixed(1));
    },
  },
];
