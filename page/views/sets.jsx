// SPDX-License-Identifier: GPL-3.0-or-later
//
// sets.jsx: the misses of each set of a cache, by class. Misses that gather in few sets are conflicts.
//
// State: level (D1, L2, L3, LL), class (of misses; absent: all), set, sort.
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { sized, text } from '../figures/canvas.js';
import { mix } from '../figures/palette.js';
import { alarm, CLASSES, even, fewest, gridOf, setsOf, shownSets, usualMost } from '../figures/sets.js';
import { count, percent, short } from '../lib/format.js';
import { sorted } from '../lib/order.js';
import { Cost } from '../ui/cost.jsx';
import { Failsafe } from '../ui/failsafe.jsx';
import { costWidth, useNarrow } from '../ui/narrow.js';
import { SaveAs } from '../ui/save.jsx';
import { DataTable } from '../ui/table.jsx';
import { useColours, usePixels, useWidth } from '../ui/theme.js';

const LEFT_px = 44;
const SHADES = 5;

// Blue for what an even spread gives, orange to red for what is beyond.
function shade(value, usual, colours) {
  if (!(value > 0)) return null;
  if (value > usual) return mix(colours.levels.LL, colours.levels.memory, alarm(value, usual));
  return mix(colours.background, colours.levels.L2, 0.2 + (0.6 * value) / usual);
}

function drawMap(ctx, grid, values, usual, chosen, colours) {
  const edge = grid.side >= 5 ? 1 : 0;
  for (let set = 0; set < values.length; set++) {
    const x = LEFT_px + (set % grid.columns) * grid.side;
    const y = Math.floor(set / grid.columns) * grid.side;
    ctx.fillStyle = shade(values[set], usual, colours) ?? colours.faint;
    ctx.fillRect(x, y, grid.side - edge, grid.side - edge);
  }
  for (let row = 0; row < grid.rows; row += Math.max(1, Math.ceil(16 / grid.side))) {
    text(ctx, String(row * grid.columns), LEFT_px - 6, row * grid.side + Math.max(grid.side, 10) / 2, {
      colour: colours.muted,
      align: 'right',
      size: 10,
    });
  }
  if (chosen < 0 || chosen >= values.length) return;
  ctx.strokeStyle = colours.select;
  ctx.lineWidth = 2;
  ctx.strokeRect(
    LEFT_px + (chosen % grid.columns) * grid.side - 1,
    Math.floor(chosen / grid.columns) * grid.side - 1,
    grid.side + 1,
    grid.side + 1,
  );
}

function Legend({ most, usual, colours }) {
  if (!(most > 0)) return null;
  const steps = [
    ...new Set(Array.from({ length: SHADES }, (_, i) => Math.max(1, Math.round((most * i) / (SHADES - 1))))),
  ];
  return (
    <ul class="legend set-legend" aria-label="Colours by misses of a set">
      <li>
        <span class="shade" style={{ background: colours.faint }} />
        none
      </li>
      {steps.map((value) => (
        <li key={value}>
          <span class="shade" style={{ background: shade(value, usual, colours) }} />
          {short(value)}
        </li>
      ))}
      {most > usual && <li class="soft">orange and red: more than {short(usual)}, far more than an even spread gives</li>}
    </ul>
  );
}

function keyed(event, set, grid, n) {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -grid.columns, ArrowDown: grid.columns }[event.key];
  if (event.key === 'Home') return 0;
  if (event.key === 'End') return n - 1;
  if (step === undefined) return null;
  return set < 0 ? 0 : Math.max(0, Math.min(n - 1, set + step));
}

function describe(map, set) {
  const each = map.all.find((one) => one.set === set);
  if (!each) return `Set ${count(set)}: no misses${map.complete ? '' : ', or fewer than those listed'}`;
  const parts = CLASSES.map((name, c) => (each.misses[c] > 0 ? `${count(each.misses[c])} ${name}` : ''))
    .filter(Boolean)
    .join(', ');
  return `Set ${count(set)}: ${count(each.sum)} misses (${parts})`;
}

function Map2d({ map, values, level, chosen, onChoose }) {
  const frame = useRef(null),
    canvas = useRef(null);
  const [pointed, setPointed] = useState(-1);
  const width = useWidth(frame, 800),
    colours = useColours(),
    pixels = usePixels();
  const grid = useMemo(() => gridOf(map.n, width - LEFT_px - 4), [map.n, width]);
  const most = useMemo(() => values.reduce((a, b) => Math.max(a, b), 0), [values]);
  const usual = useMemo(() => usualMost(map, values), [map, values]);
  useLayoutEffect(() => {
    drawMap(sized(canvas.current, width, grid.rows * grid.side + 2), grid, values, usual, chosen, colours);
  }, [grid, values, usual, chosen, colours, pixels, width]);
  const setAt = (event) => {
    const box = canvas.current.getBoundingClientRect();
    const [i, j] = [
      Math.floor((event.clientX - box.left - LEFT_px) / grid.side),
      Math.floor((event.clientY - box.top) / grid.side),
    ];
    const set = j * grid.columns + i;
    return i >= 0 && i < grid.columns && j >= 0 && set < map.n ? set : -1;
  };
  const drawn = () => {
    const size = { width, height: grid.rows * grid.side + 2 };
    return { ...size, draw: (ctx) => drawMap(ctx, grid, values, usual, chosen, colours) };
  };
  const spoken = pointed >= 0 ? pointed : chosen;
  return (
    <div class="set-map" ref={frame}>
      <canvas
        ref={canvas}
        tabIndex={0}
        role="application"
        aria-label={`Map of the ${count(map.n)} sets of ${level}; arrows move from set to set; the table has the same figures`}
        onPointerMove={(event) => setPointed(setAt(event))}
        onPointerLeave={() => setPointed(-1)}
        onClick={(event) => setAt(event) >= 0 && onChoose(setAt(event))}
        onKeyDown={(event) => {
          const next = keyed(event, chosen, grid, map.n);
          if (next !== null) {
            onChoose(next, true);
            event.preventDefault();
          }
        }}
      />
      <div class="figure-head">
        <Legend {...{ most, usual, colours }} />
        <SaveAs figure={`sets-of-${level}`} source={drawn} />
      </div>
      <p role="status">
        {spoken >= 0
          ? describe(map, spoken)
          : `Each square is a set, ${count(grid.columns)} in a row; point at one to see its misses.`}
      </p>
    </div>
  );
}

