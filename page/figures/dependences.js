// SPDX-License-Identifier: GPL-3.0-or-later
//
// dependences.js: where the units and arcs of a graph of dependences are. Units stand below each other, in the middle; an arc
// leads down on the right, or up on the left. The more units it passes, the farther out it runs.
//
// Usage: const layout = laidOut(units.length, 800);       // { height, middle, y(i) }
//        const arcs = arcsOf({ units, pairs }, layout);    // { pair, down, path, head, width }
export const ROW_px = 26;
const NAME_px = 150; // half of what names take
const HEAD_px = 7;
const WIDEST_px = 9;

export function laidOut(n, width) {
  const middle = Math.round(width / 2);
  return {
    height: Math.max(1, n) * ROW_px + ROW_px / 2,
    middle,
    y: (i) => ROW_px * (i + 0.75),
    reach: Math.max(40, middle - NAME_px - 16),
  };
}

// Arcs of one unit leave and arrive at different heights, those that store above those that read.
const OFFSET_px = 5;

export function arcsOf({ units, pairs }, layout) {
  const most = pairs.reduce((a, { bytes }) => Math.max(a, bytes), 1);
  return pairs.map(({ from, to, bytes }, pair) => {
    const down = from < to;
    const side = down ? 1 : -1;
    const x = layout.middle + side * NAME_px;
    const [y0, y1] = [layout.y(from) + side * OFFSET_px, layout.y(to) - side * OFFSET_px];
    const far = (Math.abs(to - from) / Math.max(1, units.length - 1)) ** 0.6;
    const out = x + side * (20 + (layout.reach - 20) * far);
    const width = Math.max(1, WIDEST_px * Math.sqrt(bytes / most));
    const tip = x + side * HEAD_px;
    return {
      pair,
      down,
      width,
      path: `M${x} ${y0}C${out} ${y0} ${out} ${y1} ${tip} ${y1}`,
      head: `${x},${y1} ${tip + side * 2},${y1 - HEAD_px / 2 - width / 3} ${tip + side * 2},${y1 + HEAD_px / 2 + width / 3}`,
    };
  });
}
