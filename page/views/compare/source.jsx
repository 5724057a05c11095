// SPDX-License-Identifier: GPL-3.0-or-later
//
// source.jsx: a source of both runs, line by line as "diff" has it, with what each line cost before and costs now.
import { useMemo } from 'preact/hooks';
import { AFTER, BEFORE, changePercent, sideOf } from '../../lib/compare.js';
import { changeColour, relative } from '../../figures/change.js';
import { count, plural, visible } from '../../lib/format.js';
import { baseName, column, once } from '../../lib/model.js';
import { shownText, textWidth, together } from '../../lib/source.js';
import { EditorLink } from '../../ui/editor-link.jsx';
import { lineWidth, useNarrow } from '../../ui/narrow.js';
import { DataTable } from '../../ui/table.jsx';
import { useColours } from '../../ui/theme.js';
import { changeColumns, ChangeShare, ColourKey } from './parts.jsx';

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
  const rows = source.text.map((text, i) => ({
    text,
    numbers: [source.line[0][i], source.line[1][i]],
    before: source.line[0][i] && !source.unknown ? before[i] : null,
    after: source.line[1][i] ? after[i] : null,
  }));
  return together(rows, (row) => row.text === null && !row.before && !row.after);
}

const CHARACTER_px = 8,
  LEAST_px = 240,
  MOST_px = 12_000;

// As wide as the longest line: then all of it can be scrolled to.
const codeWidth = (source) =>
  once(source, 'width', () =>
    Math.min(MOST_px, source.text.reduce((most, text) => Math.max(most, 48 + CHARACTER_px * textWidth(text)), LEAST_px)),
  );

// On narrow screens, where the text needs the room.
const shareColumn = (cost) => ({
  ...{ key: 'change', title: 'Change', width: 106, numeric: true },
  cell: (i) => {
    const { before, after } = cost(i);
    return before == null || after == null || before === after ? '' : <ChangeShare {...{ before, after }} />;
  },
});

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
  if (row.left) return <span class="source-line soft">{`\u22ee ${plural(row.left, 'line')} far from any that has costs`}</span>;
  return (
    <code class={`line ${mark === '+' ? 'added' : mark === ' ' ? '' : 'removed'}`} style={style}>
      {`${mark} ${visible(shownText(row.text ?? '\u2026'))}`}
    </code>
  );
}

// The sources that have no text, and what helps.
function LeftOut({ model }) {
  const others = model.left_out ?? [];
  if (others.length === 0) return null;
  return (
    <details>
      <summary>{others.length === 1 ? 'One source is not shown' : `${count(others.length)} sources are not shown`}</summary>
      <ul>
        {others.map(({ file, missing }) => (
          <li key={file}>{`${visible(model.files[file])}: ${visible(missing)}`}</li>
        ))}
      </ul>
    </details>
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
  if (!chosen)
    return (
      <>
        <p class="empty">No source was found. -I names directories to look in.</p>
        <LeftOut model={model} />
      </>
    );
  const cost = (i) => {
    const { before, after } = figures(rows[i]);
    return before || after ? { before, after } : { before: null, after: null };
  };
  const costs = narrow ? [shareColumn(cost)] : changeColumns(cost, narrow, { length: rows.length });
  const widest = (which) => lineWidth(narrow, rows.reduce((most, { numbers }) => Math.max(most, numbers[which] ?? 0), 0));
  const was = { key: 'was', title: 'was', width: widest(0), numeric: true, cell: (i) => (chosen.source.unknown ? '' : rows[i].numbers[0] || '') };
  const number = (line) => (line ? <EditorLink file={model.files[chosen.source.file]} line={line}>{line}</EditorLink> : '');
  const columns = [
    ...(narrow ? [] : [was]),
    { key: 'is', title: 'Line', width: widest(1), numeric: true, cell: (i) => number(rows[i].numbers[1]) },
    ...costs,
    { key: 'text', title: 'Source', width: 'rest', least: codeWidth(chosen.source), cell: (i) => <Line row={rows[i]} /> },
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
      <LeftOut model={model} />
    </>
  );
}
