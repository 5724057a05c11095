// SPDX-License-Identifier: GPL-3.0-or-later
//
// parts.jsx: what all views of two runs show: a change with its colour, its columns, the key of colours.
//
// Usage: changeColumns((i) => rows[i], narrow, { length: rows.length })    // columns Before, After, Change of a table
import { changeColour, relative } from '../../figures/change.js';
import { changePercent, signed } from '../../lib/compare.js';
import { count, short, widthOf } from '../../lib/format.js';
import { countWidth } from '../../ui/narrow.js';
import { useColours } from '../../ui/theme.js';

// The change in percent, in its colour.
export function ChangeShare({ before, after }) {
  const { fill, ink } = changeColour(useColours(), relative(before, after));
  return (
    <span class="share" style={{ background: fill, color: ink }} title={signed(after - before)}>
      {changePercent(before, after)}
    </span>
  );
}

export function Change({ before, after, shortly = false }) {
  if (before === after) return <span class="soft">as before</span>;
  return (
    <span class="change">
      <span class="value" title={signed(after - before)}>
        {shortly ? (after > before ? '+' : '') + short(after - before) : signed(after - before)}
      </span>
      <ChangeShare {...{ before, after }} />
    </span>
  );
}

const SIGN_px = 13,
  BADGE_px = 86; // style/compare.css

// The columns are as wide as the longest of their numbers.
function widthsOf(rowAt, length, narrow) {
  let [cost, change] = [0, 0];
  for (let i = 0; i < length; i++) {
    const { before, after } = rowAt(i);
    cost = Math.max(cost, Math.abs(before ?? 0), Math.abs(after ?? 0));
    change = Math.max(change, Math.abs((after ?? 0) - (before ?? 0)));
  }
  const number = Math.max(72, SIGN_px + widthOf(Math.round(change)));
  return { cost: countWidth(Math.round(cost)), change: 20 + (narrow ? Math.max(number, BADGE_px) : number + 8 + BADGE_px) };
}

export function changeColumns(rowAt, narrow, { length, sortable = false }) {
  const widths = widthsOf(rowAt, length, narrow);
  const number = (key, title) => ({
    key,
    title,
    width: widths.cost,
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
      width: widths.change,
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
