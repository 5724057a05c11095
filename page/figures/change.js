// SPDX-License-Identifier: GPL-3.0-or-later
//
// change.js: the colours of change: blue for less, orange for more, grey for as before. Both stay apart for all
// common kinds of colour blindness, and a sign always stands beside them.
//
// Usage: const change = relative(before, after);       // -1 (gone) ... 0 (as before) ... 1 (new)
//        const { fill, ink } = changeColour(colours, change);    // colours: figures/palette.js
import { contrast, mix } from './palette.js';

const LIGHT = { less: '#2f7cc0', same: '#dddad3', more: '#d87a1c' };
const DARK = { less: '#64abea', same: '#4a4740', more: '#f59a3c' };
const INKS = ['#000000', '#ffffff'];
const FAINT = 0.1; // what a small change has of the colour, so that it is not taken for none

export const relative = (before, after) => {
  const most = Math.max(before, after);
  return most > 0 ? (after - before) / most : 0;
};

export const isDark = (colours) => contrast(colours.background, '#000000') < contrast(colours.background, '#ffffff');

export function changeColour(colours, change) {
  const { less, same, more } = isDark(colours) ? DARK : LIGHT;
  const share = change === 0 ? 0 : FAINT + (1 - FAINT) * Math.min(1, Math.abs(change));
  const fill = mix(same, change < 0 ? less : more, share);
  const ink = contrast(INKS[0], fill) >= contrast(INKS[1], fill) ? INKS[0] : INKS[1];
  return { fill, ink };
}
