// SPDX-License-Identifier: GPL-3.0-or-later
//
// layout.js: where the panels of the timeline are, in CSS pixels.
//
// Usage:
//   const layout = layOutFigure(1200, { apart: false, rates: ['misses', 'bytes', 'cycles'] });
//   layout.plot: { x, width }                  the axis of time, which all panels share
//   layout.panels: [{ name, kind, title, x, y, width, height }], title: the y of its line of text
//   layout.axis: y of the time axis; layout.height

const GAP = 10;

export const CODE = { phases: 20, strip: 8, dots: 52 };

// On narrow screens the names of objects stand in the panel, and titles have a second line for the legend.
export function layOutFigure(width, { apart = false, rates = [], tall = false } = {}) {
  const narrow = width < 700;
  const left = narrow ? 44 : 104;
  const right = narrow ? 8 : 172;
  const title = narrow ? 36 : 22;
  const plot = { x: left, width: Math.max(60, width - left - right) };
  const panels = [];
  let y = 4;
  const add = (name, height, more = {}) => {
    panels.push({ name, title: y, x: plot.x, width: plot.width, y: y + title, height, ...more });
    y += title + height + GAP;
  };
  add('code', CODE.phases + CODE.strip + CODE.dots);
  const addresses = (narrow ? 260 : 300) * (tall ? 1.6 : 1);
  if (apart) {
    add('addresses', addresses * 0.68, { kind: 1 });
    add('addresses', addresses * 0.68, { kind: 2 });
  } else add('addresses', addresses);
  for (const unit of rates) add('rates', 72, { unit });
  return { width, narrow, plot, panels, axis: y - GAP, height: y - GAP + 40, right };
}

// The panel at this place, or null between panels.
export function panelAt(layout, x, y) {
  if (x < layout.plot.x || x >= layout.plot.x + layout.plot.width) return null;
  return layout.panels.find((panel) => y >= panel.y && y < panel.y + panel.height) || null;
}
