// SPDX-License-Identifier: GPL-3.0-or-later
//
// over_time.jsx: cycles per instruction by cause, over the time of the run; nothing without a timeline that has them.
//
// Usage: <OverTime model={model} causes={causesOf(model)} />
import { useMemo, useRef, useState } from 'preact/hooks';
import { causeColour } from '../../figures/palette.js';
import { tickTexts, ticks } from '../../figures/ticks.js';
import { overTime } from '../../lib/cycles.js';
import { count, decimal } from '../../lib/format.js';
import { SaveAs } from '../../ui/save.jsx';
import { useColours, useWidth } from '../../ui/theme.js';

const HEIGHT_px = 180;
const EDGE_px = { left: 44, right: 8, top: 8, bottom: 34 };
const STRETCH_px = 3;
const ROWS = 32;
const NAMED = 3; // causes that are read out

const sum = (values) => values.reduce((all, value) => all + value, 0);

// Stretches between two edges, from one height to another, as the path of an area.
function areaPath(edges, low, high, xOf, yOf) {
  const top = high.map((value, i) => `L${xOf(edges[i])} ${yOf(value)}L${xOf(edges[i + 1])} ${yOf(value)}`);
  const bottom = low.map((value, i) => `L${xOf(edges[i + 1])} ${yOf(value)}L${xOf(edges[i])} ${yOf(value)}`).reverse();
  return `M${[...top, ...bottom].join('').slice(1)}Z`;
}

function stretchText({ edges, values }, causes, i) {
  const each = causes
    .map(({ words }, c) => ({ words, value: values[c][i] }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value);
  return (
    `From instruction ${count(Math.round(edges[i]))} to ${count(Math.round(edges[i + 1]))}: ` +
    `${decimal(sum(each.map(({ value }) => value)))} cycles per instruction` +
    (each.length ? ` (${each.slice(0, NAMED).map(({ words, value }) => `${words} ${decimal(value)}`).join(', ')})` : '')
  );
}

function Plot({ found, causes, width, onPoint }) {
  const colours = useColours();
  const { edges, values } = found;
  const n = edges.length - 1;
  const heights = [values[0].map(() => 0)];
  for (const each of values) heights.push(each.map((value, i) => heights.at(-1)[i] + value));
  const most = Math.max(...heights.at(-1)) || 1;
  const plot = { width: width - EDGE_px.left - EDGE_px.right, height: HEIGHT_px - EDGE_px.top - EDGE_px.bottom };
  const xOf = (at) => (EDGE_px.left + (plot.width * (at - edges[0])) / (edges[n] - edges[0] || 1)).toFixed(1);
  const yOf = (value) => (EDGE_px.top + plot.height * (1 - value / most)).toFixed(1);
  const across = ticks(edges[0], edges[n], Math.max(2, Math.floor(plot.width / 110))),
    up = ticks(0, most, 4);
  const pointed = (event) => {
    const share = (event.clientX - event.currentTarget.getBoundingClientRect().left - EDGE_px.left) / plot.width;
    const at = edges[0] + share * (edges[n] - edges[0]);
    onPoint(edges.findIndex((edge, i) => i < n && at >= edge && at < edges[i + 1]));
  };
  return (
    <svg
      class="plot"
      width={width}
      height={HEIGHT_px}
      role="img"
      aria-label="Cycles per instruction by cause, over the instructions of the run; the table has the figures"
      onPointerMove={pointed}
      onPointerLeave={() => onPoint(-1)}
    >
      {up.map((value, i) => (
        <g key={value}>
          <line class="grid" x1={EDGE_px.left} x2={width - EDGE_px.right} y1={yOf(value)} y2={yOf(value)} />
          <text class="tick" x={EDGE_px.left - 6} y={yOf(value)} text-anchor="end" dominant-baseline="middle">
            {tickTexts(up)[i]}
          </text>
        </g>
      ))}
      {causes.map(({ event }, c) => (
        <path key={event} d={areaPath(edges, heights[c], heights[c + 1], xOf, yOf)} fill={causeColour(colours, event)} />
      ))}
      {across.map((at, i) => (
        <text key={at} class="tick" x={xOf(at)} y={HEIGHT_px - EDGE_px.bottom + 14} text-anchor="middle">
          {tickTexts(across)[i]}
        </text>
      ))}
      <text class="tick" x={EDGE_px.left + plot.width / 2} y={HEIGHT_px - 5} text-anchor="middle">
        instructions
      </text>
    </svg>
  );
}

function Table({ model, causes }) {
  const [open, setOpen] = useState(false);
  const found = open ? overTime(model, ROWS) : { edges: [], values: [] };
  return (
    <details class="rate-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Cycles per instruction over time as a table</summary>
      {open && (
        <div class="plain-table">
          <table>
            <thead>
              <tr>
                <th scope="col">From</th>
                <th scope="col">To</th>
                {causes.map(({ event, words }) => (
                  <th scope="col" key={event}>
                    {words}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {found.edges.slice(0, -1).map((edge, i) => (
                <tr key={edge}>
                  <th scope="row">{count(Math.round(edge))}</th>
                  <td>{count(Math.round(found.edges[i + 1]))}</td>
                  {found.values.map((values, c) => (
                    <td key={causes[c].event}>{decimal(values[i])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}

function Figure({ model, causes }) {
  const frame = useRef(null);
  const [pointed, setPointed] = useState(-1);
  const width = useWidth(frame, 800);
  const found = useMemo(
    () => overTime(model, Math.max(ROWS, Math.floor((width - EDGE_px.left - EDGE_px.right) / STRETCH_px))),
    [model, width],
  );
  return (
    <section class="card cycles">
      <h2>Over time</h2>
      <div class="plot-frame" ref={frame}>
        <Plot found={found} causes={causes} width={width} onPoint={setPointed} />
      </div>
      <SaveAs figure="cycles-over-time" source={() => ({ element: frame.current.querySelector('svg') })} />
      <p role="status" class="soft">
        {pointed >= 0 && pointed < found.edges.length - 1
          ? stretchText(found, causes, pointed)
          : 'Cycles per instruction, in the colours above; point at a time to read them.'}
      </p>
      <Table model={model} causes={causes} />
    </section>
  );
}

export function OverTime({ model, causes }) {
  return overTime(model, ROWS)?.values[0]?.length > 0 ? <Figure model={model} causes={causes} /> : null;
}
