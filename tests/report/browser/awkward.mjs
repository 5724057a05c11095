// SPDX-License-Identifier: GPL-3.0-or-later
//
// awkward.mjs: models of programs that are unlike usual ones, for tests that open every view of each.
//
// Usage: for (const [name, make] of Object.entries(AWKWARD)) make()      // of one run
//        for (const [name, make] of Object.entries(AWKWARD_PAIRS)) make()      // of two runs
//        complete({ names: ['main', 'f'], threads: 3 })      // a model with data for each view
//        DAMAGED.sources          // { views: ['summary', 'source'], model: () => ... }: a model that these views cannot show in full
//
// A complete model has the functions that it is given, each called by the first one, and for each view what that shows,
// as far as names, numbers of threads and costs allow. What its figures are does not matter here.
import { comparison } from './comparison.mjs';
import { handmade } from './handmade.mjs';
import { HOSTILE_NAMES, large, modelOf, noEvents, oneFunction, small } from './models.mjs';

const CAUSES = ['CyBase', 'CyDep', 'CyBr', 'CyFetch', 'CyL2', 'CyLL', 'CyMem', 'CyRate', 'CyTlb'];
const COUNTED = ['Ir', 'Dr', 'Dw', 'I1mr', 'D1mr', 'D1mw', 'ILmr', 'DLmr', 'DLmw', 'D1Cold', 'D1Cap', 'D1Conf', 'SpLoss1', 'SpLossLL', ...CAUSES];
const OBJECT_EVENTS = ['Dr', 'Dw', 'D1mr', 'D1mw', 'DLmr', 'DLmw', 'AcCost1', 'SpLoss1', 'Lines1'];
const LINE_B = 64;
const ALL_CLASSES = ['cold', 'capacity', 'conflict', 'true sharing', 'false sharing'];

// --------------------------------------------------------------- the parts of a complete model

const usual = (event, i) => (event === 'Ir' ? 1000 * (i + 1) : event.startsWith('Cy') ? 100 + i : 10 + i);

const eventsOf = () => [
  { name: 'CEst', long: 'Estimated cycles', formula: Object.fromEntries(CAUSES.map((name) => [name, 1])) },
  ...COUNTED.map((name) => ({ name, long: name.startsWith('Cy') ? `Cycles: ${name}` : `In words: ${name}` })),
];

const FEW = 12; // of the names that are in lists other than that of the functions

function objectsOf({ names, files, cost, bytes }) {
  const list = names.slice(0, FEW).map((name, i) => ({
    id: i + 1,
    kind: ['heap', 'static', 'mmap', 'stack', 'code', 'unknown'][i % 6],
    name: name || null,
    label: name,
    variable: i % 2 ? name : null,
    module: '/bin/program',
    source: i % 3 ? `${files[0]}:${i}` : null,
    stack: i % 2 ? names.slice(0, 4).map((each) => [each, files[0], 3]) : null,
    thread: i % 3,
    count: 1 + i,
    size_B: bytes * i,
    total_B: bytes * i * (1 + i),
    born: 10 * i,
    died: i % 2 ? 1000 : null,
    cost: OBJECT_EVENTS.map((event, e) => (i === 3 && e > 5 ? null : cost(event, i))),
    lines: names.slice(0, 3).map((each) => [each, files[0], 3, OBJECT_EVENTS.map((event) => cost(event, i))]),
    ...(i === 1 && {
      members: { type: name, element_B: 8, list: names.slice(0, 2).map((each, k) => [4 * k, 4, each]) },
      layout: { text: name, try: name, line_B: LINE_B, element_B: 8, arrays: [{ element_B: 4, members: [[name, 0, 4, 0]] }] },
    }),
    ...(i === 2 && { bytes: { loads: Array.from({ length: 2 * bytes }, () => cost('Dr', i)), stores: Array.from({ length: 2 * bytes }, () => 0) } }),
  }));
  return {
    events: OBJECT_EVENTS,
    cycles: { D1mr: 10, DLmr: 100 },
    list,
    rates: [{ key: 'Unused1', title: 'Unused L1', long: 'Unused', kind: 'unused', of: { SpLoss1: 1 }, by: { Lines1: LINE_B } }],
    walks: [[files[0], 3, `${names[0] ?? ''}: from line to line`]],
  };
}

