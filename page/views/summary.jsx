// SPDX-License-Identifier: GPL-3.0-or-later
//
// summary.jsx: what the report has to say first: key figures, findings, where the chosen event goes, what to look
// at next. model.summary has a list of items, { section, text, words, view, selection, command }.
import { placesOfAlike } from '../lib/alike.js';
import { causesOf, stacksOf } from '../lib/cycles.js';
import { colourCosts, colourLegend } from '../lib/colours.js';
import { count, percent, visible } from '../lib/format.js';
import { orderOf } from '../lib/function-order.js';
import { eventSum, inclusiveCosts, once, selfCosts } from '../lib/model.js';
import { selectionState } from '../lib/selection.js';
import { CauseBar, CauseLegend } from '../ui/causes.jsx';
import { CopyButton } from '../ui/copy.jsx';
import { Bar } from '../ui/cost.jsx';
import { Failsafe } from '../ui/failsafe.jsx';
import { Answers } from './summary/answers.jsx';
import { FunctionLink, Link, Swatch } from '../ui/link.jsx';
import { Name } from '../ui/name.jsx';
import { useReport } from '../ui/report.js';

const TOP = 10;

function Command({ text }) {
  return (
    <span class="command-line">
      <code>{visible(text)}</code>
      <CopyButton text={text} />
    </span>
  );
}

// A link to what an item is about, if there is a view of it.
function Show({ item, children = 'Show' }) {
  const { model, views } = useReport();
  return item.view && views.has(item.view) ? (
    <Link class="way" to={{ view: item.view, ...selectionState(model, item.selection) }}>
      {children}
    </Link>
  ) : null;
}

function Item({ item }) {
  return (
    <li>
      <p>
        <bdi>{visible(item.text)}</bdi> <Show item={item} />
      </p>
      {item.command && <Command text={item.command} />}
    </li>
  );
}

// Key figures: what is before the first colon is their name.
function Figures({ items }) {
  return (
    <dl class="figures">
      {items.map(({ text }, i) => {
        const [, name, rest] = /^([^:]{1,40}): (.*)$/s.exec(text) ?? [null, '', text];
        return (
          <div key={i}>
            <dt>{visible(name)}</dt>
            <dd>{visible(rest)}</dd>
          </div>
        );
      })}
    </dl>
  );
}

const SECTIONS = {
  findings: () => 'Serious findings',
  objects: (words) => `Memory objects${words ? ` by ${words}` : ''}`,
  phases: () => 'Phases',
  next: () => 'What to look at next',
};
// Those of the functions are tables here, for each event; a remedy is one of the answers on top.
const ELSEWHERE = new Set(['figures', 'functions', 'inclusive', 'remedy']);

const itemsOf = (model, section) => (model.summary ?? []).filter((item) => item.section === section);

function Section({ model, name }) {
  const items = itemsOf(model, name);
  if (items.length === 0) return null;
  return (
    <section class="card">
      <h2>{SECTIONS[name](visible(items[0].words ?? ''))}</h2>
      <ul class="items">
        {items.map((item, i) => (
          <Item key={i} item={item} />
        ))}
      </ul>
    </section>
  );
}

function Sentences({ model }) {
  const items = (model.summary ?? []).filter(({ section }) => !(section in SECTIONS || ELSEWHERE.has(section)));
  return items.length ? (
    <ul class="items sentences">
      {items.map((item, i) => (
        <Item key={i} item={item} />
      ))}
    </ul>
  ) : null;
}

export const formulaText = (formula) =>
  Object.entries(formula)
    .map(
      ([name, factor], i) =>
        `${factor < 0 ? (i ? ' \u2212 ' : '\u2212') : i ? ' + ' : ''}${Math.abs(factor) === 1 ? '' : `${count(Math.abs(factor))} `}${name}`,
    )
    .join('');

