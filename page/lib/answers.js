// SPDX-License-Identifier: GPL-3.0-or-later
//
// answers.js: what the start page says first, of the model's first event: what costs most, where, why, and what to do.
//
// Usage: const { what, where, why, todo } = answersOf(model);
//        what     // { index, cost, share }: the function that costs most itself; null if nothing costs anything
//        where    // { file, line, text, share }: its costliest line, and the line's part of it; null without lines
//        why      // { parts: [{ words, share }], kinds: { level, parts } or null, causes }: of the function's cost, largest first; null
//                 //    if the event is not made of others. misses: it is misses of one level. Causes of cycles that wait for data are one part, which has them as its parts. causes: they are those of lib/cycles.js
//        todo     // { finding, isOfWhat }: of this function, or else the first one; null: there is none
import { causesOf, waitsForData } from './cycles.js';
import { orderOf } from './function-order.js';
import { dataLevels, LEVELS, missesOf } from './levels.js';
import { eventOf, eventSum, fileName, functionName, selfCosts } from './model.js';
import { withoutLoop } from './names.js';
import { costliestLine } from './source.js';

const PARTS = [
  [/^Ir$/, 'instructions'],
  ...LEVELS.map((level) => [new RegExp(`^(${missesOf(level).join('|')})$`), `misses of ${level}`]),
  [/^B[ci]m$/, 'mispredicted branches'],
];
const KINDS = [
  ['Cold', 'cold'],
  ['Cap', 'capacity'],
  ['Conf', 'conflict'],
  ['True', 'true sharing'],
  ['False', 'false sharing'],
];
// The level whose misses are behind a part.
function levelOf(model, words) {
  const [, missed] = words.match(/^misses of (L.)$/) ?? [];
  if (missed) return missed === 'L1' ? 'D1' : missed;
  const levels = dataLevels(model.events.map(({ name }) => name));
  const [, served] = words.match(/^waiting for (L.)$/) ?? [];
  if (served) return levels[Math.max(0, levels.indexOf(served) - 1)];
  return /^(latency|rate) of memory$/.test(words) ? 'LL' : undefined;
}

const FEW = 0.01; // of the cost: no reason
const SOME = 0.05; // enough to ask what kind of misses these are

const ofEvent = (model, index) => (event) => selfCosts(model, event)[index] ?? 0;

// Shares of a sum, largest first; what is none is left out.
function sharesOf(sums) {
  const whole = [...sums.values()].reduce((all, value) => all + value, 0);
  return [...sums]
    .filter(([, value]) => value > 0)
    .map(([words, value]) => ({ words, share: value / whole }))
    .sort((a, b) => b.share - a.share);
}

function wordsOf(model, event) {
  const cause = causesOf(model).find((each) => each.event === event);
  if (cause && /^(issue|fetch)$/.test(cause.words)) return `${cause.words} of instructions`;
  if (cause) return [...LEVELS, 'TLBs'].includes(cause.words) ? `waiting for ${cause.words}` : cause.words;
  return PARTS.find(([pattern]) => pattern.test(event))?.[1] ?? event;
}

// The kinds of the misses that cost most, of data: those of a level whose classes the run has counted.
function kindsOf(model, parts, cost) {
  const level = parts
    .filter(({ share }) => share >= SOME)
    .map(({ words }) => levelOf(model, words))
    .find(Boolean);
  if (!level) return null;
  const counted = KINDS.filter(([kind]) => model.events.some(({ name }) => name === level + kind));
  const shares = sharesOf(new Map(counted.map(([kind, words]) => [words, cost(level + kind)])));
  return shares.length ? { level, parts: shares } : null;
}

const sum = (parts) => parts.reduce((all, { share }) => all + share, 0);

// What waits for data is compared with other causes as one, if there are several of it.
function grouped(parts, waits) {
  const of = parts.filter(({ words }) => waits.has(words));
  if (of.length < 2) return parts;
  const group = { words: 'waiting for data', share: sum(of), parts: of };
  return [...parts.filter(({ words }) => !waits.has(words)), group].sort((a, b) => b.share - a.share);
}

function whyOf(model, event, index) {
  const terms = Object.entries(eventOf(model, event).formula ?? {});
  const cost = ofEvent(model, index);
  const sums = new Map();
  for (const [name, factor] of terms) {
    const words = wordsOf(model, name);
    sums.set(words, (sums.get(words) ?? 0) + factor * cost(name));
  }
  const waits = new Set(terms.filter(([name]) => waitsForData(name)).map(([name]) => wordsOf(model, name)));
  const shares = sharesOf(sums);
  const parts = grouped(shares, waits).filter(({ share }, i) => i === 0 || share >= FEW);
  if (!parts.length) return null;
  const why = { parts, kinds: kindsOf(model, shares, cost), causes: causesOf(model).length > 0 };
  return parts.length === 1 && /^misses of /.test(parts[0].words) ? { ...why, misses: true } : why;
}

function whereOf(model, event, { index, cost }) {
  const best = costliestLine(model, index, event);
  if (!best?.line) return null;
  const { source, line } = best;
  return { file: source.file, line, text: source.text?.[line - 1]?.trim() ?? null, share: best.cost / cost };
}

function todoOf(model, index) {
  const findings = model.findings?.findings ?? [];
  // findings name functions, not the loops that pass for functions with --loops=yes
  const [name, file] = index === undefined ? [] : [withoutLoop(functionName(model, index)), fileName(model, index)];
  // by names: an index of all functions takes seconds where there are 100,000
  const isOf = ({ code = [] }) => code.some((each) => each.function === name && (each.file === file || each.file == null));
  const own = findings.find(isOf);
  const finding = own ?? findings[0];
  return finding ? { finding, isOfWhat: own !== undefined } : null;
}

export function answersOf(model) {
  const event = model.events[0]?.name;
  const index = event === undefined ? undefined : orderOf(model, '-self', event)[0];
  const cost = index === undefined ? 0 : selfCosts(model, event)[index];
  const what = cost > 0 ? { index, cost, share: cost / eventSum(model, event) } : null;
  return {
    what,
    where: what && whereOf(model, event, what),
    why: what && whyOf(model, event, index),
    todo: todoOf(model, index),
  };
}