function sharingOf({ names, threads }) {
  const used = (i) => [{ allocation: 0, ranges: [[i % LINE_B, i % LINE_B]] }];
  const users = Array.from({ length: threads }, (_, i) => ({ thread: i + 1, reads: i, writes: i, read: used(i), written: used(i + 1) }));
  return {
    weight: 5,
    weight_true: 2,
    weight_false: 3,
    lines: 1,
    threads: users.map(({ thread }) => thread),
    invalidations: null,
    heaviest: { address: 4096, weight: 5, allocations: [{ object: names.length ? 1 : null, start: 4096, size_B: LINE_B, thread: 1 }], threads: users },
  };
}

function findingsOf({ names, files, threads }) {
  const places = names.slice(0, FEW).map((name) => ({ function: name, file: files[0], module: '/bin/program', line: 3, misses: 7, accesses: 9 }));
  const finding = (type, rank, rest) => ({
    ...{ rank, type, origin: 'application', level: 'D1', misses: 7, share_percent: 50, saving_cycles: 70, saving_percent: 10 },
    ...{ code: places, objects: [], also: [], classes: { cold: 1, capacity: 6, conflict: 0 }, sets: null, remedy: 'Do less.', remedy_name: 'less' },
    ...rest,
  });
  const object = { id: 1, kind: 'heap', name: names[0] ?? null, source: null, module: null, size_B: 0, count: 1, thread: 1, misses: 7, walk: 'at random', stack: [] };
  return {
    format: 'xgrind.report',
    version: 1,
    notes: ['All is as it is.'],
    findings: [
      finding('capacity', 1, { objects: names.length ? [object] : [], unused_percent: 50, accesses_per_load: 1, when: 'in phase 1 100%' }),
      finding('false-sharing', 2, { sharing: sharingOf({ names, threads }) }),
      finding('conflict', 3, { code: [], classes: null, sets: { n: 1, of: LINE_B, share_percent: 98, many_misses: [3] } }),
    ],
  };
}

function curvesOf({ names, files, cost }) {
  const sizes_B = Array.from({ length: 20 }, (_, i) => LINE_B * 2 ** i);
  const curve = (i) => ({ accesses: cost('Dr', i), recorded: cost('Dr', i), misses: sizes_B.map((_, k) => cost('D1mr', i) / (k + 1)), error: sizes_B.map(() => 0) });
  return {
    ...{ line_B: LINE_B, sizes_B, exact: true, rate: 1, program: curve(0), words: [] },
    functions: names.slice(0, FEW).map((name, i) => ({ name, file: files[0], self: curve(i), inclusive: curve(i) })),
    objects: names.slice(0, FEW).map((_, i) => ({ id: i + 1, ...curve(i) })),
  };
}

function dependencesOf({ names }) {
  const units = names.slice(0, FEW).map((name, i) => ({ name, row: i % 2 ? null : i }));
  const pairs = units.slice(1).map((_, i) => ({ from: i, to: i + 1, bytes: 8 * (i + 1), first_B: 8, objects: [[1, 8]] }));
  const total_B = pairs.reduce((sum, { bytes }) => sum + bytes, 0);
  return { total_B, own_B: total_B, hidden: 0, units, pairs, apart: units.length > 1 ? [[0, 1]] : [], fuse: pairs.length ? [[0, 2, 10]] : [] };
}

const EVENTS_OVER_TIME = COUNTED;

function samplesOf({ names, threads, n }) {
  const some = Math.min(names.length, FEW);
  return {
    thread: Array.from({ length: n }, (_, i) => 1 + (i % threads)),
    function: Array.from({ length: n }, (_, i) => i % some),
    line: Array.from({ length: n }, (_, i) => 1 + (i % 7)),
    caller: Array.from({ length: n }, (_, i) => (i % 2 ? 0 : -1)),
    kind: Array.from({ length: n }, (_, i) => i % 3),
    address: Array.from({ length: n }, (_, i) => 4096 + 8 * (i % 500)),
    size_B: Array.from({ length: n }, () => 8),
    served: Array.from({ length: n }, (_, i) => i % 3),
    object: Array.from({ length: n }, (_, i) => (i % 3 ? 1 : null)),
    access_function: Array.from({ length: n }, (_, i) => i % some),
    access_line: Array.from({ length: n }, (_, i) => 1 + (i % 7)),
  };
}

function regionOf({ names, threads, cost }) {
  const each = EVENTS_OVER_TIME.map((event) => cost(event, 0));
  const n = 40;
  const spread = { sum: each, mean: each, stddev: each.map(() => 0), min: each, max: each };
  return {
    name: names[0],
    kind: 'function',
    instances: n,
    instructions: { sum: 1000, min: 10, max: 50, mean: 25, stddev: 5 },
    cost: spread,
    list: { ...{ number: [0, 1], start: [0, 500], instructions: [10, 50], thread: [1, threads] }, cost: [each, each] },
    outliers: [],
    fold: {
      ...{ bins: 4, points: [n, n, 0, n], x: [125000, 375000, 0, 875000], y: [1, 3, 0, 7].map((part) => each.map(() => 125000 * part)) },
      samples: { x: Array.from({ length: n }, (_, i) => Math.floor((1e6 * i) / n)), instance: Array.from({ length: n }, (_, i) => i % 2), ...samplesOf({ names, threads, n }) },
    },
  };
}