function Totals({ model, state }) {
  return (
    <section class="card">
      <table class="plain">
        <caption>Totals of the program</caption>
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">Meaning</th>
            <th scope="col" class="numeric">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {model.events.map(({ name, long, sum, formula }) => (
            <tr key={name} class={name === state.event ? 'current' : ''}>
              <th scope="row">
                <Link to={{ event: name }}>{name}</Link>
              </th>
              <td>
                {visible(long ?? '')}
                {formula && <span class="soft"> = {formulaText(formula)}</span>}
              </td>
              <td class="numeric">{count(sum)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function topFunctions(model, event, kind) {
  return once(model, `top ${kind} ${event}`, () => {
    const costs = (kind === 'self' ? selfCosts : inclusiveCosts)(model, event);
    return [...orderOf(model, `-${kind}`, event).subarray(0, TOP)].filter((i) => costs[i] > 0);
  });
}

// Of both lists, so that a function is called the same in both.
function topPlaces(model, event) {
  return once(model, `top places ${event}`, () => placesOfAlike(model, ['self', 'inclusive'].flatMap((kind) => topFunctions(model, event, kind))));
}

function Top({ model, state, kind }) {
  const costs = (kind === 'self' ? selfCosts : inclusiveCosts)(model, state.event),
    total = eventSum(model, state.event);
  const top = topFunctions(model, state.event, kind),
    places = topPlaces(model, state.event);
  return (
    <section class="card top">
      <table class="plain">
        <caption>
          Functions by {state.event}, {kind === 'self' ? 'exclusive' : 'inclusive'}
        </caption>
        <thead>
          <tr>
            <th scope="col">Function</th>
            <th scope="col" class="numeric">
              {state.event}
            </th>
            <th scope="col" class="numeric">
              Part
            </th>
          </tr>
        </thead>
        <tbody>
          {top.map((i) => (
            <tr key={i}>
              <th scope="row">
                <FunctionLink index={i} view="functions" length={60} />
                {places.has(i) && (
                  <span class="soft place">
                    {' '}
                    <Name text={places.get(i)} length={40} />
                  </span>
                )}
              </th>
              <td class="numeric">{count(costs[i])}</td>
              <td class="numeric part">
                <span class="percent">{percent(costs[i], total)}</span>
                <Bar part={total ? costs[i] / total : 0} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {top.length === 0 && <p class="soft">No function has costs of this event.</p>}
      <p>
        <Link class="way" to={{ view: 'functions', sort: `-${kind}` }}>
          All functions
        </Link>
      </p>
    </section>
  );
}

// What costs the event: own code by file or function, other code by module.
function Code({ model, state }) {
  const total = eventSum(model, state.event);
  const costs = colourCosts(model, state.event);
  const parts = colourLegend(model)
    .map((each) => ({ ...each, cost: costs[each.colour] }))
    .filter(({ cost }) => cost > 0);
  return (
    <section class="card">
      <h2>Code by {state.event}</h2>
      <div class="stack" aria-hidden="true">
        {parts.map(({ colour, cost }) => (
          <span key={colour} class={`module-${colour}`} style={{ flexGrow: total ? Math.max(0, cost / total) : 0 }} />
        ))}
      </div>
      <ul class="legend">
        {parts.map(({ colour, cost, name }) => (
          <li key={colour}>
            <Swatch colour={colour} />
            <Name text={name} code length={60} />
            <span class="percent">{percent(cost, total)}</span>
          </li>
        ))}
        {parts.length === 0 && <li class="soft">No code has costs of this event.</li>}
      </ul>
    </section>
  );
}

function Causes({ model }) {
  const causes = causesOf(model);
  if (causes.length === 0) return null;
  const [{ parts }] = stacksOf(model, 'self', 0);
  return (
    <section class="card">
      <h2>Where the cycles go</h2>
      <CauseBar causes={causes} parts={parts} />
      <CauseLegend causes={causes} parts={parts} />
      <p>
        <Link class="way" to={{ view: 'cycles' }}>
          Of functions
        </Link>
      </p>
    </section>
  );
}

// What is in a column, each part for itself.
const Column = ({ parts }) => (
  <div class="column">
    {parts.map(([name, part]) => (
      <Failsafe key={name} part={name}>
        {part}
      </Failsafe>
    ))}
  </div>
);

export function Summary({ model, state }) {
  const section = (name) => [SECTIONS[name](''), <Section model={model} name={name} />];
  return (
    <>
      <Failsafe part="Answers">
        <Answers model={model} />
      </Failsafe>
      <Failsafe part="Figures">
        <Figures items={itemsOf(model, 'figures')} />
        <Sentences model={model} />
      </Failsafe>
      <div class="cards">
        <Column parts={[section('findings'), ['Functions, exclusive', <Top {...{ model, state }} kind="self" />], section('objects'), section('next')]} />
        <Column
          parts={[
            ['Where the cycles go', <Causes model={model} />],
            ['Code', <Code {...{ model, state }} />],
            ['Functions, inclusive', <Top {...{ model, state }} kind="inclusive" />],
            section('phases'),
            ['Totals', <Totals {...{ model, state }} />],
          ]}
        />
      </div>
    </>
  );
}
