// SPDX-License-Identifier: GPL-3.0-or-later
//
// levels.js: the levels of caches that a run may have, in order, and what files call their events.
//
// Usage: LEVELS                        // L1 ... LL; BETWEEN: those between the first and the last
//        dataMisses('LL')              // events: ['DLmr', 'DLmw']; D1 is the same as L1
//        missesOf('LL')                // those of fetches, too: ['ILmr', 'DLmr', 'DLmw']
//        useName('L1')                 // '1', as in SpLoss1; of other levels their name, as in SpLossL2
//        dataLevels(names)             // of a run with these events, for data: ['D1', 'L2', 'LL']
//
// A further level between the others has to be added to BETWEEN, and to the colours and shapes of figures/palette.js.
export const BETWEEN = ['L2', 'L3'];
export const LEVELS = ['L1', ...BETWEEN, 'LL'];
export const DATA_LEVELS = ['D1', ...BETWEEN, 'LL'];

const DATA = { L1: 'D1', LL: 'DL' };
const FETCHES = { L1: 'I1mr', D1: 'I1mr', LL: 'ILmr' };

export const dataMisses = (level) => ['mr', 'mw'].map((kind) => (DATA[level] ?? level) + kind);

export const missesOf = (level) => [FETCHES[level] ?? `${level}mi`, ...dataMisses(level)];

export const useName = (level) => (level === 'L1' || level === 'D1' ? '1' : level);

export const dataLevels = (names) =>
  DATA_LEVELS.filter((level) => !BETWEEN.includes(level) || names.includes(dataMisses(level)[0]));
