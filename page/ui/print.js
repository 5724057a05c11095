// SPDX-License-Identifier: GPL-3.0-or-later
//
// print.js: whether the page is being printed. Then <html> has the class "printing": style/print.css lays the view out for paper, light,
// without controls; figures and tables are drawn for it anew, as what scrolls on a screen would be cut off.
//
// Usage: watchPrinting();                    // once
//        const printing = usePrinting();     // of a component that is drawn otherwise
import { useEffect, useState } from 'preact/hooks';

const listeners = new Set();
let printing = false;

function change(value) {
  if (value === printing) return;
  printing = value;
  document.documentElement.classList.toggle('printing', value);
  for (const listener of listeners) listener(value);
}

export function watchPrinting() {
  const paper = matchMedia('print');
  addEventListener('beforeprint', () => change(true));
  addEventListener('afterprint', () => change(false));
  paper.addEventListener('change', () => change(paper.matches));
  change(paper.matches);
}

export function usePrinting() {
  const [value, set] = useState(printing);
  useEffect(() => {
    listeners.add(set);
    set(printing);
    return () => listeners.delete(set);
  }, []);
  return value;
}
