// SPDX-License-Identifier: GPL-3.0-or-later
//
// samples.js: a timeline's samples as arrays for drawing, searching and counting.
//
// Usage:
//   const s = wholeSamples(timeline);             // x is the clock
//   const s = foldedSamples(timeline, region);    // x is the share of the instance, from 0 to 1
//   const [a, b] = within(s.x, from, to);         // the samples a ... b - 1 lie in [from, to)
//   const rows = tableOf(s, a, b, 'function');    // who executed and accessed there
//   stretches(s, from, to, 800);                  // which function ran, per pixel
//
// The folded samples that are kept are denser in some bins of x than in others, though each bin has the same share
// of the instructions: each sample has the weight 1 / (number of samples in its bin), in the whole run 1.
//
// Invariants: x ascends; all arrays have n elements. Numbers that the data file leaves out (null) are -1.

export const LOAD = 1;
export const STORE = 2;

const COLUMNS = [
  'thread',
  'function',
  'line',
  'caller',
  'kind',
  'size_B',
  'served',
  'object',
  'access_function',
  'access_line',
];

function arrayOf(values, order) {
  const array = new Int32Array(order.length);
  for (let i = 0; i < order.length; i++) {
    const value = values ? values[order[i]] : null;
    array[i] = value === null || value === undefined ? -1 : value;
  }
  return array;
}

function ascending(xs) {
  const order = new Uint32Array(xs.length);
  let sorted = true;
  for (let i = 0; i < order.length; i++) {
    order[i] = i;
    if (i > 0 && xs[i] < xs[i - 1]) sorted = false;
  }
  return sorted ? order : order.sort((a, b) => xs[a] - xs[b] || a - b);
}

// Sorts by x; samples with equal x stay in the order of the file.
function prepare(columns, xs, scale) {
  const n = xs.length;
  const order = ascending(xs);
  const samples = { n, x: new Float64Array(n), address: new Float64Array(n) };
  for (let i = 0; i < n; i++) {
    samples.x[i] = xs[order[i]] * scale;
    samples.address[i] = columns.address[order[i]] || 0;
  }
  for (const name of COLUMNS) samples[name] = arrayOf(columns[name], order);
  samples.instance = arrayOf(columns.instance, order);
  samples.weight = new Float64Array(n).fill(1);
  return samples;
}

function weigh(samples, bins) {
  const binOf = (i) => Math.max(0, Math.min(bins - 1, Math.floor(samples.x[i] * bins + 1e-9)));
  const inBin = new Uint32Array(bins);
  for (let i = 0; i < samples.n; i++) inBin[binOf(i)]++;
  for (let i = 0; i < samples.n; i++) samples.weight[i] = 1 / inBin[binOf(i)];
  return samples;
}

export function wholeSamples(timeline) {
  return prepare(timeline.samples, timeline.samples.at, 1);
}

export function foldedSamples(timeline, region) {
  const { samples, bins } = region.fold;
  return samples ? weigh(prepare(samples, samples.x, 1e-6), bins) : prepare({ address: [] }, [], 1);
}

export function weightOf(samples, a, b) {
  let sum = 0;
  for (let i = a; i < b; i++) sum += samples.weight[i];
  return sum;
}

