// SPDX-License-Identifier: GPL-3.0-or-later
//
// findings.jsx: serious cache misses that are gone, new, or in both runs.
import { AFTER, BEFORE } from '../../lib/compare.js';
import { capital, count, percent, visible } from '../../lib/format.js';
import { baseName } from '../../lib/model.js';
import { Name } from '../../ui/name.jsx';
import { Change } from './parts.jsx';

const GROUPS = [
  ['gone', 'Gone', ([before, after]) => before != null && after == null],
  ['new', 'New', ([before]) => before == null],
  ['same', 'In both runs', ([before, after]) => before != null && after != null],
];

// { gone: [findings], new, same }
export const findingsByState = (model) =>
  Object.fromEntries(GROUPS.map(([key, , is]) => [key, model.findings.filter(({ misses }) => is(misses))]));

function Finding({ finding }) {
  const { type, level, code, objects, misses, saving_cycles: saving, remedy } = finding;
  const n = misses[AFTER] == null ? BEFORE : AFTER;
  return (
    <li class="finding">
      <strong>
        {capital(type.replace('-', ' '))} in {level}
      </strong>
      {code[0] && (
        <>
          {' '}
          in <Name text={code[0][0]} code length={60} />{' '}
          {code[0][1] && (
            <span class="soft">
              (<Name text={baseName(code[0][1])} />
              {code[0][2] ? `:${code[0][2]}` : ''})
            </span>
          )}
        </>
      )}
      {objects.length > 0 && (
        <>
          , <Name text={objects[0]} label length={60} />
          {objects.length > 1 && ` and ${count(objects.length - 1)} more`}
        </>
      )}
      <div class="soft">
        {misses[0] != null && `${count(misses[0])} misses before`}
        {misses[0] != null && misses[1] != null && ', '}
        {misses[1] != null && `${count(misses[1])}${misses[0] == null ? ' misses' : ''} after`}
        {finding.is_modelled[n] &&
          `; saving ${finding.saving_is_bound[n] ? 'up to' : 'about'} ${count(saving[n])} cycles, ${percent(finding.saving_percent[n], 100)} of ${count(finding.saving_of_cycles[n])}`}
      </div>
      {misses[0] != null && misses[1] != null && misses[0] !== misses[1] && <Change before={misses[0]} after={misses[1]} />}
      {misses[1] != null && remedy && <div>{visible(remedy)}</div>}
    </li>
  );
}

export function Findings({ model }) {
  const groups = findingsByState(model);
  return (
    <div class="compare-findings">
      {model.findings.length === 0 && <p class="empty">Neither run has a serious finding.</p>}
      {GROUPS.filter(([key]) => groups[key].length).map(([key, title]) => (
        <section key={key} class={`card ${key}`}>
          <h2>
            {title} ({count(groups[key].length)})
          </h2>
          <ul class="items">
            {groups[key].map((finding, i) => (
              <Finding key={i} finding={finding} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
