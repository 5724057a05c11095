// SPDX-License-Identifier: GPL-3.0-or-later
//
// walks.js: how lines of code walk through memory objects.
//
// Usage: walksOf(model, '/src/a.c').get(24)    // 'u, v: in steps of 4,800 bytes, from row to row', or undefined
import { once } from './model.js';
import { objectLabel } from './objects.js';

// The objects that a line walks through alike are named together.
function textOf(labels) {
  return [...labels].map(([walk, names]) => `${names.join(', ')}: ${walk}`).join('; ');
}

function ofAllFiles(model) {
  const files = new Map();
  const within = (map, key) => map.get(key) ?? map.set(key, new Map()).get(key);
  for (const object of model.objects?.list ?? [])
    for (const [, file, line, , walk] of object.lines ?? []) {
      if (!walk) continue;
      const labels = within(within(files, file), line);
      labels.set(walk, [...(labels.get(walk) ?? []), objectLabel(model, object.id)]);
    }
  return new Map(
    [...files].map(([file, lines]) => [file, new Map([...lines].map(([line, labels]) => [line, textOf(labels)]))]),
  );
}

export const walksOf = (model, file) => once(model, 'walks', () => ofAllFiles(model)).get(file) ?? new Map();
