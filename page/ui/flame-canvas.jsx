// SPDX-License-Identifier: GPL-3.0-or-later
//
// flame-canvas.jsx: draws the rows of a flame graph that are in sight, and says which frame is meant.
//
// Usage: <FlameCanvas rows={rows} describe={(frame) => ({ text, colour, shade })} look={{ marked, selected, cursor, above }}
//           onPoint={(frame) => ...} onPick={(frame) => ...} onWidth={(px) => ...} />
// describe() gives a colour of lib/colours.js and a shade of it, or colours of its own: fill and ink.
// look.marked: a function of nodes or null; look.above: how many rows are callers of the zoomed frame.
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { frameAt, OTHERS } from '../lib/tree.js';
import { COLOURS } from '../lib/colours.js';
import { named, visible } from '../lib/format.js';
import { usePrinting } from './print.js';
import { abbreviated } from '../lib/names.js';

export const FRAME_px = 21;
const CHARACTERS = 300; // of a name that a frame may show

// A name as a frame shows it.
export const frameText = (name) => visible(named(name).slice(0, CHARACTERS));
const FONT_px = 12;
const CALLERS = 3;
const PADDING_px = { wide: 5, narrow: 2 };
const NARROW_px = 40; // of a frame
const LEAST_characters = 2;

// How much white is over the colour: neighbours of one colour are told apart. Text is dark on all of them.
const SHADES = [0, 0.16, 0.32];
export const shadeOf = (index) => index % SHADES.length;

function colours() {
  const style = getComputedStyle(document.documentElement);
  const value = (name) => style.getPropertyValue(name).trim();
  return {
    modules: Array.from({ length: COLOURS }, (_, i) => value(`--module-${i}`)),
    text: value('--frame-text'),
    surface: value('--surface'),
    others: value('--bar-back'),
    soft: value('--text-soft'),
    root: value('--sunken'),
    rootText: value('--text'),
    focus: value('--text'),
    alpha: Number(value('--frame-alpha')) || 1,
  };
}

const paddingOf = (frame) => (frame.width < NARROW_px ? PADDING_px.narrow : PADDING_px.wide);

// What of a text a frame has room for, all characters being equally wide.
function fitting(text, frame, character) {
  const most = Math.floor((frame.width - 2 * paddingOf(frame)) / character);
  return text.length <= most ? text : most < LEAST_characters ? '' : abbreviated(text, most);
}

function drawFrame(context, frame, y, palette, { describe, look, depth }, character) {
  const gap = frame.width > 3 ? 1 : 0;
  const { text, colour, shade = 0, fill, ink } = describe(frame);
  const faded = (look.marked && frame.node >= 0 && !look.marked(frame.node)) || depth < look.above;
  context.globalAlpha = frame.node < 0 || (fill && !faded) ? 1 : faded ? 0.34 : palette.alpha;
  context.fillStyle =
    fill ?? (frame.node === OTHERS ? palette.others : frame.node < 0 ? palette.root : palette.modules[colour]);
  context.fillRect(frame.x, y, frame.width - gap, FRAME_px - 1);
  if (shade && frame.node >= 0 && !faded) {
    context.globalAlpha = SHADES[shade];
    context.fillStyle = 'white';
    context.fillRect(frame.x, y, frame.width - gap, FRAME_px - 1);
  }
  context.globalAlpha = faded ? 0.75 : 1;
  const label = fitting(text, frame, character);
  if (label) {
    context.fillStyle =
      frame.node === OTHERS ? palette.soft : frame.node < 0 || faded ? (ink ?? palette.rootText) : (ink ?? palette.text);
    context.fillText(label, frame.x + paddingOf(frame), y + FRAME_px / 2);
  }
  context.globalAlpha = 1;
  if (look.selected?.(frame.node) || look.cursor === frame.node) {
    const line = look.cursor === frame.node ? 2 : 1;
    context.strokeStyle = palette.focus;
    context.lineWidth = line;
    context.strokeRect(frame.x + line / 2, y + line / 2, Math.max(1, frame.width - gap - line), FRAME_px - 1 - line);
  }
}

// Draws the rows that a height has room for, from `scrolled` on.
export function drawRows(context, { height, scrolled = 0 }, rows, props) {
  context.font = `${FONT_px}px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace`;
  context.textBaseline = 'middle';
  context.direction = 'ltr';
  const character = context.measureText('M').width;
  const palette = colours();
  const first = Math.floor(scrolled / FRAME_px),
    last = Math.min(rows.length - 1, Math.ceil((scrolled + height) / FRAME_px));
  for (let depth = first; depth <= last; depth++) {
    for (const frame of rows[depth])
      drawFrame(context, frame, depth * FRAME_px - scrolled, palette, { ...props, depth }, character);
  }
}

// What is in sight, or, on paper, all.
function draw(canvas, rows, scroller, printing, props) {
  const ratio = devicePixelRatio || 1;
  const width = canvas.clientWidth;
  const height = printing ? rows.length * FRAME_px : canvas.clientHeight;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const context = canvas.getContext('2d');
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  drawRows(context, { height, scrolled: printing ? 0 : scroller.scrollTop }, rows, props);
}

export function FlameCanvas({ rows, describe, look, onPoint, onPick, onWidth, ...rest }) {
  const scroller = useRef(null),
    canvas = useRef(null);
  const [tip, setTip] = useState('');
  const [drawn, redraw] = useReducer((n) => n + 1, 0);
  const printing = usePrinting();
  useLayoutEffect(() => {
    const measure = () => {
      onWidth(canvas.current.clientWidth);
      redraw();
    };
    const observer = new ResizeObserver(measure);
    observer.observe(scroller.current);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', redraw);
    measure();
    return () => {
      observer.disconnect();
      scheme.removeEventListener('change', redraw);
    };
  }, [printing]);
  useLayoutEffect(
    () => draw(canvas.current, rows, scroller.current, printing, { describe, look }),
    [rows, look, drawn, describe, printing],
  );
  // What is zoomed to is to be seen, with few of its callers.
  useLayoutEffect(() => {
    const view = scroller.current,
      y = look.above * FRAME_px;
    if (y > view.scrollTop + view.clientHeight / 2 || y < view.scrollTop)
      view.scrollTop = Math.max(0, y - CALLERS * FRAME_px);
  }, [look.above, rows]);
  // The row of the cursor is to be seen.
  useEffect(() => {
    const depth = rows.findIndex((row) => row.some((frame) => frame.node === look.cursor));
    const view = scroller.current,
      y = depth * FRAME_px;
    if (depth < 0 || (y >= view.scrollTop && y + FRAME_px <= view.scrollTop + view.clientHeight)) return;
    view.scrollTop = y - view.clientHeight / 2;
  }, [look.cursor, rows]);

  const under = (event) => {
    const box = canvas.current.getBoundingClientRect();
    return frameAt(
      rows[Math.floor((event.clientY - box.top + scroller.current.scrollTop) / FRAME_px)],
      event.clientX - box.left,
    );
  };
  return (
    <div
      class="flame"
      ref={scroller}
      {...rest}
      onScroll={redraw}
      title={tip}
      onPointerMove={(event) => {
        const frame = under(event);
        setTip(frame ? describe(frame).text : '');
        onPoint(frame);
      }}
      onPointerLeave={() => onPoint(null)}
      onClick={(event) => {
        const frame = under(event);
        if (frame) onPick(frame);
      }}
    >
      <div class="sheet" style={{ height: `${rows.length * FRAME_px}px` }}>
        <canvas ref={canvas} aria-hidden="true" />
      </div>
    </div>
  );
}