function timelineOf(what) {
  const { names, files, cost, threads, n_bins } = what;
  const n = names.length ? Math.max(120, threads) : 0;
  return {
    ...{ start: 0, end: 1000 * n_bins, bin_instructions: 1000, period: 50, n_ticks: n, events: EVENTS_OVER_TIME },
    bins: Array.from({ length: n_bins }, (_, b) => EVENTS_OVER_TIME.map((event) => cost(event, b))),
    served_by: ['L1', 'LL', 'memory'],
    functions: names.slice(0, FEW).map((name, i) => ({ name, file: files[0], module: '/bin/program', row: i })),
    samples: { at: Array.from({ length: n }, (_, i) => Math.floor((1000 * n_bins * i) / n)), ...samplesOf({ ...what, n }) },
    ranges: n ? [{ object: 1, start: 4096, size_B: 4096, born: 0, died: null }] : [],
    regions: names.length ? [regionOf(what)] : [],
  };
}

const setsOf = (cost) => ({
  n_sets: { D1: LINE_B, LL: 8192 },
  D1: cost('D1mr', 0) > 0 ? [[3, ...ALL_CLASSES.map((_, c) => c + cost('D1mr', 0))]] : [],
  LL: [],
});

const lineCosts = (lines, cost) => ({
  line: lines,
  function: lines.map(() => 0),
  self: Object.fromEntries(COUNTED.map((event) => [event, lines.map((_, i) => cost(event, i))])),
});

export function complete({
  names = ['main', 'solve', 'sweep'],
  files = ['/src/program.c'],
  cost = usual,
  called = true,
  threads = 2,
  n_bins = 8,
  bytes = 24,
  text = ['int main(void)', '{', '   return solve();', '}'],
  lines = [3],
  ...rest
} = {}) {
  const what = { names, files, cost, threads, n_bins, bytes };
  return modelOf({
    events: eventsOf(),
    functions: names.map((name, i) => ({ name, file: i % files.length, module: 0, line: names.length > 1 ? 1 + (i % 90) : 0 })),
    files,
    modules: ['/bin/program'],
    nodes: names.map((_, i) => ({ parent: i && called ? 0 : -1, function: i, self: Object.fromEntries(COUNTED.map((event) => [event, cost(event, i)])) })),
    sources: names.length ? [{ file: 0, text, missing: text ? null : 'it is not there', lines: lineCosts(lines, cost), path: null }] : [],
    machine: { width: 4, line_B: LINE_B, memory_cycles: 8 },
    objects: names.length ? objectsOf(what) : { events: OBJECT_EVENTS, cycles: {}, list: [], rates: [], walks: [] },
    findings: findingsOf(what),
    curves: curvesOf(what),
    sets: setsOf(cost),
    dependences: dependencesOf(what),
    timeline: timelineOf(what),
    settings: [['D1', '32 KiB, 8 ways, lines of 64 bytes']],
    missing: [],
    cut: [],
    ...rest,
  });
}

// --------------------------------------------------------------- one run

const nothing = () => 0;
const CONTROLS = [
  'a\u0000b\u0001\u0007\u001b[31mred\u001b[0m',
  'tab\tand\nnewline\r',
  '\u202eright to left\u202c',
  '\u2066isolated\u2069',
  'مصفوفة::ضرب(int)',
  'שלום::עולם<int>(char const*)',
  '数据::排序<整数>',
  '🦊👩‍👩‍👧‍👦'.repeat(8),
  'e\u0301\u0302\u0303\u0304'.repeat(10),
  '\ud800 lonely surrogate \udc00',
  '\ufeff\u200b\u200d',
  '',
];
const long = (i) => [`f${i}_`, `ns${i}::g(`, `T${i}<`, `_ZN${i}`][i % 4] + 'x'.repeat(10_000);

// A source of so many lines: the model keeps those near costs, null are the others, as the reader leaves them out.
const cutText = (n, lines) => Array.from({ length: n }, (_, i) => (lines.some((line) => Math.abs(line - i - 1) <= 60) ? `   x[${i}] = y[${i}]; // line ${i + 1}` : null));

export const LONG_FILE = { lines: 6003, costs: [2, 3000, 5990] };

