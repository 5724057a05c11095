// SPDX-License-Identifier: GPL-3.0-or-later
//
// overview.jsx: what has changed between two runs, on one screen.
import { useMemo } from 'preact/hooks';
import { changePercent, isSame, objectMetric } from '../../lib/compare.js';
import { capital, count, short, shortened, visible } from '../../lib/format.js';
import { eventOf, functionName } from '../../lib/model.js';
import { abbreviated } from '../../lib/names.js';
import { Failsafe } from '../../ui/failsafe.jsx';
import { Link } from '../../ui/link.jsx';
import { Name } from '../../ui/name.jsx';
import { findingsByState } from './findings.jsx';
import { rowsOf } from './functions.jsx';
import { objectRows } from './objects.jsx';
import { Change, ColourKey } from './parts.jsx';

const TOP = 8;
const NAME = 60; // characters of a name within a sentence
const SENTENCE = 400; // of a warning, which has names in it

const inWords = ({ name, long }) =>
  long && long !== name ? `${name}, ${visible(long).replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())}` : name;

// "Estimated cycles: 12 before, 6 after, -50 %."
function headline(model, event) {
  const [before, after] = eventOf(model, event).sum;
  if (isSame(model)) return 'Nothing has changed: both runs have the same functions with the same costs.';
  const { name, long } = eventOf(model, event);
  const what = name === 'CEst' && model.events.some((each) => each.name === 'CyBase') ? 'Estimated cycles' : long || name;
  if (before === after) return `${what}: ${count(after)}, as before.`;
  return `${what}: ${count(before)} before, ${count(after)} after, ${changePercent(before, after)}.`;
}

// A table of what has changed: rows { key, name, before, after }.
function Changes({ title, rows, left, to }) {
  return (
    <section class="card">
      <h2>{to ? <Link to={to}>{title}</Link> : title}</h2>
      {rows.length > 0 && (
        <table class="plain changes">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col" class="numeric wide-only">
                Before
              </th>
              <th scope="col" class="numeric">
                After
              </th>
              <th scope="col" class="numeric">
                Change
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, before, after }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                <td class="numeric wide-only" title={count(before)}>
                  {short(before)}
                </td>
                <td class="numeric" title={count(after)}>
                  {short(after)}
                </td>
                <td class="numeric">
                  <Change before={before} after={after} shortly />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p class="soft">{left}</p>
    </section>
  );
}

function Totals({ model }) {
  const changed = model.events.filter(({ sum }) => sum[0] !== sum[1]);
  const equal = model.events.length - changed.length;
  const rows = changed.map((event) => ({ key: event.name, name: inWords(event), before: event.sum[0], after: event.sum[1] }));
  const only = ['before', 'after'].map((side, n) => model.only[n].length && ` Only ${side}: ${model.only[n].join(' ')}.`);
  const left = `${count(equal)} ${equal === 1 ? 'event is' : 'events are'} as before.`;
  return <Changes title="Program totals" rows={rows} left={[equal > 0 && left, ...only.filter(Boolean)]} />;
}

function Top({ model, event, title, to, all, name, none }) {
  const changed = all.filter(({ before, after }) => before !== after);
  const rows = changed.slice(0, TOP).map((row) => ({ ...row, key: row.index, name: name(row) }));
  const more = changed.length - rows.length;
  return <Changes title={`${title}: ${event}`} to={to} rows={rows} left={changed.length === 0 ? none : more ? `${count(more)} more have changed.` : ''} />;
}

function TopObjects({ model, event }) {
  return (
    <Top
      model={model}
      event={objectMetric(model, event)}
      title="Objects"
      to={{ view: 'objects' }}
      all={objectRows(model, event)}
      name={({ object }) => <Name text={object.label} label length={60} />}
      none="No object has changed."
    />
  );
}

function FindingCounts({ model }) {
  if (!model.findings)
    return <p class="soft">Findings are compared if both programs are run with --miss-classes=yes.</p>;
  const { gone, new: fresh, same } = findingsByState(model);
  const one = (finding) => `${finding.type.replace('-', ' ')} in ${visible(abbreviated(finding.code[0]?.[0] ?? finding.objects[0] ?? '?', NAME))}`;
  const list = (all) => all.slice(0, 3).map(one).join('; ') + (all.length > 3 ? '; \u2026' : '');
  return (
    <section class="card">
      <h2>
        <Link to={{ view: 'findings' }}>Findings</Link>
      </h2>
      <ul class="items">
        <li class="gone">{`${count(gone.length)} gone${gone.length ? `: ${list(gone)}` : ''}`}</li>
        <li class="new">{`${count(fresh.length)} new${fresh.length ? `: ${list(fresh)}` : ''}`}</li>
        <li>{`${count(same.length)} in both runs${same.length ? `: ${list(same)}` : ''}`}</li>
      </ul>
    </section>
  );
}

export function Overview({ model, state }) {
  const { event } = state;
  const functions = useMemo(
    () => rowsOf(model, event, false).sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before) || a.index - b.index),
    [model, event],
  );
  return (
    <>
      <p class="sentences headline">{headline(model, event)}</p>
      {model.warnings.filter(Boolean).map((sentence) => (
        <p key={sentence} class="estimated">
          {`${visible(shortened(capital(sentence), SENTENCE))}.`}
        </p>
      ))}
      {model.renamed.map(([before, after]) => (
        <p key={after} class="soft">
          <Name text={after} length={NAME} /> is compared with <Name text={before} length={NAME} />: most of their functions have equal names.
        </p>
      ))}
      <div class="cards">
        <div class="column">
          <Failsafe part="Program totals">
            <Totals model={model} />
          </Failsafe>
          <Failsafe part="Findings">
            <FindingCounts model={model} />
          </Failsafe>
        </div>
        <div class="column">
          <Failsafe part="Functions">
            <Top
              {...{ model, event }}
              title="Functions"
              to={{ view: 'functions' }}
              all={functions}
              name={({ index }) => <Name text={functionName(model, index)} code length={60} />}
              none="No function has changed."
            />
          </Failsafe>
          {model.objects && (
            <Failsafe part="Objects">
              <TopObjects {...{ model, event }} />
            </Failsafe>
          )}
        </div>
      </div>
      <ColourKey />
    </>
  );
}
