// SPDX-License-Identifier: GPL-3.0-or-later
//
// figure.jsx: the timeline's canvas, and what pointer and keys do on it.
//
// Usage: <Figure scene={scene} view={view} mark={mark} look={look} mode="zoom" onView={setView} onMark={setMark} onPick={pick} />
// Dragging zooms, or, in the mode "mark" or with Shift, marks a range. The wheel zooms, sideways it moves.
// Keys: arrows move, + and - zoom, Home shows all, M marks what is in sight, Enter zooms to the mark, Escape
// removes it; comma and full stop walk from sample to sample.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { sized } from '../../figures/canvas.js';
import { layOutFigure, panelAt } from '../../figures/layout.js';
import { nearest, xOf, yOf } from '../../figures/raster.js';
import { chooser, lowerBound } from '../../figures/samples.js';
import { clamped, panned, zoomed } from '../../figures/window.js';
import { SaveAs } from '../../ui/save.jsx';
import { useColours, usePixels, useWidth } from '../../ui/theme.js';
import { CodeKey } from './code_key.jsx';
import { drawFigure } from './draw.js';
import { axisOf } from './scene.js';
import { Tip } from './tip.jsx';

const REACH_px = 12;
const DRAG_px = 4;

const clockAt = (layout, view, x) => view.from + ((x - layout.plot.x) * (view.to - view.from)) / layout.plot.width;
const inPlot = (layout, view) => ({ ...view, width: layout.plot.width });

function keepOf(scene, look, panel) {
  const thread = chooser(scene.samples, { thread: look.thread });
  const wanted = panel.kind ?? { loads: 1, stores: 2 }[look.accesses];
  return (i) => (!wanted || scene.samples.kind[i] === wanted) && (!thread || thread(i));
}

// What is under the pointer: { x, y, at, panel, sample, stretch }. `sample` is an access in the panel of
// addresses, and what ran in that of code.
export function pointed(layout, scene, view, look, x, y) {
  const panel = panelAt(layout, x, y);
  if (!panel) return null;
  const at = clockAt(layout, view, x);
  const found = { x, y, at, panel, sample: -1 };
  if (panel.name === 'addresses') {
    const { axis, piece } = axisOf(scene, { object: look.focus, toScale: look.toScale }, panel.height);
    found.sample = nearest(
      scene.samples,
      piece,
      axis,
      inPlot(layout, view),
      x - panel.x,
      y - panel.y,
      REACH_px,
      keepOf(scene, look, panel),
    );
    found.address = axis.address(y - panel.y);
  } else if (panel.name === 'code') {
    found.sample = nearestInTime(scene.samples, at, chooser(scene.samples, { thread: look.thread }));
  }
  return found;
}

function nearestInTime(samples, at, keep) {
  const start = lowerBound(samples.x, at);
  let [left, right] = [start - 1, start];
  while (left >= 0 && keep && !keep(left)) left--;
  while (right < samples.n && keep && !keep(right)) right++;
  if (left < 0) return right < samples.n ? right : -1;
  return right < samples.n && samples.x[right] - at < at - samples.x[left] ? right : left;
}

// Where a sample with an access is drawn, or null.
function spotOf(layout, scene, view, look, i) {
  const panel = layout.panels.find(
    (each) => each.name === 'addresses' && (!each.kind || each.kind === scene.samples.kind[i]),
  );
  if (!panel || i < 0 || scene.samples.kind[i] <= 0) return null;
  const { axis, piece } = axisOf(scene, { object: look.focus, toScale: look.toScale }, panel.height);
  if (piece[i] < 0) return null;
  return {
    x: panel.x + xOf(inPlot(layout, view), scene.samples.x[i]),
    y: panel.y + yOf(axis, piece[i], scene.samples.address[i]),
  };
}

