// SPDX-License-Identifier: GPL-3.0-or-later
//
// timeline.jsx: the run over time: which code ran, which addresses it accessed, what it missed. Three panels on
// one axis of instructions, and tables of the range in sight or marked.
//
// State: from, to (in sight; clock, or share of a folded region's instance), mark ("from-to"), fold (a region's
// name), accesses, thread, focus and scale (of addresses), by (of the table), drag ("mark").
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { alike, clamped } from '../figures/window.js';
import { count, visible } from '../lib/format.js';
import { objectLabel } from '../lib/objects.js';
import { threadText } from '../lib/threads.js';
import { Failsafe } from '../ui/failsafe.jsx';
import { Figure } from './timeline/figure.jsx';
import { RangeTable } from './timeline/range_table.jsx';
import { RateTable } from './timeline/rate_table.jsx';
import { Region } from './timeline/region.jsx';
import { modelFunction, sceneOf } from './timeline/scene.js';

const STILL_ms = 180;
const FOCUS_MAX = 60;

// A range as the address bar has it. Shares need more digits than clocks.
export function rangeText({ from, to }, folded) {
  const digits = folded ? 9 : 0;
  return [from, to].map((x) => Number(x.toFixed(digits))).join('-');
}

export function parseRange(text) {
  const found = /^([\d.]+)-([\d.]+)$/.exec(text ?? '');
  return found && Number(found[2]) > Number(found[1]) ? { from: Number(found[1]), to: Number(found[2]) } : null;
}

// What is in sight: at once here, and in the address bar when it has stayed for a moment. Browsers refuse pages
// that change their address at every turn of a wheel.
function useWindow(scene, state, go) {
  const [start, end] = scene.domain;
  const wanted = clamped({ from: state.from ?? start, to: state.to ?? end }, scene.domain);
  const [view, setView] = useState(wanted);
  const timer = useRef(0);
  const known = useRef(scene);
  const asked = `${wanted.from} ${wanted.to}`;
  const last = useRef(asked);
  const current = known.current !== scene || (last.current !== asked && !alike(view, wanted)) ? wanted : view;
  known.current = scene;
  last.current = asked;
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (current !== view) setView(current);
  });
  const move = useCallback(
    (next) => {
      setView(next);
      clearTimeout(timer.current);
      const whole = next.from <= start && next.to >= end;
      const round = (x) => (scene.folded ? Number(x.toFixed(9)) : Math.round(x));
      timer.current = setTimeout(
        () =>
          go(
            whole
              ? { from: null, to: null }
              : { from: round(next.from), to: Math.max(round(next.to), round(next.from) + (scene.folded ? 0 : 1)) },
          ),
        STILL_ms,
      );
    },
    [scene, go, start, end],
  );
  return [current, wanted, move];
}

function Choice({ label, value, onChange, options }) {
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function focusOptions(scene) {
  const counts = new Map();
  for (let i = 0; i < scene.samples.n; i++)
    if (scene.samples.kind[i] > 0 && scene.samples.object[i] >= 0)
      counts.set(scene.samples.object[i], (counts.get(scene.samples.object[i]) ?? 0) + 1);
  const ids = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, FOCUS_MAX)
    .map(([id]) => id);
  return ids.map((id) => [String(id), visible(objectLabel(scene.model, id)).slice(0, 60)]);
}

function Tools({ scene, state, go, look, view, mark, move, setMark }) {
  const { model } = scene;
  const regions = model.timeline.regions ?? [];
  const focus = useMemo(() => focusOptions(scene), [scene]);
  const elsewhere = { from: null, to: null, mark: null };
  return (
    <div class="tools">
      {regions.length > 0 && (
        <Choice
          label="Show"
          value={scene.region?.name ?? ''}
          onChange={(fold) => go({ fold: fold || null, ...elsewhere })}
          options={[
            ['', 'the whole run'],
            ...regions.map((region) => [
              region.name,
              `${visible(region.name).slice(0, 60)}, ${count(region.instances)} folded`,
            ]),
          ]}
        />
      )}
      <Choice
        label="Accesses"
        value={look.accesses}
        onChange={(accesses) => go({ accesses })}
        options={[
          ['together', 'loads and stores'],
          ['apart', 'in two panels'],
          ['loads', 'loads only'],
          ['stores', 'stores only'],
        ]}
      />
      <Choice
        label="Addresses"
        value={look.focus >= 0 ? String(look.focus) : ''}
        onChange={(id) => go({ focus: id || null, object: id ? Number(id) : state.object })}
        options={[['', 'of all objects'], ...focus]}
      />
      <Choice
        label="Heights"
        value={look.toScale ? 'bytes' : ''}
        onChange={(scale) => go({ scale: scale || null })}
        options={[
          ['', 'by use and size'],
          ['bytes', 'in proportion to bytes'],
        ]}
      />
      {scene.threads.length > 1 && (
        <Choice
          label="Thread"
          value={String(look.thread)}
          onChange={(thread) => go({ thread: thread === '-1' ? null : thread })}
          options={[['-1', 'all'], ...scene.threads.map((thread) => [String(thread), threadText(model, thread)])]}
        />
      )}
      <Choice
        label="Dragging"
        value={state.drag ?? 'zoom'}
        onChange={(drag) => go({ drag: drag === 'zoom' ? null : drag })}
        options={[
          ['zoom', 'zooms'],
          ['mark', 'marks a range'],
        ]}
      />
      <button
        type="button"
        disabled={view.from <= scene.domain[0] && view.to >= scene.domain[1]}
        onClick={() => move({ from: scene.domain[0], to: scene.domain[1] })}
      >
        Show all
      </button>
      {mark && (
        <button type="button" onClick={() => setMark(null)}>
          Remove the mark
        </button>
      )}
    </div>
  );
}

