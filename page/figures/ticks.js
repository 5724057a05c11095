// SPDX-License-Identifier: GPL-3.0-or-later
//
// ticks.js: round numbers for axes, and room for labels.
//
// Usage:
//   ticks(0, 7.3e6, 5);        // [0, 2e6, 4e6, 6e6]
//   tickTexts([0, 2e6]);       // ["0", "2 M"]
//   hex(4096);                 // "0x1000"
//   fits(positions, widths);   // which labels can be drawn without overlap

// Multiples of 1, 2 or 5 times a power of ten in [from, to], about `wanted` of them.
export function ticks(from, to, wanted) {
  if (!(to > from) || wanted < 1) return [];
  const raw = (to - from) / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= raw * 0.999);
  const found = [];
  for (let i = Math.ceil(from / step - 1e-9); i * step <= to + step * 1e-9; i++)
    found.push(Number((i * step).toPrecision(12)));
  return found;
}

const UNITS = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
];

function trim(value, digits) {
  const text = value.toFixed(digits);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

function withUnit(value, digits) {
  const size = Math.abs(value);
  for (const [unit, name] of UNITS) if (size >= unit * 0.99995) return `${trim(value / unit, digits)} ${name}`;
  return size >= 1 || value === 0 ? trim(value, digits) : String(Number(value.toPrecision(digits + 1)));
}

// Texts with as few digits as give the numbers exactly, or, where that takes more than five, tell them apart.
export function tickTexts(values) {
  const texts = (digits) => values.map((value) => withUnit(value, digits));
  const exact = (text, value) => Math.abs(parseFloat(text) * scaleOf(text) - value) <= Math.abs(value) * 1e-9;
  for (let digits = 0; digits < 6; digits++) {
    const found = texts(digits);
    if (found.every((text, i) => exact(text, values[i]))) return found;
  }
  const apart = [1, 2, 3, 4, 5].map(texts).find((found) => new Set(found).size === values.length);
  return apart || values.map(String);
}

function scaleOf(text) {
  const unit = UNITS.find(([, name]) => text.endsWith(` ${name}`));
  return unit ? unit[0] : 1;
}

export function hex(address) {
  return `0x${Math.floor(address).toString(16)}`;
}

// Bytes that a text such as "32 KiB, 8 ways" begins with, or null.
export function parseBytes(text) {
  const found = /^\s*([\d.]+)\s*(bytes?|B|KiB|MiB|GiB)\b/.exec(text);
  if (!found) return null;
  const power = { byte: 0, bytes: 0, B: 0, KiB: 1, MiB: 2, GiB: 3 }[found[2]];
  return Number(found[1]) * 1024 ** power;
}

// Which of these labels are drawn, so that no two overlap: true for each. Labels are taken in order of their
// rank (the lowest first); each covers [start, start + length).
export function fits(labels, space = 4) {
  const taken = [];
  const drawn = labels.map(() => false);
  const order = labels.map((_, i) => i).sort((a, b) => (labels[a].rank || 0) - (labels[b].rank || 0) || a - b);
  for (const i of order) {
    const from = labels[i].start - space;
    const to = labels[i].start + labels[i].length + space;
    if (taken.some(([a, b]) => from < b && to > a)) continue;
    taken.push([labels[i].start, labels[i].start + labels[i].length]);
    drawn[i] = true;
  }
  return drawn;
}

// Moves labels of equal height, given by wished centres (ascending), so that they do not overlap and stay within
// [0, room]. Returns centres, or null if there is no room for all.
export function spread(centres, height, room) {
  if (centres.length * height > room) return null;
  const groups = [];
  for (const centre of centres) {
    let group = { sum: centre - height / 2, n: 1, start: 0 };
    for (;;) {
      group.start = Math.min(Math.max(0, group.sum / group.n), room - group.n * height);
      const last = groups[groups.length - 1];
      if (!last || last.start + last.n * height <= group.start + 1e-9) break;
      groups.pop();
      group = { sum: last.sum + group.sum - group.n * last.n * height, n: last.n + group.n, start: 0 };
    }
    groups.push(group);
  }
  return groups.flatMap(({ start, n }) => Array.from({ length: n }, (_, i) => start + (i + 0.5) * height));
}
