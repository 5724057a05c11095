// SPDX-License-Identifier: GPL-3.0-or-later
//
// draw.js: draws the timeline's panels on a canvas.
//
// Usage: drawFigure(ctx, layout, scene, { view: { from, to }, colours, accesses, thread, object, focus, toScale })
import { fits, hex, spread, tickTexts, ticks } from '../../figures/ticks.js';
import { hairline, pixelLayer, shorten, text, widthOf } from '../../figures/canvas.js';
import { CODE } from '../../figures/layout.js';
import { SHAPES, functionColours } from '../../figures/palette.js';
import { makeStamp, packed, paint, place } from '../../figures/raster.js';
import { scaleOf } from '../../figures/rates.js';
import { chooser, phases, stretches, within } from '../../figures/samples.js';
import { short, visible } from '../../lib/format.js';
import { objectLabel } from '../../lib/objects.js';
import { axisOf, codeLabels, namesIn } from './scene.js';

const PHASE_px = [5, 10, 20, 40];
const LEAST_PHASE_px = 16;
const DASHES = { L1: [], L2: [7, 3], L3: [6, 2, 2, 2], LL: [2, 2], undefined: [] };
export const UNITS = {
  misses: 'Misses per 1000 instructions',
  bytes: 'Unused bytes per 1000 instructions',
  cycles: 'Estimated cycles per instruction',
};

function title(ctx, layout, panel, what, colours) {
  text(ctx, shorten(ctx, what, layout.width - panel.x - 4, 12, 600), panel.x, panel.title + 11, {
    colour: colours.text,
    weight: 600,
  });
  return {
    x: layout.narrow ? panel.x : panel.x + widthOf(ctx, what, 12, 600) + 18,
    y: panel.title + (layout.narrow ? 28 : 11),
  };
}

function frame(ctx, panel, colours) {
  hairline(ctx, panel.x - 1, panel.y, panel.x - 1, panel.y + panel.height, colours.line);
  hairline(ctx, panel.x, panel.y + panel.height, panel.x + panel.width, panel.y + panel.height, colours.line);
}

// --- Code ------------------------------------------------------------------

// Phases as short as they can be without many of them: functions that take turns all the time are one phase.
function calmPhases(samples, view, width, options) {
  let found = [];
  for (const wide of PHASE_px) {
    found = phases(samples, view.from, view.to, width, Math.min(width, wide), options);
    if (found.length * LEAST_PHASE_px <= width) break;
  }
  return found;
}

function drawPhases(ctx, panel, scene, options, colourOf) {
  const { view, colours, thread } = options;
  for (const phase of calmPhases(scene.samples, view, panel.width, { thread })) {
    const x = panel.x + phase.from;
    const room = phase.to - phase.from;
    ctx.fillStyle = colourOf.get(phase.function);
    ctx.fillRect(x, panel.y, Math.max(1, room - 1), CODE.phases - 2);
    const labels = codeLabels(scene.model, phase).map(visible);
    const label =
      labels.find((each) => each.length < 200 && widthOf(ctx, each, 11) <= room - 10) ??
      (room >= 46 ? shorten(ctx, labels.at(-1), room - 10, 11) : '');
    if (label) text(ctx, label, x + 5, panel.y + CODE.phases / 2 - 1, { colour: colours.text, size: 11 });
  }
}

function drawStrip(ctx, panel, scene, options, colourOf) {
  const { view, thread } = options;
  const pixels = Math.round(panel.width * (window.devicePixelRatio || 1));
  for (const run of stretches(scene.samples, view.from, view.to, pixels, { thread })) {
    ctx.fillStyle = colourOf.get(run.function);
    ctx.fillRect(
      panel.x + (run.from * panel.width) / pixels,
      panel.y + CODE.phases,
      ((run.to - run.from) * panel.width) / pixels,
      CODE.strip,
    );
  }
}

