// SPDX-License-Identifier: GPL-3.0-or-later
//
// members.jsx: the members of an object's elements, and how often they are used.
//
// Usage: <Members object={object} use={memberUse(object, ranges, samples)} />
import { useState } from 'preact/hooks';
import { bytes, count, percent, short } from '../../lib/format.js';
import { MoreButton } from '../../ui/more.jsx';
import { Name } from '../../ui/name.jsx';

const FEW = 16;

const bytesText = ({ offset, size_B }) => (size_B === 1 ? count(offset) : `${count(offset)}\u2013${count(offset + size_B - 1)}`);

// Which members nobody uses, and how much of an element they are.
function Never({ use, element_B }) {
  const never = use.rows.filter(({ loads, stores }) => loads + stores === 0);
  if (!use.known || never.length === 0) return null;
  const size_B = never.reduce((sum, row) => sum + row.size_B, 0);
  return (
    <p>
      {use.exact ? 'Never used: ' : `Not seen in ${count(use.n)} samples: `}
      {percent(size_B, element_B)} of an element, <Name text={never.map(({ name }) => name).join(', ')} length={200} />.
    </p>
  );
}

export function Members({ object, use }) {
  const [all, setAll] = useState(false);
  const { type, element_B } = object.members;
  const rows = all ? use.rows : use.rows.slice(0, FEW);
  return (
    <section class="members">
      <table class="plain">
        <caption>
          Members{type && ' of '}
          {type && <Name text={type} length={60} />} <span class="soft">{bytes(element_B)} each</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">Member</th>
            <th scope="col" class="numeric">
              Bytes
            </th>
            {use.known && (
              <>
                <th scope="col" class="numeric" title="of its byte with most, all elements together">
                  Loads
                </th>
                <th scope="col" class="numeric" title="of its byte with most, all elements together">
                  Stores
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.offset} ${row.name}`} class={use.known && row.loads + row.stores === 0 ? 'soft' : undefined}>
              <th scope="row">
                <Name text={row.name} length={60} />
              </th>
              <td class="numeric">{bytesText(row)}</td>
              {use.known && (
                <>
                  <td class="numeric" title={count(row.loads)}>
                    {short(row.loads)}
                  </td>
                  <td class="numeric" title={count(row.stores)}>
                    {short(row.stores)}
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <MoreButton few={FEW} of={use.rows.length} all={all} setAll={setAll} />
      <Never use={use} element_B={element_B} />
    </section>
  );
}
