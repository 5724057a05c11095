// SPDX-License-Identifier: GPL-3.0-or-later
//
// tip.jsx: what is under the pointer in the timeline, in words.
//
// Usage: <Tip tip={pointed(...)} scene={scene} layout={layout} view={view} />
import { useLayoutEffect, useRef } from 'preact/hooks';
import { bytes, count, short } from '../../lib/format.js';
import { hex } from '../../figures/ticks.js';
import { Name } from '../../ui/name.jsx';
import { UNITS } from './draw.js';
import { objectLabel } from '../../lib/objects.js';
import { walksOf } from '../../lib/walks.js';
import { placeOf, timelineFunction } from './scene.js';

const AWAY_px = 14;

export const timeText = (scene, at) => (scene.folded ? `${(100 * at).toFixed(2)}%` : count(Math.round(at)));

function Row({ name, children }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Code({ scene, fn, line, caller }) {
  const { model } = scene;
  const { name, file } = timelineFunction(model, fn);
  const walk = walksOf(model, file).get(line);
  return (
    <>
      <Row name="Function">
        <Name text={name} length={80} />
      </Row>
      {caller >= 0 && (
        <Row name="Called by">
          <Name text={timelineFunction(model, caller).name} length={80} />
        </Row>
      )}
      <Row name="Line">
        <Name text={placeOf(model, fn, line) || 'unknown'} length={60} />
      </Row>
      {walk && (
        <Row name="Walks">
          <Name text={walk} length={80} />
        </Row>
      )}
    </>
  );
}

function Access({ scene, i }) {
  const { samples, model, ranges, rangeOf } = scene;
  const range = ranges[rangeOf[i]];
  return (
    <>
      <Row name={samples.kind[i] === 1 ? 'Load' : 'Store'}>
        {count(samples.size_B[i])} {samples.size_B[i] === 1 ? 'byte' : 'bytes'} at {hex(samples.address[i])}
      </Row>
      <Row name="Served by">{model.timeline.served_by[samples.served[i]]}</Row>
      <Row name="Object">
        <Name text={objectLabel(model, samples.object[i])} length={80} />
      </Row>
      {range && (
        <Row name="Offset">
          {count(samples.address[i] - range.start)} of {bytes(range.size_B)}
        </Row>
      )}
      <Code scene={scene} fn={samples.access_function[i]} line={samples.access_line[i]} caller={-1} />
      {scene.folded && samples.instance[i] >= 0 && <Row name="Instance">{count(samples.instance[i])}</Row>}
    </>
  );
}

function Rates({ scene, layout, view, tip }) {
  const panel = tip.panel;
  const { edges, rates } = scene.rates(view.from, view.to, Math.max(64, panel.width / 2));
  let stretch = edges.findIndex((edge, i) => i + 1 < edges.length && tip.at >= edge && tip.at < edges[i + 1]);
  if (stretch < 0) stretch = edges.length - 2;
  return (
    <>
      <Row name="From">{timeText(scene, edges[stretch])}</Row>
      <Row name="To">{timeText(scene, edges[stretch + 1])}</Row>
      {rates
        .filter((rate) => rate.unit === panel.unit)
        .map((rate) => (
          <Row key={rate.key} name={rate.label}>
            {rate.values[stretch] === null ? 'nothing executed' : short(rate.values[stretch])}
          </Row>
        ))}
    </>
  );
}

function Content({ scene, layout, view, tip }) {
  const { samples } = scene;
  const i = tip.sample;
  if (tip.panel.name === 'rates') return <Rates scene={scene} layout={layout} view={view} tip={tip} />;
  const at = <Row name={scene.folded ? 'At' : 'Instruction'}>{timeText(scene, i >= 0 ? samples.x[i] : tip.at)}</Row>;
  if (i < 0)
    return (
      <>
        {at}
        {tip.address != null && <Row name="Address">{hex(tip.address)}</Row>}
      </>
    );
  if (tip.panel.name === 'code')
    return (
      <>
        {at}
        <Code scene={scene} fn={samples.function[i]} line={samples.line[i]} caller={samples.caller[i]} />
      </>
    );
  return (
    <>
      {at}
      <Access scene={scene} i={i} />
    </>
  );
}

// The tip stays within the figure, beside the pointer and never under it.
function useBeside(tip, layout) {
  const box = useRef(null);
  useLayoutEffect(() => {
    const { offsetWidth: width, offsetHeight: height } = box.current;
    const right = tip.x + AWAY_px + width <= layout.width;
    const left = right ? tip.x + AWAY_px : Math.max(0, tip.x - AWAY_px - width);
    const below = tip.y + AWAY_px + height <= layout.height;
    const top =
      right || tip.x - AWAY_px - width >= 0
        ? Math.max(0, Math.min(layout.height - height, tip.y + AWAY_px))
        : below
          ? tip.y + AWAY_px
          : Math.max(0, tip.y - AWAY_px - height);
    box.current.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  });
  return box;
}

export function Tip(props) {
  const box = useBeside(props.tip, props.layout);
  const title = props.tip.panel.name === 'rates' ? UNITS[props.tip.panel.unit] : null;
  return (
    <div class="timeline-tip" ref={box} role={props.tip.spoken ? 'status' : undefined}>
      {title && <strong>{title}</strong>}
      <dl>
        <Content {...props} />
      </dl>
    </div>
  );
}
