// SPDX-License-Identifier: GPL-3.0-or-later
//
// roofline.jsx: instructions per cycle by instructions per byte to and from memory, of the program and the functions
// with most cycles, below the machine's two roofs.
//
// Usage: <Roofline model={model} stacks={stacksOf(model, 'self', 12)} />
import { useRef, useState } from 'preact/hooks';
import { logScale, logTicks, placeNames, pointOf, rangesOf, ridgeOf, roofAt } from '../../figures/roofline.js';
import { tickTexts } from '../../figures/ticks.js';
import { countsWriteBacks } from '../../lib/cycles.js';
import { count, decimal, percent, visible } from '../../lib/format.js';
import { functionName } from '../../lib/model.js';
import { abbreviated } from '../../lib/names.js';
import { FunctionLink, Link } from '../../ui/link.jsx';
import { SaveAs } from '../../ui/save.jsx';
import { useWidth } from '../../ui/theme.js';

const HEIGHT_px = { wide: 360, narrow: 300 };
const EDGE_px = { left: 44, right: 14, top: 12, bottom: 42 };
const ASIDE_px = 64; // the place of what has no traffic
const NAME = { length: 28, high_px: 14, character_px: 6.8, slope: 6 };
const TICK_px = { x: 64, y: 40 };

const nameOf = (model, { index }) => (index === null ? 'The program' : visible(functionName(model, index)));
const tickText = (value) => tickTexts([value])[0];

function pointText(model, stack, machine) {
  const { x, y } = stack.point;
  const traffic = x === null ? 'no traffic to memory' : `${decimal(x)} instructions per byte`;
  const roof = roofAt(machine, x);
  return (
    `${nameOf(model, stack).slice(0, 200)}: ${decimal(y)} instructions per cycle, ${percent(y, roof)} of the roof, ` +
    `${decimal(roof)}; ${traffic}`
  );
}

// The sloping roof, from where it comes into the figure up to the other one.
function slopeOf(machine, ranges, xOf, yOf) {
  const ridge = Math.max(ridgeOf(machine), ranges.x[0]);
  const start = Math.max(ranges.x[0], (ranges.y[0] / roofAt(machine, ridge)) * ridge);
  const from = { x: xOf(start), y: yOf(roofAt(machine, start)) },
    to = { x: xOf(ridge), y: yOf(machine.width) };
  return { from, to, length: Math.hypot(to.x - from.x, to.y - from.y) || 1 };
}

// Where everything is.
function layOut(machine, stacks, width, height, names) {
  const aside = stacks.some(({ point }) => point.x === null) ? ASIDE_px : 0;
  const box = {
    x: EDGE_px.left,
    y: EDGE_px.top,
    width: width - EDGE_px.left - EDGE_px.right - aside,
    height: height - EDGE_px.top - EDGE_px.bottom,
  };
  const ranges = rangesOf(
    machine,
    stacks.map(({ point }) => point),
  );
  const xOf = logScale(ranges.x, [box.x, box.x + box.width]),
    yOf = logScale(ranges.y, [box.y + box.height, box.y]);
  const marks = stacks.map(({ point: { x, y } }) => ({
    x: x === null ? box.x + box.width + aside / 2 : xOf(x),
    y: yOf(Math.max(y, ranges.y[0])),
  }));
  const whole = { ...box, width: box.width + aside };
  // The name of the sloping roof stands above its middle.
  const slope = slopeOf(machine, ranges, xOf, yOf);
  const kept = Array.from({ length: 2 * NAME.slope + 1 }, (_, i) => {
    const along = ((i - NAME.slope) * 8) / slope.length;
    return {
      x: (slope.from.x + slope.to.x) / 2 + along * (slope.to.x - slope.from.x) - 4,
      y: (slope.from.y + slope.to.y) / 2 + along * (slope.to.y - slope.from.y) - 8,
    };
  });
  const places = placeNames(
    marks,
    names.map((name) => name.length * NAME.character_px),
    whole,
    NAME.high_px,
    kept,
  );
  return { box, whole, aside, ranges, xOf, yOf, marks, places, slope };
}

function Axes({ at, height }) {
  const { box, whole, ranges, xOf, yOf } = at;
  const bottom = box.y + box.height;
  return (
    <>
      {logTicks(ranges.y, box.height / TICK_px.y).map((value) => (
        <g key={`y ${value}`}>
          <line class="grid" x1={box.x} x2={whole.x + whole.width} y1={yOf(value)} y2={yOf(value)} />
          <text class="tick" x={box.x - 6} y={yOf(value)} text-anchor="end" dominant-baseline="middle">
            {tickText(value)}
          </text>
        </g>
      ))}
      {logTicks(ranges.x, box.width / TICK_px.x).map((value) => (
        <g key={`x ${value}`}>
          <line class="grid" x1={xOf(value)} x2={xOf(value)} y1={box.y} y2={bottom} />
          <text class="tick" x={xOf(value)} y={bottom + 15} text-anchor="middle">
            {tickText(value)}
          </text>
        </g>
      ))}
      {at.aside > 0 && (
        <>
          <line class="grid" x1={box.x + box.width} x2={box.x + box.width} y1={box.y} y2={bottom} stroke-dasharray="2 3" />
          <text class="tick" x={box.x + box.width + at.aside / 2} y={bottom + 15} text-anchor="middle">
            no traffic
          </text>
        </>
      )}
      <text class="tick" x={box.x + box.width / 2} y={height - 6} text-anchor="middle">
        instructions per byte to and from memory
      </text>
      <text class="tick" transform={`translate(11 ${box.y + box.height / 2}) rotate(-90)`} text-anchor="middle">
        instructions per cycle
      </text>
    </>
  );
}

