// SPDX-License-Identifier: GPL-3.0-or-later
//
// answers.test.mjs: what costs most, where, why and what to do, by arithmetic on a model made by hand.
import assert from 'node:assert/strict';
import test from 'node:test';
import { noEvents, small } from '../../tests/report/browser/models.mjs';
import { answersOf } from '../lib/answers.js';
import { noneText } from '../lib/findings.js';

// f costs most: 100 instructions, 60 misses of D1 (10 cycles each), 2 of LL (100 each); h calls it.
const model = (more = {}) => {
  const self = { Ir: [100, 300], D1mr: [60, 0], DLmr: [2, 0], D1Cold: [6, 0], D1Cap: [54, 0], ...more.self };
  const events = Object.entries(self).map(([name, list]) => ({ name, sum: list[0] + list[1] }));
  const formula = more.formula ?? { Ir: 1, D1mr: 10, DLmr: 100 };
  const sum = Object.entries(formula).reduce((all, [name, factor]) => all + factor * (self[name][0] + self[name][1]), 0);
  return {
    events: [{ name: 'CEst', long: 'Estimated cycles', sum, formula }, ...events.map((each) => ({ ...each, long: more.long?.[each.name] }))],
    files: ['/src/a.c'],
    modules: ['/bin/a'],
    functions: { name: ['f', 'h'], file: [0, 0], module: [0, 0], line: [1, 9], self, inclusive: self },
    sources: [
      {
        file: 0,
        text: ['void f() {', '  x = y[i];', '}'],
        lines: { line: [1, 2], function: [0, 0], self: { Ir: [60, 40], D1mr: [0, 60], DLmr: [0, 2] } },
      },
    ],
    ...more.model,
  };
};

test('the costliest function, its costliest line, and why', () => {
  const { what, where, why, todo } = answersOf(model());
  assert.deepEqual(what, { index: 0, cost: 900, share: 900 / 1200 });
  assert.deepEqual(where, { file: 0, line: 2, text: 'x = y[i];', share: 840 / 900 });
  assert.deepEqual(why, {
    parts: [
      { words: 'misses of L1', share: 600 / 900 },
      { words: 'misses of LL', share: 200 / 900 },
      { words: 'instructions', share: 100 / 900 },
    ],
    kinds: { level: 'D1', parts: [{ words: 'capacity', share: 0.9 }, { words: 'cold', share: 0.1 }] },
    causes: false,
  });
  assert.equal(todo, null);
});

test('misses of one level are of kinds, if the run has counted these', () => {
  const level = (formula, self) => answersOf(model({ formula, self }));
  const { what, where, why } = level({ D1mr: 1 });
  assert.deepEqual(what, { index: 0, cost: 60, share: 1 });
  assert.equal(where.share, 1);
  assert.deepEqual(why, {
    parts: [{ words: 'misses of L1', share: 1 }],
    kinds: { level: 'D1', parts: [{ words: 'capacity', share: 0.9 }, { words: 'cold', share: 0.1 }] },
    causes: false,
    misses: true,
  });
  assert.equal(level({ DLmr: 1 }).why.kinds, null);
  assert.equal(level({ DLmr: 1 }).why.misses, true);
  assert.equal(level({ D1mr: 1, DLmr: 1 }).why.misses, undefined);
});

test('the costliest line may be in another file, of inlined code, and other functions may use it, too', () => {
  const two = model();
  two.files.push('/usr/include/inline.h');
  two.sources.push({
    file: 1,
    text: null,
    lines: { line: [7, 7, 7], function: [1, 0, 0], self: { Ir: [300, 0, 0], D1mr: [0, 60, 30], DLmr: [0, 0, 0] } },
  });
  assert.deepEqual(answersOf(two).where, { file: 1, line: 7, text: null, share: 900 / 900 });
});

test('with causes of cycles, what is waited for says which misses these are', () => {
  const self = { CyBase: [100, 300], CyLL: [850, 0], CyTlb: [50, 0] };
  const formula = { CyBase: 1, CyLL: 1, CyTlb: 1 };
  const long = { CyBase: 'Cycles: issue', CyLL: 'Cycles: LL', CyTlb: 'Cycles: TLBs' };
  const { why } = answersOf(model({ self, formula, long }));
  assert.deepEqual(why.parts, [
    {
      words: 'waiting for data',
      share: 0.85 + 0.05,
      parts: [
        { words: 'waiting for LL', share: 0.85 },
        { words: 'waiting for TLBs', share: 0.05 },
      ],
    },
    { words: 'issue of instructions', share: 0.1 },
  ]);
  assert.equal(why.kinds.level, 'D1', 'without L2, LL has what D1 misses');
  assert.ok(why.causes);
});

