// SPDX-License-Identifier: GPL-3.0-or-later
//
// alike.js: what tells functions of a list apart whose names are equal.
//
// Usage: const places = placesOfAlike(model, [3, 12, 7]);    // Map: function -> 'big.c', 'main.c [big]'; only of those that need it
import { baseName, fileName, functionName, moduleName } from './model.js';

const known = (text) => (text === '???' ? '' : text);
const withModule = (model, index, file) => [file, known(moduleName(model, index)) && `[${baseName(moduleName(model, index))}]`].filter(Boolean).join(' ');

// From the shortest to the longest: the file, with the module, with the file's folder.
const TEXTS = [
  (model, index) => baseName(known(fileName(model, index))),
  (model, index) => withModule(model, index, baseName(known(fileName(model, index)))),
  (model, index) => withModule(model, index, known(fileName(model, index))),
];

// The shortest texts of which no two are alike, else the longest.
function textsOf(model, functions) {
  let texts = [];
  for (const textOf of TEXTS) {
    texts = functions.map((index) => textOf(model, index));
    if (new Set(texts).size === texts.length && !texts.includes('')) break;
  }
  return texts;
}

export function placesOfAlike(model, functions) {
  const alike = new Map();
  for (const index of new Set(functions)) {
    const name = functionName(model, index);
    if (!alike.has(name)) alike.set(name, []);
    alike.get(name).push(index);
  }
  const places = new Map();
  for (const group of alike.values()) {
    if (group.length < 2) continue;
    textsOf(model, group).forEach((text, i) => text && places.set(group[i], text));
  }
  return places;
}
