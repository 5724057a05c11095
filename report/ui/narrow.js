// SPDX-License-Identifier: GPL-3.0-or-later
//
// narrow.js: whether the window is that of a phone, and what columns of costs are wide then.
//
// Usage: const narrow = useNarrow();  { key: 'self', width: costWidth(narrow), ... }
import { useEffect, useState } from 'preact/hooks';

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

// style/base.css hides the bar of a cost on narrow screens.
export const costWidth = (narrow) => (narrow ? 158 : 240);