function drawLines(ctx, panel, scene, options) {
  const { view, thread, colours } = options;
  const box = { x: panel.x, y: panel.y + CODE.phases + CODE.strip, width: panel.width, height: CODE.dots };
  const layer = pixelLayer(ctx, box);
  const keep = chooser(scene.samples, { thread });
  const [a, b] = within(scene.samples.x, view.from, view.to);
  const [xs, ys] = [new Int32Array(b - a), new Int32Array(b - a)];
  let n = 0;
  for (let i = a; i < b; i++) {
    if (scene.lines[i] < 0 || (keep && !keep(i))) continue;
    xs[n] = Math.floor(((scene.samples.x[i] - view.from) * layer.width) / (view.to - view.from));
    ys[n++] = Math.floor(3 + scene.lines[i] * (layer.height - 6));
  }
  const size = Math.max(2, Math.round((n > 20000 ? 1.5 : 2.5) * layer.ratio));
  paint(layer.pixels, layer.width, layer.height, xs, ys, n, makeStamp('square', size, false), packed(colours.dots));
  layer.put();
}

function drawCode(ctx, layout, panel, scene, options) {
  const { colours } = options;
  const legend = title(ctx, layout, panel, 'Code: which function ran', colours);
  const about = layout.narrow
    ? 'dots: its line in its file, first lines on top'
    : 'bar: the one with most samples of a stretch; strip: of a pixel; dots: line in its file, first lines on top';
  text(ctx, shorten(ctx, about, layout.width - legend.x - 4, 11), legend.x, legend.y, {
    colour: colours.muted,
    size: 11,
  });
  const colourOf = functionColours(scene.counts, colours);
  ctx.fillStyle = colours.bandA;
  ctx.fillRect(panel.x, panel.y + CODE.phases + CODE.strip, panel.width, CODE.dots);
  drawPhases(ctx, panel, scene, options, colourOf);
  drawStrip(ctx, panel, scene, options, colourOf);
  drawLines(ctx, panel, scene, options);
  frame(ctx, panel, colours);
  const middle = panel.y + CODE.phases + CODE.strip + CODE.dots / 2;
  text(ctx, layout.narrow ? 'line' : 'line in file', panel.x - 8, middle, {
    colour: colours.muted,
    align: 'right',
    size: 11,
  });
}

// --- Addresses -------------------------------------------------------------

function drawBands(ctx, panel, found, scene, { view, colours, object }) {
  const { axis, bands } = found;
  const xOf = (at) =>
    panel.x + Math.max(0, Math.min(panel.width, ((at - view.from) * panel.width) / (view.to - view.from)));
  axis.pieces.forEach((piece, p) => {
    ctx.fillStyle = colours.background;
    ctx.fillRect(panel.x, panel.y + axis.top[p], panel.width, axis.bottom[p] - axis.top[p]);
  });
  const parts = (band) =>
    axis.pieces.flatMap((piece, p) => {
      const [lo, hi] = [Math.max(band.start, piece.lo), Math.min(band.start + band.size_B, piece.hi)];
      return lo < hi
        ? [
            {
              top: axis.bottom[p] - (hi - piece.lo) * axis.perByte[p],
              bottom: axis.bottom[p] - (lo - piece.lo) * axis.perByte[p],
            },
          ]
        : [];
    });
  const chosen = [];
  for (const band of bands) {
    const [left, right] = scene.folded ? [panel.x, panel.x + panel.width] : [xOf(band.born), xOf(band.died ?? view.to)];
    if (right <= left) continue;
    for (const { top, bottom } of parts(band)) {
      ctx.fillStyle = band.shade ? colours.bandB : colours.bandA;
      ctx.fillRect(left, panel.y + top, right - left, Math.max(0.5, bottom - top));
      if (band.object === object) chosen.push([left, panel.y + top, right - left, Math.max(2, bottom - top)]);
    }
  }
  ctx.strokeStyle = colours.select;
  ctx.lineWidth = 1.5;
  for (const [x, y, w, h] of chosen) ctx.strokeRect(x + 0.75, y + 0.75, Math.max(1, w - 1.5), Math.max(1, h - 1.5));
  const tall = (p) => axis.bottom[p] - axis.top[p] >= 8;
  for (let p = 1; p < axis.pieces.length; p++)
    if (tall(p) || tall(p - 1))
      hairline(
        ctx,
        panel.x,
        panel.y + axis.bottom[p] + axis.gap / 2 - 0.5,
        panel.x + panel.width,
        panel.y + axis.bottom[p] + axis.gap / 2 - 0.5,
        colours.line,
        [1, 3],
      );
}

