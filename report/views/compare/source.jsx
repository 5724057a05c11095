// SPDX-License-Identifier: GPL-3.0-or-later
//
// source.jsx: a source of both runs, line by line as "diff" has it, with what each line cost before and costs now.
import { useMemo } from 'preact/hooks';
import { AFTER, BEFORE, changePercent, sideOf } from '../../lib/compare.js';
import { changeColour, relative } from '../../figures/change.js';
import { count, visible } from '../../lib/format.js';
import { baseName, column } from '../../lib/model.js';
import { EditorLink } from '../../ui/editor-link.jsx';
import { useNarrow } from '../../ui/narrow.js';
import { DataTable } from '../../ui/table.jsx';
import { useColours } from '../../ui/theme.js';
import { changeColumns, ColourKey } from './parts.jsx';

const ROW_px = 24;

// What all lines of a source cost, also those that are left out: [before, after].
const sumsOf = (model, source, event) =>
  [BEFORE, AFTER].map((n) => {
    const costs = Object.fromEntries(Object.entries(source.sum[n]).map(([name, value]) => [name, [value]]));
    return column(sideOf(model, n), costs, event, 1)[0] ?? 0;
  });

// The sources, those that have changed most first: [{ source, before, after }].
function sourcesByChange(model, event) {
  return model.sources
    .map((source) => {
      const [before, after] = sumsOf(model, source, event);
      return { source, before, after };
    })
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before) || b.after - a.after);
}

function linesOf(model, source, event) {
  const length = source.text.length;
  const [before, after] = [BEFORE, AFTER].map((n) => column(sideOf(model, n), source.self[n], event, length));
  return source.text.map((text, i) => ({
    text,
    numbers: [source.line[0][i], source.line[1][i]],
    before: source.line[0][i] && !source.unknown ? before[i] : null,
    after: source.line[1][i] ? after[i] : null,
  }));
}

// Of a line that one text alone has, the other has no cost.
const figures = ({ before, after, numbers }) => ({
  before: before ?? (numbers[0] ? null : 0),
  after: after ?? (numbers[1] ? null : 0),
});

function Line({ row }) {
  const colours = useColours();
  const mark = row.numbers[0] === 0 ? '+' : row.numbers[1] === 0 ? '\u2212' : ' ';
  const { before, after } = figures(row);
  const change = before === null ? 0 : relative(before, after);
  const style = change ? { borderLeftColor: changeColour(colours, change).fill } : {};
  return (
    <code class={`line ${mark === '+' ? 'added' : mark === ' ' ? '' : 'removed'}`} style={style}>
      {`${mark} ${visible(row.text ?? '\u2026')}`}
    </code>
  );
}

export function Source({ model, state, go }) {
  const narrow = useNarrow();
  const sources = useMemo(() => sourcesByChange(model, state.event), [model, state.event]);
  const chosen = sources.find(({ source }) => source.file === state.file) ?? sources[0];
  const rows = useMemo(() => (chosen ? linesOf(model, chosen.source, state.event) : []), [model, chosen?.source, state.event]);
  const costliest = useMemo(() => {
    let best = -1;
    const size = (i) => Math.abs((figures(rows[i]).after ?? 0) - (figures(rows[i]).before ?? 0));
    rows.forEach((_, i) => {
      if (size(i) > 0 && (best < 0 || size(i) > size(best))) best = i;
    });
    return best;
  }, [rows]);
  if (!chosen) return <p class="empty">No source was found. -I names directories to look in.</p>;
  const cost = (i) => {
    const { before, after } = figures(rows[i]);
    return before || after ? { before, after } : { before: null, after: null };
  };
  const costs = changeColumns(cost, narrow).filter(({ key }) => !narrow || key === 'change');
  const was = { key: 'was', title: 'was', width: 56, numeric: true, cell: (i) => (chosen.source.unknown ? '' : rows[i].numbers[0] || '') };
  const number = (line) => (line ? <EditorLink file={model.files[chosen.source.file]} line={line}>{line}</EditorLink> : '');
  const columns = [
    ...costs,
    ...(narrow ? [] : [was]),
    { key: 'is', title: 'Line', width: 56, numeric: true, cell: (i) => number(rows[i].numbers[1]) },
    { key: 'text', title: 'Source', width: 'rest', least: 420, cell: (i) => <Line row={rows[i]} /> },
  ];
  return (
    <>
      <div class="tools">
        <label class="file">
          File{' '}
          <select value={chosen.source.file} onChange={(event) => go({ file: Number(event.currentTarget.value) })}>
            {sources.map(({ source, before, after }) => (
              <option key={source.file} value={source.file}>
                {`${visible(baseName(model.files[source.file])).slice(0, 80)} (${changePercent(before, after)})`}
              </option>
            ))}
          </select>
        </label>
        <span class="path" title={visible(model.files[chosen.source.file])}>
          {`${count(chosen.before)} before, ${count(chosen.after)} after`}
        </span>
      </div>
      {chosen.source.missing && <p class="estimated">{chosen.source.missing}</p>}
      <DataTable
        label="Lines of both sources"
        length={rows.length}
        columns={columns}
        row_px={ROW_px}
        position={costliest}
        centred
      />
      <ColourKey />
    </>
  );
}