function lookOf(state) {
  return {
    accesses: ['apart', 'loads', 'stores'].includes(state.accesses) ? state.accesses : 'together',
    thread: /^\d+$/.test(state.thread ?? '') ? Number(state.thread) : -1,
    object: state.object ?? -1,
    focus: /^\d+$/.test(state.focus ?? '') ? Number(state.focus) : -1,
    toScale: state.scale === 'bytes',
    tall: state.tall === 'yes',
  };
}

function unitsOf(scene) {
  return [...new Set(scene.rates(scene.domain[0], scene.domain[1], 64).rates.map((rate) => rate.unit))];
}

// What a click on a sample or an object's name chooses.
function choiceOf(scene, { object, sample, panel }) {
  const { samples, model } = scene;
  if (sample === undefined) return object >= 0 ? { object } : {};
  const code = panel === 'code';
  const index = modelFunction(model, code ? samples.function[sample] : samples.access_function[sample]);
  const choice =
    index === undefined
      ? {}
      : {
          function: index,
          file: model.functions.file[index],
          line: (code ? samples.line[sample] : samples.access_line[sample]) || null,
        };
  if (!code && samples.object[sample] >= 0) choice.object = samples.object[sample];
  return choice;
}

const BARS =
  'In the panel of code the wide bar names the function with most samples in a stretch, the thin strip below it has ' +
  'that of each pixel. ';
const KEYS =
  'Drag to zoom, with Shift to mark a range. Wheel: zoom; with Shift: move. Keys: ← → move, + − zoom, Home shows all, ' +
  'M marks what is in sight, Enter zooms to the mark, Escape removes it, comma and full stop walk from sample to sample.';

export function Timeline({ model, state, go }) {
  const scene = sceneOf(model, state.fold);
  const [view, still, move] = useWindow(scene, state, go);
  const asked = parseRange(state.mark);
  const mark = useMemo(() => asked && clamped(asked, scene.domain), [state.mark, scene]);
  const look = useMemo(
    () => lookOf(state),
    [state.accesses, state.thread, state.object, state.focus, state.scale, state.tall],
  );
  const rates = useMemo(() => unitsOf(scene), [scene]);
  const setMark = (range) => go({ mark: range ? rangeText(range, scene.folded) : null });
  const about = scene.folded
    ? `${count(scene.region.instances)} instances of ${visible(scene.region.name)} on one axis`
    : `${count(scene.samples.n)} samples`;
  return (
    <>
      <Tools scene={scene} state={state} go={go} look={look} view={view} mark={mark} move={move} setMark={setMark} />
      <Failsafe part="Panels over time">
        <Figure
          scene={scene}
          view={view}
          mark={mark}
          look={look}
          rates={rates}
          mode={state.drag ?? 'zoom'}
          onView={move}
          onMark={setMark}
          onPick={(what) => go(choiceOf(scene, what))}
          label={`Code, addresses and rates over time: ${about}. The tables below have the same figures.`}
        />
      </Failsafe>
      <p class="soft timeline-keys" id="timeline-keys">
        {BARS}
        {KEYS}
      </p>
      <Failsafe part="Samples in a range">
        <RangeTable scene={scene} range={mark ?? still} marked={Boolean(mark)} look={look} state={state} go={go} />
      </Failsafe>
      <Failsafe part="Rates as a table">
        <RateTable scene={scene} range={mark ?? still} />
      </Failsafe>
      {scene.region && (
        <Failsafe part="Instances of a region">
          <Region scene={scene} state={state} go={go} />
        </Failsafe>
      )}
    </>
  );
}