function Roofs({ at }) {
  const { box, whole, slope } = at;
  const { from, to } = slope;
  const turned = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return (
    <>
      <path class="roof" d={`M${from.x} ${from.y}L${to.x} ${to.y}L${whole.x + whole.width} ${to.y}`} />
      <text class="roof-name" x={whole.x + whole.width - 4} y={to.y - 6} text-anchor="end">
        issue width
      </text>
      {slope.length > 120 && (
        <text
          class="roof-name"
          transform={`translate(${(from.x + to.x) / 2} ${(from.y + to.y) / 2}) rotate(${turned})`}
          dy="-6"
          text-anchor="middle"
        >
          rate of memory
        </text>
      )}
      <line class="grid" x1={box.x} x2={box.x} y1={box.y} y2={box.y + box.height} />
    </>
  );
}

function Mark({ stack, mark, place, name, text, onPoint }) {
  const { x, y } = mark;
  const inner = (
    <>
      {stack.index === null ? (
        <path class="mark program" d={`M${x} ${y - 7}l7 7l-7 7l-7 -7Z`} />
      ) : (
        <circle class="mark" cx={x} cy={y} r="5" />
      )}
      {place && (
        <text class="mark-name" x={place.x} y={place.y} text-anchor={place.anchor} dominant-baseline="middle">
          {name}
        </text>
      )}
    </>
  );
  const handlers = { onPointerEnter: () => onPoint(text), onPointerLeave: () => onPoint(null) };
  if (stack.index === null) return <g {...handlers}>{inner}</g>;
  return (
    <Link to={{ view: 'functions', function: stack.index }} aria-label={text} {...handlers}>
      {inner}
    </Link>
  );
}

function RoofTable({ stacks, machine }) {
  return (
    <details class="rate-table">
      <summary>Roofline as a table</summary>
      <div class="plain-table">
        <table>
          <thead>
            <tr>
              <th scope="col">Function</th>
              <th scope="col">Bytes to and from memory</th>
              <th scope="col">Instructions per byte</th>
              <th scope="col">Instructions per cycle</th>
              <th scope="col">Roof</th>
              <th scope="col">Of the roof</th>
            </tr>
          </thead>
          <tbody>
            {stacks.map(({ index, bytes, point: { x, y } }) => (
              <tr key={index ?? 'program'}>
                <th scope="row">
                  {index === null ? 'The program' : <FunctionLink index={index} view="functions" length={40} />}
                </th>
                <td>{count(bytes)}</td>
                <td>{decimal(x)}</td>
                <td>{decimal(y)}</td>
                <td>{decimal(roofAt(machine, x))}</td>
                <td>{percent(y, roofAt(machine, x))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function Words({ model }) {
  const { width, line_B, memory_cycles } = model.machine;
  const rate =
    memory_cycles > 0
      ? `its memory sends a line of ${count(line_B)} bytes every ${count(memory_cycles)} cycles, ` +
        `${decimal(line_B / memory_cycles)} bytes per cycle`
      : 'the rate of its memory has no limit';
  return (
    <p>
      The machine begins {count(width)} instructions in a cycle; {rate}. What is just below the sloping roof waits for the
      rate of memory; what is far below both roofs waits for something else, as the bars say. Bytes are those of lines
      that LL misses{countsWriteBacks(model) ? ' and writes back' : '; lines that it writes back are not counted'}.
    </p>
  );
}

function Figure({ model, shown }) {
  const frame = useRef(null);
  const [pointed, setPointed] = useState(null);
  const width = useWidth(frame, 800);
  const { machine } = model;
  const height = width < 600 ? HEIGHT_px.narrow : HEIGHT_px.wide;
  const names = shown.map((stack) => abbreviated(nameOf(model, stack), NAME.length));
  const at = layOut(machine, shown, width, height, names);
  return (
    <section class="card cycles">
      <h2>Roofline</h2>
      <Words model={model} />
      <div class="plot-frame" ref={frame}>
        <svg
          class="plot"
          width={width}
          height={height}
          role="group"
          aria-label="Instructions per cycle by instructions per byte to and from memory; the table has the figures"
        >
          <Axes at={at} height={height} />
          <Roofs at={at} />
          {shown.map((stack, i) => (
            <Mark
              key={stack.index ?? 'program'}
              stack={stack}
              mark={at.marks[i]}
              place={at.places[i]}
              name={names[i]}
              text={pointText(model, stack, machine)}
              onPoint={setPointed}
            />
          ))}
        </svg>
      </div>
      <SaveAs figure="roofline" source={() => ({ element: frame.current.querySelector('svg') })} />
      <p role="status" class="soft">
        {pointed ?? 'Point at a mark to read it.'}
      </p>
      <RoofTable stacks={shown} machine={machine} />
    </section>
  );
}

export function Roofline({ model, stacks }) {
  const shown = stacks.map((stack) => ({ ...stack, point: pointOf(stack) })).filter(({ point }) => point.y > 0);
  return shown.length > 0 ? <Figure model={model} shown={shown} /> : null;
}
