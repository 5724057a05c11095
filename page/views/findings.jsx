// SPDX-License-Identifier: GPL-3.0-or-later
//
// findings.jsx: serious cache misses: type, origin, code, objects, what a fix could save, and what may help.
//
// State: type (of findings; absent: all).
import { noneText, percentText, savingText, TYPES } from '../lib/findings.js';
import { bytes, count, percent, plural, short } from '../lib/format.js';
import { once } from '../lib/model.js';
import { objectById, objectLabel } from '../lib/objects.js';
import { useState } from 'preact/hooks';
import { Bar } from '../ui/cost.jsx';
import { CodePlace } from '../ui/code.jsx';
import { Failsafe } from '../ui/failsafe.jsx';
import { Link } from '../ui/link.jsx';
import { MoreButton } from '../ui/more.jsx';
import { Name } from '../ui/name.jsx';
import { SharedLine } from './findings/sharing.jsx';

const ORIGINS = { application: 'caused by the application', allocator: 'caused by the allocator' };
const CLASSES = {
  cold: 'cold',
  capacity: 'capacity',
  conflict: 'conflict',
  true_sharing: 'true sharing',
  false_sharing: 'false sharing',
};
const FEW = 8;
const FINDINGS = 5; // at first, as on a terminal

function Row({ name, children }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function objectName(model, object) {
  return objectById(model, object.id)
    ? objectLabel(model, object.id)
    : String(object.name ?? object.source ?? `object ${object.id}`);
}

function ObjectItem({ model, object, isOneOfSeveral }) {
  const name = <Name text={objectName(model, object)} length={100} />;
  const [frame] = object.stack ?? [];
  return (
    <li>
      {objectById(model, object.id) ? <Link to={{ view: 'objects', object: object.id }}>{name}</Link> : name}
      <span class="soft">
        {' '}
        {object.kind}, {bytes(object.size_B)}
        {object.count > 1 && `, ${plural(object.count, 'allocation')}`}
        {object.misses != null && `, ${short(object.misses)} ${object.misses === 1 ? 'miss' : 'misses'}`}
        {object.walk && `, ${object.walk}`}
        {isOneOfSeveral && object.unused_percent != null && `, ${percentText(object.unused_percent)} of the bytes loaded for it are not used`}
      </span>
      {frame && ' '}
      {frame && <CodePlace name={frame.function} file={frame.file} line={frame.line} />}
    </li>
  );
}

function Sharing({ model, sharing }) {
  return (
    <>
      <Row name="Possible">
        {sharing.weight == null
          ? 'not known: the profile does not list these lines of memory'
          : `${plural(sharing.weight, 'miss', 'misses')} if the threads run at once (true sharing ${count(sharing.weight_true)}, false sharing ${count(sharing.weight_false)})`}
      </Row>
      <Row name="Lines">
        {plural(sharing.lines, 'line')} of memory, used by {plural(sharing.threads?.length ?? 0, 'thread')}
        {sharing.invalidations != null && `; ${plural(sharing.invalidations, 'invalidation')}`}
        {sharing.heaviest && <SharedLine model={model} line={sharing.heaviest} of={sharing.lines} />}
      </Row>
    </>
  );
}

function Classes({ classes }) {
  const parts = Object.entries(classes).filter(([, misses]) => misses > 0);
  const all = parts.reduce((sum, [, misses]) => sum + misses, 0);
  return (
    <Row name="By class">
      {parts.map(([name, misses]) => `${CLASSES[name] ?? name} ${percent(misses, all)}`).join(', ')}
    </Row>
  );
}

function Finding({ model, finding }) {
  const [title, meaning] = TYPES[finding.type] ?? [finding.type, ''];
  const id = `finding-${finding.rank}`;
  return (
    <article class="card finding" aria-labelledby={id}>
      <h2 id={id}>
        <span class="rank">{finding.rank}</span>
        {title}{' '}
        <span class="soft">
          {ORIGINS[finding.origin] ?? finding.origin}; {meaning}
        </span>
      </h2>
      <dl>
        {savingText(model, finding) && (
          <Row name="Saving">
            {savingText(model, finding)} <Bar part={(finding.saving_percent ?? 0) / 100} />
          </Row>
        )}
        <Row name="Simulated">
          {plural(finding.misses, 'miss', 'misses')} in {finding.level}, {percentText(finding.share_percent)} of all of that level
        </Row>
        {(finding.also ?? []).map((also) => (
          <Row key={also.level} name="Also">
            {count(also.misses)} {(TYPES[also.type]?.[0] ?? also.type).toLowerCase()} in {also.level},{' '}
            {percentText(also.share_percent)} of all of that level
          </Row>
        ))}
        {finding.classes && <Classes classes={finding.classes} />}
        {finding.sharing && <Sharing model={model} sharing={finding.sharing} />}
        <Row name="Code">
          <ul>
            {(finding.code ?? []).slice(0, FEW).map((code, i) => (
              <li key={i}>
                <CodePlace name={code.function} file={code.file} line={code.line} />
                <span class="soft">
                  {' '}
                  {short(code.misses)} {code.misses === 1 ? 'miss' : 'misses'} of {short(code.accesses)} {code.accesses === 1 ? 'access' : 'accesses'}
                </span>
              </li>
            ))}
          </ul>
          {(finding.code ?? []).length > FEW && <p class="soft">and {count(finding.code.length - FEW)} more lines</p>}
        </Row>
        {finding.caller && (
          <Row name="Called in">
            <CodePlace name={finding.caller.function} file={finding.caller.file} line={finding.caller.line} />
            <span class="soft">
              {' '}
              calls <Name text={finding.caller.calls} />, {percentText(finding.caller.percent)} of what this code misses
            </span>
          </Row>
        )}
        {(finding.objects ?? []).length > 0 && (
          <Row name="Objects">
            <ul>
              {finding.objects.slice(0, FEW).map((object, i) => (
                <ObjectItem key={i} model={model} object={object} isOneOfSeveral={finding.objects.length > 1} />
              ))}
            </ul>
          </Row>
        )}
        {finding.unused_percent != null && (finding.objects ?? []).length < 2 && (
          <Row name="Line use">
            {percentText(finding.unused_percent)} of the bytes loaded are not used;{' '}
            {Number(finding.accesses_per_load ?? 0).toFixed(1)} accesses per line loaded
          </Row>
        )}
        {finding.sets && (
          <Row name="Sets">
            {count(finding.sets.n)} of {count(finding.sets.of)} sets have {percentText(finding.sets.share_percent)} of
            all conflict misses
            {model.sets && (
              <>
                {' '}
                <Link to={{ view: 'sets', level: 'D1', class: 'conflict' }}>Map of the sets</Link>
              </>
            )}
          </Row>
        )}
        {finding.when && <Row name="When">{finding.when}</Row>}
        <Row name="Remedy">
          <span class="remedy">
            <Name text={finding.remedy ?? ''} whole />
          </span>
          {finding.remedy_name && <span class="soft"> ({finding.remedy_name} in docs/remedies.md)</span>}
        </Row>
        {finding.layout && (
          <Row name="Layout">
            <span class="layout-words">
              <Name text={finding.layout.text} whole />
            </span>
            {finding.layout.try && (
              <p class="soft">
                Try: <code>{finding.layout.try}</code>
              </p>
            )}
          </Row>
        )}
      </dl>
    </article>
  );
}

export function Findings({ model, state, go }) {
  const { findings, notes = [] } = model.findings;
  const types = once(model, 'types of findings', () => [...new Set(findings.map(({ type }) => type))]);
  const type = types.includes(state.type) ? state.type : undefined;
  const [all, setAll] = useState(false);
  const chosen = findings.filter((finding) => !type || finding.type === type);
  const shown = all ? chosen : chosen.slice(0, FINDINGS);
  return (
    <>
      {findings.length === 0 && <p>{noneText(model.findings)}</p>}
      {types.length > 1 && (
        <div class="tools">
          <label>
            Show{' '}
            <select value={type ?? ''} onChange={(event) => go({ type: event.currentTarget.value || null })}>
              <option value="">all types</option>
              {types.map((each) => (
                <option key={each} value={each}>
                  {TYPES[each]?.[0] ?? each}
                </option>
              ))}
            </select>
          </label>
          <span class="status" role="status">
            {count(shown.length)} of {count(findings.length)} findings
          </span>
        </div>
      )}
      <div class="findings">
        {shown.map((finding) => (
          <Failsafe key={finding.rank} part={`Finding ${finding.rank}`}>
            <Finding model={model} finding={finding} />
          </Failsafe>
        ))}
      </div>
      <MoreButton few={FINDINGS} of={chosen.length} all={all} setAll={setAll} />
      {notes.map((note, i) => (
        <p key={i} class="soft">
          {note}
        </p>
      ))}
    </>
  );
}
