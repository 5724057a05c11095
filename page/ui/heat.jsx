// SPDX-License-Identifier: GPL-3.0-or-later
//
// heat.jsx: how often each byte, or each part, of an object was loaded and stored.
//
// Usage: <ByteGrid cells={cells} />            a square for each byte, rows of 64 bytes
//        <PartBars cells={cells} what={...} /> bars: loads upwards, stores downwards
//        <RunTable cells={cells} />            the same in figures
//        <Unused cells={cells} sampled />      which are never used, in a sentence
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { sized, text } from '../figures/canvas.js';
import { hottest, runsOf, unusedRuns } from '../figures/heat.js';
import { mix } from '../figures/palette.js';
import { count, percent } from '../lib/format.js';
import { useColours, usePixels, useWidth } from './theme.js';

const ROW_B = 64;
const LEFT_px = 38;
const BARS_px = 96;
const RUNS_MAX = 200;

// The hotter, the stronger; by the logarithm, as uses differ by powers of ten. Unused bytes have an outline only.
function heatColour(cell, most, colours) {
  const uses = cell.loads + cell.stores;
  const share = most > 1 ? Math.log(uses + 1) / Math.log(most + 1) : 1;
  return mix(mix(colours.background, colours.levels.LL, 0.18), colours.levels.memory, share);
}

export const offsetText = ({ offset, size_B }) =>
  size_B === 1 ? `Byte ${count(offset)}` : `Bytes ${count(offset)} to ${count(offset + size_B - 1)}`;

const usesText = ({ loads, stores }) =>
  loads + stores === 0 ? 'never used' : `${count(loads)} loads, ${count(stores)} stores`;

function usePointed(cells, cellAt) {
  const [pointed, setPointed] = useState(-1);
  const handlers = {
    onPointerMove: (event) => {
      const box = event.currentTarget.getBoundingClientRect();
      setPointed(cellAt(event.clientX - box.left, event.clientY - box.top));
    },
    onPointerLeave: () => setPointed(-1),
  };
  return [cells[pointed], handlers];
}

export function ByteGrid({ cells }) {
  const canvas = useRef(null),
    frame = useRef(null);
  const width = useWidth(frame, 340),
    colours = useColours(),
    pixels = usePixels();
  const side = Math.max(3, Math.min(12, Math.floor((width - LEFT_px) / Math.min(ROW_B, Math.max(16, cells.length)))));
  const rows = Math.ceil(cells.length / ROW_B);
  const high = Math.max(side, 9);
  const [pointed, handlers] = usePointed(cells, (x, y) => {
    const [i, j] = [Math.floor((x - LEFT_px) / side), Math.floor(y / high)];
    return i >= 0 && i < ROW_B ? j * ROW_B + i : -1;
  });
  useLayoutEffect(() => {
    const ctx = sized(canvas.current, width, rows * high);
    const most = hottest(cells);
    cells.forEach((cell, i) => {
      const [x, y] = [LEFT_px + (i % ROW_B) * side, Math.floor(i / ROW_B) * high];
      if (cell.loads + cell.stores === 0) {
        ctx.strokeStyle = colours.line;
        ctx.strokeRect(x + 0.5, y + 0.5, side - 2, high - 2);
      } else {
        ctx.fillStyle = heatColour(cell, most, colours);
        ctx.fillRect(x, y, side - 1, high - 1);
      }
    });
    for (let row = 0; row < rows; row += Math.max(1, Math.ceil(12 / high)))
      text(ctx, String(row * ROW_B), LEFT_px - 6, row * high + high / 2, {
        colour: colours.muted,
        align: 'right',
        size: 10,
      });
  }, [cells, width, colours, pixels]);
  return (
    <div class="heat" ref={frame}>
      <canvas
        ref={canvas}
        {...handlers}
        role="img"
        aria-label={`Use of ${count(cells.length)} bytes; the table below has its figures`}
      />
      <p class="soft">
        {pointed
          ? `${offsetText(pointed)}: ${usesText(pointed)}`
          : `Rows of ${ROW_B} bytes; the darker or brighter, the more used; outlines: never used`}
      </p>
    </div>
  );
}

