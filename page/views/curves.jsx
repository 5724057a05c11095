// SPDX-License-Identifier: GPL-3.0-or-later
//
// curves.jsx: miss curves: the share of accesses that would miss a cache of any size, of the program and of one
// of its functions or objects.
//
// State: curve (key of the second curve, as curveList() has it), of ("own": shares of its own accesses), sort.
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { cacheSizes, curveList, gain, missesAt, pointsOf, shareAt } from '../figures/curves.js';
import { bytes, count, visible } from '../lib/format.js';
import { once } from '../lib/model.js';
import { functionNamed, objectLabel } from '../lib/objects.js';
import { Cost } from '../ui/cost.jsx';
import { Failsafe } from '../ui/failsafe.jsx';
import { Link } from '../ui/link.jsx';
import { Name } from '../ui/name.jsx';
import { costWidth, useNarrow } from '../ui/narrow.js';
import { SaveAs } from '../ui/save.jsx';
import { DataTable } from '../ui/table.jsx';
import { useColours, useWidth } from '../ui/theme.js';

const HEIGHT_px = { wide: 380, narrow: 280 };
const KINDS = { self: 'function', inclusive: 'function, inclusive', object: 'object', program: 'program' };
const listOf = (model) =>
  once(model, 'curves', () => curveList(model.curves, { objectLabel: (id) => objectLabel(model, id) }));

const byPower = (sizes, room) => {
  const powers = [];
  for (let size = 2 ** Math.ceil(Math.log2(sizes[0])); size <= sizes[sizes.length - 1]; size *= 2) powers.push(size);
  const step = Math.max(1, Math.ceil(powers.length / room));
  return powers.filter((_, i) => i % step === 0);
};

// Lines at the sizes of the caches, with their names on top.
function drawMarks(u, marks, colours) {
  const { ctx, bbox } = u;
  const ratio = uPlot.pxRatio;
  ctx.save();
  ctx.font = `${11 * ratio}px system-ui, sans-serif`;
  ctx.textBaseline = 'top';
  let taken = -Infinity;
  for (const { name, size_B } of marks) {
    const x = Math.round(u.valToPos(size_B, 'x', true));
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.strokeStyle = colours.muted;
    ctx.lineWidth = ratio;
    ctx.setLineDash([4 * ratio, 3 * ratio]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    const wide = ctx.measureText(name).width;
    const left = Math.min(bbox.left + bbox.width - wide, Math.max(x + 4 * ratio, taken));
    taken = left + wide + 6 * ratio;
    ctx.fillStyle = colours.text;
    ctx.fillText(name, left, bbox.top - 15 * ratio);
  }
  ctx.restore();
}

// Wide bands, of curves that hardly can be told, do not flatten the curves themselves.
const ROOM = 1.3;

function optionsOf({ width, height, sizes, colours, marks, first, second, onPoint }) {
  const top = [...first.value, ...(second?.value ?? [])].reduce((a, b) => Math.max(a, b), 0);
  const axis = {
    stroke: colours.muted,
    grid: { stroke: colours.faint, width: 1 },
    ticks: { stroke: colours.line, width: 1, size: 4 },
    font: '11px system-ui, sans-serif',
    labelFont: '11px system-ui, sans-serif',
  };
  const line = (stroke, dash) => ({ stroke, width: 2, dash, points: { show: false } });
  const edge = { stroke: 'transparent', width: 0, points: { show: false } };
  const band = (at, fill) => ({ series: [at, at + 1], fill });
  return {
    width,
    height,
    padding: [18, 26, 0, 0],
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false, points: { size: 8 } },
    scales: {
      x: { time: false, distr: 3, log: 2, range: () => [sizes[0], sizes[sizes.length - 1]] },
      y: { range: () => [0, top > 0 ? Math.min(100, top * ROOM) : 1] },
    },
    axes: [
      {
        ...axis,
        size: 30,
        filter: (_, splits) => splits,
        label: 'size of a fully associative cache with LRU replacement',
        labelSize: 18,
        splits: () => byPower(sizes, Math.max(3, Math.floor(width / 84))),
        values: (_, all) => all.map((size) => (size === null ? '' : bytes(size))),
      },
      {
        ...axis,
        size: 52,
        values: (_, all) => all.map((share) => (share === null ? '' : `${Number(share.toFixed(3))}%`)),
      },
    ],
    series: [{}, line(colours.text), edge, edge, ...(second ? [line(colours.levels.LL, [8, 4]), edge, edge] : [])],
    bands: [band(2, `${colours.text}24`), ...(second ? [band(5, `${colours.levels.LL}33`)] : [])],
    hooks: { draw: [(u) => drawMarks(u, marks, colours)], setCursor: [(u) => onPoint(u.cursor.idx ?? -1)] },
  };
}

