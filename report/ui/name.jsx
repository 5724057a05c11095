// SPDX-License-Identifier: GPL-3.0-or-later
//
// name.jsx: a name or path as the program has it: its characters never act, hide, or turn others round.
//
// Usage: <Name text={name} />        shortened in its middle if it is very long
//        <Name text={name} whole />  all of it
import { shortened, visible } from '../lib/format.js';

const LONG = 160;

export function Name({ text, whole = false, length = LONG }) {
  const shown = visible(whole ? text : shortened(text, length));
  const long = !whole && text.length > length;
  return <bdi class="name" title={long ? visible(shortened(text, 2000)) : undefined}>{shown === '' ? '(no name)' : shown}</bdi>;
}
