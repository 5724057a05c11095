// SPDX-License-Identifier: GPL-3.0-or-later
//
// handmade.mjs: models of the report made by arithmetic, so that every figure of a view is known.
//
// Usage:
//   const model = handmade({ pattern: 'ascending', samples: 3000 });
// Patterns: ascending, descending, strided, random, streams (two of them), phases (all of these, one
// after the other, each in a function of its own), folded (a region of 1000 instances with an inner phase).
//
// What is known: sample i is at clock START + i * PERIOD, in bin floor(i * PERIOD / W); addressAt() gives its
// address, functionAt() its function. Every bin has W instructions, and misses by MISSES_PER_1000.

export const START = 1000;
export const PERIOD = 500;
export const W = 8192;
export const EVENTS = ['Ir', 'Dr', 'Dw', 'I1mr', 'D1mr', 'D1mw', 'ILmr', 'DLmr', 'DLmw', 'SpLoss1', 'SpLossLL'];
export const PATTERNS = ['ascending', 'descending', 'strided', 'random', 'streams'];
export const OBJECTS = [
  { id: 10, name: 'a', start: 0x4000000, size_B: 1 << 20 },
  { id: 11, name: 'b', start: 0x4200000, size_B: 1 << 19 },
  { id: 12, name: 'table', start: 0x7fff10000000, size_B: 4096 },
];
export const FUNCTIONS = [
  { name: 'main', file: '/src/stream.c' },
  { name: 'ascending', file: '/src/stream.c' },
  { name: 'descending', file: '/src/stream.c' },
  { name: 'strided', file: '/src/stream.c' },
  { name: 'random', file: '/src/stream.c' },
  { name: 'streams', file: '/src/streams.c' },
  { name: 'outer', file: '/src/region.c' },
  { name: 'inner', file: '/src/region.c' },
];
const MODULE = '/bin/stream';

// Misses of D1 in a bin, by pattern; LL misses are a fifth of them.
export const MISSES_PER_BIN = {
  ascending: 80,
  descending: 120,
  strided: 640,
  random: 800,
  streams: 160,
  outer: 40,
  inner: 400,
};
export const MISSES_PER_1000 = Object.fromEntries(
  Object.entries(MISSES_PER_BIN).map(([name, misses]) => [name, (1000 * misses) / W]),
);

// The fractional part of a multiple of the golden ratio: fills [0, 1) evenly, and looks random.
const scattered = (i) => (i * 0.6180339887498949) % 1;

export function addressAt(pattern, i, n, objects = OBJECTS) {
  const [a, b] = objects;
  const elements = a.size_B / 8;
  if (pattern === 'ascending') return a.start + 8 * Math.floor((i * elements) / n);
  if (pattern === 'descending') return a.start + 8 * (elements - 1 - Math.floor((i * elements) / n));
  if (pattern === 'strided') return a.start + ((i * 4096) % a.size_B);
  if (pattern === 'random') return a.start + 8 * Math.floor(scattered(i) * elements);
  const object = i % 2 ? b : a;
  return object.start + 8 * Math.floor((i * (object.size_B / 8)) / n);
}

function servedAt(pattern, i) {
  if (pattern === 'random') return i % 3 ? 2 : 1;
  if (pattern === 'strided') return i % 4 ? 1 : 0;
  return i % 8 ? 0 : 2;
}

function binOf(pattern) {
  const misses = MISSES_PER_BIN[pattern];
  const bin = {
    Ir: W,
    Dr: W / 4,
    Dw: W / 8,
    I1mr: 0,
    D1mr: misses,
    D1mw: 0,
    ILmr: 0,
    DLmr: misses / 5,
    DLmw: 0,
    SpLoss1: misses * 24,
    SpLossLL: misses * 8,
  };
  return EVENTS.map((event) => bin[event]);
}

function emptySamples() {
  const names = [
    'at',
    'thread',
    'function',
    'line',
    'caller',
    'kind',
    'address',
    'size_B',
    'served',
    'object',
    'access_function',
    'access_line',
  ];
  return Object.fromEntries(names.map((name) => [name, []]));
}

function addSample(samples, sample) {
  for (const name of Object.keys(samples)) samples[name].push(sample[name]);
}

// One sample of a pattern: the i-th of n. Every fifth one has no access, every fourth of the others is a store.
function sampleOf(pattern, i, n, objects) {
  const fn = FUNCTIONS.findIndex((f) => f.name === pattern);
  const base = { thread: 1, function: fn, line: 10 * fn + (i % 3), caller: 0 };
  if (i % 5 === 4)
    return {
      ...base,
      kind: 0,
      address: 0,
      size_B: 0,
      served: 0,
      object: null,
      access_function: null,
      access_line: null,
    };
  const address = addressAt(pattern, i, n, objects);
  const object = objects.find((o) => address >= o.start && address < o.start + o.size_B);
  return {
    ...base,
    kind: i % 4 === 3 ? 2 : 1,
    address,
    size_B: 8,
    served: servedAt(pattern, i),
    object: object.id,
    access_function: fn,
    access_line: base.line,
  };
}