function Plot({ sizes, first, second, marks, label, onPoint }) {
  const frame = useRef(null),
    plot = useRef(null),
    chosen = useRef(-1);
  const width = useWidth(frame, 800),
    colours = useColours();
  const height = width < 600 ? HEIGHT_px.narrow : HEIGHT_px.wide;
  useLayoutEffect(() => {
    const points = (each) => (each ? [each.value, each.high, each.low] : []);
    const pointed = (i) => {
      chosen.current = i;
      onPoint(i);
    };
    const u = new uPlot(
      optionsOf({ width, height, sizes, colours, marks, first, second, onPoint: pointed }),
      [sizes, ...points(first), ...points(second)],
      frame.current,
    );
    plot.current = u;
    return () => u.destroy();
  }, [sizes, first, second, marks, width, height, colours]);
  const keyed = (event) => {
    const u = plot.current;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? sizes.length - 1
          : step === undefined
            ? null
            : Math.max(0, Math.min(sizes.length - 1, chosen.current + step));
    if (next === null) return;
    event.preventDefault();
    u.setCursor({ left: u.valToPos(sizes[next], 'x'), top: u.valToPos(first.value[next], 'y') });
  };
  return (
    <div
      class="curve-plot"
      ref={frame}
      tabIndex={0}
      role="application"
      aria-label={label}
      onKeyDown={keyed}
      style={{ minHeight: `${height}px` }}
    />
  );
}

const shareText = (points, i) =>
  `${points.value[i].toFixed(2)}%${points.error[i] > 0 ? ` ± ${points.error[i].toFixed(2)}%` : ''}`;

function Readout({ sizes, i, first, second, name, of }) {
  const all = of === 'own' ? 'of its own accesses' : 'of all accesses';
  return (
    <div class="curve-readout">
      <ul class="legend" aria-label="Curves">
        <li>
          <svg width="26" height="10" aria-hidden="true">
            <line x1="0" y1="5" x2="26" y2="5" class="curve-first" />
          </svg>
          The program
        </li>
        {second && (
          <li>
            <svg width="26" height="10" aria-hidden="true">
              <line x1="0" y1="5" x2="26" y2="5" class="curve-second" />
            </svg>
            <span>
              <Name text={name} length={80} />, {all}
            </span>
          </li>
        )}
        {first.error.some((e) => e > 0) && (
          <li class="soft">
            shaded: the standard error; where it is wider than the picture, a sample cannot tell such small sizes
          </li>
        )}
      </ul>
      <p role="status">
        {i >= 0 && i < sizes.length ? (
          <>
            With {bytes(sizes[i])}: the program {shareText(first, i)}
            {second && (
              <>
                ; <Name text={name} length={60} /> {shareText(second, i)}
              </>
            )}
          </>
        ) : (
          'Point at a size, or use the arrows, to read the curves.'
        )}
      </p>
      <SaveAs figure="miss-curves" source={() => ({ canvas: document.querySelector('.curve-plot canvas') })} kinds={['png']} />
    </div>
  );
}

// What only starts the program has main's curve, or none that anybody could change.
const startsOnly = (model, { name, file }) => Boolean(model.functions?.start?.[functionNamed(model, name, file)]);

// Misses with D1's size that a larger cache saves: what the table is sorted by.
function rowsOf(model, marks) {
  return once(model, 'rows of curves', () => {
    const { sizes_B } = model.curves;
    const d1 = marks.find(({ name }) => name === 'D1')?.size_B ?? sizes_B[0];
    return listOf(model)
      .slice(1)
      .filter((each) => each.kind === 'object' || !startsOnly(model, each))
      .map((each) => ({
        ...each,
        saved: gain(sizes_B, each.curve, d1),
        at: marks.map(({ size_B }) => missesAt(sizes_B, each.curve, size_B)),
        cold: each.curve.misses[each.curve.misses.length - 1],
      }));
  });
}

function columnsOf(rows, marks, whole, narrow) {
  const missing = marks.map(({ name }, m) => ({
    key: `at${m}`,
    title: `Miss ${name}`,
    long: `Accesses that miss a fully associative cache of the size of ${name}`,
    width: 128,
    numeric: true,
    sortable: true,
    cell: (i) => count(Math.round(rows[i].at[m])),
  }));
  return [
    {
      key: 'name',
      title: 'Function or object',
      width: 'rest',
      least: 160,
      sortable: true,
      cell: (i) => <Name text={rows[i].name} length={100} />,
    },
    {
      key: 'saved',
      title: 'Saved',
      long: 'Misses with the size of D1 that the largest cache would not have',
      width: costWidth(narrow, whole),
      numeric: true,
      costs: true,
      sortable: true,
      cell: (i) => <Cost value={Math.round(rows[i].saved.misses)} total={whole} />,
    },
    {
      key: 'size',
      title: 'From',
      long: 'The size that saves nine tenths of that',
      width: 104,
      numeric: true,
      sortable: true,
      cell: (i) => (rows[i].saved.size_B ? bytes(rows[i].saved.size_B) : '–'),
    },
    { key: 'kind', title: 'What', width: 150, sortable: true, cell: (i) => KINDS[rows[i].kind] },
    {
      key: 'accesses',
      title: 'Accesses',
      width: 128,
      numeric: true,
      sortable: true,
      cell: (i) => count(Math.round(rows[i].curve.accesses)),
    },
    ...missing,
    {
      key: 'cold',
      title: 'Largest',
      long: 'Misses of the largest cache: first accesses to lines',
      width: 128,
      numeric: true,
      sortable: true,
      cell: (i) => count(Math.round(rows[i].cold)),
    },
  ];
}

