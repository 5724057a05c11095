// SPDX-License-Identifier: GPL-3.0-or-later
//
// models.mjs: models for tests of the page, made by hand or at random from a seed. All costs follow from the
// nodes of a call tree, so that every figure can be checked by adding up.
//
// Usage: small(), cycles(), hostile(), noEvents(), oneFunction(), large(100000)
//        writeReport(template, model, file)
import fs from 'node:fs';
import zlib from 'node:zlib';

// nodes: [{ parent, function: index, self: { Ir: 5 } }], parents first. functions: [{ name, file, module, line }].
export function modelOf({ events, functions, files, modules, nodes, sources = [], ...rest }) {
  const counted = events.filter((event) => !event.formula).map((event) => event.name);
  const costs = (make) => Object.fromEntries(counted.map((event) => [event, make(event)]));
  const below = costs((event) => {
    const sum = nodes.map((node) => node.self[event] ?? 0);
    for (let i = nodes.length - 1; i > 0; i--) if (nodes[i].parent >= 0) sum[nodes[i].parent] += sum[i];
    return sum;
  });
  const outermost = nodes.map((node) => {
    for (let up = node.parent; up >= 0; up = nodes[up].parent) if (nodes[up].function === node.function) return false;
    return true;
  });
  const perFunction = (value) => (event) => {
    const sum = new Array(functions.length).fill(0);
    nodes.forEach((node, i) => {
      sum[node.function] += value(event, node, i);
    });
    return sum;
  };
  const self = costs(perFunction((event, node) => node.self[event] ?? 0));
  const inclusive = costs(perFunction((event, node, i) => (outermost[i] ? below[event][i] : 0)));
  const first = counted[0];
  const order = functions
    .map((_, i) => i)
    .sort((a, b) => (first ? inclusive[first][b] - inclusive[first][a] : 0) || a - b);
  const index = [];
  order.forEach((old, i) => {
    index[old] = i;
  });
  const inOrder = (list) => order.map((old) => list[old]);
  const calls = callsOf(nodes, below, counted);
  const total = (event) => nodes.reduce((sum, node) => sum + (node.self[event] ?? 0), 0);
  return {
    format: 'xgrind.html',
    version: 1,
    command: './program --size 1000',
    pid: 4711,
    creator: 'xgrind-0.1',
    settings: [['--cache-sim', 'yes']],
    events: events.map((event) => ({
      ...event,
      sum: event.formula
        ? Object.entries(event.formula).reduce((sum, [part, factor]) => sum + factor * total(part), 0)
        : total(event.name),
    })),
    files,
    modules,
    functions: {
      name: inOrder(functions.map((each) => each.name)),
      file: inOrder(functions.map((each) => each.file)),
      module: inOrder(functions.map((each) => each.module)),
      line: inOrder(functions.map((each) => each.line ?? 0)),
      self: costs((event) => inOrder(self[event])),
      inclusive: costs((event) => inOrder(inclusive[event])),
    },
    calls: { ...calls, from: calls.from.map((i) => index[i]), to: calls.to.map((i) => index[i]) },
    tree: {
      parent: nodes.map((node) => node.parent),
      function: nodes.map((node) => index[node.function]),
      self: costs((event) => nodes.map((node) => node.self[event] ?? 0)),
      estimated: false,
    },
    sources: sources.map((source) => ({
      ...source,
      lines: { ...source.lines, function: source.lines.function.map((i) => index[i]) },
    })),
    objects: null,
    findings: null,
    curves: null,
    sets: null,
    timeline: null,
    summary: [],
    ...rest,
  };
}

function callsOf(nodes, below, counted) {
  const calls = { from: [], to: [], count: [], cost: Object.fromEntries(counted.map((event) => [event, []])) };
  const known = new Map();
  nodes.forEach((node, i) => {
    if (node.parent < 0) return;
    const from = nodes[node.parent].function,
      key = `${from} ${node.function}`;
    let call = known.get(key);
    if (call === undefined) {
      known.set(key, (call = calls.from.length));
      calls.from.push(from);
      calls.to.push(node.function);
      calls.count.push(0);
      for (const event of counted) calls.cost[event].push(0);
    }
    calls.count[call] += node.calls ?? 1;
    for (const event of counted) calls.cost[event][call] += below[event][i];
  });
  return calls;
}

export const EVENTS = [
  { name: 'Ir', long: 'Instructions executed' },
  { name: 'Dr', long: 'Data reads' },
  { name: 'D1mr', long: 'L1 data read misses' },
  { name: 'SpLoss1', long: 'L1 bytes loaded, not used' },
  { name: 'CEst', long: 'Estimated cycles', formula: { Ir: 1, D1mr: 10 } },
];

