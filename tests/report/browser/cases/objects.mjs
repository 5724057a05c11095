// SPDX-License-Identifier: GPL-3.0-or-later
//
// objects.mjs: tests of the views of memory objects, cache sets, miss curves and findings.
import assert from 'node:assert/strict';
import { OBJECTS, handmade } from '../handmade.mjs';
import { HOSTILE_NAMES } from '../models.mjs';
import { cost, number } from '../ui.mjs';

const phases = () => handmade({ samples: 6000 });

// The same with the use of bytes: a is large, b is an array of small structures, table is used in part.
function withBytes() {
  const model = handmade({ samples: 500 });
  const [a, b, table] = model.objects.list;
  const zeros = (n) => new Array(n).fill(0);
  a.bytes = {
    loads: [],
    stores: [],
    line: { loads: zeros(64).map((_, i) => (i < 16 ? 100 : 0)), stores: zeros(64) },
    parts: { loads: zeros(256).map((_, i) => i), stores: zeros(256) },
  };
  Object.assign(b, { size_B: 24, count: 1 });
  b.bytes = {
    loads: [9, 9, 9, 9, 0, 0, 0, 0, 5, 5, 5, 5, 5, 5, 5, 5, 0, 0, 0, 0, 0, 0, 0, 0],
    stores: [1, 1, 1, 1, ...zeros(20)],
  };
  Object.assign(table, { size_B: 4096 });
  table.bytes = { loads: zeros(4096).map((_, i) => (i % 64 < 8 ? 3 : 0)), stores: zeros(4096) };
  return model;
}

// Names that do not act, in all places where names of objects and code are.
function hostile() {
  const model = handmade({ samples: 600 });
  const name = (i) => HOSTILE_NAMES[i % HOSTILE_NAMES.length];
  model.timeline.functions = model.timeline.functions.map((each, i) => ({ ...each, name: name(i), file: name(i + 1) }));
  model.functions.name = model.functions.name.map((_, i) => name(i));
  model.timeline.regions[0].name = name(0);
  model.objects.list.forEach((object, i) => {
    Object.assign(object, {
      label: name(i + 2),
      name: name(i + 3),
      source: name(i),
      module: name(i + 4),
      lines: [[name(i), name(i + 1), 3, object.cost]],
      stack: [[name(14), name(1), 2]],
    });
  });
  model.curves.functions.forEach((each, i) => {
    each.name = name(i + 14);
  });
  model.curves.words = [name(0), name(14)];
  for (const finding of model.findings.findings) {
    finding.remedy = name(2);
    finding.code[0].function = name(14);
    finding.objects[0] = { ...finding.objects[0], id: 999, name: name(1) };
  }
  model.findings.notes = [name(3)];
  return model;
}

const VIEWS = ['Findings', 'Objects', 'Timeline', 'Cache sets', 'Miss curves'];
const sums = { accesses: ['Dr', 'Dw'], 'D1 misses': ['D1mr', 'D1mw'], 'LL misses': ['DLmr', 'DLmw'] };

function costOf(model, object, title) {
  return (sums[title] ?? [title]).reduce((sum, event) => sum + object.cost[model.objects.events.indexOf(event)], 0);
}

async function readout(page, ui, x, y) {
  await page.mouse.move(x, y);
  await ui.painted();
  return ui.text('.curve-readout [role="status"]');
}

// Objects with names without a place to break.
function longNames() {
  const model = handmade({ samples: 100 });
  for (const finding of model.findings.findings) {
    finding.code[0].function = `solve_${'the_whole_system_'.repeat(5)}`;
    for (const [i, object] of (finding.objects ?? []).entries()) {
      object.name = `${'coefficients_of_the_matrix'.repeat(3)}(allocated_in_${'initialise_'.repeat(4)}.c:123)`;
      if (i === 0) object.id = 999;
      const own = model.objects.list.find(({ id }) => id === object.id);
      if (own) Object.assign(own, { name: object.name, label: object.name });
    }
  }
  return model;
}