// The first index whose x is at least this.
export function lowerBound(xs, x) {
  let low = 0;
  let high = xs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (xs[middle] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function within(xs, from, to) {
  return [lowerBound(xs, from), lowerBound(xs, to)];
}

// The samples that a choice of thread and of object leaves (-1: all); null: every one.
export function chooser(samples, { thread = -1, object = -1 } = {}) {
  if (thread < 0 && object < 0) return null;
  return (i) =>
    (thread < 0 || samples.thread[i] === thread) &&
    (object < 0 || (samples.kind[i] > 0 && samples.object[i] === object));
}

// Votes for whole numbers from -1 on: add(), then best(), which also forgets them. Of numbers with as many votes
// the one that came first is best; -1 never is.
class Ballot {
  constructor() {
    this.votes = new Int32Array(1024);
    this.seen = [];
  }

  add(value) {
    if (value < 0) return;
    if (value >= this.votes.length) {
      const more = new Int32Array(2 * value);
      more.set(this.votes);
      this.votes = more;
    }
    if (this.votes[value]++ === 0) this.seen.push(value);
  }

  best() {
    let [best, count] = [-1, 0];
    for (const value of this.seen) {
      if (this.votes[value] > count) [best, count] = [value, this.votes[value]];
      this.votes[value] = 0;
    }
    this.seen.length = 0;
    return best;
  }
}

function emptyRow(levels) {
  const none = () => new Array(levels).fill(0);
  return { code: 0, loads: 0, stores: 0, served: none(), weight: { code: 0, accesses: 0, served: none() } };
}

const LINES = 2 ** 24; // more than any file has

// Rows of samples a ... b - 1 by "function", "object" or "line", most weight first. `code` counts ticks, and
// `weight` has what shares are made of. Accesses count where the access was, which may be a function called since.
export function tableOf(samples, a, b, by, { levels = 4, thread = -1, object = -1 } = {}) {
  const rows = new Map();
  const keep = chooser(samples, { thread, object });
  const rowOf = (key, fn, line) => {
    let found = rows.get(key);
    if (!found) {
      const about = by === 'object' ? { object: key } : by === 'line' ? { function: fn, line } : { function: fn };
      rows.set(key, (found = { key, ...about, ...emptyRow(levels) }));
    }
    return found;
  };
  const codeRow = by === 'line' ? (fn, line) => rowOf(fn * LINES + line + 1, fn, line) : (fn) => rowOf(fn, fn);
  for (let i = a; i < b; i++) {
    if (keep && !keep(i)) continue;
    const weight = samples.weight[i];
    if (by !== 'object') {
      const ran = codeRow(samples.function[i], samples.line[i]);
      ran.code++;
      ran.weight.code += weight;
    }
    if (samples.kind[i] <= 0) continue;
    const where =
      by === 'object' ? rowOf(samples.object[i]) : codeRow(samples.access_function[i], samples.access_line[i]);
    if (samples.kind[i] === LOAD) where.loads++;
    else where.stores++;
    where.served[samples.served[i]]++;
    where.weight.accesses += weight;
    where.weight.served[samples.served[i]] += weight;
  }
  const weight = by === 'object' ? (r) => r.weight.accesses : (r) => r.weight.code;
  return [...rows.values()].sort(
    (p, q) => weight(q) - weight(p) || q.loads + q.stores - p.loads - p.stores || p.key - q.key,
  );
}

// Which function ran: runs of pixels { from, to, function, n }, `width` pixels for [from, to). A pixel has the
// function of most of its samples; one without samples that of the nearest pixel with some, the earlier one of two.
export function stretches(samples, from, to, width, options = {}) {
  const keep = chooser(samples, options);
  const winner = new Int32Array(width).fill(-1);
  const count = new Uint32Array(width);
  const [a, b] = within(samples.x, from, to);
  const ballot = new Ballot();
  const perPixel = width / (to - from);
  let pixel = -1;
  for (let i = a; i < b; i++) {
    if (keep && !keep(i)) continue;
    const at = Math.min(width - 1, Math.floor((samples.x[i] - from) * perPixel));
    if (at !== pixel) {
      if (pixel >= 0) winner[pixel] = ballot.best();
      pixel = at;
    }
    ballot.add(samples.function[i]);
    count[at]++;
  }
  if (pixel >= 0) winner[pixel] = ballot.best();
  return runsOf(fillGaps(winner), count);
}

function fillGaps(winner) {
  const n = winner.length;
  const filled = Int32Array.from(winner);
  const next = new Int32Array(n).fill(-1);
  for (let i = n - 1, known = -1; i >= 0; i--) {
    if (winner[i] >= 0) known = i;
    next[i] = known;
  }
  for (let i = 0, known = -1; i < n; i++) {
    if (winner[i] >= 0) known = i;
    else if (known >= 0 && (next[i] < 0 || i - known <= next[i] - i)) filled[i] = winner[known];
    else if (next[i] >= 0) filled[i] = winner[next[i]];
  }
  return filled;
}

function runsOf(winner, count) {
  const runs = [];
  for (let i = 0; i < winner.length; i++) {
    if (winner[i] < 0) continue;
    const last = runs[runs.length - 1];
    if (last && last.function === winner[i] && last.to === i) {
      last.to = i + 1;
      last.n += count[i];
    } else runs.push({ from: i, to: i + 1, function: winner[i], n: count[i] });
  }
  return runs;
}

// The x between left and right that parts samples of one function from those of another best: with the fewest
// samples of `after` before it and of `before` behind it.
function border(samples, left, right, before, after, keep) {
  const [a, b] = within(samples.x, left, right);
  let wrong = 0;
  for (let i = a; i < b; i++) if (samples.function[i] === before && (!keep || keep(i))) wrong++;
  let least = wrong;
  let best = left;
  for (let i = a; i < b; i++) {
    if (keep && !keep(i)) continue;
    if (samples.function[i] === before) wrong--;
    else if (samples.function[i] === after) wrong++;
    if (wrong < least) [least, best] = [wrong, i + 1 < samples.n ? samples.x[i + 1] : right];
  }
  return Math.min(right, best);
}

function labelOf(samples, fn, from, to, keep, ballots) {
  const [a, b] = within(samples.x, from, to);
  for (let i = a; i < b; i++) {
    if (samples.function[i] !== fn || (keep && !keep(i))) continue;
    ballots.caller.add(samples.caller[i]);
    ballots.line.add(samples.line[i]);
  }
  return { caller: ballots.caller.best(), line: ballots.line.best() };
}

// Phases for labels: stretches over wide pixels, with borders where the samples change, each with its most
// frequent caller and line.
export function phases(samples, from, to, width, wide, options = {}) {
  const columns = Math.max(1, Math.floor(width / wide));
  const keep = chooser(samples, options);
  const step = (to - from) / columns;
  const runs = stretches(samples, from, to, columns, options);
  const borders = runs.map((run, k) =>
    k === 0
      ? from + run.from * step
      : border(
          samples,
          Math.max(from, from + (run.from - 1) * step),
          Math.min(to, from + (run.from + 1) * step),
          runs[k - 1].function,
          run.function,
          keep,
        ),
  );
  borders.push(runs.length ? from + runs[runs.length - 1].to * step : to);
  const ballots = { caller: new Ballot(), line: new Ballot() };
  return runs.map((run, k) => ({
    from: ((borders[k] - from) * width) / (to - from),
    to: ((borders[k + 1] - from) * width) / (to - from),
    function: run.function,
    ...labelOf(samples, run.function, borders[k], borders[k + 1], keep, ballots),
  }));
}
