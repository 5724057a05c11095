// SPDX-License-Identifier: GPL-3.0-or-later
//
// causes.jsx: cycles by cause as a bar of colours, and what the colours mean.
//
// Usage: <CauseBar causes={causesOf(model)} parts={stack.parts} onPoint={(c) => ...} />     c: a cause, or -1
//        <CauseLegend causes={causes} parts={program.parts} />      with the part of each
import { causeColour } from '../figures/palette.js';
import { percent } from '../lib/format.js';
import { useColours } from './theme.js';

const sum = (values) => values.reduce((all, value) => all + value, 0);

export function CauseBar({ causes, parts, onPoint }) {
  const colours = useColours();
  const all = sum(parts);
  return (
    <div class="stack cause-bar" aria-hidden="true" onPointerLeave={() => onPoint?.(-1)}>
      {causes.map(({ event }, c) =>
        parts[c] > 0 ? (
          <span
            key={event}
            style={{ flexGrow: parts[c] / all, background: causeColour(colours, event) }}
            onPointerEnter={() => onPoint?.(c)}
          />
        ) : null,
      )}
    </div>
  );
}

export function CauseLegend({ causes, parts }) {
  const colours = useColours();
  const all = sum(parts);
  return (
    <ul class="legend" aria-label="Causes, and their part of the cycles of the program">
      {causes.map(({ event, words }, c) => (
        <li key={event}>
          <span class="swatch" style={{ background: causeColour(colours, event) }} aria-hidden="true" />
          {words}
          <span class="percent">{percent(parts[c], all)}</span>
        </li>
      ))}
    </ul>
  );
}