export const cases = [
  ...[
    [1600, 900, 'light'],
    [1024, 700, 'dark'],
    [360, 740, 'light'],
  ].map(([width, height, scheme]) => ({
    name: `views of data and time with names that would like to act, ${width} pixels wide, ${scheme}`,
    model: hostile,
    width,
    height,
    scheme,
    hash: '#object=10&fold=nothing',
    async run({ page, ui }) {
      for (const title of VIEWS) {
        await ui.view(title);
        assert.equal(await page.evaluate(() => window.injected), undefined);
        assert.ok(
          await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
          `${title} is wider than the window`,
        );
      }
      await page.evaluate(() => {
        location.hash = `#view=timeline&fold=${encodeURIComponent('<script>window.injected = 1</script>')}`;
      });
      await ui.painted();
      assert.match(await ui.text('.region h2'), /<script>window\.injected = 1/);
      assert.equal(await page.evaluate(() => window.injected), undefined);
    },
  })),
  {
    name: 'views of data and time survive an address that says nonsense',
    model: phases,
    async run({ page, ui }) {
      const rest =
        'from=9e9&to=-3&mark=5-1&accesses=x&thread=77&focus=99&object=99&scale=x&by=x&sort=-x&level=L9&class=x&set=999999&curve=x&of=x&type=x&instances=-x&fold=x';
      for (const view of ['timeline', 'objects', 'sets', 'curves', 'findings']) {
        for (const more of [
          rest,
          `${rest}&from=5000000&to=1`,
          'from=1&to=1',
          'fold=outer&from=-1&to=99',
          'fold=outer&mark=0.4-0.2',
        ]) {
          await page.evaluate((hash) => {
            location.hash = hash;
          }, `#view=${view}&${more}`);
          await ui.painted();
          assert.ok((await ui.text('main')).length > 40, `${view} ${more}`);
        }
      }
    },
  },
  {
    name: 'the object whose misses cost most comes first',
    model: () => {
      const model = phases();
      const { events, list } = model.objects;
      model.objects.cycles = { D1mr: 10, D1mw: 10, DLmr: 100, DLmw: 100 };
      list.forEach(({ cost: costs }) => costs.fill(0));
      list[0].cost[events.indexOf('DLmr')] = 5;
      list[0].cost[events.indexOf('D1mr')] = 5;
      list[1].cost[events.indexOf('D1mw')] = 60;
      return model;
    },
    hash: '#view=objects',
    width: 1900,
    async run({ model, ui }) {
      const rows = await ui.rows('.split > .table');
      const [first, second] = model.objects.list;
      assert.deepEqual(
        rows.slice(0, 2).map((row) => [row[0], cost(row[1]).value]),
        [
          [second.label, 600],
          [first.label, 550],
        ],
      );
    },
  },
  {
    name: 'objects show what the model has, for every event',
    model: phases,
    hash: '#view=objects',
    width: 1900,
    height: 800,
    async run({ page, model, ui }) {
      const titles = (await ui.texts('.split > .table thead th')).map((text) => text.replace(/[▾▴]/, ''));
      for (const event of model.objects.events) assert.ok(titles.includes(event), event);
      const rows = await ui.rows('.split > .table');
      assert.equal(rows.length, model.objects.list.length);
      for (const row of rows) {
        const object = model.objects.list.find((each) => each.label === row[0]);
        titles.forEach((title, column) => {
          if (!(title in sums) && !model.objects.events.includes(title)) return;
          const shown = row[column].includes('|') ? cost(row[column]).value : number(row[column]);
          assert.equal(shown, costOf(model, object, title), `${title} of ${object.label}`);
        });
      }
      for (const event of ['Dr', 'AcCost1', 'Dw']) {
        const column = titles.indexOf(event);
        if (column < 0) continue;
        await page.evaluate(
          (index) => document.querySelectorAll('.split > .table thead th')[index].querySelector('button').click(),
          column,
        );
        await ui.painted();
        const order = (await ui.rows('.split > .table')).map((row) => row[0]);
        assert.deepEqual(
          order,
          [...model.objects.list]
            .sort((a, b) => costOf(model, b, event) - costOf(model, a, event))
            .map((each) => each.label),
        );
      }
      await page.type('.filter', 'stream.c:21');
      await ui.painted();
      assert.deepEqual(
        (await ui.rows('.split > .table')).map((row) => row[0]),
        ['b'],
      );
    },
  },
  {
    name: 'an object has its use by offset from samples, its code, and ways to other views',
    model: phases,
    hash: '#view=objects&object=10',
    width: 1600,
    height: 1000,
    async run({ page, model, ui }) {
      const { samples } = model.timeline;
      const cells = new Map();
      samples.address.forEach((address, i) => {
        if (samples.object[i] !== 10) return;
        const cell = Math.floor((address - OBJECTS[0].start) / 4096);
        const counts = cells.get(cell) ?? cells.set(cell, [0, 0]).get(cell);
        counts[samples.kind[i] - 1]++;
      });
      await page.evaluate(() => {
        document.querySelector('.runs').open = true;
      });
      let covered = 0;
      for (const [bytes, loads, stores] of await ui.rows('.runs')) {
        const [first, last] = bytes.split('\u2013').map(number);
        for (let cell = first / 4096; cell < (last + 1) / 4096; cell++, covered++)
          assert.deepEqual([number(loads), number(stores)], cells.get(cell), `part ${cell}`);
      }
      assert.ok(covered >= 200);
      assert.match(await ui.text('.detail'), /From 4 ?\D?320 sampled accesses/);
      assert.equal(await ui.text('.detail .frames .function'), 'main');
      await page.evaluate(() =>
        [...document.querySelectorAll('.detail .actions a')].find((each) => each.textContent === 'Timeline').click(),
      );
      await page.waitForSelector('.timeline-figure');
      assert.equal((await ui.hash()).focus, '10');
    },
  },
  {
    name: 'an object shows which of its bytes are used, if the file says so',
    model: withBytes,
    hash: '#view=objects&object=11',
    width: 1600,
    height: 1000,
    async run({ page, ui }) {
      const runs = async () => {
        await page.evaluate(() => {
          for (const each of document.querySelectorAll('.runs')) each.open = true;
        });
        return ui.rows('.use');
      };
      assert.deepEqual(await runs(), [
        ['0\u20133', '9', '1'],
        ['4\u20137', '0', '0'],
        ['8\u201315', '5', '0'],
        ['16\u201323', '0', '0'],
      ]);
      assert.match(await ui.text('.use'), /Never used: 12 of 24 bytes \(50\.0%\): 16 to 23, 4 to 7\./);
      assert.doesNotMatch(await ui.text('.use'), /sampled/);
      const grid = await page.$eval('.heat canvas', (canvas) => {
        const { left, top } = canvas.getBoundingClientRect();
        return { left, top };
      });
      await page.mouse.move(
        grid.left +
          38 +
          9.5 *
            Math.max(3, Math.min(12, Math.floor(((await page.$eval('.heat', (each) => each.clientWidth)) - 38) / 24))),
        grid.top + 4,
      );
      await ui.painted();
      assert.equal(await ui.text('.heat p'), 'Byte 9: 5 loads, 0 stores');
      await page.evaluate(() => {
        location.hash = '#view=objects&object=10';
      });
      await ui.painted();
      const text = await ui.text('.line-use');
      assert.match(text, /Never used: 48 of 64 bytes \(75\.0%\): 16 to 63\./);
      const rows = await runs();
      assert.equal(rows.length, 200);
      assert.equal((await ui.rows('.line-use')).length, 2);
      await page.evaluate(() => {
        location.hash = '#view=objects&object=12';
      });
      await ui.painted();
      assert.match(await ui.text('.use'), /Never used: 3\D?584 of 4\D?096 bytes \(87\.5%\)/);
    },
  },
  {
    name: 'cache sets show each set by class',
    model: phases,
    hash: '#view=sets',
    width: 1600,
    height: 900,
    async run({ page, model, ui }) {
      const rows = (await ui.rows('main .table')).map((row) => [
        number(row[0]),
        cost(row[1]).value,
        ...row.slice(2, 5).map(number),
      ]);
      const expected = model.sets.D1.map(([set, cold, capacity, conflict]) => [
        set,
        cold + capacity + conflict,
        cold,
        capacity,
        conflict,
      ]);
      assert.deepEqual(
        rows,
        expected.sort((a, b) => b[1] - a[1]),
      );
      await page.select('.tools select', 'conflict');
      await ui.painted();
      assert.match(
        await ui.text('main > p'),
        /^1 of 64 sets \(1\.6%\) have nine tenths of the conflict misses of D1/,
      );
      await page.focus('.set-map canvas');
      await ui.press('Home', 'ArrowRight', 'ArrowRight', 'ArrowRight');
      assert.equal((await ui.hash()).set, '3');
      assert.match(
        (await ui.text('.set-map [role="status"]')).replace(/(?<=\d),(?=\d)/g, ''),
        /^Set 3: 9015 misses \(5 cold, 10 capacity, 9000 conflict\)$/,
      );
      assert.equal(await ui.text('tr[aria-selected="true"] td'), '3');
      const box = await page.$eval('.set-map canvas', (canvas) => {
        const { left, top } = canvas.getBoundingClientRect();
        return { left, top };
      });
      await page.mouse.click(box.left + 44 + 8.5 * 26, box.top + 1.5 * 26);
      await ui.painted();
      assert.equal((await ui.hash()).set, '40');
      await page.evaluate(() =>
        [...document.querySelectorAll('.tabs button')].find((each) => each.textContent === 'LL').click(),
      );
      await ui.painted();
      assert.equal((await ui.rows('main .table')).length, 3);
      assert.equal((await ui.hash()).set, undefined);
    },
  },
  {
    name: 'miss curves show the figures of each size',
    model: phases,
    hash: '#view=curves&curve=object+10',
    width: 1600,
    height: 900,
    async run({ page, model, ui }) {
      const { program, sizes_B, objects } = model.curves;
      const share = (curve, i) =>
        `${((100 * curve.misses[i]) / program.accesses).toFixed(2)}%${curve.error[i] ? ` ± ${((100 * curve.error[i]) / program.accesses).toFixed(2)}%` : ''}`;
      await page.focus('.curve-plot');
      for (const [key, i] of [
        ['Home', 0],
        ['ArrowRight', 1],
        ['ArrowRight', 2],
        ['End', sizes_B.length - 1],
        ['ArrowLeft', sizes_B.length - 2],
      ]) {
        await ui.press(key);
        const text = await ui.text('.curve-readout [role="status"]');
        assert.ok(
          text.includes(`the program ${share(program, i)}`) && text.includes(`a ${share(objects[0], i)}`),
          `${key}: ${text}`,
        );
      }
      const plot = await page.$eval('.u-over', (each) => {
        const { left, top, width, height } = each.getBoundingClientRect();
        return { left, top, width, height };
      });
      const text = await readout(page, ui, plot.left + plot.width * (12 / 16) + 1, plot.top + plot.height / 2);
      assert.ok(text.startsWith('With 256'), text);
      assert.match(await ui.text('.curve-words'), /with the size of D1 \(32\D?KiB\), 60\.0% \u00b1 3\.0% miss/);
      assert.match(await ui.text('.curve-words'), /heap a in ascending fits a cache of 256 KiB/);
      const rows = await ui.rows('main .table');
      assert.deepEqual(
        rows.map((row) => cost(row[1]).value),
        [580000, 490000, 490000, 395000, 185000, 0],
      );
      assert.equal(await ui.text('tr[aria-selected="true"] td'), 'a');
      await page.evaluate(() =>
        [...document.querySelectorAll('.tools button')]
          .find((each) => each.textContent === 'The program alone')
          .click(),
      );
      await ui.painted();
      assert.equal((await ui.texts('.curve-readout .legend li')).length, 2);
    },
  },
  {
    name: 'names of objects stay in the card of their finding, 360 pixels wide',
    model: longNames,
    hash: '#view=findings',
    width: 360,
    async run({ page }) {
      const outside = await page.$$eval('.finding *', (all) =>
        all
          .filter((each) => {
            const card = each.closest('.finding').getBoundingClientRect();
            const { right } = each.getBoundingClientRect();
            return right > card.right || each.scrollWidth > Math.max(card.width, each.clientWidth + 1);
          })
          .map((each) => `${each.tagName} ${each.className} ${each.textContent.slice(0, 40)}`),
      );
      assert.deepEqual(outside, []);
      const cut = await page.$$eval('.finding .name, .finding .where', (all) =>
        all
          .filter((each) => getComputedStyle(each).overflow !== 'visible' && each.scrollWidth > each.clientWidth)
          .map((each) => each.textContent),
      );
      assert.deepEqual(cut, []);
    },
  },
  {
    name: 'five findings are shown, and the others on demand',
    model: () => {
      const model = handmade({ samples: 100 });
      const [first] = model.findings.findings;
      model.findings.findings = Array.from({ length: 7 }, (_, i) => ({ ...first, rank: i + 1 }));
      return model;
    },
    hash: '#view=findings',
    async run({ page, ui }) {
      assert.equal((await ui.texts('.finding')).length, 5);
      await page.click('main .more');
      await ui.painted();
      assert.equal((await ui.texts('.finding')).length, 7);
    },
  },
  {
    name: 'a run that is too short is said to be so',
    model: () => {
      const model = handmade({ samples: 100 });
      Object.assign(model.findings, { findings: [], program: { too_short: true, estimated_cycles: 130000 } });
      return model;
    },
    hash: '#view=findings',
    async run({ ui }) {
      const text = await ui.text('main');
      assert.ok(/The run is too short to say what is wrong with it: 130.000 cycles are estimated\./.test(text), text);
      assert.ok(!text.includes('is serious'), text);
    },
  },
  {
    name: 'findings say what the report says, and lead to code and objects',
    model: phases,
    hash: '#view=findings',
    width: 1200,
    height: 900,
    async run({ page, model, ui }) {
      const texts = await ui.texts('.finding');
      assert.equal(texts.length, model.findings.findings.length);
      model.findings.findings.forEach((finding, i) => {
        for (const wanted of [
          finding.remedy,
          `(${finding.remedy_name} in docs/remedies.md)`,
          finding.code[0].function,
          `${finding.saving_percent.toFixed(1)}%`,
          finding.level,
          `stream.c:${finding.code[0].line}`,
        ])
          assert.ok(texts[i].includes(wanted), `${wanted} in ${texts[i]}`);
      });
      assert.ok(texts[0].includes('900 capacity misses in LL'));
      assert.ok(texts[0].includes(', at random within 1 MiB'));
      assert.ok((await ui.text('main')).includes(model.findings.notes[0]));
      await page.select('.tools select', 'conflict');
      await ui.painted();
      assert.equal((await ui.texts('.finding')).length, 1);
      await page.evaluate(() =>
        [...document.querySelectorAll('.finding a')].find((each) => each.textContent === 'Map of the sets').click(),
      );
      await page.waitForSelector('.set-map');
      assert.equal((await ui.hash()).class, 'conflict');
      await ui.back();
      await page.waitForSelector('.finding');
      await page.evaluate(() =>
        [...document.querySelectorAll('.finding a')].find((each) => each.textContent === 'b').click(),
      );
      await page.waitForFunction(() => document.querySelector('main h1').textContent === 'Objects');
      assert.equal((await ui.hash()).object, '11');
      await ui.back();
      await page.evaluate(() =>
        [...document.querySelectorAll('.finding a')].find((each) => each.textContent === 'strided').click(),
      );
      await page.waitForFunction(() => document.querySelector('main h1').textContent === 'Functions');
      assert.equal(model.functions.name[(await ui.hash()).function], 'strided');
    },
  },
  {
    name: 'a finding of sharing says what its saving is of, and which bytes each thread uses',
    model: () => {
      const model = phases();
      const [finding] = model.findings.findings;
      model.findings.program = { estimated_cycles: 400_000 };
      model.findings.findings = [
        {
          ...finding,
          type: 'false-sharing',
          misses: 1,
          saving_cycles: 100_000,
          saving_percent: 20,
          saving_of_cycles: 500_000,
          also: [],
          sharing: {
            weight: 1,
            weight_true: 0,
            weight_false: 1,
            lines: 1,
            threads: [1],
            invalidations: 1,
            heaviest: {
              address: 0x4000,
              weight: 1,
              allocations: [{ object: 10, start: 0x4000, size_B: 1 << 20, thread: 1 }],
              threads: [
                {
                  thread: 1,
                  reads: 1234,
                  writes: 5678,
                  read: [{ allocation: 0, ranges: [[0, 7]] }],
                  written: [{ allocation: 0, ranges: [[0, 3]] }],
                },
              ],
            },
          },
        },
      ];
      return model;
    },
    hash: '#view=findings',
    async run({ page, ui }) {
      const text = (await ui.text('.finding')).replace(/\s+/g, ' ');
      for (const wanted of [
        '20.0% of the 500 k that the program would then take',
        '1 line of memory, used by 1 thread; 1 invalidation',
        '1 miss if the threads run at once',
        '1 miss in D1',
        'Bytes of the line at 0x4000, by thread',
        'bytes 0-63: a',
      ])
        assert.ok(text.includes(wanted), `${wanted} in ${text}`);
      assert.deepEqual((await ui.rows('.threads')).map((row) => row.slice(0, 5)), [['1', '0-3', '0-7', '5,678', '1,234']]);
      const classes = await page.$$eval('.threads tbody .line-picture > span', (all) => all.map((each) => each.className));
      assert.deepEqual(classes, Array.from({ length: 64 }, (_, byte) => (byte < 4 ? 'written' : byte < 8 ? 'read' : '')));
    },
  },
  {
    name: 'all columns of objects can be reached by keys, 1400 pixels wide',
    model: phases,
    hash: '#view=objects&object=10',
    width: 1400,
    async run({ page, ui }) {
      const last = () =>
        page.$eval('.split > .table', (table) => {
          const titles = [...table.querySelectorAll('thead th')];
          const edge = table.getBoundingClientRect().left + table.clientLeft + table.clientWidth;
          return { in: titles[titles.length - 1].getBoundingClientRect().right <= edge + 2, more: table.classList.contains('more') };
        });
      assert.deepEqual(await last(), { in: false, more: true });
      await page.focus('.split > .table table');
      for (let i = 0; i < 60; i++) await page.keyboard.press('ArrowRight');
      await page.waitForFunction(() => !document.querySelector('.split > .table').classList.contains('more'));
      assert.deepEqual(await last(), { in: true, more: false });
    },
  },
  {
    name: 'names of objects are whole where there is room, and say a place once',
    model: () => {
      const model = phases();
      const [a, b, table] = model.objects.list;
      Object.assign(a, { label: 'coefficients_of_the_left_hand_side->values', source: '/src/solver/matrix.c:1234' });
      Object.assign(b, { label: 'rows (matrix.c:77) #2', source: '/src/solver/matrix.c:77' });
      Object.assign(table, { label: 'lookup', source: null });
      return model;
    },
    hash: '#view=objects&sort=name',
    width: 1900,
    async run({ page }) {
      const shown = await page.$$eval('.table tbody tr:not(.space) td:first-child', (all) =>
        all.map((cell) => {
          const names = [...cell.querySelectorAll('.name')];
          return [...names.map((each) => each.textContent), names.every((each) => each.scrollWidth <= each.clientWidth)];
        }),
      );
      assert.deepEqual(shown, [
        ['coefficients_of_the_left_hand_side->values', 'matrix.c:1234', true],
        ['lookup', true],
        ['rows (matrix.c:77) #2', true],
      ]);
    },
  },
  {
    name: 'objects say which part of what they load is never used',
    model: () => {
      const model = phases();
      const { events, list } = model.objects;
      list.forEach(({ cost: costs }, i) => {
        costs[events.indexOf('SpLoss1')] = [160, 32, 0][i];
        costs[events.indexOf('Lines1')] = [10, 1, 0][i];
      });
      return model;
    },
    hash: '#view=objects&sort=-Unused1',
    async run({ model, ui }) {
      const titles = (await ui.texts('.table thead th')).map((text) => text.replace(/[\u25be\u25b4]/, ''));
      const at = titles.indexOf('Unused L1');
      const [a, b, table] = model.objects.list.map(({ label }) => label);
      assert.deepEqual((await ui.rows('.table')).map((row) => [row[0], row[at]]), [
        [b, '50.0%'],
        [a, '25.0%'],
        [table, '\u2013'],
      ]);
    },
  },
  ...[
    ['evenly', () => 40, 0],
    ['unevenly', (set) => (set === 5 ? 4000 : 40), 1],
  ].map(([how, misses, red]) => ({
    name: `sets are red only where they have more than others: ${how} spread`,
    model: () => {
      const model = phases();
      model.sets.D1 = Array.from({ length: 64 }, (_, set) => [set, 0, misses(set), 0, 0, 0]);
      return model;
    },
    hash: '#view=sets&level=D1',
    async run({ page, ui, shot }) {
      await ui.painted();
      const found = await page.$eval('.set-map canvas', (canvas) => {
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        let [reds, blues] = [0, 0];
        for (let i = 0; i < data.length; i += 4) {
          if (data[i + 3] < 255) continue;
          if (data[i] > data[i + 2] + 40) reds++;
          if (data[i + 2] > data[i] + 20) blues++;
        }
        return { reds, blues };
      });
      await shot(`sets-${how}`);
      assert.ok(found.blues > 1000, JSON.stringify(found));
      assert.equal(found.reds > 100 ? 1 : 0, red, JSON.stringify(found));
      assert.equal(/orange and red: more than/.test(await ui.text('.set-legend')), red === 1);
    },
  })),
  {
    name: 'the text says no more of a size than the curve does',
    model: () => {
      const model = phases();
      const { program, sizes_B } = model.curves;
      program.error = sizes_B.map((size) => (size <= 64 << 10 ? program.misses[0] : 0));
      return model;
    },
    hash: '#view=curves',
    async run({ ui }) {
      assert.match(await ui.text('.curve-words'), /with the size of D1 \(32\D?KiB\), 0% to 100% miss, which the sample cannot tell closer/);
    },
  },
  {
    name: 'the picture of a line has 64 cells: what is written, read, never used, and of something else',
    model: () => {
      const model = withBytes();
      // b is 24 bytes from byte 48 of a line on
      model.timeline.ranges = model.timeline.ranges.map((range) => (range.object === 11 ? { ...range, start: range.start - (range.start % 64) + 48, size_B: 24 } : range));
      return model;
    },
    hash: '#view=objects&object=10',
    width: 1400,
    async run({ page, ui, shot }) {
      const cells = () => page.$$eval('.line-wide .line-picture > span', (all) => all.map((each) => each.className || '.'));
      const same = (n, what) => new Array(n).fill(what);
      assert.deepEqual(await cells(), [...same(16, 'read'), ...same(48, '.')], 'a: counted in lines');
      await shot('line-of-object');
      const widths = await page.$$eval('.line-wide .line-picture > span', (all) => all.map((each) => each.getBoundingClientRect().width));
      assert.ok(Math.min(...widths) >= 2, `${Math.min(...widths)} pixels`);
      await page.evaluate(() => (location.hash = '#view=objects&object=11'));
      await ui.painted();
      assert.deepEqual(await cells(), [...same(8, '.'), ...same(40, 'other'), ...same(4, 'written'), ...same(4, '.'), ...same(8, 'read')].map((each) => each));
      assert.match(await ui.text('.line-use'), /Never used: 12 of 24 bytes/);
      assert.match(await ui.text('.line-use .legend'), /written.*only read.*never used.*not its own/);
    },
  },
  {
    name: 'an object shows the members of its elements, and which of them are never used',
    model: () => {
      const model = withBytes();
      // b: three elements of 8 bytes
      model.objects.list[1].members = { type: HOSTILE_NAMES[0], element_B: 8, list: [[0, 4, 'key'], [4, 2, HOSTILE_NAMES[1]], [6, 2, 'flags']] };
      return model;
    },
    hash: '#view=objects&object=11',
    async run({ page, ui }) {
      // by byte: key 9 + 5 + 0 loads, 1 store; the others 0 + 5 + 0
      assert.deepEqual((await ui.rows('.members')).map((row) => [row[1], row[2], row[3]]), [
        ['0\u20133', '14', '1'],
        ['4\u20135', '5', '0'],
        ['6\u20137', '5', '0'],
      ]);
      assert.equal(await page.evaluate(() => window.injected), undefined);
      assert.ok(!(await ui.text('.members')).includes('Never used'));
      await page.evaluate(() => (location.hash = '#view=objects&object=12'));
      await ui.painted();
      assert.equal(await page.$('.members'), null, 'nothing is known of its type');
    },
  },
  {
    name: 'an object shows a line of its memory before and after another layout',
    model: () => {
      const model = withBytes();
      // b: three elements of 8 bytes, of which key comes into an array of its own; table: a layout that leaves elements as they are
      const [, b, table] = model.objects.list;
      b.members = { type: 'pair', element_B: 8, list: [[0, 4, 'key'], [4, 1, HOSTILE_NAMES[1]], [6, 2, 'flags']] };
      const arrays = [
        { element_B: 4, members: [['key', 0, 4, 0]] },
        { element_B: 4, members: [[HOSTILE_NAMES[1], 4, 1, 0], ['flags', 6, 2, 2]] },
      ];
      b.layout = { text: `each element divided into two arrays: key | ${HOSTILE_NAMES[0]}`, try: "xgrind '--what-if=b.c:2:split(8: hot=0-3)' --D1=1024,2,64 ./app", line_B: 64, element_B: 8, arrays };
      table.layout = { text: 'rows are longer', try: "xgrind '--what-if=table:rows(512+64)' ./app", line_B: 64, element_B: null, arrays: [] };
      model.findings.findings[1].layout = { text: 'rows are shorter', try: "xgrind '--what-if=a:rows(8+64)' '--what-if=b:rows(9)' ./app", saved_cycles: 1, saved_percent: 1 };
      b.bytes.loads[4] = 0; // the other member of one byte is loaded in one element of three
      return model;
    },
    hash: '#view=objects&object=11',
    width: 1400,
    async run({ page, ui, shot }) {
      const lines = await page.$$eval('.layout-line .bytes', (all) =>
        all.map((line) => {
          const { width } = line.getBoundingClientRect();
          return [...line.children].map((part) => [part.className, part.title, Math.round((64 * part.getBoundingClientRect().width) / (width - 2))]);
        }),
      );
      const times = (n, ...parts) => new Array(n).fill(parts).flat();
      // by byte, of three elements: key 9 + 5 + 0 loads and 1 store, the others 5
      const key = ['used', 'key: 4\u202fB, 15 accesses', 4];
      const other = lines[0][1];
      assert.deepEqual([other[0], other[1].endsWith(': 1\u202fB, 5 accesses'), other[2]], ['used', true, 1]);
      const gap = ['padding', 'padding: 1\u202fB', 1];
      const flags = ['used', 'flags: 2\u202fB, 5 accesses', 2];
      assert.deepEqual(lines, [times(8, key, other, gap, flags), times(16, key), times(16, other, gap, flags)]);
      assert.deepEqual(
        (await ui.texts('.layout-line > p')).map((text) => text.replace(/\s/g, ' ')),
        ['Before 8 B each, 8 in a line', 'After: array 1 of 2 4 B each, 16 in a line', 'After: array 2 of 2 4 B each, 16 in a line'],
      );
      assert.match(await ui.text('.layout'), /Try: xgrind '--what-if=b\.c:2:split\(8: hot=0-3\)' --D1=1024,2,64 \.\/app/);
      assert.doesNotMatch(await ui.text('.layout'), /sampled/);
      assert.equal(await page.evaluate(() => window.injected), undefined);
      await page.$eval('.layout', (each) => each.scrollIntoView());
      await shot('layout-of-object');
      await page.evaluate(() => (location.hash = '#view=objects&object=12'));
      await ui.painted();
      assert.match(await ui.text('.layout'), /rows are longer/);
      assert.equal(await page.$('.layout-line'), null, 'elements stay as they are');
      await page.evaluate(() => (location.hash = '#view=objects&object=10'));
      await ui.painted();
      assert.equal(await page.$('.layout'), null, 'no layout is known');
      await ui.view('Findings');
      const findings = (await ui.texts('.finding')).map((text) => text.includes("Layoutrows are shorterTry: xgrind '--what-if=a:rows(8+64)' '--what-if=b:rows(9)' ./app"));
      assert.deepEqual(findings.slice(0, 2), [false, true]);
    },
  },
  {
    name: 'cycles and misses of objects stand beside their names, 1400 pixels wide',
    model: phases,
    hash: '#view=objects',
    width: 1400,
    async run({ page }) {
      const seen = await page.$$eval('.table thead th', (all) => {
        const right = document.querySelector('.table').getBoundingClientRect().right;
        return all
          .filter((each) => each.getBoundingClientRect().right <= right + 1)
          .filter((each) => [...each.children].every((title) => title.scrollWidth <= title.clientWidth))
          .map((each) => each.textContent.replace(/[\u25be\u25b4]/, ''));
      });
      for (const wanted of ['Accesses', 'D1 misses', 'LL misses', 'Unused L1']) assert.ok(seen.includes(wanted), `${wanted} in ${seen}`);
    },
  },
  {
    name: 'what only starts the program is no row of miss curves',
    model: () => {
      const model = phases();
      model.functions.start = model.functions.name.map((name) => (name === 'main' ? 1 : 0));
      return model;
    },
    hash: '#view=curves',
    async run({ ui }) {
      const names = (await ui.rows('main .table')).map((row) => row[0]);
      assert.ok(names.includes('ascending') && names.includes('a'), String(names));
      assert.ok(!names.includes('main'), String(names));
    },
  },
];
