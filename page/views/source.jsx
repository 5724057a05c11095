// SPDX-License-Identifier: GPL-3.0-or-later
//
// source.jsx: source files with the exclusive cost of each line. `file` and `line` in the address are what is
// shown; without them it is the file of the selected function, at its costliest line.
import { useMemo } from 'preact/hooks';
import { count, percent, plural, visible } from '../lib/format.js';
import { baseName, eventSum, fileName, functionName, once } from '../lib/model.js';
import { filesByCost, linesOf, placeOf, shownText, textWidth } from '../lib/source.js';
import { walksOf } from '../lib/walks.js';
import { Cost } from '../ui/cost.jsx';
import { EditorLink } from '../ui/editor-link.jsx';
import { FunctionLink } from '../ui/link.jsx';
import { Name } from '../ui/name.jsx';
import { costWidth, countWidth, lineWidth, SHARE_px, useNarrow } from '../ui/narrow.js';
import { OtherEvents } from '../ui/other-events.jsx';
import { DataTable } from '../ui/table.jsx';

function FileChooser({ model, state, go, source }) {
  const files = filesByCost(model, state.event);
  const total = eventSum(model, state.event);
  return (
    <label class="file">
      File{' '}
      <select
        value={source?.file ?? ''}
        onChange={(event) => go({ file: Number(event.currentTarget.value), line: null, function: null })}
      >
        {!source && <option value="">choose a file</option>}
        {files.map(({ file, cost }) => (
          <option key={file} value={file}>
            {percent(cost, total)} {visible(baseName(model.files[file]).slice(-200))}
          </option>
        ))}
      </select>
    </label>
  );
}

const CHARACTER_px = 8,
  MOST_px = 12_000,
  GAP = 3; // characters between a line and what is said of it
const NAME = 48,
  NAMES = 3; // functions that are named beside a line

// What is said beside a line: the functions that begin there, and how it walks.
const noteWidth = (model, row, walk) =>
  row.functions.slice(0, NAMES).reduce((sum, index) => sum + GAP + 2 + Math.min(NAME, functionName(model, index).length), 0) +
  (walk ? GAP + walk.length : 0);

// The column is as wide as the longest line with what is beside it: then all of it can be scrolled to.
const codeWidth = (model, source, lines, walks) =>
  once(source, 'width', () => {
    const most = lines.rows.reduce(
      (widest, row) => Math.max(widest, textWidth(source.text?.[row.line - 1]) + noteWidth(model, row, walks.get(row.line))),
      0,
    );
    return Math.min(MOST_px, Math.max(LEAST_px, 24 + CHARACTER_px * most));
  });

const LEAST_px = 240;

// Why there is nothing or little to see, and what helps.
function Hint({ model, state, source }) {
  if (source?.text) return null;
  if (source)
    return (
      <p class="hint">
        The text of this file is not shown: {visible(source.missing ?? 'it was not found')}. Lines with costs are shown alone.
      </p>
    );
  const name = state.function == null ? null : functionName(model, state.function);
  return (
    <p class="hint">
      {name === null ? (
        'The profile has no costs of source lines.'
      ) : (
        <>
          <Name text={name} length={80} /> has no costs of source lines
          {fileName(model, state.function) ? (
            <>
              {' '}
              in <Name text={fileName(model, state.function)} length={80} />
            </>
          ) : (
            ''
          )}
          .
        </>
      )}{' '}
      Compile with <code>-g</code> and profile with <code>--dump-line=yes</code>, the default, to see lines.
    </p>
  );
}

const LineNumber = ({ file, line }) => (
  <span class="soft">{line ? <EditorLink {...{ file, line }}>{line}</EditorLink> : '?'}</span>
);

