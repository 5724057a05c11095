// SPDX-License-Identifier: GPL-3.0-or-later
//
// narrow.js: whether the window is that of a phone, and how wide columns of costs are.
//
// Usage: const narrow = useNarrow();  { key: 'self', width: costWidth(narrow, total), ... }
import { useEffect, useState } from 'preact/hooks';
import { widthOf } from '../lib/format.js';

const USUAL = 999999999; // numbers are mostly not longer
const query = matchMedia('(max-width: 820px)');

export function useNarrow() {
  const [narrow, setNarrow] = useState(query.matches);
  useEffect(() => {
    const changed = () => setNarrow(query.matches);
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  }, []);
  return narrow;
}

// Pixels of a column with costs up to a total: number, percentage and bar; on narrow screens the percentage is below the number, and
// there is no bar (style/table.css).
export const costWidth = (narrow, total = USUAL) => 20 + Math.max(72, widthOf(total)) + (narrow ? 0 : 8 + 54 + 8 + 48);

// Those of a column with percentages alone.
export const SHARE_px = 20 + 54;

// The least width of a column of names: on narrow screens what columns of these widths, beside it, leave of the table.
export const nameLeast = (narrow, least, ...widths) => (table_px) =>
  narrow ? Math.max(least, table_px - widths.reduce((sum, width) => sum + width, 0)) : least;

// Those of a column of line numbers up to a highest one.
export const lineWidth = (narrow, highest) => (narrow ? 20 : 24) + Math.max(narrow ? 34 : 40, widthOf(highest));

// Those of a column with numbers alone.
export const countWidth = (total) => 20 + Math.max(72, widthOf(total));