function drawOver(ctx, layout, scene, { view, mark, drag, tip, look, colours }) {
  const xAt = (at) => layout.plot.x + xOf(inPlot(layout, view), at);
  const range = (from, to, strong) => {
    const left = Math.max(layout.plot.x, xAt(from));
    const right = Math.min(layout.plot.x + layout.plot.width, xAt(to));
    if (right <= left) return;
    ctx.fillStyle = colours.select;
    for (const { y, height } of layout.panels) {
      ctx.globalAlpha = strong ? 0.2 : 0.12;
      ctx.fillRect(left, y, right - left, height);
      ctx.globalAlpha = 1;
      ctx.fillRect(left, y, 1, height);
      ctx.fillRect(right - 1, y, 1, height);
    }
  };
  if (mark) range(mark.from, mark.to, false);
  if (drag) range(Math.min(drag.from, drag.to), Math.max(drag.from, drag.to), true);
  if (!tip) return;
  ctx.strokeStyle = colours.hover;
  ctx.globalAlpha = 0.55;
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (const panel of layout.panels) {
    ctx.moveTo(Math.round(tip.x) + 0.5, panel.y);
    ctx.lineTo(Math.round(tip.x) + 0.5, panel.y + panel.height);
  }
  ctx.stroke();
  ctx.globalAlpha = 1;
  const spot = tip.panel.name === 'addresses' ? spotOf(layout, scene, view, look, tip.sample) : null;
  if (!spot) return;
  for (const [colour, width] of [
    [colours.background, 4],
    [colours.hover, 1.75],
  ]) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.beginPath();
    ctx.arc(spot.x, spot.y, 7, 0, 2 * Math.PI);
    ctx.stroke();
  }
}

function placeIn(event) {
  const box = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

// The wheel's listener must be able to keep the page from scrolling.
function useWheel(ref, latest) {
  useEffect(() => {
    const turned = (event) => {
      const { layout, scene, view, onView } = latest.current;
      const { x, y } = placeIn({ currentTarget: ref.current, clientX: event.clientX, clientY: event.clientY });
      if (x < layout.plot.x || x > layout.plot.x + layout.plot.width || y > layout.axis) return;
      const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      const delta = (event.deltaX || event.deltaY) * (event.deltaMode === 1 ? 30 : 1);
      const next = sideways
        ? panned(view, scene.domain, delta / layout.plot.width)
        : zoomed(
            view,
            scene.domain,
            Math.exp(Math.max(-1, Math.min(1, (event.deltaY * (event.deltaMode === 1 ? 30 : 1)) / 240))),
            clockAt(layout, view, x),
          );
      if (next.from === view.from && next.to === view.to) return;
      event.preventDefault();
      onView(next);
    };
    ref.current.addEventListener('wheel', turned, { passive: false });
    return () => ref.current?.removeEventListener('wheel', turned);
  }, []);
}

function keyed(event, { scene, view, mark, onView, onMark, walk }) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { domain } = scene;
  switch (event.key) {
    case 'ArrowLeft':
      onView(panned(view, domain, -0.1));
      return true;
    case 'ArrowRight':
      onView(panned(view, domain, 0.1));
      return true;
    case '+':
    case '=':
      onView(zoomed(view, domain, 0.5));
      return true;
    case '-':
    case '_':
      onView(zoomed(view, domain, 2));
      return true;
    case 'Home':
    case '0':
      onView({ from: domain[0], to: domain[1] });
      return true;
    case 'm':
    case 'M':
      onMark({ ...view });
      return true;
    case 'Enter':
      if (mark) onView(clamped(mark, domain));
      return Boolean(mark);
    case 'Escape':
      onMark(null);
      return true;
    case ',':
      walk(-1);
      return true;
    case '.':
      walk(1);
      return true;
    default:
      return false;
  }
}