// A solver that everybody can add up. main calls init and solve, solve calls matvec, dot and itself not;
// matvec calls memcpy of the C library; "walk" recurs.
export function small() {
  const functions = [
    { name: 'main', file: 0, module: 0, line: 30 },
    { name: 'init(double*, int)', file: 0, module: 0, line: 3 },
    { name: 'solve(Matrix const&, double*)', file: 0, module: 0, line: 20 },
    { name: 'matvec(Matrix const&, double const*, double*)', file: 1, module: 0, line: 4 },
    { name: 'dot', file: 1, module: 0, line: 11 },
    { name: '__memcpy_avx_unaligned', file: 2, module: 1, line: 0 },
    { name: 'walk', file: 0, module: 0, line: 12 },
  ];
  const node = (parent, index, Ir, Dr, D1mr, SpLoss1, calls = 1) => ({
    parent,
    function: index,
    self: { Ir, Dr, D1mr, SpLoss1 },
    calls,
  });
  const nodes = [
    node(-1, 0, 1000, 100, 3, 8),
    node(0, 1, 200000, 0, 0, 0),
    node(0, 2, 40000, 9000, 12, 96, 2),
    node(2, 3, 1400000, 620000, 41000, 1200000, 50),
    node(3, 5, 90000, 30000, 2500, 400, 50),
    node(2, 4, 160000, 80000, 9000, 16, 100),
    node(0, 6, 5000, 700, 90, 2000),
    node(6, 6, 4000, 600, 80, 1500),
    node(7, 6, 3000, 500, 70, 1000),
    node(8, 5, 50, 10, 1, 0),
  ];
  const solver = { line: [], function: [], self: {} },
    kernel = { line: [], function: [], self: {} };
  const put = (lines, line, index, costs) => {
    lines.line.push(line);
    lines.function.push(index);
    for (const [event, cost] of Object.entries(costs)) (lines.self[event] ??= []).push(cost);
  };
  put(solver, 4, 1, { Ir: 200000, Dr: 0, D1mr: 0, SpLoss1: 0 });
  put(solver, 13, 6, { Ir: 12000, Dr: 1800, D1mr: 240, SpLoss1: 4500 });
  put(solver, 21, 2, { Ir: 40000, Dr: 9000, D1mr: 12, SpLoss1: 96 });
  put(solver, 31, 0, { Ir: 1000, Dr: 100, D1mr: 3, SpLoss1: 8 });
  put(kernel, 6, 3, { Ir: 400000, Dr: 20000, D1mr: 1000, SpLoss1: 0 });
  put(kernel, 7, 3, { Ir: 1000000, Dr: 600000, D1mr: 40000, SpLoss1: 1200000 });
  put(kernel, 13, 4, { Ir: 160000, Dr: 80000, D1mr: 9000, SpLoss1: 16 });
  const text = (n, named) =>
    Array.from({ length: n }, (_, i) => named[i + 1] ?? (i % 5 ? `    x[${i}] = y[${i}];` : ''));
  return modelOf({
    events: EVENTS,
    functions,
    files: ['/home/someone/solver.cc', '/home/someone/kernels.cc', '???'],
    modules: ['/home/someone/program', '/usr/lib/libc.so.6'],
    nodes,
    sources: [
      {
        file: 0,
        text: text(36, {
          3: 'void init(double* x, int n)',
          12: 'void walk(Node* n)',
          20: 'void solve(Matrix const& a, double* x)',
          30: 'int main()',
        }),
        lines: solver,
      },
      {
        file: 1,
        text: text(20, {
          4: 'void matvec(Matrix const& a, double const* x, double* y)',
          7: '      y[i] += a.values[k] * x[a.column[k]];',
          11: 'double dot(double* a, double* b, int n)',
        }),
        lines: kernel,
      },
    ],
    settings: [
      ['--cache-sim', 'yes'],
      ['--cacheuse', 'yes'],
      ['D1', '32 KiB, 8 ways, lines of 64 bytes'],
    ],
    summary: [
      {
        section: 'figures',
        text: 'Instructions: 1,903,050; 2,430,610 cycles estimated by formula',
        view: 'functions',
        selection: null,
        command: null,
      },
      {
        section: 'functions',
        text: '73.6 % matvec',
        view: 'functions',
        selection: { function: 'matvec(Matrix const&, double const*, double*)' },
        command: null,
      },
      {
        section: 'findings',
        text: 'Line 7 of kernels.cc misses D1',
        view: 'source',
        selection: { event: 'D1mr', file: '/home/someone/kernels.cc', line: 7 },
        command: null,
      },
      {
        section: 'findings',
        text: 'walk loads what it does not use',
        view: 'functions',
        selection: { function: 'walk', file: '/home/someone/solver.cc' },
        command: null,
      },
      {
        section: 'next',
        text: 'a view that there is not',
        view: 'nonsense',
        selection: null,
        command: 'xgrind_annotate callgrind.out.4711',
      },
      {
        text: '73.6 % of the instructions are executed by matvec(Matrix const&, double const*, double*) itself.',
        view: 'functions',
        selection: { event: 'Ir' },
        command: null,
      },
      {
        text: 'Most of the bytes loaded into level 1 and never used are loaded by matvec.',
        view: 'source',
        selection: { event: 'SpLoss1', file: 1, line: 7 },
        command: 'xgrind_annotate --sort=SpLoss1',
      },
    ],
  });
}

