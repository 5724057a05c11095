// SPDX-License-Identifier: GPL-3.0-or-later
//
// cycles.mjs: tests of the view of cycles: lengths of bars, figures, and where points of the roofline are, by
// arithmetic on the model of models.mjs.
import assert from 'node:assert/strict';
import { LONG_NAME, cycles, small } from '../models.mjs';
import { number } from '../ui.mjs';

const at = '#view=cycles';
const EVENTS = ['CyBase', 'CyDep', 'CyBr', 'CyFetch', 'CyL2', 'CyLL', 'CyMem', 'CyRate', 'CyTlb'];
const NAMES = ['The program', LONG_NAME, 'stream', 'dot', 'main'];
const CYCLES = [30500, 20000, 8000, 2000, 500];
const INSTRUCTIONS = [13000, 2000, 4000, 6000, 1000];
const percent = (part, whole) => `${((100 * part) / whole).toFixed(1)}%`;
const near = (is, must, far, what) => assert.ok(Math.abs(is - must) <= far, `${what}: ${is}, must be ${must}`);

// The rows of bars: name, texts, and the lengths of the segments, in pixels.
async function bars(page) {
  return page.$$eval('.stacks li:not(:first-child)', (rows) =>
    rows.map((row) => ({
      name: row.querySelector('.name')?.title || row.children[0].textContent,
      track: row.querySelector('.cause-track').getBoundingClientRect().width,
      parts: [...row.querySelectorAll('.cause-bar > span')].map((part) => part.getBoundingClientRect().width),
      texts: [...row.querySelectorAll('.figure')].map((each) => each.textContent),
    })),
  );
}

const sum = (values) => values.reduce((all, value) => all + value, 0);
const one = () => {
  const model = cycles();
  // a program of one function, whose name is the longest one
  const only = model.functions.name.indexOf(LONG_NAME);
  for (const costs of [model.functions.self, model.functions.inclusive])
    for (const column of Object.values(costs)) column.forEach((_, i) => i !== only && (column[i] = 0));
  for (const event of model.events) if (!event.formula) event.sum = model.functions.self[event.name][only];
  model.events[0].sum = 20000;
  return model;
};
const without = () => cycles({ machine: null, timeline: null });

// Where a tick of an axis is, by its text.
async function ticks(page, attribute) {
  return page.$$eval(
    '.cycles:last-child .tick',
    (all, name) =>
      all
        .filter((each) => !each.hasAttribute('transform') && /^[\d.]+( [kMG])?$/.test(each.textContent))
        .filter((each) => (each.getAttribute('text-anchor') === 'end') === (name === 'y'))
        .map((each) => [each.textContent, Number(each.getAttribute(name))]),
    attribute,
  );
}

// A scale from two ticks: where a value of the logarithmic axis is.
function scaleOf(found) {
  const value = (text) => parseFloat(text) * ({ k: 1e3, M: 1e6, G: 1e9 }[text.at(-1)] ?? 1);
  assert.ok(found.length >= 2, `too few ticks: ${JSON.stringify(found)}`);
  const [[a, from], [b, to]] = [found[0], found.at(-1)];
  return (x) => from + ((to - from) * Math.log(x / value(a))) / Math.log(value(b) / value(a));
}

// The centres of marks, by name.
async function marks(page) {
  return Object.fromEntries(
    await page.$$eval('.cycles:last-child svg', ([svg]) => {
      const { left, top } = svg.getBoundingClientRect();
      return [...svg.querySelectorAll('.mark')].map((mark) => {
        const box = mark.getBBox();
        const name = mark.closest('a')?.getAttribute('aria-label').split(': ')[0] ?? 'The program';
        return [name, { x: box.x + box.width / 2, y: box.y + box.height / 2, left, top }];
      });
    }),
  );
}

