// SPDX-License-Identifier: GPL-3.0-or-later
//
// range_table.jsx: who executed and accessed in a range of time: functions, objects or lines, by samples.
//
// Usage: <RangeTable scene={scene} range={{ from, to }} marked={false} look={look} state={state} go={go} />
import { useMemo } from 'preact/hooks';
import { functionColours } from '../../figures/palette.js';
import { tableOf, weightOf, within } from '../../figures/samples.js';
import { totalOf } from '../../figures/rates.js';
import { count, percent, short } from '../../lib/format.js';
import { Cost } from '../../ui/cost.jsx';
import { Name } from '../../ui/name.jsx';
import { costWidth, useNarrow } from '../../ui/narrow.js';
import { DataTable } from '../../ui/table.jsx';
import { useColours } from '../../ui/theme.js';
import { objectLabel } from '../../lib/objects.js';
import { modelFunction, placeOf, timelineFunction } from './scene.js';
import { timeText } from './tip.jsx';

const BY = [
  ['function', 'Functions'],
  ['object', 'Objects'],
  ['line', 'Lines'],
];

// What each column is sorted by.
const VALUES = {
  code: (row) => row.weight.code,
  accesses: (row) => row.weight.accesses,
  loads: (row) => row.loads,
  stores: (row) => row.stores,
};

function nameOf(model, by, row) {
  if (by === 'object') return objectLabel(model, row.object);
  if (by === 'line')
    return `${placeOf(model, row.function, row.line) || 'unknown line'} ${timelineFunction(model, row.function).name}`;
  return timelineFunction(model, row.function).name;
}

function sortedRows(model, by, rows, sort) {
  const descending = sort.startsWith('-');
  const key = descending ? sort.slice(1) : sort;
  const level = /^level(\d+)$/.exec(key);
  const value = level
    ? (row) => row.served[level[1]]
    : key === 'name'
      ? (row) => nameOf(model, by, row).toLowerCase()
      : (VALUES[key] ?? VALUES.code);
  const sign = descending ? -1 : 1;
  return [...rows].sort((a, b) => (value(a) < value(b) ? -sign : value(a) > value(b) ? sign : 0));
}

// Functions have the colour that they have in the panel of code.
function Swatch({ colour }) {
  return <span class="swatch" style={{ background: colour }} aria-hidden="true" />;
}

function columnsOf(scene, by, rows, weight, narrow, colours) {
  const { model } = scene;
  const accesses = rows.reduce((sum, row) => sum + row.weight.accesses, 0);
  const all = (row) => row.loads + row.stores;
  const weighted = scene.folded ? '; shares do not depend on how many samples are kept of a stretch' : '';
  const code = {
    key: 'code',
    title: 'Code',
    long: `Samples of the code that ran, and its share of the instructions${weighted}`,
    width: costWidth(narrow),
    numeric: true,
    costs: true,
    sortable: true,
    cell: (at) => <Cost value={rows[at].code} part={rows[at].weight.code} total={weight} />,
  };
  const numbers = [
    ['loads', 'Loads'],
    ['stores', 'Stores'],
  ].map(([key, title]) => ({
    key,
    title,
    long: `${title} among the sampled accesses`,
    width: 100,
    numeric: true,
    sortable: true,
    cell: (at) => count(rows[at][key]),
  }));
  const levels = model.timeline.served_by.map((name, level) => ({
    key: `level${level}`,
    title: name,
    long: `Sampled accesses served by ${name}`,
    width: 100,
    numeric: true,
    sortable: true,
    cell: (at) => (all(rows[at]) ? percent(rows[at].weight.served[level], rows[at].weight.accesses) : ''),
  }));
  return [
    {
      key: 'name',
      title: BY.find(([key]) => key === by)[1].slice(0, -1),
      width: 'rest',
      least: 180,
      sortable: true,
      cell: (at) => (
        <>
          {by !== 'object' && <Swatch colour={colours.get(rows[at].function)} />}
          <Name text={nameOf(model, by, rows[at])} length={120} />
        </>
      ),
    },
    ...(by === 'object' ? [] : [code]),
    {
      key: 'accesses',
      title: 'Accesses',
      long: `Sampled accesses${weighted}`,
      width: costWidth(narrow),
      numeric: true,
      costs: true,
      sortable: true,
      cell: (at) => <Cost value={all(rows[at])} part={rows[at].weight.accesses} total={accesses} />,
    },
    ...numbers,
    ...levels,
  ];
}

