// SPDX-License-Identifier: GPL-3.0-or-later
//
// flame-graph.jsx: a flame graph with its keys, what is said of the frame that is pointed at, and zoom: `node` in the address.
//
// Usage: <FlameGraph model={model} tree={tree} zoom={state.node} onZoom={(node) => ...} label="Flame graph of Ir"
//           paint={(frame) => ({ colour })}      // of ui/flame-canvas.jsx
//           figures={(node) => <>...</>}         // of a node or ROOT, shown below its name
//           spoken={(node) => '38%, 12 M'}       // the same for screen readers
//           swatch={(node) => <Swatch ... />} marked={(node) => boolean} selected={(node) => boolean} />
// The last three may be left out.
import { useCallback, useMemo, useState } from 'preact/hooks';
import { count } from '../lib/format.js';
import { baseName, functionName, moduleName } from '../lib/model.js';
import { layout, neighbour, OTHERS, pathTo, ROOT } from '../lib/tree.js';
import { drawRows, FlameCanvas, FRAME_px, frameText } from './flame-canvas.jsx';
import { Name } from './name.jsx';
import { SaveAs } from './save.jsx';

const SPOKEN = 200;

function nameOf(model, tree, { node, n }) {
  if (node === ROOT) return 'all';
  return node === OTHERS ? `${n} more` : functionName(model, tree.function[node]);
}

// What is said of a frame; its height never changes.
function About({ model, tree, frame, figures, swatch }) {
  if (!frame)
    return (
      <div class="about soft">
        Point at a frame, or move with the arrow keys. Enter or a click zooms, Escape zooms out.
      </div>
    );
  const { node, n } = frame;
  if (node === OTHERS) return <div class="about">{count(n)} calls too narrow to be drawn; zoom in to see them.</div>;
  const index = tree.function[node];
  return (
    <div class="about">
      <span class="function">
        {node !== ROOT && swatch?.(node)}
        {node === ROOT ? 'The program' : <Name text={functionName(model, index)} length={400} />}
      </span>
      <span class="figures">
        {figures(node)}
        {node !== ROOT && (
          <span class="soft">
            {' '}
            · <Name text={baseName(moduleName(model, index))} length={60} />
          </span>
        )}
      </span>
    </div>
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

function useLook(tree, { marked = null, selected = null, cursor, zoom }) {
  return useMemo(
    () => ({ marked, selected, cursor, above: pathTo(tree, zoom).length - 1 }),
    [tree, marked, selected, cursor, zoom],
  );
}

export function FlameGraph({ model, tree, onZoom, label, paint, figures, spoken, swatch, marked, selected, ...rest }) {
  const zoom = rest.zoom >= 0 && rest.zoom < tree.parent.length ? rest.zoom : ROOT;
  const [width, setWidth] = useState(0);
  const [pointed, setPointed] = useState(null);
  const [cursor, setCursor] = useState(null);
  const rows = useMemo(() => layout(tree, { zoom, width: Math.max(1, width) }), [tree, zoom, width]);
  const describe = useCallback(
    (frame) => ({ text: frameText(nameOf(model, tree, frame)), ...paint(frame) }),
    [model, tree, paint],
  );
  const look = useLook(tree, { marked, selected, cursor, zoom });
  const pressed = (event) => {
    const next = keyPressed(tree, event.key, { cursor, zoom });
    if (!next) return;
    setCursor(next.cursor);
    setPointed(null);
    if (next.zoom !== zoom) onZoom(next.zoom);
    event.preventDefault();
  };
  const drawn = () => {
    const size = { width, height: rows.length * FRAME_px };
    return { ...size, draw: (context) => drawRows(context, size, rows, { describe, look: { ...look, cursor: null } }) };
  };
  const frame = pointed ?? (cursor === null ? null : { node: cursor });
  return (
    <>
      <div class="figure-head">
        <About {...{ model, tree, frame, figures, swatch }} />
        <SaveAs figure="flame-graph" source={drawn} />
      </div>
      <FlameCanvas
        {...{ rows, describe, look }}
        onPoint={setPointed}
        onPick={({ node }) => node !== OTHERS && onZoom(node)}
        onWidth={setWidth}
        tabIndex={0}
        role="application"
        aria-roledescription="flame graph"
        aria-label={`${label}; arrow keys move, Enter zooms, Escape zooms out`}
        onKeyDown={pressed}
      />
      <div class="hidden" aria-live="polite">
        {cursor === null ? '' : `${nameOf(model, tree, { node: cursor }).slice(0, SPOKEN)}, ${spoken(cursor)}`}
      </div>
    </>
  );
}