const isShown = (kind, accesses) =>
  accesses === 'together' || accesses === 'apart' || (accesses === 'loads' ? kind === 1 : kind === 2);

// Fewer samples in sight have larger stamps.
function stampSize(n, ratio) {
  const size = n > 30000 ? 2 : n > 8000 ? 3 : n > 1500 ? 4 : n > 300 ? 5 : 7;
  return Math.max(2, Math.round(size * ratio));
}

function drawSamples(ctx, panel, found, scene, options) {
  const { view, colours, accesses, thread } = options;
  const layer = pixelLayer(ctx, panel);
  const { samples, groups, model } = scene;
  const keep = thread >= 0 ? chooser(samples, { thread }) : null;
  const pixelAxis = {
    ...found.axis,
    bottom: found.axis.bottom.map((y) => y * layer.ratio),
    perByte: found.axis.perByte.map((each) => each * layer.ratio),
  };
  const placed = { from: view.from, to: view.to, width: layer.width };
  const jobs = [];
  model.timeline.served_by.forEach((name, level) =>
    [1, 2].forEach((kind) => {
      if ((panel.kind && panel.kind !== kind) || !isShown(kind, accesses)) return;
      const group = groups[kind][level];
      const [xs, ys] = [new Int32Array(group.index.length), new Int32Array(group.index.length)];
      jobs.push({ name, kind, xs, ys, n: place(group, samples, found.piece, pixelAxis, placed, keep, xs, ys) });
    }),
  );
  const size = stampSize(
    jobs.reduce((sum, job) => sum + job.n, 0),
    layer.ratio,
  );
  for (const { name, kind, xs, ys, n } of jobs) {
    const larger = name === 'memory' || name === 'LL' ? Math.round(layer.ratio) : 0;
    paint(
      layer.pixels,
      layer.width,
      layer.height,
      xs,
      ys,
      n,
      makeStamp(SHAPES[name] ?? 'square', size + larger, kind === 2),
      packed(colours.levels[name] ?? colours.levels.L1),
    );
  }
  layer.put();
}

function drawNames(ctx, layout, panel, found, scene, { colours, object, focus, view }) {
  const { axis } = found;
  const names = namesIn(scene, focus, view);
  const line = 14;
  const most = Math.min(Math.floor(panel.height / line), layout.narrow ? 8 : 40);
  const wanted = names
    .slice(0, most)
    .map((name) => {
      const y = (address) =>
        axis.bottom[name.piece] - (address - axis.pieces[name.piece].lo) * axis.perByte[name.piece];
      return { ...name, y: (y(name.lo) + y(name.hi)) / 2 };
    })
    .sort((a, b) => a.y - b.y);
  const room = layout.narrow ? panel.width * 0.6 : layout.right - 26;
  const ys =
    spread(
      wanted.map((name) => name.y),
      line,
      panel.height,
    ) ?? [];
  const drawn = [];
  wanted.forEach((name, i) => {
    if (ys[i] === undefined) return;
    const what = shorten(ctx, visible(objectLabel(scene.model, name.object)), room, 11);
    const style = {
      colour: name.object === object ? colours.select : colours.text,
      size: 11,
      weight: name.object === object ? 600 : 400,
    };
    const y = panel.y + ys[i];
    if (layout.narrow) {
      if (Math.abs(ys[i] - name.y) > line * 1.5) return;
      text(ctx, what, panel.x + 4, y, { ...style, halo: colours.background });
    } else {
      const right = panel.x + panel.width;
      ctx.strokeStyle = colours.line;
      ctx.lineWidth = 1;
      ctx.beginPath();
      ctx.moveTo(right + 2, panel.y + name.y);
      ctx.lineTo(right + 14, y);
      ctx.lineTo(right + 18, y);
      ctx.stroke();
      text(ctx, what, right + 21, y, style);
    }
    drawn.push({
      object: name.object,
      x: layout.narrow ? panel.x : panel.x + panel.width + 14,
      y: y - line / 2,
      width: room,
      height: line,
    });
  });
  return drawn;
}