// A line, and beside it which functions begin there, and how it walks through memory objects where it misses D1.
function Line({ source, row, heat, walk }) {
  const text = source.text?.[row.line - 1];
  if (row.left) return <span class="source-line soft">{`\u22ee ${plural(row.left, 'line')} far from any that has costs`}</span>;
  return (
    <span class="source-line" style={{ '--heat': heat.toFixed(3) }}>
      <code class="line">
        <bdi>{text == null ? '' : visible(shownText(text))}</bdi>
      </code>
      {row.functions.slice(0, NAMES).map((index) => (
        <FunctionLink key={index} index={index} view="functions" length={NAME} />
      ))}
      {walk && (
        <span class="walk">
          <Name text={walk} />
        </span>
      )}
    </span>
  );
}

// Exclusive costs: on narrow screens their percentages alone, as the text needs the room.
function costColumn(state, lines, costs, { narrow, total, most }) {
  const long = `${state.event}, exclusive cost`;
  const has = (at) => lines.rows[at].entries.length > 0;
  if (narrow)
    return {
      ...{ key: 'self', title: 'Self', long, width: SHARE_px, numeric: true },
      cell: (at) => has(at) && <span title={count(costs[at])}>{percent(costs[at], total)}</span>,
    };
  return {
    ...{ key: 'self', title: 'Self', long, width: costWidth(narrow, total), numeric: true, costs: true },
    cell: (at) => has(at) && <Cost value={costs[at]} total={total} scale={most} />,
  };
}

export function Source({ model, state, go }) {
  const narrow = useNarrow();
  const { source, line } = useMemo(
    () => placeOf(model, state),
    [model, state.event, state.file, state.line, state.function],
  );
  if (!source)
    return (
      <>
        <div class="tools">
          <FileChooser model={model} state={state} go={go} source={null} />
        </div>
        <Hint model={model} state={state} source={null} />
      </>
    );
  const lines = linesOf(model, source);
  const costs = lines.cost(state.event);
  const most = costs.reduce((a, b) => Math.max(a, b), 0);
  const total = eventSum(model, state.event);
  const others = state.columns ? model.events.filter(({ name }) => name !== state.event) : [];
  const walks = walksOf(model, model.files[source.file]);
  const columns = [
    {
      key: 'line',
      title: 'Line',
      width: lineWidth(narrow, lines.rows.at(-1)?.line ?? 0),
      numeric: true,
      cell: (at) => <LineNumber file={model.files[source.file]} line={lines.rows[at].line} />,
    },
    costColumn(state, lines, costs, { narrow, total, most }),
    ...others.map(({ name, long }) => ({
      key: name,
      title: name,
      long,
      width: countWidth(eventSum(model, name)),
      numeric: true,
      cell: (at) => (lines.rows[at].entries.length ? count(lines.cost(name)[at]) : null),
    })),
    {
      key: 'code',
      title: 'Source',
      width: 'rest',
      least: codeWidth(model, source, lines, walks),
      cell: (at) => {
        const row = lines.rows[at];
        const heat = most > 0 ? Math.max(0, costs[at]) / most : 0;
        return <Line {...{ source, row, heat }} walk={walks.get(row.line)} />;
      },
    },
  ];
  const costliest = () => go({ file: source.file, line: lines.rows[costs.indexOf(most)].line });
  return (
    <>
      <div class="tools">
        <FileChooser model={model} state={state} go={go} source={source} />
        <OtherEvents state={state} go={go} choices={['self']} />
        <button type="button" disabled={!(most > 0)} onClick={costliest}>
          Costliest line
        </button>
        <span class="status path">
          <Name text={model.files[source.file]} length={100} />
        </span>
      </div>
      <Hint model={model} state={state} source={source} />
      <DataTable
        label={`Lines of ${baseName(model.files[source.file])}`}
        length={lines.rows.length}
        columns={columns}
        position={line == null ? -1 : (lines.position.get(line) ?? -1)}
        row_px={24}
        centred
        onMove={(at, byKey) => go({ file: source.file, line: lines.rows[at].line }, { replace: byKey })}
      />
    </>
  );
}