const VALUES = {
  name: (row) => row.name.toLowerCase(),
  kind: (row) => row.kind,
  saved: (row) => row.saved.misses,
  size: (row) => row.saved.size_B ?? 0,
  accesses: (row) => row.curve.accesses,
  cold: (row) => row.cold,
};

function useSorted(rows, sort) {
  return useMemo(() => {
    const key = sort.replace(/^-/, '');
    const place = /^at(\d+)$/.exec(key);
    const value = place ? (row) => row.at[place[1]] ?? 0 : (VALUES[key] ?? VALUES.saved);
    const sign = sort.startsWith('-') ? -1 : 1;
    return [...rows].sort((a, b) => (value(a) < value(b) ? -sign : value(a) > value(b) ? sign : 0));
  }, [rows, sort]);
}

// A curve that nobody chose follows the selected object.
function chosenCurve(model, state) {
  const list = listOf(model);
  return (
    list.find((each) => each.key === state.curve && each.kind !== 'program') ??
    (state.curve ? undefined : list.find((each) => each.kind === 'object' && each.id === state.object))
  );
}

// What the program misses with the size of a cache, as far as the sample tells.
function sizeText({ sizes_B, program, exact }, { name, size_B }) {
  const { percent: misses, error, least, most, told } = shareAt(sizes_B, program, size_B);
  const at = `with the size of ${name} (${bytes(size_B)})`;
  if (told) return `${at}, ${misses.toFixed(1)}%${exact || error < 0.05 ? '' : ` \u00b1 ${error.toFixed(1)}%`} miss`;
  return `${at}, ${least.toFixed(0)}% to ${most.toFixed(0)}% miss, which the sample cannot tell closer`;
}

function Words({ curves, marks }) {
  const at = marks.map((mark) => sizeText(curves, mark));
  return (
    <div class="curve-words">
      <p>
        {curves.exact ? 'Each line of memory was looked at.' : 'Estimated from a sample of lines of memory.'} Of{' '}
        {count(curves.program.accesses)} data accesses{at.length ? `, ${at.join('; ')}` : ''}.
      </p>
      {(curves.words ?? []).map((sentence, i) => (
        <p key={i}>{visible(sentence)}</p>
      ))}
    </div>
  );
}

export function Curves({ model, state, go }) {
  const narrow = useNarrow();
  const { curves } = model;
  const [pointed, setPointed] = useState(-1);
  const marks = useMemo(() => cacheSizes(model.settings), [model]);
  const chosen = chosenCurve(model, state);
  const first = useMemo(() => pointsOf(curves.program, curves.program.accesses), [curves]);
  const second = useMemo(
    () =>
      chosen ? pointsOf(chosen.curve, state.of === 'own' ? chosen.curve.accesses : curves.program.accesses) : null,
    [curves, chosen, state.of],
  );
  const all = rowsOf(model, marks);
  const sort =
    state.sort && (/^-?at\d+$/.test(state.sort) || VALUES[state.sort.replace(/^-/, '')]) ? state.sort : '-saved';
  const rows = useSorted(all, sort);
  const position = chosen ? rows.findIndex((row) => row.key === chosen.key) : -1;
  const choose = (row) => ({ curve: row.key, ...(row.kind === 'object' ? { object: row.id } : {}) });
  return (
    <>
      <Words curves={curves} marks={marks} />
      <Failsafe part="Plot of the curves">
        <Plot
          sizes={curves.sizes_B}
          first={first}
          second={second}
          marks={marks}
          onPoint={setPointed}
          label="Miss curve: share of accesses that miss, by size of the cache. Left and right move from size to size."
        />
      </Failsafe>
      <Readout
        sizes={curves.sizes_B}
        i={pointed}
        first={first}
        second={second}
        name={chosen?.name ?? ''}
        of={state.of}
      />
      {all.length > 0 && (
        <>
          <div class="tools">
            <label>
              Second curve{' '}
              <select value={state.of ?? ''} onChange={(event) => go({ of: event.currentTarget.value || null })}>
                <option value="">in percent of all accesses</option>
                <option value="own">in percent of its own</option>
              </select>
            </label>
            {chosen && (
              <button type="button" onClick={() => go({ curve: 'program' })}>
                The program alone
              </button>
            )}
            {chosen?.kind === 'object' && <Link to={{ view: 'objects', object: chosen.id }}>Object</Link>}
          </div>
          <DataTable
            label="Functions and objects"
            length={rows.length}
            columns={columnsOf(rows, marks, curves.program.accesses, narrow)}
            position={position}
            sort={sort}
            onSort={(key) => go({ sort: key })}
            onMove={(at, byKey) => go(choose(rows[at]), { replace: byKey })}
          />
        </>
      )}
    </>
  );
}