function functionsOf(bins) {
  const zero = () => FUNCTIONS.map(() => 0);
  const self = Object.fromEntries(EVENTS.map((event) => [event, zero()]));
  bins.forEach(({ pattern, costs }) => {
    const fn = FUNCTIONS.findIndex((f) => f.name === pattern);
    EVENTS.forEach((event, e) => {
      self[event][fn] += costs[e];
    });
  });
  const inclusive = Object.fromEntries(
    EVENTS.map((event) => [
      event,
      self[event].map((cost, fn) => (fn === 0 ? self[event].reduce((a, b) => a + b, 0) : cost)),
    ]),
  );
  const files = [...new Set(FUNCTIONS.map((f) => f.file))];
  return {
    files,
    functions: {
      name: FUNCTIONS.map((f) => f.name),
      file: FUNCTIONS.map((f) => files.indexOf(f.file)),
      module: zero(),
      line: FUNCTIONS.map((_, fn) => 10 * fn),
      self,
      inclusive,
    },
    calls: {
      from: FUNCTIONS.slice(1).map(() => 0),
      to: FUNCTIONS.slice(1).map((_, fn) => fn + 1),
      count: FUNCTIONS.slice(1).map(() => 1),
      cost: Object.fromEntries(EVENTS.map((event) => [event, self[event].slice(1)])),
    },
    tree: {
      parent: FUNCTIONS.map((_, fn) => (fn === 0 ? -1 : 0)),
      function: FUNCTIONS.map((_, fn) => fn),
      self,
      estimated: false,
    },
  };
}

// A region of 1000 instances of 10,000 instructions: "outer" in [0, 0.25) and [0.75, 1), "inner" between, where the
// addresses of a ascend and misses are ten times as many.
export const INSTANCES = 1000;
export const INSTANCE_INSTRS = 10000;

function foldedRegion(n_samples) {
  const columns = emptySamples();
  delete columns.at;
  const samples = { x: [], instance: [], ...columns };
  for (let i = 0; i < n_samples; i++) {
    const x = Math.floor(scattered(i) * 1e6);
    const inner = x >= 250000 && x < 750000;
    const sample = sampleOf('ascending', i, n_samples, OBJECTS);
    const fn = inner ? 7 : 6;
    const changes = { x, instance: i % INSTANCES, function: fn, line: 10 * fn + (i % 3), caller: inner ? 6 : 0 };
    if (sample.kind) {
      const share = inner ? (x - 250000) / 500000 : x / 1e6;
      const object = inner ? OBJECTS[0] : OBJECTS[1];
      Object.assign(changes, {
        address: object.start + 8 * Math.floor((share * object.size_B) / 8),
        object: object.id,
        access_function: fn,
        access_line: changes.line,
        served: inner ? 2 : 0,
      });
    }
    addSample(samples, { ...sample, ...changes });
  }
  const misses = (rate) => (rate * INSTANCE_INSTRS) / 1000;
  const ends = misses(MISSES_PER_1000.outer) / 2;
  const middle = misses(MISSES_PER_1000.inner) / 2;
  const shareAt = (x) =>
    (x < 0.25
      ? 2 * ends * x
      : x < 0.75
        ? ends / 2 + 2 * middle * (x - 0.25)
        : ends / 2 + middle + 2 * ends * (x - 0.75)) /
    (ends + middle);
  const missed = ends + middle;
  const mean = EVENTS.map(
    (event) =>
      ({
        Ir: INSTANCE_INSTRS,
        Dr: 2500,
        Dw: 1250,
        D1mr: missed,
        DLmr: missed / 5,
        SpLoss1: missed * 24,
        SpLossLL: missed * 8,
      })[event] || 0,
  );
  const flat = new Set(['Ir', 'Dr', 'Dw', 'I1mr', 'D1mw', 'ILmr', 'DLmw']);
  const bins = 128;
  const xs = Array.from({ length: bins }, (_, b) => (b + 0.5) / bins);
  const listed = Array.from({ length: INSTANCES }, (_, k) => k);
  const instructionsOf = (k) => (k === 500 ? 4 * INSTANCE_INSTRS : INSTANCE_INSTRS);
  const spread = mean.map(() => 0);
  return {
    name: 'outer',
    kind: 'function',
    instances: INSTANCES,
    instructions: {
      sum: INSTANCE_INSTRS * (INSTANCES + 3),
      min: INSTANCE_INSTRS,
      max: 4 * INSTANCE_INSTRS,
      mean: (INSTANCE_INSTRS * (INSTANCES + 3)) / INSTANCES,
      stddev: 948.2,
    },
    cost: { sum: mean.map((cost) => cost * INSTANCES), mean, stddev: spread, min: mean, max: mean },
    list: {
      number: listed,
      start: listed.map((k) => START + 2 * k * INSTANCE_INSTRS),
      instructions: listed.map(instructionsOf),
      thread: listed.map(() => 1),
      cost: listed.map(() => mean),
    },
    outliers: [
      { number: 500, start: START + 1000 * INSTANCE_INSTRS, instructions: 4 * INSTANCE_INSTRS, thread: 1, cost: mean },
    ],
    fold: {
      bins,
      points: xs.map(() => 20),
      x: xs.map((x) => Math.round(x * 1e6)),
      y: xs.map((x) => EVENTS.map((event) => Math.round((flat.has(event) ? x : shareAt(x)) * 1e6))),
      samples,
    },
  };
}