function drawBars(ctx, cells, width, colours) {
  const most = Math.max(1, ...cells.map((cell) => Math.max(cell.loads, cell.stores)));
  const middle = BARS_px / 2;
  const wide = (width - LEFT_px) / cells.length;
  cells.forEach((cell, i) => {
    const left = LEFT_px + Math.floor(i * wide),
      right = LEFT_px + Math.max(Math.floor((i + 1) * wide), Math.floor(i * wide) + 1);
    const gap = wide >= 4 ? 1 : 0;
    const up = cell.loads ? Math.max(1, (cell.loads / most) * (middle - 2)) : 0;
    const down = cell.stores ? Math.max(1, (cell.stores / most) * (middle - 2)) : 0;
    ctx.fillStyle = colours.levels.L2;
    ctx.fillRect(left, middle - up, right - left - gap, up);
    ctx.fillStyle = colours.levels.LL;
    ctx.fillRect(left, middle, right - left - gap, down);
  });
  ctx.fillStyle = colours.line;
  ctx.fillRect(LEFT_px, middle - 0.5, width - LEFT_px, 1);
  text(ctx, 'loads', LEFT_px - 6, middle / 2, { colour: colours.muted, align: 'right', size: 10 });
  text(ctx, 'stores', LEFT_px - 6, middle * 1.5, { colour: colours.muted, align: 'right', size: 10 });
}

export function PartBars({ cells, what }) {
  const canvas = useRef(null),
    frame = useRef(null);
  const width = useWidth(frame, 340),
    colours = useColours(),
    pixels = usePixels();
  const [pointed, handlers] = usePointed(cells, (x) =>
    x < LEFT_px ? -1 : Math.min(cells.length - 1, Math.floor(((x - LEFT_px) * cells.length) / (width - LEFT_px))),
  );
  useLayoutEffect(() => {
    drawBars(sized(canvas.current, width, BARS_px), cells, width, colours);
  }, [cells, width, colours, pixels]);
  const where = (cell) =>
    what.shares
      ? `${percent(cell.offset, cells.length)} to ${percent(cell.offset + cell.size_B, cells.length)} of the size`
      : offsetText(cell);
  return (
    <div class="heat" ref={frame}>
      <canvas ref={canvas} {...handlers} role="img" aria-label={`${what.title}; the table below has its figures`} />
      <p class="soft">{pointed ? `${where(pointed)}: ${usesText(pointed)}` : what.title}</p>
    </div>
  );
}

// Which of the cells nobody used.
export function Unused({ cells, sampled }) {
  const runs = unusedRuns(cells);
  const unused = runs.reduce((sum, run) => sum + run.size_B, 0);
  const all = cells.reduce((sum, cell) => sum + cell.size_B, 0);
  if (!unused) return <p>{sampled ? 'Sampled accesses touch each part.' : 'Each byte is used.'}</p>;
  const longest = runs
    .slice(0, 3)
    .map((run) => `${count(run.offset)} to ${count(run.offset + run.size_B - 1)}`)
    .join(', ');
  return (
    <p>
      {sampled ? 'No sampled access touches' : 'Never used:'} {count(unused)} of {count(all)} bytes (
      {percent(unused, all)}){sampled ? '; ' : ': '}
      {runs.length > 3 ? 'the longest stretches are ' : ''}
      {longest}.
    </p>
  );
}

export function RunTable({ cells, shares = false }) {
  const runs = runsOf(cells);
  const where = (run) =>
    shares
      ? `${percent(run.offset, 256)} to ${percent(run.offset + run.size_B, 256)}`
      : run.size_B === 1
        ? count(run.offset)
        : `${count(run.offset)}\u2013${count(run.offset + run.size_B - 1)}`;
  return (
    <details class="runs">
      <summary>As a table</summary>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">{shares ? 'Part' : 'Bytes'}</th>
            <th scope="col" class="numeric">
              Loads
            </th>
            <th scope="col" class="numeric">
              Stores
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.slice(0, RUNS_MAX).map((run) => (
            <tr key={run.offset}>
              <th scope="row">{where(run)}</th>
              <td class="numeric">{count(run.loads)}</td>
              <td class="numeric">{count(run.stores)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {runs.length > RUNS_MAX && (
        <p class="soft">
          The first {RUNS_MAX} of {count(runs.length)} rows.
        </p>
      )}
    </details>
  );
}
