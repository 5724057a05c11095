// SPDX-License-Identifier: GPL-3.0-or-later
//
// save.js: names of files that figures are saved as.
//
// Usage: figureName(model, 'flame-graph', 'svg')     // 'flame-graph-app.svg', of two runs 'flame-graph-compared-app.svg'
import { baseName } from './model.js';

const MOST = 40; // characters of a program's name

export function figureName(model, figure, kind) {
  const command = model.command ?? model.runs?.[1]?.command ?? '';
  const program = baseName(command.trim().split(' ')[0])
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, MOST);
  return [figure, ...(model.runs ? ['compared'] : []), program || 'program'].join('-') + `.${kind}`;
}
