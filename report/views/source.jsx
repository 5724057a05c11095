// SPDX-License-Identifier: GPL-3.0-or-later
//
// source.jsx: source files with the exclusive cost of each line. `file` and `line` in the address are what is
// shown; without them it is the file of the selected function, at its costliest line.
import { useMemo } from 'preact/hooks';
import { count, percent, visible } from '../lib/format.js';
import { baseName, eventSum, fileName, functionName, once } from '../lib/model.js';
import { filesByCost, linesOf, placeOf } from '../lib/source.js';
import { walksOf } from '../lib/walks.js';
import { Cost } from '../ui/cost.jsx';
import { EditorLink } from '../ui/editor-link.jsx';
import { FunctionLink } from '../ui/link.jsx';
import { charactersIn, Name } from '../ui/name.jsx';
import { costWidth, countWidth, useNarrow } from '../ui/narrow.js';
import { OtherEvents } from '../ui/other-events.jsx';
import { DataTable } from '../ui/table.jsx';

const SHOWN_CHARACTERS = 1000; // of a line; those of generated code have millions

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
  MOST_px = 8000;

// The column is as wide as the longest line: then all of it can be scrolled to.
const codeWidth = (source) =>
  once(source, 'width', () =>
    Math.min(
      MOST_px,
      Math.max(
        320,
        24 +
          CHARACTER_px *
            (source.text ?? []).reduce(
              (most, line) => Math.max(most, line.length + 7 * (line.split('\t').length - 1)),
              0,
            ),
      ),
    ),
  );

// Why there is nothing or little to see, and what helps.
function Hint({ model, state, source }) {
  if (source?.text) return null;
  if (source)
    return (
      <p class="hint">
        The text of this file was not found when the report was written; lines with costs are shown alone.
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

function RowFunctions({ row, width }) {
  return row.functions
    .slice(0, 3)
    .map((index) => <FunctionLink key={index} index={index} view="functions" length={charactersIn(width)} />);
}

const LineNumber = ({ file, line }) => (
  <span class="soft">{line ? <EditorLink {...{ file, line }}>{line}</EditorLink> : '?'}</span>
);

const walkColumn = (lines, walks) => ({
  key: 'walk',
  title: 'Walk',
  long: 'How the line walks through memory objects where it misses D1',
  width: 260,
  cell: (at, width) => {
    const walk = walks.get(lines.rows[at].line);
    return walk && <Name text={walk} length={charactersIn(width)} />;
  },
});

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
      width: 64,
      numeric: true,
      cell: (at) => <LineNumber file={model.files[source.file]} line={lines.rows[at].line} />,
    },
    {
      key: 'self',
      title: 'Self',
      long: `${state.event}, exclusive cost`,
      width: costWidth(narrow, total),
      numeric: true,
      costs: true,
      cell: (at) => (lines.rows[at].entries.length ? <Cost value={costs[at]} total={total} scale={most} /> : null),
    },
    ...others.map(({ name, long }) => ({
      key: name,
      title: name,
      long,
      width: countWidth(eventSum(model, name)),
      numeric: true,
      cell: (at) => (lines.rows[at].entries.length ? count(lines.cost(name)[at]) : null),
    })),
    {
      key: 'function',
      title: 'Function',
      width: narrow ? 130 : 220,
      cell: (at, width) => <RowFunctions row={lines.rows[at]} width={width} />,
    },
    ...(walks.size && !narrow ? [walkColumn(lines, walks)] : []),
    {
      key: 'code',
      title: 'Source',
      width: 'rest',
      least: codeWidth(source),
      cell: (at) => {
        const text = source.text?.[lines.rows[at].line - 1];
        const heat = most > 0 ? Math.max(0, costs[at]) / most : 0;
        return (
          <code class="line" style={{ '--heat': heat.toFixed(3) }}>
            <bdi>{text == null ? '' : visible(text.slice(0, SHOWN_CHARACTERS).replace(/\t/g, '        '))}</bdi>
          </code>
        );
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
