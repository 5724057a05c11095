// SPDX-License-Identifier: GPL-3.0-or-later
//
// source.js: costs of source files and their lines.
//
// Usage: filesByCost(model, 'Ir')       // [{ source, file, cost }], the costliest first
//        const lines = linesOf(model, source)
//        lines.rows                     // [{ line, left, entries: positions in source.lines, functions: those to be
//                                       //    named there: that begin there, or others than in the lines above }]
//                                       // left: so many lines from this one on, which the model leaves out, are one row; else 0
//        textWidth(text)                // characters of a line as it is shown; 0 of one that is left out
//        together(rows, isLeft)         // runs of rows that are left out as one row each, with `left`
//        lines.cost('Ir')               // Float64Array, one cost per row
import { column, once } from './model.js';

export function sourceOf(model, file) {
  const byFile = once(model, 'source by file', () => new Map(model.sources.map((source) => [source.file, source])));
  return byFile.get(file) ?? null;
}

const entryCosts = (model, source, event) =>
  once(model, `lines ${source.file} ${event}`, () => column(model, source.lines.self, event, source.lines.line.length));

export function filesByCost(model, event) {
  return once(model, `files ${event}`, () =>
    model.sources
      .map((source) => ({
        source,
        file: source.file,
        cost: entryCosts(model, source, event).reduce((sum, each) => sum + each, 0),
      }))
      .sort((a, b) => b.cost - a.cost || a.file - b.file),
  );
}

const TAB = 8;
const SHOWN = 1000; // characters of a line; those of generated code have millions

// A line as it is shown.
export const shownText = (text) => text.slice(0, SHOWN).replace(/\t/g, ' '.repeat(TAB));
export const textWidth = (text) => (text == null ? 0 : shownText(text).length);

export function together(rows, isLeft) {
  const found = [];
  let last = null; // row of lines that are left out, to which the next one may belong
  for (const row of rows) {
    if (!isLeft(row)) found.push({ ...row, left: 0 });
    else if (last) last.left++;
    else found.push({ ...row, left: 1 });
    last = isLeft(row) ? found.at(-1) : null;
  }
  return found;
}

// A row for each line of the text, and for lines with costs beyond it; without text for those alone. Lines that the text leaves out
// are one row. Line 0 is what the compiler has given no line.
export function linesOf(model, source) {
  return once(model, `rows ${source.file}`, () => {
    const entries = new Map();
    source.lines.line.forEach((line, entry) => {
      if (entries.has(line)) entries.get(line).push(entry);
      else entries.set(line, [entry]);
    });
    const starts = new Map();
    model.functions.file.forEach((file, index) => {
      const line = model.functions.line[index];
      if (file !== source.file || !line) return;
      if (starts.has(line)) starts.get(line).push(index);
      else starts.set(line, [index]);
    });
    const length = source.text?.length ?? 0;
    const numbers = [...entries.keys()].filter((line) => line < 1 || line > length).sort((a, b) => a - b);
    const before = numbers.filter((line) => line < 1),
      beyond = numbers.filter((line) => line >= 1);
    const all = [...before, ...Array.from({ length }, (_, i) => i + 1), ...beyond];
    let last = [];
    const every = all.map((line) => {
      const row = { line, entries: entries.get(line) ?? [] };
      const begin = starts.get(line) ?? [];
      const here = [...new Set([...begin, ...row.entries.map((entry) => source.lines.function[entry])])];
      row.functions = here.filter((index) => begin.includes(index) || !last.includes(index));
      if (here.length) last = here;
      return row;
    });
    const rows = together(every, ({ line, entries }) => line >= 1 && source.text?.[line - 1] === null && entries.length === 0);
    const position = new Map();
    rows.forEach(({ line, left }, i) => {
      for (let n = 0; n < Math.max(1, left); n++) position.set(line + n, i);
    });
    const cost = (event) =>
      once(model, `row costs ${source.file} ${event}`, () => {
        const of = entryCosts(model, source, event);
        return Float64Array.from(rows, (row) => row.entries.reduce((sum, entry) => sum + of[entry], 0));
      });
    return { rows, position, cost };
  });
}

// The line that costs most in a file, of a function or, with null, of all; null if there is none.
export function hottestLine(model, source, index, event) {
  const costs = entryCosts(model, source, event);
  let best = -1;
  source.lines.function.forEach((each, entry) => {
    if ((index == null || each === index) && (best < 0 || costs[entry] > costs[best])) best = entry;
  });
  return best < 0 ? null : source.lines.line[best];
}

// { source, line, cost } of the line that costs a function most, in whatever file: inlined code is in those of others. null
// if it has none.
export function costliestLine(model, index, event) {
  let best = null;
  for (const source of model.sources) {
    const costs = entryCosts(model, source, event);
    const sums = new Map();
    source.lines.function.forEach((each, entry) => {
      if (each !== index) return;
      const line = source.lines.line[entry];
      sums.set(line, (sums.get(line) ?? 0) + costs[entry]);
    });
    for (const [line, cost] of sums) if (!best || cost > best.cost) best = { source, line, cost };
  }
  return best;
}

// The file and line that the state means: its own; those of its function; those that cost most.
export function placeOf(model, { event, file, line, function: index }) {
  if (file != null && sourceOf(model, file)) {
    const source = sourceOf(model, file);
    return { source, line: line ?? hottestLine(model, source, index, event) };
  }
  if (index != null && index < model.functions.name.length) {
    const source = sourceOf(model, model.functions.file[index]);
    return {
      source,
      line: source && (hottestLine(model, source, index, event) ?? (model.functions.line[index] || null)),
    };
  }
  // A file whose text is there says more than the costlier one of a library.
  const files = filesByCost(model, event);
  const first = files.find(({ source, cost }) => source.text && cost > 0) ?? files[0];
  return { source: first?.source ?? null, line: first ? hottestLine(model, first.source, null, event) : null };
}