function drawAddressTexts(ctx, panel, axis, colours) {
  const labels = axis.pieces.map((piece, p) => ({
    start: axis.bottom[p] - 6,
    length: 12,
    what: hex(piece.lo),
    y: axis.bottom[p] - 6,
    rank: -(axis.bottom[p] - axis.top[p]),
  }));
  const drawn = fits(labels, 0);
  labels.forEach(
    (label, i) =>
      drawn[i] &&
      text(ctx, label.what, panel.x - 6, panel.y + label.y, { colour: colours.muted, align: 'right', size: 10 }),
  );
}

function glyph(ctx, x, y, name, hollow, colour) {
  const ratio = window.devicePixelRatio || 1;
  const size = Math.round(9 * ratio);
  ctx.save();
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.fillStyle = colour;
  for (const [i, j] of makeStamp(SHAPES[name] ?? 'square', size, hollow))
    ctx.fillRect(Math.round(x * ratio) + i, Math.round(y * ratio) + j, 1, 1);
  ctx.restore();
}

function drawLevels(ctx, layout, legend, scene, panel, { colours, accesses }) {
  let { x } = legend;
  for (const name of scene.model.timeline.served_by) {
    const hollow = panel.kind === 2 || accesses === 'stores';
    glyph(ctx, x + 5, legend.y, name, hollow, colours.levels[name] ?? colours.levels.L1);
    text(ctx, name, x + 14, legend.y, { colour: colours.text, size: 11 });
    x += 26 + widthOf(ctx, name, 11);
  }
  if (!panel.kind && accesses === 'together' && x + 170 < layout.width) {
    text(ctx, 'filled: loads, hollow: stores', x + 4, legend.y, { colour: colours.muted, size: 11 });
  }
}

function drawAddresses(ctx, layout, panel, scene, options) {
  const { colours, accesses, focus, toScale } = options;
  const found = axisOf(scene, { object: focus, toScale }, panel.height);
  const what =
    panel.kind === 1 || accesses === 'loads'
      ? 'loads'
      : panel.kind === 2 || accesses === 'stores'
        ? 'stores'
        : 'loads and stores';
  const about = layout.narrow ? `Addresses of ${what}` : `Addresses of sampled ${what}, by the level that served them`;
  const legend = title(ctx, layout, panel, about, colours);
  drawLevels(ctx, layout, legend, scene, panel, options);
  drawBands(ctx, panel, found, scene, options);
  drawSamples(ctx, panel, found, scene, options);
  frame(ctx, panel, colours);
  if (!layout.narrow) drawAddressTexts(ctx, panel, found.axis, colours);
  return drawNames(ctx, layout, panel, found, scene, options);
}

// --- Rates -----------------------------------------------------------------

function curve(ctx, panel, view, edges, values, top, colour, dash) {
  const x = (at) => panel.x + ((at - view.from) * panel.width) / (view.to - view.from);
  const y = (value) => panel.y + panel.height - (value * (panel.height - 4)) / top;
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.75;
  ctx.setLineDash(dash);
  ctx.beginPath();
  let open = false;
  values.forEach((value, i) => {
    if (value === null) {
      open = false;
      return;
    }
    if (open) ctx.lineTo(x(edges[i]), y(value));
    else ctx.moveTo(x(edges[i]), y(value));
    ctx.lineTo(x(edges[i + 1]), y(value));
    open = true;
  });
  ctx.stroke();
  ctx.setLineDash([]);
}

// Misses of a level have the colour of the next one, which serves them at the earliest.
function rateColour(rate, colours, levels) {
  if (rate.unit === 'cycles') return colours.cycles;
  if (rate.unit === 'bytes' && rate.after === 'L1') return colours.bytes;
  return colours.levels[levels[levels.indexOf(rate.after) + 1]] ?? colours.levels.memory;
}

