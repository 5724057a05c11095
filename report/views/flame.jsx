// SPDX-License-Identifier: GPL-3.0-or-later
//
// flame.jsx: the flame graph: each frame is as wide as its inclusive cost, callers above callees. The frame
// that is zoomed to is `node` in the address, what is searched for `mark`.
import { useCallback, useMemo, useState } from 'preact/hooks';
import { count, named, percent, short, visible } from '../lib/format.js';
import { baseName, colourLegend, functionName, moduleColour, moduleName } from '../lib/model.js';
import { lowerNames } from '../lib/search.js';
import { costOf, layout, nodeCount, OTHERS, outermost, pathTo, ROOT, treeOf } from '../lib/tree.js';
import { FlameCanvas } from '../ui/flame-canvas.jsx';
import { Link, Swatch } from '../ui/link.jsx';
import { Name } from '../ui/name.jsx';
import { Estimated } from '../ui/estimated.jsx';

const CHARACTERS = 300; // of a name that a frame may show

const nameOf = (model, tree, frame) =>
  frame.node === ROOT
    ? 'all'
    : frame.node === OTHERS
      ? `${frame.n} more`
      : functionName(model, tree.function[frame.node]);

// The node that a key leads to.
function neighbour(tree, node, key) {
  if (key === 'ArrowDown') return tree.children(node).find((each) => tree.inclusive[each] > 0);
  if (node === ROOT) return undefined;
  if (key === 'ArrowUp') return tree.parent[node];
  const siblings = tree.children(tree.parent[node]);
  const next = siblings[siblings.indexOf(node) + (key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : NaN)];
  return next !== undefined && tree.inclusive[next] > 0 ? next : undefined;
}

// What is said of a frame; its height never changes.
function About({ model, tree, event, frame }) {
  if (!frame)
    return (
      <div class="about soft">
        Point at a frame, or move with the arrow keys. Enter or a click zooms, Escape zooms out.
      </div>
    );
  if (frame.node === OTHERS)
    return <div class="about">{count(frame.n)} calls too narrow to be drawn; zoom in to see them.</div>;
  const cost = costOf(tree, frame.node),
    index = tree.function[frame.node];
  return (
    <div class="about">
      <span class="function">
        {frame.node === ROOT ? (
          'The program'
        ) : (
          <>
            <Swatch colour={moduleColour(model, model.functions.module[index])} />
            <Name text={functionName(model, index)} length={400} />
          </>
        )}
      </span>
      <span class="figures">
        <b>{percent(cost, tree.total)}</b> {count(cost)} {event} inclusive
        {frame.node !== ROOT && (
          <>
            {' '}
            · {count(tree.self[frame.node])} self ({percent(tree.self[frame.node], tree.total)})
          </>
        )}
        {frame.node !== ROOT && (
          <span class="soft">
            {' '}
            · <Name text={baseName(moduleName(model, index))} length={60} />
          </span>
        )}
      </span>
    </div>
  );
}

function Legend({ model }) {
  return (
    <ul class="legend" aria-label="Colours of modules">
      {colourLegend(model).map(({ colour, modules }) => (
        <li key={colour}>
          <Swatch colour={colour} />
          {modules.length === 1 ? (
            <Name text={baseName(model.modules[modules[0]])} length={30} />
          ) : (
            `${count(modules.length)} others`
          )}
        </li>
      ))}
    </ul>
  );
}

