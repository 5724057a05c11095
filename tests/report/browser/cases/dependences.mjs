// SPDX-License-Identifier: GPL-3.0-or-later
//
// dependences.mjs: tests of the graph of dependences and its table: what each arc says, which way it leads, and what is
// left when a unit is chosen, from pairs made by hand.
import assert from 'node:assert/strict';
import { small } from '../models.mjs';
import { cost, number } from '../ui.mjs';

const at = '#view=dependences';
const NAMES = ['init', 'matvec', 'dot', 'region output'];
const PAIRS = [
  { from: 0, to: 1, bytes: 60_000, first_B: 8_000 },
  { from: 1, to: 2, bytes: 25_000, first_B: 25_000 },
  { from: 2, to: 1, bytes: 10_000, first_B: 0 },
  { from: 1, to: 3, bytes: 5_000, first_B: 5_000 },
];

function withDependences() {
  const model = small();
  const row = model.functions.name.indexOf('dot');
  return {
    ...model,
    dependences: {
      total_B: 100_000,
      own_B: 300_000,
      hidden: 2,
      units: NAMES.map((name, i) => ({ name, row: i === 2 ? row : null })),
      pairs: PAIRS.map((pair) => ({ ...pair, objects: [] })),
      apart: [[0, 3]],
      fuse: [[1, 20, 1_000]],
    },
  };
}

const sentence = ({ from, to, bytes }) =>
  `${NAMES[to]} reads ${bytes.toLocaleString('en')} bytes that ${NAMES[from]} has stored`;

// Arcs: what they say, on which side they are, whether they are dimmed.
const arcs = (page) =>
  page.$$eval('.dependence-graph path.arc', (all) =>
    all.map((arc) => ({
      text: arc.querySelector('title').textContent,
      down: arc.classList.contains('down'),
      dimmed: arc.classList.contains('dimmed'),
      width: Number(arc.getAttribute('stroke-width')),
    })),
  );

async function choose(page, ui, unit) {
  await page.click(`.dependence-graph g.unit[aria-label="${NAMES[unit]}"]`);
  await ui.painted();
}

export const cases = [
  {
    name: 'the graph of dependences has an arc for each pair, and the table its bytes',
    model: withDependences,
    hash: at,
    async run({ page, ui, shot }) {
      const drawn = await arcs(page);
      assert.equal(drawn.length, PAIRS.length);
      for (const pair of PAIRS) {
        const arc = drawn.find((each) => each.text.startsWith(sentence(pair)));
        assert.ok(arc, `${sentence(pair)} is not among ${drawn.map((each) => each.text)}`);
        assert.equal(arc.down, pair.from < pair.to);
        assert.ok(!arc.dimmed);
      }
      const widths = PAIRS.map((pair) => drawn.find((each) => each.text.startsWith(sentence(pair))).width);
      assert.deepEqual([...widths].sort((a, b) => b - a), widths, 'more bytes are wider');
      assert.deepEqual(await ui.texts('.dependence-graph g.unit title'), NAMES);
      const rows = await ui.rows();
      assert.deepEqual(rows.map((row) => cost(row[0]).value), PAIRS.map((pair) => pair.bytes));
      assert.deepEqual(rows.map((row) => parseFloat(cost(row[0]).percent)), [60, 25, 10, 5]);
      assert.deepEqual(rows.map((row) => number(row[1])), PAIRS.map((pair) => pair.first_B));
      assert.deepEqual(rows.map((row) => [row[2], row[3]]), PAIRS.map((pair) => [NAMES[pair.from], NAMES[pair.to]]));
      const said = (await ui.texts('main p, main li')).join('\n');
      assert.match(said, /25(\.0)?% were stored by another/);
      assert.match(said, /2 pairs with fewer bytes are left out/);
      assert.match(said, /^init and region output$/m);
      assert.match(said, /^matvec and dot: 1,000 iterations each/m);
      await shot('dependences');
    },
  },
  {
    name: 'a unit of the graph of dependences that is chosen dims what it has nothing to do with',
    model: withDependences,
    hash: at,
    async run({ page, ui }) {
      await choose(page, ui, 2);
      assert.equal((await ui.hash()).unit, '2');
      const touched = PAIRS.filter((pair) => pair.from === 2 || pair.to === 2);
      const drawn = await arcs(page);
      for (const pair of PAIRS)
        assert.equal(drawn.find((each) => each.text.startsWith(sentence(pair))).dimmed, !touched.includes(pair));
      assert.deepEqual((await ui.rows()).map((row) => cost(row[0]).value), touched.map((pair) => pair.bytes));
      await choose(page, ui, 2);
      assert.equal((await ui.hash()).unit ?? null, null);
      assert.equal((await ui.rows()).length, PAIRS.length);
      await page.$eval(`.dependence-graph g.unit[aria-label="${NAMES[0]}"]`, (unit) => unit.focus()); // of SVG
      await ui.press('Enter');
      assert.equal((await ui.rows()).length, 1);
      await page.goBack();
      await ui.painted();
      assert.equal((await ui.rows()).length, PAIRS.length);
    },
  },
];
