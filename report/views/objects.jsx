// SPDX-License-Identifier: GPL-3.0-or-later
//
// objects.jsx: memory objects: a table by every event, and of one object: where it was allocated, which code
// causes its costs, when it lived, and which of its bytes are used.
//
// State: object (id), sort, filter.
import { useMemo } from 'preact/hooks';
import { bytes, count } from '../lib/format.js';
import { baseName, once } from '../lib/model.js';
import { objectById, objectColumns, objectLabel } from '../lib/objects.js';
import { filtered, sorted } from '../lib/order.js';
import { Cost } from '../ui/cost.jsx';
import { Filter } from '../ui/filter.jsx';
import { Name } from '../ui/name.jsx';
import { costWidth, useNarrow } from '../ui/narrow.js';
import { DataTable } from '../ui/table.jsx';
import { ObjectDetail } from './objects/detail.jsx';

// Columns of events beside the main one that stand before kind and size, so that they are seen without scrolling.
const EARLY = 3;

const FACTS = {
  name: (model, object) => objectLabel(model, object.id).toLowerCase(),
  kind: (_, object) => object.kind,
  size: (_, object) => object.size_B,
  count: (_, object) => object.count,
  source: (_, object) => object.source ?? '',
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
    const value = column ? (i) => column.of(list[i].cost) : (i) => (FACTS[key] ?? FACTS.size)(model, list[i]);
    return sorted(list.length, { value, descending });
  });
}

function columnsOf(model, main, rows, narrow, alone) {
  const { list } = model.objects;
  const at = (position) => list[rows[position]];
  const events = objectColumns(model)
    .filter((column) => column !== main)
    .map((column) => ({
      key: column.key,
      title: column.title,
      long: column.long,
      width: 118,
      numeric: true,
      sortable: true,
      cell: (position) => count(column.of(at(position).cost)),
    }));
  const first = main && {
    key: main.key,
    title: main.title,
    long: main.long,
    width: costWidth(narrow),
    numeric: true,
    costs: true,
    sortable: true,
    cell: (position) => <Cost value={main.of(at(position).cost)} total={main.total} />,
  };
  return [
    {
      key: 'name',
      title: 'Object',
      width: 'rest',
      least: narrow ? 150 : alone ? 320 : 220,
      sortable: true,
      cell: (position) => <Name text={objectLabel(model, at(position).id)} length={80} />,
    },
    ...(first ? [first] : []),
    ...events.slice(0, EARLY),
    { key: 'kind', title: 'Kind', width: 84, sortable: true, cell: (position) => at(position).kind },
    {
      key: 'size',
      title: 'Size',
      long: 'Largest number of its bytes that were live at a time',
      width: 104,
      numeric: true,
      sortable: true,
      cell: (position) => bytes(at(position).size_B),
    },
    {
      key: 'count',
      title: 'Number',
      long: 'Number of allocations',
      width: 92,
      numeric: true,
      sortable: true,
      cell: (position) => count(at(position).count),
    },
    {
      key: 'source',
      title: 'From',
      long: 'Allocated or declared at',
      width: 170,
      sortable: true,
      cell: (position) => (at(position).source ? <Name text={baseName(at(position).source)} length={40} /> : ''),
    },
    ...events.slice(EARLY),
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
          columns={columnsOf(model, main, rows, narrow, !object)}
          position={position}
          sort={sort}
          onMove={(at, byKey) => go({ object: list[rows[at]].id }, { replace: byKey })}
          onSort={(key) => go({ sort: key })}
          empty={
            state.filter ? 'No object has this in its name, kind or source.' : 'The data file has no memory objects.'
          }
        />
        {object && <ObjectDetail key={state.object} object={object} main={main} />}
      </div>
    </>
  );
}