function useMarks(model, tree, text) {
  return useMemo(() => {
    const words = (text ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return { marked: null, cost: 0 };
    const names = lowerNames(model);
    const hit = Uint8Array.from(names, (name) => (words.every((word) => name.includes(word)) ? 1 : 0));
    return {
      marked: (node) => hit[tree.function[node]] === 1,
      cost: outermost(tree, (index) => hit[index] === 1).cost,
    };
  }, [model, tree, text]);
}

function Tools({ state, go, tree, marks, selected }) {
  return (
    <div class="tools">
      <input
        type="search"
        class="filter"
        aria-label="Highlight functions"
        placeholder="Highlight"
        value={state.mark ?? ''}
        spellcheck={false}
        onInput={(event) => go({ mark: event.currentTarget.value }, { replace: true })}
      />
      <button type="button" disabled={state.node == null} onClick={() => go({ node: null })}>
        Zoom out
      </button>
      <Link to={{ view: 'tree' }}>As a table</Link>
      <span class="status" role="status">
        {marks.marked ? `${percent(marks.cost, tree.total)} in highlighted functions and their callees` : selected}
      </span>
    </div>
  );
}

// What the selected function costs, wherever it is called.
function useSelected(model, tree, index) {
  return useMemo(() => {
    if (index == null || index >= model.functions.name.length) return '';
    const { nodes, cost } = outermost(tree, (each) => each === index);
    const places = `${count(nodes.length)} ${nodes.length === 1 ? 'place' : 'places'}`;
    return `selected function: ${percent(cost, tree.total)} in ${places}`;
  }, [tree, index]);
}

function useLook(tree, { marked, cursor, zoom, index }) {
  return useMemo(
    () => ({
      marked,
      cursor,
      above: pathTo(tree, zoom).length - 1,
      selected: index == null ? null : (node) => tree.function[node] === index,
    }),
    [tree, marked, cursor, zoom, index],
  );
}

// Where a key takes the cursor and the zoom, or null if it means nothing here.
function keyPressed(tree, key, { cursor, zoom }) {
  const at = cursor ?? zoom;
  if (key === 'Enter') return { cursor, zoom: at };
  if (key === 'Escape') return zoom === ROOT ? null : { cursor: zoom, zoom: tree.parent[zoom] };
  if (key === 'Home') return { cursor: ROOT, zoom };
  if (!key.startsWith('Arrow')) return null;
  return { cursor: cursor === null ? zoom : (neighbour(tree, at, key) ?? at), zoom };
}

function spokenOf(model, tree, node) {
  const cost = costOf(tree, node);
  return `${nameOf(model, tree, { node }).slice(0, 200)}, ${percent(cost, tree.total)}, ${short(cost)}`;
}

function Graph({ model, state, go, tree, marks }) {
  const zoom = state.node != null && state.node >= 0 && state.node < nodeCount(model) ? state.node : ROOT;
  const [width, setWidth] = useState(0);
  const [pointed, setPointed] = useState(null);
  const [cursor, setCursor] = useState(null);
  const rows = useMemo(() => layout(tree, { zoom, width: Math.max(1, width) }), [tree, zoom, width]);
  const describe = useCallback(
    (frame) => ({
      text: visible(named(nameOf(model, tree, frame)).slice(0, CHARACTERS)),
      colour: frame.node < 0 ? 0 : moduleColour(model, model.functions.module[tree.function[frame.node]]),
    }),
    [model, tree],
  );
  const look = useLook(tree, { marked: marks.marked, cursor, zoom, index: state.function });
  const zoomTo = (node) => go(node === ROOT ? { node: null } : { node, function: tree.function[node] });
  const pressed = (event) => {
    const next = keyPressed(tree, event.key, { cursor, zoom });
    if (!next) return;
    setCursor(next.cursor);
    setPointed(null);
    if (next.zoom !== zoom) zoomTo(next.zoom);
    event.preventDefault();
  };
  return (
    <>
      <About
        model={model}
        tree={tree}
        event={state.event}
        frame={pointed ?? (cursor === null ? null : { node: cursor })}
      />
      <FlameCanvas
        {...{ rows, describe, look }}
        onPoint={setPointed}
        onPick={({ node }) => node !== OTHERS && zoomTo(node)}
        onWidth={setWidth}
        tabIndex={0}
        role="application"
        aria-roledescription="flame graph"
        aria-label={`Flame graph of ${state.event}; arrow keys move, Enter zooms, Escape zooms out`}
        onKeyDown={pressed}
      />
      <div class="hidden" aria-live="polite">
        {cursor === null ? '' : spokenOf(model, tree, cursor)}
      </div>
    </>
  );
}

export function Flame({ model, state, go }) {
  const tree = treeOf(model, state.event);
  const marks = useMarks(model, tree, state.mark);
  const selected = useSelected(model, tree, state.function);
  if (nodeCount(model) === 0 || !(tree.total > 0))
    return <p class="empty">There is nothing of this event in the profile.</p>;
  return (
    <>
      <Tools state={state} go={go} tree={tree} marks={marks} selected={selected} />
      <Estimated model={model} />
      <Graph {...{ model, state, go, tree, marks }} />
      <Legend model={model} />
    </>
  );
}
