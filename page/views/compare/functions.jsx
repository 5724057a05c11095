// SPDX-License-Identifier: GPL-3.0-or-later
//
// functions.jsx: what functions cost in both runs; those whose cost has changed most come first.
import { useMemo } from 'preact/hooks';
import { AFTER, BEFORE, sideOf } from '../../lib/compare.js';
import { count } from '../../lib/format.js';
import { baseName, fileName, functionName, inclusiveCosts, moduleName, selfCosts } from '../../lib/model.js';
import { matcher } from '../../lib/order.js';
import { lowerNames } from '../../lib/search.js';
import { Filter } from '../../ui/filter.jsx';
import { nameLeast, useNarrow } from '../../ui/narrow.js';
import { charactersIn, Name } from '../../ui/name.jsx';
import { DataTable } from '../../ui/table.jsx';
import { changeColumns, ColourKey } from './parts.jsx';

const VALUE = {
  before: (row) => row.before,
  after: (row) => row.after,
  change: (row) => Math.abs(row.after - row.before),
};

// The rows of the list in an order: "-change", "after" and so on; by name else.
function inOrder(model, rows, sort) {
  const value = VALUE[sort.replace('-', '')];
  const sign = sort.startsWith('-') ? -1 : 1;
  const compare = value
    ? (a, b) => sign * (value(a) - value(b)) || a.index - b.index
    : (a, b) => sign * (functionName(model, a.index) < functionName(model, b.index) ? -1 : 1);
  return rows.sort(compare);
}

export function rowsOf(model, event, inclusive) {
  const costs = inclusive ? inclusiveCosts : selfCosts;
  const [before, after] = [BEFORE, AFTER].map((n) => costs(sideOf(model, n), event));
  return Array.from(before, (value, index) => ({ index, before: value, after: after[index] }));
}

export function Functions({ model, state, go }) {
  const narrow = useNarrow();
  const sort = state.sort ?? '-change';
  const inclusive = state.of === 'inclusive';
  const rows = useMemo(() => {
    const all = rowsOf(model, state.event, inclusive).filter(({ before, after }) => before || after);
    const matches = matcher(state.filter ?? '');
    const names = lowerNames(model);
    return inOrder(model, matches ? all.filter(({ index }) => matches(names[index])) : all, sort);
  }, [model, state.event, inclusive, sort, state.filter]);
  const changed = rows.filter(({ before, after }) => before !== after).length;
  const rowAt = (i) => rows[i];
  const name = (i, width) => (
    <span class="function" title={moduleName(model, rows[i].index)}>
      <Name text={functionName(model, rows[i].index)} code length={charactersIn(width, narrow)} />
    </span>
  );
  const changes = changeColumns(rowAt, narrow, { sortable: true, length: rows.length });
  const columns = [
    { key: 'name', title: 'Function', width: 'rest', least: nameLeast(narrow, narrow ? 130 : 220, ...changes.map(({ width }) => width)), sortable: true, cell: name },
    ...changes,
    { key: 'file', title: 'File', width: 170, cell: (i) => <Name text={baseName(fileName(model, rows[i].index))} /> },
  ];
  return (
    <>
      <div class="tools">
        <Filter label="Filter functions" />
        <label>
          <input
            type="checkbox"
            checked={inclusive}
            onChange={(event) => go({ of: event.currentTarget.checked ? 'inclusive' : null })}
          />{' '}
          with what they call
        </label>
        <span class="status" role="status">
          {changed === 0 ? 'no function has changed' : `${count(changed)} of ${count(rows.length)} have changed`}
        </span>
      </div>
      <DataTable
        label="Functions of both runs"
        length={rows.length}
        columns={columns}
        sort={sort}
        onSort={(next) => go({ sort: next })}
        empty="No function has this event or name."
      />
      <ColourKey />
    </>
  );
}
