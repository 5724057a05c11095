// SPDX-License-Identifier: GPL-3.0-or-later
//
// sharing.jsx: the line of memory that threads share: whose bytes it has, and which of them each thread uses.
//
// Usage: <SharedLine model={model} line={finding.sharing.heaviest} of={finding.sharing.lines} />
import { bytes, count } from '../../lib/format.js';
import { objectById, objectLabel } from '../../lib/objects.js';
import { ownersOf, rangesText, usesOf } from '../../lib/shared-line.js';
import { threadText } from '../../lib/threads.js';
import { useState } from 'preact/hooks';
import { LinePicture } from '../../ui/line-picture.jsx';
import { Link } from '../../ui/link.jsx';
import { MoreButton } from '../../ui/more.jsx';
import { Name } from '../../ui/name.jsx';

function Owner({ model, owner }) {
  const known = owner.object != null && objectById(model, owner.object);
  return (
    <li>
      bytes {rangesText([[owner.first, owner.last]])}:{' '}
      {known ? (
        <Link to={{ view: 'objects', object: owner.object }}>
          <Name text={objectLabel(model, owner.object)} length={80} />
        </Link>
      ) : (
        'unknown'
      )}
      <span class="soft">
        {' '}
        {bytes(owner.size_B)}
        {owner.thread > 0 && `, allocated by thread ${threadText(model, owner.thread)}`}
      </span>
    </li>
  );
}

const FEW = 16; // threads that are listed at first
const MOST = 1000;

const usedText = (ranges) => (ranges.length ? rangesText(ranges) : '\u2013');

export function SharedLine({ model, line, of }) {
  const uses = usesOf(line);
  const [all, setAll] = useState(false);
  return (
    <div class="shared-line">
      <table class="plain threads">
        <caption>
          Bytes of {of === 1 ? 'the line' : 'the line with most weight'} at 0x{line.address.toString(16)}, by thread
        </caption>
        <thead>
          <tr>
            <th scope="col">Thread</th>
            <th scope="col">Writes bytes</th>
            <th scope="col">Reads bytes</th>
            <th scope="col" class="numeric">
              Writes
            </th>
            <th scope="col" class="numeric">
              Reads
            </th>
            <th scope="col">
              <span class="line-picture key" aria-hidden="true">
                <span class="written" />
              </span>{' '}
              written{' '}
              <span class="line-picture key" aria-hidden="true">
                <span class="read" />
              </span>{' '}
              only read
            </th>
          </tr>
        </thead>
        <tbody>
          {uses.slice(0, all ? MOST : FEW).map((each, i) => (
            <tr key={i}>
              <th scope="row">{threadText(model, each.thread)}</th>
              <td>{usedText(each.written)}</td>
              <td>{usedText(each.read)}</td>
              <td class="numeric">{count(each.writes)}</td>
              <td class="numeric">{count(each.reads)}</td>
              <td>
                <LinePicture use={each.use} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreButton few={FEW} of={uses.length} all={all} setAll={setAll} />
      <ul aria-label="What is in the line">
        {ownersOf(line, uses[0]?.use.length ?? 64).map((owner, i) => (
          <Owner key={i} model={model} owner={owner} />
        ))}
      </ul>
    </div>
  );
}
