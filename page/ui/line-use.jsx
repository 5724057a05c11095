// SPDX-License-Identifier: GPL-3.0-or-later
//
// line-use.jsx: the picture of a line of memory: which bytes of its lines are used of an object, all lines together, as 64 cells.
//
// Usage: <LineUse use={lineUse(object, ranges, samples)} />     of figures/heat.js
import { count } from '../lib/format.js';
import { RunTable, Unused } from './heat.jsx';
import { LinePicture } from './line-picture.jsx';

const AXIS = [0, 16, 32, 48];

const letter = ({ loads, stores, own }) => (stores > 0 ? 'w' : loads > 0 ? 'r' : own ? '.' : '-');

const Key = ({ of, children }) => (
  <li>
    <span class="line-picture key" aria-hidden="true">
      <span class={of} />
    </span>
    {children}
  </li>
);

export function LineUse({ use }) {
  const letters = use.cells.map(letter);
  const own = use.cells.filter((cell) => cell.own);
  return (
    <section class="line-use" aria-label="A line of its memory">
      <h3>A line of 64 bytes</h3>
      <p class="soft">{use.exact ? 'All lines that it is in, together.' : `All lines that it is in, together, from ${count(use.n)} sampled accesses.`}</p>
      <div class="line-wide">
        <LinePicture use={letters.join('')} />
        <div class="line-axis" aria-hidden="true">
          {AXIS.map((byte) => (
            <span key={byte}>{byte}</span>
          ))}
        </div>
      </div>
      <ul class="legend">
        {letters.includes('w') && <Key of="written">written</Key>}
        {letters.includes('r') && <Key of="read">only read</Key>}
        {letters.includes('.') && <Key of="">{use.exact ? 'never used' : 'not seen'}</Key>}
        {letters.includes('-') && <Key of="other">not its own</Key>}
      </ul>
      <Unused cells={own} sampled={!use.exact} />
      <RunTable cells={use.cells} />
    </section>
  );
}