const CAUSES = {
  CyBase: 'issue',
  CyDep: 'chains of operations',
  CyBr: 'mispredicted branches',
  CyFetch: 'fetch',
  CyL2: 'L2',
  CyLL: 'LL',
  CyMem: 'latency of memory',
  CyRate: 'rate of memory',
  CyTlb: 'TLBs',
};

export const LONG_NAME =
  'std::_Rb_tree<std::pair<int, long>, std::pair<std::pair<int, long> const, Node*>, std::less<void>>::find(std::pair<int, long> const&)';

// A program with cycles by cause. The machine begins 4 instructions in a cycle, and its memory sends 8 bytes in one:
//
//    function   instructions  cycles  of them                             bytes
//    stream     4000          8000    issue 1000, rate 7000               64000  an eighth of the roof of issue, on that of memory
//    LONG_NAME  2000          20000   issue 500, latency 19000, TLBs 500  3840
//    dot        6000          2000    issue 1500, chains 500              0
//    main       1000          500     issue 250, and four others          64
//
// main calls the others. In the first of four bins only stream runs, in the second and third only LONG_NAME, then the rest.
export function cycles(rest = {}) {
  const functions = [
    { name: 'main', file: 0, module: 0, line: 1 },
    { name: 'stream', file: 0, module: 0, line: 10 },
    { name: LONG_NAME, file: 0, module: 0, line: 20 },
    { name: 'dot', file: 0, module: 0, line: 30 },
  ];
  const selves = [
    { Ir: 1000, ILmr: 1, CyBase: 250, CyBr: 150, CyFetch: 50, CyL2: 30, CyLL: 20 },
    { Ir: 4000, DLmr: 900, DLmw: 100, CyBase: 1000, CyRate: 7000 },
    { Ir: 2000, DLmr: 60, CyBase: 500, CyMem: 19000, CyTlb: 500 },
    { Ir: 6000, CyBase: 1500, CyDep: 500 },
  ];
  const counted = ['Ir', 'ILmr', 'DLmr', 'DLmw', ...Object.keys(CAUSES)];
  const events = [
    { name: 'CEst', long: 'Estimated cycles', formula: Object.fromEntries(Object.keys(CAUSES).map((name) => [name, 1])) },
    ...counted.map((name) => ({ name, long: CAUSES[name] ? `Cycles: ${CAUSES[name]}` : name })),
  ];
  const half = Object.fromEntries(Object.entries(selves[2]).map(([name, cost]) => [name, cost / 2]));
  const last = Object.fromEntries(counted.map((name) => [name, (selves[0][name] ?? 0) + (selves[3][name] ?? 0)]));
  const none = Object.fromEntries(
    ['at', 'thread', 'function', 'line', 'caller', 'kind', 'address', 'size_B', 'served', 'object', 'access_function', 'access_line'].map(
      (name) => [name, []],
    ),
  );
  return modelOf({
    events,
    functions,
    files: ['/src/cycles.cc'],
    modules: ['/bin/cycles'],
    nodes: selves.map((self, i) => ({ parent: i === 0 ? -1 : 0, function: i, self })),
    machine: { width: 4, line_B: 64, memory_cycles: 8 },
    timeline: {
      start: 0,
      end: 16000,
      bin_instructions: 4000,
      period: 1000,
      n_ticks: 0,
      events: counted,
      bins: [selves[1], half, half, last].map((bin) => counted.map((name) => bin[name] ?? 0)),
      served_by: ['L1', 'LL', 'memory'],
      samples: none,
      ranges: [],
      regions: [],
      functions: [],
    },
    ...rest,
  });
}

