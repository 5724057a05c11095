// SPDX-License-Identifier: GPL-3.0-or-later
//
// flame.jsx: the flame graph of both runs: colours say how much of itself a frame has lost or won; widths are the costs
// before, after, or of both runs together (`widths` in the address), so that what is gone is to be seen, too.
import { useCallback, useMemo } from 'preact/hooks';
import { changeColour, relative } from '../../figures/change.js';
import { AFTER, BEFORE, changePercent, sideOf, signed, treeOfBoth } from '../../lib/compare.js';
import { count } from '../../lib/format.js';
import { costOf, OTHERS, ROOT, treeOf } from '../../lib/tree.js';
import { FlameGraph } from '../../ui/flame-graph.jsx';
import { useColours } from '../../ui/theme.js';
import { ColourKey } from './parts.jsx';

const WIDTHS = [
  ['both', 'both runs'],
  ['before', 'before'],
  ['after', 'after'],
];

function figuresOf(trees, node) {
  const [before, after] = trees.map((tree) => costOf(tree, node));
  return `${count(before)} before, ${count(after)} after: ${signed(after - before)} (${changePercent(before, after)})`;
}

function Graph({ model, state, go, tree, trees }) {
  const colours = useColours();
  const paint = useCallback(
    ({ node }) => (node === OTHERS ? {} : changeColour(colours, relative(...trees.map((each) => costOf(each, node))))),
    [trees, colours],
  );
  return (
    <FlameGraph
      {...{ model, tree, paint }}
      zoom={state.node}
      onZoom={(node) => go({ node: node === ROOT ? null : node })}
      label={`Flame graph of ${state.event} in both runs`}
      figures={(node) => figuresOf(trees, node)}
      spoken={(node) => figuresOf(trees, node)}
    />
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