// The heap of each object: allocated in main, used by the pattern's function.
function objectsOf(samples) {
  const events = ['Dr', 'Dw', 'D1mr', 'D1mw', 'DLmr', 'DLmw', 'AcCost1', 'SpLoss1', 'Lines1'];
  const list = OBJECTS.map((object, k) => {
    const own = samples.object
      .map((id, i) => [id, i])
      .filter(([id]) => id === object.id)
      .map(([, i]) => i);
    const loads = own.filter((i) => samples.kind[i] === 1).length * 100;
    const stores = own.filter((i) => samples.kind[i] === 2).length * 100;
    const cost = [
      loads,
      stores,
      loads / 2,
      stores / 4,
      loads / 10,
      stores / 20,
      1000000 * (k + 1),
      64 * (k + 1),
      100 * (k + 1),
    ];
    return {
      id: object.id,
      kind: k === 2 ? 'static' : 'heap',
      name: k === 2 ? object.name : null,
      label: object.name,
      variable: k === 2 ? null : object.name,
      module: MODULE,
      source: `stream.c:${20 + k}`,
      stack: k === 2 ? null : [['main', '/src/stream.c', 20 + k]],
      thread: k === 2 ? 0 : 1,
      count: 1,
      size_B: object.size_B,
      total_B: object.size_B,
      born: START,
      died: null,
      cost,
      lines: [['ascending', '/src/stream.c', 11, cost]],
    };
  });
  const rates = [{ key: 'Unused1', title: 'Unused L1', long: 'Unused', kind: 'unused', of: { SpLoss1: 1 }, by: { Lines1: 64 } }];
  return { events, list, rates, walks: [['/src/stream.c', 11, 'a, b, table: from line to line']] };
}

function curvesOf() {
  const sizes_B = Array.from({ length: 65 }, (_, i) => Math.max(64, Math.round((64 * 2 ** (i / 4)) / 64) * 64));
  const fall = (at, high, low) => sizes_B.map((size) => (size < at ? high : low));
  const curve = (at, high, low, accesses) => ({
    accesses,
    recorded: accesses,
    misses: fall(at, high, low),
    error: sizes_B.map((size) => (size < at ? high / 20 : 0)),
  });
  return {
    line_B: 64,
    sizes_B,
    exact: false,
    program: curve(1 << 18, 600000, 20000, 1000000),
    functions: [
      {
        name: 'ascending',
        file: '/src/stream.c',
        self: curve(1 << 18, 500000, 10000, 700000),
        inclusive: curve(1 << 18, 500000, 10000, 700000),
      },
      {
        name: 'main',
        file: '/src/stream.c',
        self: curve(1 << 10, 100000, 10000, 300000),
        inclusive: curve(1 << 18, 600000, 20000, 1000000),
      },
    ],
    objects: [
      { id: 10, ...curve(1 << 18, 400000, 5000, 500000) },
      { id: 11, ...curve(1 << 18, 200000, 15000, 500000) },
    ],
    words: [
      'heap a in ascending fits a cache of 256 KiB: with 128 KiB, 60.0% of all data accesses miss, with that much 2.0%.',
    ],
  };
}

function setsOf() {
  const D1 = [];
  for (let set = 0; set < 64; set++)
    if (set % 8 === 0 || set === 3) D1.push(set === 3 ? [3, 5, 10, 9000, 0, 0] : [set, 100, 10 * set, 0, 0, 0]);
  return {
    n_sets: { D1: 64, LL: 8192 },
    D1,
    LL: [
      [0, 10, 0, 0, 0, 0],
      [4096, 20, 30, 40, 0, 0],
      [8191, 1, 2, 3, 0, 0],
    ],
  };
}

