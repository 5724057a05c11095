// SPDX-License-Identifier: GPL-3.0-or-later
//
// rate_table.jsx: the panel of rates as a table, for those who do not see it, and for copying.
//
// Usage: <RateTable scene={scene} range={{ from, to }} />
import { short } from '../../lib/format.js';
import { useState } from 'preact/hooks';
import { timeText } from './tip.jsx';

const ROWS = 32;

export function RateTable({ scene, range }) {
  const [open, setOpen] = useState(false);
  const { edges, rates } = open ? scene.rates(range.from, range.to, ROWS) : { edges: [], rates: [] };
  return (
    <details class="rate-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Rates as a table</summary>
      {open && (
        <div class="plain-table">
          <table>
            <thead>
              <tr>
                <th scope="col">From</th>
                <th scope="col">To</th>
                {rates.map((rate) => (
                  <th scope="col" key={rate.key}>
                    {rate.label}
                    {rate.unit === 'cycles' ? ' per instruction' : ' per 1000 instructions'}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {edges.slice(0, -1).map((edge, i) => (
                <tr key={edge}>
                  <td>{timeText(scene, edge)}</td>
                  <td>{timeText(scene, edges[i + 1])}</td>
                  {rates.map((rate) => (
                    <td key={rate.key}>{rate.values[i] === null ? '–' : short(rate.values[i])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}