export function Figure(props) {
  const { scene, view, mark, look, mode, rates, onView, onMark, onPick, label } = props;
  const frame = useRef(null);
  const [base, over] = [useRef(null), useRef(null)];
  const names = useRef([]);
  const width = useWidth(frame, 1000);
  const pixels = usePixels();
  const colours = useColours();
  const [tip, setTip] = useState(null);
  const [drag, setDrag] = useState(null);
  const layout = useMemo(
    () => layOutFigure(width, { apart: look.accesses === 'apart', rates, tall: look.tall }),
    [width, look.accesses, look.tall, rates.join()],
  );
  const latest = useRef({});
  latest.current = { layout, scene, view, onView };
  useWheel(frame, latest);

  useLayoutEffect(() => {
    names.current = drawFigure(sized(base.current, layout.width, layout.height), layout, scene, {
      view,
      colours,
      ...look,
    });
  }, [layout, scene, view.from, view.to, colours, pixels, look]);
  useLayoutEffect(() => {
    drawOver(sized(over.current, layout.width, layout.height), layout, scene, { view, mark, drag, tip, look, colours });
  }, [layout, scene, view.from, view.to, mark, drag, tip, look, colours, pixels]);

  const nameAt = ({ x, y }) =>
    names.current.find((name) => x >= name.x && x < name.x + name.width && y >= name.y && y < name.y + name.height);
  const pressed = (event) => {
    const place = placeIn(event);
    if (event.button !== 0 || !panelAt(layout, place.x, place.y)) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = clockAt(layout, view, place.x);
    setDrag({ x: place.x, from: at, to: at, marks: (mode === 'mark') !== event.shiftKey, far: false });
  };
  const moved = (event) => {
    const place = placeIn(event);
    if (drag) {
      const x = Math.max(layout.plot.x, Math.min(layout.plot.x + layout.plot.width, place.x));
      setDrag({ ...drag, to: clockAt(layout, view, x), far: drag.far || Math.abs(x - drag.x) >= DRAG_px });
    }
    frame.current.style.cursor = nameAt(place) ? 'pointer' : '';
    setTip(drag && drag.far ? null : pointed(layout, scene, view, look, place.x, place.y));
  };
  const released = (event) => {
    const place = placeIn(event);
    const name = !drag && nameAt(place);
    if (name && event.type === 'pointerup') onPick({ object: name.object });
    if (!drag) return;
    setDrag(null);
    if (event.type === 'pointercancel') return;
    const range = clamped(drag, scene.domain);
    if (!drag.far) {
      const found = pointed(layout, scene, view, look, place.x, place.y);
      if (found && found.sample >= 0) onPick({ sample: found.sample, panel: found.panel.name });
    } else if (drag.marks) onMark(range);
    else onView(range);
  };
  const walk = (step) => {
    const keep = keepOf(scene, look, {});
    let i =
      tip && tip.sample >= 0
        ? tip.sample + step
        : step > 0
          ? lowerBound(scene.samples.x, view.from)
          : lowerBound(scene.samples.x, view.to) - 1;
    while (i >= 0 && i < scene.samples.n && !(scene.samples.kind[i] > 0 && keep(i))) i += step;
    if (i < 0 || i >= scene.samples.n) return;
    const at = scene.samples.x[i];
    if (at < view.from || at >= view.to) onView(panned(view, scene.domain, step * 0.5));
    const panel = layout.panels.find(
      (each) => each.name === 'addresses' && (!each.kind || each.kind === scene.samples.kind[i]),
    );
    const spot = spotOf(layout, scene, view, look, i);
    setTip({ x: spot?.x ?? layout.plot.x, y: spot?.y ?? panel.y, at, panel, sample: i, spoken: true });
  };
  const drawn = () => ({
    ...{ width: layout.width, height: layout.height },
    draw: (ctx) => drawFigure(ctx, layout, scene, { view, colours, ...look }),
  });
  const figure = (
    <div
      key="figure"
      class="timeline-figure"
      ref={frame}
      tabIndex={0}
      role="application"
      aria-label={label}
      aria-describedby="timeline-keys"
      style={{ height: `${layout.height}px` }}
      onPointerDown={pressed}
      onPointerMove={moved}
      onPointerUp={released}
      onPointerCancel={released}
      onPointerLeave={() => setTip(null)}
      onDblClick={() => onView({ from: scene.domain[0], to: scene.domain[1] })}
      onKeyDown={(event) => keyed(event, { scene, view, mark, onView, onMark, walk }) && event.preventDefault()}
    >
      <canvas ref={base} aria-hidden="true" />
      <canvas ref={over} aria-hidden="true" />
      {!layout.narrow && <CodeKey scene={scene} beside={layout} />}
      {tip && <Tip tip={tip} scene={scene} layout={layout} view={view} />}
    </div>
  );
  return (
    <>
      {layout.narrow && <CodeKey key="key" scene={scene} />}
      {figure}
      <SaveAs figure="timeline" source={drawn} />
    </>
  );
}