export const cases = [
  {
    name: 'cycles: bars are as long as their cycles',
    model: cycles,
    hash: at,
    width: 1400,
    async run({ page, model, shot }) {
      const rows = await bars(page);
      assert.deepEqual(
        rows.map(({ name }) => name),
        NAMES,
      );
      rows.forEach((row, i) => {
        assert.deepEqual(row.texts, [percent(CYCLES[i], 30500), (CYCLES[i] / INSTRUCTIONS[i]).toFixed(2)]);
        near(sum(row.parts), (row.track * CYCLES[i]) / 30500, 1, row.name);
      });
      const parts = EVENTS.map((event) => model.events.find(({ name }) => name === event).sum).filter((each) => each > 0);
      assert.equal(rows[0].parts.length, parts.length);
      parts.forEach((part, i) => near(rows[0].parts[i], (rows[0].track * part) / 30500, 1, EVENTS[i]));
      await shot('cycles-wide');
    },
  },
  {
    name: 'cycles: bars by cycles per instruction, and all alike',
    model: cycles,
    hash: `${at}&length=instruction`,
    async run({ page, ui }) {
      let rows = await bars(page);
      rows.forEach((row, i) => near(sum(row.parts), (row.track * CYCLES[i]) / INSTRUCTIONS[i] / 10, 1, row.name));
      await page.select('.tools label:nth-child(2) select', 'alike');
      await ui.painted();
      assert.equal((await ui.hash()).length, 'alike');
      rows = await bars(page);
      rows.forEach((row) => near(sum(row.parts), row.track, 1, row.name));
    },
  },
  {
    name: 'cycles: with what functions call',
    model: cycles,
    hash: at,
    async run({ page, ui }) {
      await page.select('.tools label:nth-child(1) select', 'inclusive');
      await ui.painted();
      const main = (await bars(page)).find(({ name }) => name === 'main');
      assert.deepEqual(main.texts, [percent(1, 1), (30500 / 13000).toFixed(2)]);
      await page.click('.stacks a.function');
      await ui.painted();
      assert.equal(await ui.text('h1'), 'Functions');
    },
  },
  {
    name: 'cycles: what is pointed at is read out',
    model: cycles,
    hash: at,
    async run({ page, ui }) {
      const parts = await page.$$('.stacks li:nth-child(4) .cause-bar > span');
      assert.equal(parts.length, 2);
      await parts[1].hover();
      await ui.painted();
      assert.equal(
        await ui.text('.cycles [role=status]'),
        `stream: rate of memory, 7,000 cycles, ${percent(7, 8)} of its own, 1.75 per instruction`,
      );
    },
  },
  {
    name: 'cycles: the table has the parts of each function',
    model: cycles,
    hash: at,
    async run({ page, model }) {
      const rows = await page.$$eval('.cycles:first-of-type tbody tr', (all) =>
        all.map((row) => [...row.children].map((cell) => cell.querySelector('.name')?.title || cell.textContent)),
      );
      assert.deepEqual(
        rows.map((row) => row[0]),
        NAMES,
      );
      rows.forEach((row, i) => {
        const index = model.functions.name.indexOf(NAMES[i]);
        assert.equal(number(row[1]), CYCLES[i]);
        EVENTS.forEach((event, e) => {
          const part = index < 0 ? model.events.find(({ name }) => name === event).sum : model.functions.self[event][index];
          assert.equal(row[3 + e], percent(part, CYCLES[i]), `${event} of ${row[0]}`);
        });
      });
    },
  },
  {
    name: 'cycles: over time',
    model: cycles,
    hash: at,
    async run({ page, ui }) {
      const areas = await page.$$eval('.cycles:nth-of-type(2) path', (all) => all.map((path) => path.getBBox()).map(({ x, y, width, height }) => ({ x, y, width, height })));
      assert.equal(areas.length, EVENTS.length);
      // CyMem, 9.5 of 10 cycles, stands on CyBase, 0.25; the highest stretch has 10.
      const whole = Math.max(...areas.map(({ y, height }) => y + height)) - Math.min(...areas.map(({ y }) => y));
      near(areas[0].height, (whole * 0.25) / 10, 0.2, 'issue');
      await page.$eval('.cycles:nth-of-type(2)', (section) => section.scrollIntoView());
      const box = await (await page.$('.cycles:nth-of-type(2) svg')).boundingBox();
      await page.mouse.move(box.x + areas[0].x + areas[0].width * 0.6, box.y + 60);
      await ui.painted();
      assert.equal(
        await ui.text('.cycles:nth-of-type(2) [role=status]'),
        'From instruction 8,000 to 12,000: 10.00 cycles per instruction (latency of memory 9.50, issue 0.25, TLBs 0.25)',
      );
      await page.$eval('.cycles:nth-of-type(2) summary', (summary) => summary.click());
      await page.waitForSelector('.cycles:nth-of-type(2) tbody tr');
      const rows = await ui.rows('.cycles:nth-of-type(2)');
      assert.equal(rows.length, 4);
      assert.deepEqual(rows[0].map((text) => text.replace(',', '')), ['0', '4000', '0.25', '0', '0', '0', '0', '0', '0', '1.75', '0']);
    },
  },
  ...[700, 1400].map((width) => ({
    name: `cycles: points of the roofline, ${width} pixels wide`,
    model: cycles,
    hash: at,
    width,
    async run({ page, ui, shot }) {
      const found = await marks(page);
      const [x, y] = [scaleOf(await ticks(page, 'x')), scaleOf(await ticks(page, 'y'))];
      const must = { 'The program': [13000 / 67904, 13000 / 30500], stream: [4000 / 64000, 0.5], [LONG_NAME]: [2000 / 3840, 0.1], main: [1000 / 64, 2] };
      for (const [name, [perByte, perCycle]] of Object.entries(must)) {
        near(found[name].x, x(perByte), 0.5, `${name}, instructions per byte`);
        near(found[name].y, y(perCycle), 0.5, `${name}, instructions per cycle`);
      }
      near(found.dot.y, y(3), 0.5, 'dot');
      assert.ok(found.dot.x > found.main.x, 'what has no traffic stands at the right');
      // The roofs: from the left to (0.5, 4), where 8 bytes per cycle are enough, and on at 4.
      const roof = await page.$eval('.roof', (path) => [...path.getAttribute('d').matchAll(/[ML]([\d.-]+) ([\d.-]+)/g)].map(([, px, py]) => [Number(px), Number(py)]));
      near(roof[1][0], x(0.5), 0.5, 'the ridge');
      near(roof[1][1], y(4), 0.5, 'the roof of issue');
      near(roof[2][1], y(4), 0.5, 'its end');
      const part = (found.stream.x - roof[0][0]) / (roof[1][0] - roof[0][0]);
      near(found.stream.y, roof[0][1] + part * (roof[1][1] - roof[0][1]), 0.5, 'stream is on the roof of memory');
      const texts = await page.$$eval('.mark-name', (all) => all.map((each) => each.getBoundingClientRect()).map(({ left, right, top, bottom }) => ({ left, right, top, bottom })));
      assert.equal(texts.length, 5, 'there is room for all names');
      texts.forEach((a, i) => texts.slice(i + 1).forEach((b) => assert.ok(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top, 'names overlap')));
      const row = (await ui.rows('.cycles:last-child')).find(([name]) => name === 'stream');
      assert.deepEqual(row.slice(1), ['64,000', '0.063', '0.50', '0.50', percent(1, 1)]);
      await page.evaluate(() => document.querySelector('.cycles:last-child').scrollIntoView());
      await ui.painted();
      await shot(`roofline-${width}`);
      await page.mouse.move(found.dot.left + found.dot.x, (await page.$eval('.cycles:last-child svg', (svg) => svg.getBoundingClientRect().top)) + found.dot.y);
      await ui.painted();
      assert.equal(await ui.text('.cycles:last-child [role=status]'), `dot: 3.00 instructions per cycle, ${percent(3, 4)} of the roof, 4.00; no traffic to memory`);
    },
  })),
  {
    name: 'cycles: a program of one function with a long name, in the dark',
    model: one,
    hash: at,
    width: 700,
    scheme: 'dark',
    async run({ page, shot }) {
      const rows = await bars(page);
      assert.deepEqual(
        rows.map(({ name }) => name),
        ['The program', LONG_NAME],
      );
      for (const row of rows) near(sum(row.parts), row.track, 1, row.name);
      await shot('cycles-one');
    },
  },
  {
    name: 'cycles: the figures of SVG are saved with their colours, as SVG and PNG',
    model: cycles,
    hash: at,
    async run({ page, ui }) {
      const groups = await page.$$eval('.save-as', (all) => all.length);
      const names = [];
      for (let i = 0; i < groups; i++) {
        const made = [];
        for (const n of [1, 2]) {
          await page.evaluate((at, button) => {
            document.querySelectorAll('.wanted').forEach((each) => each.classList.remove('wanted'));
            document.querySelectorAll('.save-as')[at].querySelector(`button:nth-of-type(${button})`).classList.add('wanted');
          }, i, n);
          made.push(await ui.saved('.wanted'));
        }
        const [svg, png] = made;
        names.push(svg.name, png.name);
        assert.match(svg.text, /fill: rgb\(/, 'what style sheets say is in the file');
        assert.doesNotMatch(svg.text, /href=|class=/);
        assert.deepEqual([svg.width, svg.height], [png.width, png.height]);
        assert.ok(svg.colours.length > 3);
        assert.equal(svg.colours[0][0], '255 255 255 255');
        assert.equal(png.colours[0][0], '255 255 255 255');
      }
      assert.deepEqual(names.sort(), ['cycles-over-time-program.png', 'cycles-over-time-program.svg', 'roofline-program.png', 'roofline-program.svg']);
    },
  },
  {
    name: 'cycles: without figures of the machine there is no roofline, without a timeline nothing over time',
    model: without,
    hash: at,
    async run({ ui }) {
      assert.deepEqual(await ui.texts('.cycles h2'), ['Where the cycles go']);
    },
  },
  {
    name: 'cycles: only of runs that have them',
    model: small,
    hash: at,
    async run({ ui }) {
      assert.ok(!(await ui.texts('nav a')).includes('Cycles'));
      assert.equal(await ui.text('h1'), 'Summary');
    },
  },
  {
    name: 'cycles: the summary has those of the program',
    model: cycles,
    hash: '#view=summary',
    async run({ page, ui }) {
      const legend = await page.$$eval('.card:has(.cause-bar) .legend li', (items) => items.map((item) => item.textContent));
      assert.deepEqual(legend.slice(6), [`latency of memory${percent(19000, 30500)}`, `rate of memory${percent(7000, 30500)}`, `TLBs${percent(500, 30500)}`]);
      await page.click('.card:has(.cause-bar) a');
      await ui.painted();
      assert.equal(await ui.text('h1'), 'Cycles');
    },
  },
];
