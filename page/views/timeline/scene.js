// SPDX-License-Identifier: GPL-3.0-or-later
//
// scene.js: what the timeline's panels draw, computed once for the whole run and for each folded region.
//
// Usage:
//   const scene = sceneOf(model, 'solve');      // undefined: the whole run
//   scene.domain: [from, to) of the axis; scene.samples, scene.ranges, scene.rangeOf
//   scene.sums(from, to, most): sums of events for rates.js
//   axisOf(scene, { object, toScale }, height): an axis of addresses, of one object or (-1) of all
//   namesIn(scene, object, view): the objects to be named beside it
//   timelineFunction(model, index), modelFunction(model, index)
import { baseName, once } from '../../lib/model.js';
import { functionNamed, objectById } from '../../lib/objects.js';
import { layOut, makePieces } from '../../figures/address_space.js';
import { groupsOf, piecesOf } from '../../figures/raster.js';
import { intervalsOf, namesOf, rangesOf } from '../../figures/ranges.js';
import { cyclesFormula, foldSums, ratesOf, sumBins } from '../../figures/rates.js';
import { foldedSamples, wholeSamples, within } from '../../figures/samples.js';

export const regionOf = (model, name) => model.timeline.regions?.find((region) => region.name === name);

export const timelineFunction = (model, index) => model.timeline.functions[index] ?? { name: '???', file: '' };

// The profile's function that a timeline's function is, or undefined.
export function modelFunction(model, index) {
  const { name, file, row } = timelineFunction(model, index);
  if (row !== undefined) return row >= 0 ? row : undefined;
  return functionNamed(model, name, file);
}

// The last line of each file that samples or sources know: the bottom of the panel of code.
function lastLines(model, samples) {
  const last = new Map();
  for (let i = 0; i < samples.n; i++) {
    const { file } = timelineFunction(model, samples.function[i]);
    if (samples.line[i] > (last.get(file) ?? 0)) last.set(file, samples.line[i]);
  }
  for (const source of model.sources ?? []) {
    const file = model.files[source.file];
    if (last.has(file) && source.text) last.set(file, Math.max(last.get(file), source.text.length));
  }
  return last;
}

function countsOf(samples) {
  const counts = new Map();
  for (let i = 0; i < samples.n; i++) counts.set(samples.function[i], (counts.get(samples.function[i]) ?? 0) + 1);
  return counts;
}

function foldedSums(region, events) {
  const all = foldSums(region, events);
  return (from, to) => {
    const first = Math.max(0, Math.floor(from * region.fold.bins + 1e-9));
    const last = Math.min(region.fold.bins, Math.ceil(to * region.fold.bins - 1e-9));
    return { edges: all.edges.slice(first, last + 1), sums: all.sums.slice(first, last) };
  };
}

function makeScene(model, region) {
  const { timeline } = model;
  const samples = region ? foldedSamples(timeline, region) : wholeSamples(timeline);
  const folded = region !== undefined;
  const rangeOf = rangesOf(samples, timeline.ranges, { folded });
  const kindOf = (id) => objectById(model, id)?.kind ?? 'heap';
  const lastLine = lastLines(model, samples);
  const lines = new Float64Array(samples.n);
  for (let i = 0; i < samples.n; i++) {
    const last = lastLine.get(timelineFunction(model, samples.function[i]).file) ?? 0;
    lines[i] = samples.line[i] > 0 && last > 0 ? (samples.line[i] - 0.5) / last : -1;
  }
  const sums = folded ? foldedSums(region, timeline.events) : (from, to, most) => sumBins(timeline, from, to, most);
  const domain = folded ? [0, 1] : [timeline.start, Math.max(timeline.end, timeline.start + 1)];
  return {
    model,
    region,
    folded,
    samples,
    ranges: timeline.ranges,
    rangeOf,
    domain,
    sums,
    lines,
    counts: countsOf(samples),
    threads: [...new Set(samples.thread)].sort((a, b) => a - b),
    groups: groupsOf(samples, timeline.served_by.length),
    intervals: intervalsOf(samples, timeline.ranges, rangeOf, kindOf),
    rates: (from, to, most) => {
      const found = sums(from, to, most);
      return { edges: found.edges, sums: found.sums, rates: ratesOf(found, timeline.events, cyclesFormula(model)) };
    },
  };
}

export function sceneOf(model, fold) {
  const region = regionOf(model, fold);
  return once(model, `scene ${region ? region.name : ''} ${region !== undefined}`, () => makeScene(model, region));
}

// So many objects are named in any case, others with so large a share of the accesses.
const NAMES_FEW = 8;
const NAME_SHARE = 0.004;

// The pieces of the axis, the piece of each sample, and the names beside it. All of them are remembered.
function piecesFor(scene, object) {
  return once(scene, `pieces ${object}`, () => {
    const own = (range) => object < 0 || range.object === object;
    const wanted =
      object < 0
        ? scene.intervals
        : scene.intervals.filter((interval) =>
            scene.ranges.some(
              (range) => own(range) && interval.lo < range.start + range.size_B && interval.hi > range.start,
            ),
          );
    const pieces = makePieces(wanted.length ? wanted : [{ lo: 0, hi: 4096 }]);
    const piece = piecesOf(scene.samples, pieces);
    const bands = scene.ranges.map((range, r) => ({ ...range, r })).sort((a, b) => a.start - b.start || a.r - b.r);
    bands.forEach((band, i) => {
      band.shade = i % 2;
    });
    const counts = pieces.map(() => 0);
    for (const p of piece) if (p >= 0) counts[p]++;
    const all = Math.max(
      1,
      counts.reduce((a, b) => a + b, 0),
    );
    return { pieces, piece, bands, shares: counts.map((n) => n / all) };
  });
}

// The objects that are named beside the axis: those with most of the samples in sight.
export function namesIn(scene, object, { from, to }) {
  const { piece } = piecesFor(scene, object);
  const found = namesOf(scene.samples, piece, ...within(scene.samples.x, from, to));
  const all = found.reduce((sum, name) => sum + name.n, 0);
  return found.filter((name, i) => i < NAMES_FEW || name.n >= NAME_SHARE * all);
}

export function axisOf(scene, { object = -1, toScale = false }, height) {
  const found = piecesFor(scene, object);
  return {
    ...found,
    axis: layOut(found.pieces, height, { power: toScale ? 1 : 0.5, shares: toScale ? null : found.shares }),
  };
}

// "caller > function [line]", as far as known; the parts for shorter labels come after it.
export function codeLabels(model, { function: fn, caller, line }) {
  const name = timelineFunction(model, fn).name;
  const number = line > 0 ? ` [${line}]` : '';
  const labels = [`${name}${number}`, name];
  if (caller >= 0) labels.unshift(`${timelineFunction(model, caller).name} › ${name}${number}`);
  return labels;
}

export function placeOf(model, index, line) {
  const { file } = timelineFunction(model, index);
  return file && file !== '???' ? `${baseName(file)}${line > 0 ? `:${line}` : ''}` : '';
}
