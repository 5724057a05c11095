// SPDX-License-Identifier: GPL-3.0-or-later
//
// flame.jsx: the flame graph of both runs: colours say how much of itself a frame has lost or won; widths are the costs
// before, after, or of both runs together (`widths` in the address), so that what is gone is to be seen, too.
import { useCallback, useMemo, useState } from 'preact/hooks';
import { changeColour, relative } from '../../figures/change.js';
import { AFTER, BEFORE, changePercent, sideOf, signed, treeOfBoth } from '../../lib/compare.js';
import { count, named, visible } from '../../lib/format.js';
import { baseName, functionName, moduleName } from '../../lib/model.js';
import { costOf, layout, OTHERS, pathTo, ROOT, treeOf } from '../../lib/tree.js';
import { FlameCanvas } from '../../ui/flame-canvas.jsx';
import { Name } from '../../ui/name.jsx';
import { useColours } from '../../ui/theme.js';
import { ColourKey } from './parts.jsx';

const CHARACTERS = 300; // of a name that a frame may show
const WIDTHS = [
  ['both', 'both runs'],
  ['before', 'before'],
  ['after', 'after'],
];

function textOf(model, tree, { node, n }) {
  if (node === ROOT) return 'all';
  return node === OTHERS ? `${n} more` : functionName(model, tree.function[node]);
}

function figuresOf(trees, node) {
  const [before, after] = trees.map((tree) => costOf(tree, node));
  return { before, after, text: `${count(before)} before, ${count(after)} after: ${signed(after - before)} (${changePercent(before, after)})` };
}

function About({ model, trees, frame }) {
  if (!frame) return <div class="about soft">Point at a frame, or move with the arrow keys. Enter or a click zooms, Escape zooms out.</div>;
  if (frame.node === OTHERS) return <div class="about">{count(frame.n)} calls too narrow to be drawn; zoom in to see them.</div>;
  const index = trees[AFTER].function[frame.node];
  return (
    <div class="about">
      <span class="function">
        {frame.node === ROOT ? 'The program' : <Name text={functionName(model, index)} code length={120} />}
      </span>
      <span class="figures">
        {figuresOf(trees, frame.node).text}
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

// The node that a key leads to.
function neighbour(tree, node, key) {
  if (key === 'ArrowDown') return tree.children(node).find((each) => tree.inclusive[each] > 0);
  if (node === ROOT) return undefined;
  if (key === 'ArrowUp') return tree.parent[node];
  const siblings = tree.children(tree.parent[node]);
  const next = siblings[siblings.indexOf(node) + (key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : NaN)];
  return next !== undefined && tree.inclusive[next] > 0 ? next : undefined;
}

function Graph({ model, state, go, tree, trees }) {
  const colours = useColours();
  const zoom = state.node >= 0 && state.node < tree.parent.length ? state.node : ROOT;
  const [width, setWidth] = useState(0);
  const [pointed, setPointed] = useState(null);
  const [cursor, setCursor] = useState(null);
  const rows = useMemo(() => layout(tree, { zoom, width: Math.max(1, width) }), [tree, zoom, width]);
  const look = useMemo(() => ({ marked: null, cursor, above: pathTo(tree, zoom).length - 1, selected: null }), [tree, cursor, zoom]);
  const describe = useCallback(
    (frame) => ({
      text: visible(named(textOf(model, tree, frame)).slice(0, CHARACTERS)),
      ...(frame.node === OTHERS ? {} : changeColour(colours, relative(...trees.map((each) => costOf(each, frame.node))))),
    }),
    [model, tree, trees, colours],
  );
  const zoomTo = (node) => go({ node: node === ROOT ? null : node });
  const pressed = (event) => {
    if (event.key === 'Enter') zoomTo(cursor ?? zoom);
    else if (event.key === 'Escape' && zoom !== ROOT) zoomTo(tree.parent[zoom]);
    else if (event.key.startsWith('Arrow')) setCursor(cursor === null ? zoom : (neighbour(tree, cursor, event.key) ?? cursor));
    else return;
    setPointed(null);
    event.preventDefault();
  };
  return (
    <>
      <About {...{ model, trees }} frame={pointed ?? (cursor === null ? null : { node: cursor })} />
      <FlameCanvas
        {...{ rows, describe, look }}
        onPoint={setPointed}
        onPick={({ node }) => node !== OTHERS && zoomTo(node)}
        onWidth={setWidth}
        tabIndex={0}
        role="application"
        aria-roledescription="flame graph"
        aria-label={`Flame graph of ${state.event} in both runs; arrow keys move, Enter zooms, Escape zooms out`}
        onKeyDown={pressed}
      />
      <div class="hidden" aria-live="polite">
        {cursor === null ? '' : `${textOf(model, tree, { node: cursor }).slice(0, 200)}, ${figuresOf(trees, cursor).text}`}
      </div>
    </>
  );
}

export function Flame({ model, state, go }) {
  const trees = useMemo(() => [BEFORE, AFTER].map((n) => treeOf(sideOf(model, n), state.event)), [model, state.event]);
  const widths = WIDTHS.some(([name]) => name === state.widths) ? state.widths : 'both';
  const tree = widths === 'both' ? treeOfBoth(model, state.event) : trees[widths === 'before' ? BEFORE : AFTER];
  if (!trees.some(({ total }) => total > 0)) return <p class="empty">There is nothing of this event in either run.</p>;
  return (
    <>
      <div class="tools">
        <label>
          Widths are costs of{' '}
          <select value={widths} onChange={(event) => go({ widths: event.currentTarget.value })}>
            {WIDTHS.map(([name, text]) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <button type="button" disabled={state.node == null} onClick={() => go({ node: null })}>
          Zoom out
        </button>
      </div>
      {model.tree.estimated.some(Boolean) && (
        <p class="estimated">
          The tree is an estimate from calls; run both programs with --context-tree=yes for exact paths.
        </p>
      )}
      <Graph {...{ model, state, go, tree, trees }} />
      <ColourKey />
    </>
  );
}
