// SPDX-License-Identifier: GPL-3.0-or-later
//
// cost.jsx: a cost as a number, its part of the total, and a bar of that part.
//
// Usage: <Cost value={17} total={100} />      in a cell of a table: number, percentage, bar
//        <Cost value={17} total={100} scale={20} />       the bar is full at 20
//        <Cost value={17} part={0.2} />                   the part is not value / total
//        <Bar part={0.17} />
//        <ShareCell value={17} total={100} />           a cell with percentage and bar, the number as its title
import { count, percent } from '../lib/format.js';

export function Bar({ part }) {
  const shown = Number.isFinite(part) ? Math.max(0, Math.min(1, part)) : 0;
  return (
    <span class="bar" aria-hidden="true">
      <span style={{ transform: `scaleX(${shown})` }} />
    </span>
  );
}

export function Cost({ value, part, total = 1, scale = total }) {
  const shown = part ?? value;
  return (
    <span class="cost">
      <span class="value">{count(value)}</span>
      <span class="percent">{percent(shown, total)}</span>
      <Bar part={scale ? shown / scale : 0} />
    </span>
  );
}

export function ShareCell({ value, total }) {
  return (
    <td class="numeric" title={count(value)}>
      <span class="percent">{percent(value, total)}</span>
      <Bar part={total ? value / total : 0} />
    </td>
  );
}
