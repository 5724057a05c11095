// SPDX-License-Identifier: GPL-3.0-or-later
//
// sandwich.jsx: one function with all that call it above and all that it calls below, both as flame graphs; a click makes another
// function the one in the middle. `function` in the address is it (of a loop, its function); without one, that with most cost of its own.
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { functionColour } from '../lib/colours.js';
import { count, percent, visible } from '../lib/format.js';
import { functionCount, functionName } from '../lib/model.js';
import { middleOf, sandwichOf } from '../lib/sandwich.js';
import { layout, nodeCount, OTHERS, ROOT, treeOf } from '../lib/tree.js';
import { Estimated } from '../ui/estimated.jsx';
import { FlameCanvas, frameText, shadeOf } from '../ui/flame-canvas.jsx';
import { FunctionLink, Link } from '../ui/link.jsx';

const LOOK = { marked: null, cursor: null, above: 0, selected: null };

// One half: `upwards` draws the callers, the nearest at the bottom. onPoint gets the node or null.
function Half({ model, tree, index, upwards, label, onPoint, onPick }) {
  const [width, setWidth] = useState(0);
  const place = useRef(null);
  const rows = useMemo(() => {
    const all = layout(tree, { width: Math.max(1, width) });
    return upwards ? all.slice(1).reverse() : all;
  }, [tree, width, upwards]);
  const functionOf = (node) => (node === ROOT ? index : tree.function[node]);
  const describe = useCallback(
    (frame) => {
      if (frame.node === OTHERS) return { text: `${frame.n} more` };
      const of = functionOf(frame.node);
      return { text: frameText(functionName(model, of)), colour: functionColour(model, of), shade: shadeOf(of) };
    },
    [model, tree, index],
  );
  useLayoutEffect(() => {
    const flame = place.current.querySelector('.flame');
    flame.scrollTop = upwards ? flame.scrollHeight : 0;
  }, [rows, upwards]);
  return (
    <section class="half" ref={place} aria-label={label}>
      <h2>{label}</h2>
      {rows.length === 0 && <p class="soft">Nobody calls it.</p>}
      <FlameCanvas
        {...{ rows, describe }}
        look={LOOK}
        onWidth={setWidth}
        onPoint={(frame) => onPoint(frame && frame.node !== OTHERS ? { tree, index: functionOf(frame.node), node: frame.node } : null)}
        onPick={({ node }) => node !== OTHERS && onPick(functionOf(node))}
      />
    </section>
  );
}

function About({ model, whole, event, pointed, upwards }) {
  if (!pointed) return <p class="soft about">Point at a frame; a click puts its function in the middle.</p>;
  const cost = pointed.node === ROOT ? pointed.tree.total : pointed.tree.inclusive[pointed.node];
  return (
    <p class="about">
      <b>{visible(functionName(model, pointed.index)).slice(0, 200)}</b> {percent(cost, whole)} of the program, {count(cost)}{' '}
      {event}
      {upwards ? ' in these calls' : ' in all'}
    </p>
  );
}

export function Sandwich({ model, state, go }) {
  const tree = treeOf(model, state.event);
  const known = state.function != null && state.function >= 0 && state.function < functionCount(model);
  const index = middleOf(model, tree, state.event, known ? state.function : undefined);
  const { total, places, callees, callers } = useMemo(() => sandwichOf(tree, index), [tree, index]);
  const [pointed, setPointed] = useState(null);
  if (nodeCount(model) === 0 || !(tree.total > 0))
    return <p class="empty">There is nothing of this event in the profile.</p>;
  const pick = (next) => go({ function: next, node: null });
  return (
    <>
      <div class="tools">
        <FunctionLink index={index} length={80} />
        <Link to={{ view: 'functions', function: index }}>As tables</Link>
        <span class="status" role="status">
          {percent(total, tree.total)} of {state.event} in {count(places)} {places === 1 ? 'place' : 'places'} of the call tree
        </span>
      </div>
      <Estimated model={model} />
      <About model={model} whole={tree.total} event={state.event} pointed={pointed} upwards={pointed?.tree === callers} />
      <Half {...{ model, index }} tree={callers} upwards label="Callers" onPoint={setPointed} onPick={pick} />
      <Half {...{ model, index }} tree={callees} label="Callees" onPoint={setPointed} onPick={pick} />
    </>
  );
}
