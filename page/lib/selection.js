// SPDX-License-Identifier: GPL-3.0-or-later
//
// selection.js: what the summary selects, by names, as a state of the page, by numbers.
//
// Usage: selectionState(model, { function: 'main', file: 'main.c' })    // { function: 0 }
import { once } from './model.js';

function functionsByName(model) {
  return once(model, 'functions by name', () => {
    const found = new Map();
    model.functions.name.forEach((name, index) => {
      if (found.has(name)) found.get(name).push(index);
      else found.set(name, [index]);
    });
    return found;
  });
}

// A function that is in the file, too, if there is one; else any of the name.
function functionIndex(model, name, file) {
  const all = functionsByName(model).get(name) ?? [];
  return all.find((index) => model.files[model.functions.file[index]] === file) ?? all[0];
}

export function selectionState(model, selection) {
  const { function: name, file, ...rest } = selection ?? {};
  const state = { ...rest };
  const index = typeof name === 'string' ? functionIndex(model, name, file) : name;
  if (index !== undefined) state.function = index;
  const position = typeof file === 'string' ? model.files.indexOf(file) : file;
  if (position >= 0 && (index === undefined || rest.line !== undefined)) state.file = position;
  return state;
}
