// SPDX-License-Identifier: GPL-3.0-or-later
//
// objects.jsx: memory objects of both runs, those that have changed most first.
import { useMemo } from 'preact/hooks';
import { AFTER, BEFORE, objectCosts, objectMetric } from '../../lib/compare.js';
import { bytes, count } from '../../lib/format.js';
import { nameLeast, useNarrow } from '../../ui/narrow.js';
import { charactersIn, Name } from '../../ui/name.jsx';
import { DataTable } from '../../ui/table.jsx';
import { changeColumns, ColourKey } from './parts.jsx';

// Sizes before and after; one if they are equal.
function Sizes({ sizes: [before, after] }) {
  const text = (size) => (size == null ? '\u2013' : bytes(size));
  return before === after ? text(after) : `${text(before)} \u2192 ${text(after)}`;
}

export function objectRows(model, event) {
  const [before, after] = objectCosts(model, event);
  return model.objects.list
    .map((object, index) => ({ object, index, before: before[index], after: after[index] }))
    .filter((row) => row.before || row.after)
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before) || b.after - a.after || a.index - b.index);
}

export function Objects({ model, state }) {
  const narrow = useNarrow();
  const rows = useMemo(() => objectRows(model, state.event), [model, state.event]);
  const state_ = ({ id }) => (id[BEFORE] == null ? 'new' : id[AFTER] == null ? 'gone' : '');
  const numbers = ({ n: [before, after] }) =>
    Math.max(before, after) < 2 ? '' : `\u00d7 ${before === after || !after ? count(before) : `${count(before)} \u2192 ${count(after)}`}`;
  const name = (i, width) => (
    <span title={rows[i].object.source ?? undefined}>
      <Name text={rows[i].object.label} label length={charactersIn(width - 40, narrow)} />{' '}
      <span class="soft">
        {numbers(rows[i].object)} {state_(rows[i].object)}
      </span>
    </span>
  );
  const changed = rows.filter(({ before, after }) => before !== after).length;
  const changes = changeColumns((i) => rows[i], narrow, { length: rows.length });
  const columns = [
    { key: 'name', title: 'Object', width: 'rest', least: nameLeast(narrow, narrow ? 130 : 220, ...changes.map(({ width }) => width)), cell: name },
    ...changes,
    { key: 'size', title: 'Size', width: 170, numeric: true, cell: (i) => <Sizes sizes={rows[i].object.size_B} /> },
  ];
  return (
    <>
      <div class="tools">
        <span>Costs: {objectMetric(model, state.event)}</span>
        <span class="status" role="status">
          {changed === 0 ? 'no object has changed' : `${count(changed)} of ${count(rows.length)} have changed`}
        </span>
      </div>
      <DataTable label="Memory objects of both runs" length={rows.length} columns={columns} empty="No object has costs." />
      <ColourKey />
    </>
  );
}
