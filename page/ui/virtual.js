// SPDX-License-Identifier: GPL-3.0-or-later
//
// virtual.js: @tanstack/virtual-core for Preact: which rows of a long list are to be drawn.
//
// Usage: const rows = useRows({ count, height: 28, element: () => scroller.current, header: 32 });
//        rows.getVirtualItems(), rows.getTotalSize(), rows.scrollToIndex(7)
import { Virtualizer, elementScroll, observeElementOffset, observeElementRect } from '@tanstack/virtual-core';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';

export function useRows({ count, height, element, header = 0 }) {
  const [, draw] = useReducer((n) => n + 1, 0);
  const options = {
    count,
    estimateSize: () => height,
    getScrollElement: element,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    overscan: 8,
    scrollPaddingStart: header,
    paddingStart: 0,
    initialRect: { width: 800, height: 600 },
    onChange: () => draw(),
  };
  const [rows] = useState(() => new Virtualizer(options));
  rows.setOptions(options);
  useLayoutEffect(() => rows._didMount(), []);
  useLayoutEffect(() => rows.measure(), [height]);
  useLayoutEffect(() => rows._willUpdate());
  return rows;
}
