// SPDX-License-Identifier: GPL-3.0-or-later
//
// region.jsx: the instances of a folded region: how they spread, which stand out, each with a way to its place
// in the whole run.
//
// Usage: <Region scene={scene} state={state} go={go} />
import { useMemo } from 'preact/hooks';
import { histogram, instancesOf } from '../../figures/instances.js';
import { count, percent, short, shortEnds } from '../../lib/format.js';
import { threadText } from '../../lib/threads.js';
import { Cost } from '../../ui/cost.jsx';
import { Name } from '../../ui/name.jsx';
import { costWidth, useNarrow } from '../../ui/narrow.js';
import { DataTable } from '../../ui/table.jsx';
import { timelineFunction } from './scene.js';

const INSTANCES = {
  loop: 'the iterations of this loop',
  function: 'the calls of this function',
  barrier: 'the stretches between the calls of this barrier',
};
const BARS = 32;
const BAR_px = { wide: 9, high: 56 };

function Histogram({ values, unit }) {
  const bars = histogram(values, BARS);
  if (bars.length < 2)
    return (
      <p class="soft">
        All instances listed have {count(values[0] ?? 0)} {unit}.
      </p>
    );
  const most = Math.max(...bars.map((bar) => bar.n));
  const width = BARS * BAR_px.wide;
  const [least, longest] = shortEnds(bars[0].from, bars.at(-1).to);
  return (
    <figure class="histogram">
      <svg
        viewBox={`0 0 ${width} ${BAR_px.high}`}
        width={width}
        height={BAR_px.high}
        role="img"
        aria-label={`Instances by ${unit}: from ${count(bars[0].from)} to ${count(bars.at(-1).to)}`}
      >
        {bars.map((bar, i) => {
          const high = bar.n ? Math.max(2, (BAR_px.high * bar.n) / most) : 0;
          return (
            <rect key={i} x={i * BAR_px.wide} y={BAR_px.high - high} width={BAR_px.wide - 1} height={high}>
              <title>{`${count(bar.n)} instances with ${shortEnds(bar.from, bar.to).join(' to ')} ${unit}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption>
        <span>{least}</span>
        <span>{unit}</span>
        <span>{longest}</span>
      </figcaption>
    </figure>
  );
}

function Spread({ region, events }) {
  const rows = [
    ['Instructions', region.instructions],
    ...events
      .map((name, e) => [
        name,
        Object.fromEntries(['mean', 'stddev', 'min', 'max', 'sum'].map((key) => [key, region.cost[key][e]])),
      ])
      .filter(([name, cost]) => name !== 'Ir' && cost.sum > 0),
  ];
  return (
    <div class="plain-table">
      <table aria-label="Spread of the instances">
        <thead>
          <tr>
            <th scope="col">Of an instance</th>
            <th scope="col">Mean</th>
            <th scope="col">Standard deviation</th>
            <th scope="col">of the mean</th>
            <th scope="col">Least</th>
            <th scope="col">Most</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, cost]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{short(cost.mean)}</td>
              <td>{short(cost.stddev)}</td>
              <td>{percent(cost.stddev, cost.mean)}</td>
              <td>{count(cost.min)}</td>
              <td>{count(cost.max)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const SORTS = {
  number: (row) => row.number,
  start: (row) => row.start,
  instructions: (row) => row.instructions,
  thread: (row) => row.thread,
};

export function Region({ scene, state, go }) {
  const { region, model } = scene;
  const narrow = useNarrow();
  const { events } = model.timeline;
  const event =
    events.includes(state.event) && state.event !== 'Ir'
      ? state.event
      : (events.find((name) => name === 'D1mr') ?? events[0]);
  const e = events.indexOf(event);
  const all = useMemo(() => instancesOf(region), [region]);
  const sort = state.instances ?? '-instructions';
  const rows = useMemo(() => {
    const sign = sort.startsWith('-') ? -1 : 1;
    const value = SORTS[sort.replace('-', '')] ?? ((row) => row.cost[e]);
    return [...all].sort((a, b) => sign * (value(a) - value(b)) || a.number - b.number);
  }, [all, sort, e]);
  const most = region.instructions.max;
  const outliers = all.filter((row) => row.outlier).length;
  const columns = [
    {
      key: 'number',
      title: 'Instance',
      width: 110,
      numeric: true,
      sortable: true,
      cell: (at) => count(rows[at].number),
    },
    {
      key: 'instructions',
      title: 'Instructions',
      long: 'and how many that is of the longest instance',
      width: costWidth(narrow, most),
      numeric: true,
      costs: true,
      sortable: true,
      cell: (at) => <Cost value={rows[at].instructions} total={most} />,
    },
    { key: 'event', title: event, width: 120, numeric: true, sortable: true, cell: (at) => count(rows[at].cost[e]) },
    {
      key: 'start',
      title: 'Starts at',
      width: 150,
      numeric: true,
      sortable: true,
      cell: (at) => count(rows[at].start),
    },
    { key: 'thread', title: 'Thread', width: model.thread_names ? 160 : 84, numeric: true, sortable: true, cell: (at) => threadText(model, rows[at].thread) },
    { key: 'outlier', title: '', width: 'rest', least: 90, cell: (at) => (rows[at].outlier ? 'outlier' : '') },
  ];
  const open = (at) => go({ fold: null, mark: null, from: rows[at].start, to: rows[at].start + rows[at].instructions });
  return (
    <section class="region" aria-label="Instances of the region">
      <h2>
        Instances of <Name text={region.name} />
      </h2>
      {region.found && (
        <p>
          Found by itself: {INSTANCES[region.kind]} take{' '}
          {percent(region.found.instructions, region.found.of)} of all instructions.
        </p>
      )}
      {(region.borders ?? []).length > 0 && (
        <p>
          Borders, where it calls MPI or OpenMP:{' '}
          {region.borders.map((border, i) => (
            <span key={i}>
              {i > 0 && ', '}
              <Name text={timelineFunction(model, border.function).name} /> at {percent(border.x, 1e6)}
            </span>
          ))}
          .
        </p>
      )}
      <p class="soft">
        {count(region.instances)} instances, of which {count(all.length)} are listed;{' '}
        {outliers === 0 ? 'none of them is' : outliers === 1 ? 'one is' : `${count(outliers)} are`} longer or shorter
        than the mean by more than three standard deviations. Enter, or a double click, shows an instance in the whole
        run.
      </p>
      <div class="region-spread">
        <Spread region={region} events={events} />
        <Histogram values={all.map((row) => row.instructions)} unit="instructions" />
      </div>
      <DataTable
        label="Instances"
        length={rows.length}
        columns={columns}
        sort={sort}
        onSort={(key) => go({ instances: key })}
        position={state.instance === undefined ? -1 : rows.findIndex((row) => String(row.number) === state.instance)}
        onMove={(at, byKey) => go({ instance: String(rows[at].number) }, { replace: byKey })}
        onOpen={open}
        empty="No instance has ended."
      />
    </section>
  );
}
