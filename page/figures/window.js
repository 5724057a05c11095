// SPDX-License-Identifier: GPL-3.0-or-later
//
// window.js: which part of an axis is in sight, as people move and zoom.
//
// Usage:
//   zoomed(view, domain, 0.5, at);       // half as wide; what is at `at` stays where it is
//   panned(view, domain, 0.1);           // to the right by a tenth of what is in sight
//   clamped({ from, to }, domain);       // inside the domain, and at least a millionth of it wide
const LEAST = 1e-6;

export function clamped({ from, to }, [start, end]) {
  const width = Math.min(end - start, Math.max((end - start) * LEAST, Math.abs(to - from)));
  const left = Math.min(Math.max(start, Math.min(from, to)), end - width);
  return { from: left, to: left + width };
}

export function zoomed(view, domain, factor, at = (view.from + view.to) / 2) {
  const span = domain[1] - domain[0];
  const width = Math.min(span, Math.max(span * LEAST, (view.to - view.from) * factor));
  const share = (at - view.from) / (view.to - view.from);
  return clamped({ from: at - share * width, to: at - share * width + width }, domain);
}

export function panned(view, domain, share) {
  const by = (view.to - view.from) * share;
  return clamped({ from: view.from + by, to: view.to + by }, domain);
}

// Whether two windows look alike: the address bar rounds.
export function alike(a, b) {
  const width = Math.max(a.to - a.from, b.to - b.from);
  return Math.abs(a.from - b.from) <= width * 1e-6 && Math.abs(a.to - b.to) <= width * 1e-6;
}
