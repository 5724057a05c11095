// SPDX-License-Identifier: GPL-3.0-or-later
//
// flame.jsx: the flame graph: each frame is as wide as its inclusive cost, callers above callees. The frame
// that is zoomed to is `node` in the address, what is searched for `mark`.
import { useCallback, useMemo } from 'preact/hooks';
import { colourLegend, functionColour } from '../lib/colours.js';
import { count, percent, short } from '../lib/format.js';
import { matcher } from '../lib/order.js';
import { lowerNames } from '../lib/search.js';
import { costOf, nodeCount, outermost, ROOT, treeOf } from '../lib/tree.js';
import { Filter } from '../ui/filter.jsx';
import { shadeOf } from '../ui/flame-canvas.jsx';
import { FlameGraph } from '../ui/flame-graph.jsx';
import { Link, Swatch } from '../ui/link.jsx';
import { Name } from '../ui/name.jsx';
import { Estimated } from '../ui/estimated.jsx';

function Legend({ model }) {
  return (
    <ul class="legend" aria-label="What has which colour">
      {colourLegend(model).map(({ colour, name }) => (
        <li key={colour}>
          <Swatch colour={colour} />
          <Name text={name} code length={30} />
        </li>
      ))}
    </ul>
  );
}

function useMarks(model, tree, text) {
  return useMemo(() => {
    const matches = matcher(text ?? '');
    if (!matches) return { marked: null, cost: 0 };
    const hit = Uint8Array.from(lowerNames(model), (name) => (matches(name) ? 1 : 0));
    return {
      marked: (node) => hit[tree.function[node]] === 1,
      cost: outermost(tree, (index) => hit[index] === 1).cost,
    };
  }, [model, tree, text]);
}

function Tools({ state, go, tree, marks, selected }) {
  return (
    <div class="tools">
      <Filter name="mark" label="Highlight functions" placeholder="Highlight" />
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

function Figures({ tree, event, node }) {
  const cost = costOf(tree, node);
  return (
    <>
      <b>{percent(cost, tree.total)}</b> {count(cost)} {event} inclusive
      {node !== ROOT && ` · ${count(tree.self[node])} self (${percent(tree.self[node], tree.total)})`}
    </>
  );
}

function Graph({ model, state, go, tree, marks }) {
  const colourOf = (node) => functionColour(model, tree.function[node]);
  const paint = useCallback(
    ({ node }) => (node < 0 ? {} : { colour: colourOf(node), shade: shadeOf(tree.function[node]) }),
    [model, tree],
  );
  const selected = useMemo(
    () => (state.function == null ? null : (node) => tree.function[node] === state.function),
    [tree, state.function],
  );
  return (
    <FlameGraph
      {...{ model, tree, paint, selected }}
      marked={marks.marked}
      zoom={state.node}
      onZoom={(node) => go(node === ROOT ? { node: null } : { node, function: tree.function[node] })}
      label={`Flame graph of ${state.event}`}
      figures={(node) => <Figures {...{ tree, node }} event={state.event} />}
      spoken={(node) => `${percent(costOf(tree, node), tree.total)}, ${short(costOf(tree, node))}`}
      swatch={(node) => <Swatch colour={colourOf(node)} />}
    />
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
