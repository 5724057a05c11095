// SPDX-License-Identifier: GPL-3.0-or-later
//
// palette.js: the colours and shapes of figures, for light and dark.
//
// Levels differ in lightness, hue and shape: the slower a level, the stronger its contrast to the background.
// Blue and orange stay apart for all common kinds of colour blindness. Functions have colours that do too
// (near to those of Okabe and Ito, but light or dark enough to carry text); functions beyond them are grey.
// Background, text and lines are those of style/colours.css.

export const SHAPES = { L1: 'square', L2: 'diamond', L3: 'wedge', LL: 'triangle', memory: 'cross' };

const LIGHT = {
  background: '#ffffff',
  text: '#23221f',
  muted: '#65625a',
  line: '#c4c0b6',
  faint: '#ece9e3',
  bandA: '#f6f4f0',
  bandB: '#eae7e0',
  hover: '#000000',
  select: '#23609c',
  levels: { L1: '#84b6e0', L2: '#3f83bd', L3: '#beaa64', LL: '#d46a00', memory: '#6b1030' },
  functions: ['#8fc6ea', '#f0c36d', '#7fcfb4', '#e6a0c4', '#c9c2f0', '#f2a58a', '#d9d86f', '#a9bfa0'],
  other: '#d6d3cc',
  dots: '#5a2a82',
  bytes: '#00735c',
  cycles: '#23221f',
  classes: ['#8a93a0', '#3f83bd', '#d46a00', '#6b1030', '#b85c9e'],
  causes: {
    CyBase: '#908a72',
    CyDep: '#342169',
    CyFwd: '#0b39f8',
    CyBr: '#cfb737',
    CyFetch: '#376a4b',
    CyL2: '#3f83bd',
    CyL3: '#beaa64',
    CyLL: '#d46a00',
    CyMem: '#6b1030',
    CyRate: '#eba0a6',
    CyTlb: '#224fa6',
    CyPage: '#a43b10',
    CyCoh: '#50c8f8',
  },
};

const DARK = {
  background: '#1e1d1b',
  text: '#ebe8e1',
  muted: '#a8a397',
  line: '#504d46',
  faint: '#302e2a',
  bandA: '#262522',
  bandB: '#312f2b',
  hover: '#ffffff',
  select: '#8cbdf0',
  levels: { L1: '#457caa', L2: '#86c5f7', L3: '#c3c887', LL: '#f59a3c', memory: '#ffe7b0' },
  functions: ['#2c698f', '#82590c', '#1b6f56', '#8d4370', '#5d55a0', '#94452c', '#69681a', '#47643f'],
  other: '#4a4740',
  dots: '#d9b8ff',
  bytes: '#5fd0b2',
  cycles: '#ebe8e1',
  classes: ['#79828f', '#64a9e0', '#f59a3c', '#ffe7b0', '#e58fcb'],
  causes: {
    CyBase: '#a5a4a0',
    CyDep: '#6d2ba4',
    CyFwd: '#bdffff',
    CyBr: '#f0de63',
    CyFetch: '#105a28',
    CyL2: '#86c5f7',
    CyL3: '#c3c887',
    CyLL: '#f59a3c',
    CyMem: '#ffe7b0',
    CyRate: '#e54661',
    CyTlb: '#548bec',
    CyPage: '#0c0aff',
    CyCoh: '#f8f800',
  },
};

// The colour of cycles by cause. Those of levels are as above; the others were chosen to be as far from each other as
// can be, for all common kinds of colour blindness.
export const causeColour = (colours, event) => colours.causes[event] ?? colours.other;

export function palette(dark) {
  return dark ? DARK : LIGHT;
}

// WCAG 2's relative luminance and contrast.
export function luminance(colour) {
  const value = parseInt(colour.slice(1), 16);
  const [r, g, b] = [value >> 16, (value >> 8) & 255, value & 255].map((c) => {
    const share = c / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(a, b) {
  const [high, low] = [luminance(a), luminance(b)].sort((p, q) => q - p);
  return (high + 0.05) / (low + 0.05);
}

// A colour between two, share 0 ... 1.
export function mix(a, b, share) {
  const [p, q] = [a, b].map((colour) => parseInt(colour.slice(1), 16));
  const channel = (shift) => Math.round(((p >> shift) & 255) * (1 - share) + ((q >> shift) & 255) * share);
  return `#${[16, 8, 0].map((shift) => channel(shift).toString(16).padStart(2, '0')).join('')}`;
}

// Colours for functions by number of samples: Map(function -> colour).
export function functionColours(counts, colours) {
  const ranked = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return new Map(ranked.map(([fn], i) => [fn, i < colours.functions.length ? colours.functions[i] : colours.other]));
}
