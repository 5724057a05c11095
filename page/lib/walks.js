// SPDX-License-Identifier: GPL-3.0-or-later
//
// walks.js: how lines of code walk through memory objects, as the model says it.
//
// Usage: walksOf(model, '/src/a.c').get(24)    // 'u, v: in steps of 4,800 bytes, from row to row', or undefined
import { once } from './model.js';

function byFile(model) {
  const files = new Map();
  for (const [file, line, text] of model.objects?.walks ?? []) {
    if (!files.has(file)) files.set(file, new Map());
    files.get(file).set(line, text);
  }
  return files;
}

export const walksOf = (model, file) => once(model, 'walks', () => byFile(model)).get(file) ?? new Map();