function selectionOf(scene, by, row) {
  if (by === 'object') return row.object >= 0 ? { object: row.object } : {};
  const index = modelFunction(scene.model, row.function);
  if (index === undefined) return {};
  return by === 'line'
    ? { function: index, file: scene.model.functions.file[index], line: row.line }
    : { function: index };
}

function isSelected(scene, by, row, state) {
  if (by === 'object') return row.object === state.object;
  if (state.function === undefined) return false;
  return modelFunction(scene.model, row.function) === state.function && (by === 'function' || row.line === state.line);
}

function Summary({ scene, range, marked, n }) {
  const sums = scene.sums(range.from, range.to, Infinity);
  const total = totalOf(sums);
  const ir = scene.model.timeline.events.indexOf('Ir');
  const what = `${marked ? 'Marked' : 'In sight'}: ${timeText(scene, range.from)} to ${timeText(scene, range.to)}`;
  const code =
    ir >= 0 && total.length
      ? `; ${short(total[ir])} instructions in the bins that it touches${scene.folded ? ', of a mean instance' : ''}`
      : '';
  return (
    <p class="range-summary" role="status">
      {what}; {count(n)} samples{code}.
    </p>
  );
}

export function RangeTable({ scene, range, marked, look, state, go }) {
  const narrow = useNarrow();
  const by = BY.some(([key]) => key === state.by) ? state.by : 'function';
  const [a, b] = useMemo(
    () => within(scene.samples.x, range.from, scene.folded || range.to < scene.domain[1] ? range.to : Infinity),
    [scene, range.from, range.to],
  );
  const rows = useMemo(
    () =>
      tableOf(scene.samples, a, b, by, {
        levels: scene.model.timeline.served_by.length,
        thread: look.thread,
        object: look.focus,
      }),
    [scene, a, b, by, look.thread, look.focus],
  );
  const weight = useMemo(() => weightOf(scene.samples, a, b), [scene, a, b]);
  const palette = useColours();
  const colours = useMemo(() => functionColours(scene.counts, palette), [scene, palette]);
  const fallback = by === 'object' ? '-accesses' : '-code';
  const sort = state.sort && !(by === 'object' && state.sort.endsWith('code')) ? state.sort : fallback;
  const shown = useMemo(() => sortedRows(scene.model, by, rows, sort), [rows, sort]);
  const position = shown.findIndex((row) => isSelected(scene, by, row, state));
  return (
    <section class="range-table" aria-label="What happened in this range">
      <div class="tools">
        <span class="tabs" role="group" aria-label="Rows">
          {BY.map(([key, title]) => (
            <button
              type="button"
              key={key}
              aria-pressed={key === by}
              onClick={() => go({ by: key === 'function' ? null : key, sort: null })}
            >
              {title}
            </button>
          ))}
        </span>
        <Summary scene={scene} range={range} marked={marked} n={b - a} />
      </div>
      <DataTable
        label={`${BY.find(([key]) => key === by)[1]} in this range`}
        length={shown.length}
        columns={columnsOf(scene, by, shown, weight, narrow, colours)}
        position={position}
        sort={sort}
        onSort={(key) => go({ sort: key })}
        onMove={(at, byKey) => go(selectionOf(scene, by, shown[at]), { replace: byKey })}
        onOpen={(at) => go({ ...selectionOf(scene, by, shown[at]), view: by === 'object' ? 'objects' : 'source' })}
        empty="No sample lies in this range."
      />
    </section>
  );
}