function findingsOf() {
  return {
    format: 'xgrind.report',
    version: 1,
    notes: ['More than half of all D1 misses are cold.'],
    findings: [
      {
        rank: 1,
        type: 'capacity',
        origin: 'application',
        level: 'D1',
        misses: 5000,
        share_percent: 62.5,
        saving_cycles: 50000,
        saving_percent: 12.5,
        code: [{ function: 'random', file: '/src/stream.c', module: MODULE, line: 41, misses: 5000, accesses: 8000 }],
        objects: [
          {
            id: 10,
            kind: 'heap',
            name: null,
            source: 'stream.c:20',
            module: MODULE,
            size_B: 1 << 20,
            count: 1,
            thread: 1,
            misses: 4900,
            walk: 'at random within 1 MiB',
            stack: [{ function: 'main', file: '/src/stream.c', module: MODULE, line: 20 }],
          },
        ],
        also: [{ level: 'LL', type: 'capacity', misses: 900, share_percent: 70, saving_cycles: 90000 }],
        classes: { cold: 10, capacity: 5000, conflict: 90 },
        unused_percent: 87.5,
        accesses_per_load: 1.1,
        sets: null,
        remedy: 'Sort, or exchange loops.',
        remedy_name: 'random',
      },
      {
        rank: 2,
        type: 'conflict',
        origin: 'allocator',
        level: 'D1',
        misses: 900,
        share_percent: 11.2,
        saving_cycles: 9000,
        saving_percent: 2.2,
        code: [{ function: 'strided', file: '/src/stream.c', module: MODULE, line: 31, misses: 900, accesses: 1000 }],
        objects: [
          {
            id: 11,
            kind: 'heap',
            name: null,
            source: 'stream.c:21',
            module: MODULE,
            size_B: 1 << 19,
            count: 1,
            thread: 1,
            misses: 900,
            stack: [],
          },
        ],
        also: [],
        classes: { cold: 1, capacity: 2, conflict: 900 },
        unused_percent: 10,
        accesses_per_load: 3,
        sets: { n: 1, of: 64, share_percent: 98, many_misses: [3] },
        remedy: 'Pad rows by one line.',
        remedy_name: 'pad-rows',
      },
    ],
  };
}

export function handmade({ pattern = 'phases', samples: n = 3000, folded = 2000 } = {}) {
  const parts = pattern === 'phases' ? PATTERNS : [pattern];
  const each = Math.floor(n / parts.length);
  const samples = emptySamples();
  const bins = [];
  parts.forEach((part, p) => {
    for (let i = 0; i < each; i++)
      addSample(samples, { ...sampleOf(part, i, each, OBJECTS), at: START + (p * each + i) * PERIOD });
  });
  const length = parts.length * each * PERIOD;
  for (let b = 0; b * W < length; b++) {
    const part = parts[Math.min(parts.length - 1, Math.floor((b * W) / (each * PERIOD)))];
    bins.push({ pattern: part, costs: binOf(part) });
  }
  const totals = EVENTS.map((_, e) => bins.reduce((sum, bin) => sum + bin.costs[e], 0));
  const { files, functions, calls, tree } = functionsOf(bins);
  const used = OBJECTS.filter((object) => samples.object.includes(object.id));
  return {
    format: 'xgrind.html',
    version: 1,
    command: './stream',
    pid: 4711,
    creator: 'xgrind-0.1',
    settings: [
      ['--timeline', 'yes'],
      ['D1', '32 KiB, 8 ways, lines of 64 bytes'],
      ['LL', '8 MiB, 16 ways, lines of 64 bytes'],
    ],
    events: [
      ...EVENTS.map((name, e) => ({ name, long: name, sum: totals[e] })),
      {
        name: 'CEst',
        long: 'Estimated cycles',
        sum: 0,
        formula: { Ir: 1, D1mr: 10, D1mw: 10, I1mr: 10, DLmr: 100, DLmw: 100, ILmr: 100 },
      },
    ],
    files,
    modules: [MODULE],
    functions,
    calls,
    tree,
    sources: [],
    objects: objectsOf(samples),
    findings: findingsOf(),
    curves: curvesOf(),
    sets: setsOf(),
    timeline: {
      start: START,
      end: START + length,
      bin_instructions: W,
      events: EVENTS,
      bins: bins.map((bin) => bin.costs),
      period: PERIOD,
      n_ticks: samples.at.length,
      served_by: ['L1', 'LL', 'memory'],
      functions: FUNCTIONS,
      samples,
      ranges: used.map((o) => ({ object: o.id, start: o.start, size_B: o.size_B, born: START, died: null })),
      regions: [foldedRegion(folded)],
    },
    summary: [],
  };
}