function columnsOf(map, rows, narrow) {
  const at = (position) => map.all[rows[position]];
  const total = map.total.reduce((a, b) => a + b, 0);
  const classes = CLASSES.map((name, c) => ({ name, c })).filter(({ c }) => c < 3 || map.total[c] > 0);
  return [
    { key: 'set', title: 'Set', width: 96, numeric: true, sortable: true, cell: (position) => count(at(position).set) },
    {
      key: 'sum',
      title: 'Misses',
      width: costWidth(narrow, total),
      numeric: true,
      costs: true,
      sortable: true,
      cell: (position) => <Cost value={at(position).sum} total={total} />,
    },
    ...classes.map(({ name, c }) => ({
      key: name,
      title: `${name[0].toUpperCase()}${name.slice(1)}`,
      width: 130,
      numeric: true,
      sortable: true,
      cell: (position) => count(at(position).misses[c]),
    })),
    { key: 'rest', title: '', width: 'rest', least: 0, cell: () => '' },
  ];
}

function Words({ map, values, level, which }) {
  const sum = values.reduce((a, b) => a + b, 0);
  if (!(sum > 0))
    return (
      <p>
        No set of {level} has {which ?? ''} misses.
      </p>
    );
  const few = fewest(values, 0.9);
  const misses = `${which ? `${which} ` : ''}misses${map.complete ? '' : ' listed'}`;
  const conflict = map.total[2];
  const total = map.total.reduce((a, b) => a + b, 0);
  return (
    <p>
      {even(values)
        ? `The ${misses} of ${level} are evenly spread over all sets, which are within 10 % of each other.`
        : `${count(few)} of ${count(map.n)} sets (${percent(few, map.n)}) have nine tenths of the ${misses} of ${level}.`}{' '}
      Of all {map.complete ? '' : 'listed '}misses,{' '}
      {percent(conflict, total)} are conflicts.{' '}
      {few * 4 <= map.n && conflict * 10 >= total
        ? 'Misses that gather in few sets are the mark of conflicts: pad arrays, or move them against each other.'
        : ''}
      {map.complete ? '' : ` The file has the ${count(map.all.length)} sets with most misses.`}
    </p>
  );
}

export function Sets({ model, state, go }) {
  const narrow = useNarrow();
  const levels = Object.keys(model.sets.n_sets).filter((level) => model.sets[level]);
  const level = levels.includes(state.level) ? state.level : levels[0];
  const which = CLASSES.includes(state.class) ? state.class : undefined;
  const map = useMemo(() => setsOf(model.sets, level), [model, level]);
  const values = useMemo(() => shownSets(map, which), [map, which]);
  const chosen = /^\d+$/.test(state.set ?? '') ? Number(state.set) : -1;
  const keys = ['set', 'sum', ...CLASSES];
  const sort = keys.includes(state.sort?.replace(/^-/, '')) ? state.sort : '-sum';
  const rows = useMemo(() => {
    const key = sort.replace(/^-/, '');
    const value = (i) =>
      key === 'set' ? map.all[i].set : key === 'sum' ? map.all[i].sum : map.all[i].misses[CLASSES.indexOf(key)];
    return sorted(map.all.length, { value, descending: sort.startsWith('-') });
  }, [map, sort]);
  const position = rows.findIndex((i) => map.all[i].set === chosen);
  const choices = CLASSES.filter((_, c) => c < 3 || map.total[c] > 0);
  return (
    <>
      <div class="tools">
        <span class="tabs" role="group" aria-label="Cache">
          {levels.map((each) => (
            <button
              type="button"
              key={each}
              aria-pressed={each === level}
              onClick={() => go({ level: each, set: null })}
            >
              {each}
            </button>
          ))}
        </span>
        <label>
          Misses{' '}
          <select value={which ?? ''} onChange={(event) => go({ class: event.currentTarget.value || null })}>
            <option value="">of all classes</option>
            {choices.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Words map={map} values={values} level={level} which={which} />
      <Failsafe part="Map of the sets">
        <Map2d
          map={map}
          values={values}
          level={level}
          chosen={chosen}
          onChoose={(set, byKey) => go({ set: String(set) }, { replace: Boolean(byKey) })}
        />
      </Failsafe>
      <DataTable
        label={`Sets of ${level}`}
        length={rows.length}
        columns={columnsOf(map, rows, narrow)}
        position={position}
        sort={sort}
        onSort={(key) => go({ sort: key })}
        onMove={(at, byKey) => go({ set: String(map.all[rows[at]].set) }, { replace: byKey })}
        empty="No set has a miss."
      />
    </>
  );
}
