// SPDX-License-Identifier: GPL-3.0-or-later
//
// parts.jsx: what all views of two runs show: a change with its colour, its columns, the key of colours.
//
// Usage: changeColumns((i) => rows[i], narrow)    // columns Before, After, Change of a table
import { changeColour, relative } from '../../figures/change.js';
import { changePercent, signed } from '../../lib/compare.js';
import { count, short } from '../../lib/format.js';
import { useColours } from '../../ui/theme.js';

export function Change({ before, after, shortly = false }) {
  const colours = useColours();
  if (before === after) return <span class="soft">as before</span>;
  const { fill, ink } = changeColour(colours, relative(before, after));
  return (
    <span class="change">
      <span class="value" title={signed(after - before)}>
        {shortly ? (after > before ? '+' : '') + short(after - before) : signed(after - before)}
      </span>
      <span class="share" style={{ background: fill, color: ink }}>
        {changePercent(before, after)}
      </span>
    </span>
  );
}

export function changeColumns(rowAt, narrow, { sortable = false } = {}) {
  const number = (key, title) => ({
    key,
    title,
    width: narrow ? 96 : 128,
    numeric: true,
    sortable,
    cell: (i) => (rowAt(i)[key] == null ? '\u2013' : count(rowAt(i)[key])),
  });
  return [
    ...(narrow ? [] : [number('before', 'Before')]),
    number('after', 'After'),
    {
      key: 'change',
      title: 'Change',
      width: narrow ? 170 : 212,
      numeric: true,
      sortable,
      cell: (i) =>
        rowAt(i).before == null || rowAt(i).after == null ? (
          ''
        ) : (
          <Change before={rowAt(i).before} after={rowAt(i).after} />
        ),
    },
  ];
}

const STEPS = [
  [-1, 'gone'],
  [-0.5, '\u2212half'],
  [0, 'as before'],
  [0.5, 'double'],
  [1, 'new'],
];

export function ColourKey() {
  const colours = useColours();
  return (
    <ul class="colour-key" aria-label="Colours of change">
      {STEPS.map(([change, text]) => {
        const { fill, ink } = changeColour(colours, change);
        return (
          <li key={text} style={{ background: fill, color: ink }}>
            {text}
          </li>
        );
      })}
    </ul>
  );
}
