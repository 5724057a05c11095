// SPDX-License-Identifier: GPL-3.0-or-later
//
// objects.jsx: memory objects: a table by every event, and of one object: where it was allocated, which code
// causes its costs, when it lived, and which of its bytes are used.
//
// State: object (id), sort, filter.
import { useMemo } from 'preact/hooks';
import { bytes, count } from '../lib/format.js';
import { DATA_LEVELS } from '../lib/levels.js';
import { baseName, once } from '../lib/model.js';
import { objectById, objectColumns, objectLabel } from '../lib/objects.js';
import { filtered, sorted } from '../lib/order.js';
import { Cost } from '../ui/cost.jsx';
import { Failsafe } from '../ui/failsafe.jsx';
import { Filter } from '../ui/filter.jsx';
import { charactersIn, Name } from '../ui/name.jsx';
import { costWidth, countWidth, useNarrow } from '../ui/narrow.js';
import { DataTable } from '../ui/table.jsx';
import { ObjectDetail } from './objects/detail.jsx';

// Columns of events beside the main one that stand before kind and size, so that they are seen without scrolling: accesses, misses of
// each level, and what is unused.
const EARLY = new Set(['accesses', ...DATA_LEVELS.map((level) => `${level}m`), 'Unused1']);
const EVENT_px = { early: 108, late: 118 };

const FACTS = {
  name: (model, object) => objectLabel(model, object.id).toLowerCase(),
  kind: (_, object) => object.kind,
  size: (_, object) => object.size_B,
  count: (_, object) => object.count,
  born: (_, object) => object.born,
};

// The column that stands first: the chosen event if objects have it, else what costs most.
export function mainColumn(model, event) {
  const columns = objectColumns(model);
  return columns.find(({ key }) => key === event) ?? columns[0];
}

function orderOf(model, sort) {
  return once(model, `order of objects ${sort}`, () => {
    const descending = sort.startsWith('-');
    const key = descending ? sort.slice(1) : sort;
    const { list } = model.objects;
    const column = objectColumns(model).find((each) => each.key === key);
    const value = column ? (i) => column.of(list[i].cost) ?? -1 : (i) => (FACTS[key] ?? FACTS.size)(model, list[i]);
    return sorted(list.length, { value, descending });
  });
}

// Where an object was allocated or declared, if its name does not say it.
function placeOf(model, object) {
  const place = object.source ? baseName(object.source) : '';
  return objectLabel(model, object.id).includes(place) ? '' : place;
}

const GAP = 2; // characters between name and place
const SWATCH_px = 16; // objects have no colour

function ObjectName({ model, object, width, narrow }) {
  const label = objectLabel(model, object.id);
  const place = placeOf(model, object);
  const room = charactersIn(width + SWATCH_px, narrow);
  return (
    <span class="object-name">
      <Name text={label} label length={room} />
      {place && label.length + GAP + place.length <= room && <Name text={place} length={room} />}
    </span>
  );
}

// The columns of events, those that stand first narrower.
function eventColumns(model, at, main) {
  return objectColumns(model)
    .filter((column) => column !== main)
    .map((column) => ({
      key: column.key,
      title: column.title,
      long: column.long,
      width: EARLY.has(column.key) ? Math.max(EVENT_px.early, countWidth(column.total ?? 0)) : EVENT_px.late,
      numeric: true,
      sortable: true,
      cell: (position) => column.text(column.of(at(position).cost)),
    }));
}

// The column of names is as wide as they need, up to a part of the table.
const NAME_px = { least: 150, character: 7.9, space: 24 };
const NAME_PART = { wide: 0.28, narrow: 0.45 };

function nameWidth(model, table_px, narrow) {
  const longest = once(model, 'longest object', () =>
    model.objects.list.reduce(
      (most, each) => Math.max(most, objectLabel(model, each.id).length + GAP + placeOf(model, each).length),
      0,
    ),
  );
  return Math.round(Math.max(NAME_px.least, Math.min((narrow ? NAME_PART.narrow : NAME_PART.wide) * table_px, longest * NAME_px.character + NAME_px.space)));
}

function columnsOf(model, main, rows, narrow) {
  const { list } = model.objects;
  const at = (position) => list[rows[position]];
  const events = eventColumns(model, at, main);
  const first = main && {
    key: main.key,
    title: main.title,
    long: main.long,
    width: costWidth(narrow, main.total ?? undefined),
    numeric: true,
    costs: true,
    sortable: true,
    cell: (position) => <Cost value={main.of(at(position).cost)} total={main.total} />,
  };
  return [
    {
      key: 'name',
      title: 'Object',
      long: 'Its name, and where it was allocated or declared',
      width: 'rest',
      least: (table_px) => nameWidth(model, table_px, narrow),
      sortable: true,
      cell: (position, width) => <ObjectName {...{ model, width, narrow }} object={at(position)} />,
    },
    ...(first ? [first] : []),
    ...events.filter(({ key }) => EARLY.has(key)),
    { key: 'kind', title: 'Kind', width: 76, sortable: true, cell: (position) => at(position).kind },
    {
      key: 'size',
      title: 'Size',
      long: 'Largest number of its bytes that were live at a time',
      width: 92,
      numeric: true,
      sortable: true,
      cell: (position) => bytes(at(position).size_B),
    },
    {
      key: 'count',
      title: 'Number',
      long: 'Number of allocations',
      width: 90,
      numeric: true,
      sortable: true,
      cell: (position) => count(at(position).count),
    },
    ...events.filter(({ key }) => !EARLY.has(key)),
  ];
}

export function Objects({ model, state, go }) {
  const narrow = useNarrow();
  const main = mainColumn(model, state.event);
  const fallback = main ? `-${main.key}` : '-size';
  const keys = new Set([...Object.keys(FACTS), ...objectColumns(model).map((column) => column.key)]);
  const sort = state.sort && keys.has(state.sort.replace(/^-/, '')) ? state.sort : fallback;
  const names = () =>
    once(model, 'lower names of objects', () =>
      model.objects.list.map((object) =>
        `${objectLabel(model, object.id)} ${object.kind} ${object.source ?? ''}`.toLowerCase(),
      ),
    );
  const order = orderOf(model, sort);
  const rows = useMemo(() => filtered(order, names, state.filter ?? ''), [order, state.filter]);
  const { list } = model.objects;
  const position = useMemo(
    () => (state.object == null ? -1 : rows.findIndex((i) => list[i].id === state.object)),
    [rows, state.object],
  );
  // Until an object is selected, the table has the whole width.
  const object = state.object == null ? undefined : objectById(model, state.object);
  return (
    <>
      <div class="tools">
        <Filter label="Filter objects" />
        <span class="status" role="status">
          {count(rows.length)} of {count(list.length)} objects
          {!object && rows.length > 0 && '; select one to see where it comes from and which code uses it'}
        </span>
      </div>
      <div class={object ? 'split' : 'split alone'}>
        <DataTable
          label="Objects"
          length={rows.length}
          columns={columnsOf(model, main, rows, narrow)}
          position={position}
          sort={sort}
          onMove={(at, byKey) => go({ object: list[rows[at]].id }, { replace: byKey })}
          onSort={(key) => go({ sort: key })}
          empty={
            state.filter ? 'No object has this in its name, kind or source.' : 'The data file has no memory objects.'
          }
        />
        {object && (
          <Failsafe part="Selected object">
            <ObjectDetail key={state.object} object={object} main={main} />
          </Failsafe>
        )}
      </div>
    </>
  );
}
