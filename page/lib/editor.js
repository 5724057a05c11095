// SPDX-License-Identifier: GPL-3.0-or-later
//
// editor.js: addresses that open a line of a source in an editor: model.editor with %f, the file, %l, the line, and %%.
//
// Usage: editorUrl(model, '/src/a.c', 12)     // 'vscode://file/src/a.c:12', or null: no editor is known, or no such file
import { once } from './model.js';

const REFUSED = /^\s*(javascript|data|vbscript|blob|about):/i; // what is no editor, but a program

// Paths of sources by their name in the profile.
const paths = (model) =>
  once(model, 'paths', () => new Map((model.sources ?? []).filter(({ path }) => path).map(({ file, path }) => [model.files[file], path])));

export function editorUrl(model, name, line) {
  if (!model.editor || REFUSED.test(model.editor)) return null;
  const path = paths(model).get(name) ?? (name?.startsWith('/') ? name : null);
  if (!path) return null;
  const values = { f: path.split('/').map(encodeURIComponent).join('/'), l: String(line || 1), '%': '%' };
  return model.editor.replace(/%([fl%])/g, (_, which) => values[which]);
}