export const AWKWARD = {
  'everything': () => complete(),
  'long files': () => complete({ text: cutText(LONG_FILE.lines, LONG_FILE.costs), lines: LONG_FILE.costs }),
  'a file with costs in lines that are left out': () => complete({ text: cutText(3000, [2]), lines: [2, 1500, 9999, 0] }),
  'lines of 100,000 characters': () => complete({ text: ['x'.repeat(100_000), '\t'.repeat(5000), ''] }),
  'no sources': () => ({ ...complete(), sources: [] }),
  'no text of a source': () => complete({ text: null }),
  'an empty source': () => complete({ text: [] }),
  'nothing at all': noEvents,
  'no functions, but all else': () => complete({ names: [] }),
  'one function': oneFunction,
  'one function, with everything': () => complete({ names: ['_start'], threads: 1, n_bins: 1 }),
  '100,000 functions': () => large(100_000),
  '5,000 threads': () => complete({ threads: 5000 }),
  'names of 10,000 characters': () =>
    complete({ names: Array.from({ length: 12 }, (_, i) => long(i)), files: [`/${'d'.repeat(5000)}/${'f'.repeat(5000)}.c`], command: `./${'p'.repeat(20_000)}` }),
  'no misses': () => complete({ cost: (event, i) => (event === 'Ir' || event === 'CyBase' ? usual(event, i) : 0) }),
  'no calls': () => complete({ called: false }),
  'zero totals': () => complete({ cost: nothing }),
  'huge costs': () => complete({ cost: (event, i) => usual(event, i) * 1e14 }),
  'negative costs': () => complete({ cost: (event, i) => -usual(event, i) }),
  'empty lists': () => ({
    ...complete(),
    objects: { events: [], cycles: {}, list: [{ id: 1, kind: 'heap', name: null, label: 'x', source: null, stack: null, thread: 0, count: 0, size_B: 0, total_B: 0, born: 0, died: null, cost: [], lines: [] }], rates: [], walks: [] },
    findings: { format: 'xgrind.report', version: 1, findings: [], notes: [] },
    curves: { line_B: LINE_B, sizes_B: [], exact: true, program: { accesses: 0, recorded: 0, misses: [], error: [] }, functions: [], objects: [], words: [] },
    sets: { n_sets: {} },
    dependences: { total_B: 0, own_B: 0, hidden: 0, units: [], pairs: [], apart: [], fuse: [] },
    timeline: { start: 0, end: 0, bin_instructions: 1, period: 1, n_ticks: 0, events: [], bins: [], served_by: [], functions: [], samples: { at: [], ...samplesOf({ names: [], threads: 1, n: 0 }) }, ranges: [], regions: [] },
    settings: [],
  }),
  'one bin of time': () => complete({ n_bins: 1 }),
  'control characters, right to left, and emoji': () => complete({ names: CONTROLS, files: ['/src/\u202ec.txt\u0007'], command: CONTROLS.join(' ') }),
  'names that would act': () => complete({ names: HOSTILE_NAMES, files: [HOSTILE_NAMES[2]], text: HOSTILE_NAMES, command: HOSTILE_NAMES.join(' ') }),
  'a usual program': small,
  'a usual timeline': () => handmade({ samples: 300, folded: 200 }),
};

// --------------------------------------------------------------- two runs

const line = (number, text, before, after) => ({ number, text, before, after });
const sourceOf = (lines) => ({
  ...{ file: 0, path: null, missing: null, unknown: false },
  line: [0, 1].map((n) => lines.map(({ number }) => number[n])),
  text: lines.map(({ text }) => text),
  self: ['before', 'after'].map((side) => ({ Ir: lines.map((each) => each[side]), D1mr: lines.map(() => 0) })),
  sum: ['before', 'after'].map((side) => ({ Ir: lines.reduce((sum, each) => sum + each[side], 0), D1mr: 0 })),
});
const longSource = () => sourceOf(cutText(3000, [2]).map((text, i) => line([i + 1, i + 1], text, i === 1 ? 5 : 0, i === 1 ? 1e15 : 0)));

const findingOf = (name, n, rest = {}) => {
  const only = (value) => [0, 1].map((run) => (n >> run) & 1 ? value : null);
  return { type: 'conflict', level: 'D1', remedy: 'Do less.', code: [[name, '/src/app.c', 7]], objects: ['table'], misses: only(7), saving_cycles: only(70), is_modelled: only(1), saving_is_bound: only(1), saving_percent: only(1), saving_of_cycles: only(700), ...rest };
};
const objectOf = (label, n) => {
  const only = (value) => [0, 1].map((run) => (n >> run) & 1 ? value : null);
  return { label, kind: 'heap', source: null, n: [n & 1, n >> 1], id: only(1), size_B: only(64), count: only(1), cost: only([1e15, 2]) };
};
const timeOf = (bins) => ({ start: 0, end: 1000 * bins.length, bin_instructions: 1000, events: ['Ir', 'D1mr'], bins });

