// SPDX-License-Identifier: GPL-3.0-or-later
//
// members.js: how often the members of a memory object's elements are loaded and stored, all elements together.
//
// Usage: const use = memberUse(object, ranges, samples);
//        use.rows      // [{ name, offset, size_B, loads, stores }]: of a member's byte with most
//        use.exact     // counted by the run, not sampled; use.n: how many samples
//        use is null if the object has no members; loads and stores are null if nothing is known of their use
import { rangeAt } from './heat.js';

const LINE_B = 64;

const counts = (n) => ({ loads: new Float64Array(n), stores: new Float64Array(n) });

function add(sums, at, { loads, stores }, i) {
  sums.loads[at] += loads[i];
  sums.stores[at] += stores[i];
}

function fromBytes({ loads, stores }, element_B) {
  const sums = counts(element_B);
  loads.forEach((_, byte) => add(sums, byte % element_B, { loads, stores }, byte));
  return { sums, exact: true };
}

// A line has whole elements, if they divide it, and all ranges begin alike.
function fromLine(line, element_B, own) {
  const starts = new Set(own.map(({ start }) => start % element_B));
  if (LINE_B % element_B || starts.size !== 1) return null;
  const [start] = starts;
  const sums = counts(element_B);
  line.loads.forEach((_, byte) => add(sums, (byte + element_B - start) % element_B, line, byte));
  return { sums, exact: true };
}

function fromSamples(id, element_B, own, samples) {
  const sums = counts(element_B);
  let n = 0;
  for (let i = 0; i < samples.n; i++) {
    if (samples.kind[i] <= 0 || samples.object[i] !== id) continue;
    const range = rangeAt(own, id, samples.address[i], samples.x[i]);
    if (!range) continue;
    n++;
    const kind = samples.kind[i] === 1 ? sums.loads : sums.stores;
    for (let byte = 0; byte < Math.max(1, samples.size_B[i]); byte++) kind[(samples.address[i] - range.start + byte) % element_B]++;
  }
  return n > 0 ? { sums, exact: false, n } : null;
}

function useOf({ id, bytes, members }, ranges, samples) {
  const { element_B } = members;
  const own = ranges.filter(({ object }) => object === id);
  return (
    (bytes?.loads?.length ? fromBytes(bytes, element_B) : null) ??
    (bytes?.line?.loads?.length ? fromLine(bytes.line, element_B, own) : null) ??
    fromSamples(id, element_B, own, samples)
  );
}

export function memberUse(object, ranges = [], samples = { n: 0 }) {
  if (!object.members) return null;
  const use = useOf(object, ranges, samples);
  const most = (sums, offset, size_B) => sums.subarray(offset, offset + size_B).reduce((a, b) => Math.max(a, b), 0);
  const rows = object.members.list.map(([offset, size_B, name]) => ({
    name,
    offset,
    size_B,
    loads: use && most(use.sums.loads, offset, size_B),
    stores: use && most(use.sums.stores, offset, size_B),
  }));
  return { rows, exact: use?.exact ?? false, n: use?.n ?? null, known: use !== null };
}