function drawRates(ctx, layout, panel, scene, options) {
  const { view, colours } = options;
  const { edges, rates } = scene.rates(view.from, view.to, Math.max(64, panel.width / 2));
  const own = rates.filter((rate) => rate.unit === panel.unit);
  const legend = title(ctx, layout, panel, UNITS[panel.unit], colours);
  const ends = panel.unit === 'bytes' && !scene.folded;
  const { top, cut } = scaleOf(own, edges, ends ? scene.domain[1] : Infinity);
  const shown = ticks(0, top, 3);
  tickTexts(shown).forEach((label, i) => {
    const y = panel.y + panel.height - (shown[i] * (panel.height - 4)) / top;
    if (i) hairline(ctx, panel.x, y, panel.x + panel.width, y, colours.faint);
    text(ctx, label, panel.x - 6, y, { colour: colours.muted, align: 'right', size: 11 });
  });
  ctx.save();
  ctx.beginPath();
  ctx.rect(panel.x, panel.y - 2, panel.width, panel.height + 3);
  ctx.clip();
  own.forEach((rate) =>
    curve(
      ctx,
      panel,
      view,
      edges,
      rate.values,
      top,
      rateColour(rate, colours, scene.model.timeline.served_by),
      DASHES[rate.after],
    ),
  );
  ctx.restore();
  let { x } = legend;
  if (own.length > 1)
    own.forEach((rate) => {
      const label = rate.unit === 'bytes' ? rate.after : rate.label.replace(' misses', '');
      ctx.strokeStyle = rateColour(rate, colours, scene.model.timeline.served_by);
      ctx.lineWidth = 2;
      ctx.setLineDash(DASHES[rate.after]);
      ctx.beginPath();
      ctx.moveTo(x, legend.y);
      ctx.lineTo(x + 20, legend.y);
      ctx.stroke();
      ctx.setLineDash([]);
      text(ctx, label, x + 25, legend.y, { colour: colours.text, size: 11 });
      x += 40 + widthOf(ctx, label, 11);
    });
  if (cut !== null) {
    const note = `the last stretch is cut off, at ${short(cut)}: what the caches hold at the end`;
    const room = layout.width - x - 8;
    if (room > 60)
      text(ctx, shorten(ctx, note, room, 11), x, legend.y, { colour: colours.muted, size: 11 });
  }
  frame(ctx, panel, colours);
}

// --- The axis of time ------------------------------------------------------

function drawTime(ctx, layout, scene, { view, colours }) {
  const { plot, axis } = layout;
  const shown = ticks(view.from, view.to, Math.max(2, Math.floor(plot.width / 110)));
  const texts = scene.folded ? shown.map((x) => `${Number((100 * x).toFixed(6))}%`) : tickTexts(shown);
  const places = shown.map((at) => plot.x + ((at - view.from) * plot.width) / (view.to - view.from));
  const labels = texts.map((what, i) => {
    const width = widthOf(ctx, what, 11);
    return {
      what,
      start: Math.max(2, Math.min(layout.width - width - 2, places[i] - width / 2)),
      length: width,
      rank: i,
    };
  });
  const drawn = fits(labels, 6);
  labels.forEach((label, i) => {
    hairline(ctx, places[i], axis, places[i], axis + 4, colours.line);
    if (drawn[i]) text(ctx, label.what, label.start, axis + 13, { colour: colours.muted, size: 11 });
  });
  const what = scene.folded
    ? 'share of the instance’s instructions'
    : layout.narrow
      ? 'instructions executed'
      : 'instructions executed since the start of the program';
  text(ctx, shorten(ctx, what, plot.width, 11), plot.x + plot.width / 2, axis + 30, {
    colour: colours.muted,
    align: 'center',
    size: 11,
  });
}

// Returns the places of the objects' names, for the pointer.
export function drawFigure(ctx, layout, scene, options) {
  ctx.fillStyle = options.colours.background;
  ctx.fillRect(0, 0, layout.width, layout.height);
  const names = [];
  for (const panel of layout.panels) {
    if (panel.name === 'code') drawCode(ctx, layout, panel, scene, options);
    else if (panel.name === 'addresses') names.push(...drawAddresses(ctx, layout, panel, scene, options));
    else drawRates(ctx, layout, panel, scene, options);
  }
  drawTime(ctx, layout, scene, options);
  return names;
}