// Two runs with data for each view: functions with costs before, after, or both (1, 2, 3).
function pair(names, inRuns, rest = {}) {
  const costs = (i, run) => ((inRuns(i) >> run) & 1 ? [100 * (i + 1) * (run + 1), i] : null);
  return comparison({
    names,
    paths: names.map((_, i) => [i ? 0 : -1, i, costs(i, 0), costs(i, 1)]),
    sources: [longSource()],
    objects: { events: ['Dr', 'D1mr'], cycles: [{ D1mr: 10 }, { D1mr: 10 }], list: names.slice(0, FEW).map((name, i) => objectOf(name, inRuns(i))) },
    findings: names.slice(0, FEW).map((name, i) => findingOf(name, inRuns(i))),
    timeline: [timeOf([[1000, 20], [1000, 60]]), timeOf([[1000, 30]])],
    ...rest,
  });
}

export const AWKWARD_PAIRS = {
  'nothing in common': () => pair(['main', 'old', 'new'], (i) => [1, 1, 2][i]),
  'the same run': () => pair(['main', 'f'], () => 3, { timeline: [timeOf([[1000, 20]]), timeOf([[1000, 20]])] }),
  'nothing in either': () => pair([], () => 0, { sources: [], findings: [], timeline: [timeOf([]), timeOf([])], warnings: [], files: [] }),
  'costs in one run only': () => pair(['main', 'f'], () => 2, { timeline: [timeOf([]), timeOf([[1000, 30]])] }),
  'no sources': () => pair(['main', 'f'], () => 3, { sources: [] }),
  'no event in common': () => pair(['main', 'f'], () => 3, { events: [], only: [['Ir'], ['Other']] }),
  'huge changes': () =>
    comparison({ names: ['main', 'f'], paths: [[-1, 0, [1, 1], [9e14, 1]], [0, 1, [8e14, 3e14], [1, 7]]], sources: [longSource()], findings: [], objects: pair(['a', 'b'], () => 3).objects, timeline: [timeOf([[0, 0]]), timeOf([[0, 0]])] }),
  'names of 10,000 characters': () => pair([0, 1, 2, 3].map(long), () => 3, { warnings: [long(0)], renamed: [[long(1), long(2)]] }),
  'control characters, right to left, and emoji': () => pair(CONTROLS, (i) => 1 + (i % 3)),
  'names that would act': () => pair(HOSTILE_NAMES, (i) => 1 + (i % 3), { warnings: ['', HOSTILE_NAMES[0]], renamed: [[HOSTILE_NAMES[0], HOSTILE_NAMES[1]]] }),
  'findings without code, remedy or file': () =>
    pair(['main'], () => 3, { findings: [findingOf('main', 3, { code: [], objects: [], remedy: null }), findingOf('main', 3, { code: [['main', null, null]] })] }),
  '20,000 functions': () => pair(Array.from({ length: 20_000 }, (_, i) => `function_${i}`), (i) => 1 + (i % 3)),
};

// --------------------------------------------------------------- views that fail

// Models with a part of another kind than it must be: no report is like that, but they stand for any error of the page. `views` are those
// that need the part.
const damaged = (make, views, change) => ({
  views,
  model: () => {
    const model = make();
    change(model);
    return model;
  },
});

export const DAMAGED = {
  'lists of views': damaged(complete, ['findings', 'cycles', 'objects', 'dependences', 'timeline', 'settings'], (model) => {
    model.findings.findings[1].code = 7;
    model.objects.list[0].cost = null;
    model.dependences.pairs = null;
    model.timeline.bins = null;
    model.missing = 7;
  }),
  'what views begin with': damaged(complete, ['summary', 'findings', 'flame', 'sandwich', 'tree', 'objects', 'timeline', 'sets', 'curves'], (model) => {
    model.summary = 7;
    model.findings = {};
    model.tree.parent = null;
    model.timeline.samples = null;
    model.sets.D1 = 7;
    model.curves.program = null;
  }),
  'sources': damaged(complete, ['summary', 'source'], (model) => model.sources.push({ file: 0, text: null, lines: null })),
  'findings of two runs': damaged(() => pair(['main', 'f'], () => 3), ['changes', 'findings'], (model) => (model.findings = 7)),
};
