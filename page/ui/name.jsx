// SPDX-License-Identifier: GPL-3.0-or-later
//
// name.jsx: a name or path as the program has it: its characters never act, hide, or turn others round.
//
// Usage: <Name text={name} />        shortened in its middle if it is very long
//        <Name text={name} whole />  all of it
//        <Name text={name} code length={30} />   a function's, abbreviated as those of C++ can be
//        <Name text={name} label length={30} />  a memory object's
import { named, shortened, visible } from '../lib/format.js';
import { abbreviated, labelled } from '../lib/names.js';

const LONG = 160;
const CHARACTER_px = 7.9; // of the widest of usual fonts, in a table

export function Name({ text, whole = false, code = false, label = false, length = LONG }) {
  const short = (code ? abbreviated : label ? labelled : shortened)(text, length);
  const shown = visible(named(whole ? text : short));
  const long = !whole && shown !== visible(named(text));
  return (
    <bdi class="name" title={long ? visible(shortened(text, 2000)) : undefined}>
      {shown}
    </bdi>
  );
}

// How many characters there is room for, in a cell so wide, beside the colour of a module. On narrow screens
// names have two lines, of which the first one is rarely full.
const LINES = 1.7;
export const charactersIn = (width_px, narrow = false) => Math.floor((narrow ? LINES : 1) * Math.max(12, Math.floor((width_px - 38) / CHARACTER_px)));