test('a level is waited for because of the misses of the one before it', () => {
  const long = { CyBase: 'Cycles: issue', CyL3: 'Cycles: L3', CyLL: 'Cycles: LL' };
  const levelOf = (cause, others) => {
    const self = { CyBase: [1, 3], [cause]: [99, 0], L2Cap: [5, 0], L3Cold: [3, 0], LLCold: [1, 0] };
    for (const event of others) self[event] = [7, 0];
    const { why } = answersOf(model({ self, formula: { CyBase: 1, [cause]: 1 }, long }));
    assert.equal(why.parts[0].words, `waiting for ${cause.slice(2)}`);
    return why.kinds.level;
  };
  assert.equal(levelOf('CyL3', ['L2mr', 'L3mr']), 'L2');
  assert.equal(levelOf('CyLL', ['L2mr', 'L3mr']), 'L3');
  assert.equal(levelOf('CyLL', ['L2mr']), 'L2');
  assert.equal(levelOf('CyLL', []), 'D1');
  const misses = answersOf(model({ self: { L3mr: [9, 0], L3mi: [1, 0], L3Cap: [10, 0] }, formula: { L3mr: 10, L3mi: 10 } })).why;
  assert.deepEqual(misses.parts, [{ words: 'misses of L3', share: 1 }]);
  assert.equal(misses.kinds.level, 'L3');
});

test('what waits for data is one cause, even if each part of it is less than another', () => {
  const long = { CyBase: 'Cycles: issue', CyL2: 'Cycles: L2', CyMem: 'Cycles: latency of memory', CyCoh: 'Cycles: other cores' };
  const whyOf = (self) => answersOf(model({ self, formula: Object.fromEntries(Object.keys(self).map((name) => [name, 1])), long })).why;
  const { parts } = whyOf({ CyBase: [400, 0], CyL2: [150, 0], CyMem: [350, 0], CyCoh: [100, 0] });
  assert.deepEqual(
    parts.map((part) => [part.words, part.share, (part.parts ?? []).map(({ words, share }) => `${words} ${share}`)]),
    [
      ['waiting for data', 0.35 + 0.15 + 0.1, ['latency of memory 0.35', 'waiting for L2 0.15', 'other cores 0.1']],
      ['issue of instructions', 0.4, []],
    ],
  );
  const one = whyOf({ CyBase: [600, 0], CyMem: [400, 0] }).parts;
  assert.deepEqual(one, [
    { words: 'issue of instructions', share: 0.6 },
    { words: 'latency of memory', share: 0.4 },
  ]);
});

test('little is no reason', () => {
  const { why } = answersOf(model({ self: { Ir: [100000, 0], D1mr: [60, 0], DLmr: [0, 0] } }));
  assert.deepEqual(why.parts.map(({ words }) => words), ['instructions']);
  assert.equal(why.kinds, null);
});

test('the finding of the function comes before those of others', () => {
  const finding = (name) => ({ code: [{ function: name, file: '/src/a.c', line: 2 }] });
  const todo = (...findings) => answersOf(model({ model: { findings: { findings } } })).todo;
  assert.deepEqual(todo(finding('h'), finding('f')), { finding: finding('f'), isOfWhat: true });
  assert.deepEqual(todo(finding('h')), { finding: finding('h'), isOfWhat: false });
  assert.equal(todo(), null);
});

test('the finding of a loop that costs most is that of its function', () => {
  for (const loop of ['[loop 2]', '[loop 13-14]', '[irreducible loop 2-3]', '[loop inline.h:2-3]', '[loop 2-3 (2)]']) {
    const loops = model({ model: { findings: { findings: [{ code: [{ function: 'h' }] }, { code: [{ function: 'f', file: '/src/a.c', line: 2 }] }] } } });
    loops.functions.name[0] = `f ${loop}`;
    assert.ok(answersOf(loops).todo.isOfWhat, loop);
  }
});

test('no lines, no parts, nothing', () => {
  const bare = model();
  bare.sources = [];
  assert.equal(answersOf(bare).where, null);
  bare.events = bare.events.slice(1);
  assert.equal(answersOf(bare).why, null, 'instructions are made of nothing');
  assert.deepEqual(answersOf(noEvents()), { what: null, where: null, why: null, todo: null });
  assert.equal(answersOf(small()).what.cost, 1400000);
});

test('why there are no findings', () => {
  assert.equal(noneText({}), 'No cache miss of this run is serious.');
  assert.equal(
    noneText({ program: { load_misses_percent: 0.98, store_misses_percent: 2 } }),
    'No cache miss of this run is serious: 1.0% of the loads and 2.0% of the stores miss D1.',
  );
  assert.match(noneText({ program: { too_short: true, estimated_cycles: 1234 } }), /^The run is too short .*: 1,234 cycles are estimated\./);
});