// Names that would act on a page, a terminal, a table or a command, or have no room: those that the tests of programs have, too, and two that
// no function of a program has.
export const HOSTILE_NAMES = [
  ...JSON.parse(fs.readFileSync(new URL('../../lib/hostile-names.json', import.meta.url), 'utf8')),
  '',
  `f<${'std::vector<std::pair<int, '.repeat(380)}x${'>>'.repeat(380)}>`.slice(0, 10000),
];

// Those of hostile(), each of which calls the next: as many as a view shows at once.
export const NESTED_NAMES = [...HOSTILE_NAMES.slice(0, 12), '', ' ', HOSTILE_NAMES.at(-1)];

export function hostile() {
  const functions = NESTED_NAMES.map((name, i) => ({ name, file: i % 2, module: i % 3, line: i + 1 }));
  const nodes = functions.map((_, i) => ({
    parent: i - 1,
    function: i,
    self: { Ir: 100 * (i + 1), Dr: i, D1mr: i % 4, SpLoss1: 0 },
  }));
  return modelOf({
    events: EVENTS,
    functions,
    nodes,
    files: ['/tmp/<script>window.injected=5</script>.c', '/tmp/"quotes\' & \u202Etxt.c'],
    modules: ['/tmp/<b>program</b>', '__proto__', 'a\\b"c'],
    sources: [0, 1].map((file) => ({
      file,
      text: HOSTILE_NAMES.map((name) => `/* ${name.slice(0, 5000)} */`),
      lines: { line: [1, 2], function: [file, file + 2], self: { Ir: [100 * (file + 1), 100 * (file + 3)] } },
    })),
    command: './<script>window.injected=6</script> "a b" \u202Egnp',
    settings: [['--<i>option</i>', '<script>window.injected=7</script>']],
    summary: [
      {
        text: '<script>window.injected=8</script>',
        view: 'functions',
        selection: null,
        command: '<img src=x onerror=window.injected=9>',
      },
    ],
  });
}

export function noEvents() {
  return modelOf({ events: [], functions: [], files: [], modules: [], nodes: [] });
}

export function oneFunction() {
  return modelOf({
    events: [{ name: 'Ir', long: 'Instructions executed' }],
    functions: [{ name: '_start', file: 0, module: 0, line: 0 }],
    files: ['???'],
    modules: ['/bin/true'],
    nodes: [{ parent: -1, function: 0, self: { Ir: 7 } }],
  });
}

// A program of n functions; the costs are those of a seeded random tree of twice as many nodes.
export function large(n) {
  let seed = 1;
  const random = (below) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const functions = Array.from({ length: n }, (_, i) => ({
    name: `module${i % 13}::Class${i % 997}<${['int', 'double', 'std::string'][i % 3]}>::method_${i}(int, char const*)`,
    file: i % 500,
    module: i % 13,
    line: 1 + (i % 900),
  }));
  const events = [
    ...EVENTS.slice(0, 4),
    ...['Dw', 'I1mr', 'D1mw', 'DLmr', 'DLmw'].map((name) => ({ name, long: name })),
    EVENTS[4],
  ];
  const nodes = Array.from({ length: 2 * n }, (_, i) => {
    const self = {};
    const Ir = 1 + random(random(20) === 0 ? 1000000 : 1000);
    events.forEach(({ name, formula }, k) => {
      if (!formula) self[name] = k === 0 ? Ir : random(Math.max(1, Ir >> (k + 1)));
    });
    // Recent nodes more often: a tree about as deep and bushy as those of programs.
    const parent = i === 0 ? -1 : random(4) === 0 ? random(i) : Math.max(0, i - 1 - random(Math.min(i, 12)));
    return { parent, function: i === 0 ? 0 : i < n ? i : random(n), self, calls: 1 + random(50) };
  });
  return modelOf({
    events,
    functions,
    nodes,
    files: Array.from({ length: 500 }, (_, i) => `/src/dir${i % 20}/file${i}.cc`),
    modules: Array.from({ length: 13 }, (_, i) => `/lib/libmodule${i}.so`),
  });
}

const PLACE = '<!-- XGRIND MODEL -->';

export function writeReport(template, model, file) {
  const data = zlib.deflateSync(JSON.stringify(model)).toString('base64');
  const page = fs.readFileSync(template, 'utf8');
  const at = page.indexOf(PLACE);
  if (at < 0) throw new Error(`${template} has no line ${PLACE}`);
  fs.writeFileSync(
    file,
    `${page.slice(0, at)}<script id="xgrind-model" type="text/plain">${data}</script>${page.slice(at + PLACE.length)}`,
  );
}
