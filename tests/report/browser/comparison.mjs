// SPDX-License-Identifier: GPL-3.0-or-later
//
// comparison.mjs: models of two runs, made by hand: what each run costs follows from the list of its paths.
//
// Usage: fixed()        // sweep got cheaper, gone is gone, fresh is new; findings, objects, timelines
//        equal()        // two runs with equal costs
//        hostileNames() // names that would act if they could
const EVENTS = ['Ir', 'D1mr'];
const FORMULA = { Ir: 1, D1mr: 10 };
export const cycles = ([ir, d1mr]) => ir + 10 * d1mr;

// paths: [parent, function, [Ir, D1mr before] or null, [Ir, D1mr after] or null], parents first.
export function comparison({ names, paths, ...rest }) {
  const costs = (n) => Object.fromEntries(EVENTS.map((event, e) => [event, paths.map((path) => path[2 + n]?.[e] ?? 0)]));
  const tree = [costs(0), costs(1)];
  const sums = (n, inclusive) =>
    Object.fromEntries(
      EVENTS.map((event) => {
        const below = [...tree[n][event]];
        if (inclusive) for (let i = paths.length - 1; i > 0; i--) if (paths[i][0] >= 0) below[paths[i][0]] += below[i];
        const sum = names.map(() => 0);
        paths.forEach(([, index], node) => (sum[index] += below[node]));
        return [event, sum];
      }),
    );
  const total = (event) => [0, 1].map((n) => tree[n][event].reduce((sum, value) => sum + value, 0));
  const counted = EVENTS.map((name) => ({ name, long: name === 'Ir' ? 'Instructions executed' : 'Loads that miss D1', sum: total(name) }));
  const estimated = [0, 1].map((n) => cycles(EVENTS.map((event) => total(event)[n])));
  return {
    format: 'xgrind.comparison',
    version: 1,
    creator: 'xgrind_report-0.1',
    runs: [
      { command: './app old', pid: 1, settings: [['Command', './app old'], ['D1', '32 KiB']], cut: [] },
      { command: './app new', pid: 2, settings: [['Command', './app new'], ['D1', '32 KiB']], cut: [] },
    ],
    events: [{ name: 'CEst', long: 'Cycle estimation', sum: estimated, formula: [FORMULA, FORMULA] }, ...counted],
    only: [[], []],
    files: ['/src/app.c'],
    modules: ['/bin/app'],
    functions: {
      name: names,
      file: names.map(() => 0),
      module: names.map(() => 0),
      in: names.map((_, i) => [0, 1].reduce((sum, n) => sum | (paths.some((path) => path[1] === i && path[2 + n]) ? 1 << n : 0), 0)),
      self: [sums(0, false), sums(1, false)],
      inclusive: [sums(0, true), sums(1, true)],
    },
    tree: { parent: paths.map((path) => path[0]), function: paths.map((path) => path[1]), self: tree, estimated: [false, false] },
    sources: [],
    objects: null,
    findings: null,
    timeline: null,
    renamed: [],
    warnings: [],
    ...rest,
  };
}

const finding = (name, before, after) => ({
  type: 'conflict',
  level: 'D1',
  remedy: `Change ${name}.`,
  code: [[name, '/src/app.c', 7]],
  objects: ['table'],
  misses: [before, after],
  saving_cycles: [before, after].map((n) => (n === null ? null : 10 * n)),
  // a run with a model before, and one without after
  is_modelled: [1, 1], saving_is_bound: [before, after].map((n, run) => (n === null ? null : run)),
  saving_percent: [before, after].map((n) => (n === null ? null : 20)),
  saving_of_cycles: [before, after].map((n) => (n === null ? null : 50 * n)),
});

export const fixed = () =>
  comparison({
    names: ['main', 'sweep', 'gone', 'fresh', 'as_ever'],
    paths: [
      [-1, 0, [100, 1], [100, 1]],
      [0, 1, [5000, 400], [5000, 10]],
      [0, 2, [700, 3], null],
      [0, 3, null, [900, 2]],
      [1, 4, [300, 5], [300, 5]],
    ],
    sources: [
      {
        file: 0,
        line: [[1, 2, 0, 3], [1, 0, 2, 3]],
        text: ['int sweep() {', '  slow();', '  fast();', '}'],
        self: [{ Ir: [10, 4000, 0, 990], D1mr: [0, 400, 0, 0] }, { Ir: [10, 0, 4000, 990], D1mr: [0, 0, 10, 0] }],
        sum: [{ Ir: 5000, D1mr: 400 }, { Ir: 5000, D1mr: 10 }],
        missing: null,
        unknown: false,
      },
    ],
    objects: {
      events: ['Dr', 'D1mr'],
      cycles: [{ D1mr: 10 }, { D1mr: 10 }],
      list: [
        { label: 'table', kind: 'static', source: null, n: [1, 1], id: [4, 5], size_B: [4096, 8192], count: [1, 1], cost: [[900, 400], [900, 10]] },
        { label: 'left', kind: 'heap', source: 'app.c:3', n: [1200, 0], id: [6, null], size_B: [64, null], count: [1, null], cost: [[50, 3], null] },
        { label: 'calm', kind: 'static', source: null, n: [1, 1], id: [7, 8], size_B: [64, 64], count: [1, 1], cost: [[5, 2], [5, 2]] },
      ],
    },
    findings: [finding('sweep', 400, null), finding('fresh', null, 2), finding('as_ever', 5, 5)],
    timeline: [
      { start: 0, end: 2000, bin_instructions: 1000, events: ['Ir', 'D1mr'], bins: [[1000, 20], [1000, 60]] },
      { start: 0, end: 1000, bin_instructions: 1000, events: ['Ir', 'D1mr'], bins: [[1000, 30]] },
    ],
  });

export const equal = () =>
  comparison({
    names: ['main', 'sweep'],
    paths: [
      [-1, 0, [100, 1], [100, 1]],
      [0, 1, [5000, 400], [5000, 400]],
    ],
    findings: [finding('sweep', 400, 400)],
  });

export const hostileNames = () => {
  const names = ['</script><script>window.injected = 1</script>', '<img src=x onerror="window.injected=1">', 'a\u202eb'];
  return comparison({
    names,
    paths: names.map((_, i) => [i - 1, i, [10 + i, 1], [20, 2]]),
    findings: [finding(names[1], 3, 4)],
    warnings: [names[1]],
    renamed: [[names[0], names[1]]],
  });
};
