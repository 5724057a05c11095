// SPDX-License-Identifier: GPL-3.0-or-later
//
// line-picture.jsx: the bytes of a line of memory as cells: which are written, read, or neither.
//
// Usage: <LinePicture use="ww..rr" />      a character for each byte: w written, r only read, . neither, - of something else
const CLASSES = { w: 'written', r: 'read', '-': 'other' };

export function LinePicture({ use }) {
  return (
    <span class="line-picture" aria-hidden="true">
      {[...use].map((each, i) => (
        <span key={i} class={CLASSES[each] ?? ''} />
      ))}
    </span>
  );
}
