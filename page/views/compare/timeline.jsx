// SPDX-License-Identifier: GPL-3.0-or-later
//
// timeline.jsx: a rate over both runs, as two curves with what is between them in the colours of change, by
// instructions or by share of the run (`axis=share` in the address); below it, tenths of the axis as a table.
import { useMemo, useRef } from 'preact/hooks';
import { changeColour, relative } from '../../figures/change.js';
import { hasFormula, lengthOf, meanOver, ratesOf } from '../../figures/two_rates.js';
import { changePercent } from '../../lib/compare.js';
import { decimal, percent, short } from '../../lib/format.js';
import { eventOf } from '../../lib/model.js';
import { Failsafe } from '../../ui/failsafe.jsx';
import { SaveAs } from '../../ui/save.jsx';
import { useColours, useWidth } from '../../ui/theme.js';
import { ColourKey } from './parts.jsx';

const HEIGHT_px = 260;
const LEFT_px = 64;
const BOTTOM_px = 26;
const TOP_px = 8;
const STEP_px = 3; // of what is between the curves
const TENTHS = 10;

const formulasOf = ({ name, formula }) => formula ?? [{ [name]: 1 }, { [name]: 1 }];

// Events whose parts are all in both timelines; the event that is chosen, or the first of them.
function shownEvent(model, name) {
  const has = (event) => formulasOf(event).every((formula, n) => hasFormula(model.timeline[n], formula));
  const wanted = eventOf(model, name);
  return has(wanted) ? wanted : model.events.find((event) => event.name !== 'Ir' && has(event));
}

// Means of both runs over [from, to] of an axis from 0 to 1.
function meansOf(curves, ends, from, to) {
  return curves.map((rates, n) => meanOver(rates, from * ends[n], to * ends[n]));
}

function Figure({ curves, ends, label, axis }) {
  const place = useRef(null);
  const colours = useColours();
  const width = useWidth(place, 800);
  const room = width - LEFT_px - 8;
  const n = Math.max(1, Math.floor(room / STEP_px));
  const steps = Array.from({ length: n }, (_, i) => [i / n, (i + 1) / n]);
  const means = steps.map(([from, to]) => meansOf(curves, ends, from, to));
  const most = means.flat().reduce((largest, rate) => Math.max(largest, rate ?? 0), 0) || 1;
  const x = (share) => LEFT_px + share * room;
  const y = (rate) => TOP_px + (HEIGHT_px - TOP_px - BOTTOM_px) * (1 - rate / most);
  const path = (side) =>
    means
      .map((pair, i) => {
        if (pair[side] === undefined) return '';
        const goesOn = i > 0 && means[i - 1][side] !== undefined;
        return `${goesOn ? 'L' : 'M'}${x(steps[i][0])} ${y(pair[side])}H${x(steps[i][1])}`;
      })
      .join('');
  return (
    <>
      <div ref={place} class="compare-timeline">
        <svg width={width} height={HEIGHT_px} role="img" aria-label={label}>
          {means.map(([before = 0, after = 0], i) => (
            <rect
              key={i}
              x={x(steps[i][0])}
              width={x(steps[i][1]) - x(steps[i][0]) + 0.3}
              y={Math.min(y(before), y(after))}
              height={Math.abs(y(before) - y(after))}
              fill={changeColour(colours, relative(before, after)).fill}
            />
          ))}
          <path d={path(0)} class="curve before" />
          <path d={path(1)} class="curve after" />
          <line x1={LEFT_px} x2={LEFT_px + room} y1={y(0)} y2={y(0)} class="axis" />
          {[0, most / 2, most].map((rate) => (
            <text key={rate} x={LEFT_px - 6} y={y(rate) + 4} text-anchor="end">
              {decimal(rate)}
            </text>
          ))}
          {[0, 0.5, 1].map((share) => (
            <text key={share} x={x(share)} y={HEIGHT_px - 8} text-anchor={share === 0 ? 'start' : share === 1 ? 'end' : 'middle'}>
              {axis(share)}
            </text>
          ))}
        </svg>
      </div>
      <SaveAs figure="timeline" source={() => ({ element: place.current.querySelector('svg') })} />
    </>
  );
}

function Tenths({ curves, ends, axis }) {
  const text = (rate) => (rate === undefined ? '\u2013' : decimal(rate));
  const rows = Array.from({ length: TENTHS }, (_, i) => [i / TENTHS, (i + 1) / TENTHS]);
  return (
    <div class="plain-table">
      <table>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([from, to]) => {
            const [before, after] = meansOf(curves, ends, from, to);
            return (
              <tr key={from}>
                <th scope="row">{axis(from)}</th>
                <td>{text(before)}</td>
                <td>{text(after)}</td>
                <td>{before === undefined || after === undefined ? '' : changePercent(before, after)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

export function Timeline({ model, state, go }) {
  const event = shownEvent(model, state.event);
  const curves = useMemo(
    () => (event ? formulasOf(event).map((formula, n) => ratesOf(model.timeline[n], formula)) : []),
    [model, event],
  );
  if (!event) return <p class="empty">The timelines have no event in common.</p>;
  const lengths = curves.map(lengthOf);
  const longest = Math.max(...lengths);
  const shares = state.axis === 'share';
  const ends = shares ? lengths : [longest, longest];
  const axis = (share) => (shares ? percent(share, 1) : `${short(share * longest)}`);
  return (
    <>
      <div class="tools">
        <label>
          <input
            type="checkbox"
            checked={shares}
            onChange={(change) => go({ axis: change.currentTarget.checked ? 'share' : null })}
          />{' '}
          both runs equally long
        </label>
        <span class="curve-key">
          <span class="sample before" /> before <span class="sample after" /> after
        </span>
      </div>
      <p>
        {`${event.name} per 1000 instructions, by ${shares ? 'share of the run' : 'instructions since the start'}`}
        {event.name !== state.event && ` (${state.event} is not in the timelines)`}.
      </p>
      <Failsafe part="Curves of both runs">
        <Figure {...{ curves, ends, axis }} label={`${event.name} per 1000 instructions in both runs; the table below has the figures`} />
      </Failsafe>
      <Tenths {...{ curves, ends, axis }} />
      <ColourKey />
    </>
  );
}
