// SPDX-License-Identifier: GPL-3.0-or-later
//
// summary.jsx: what the report has to say first: sentences, totals, where the chosen event goes.
import { useState } from 'preact/hooks';
import { count, percent, visible } from '../lib/format.js';
import { baseName, COLOURS, eventSum, functionCount, moduleColour, once, selfCosts } from '../lib/model.js';
import { sorted } from '../lib/order.js';
import { Bar } from '../ui/cost.jsx';
import { FunctionLink, Link, Swatch } from '../ui/link.jsx';
import { Name } from '../ui/name.jsx';

const TOP = 10;

function Command({ text }) {
  const [copied, setCopied] = useState(false);
  const copy = () => navigator.clipboard?.writeText(text).then(() => setCopied(true), () => setCopied(false));
  return (
    <span class="command-line"><code>{visible(text)}</code>
      {navigator.clipboard && <button type="button" onClick={copy} onBlur={() => setCopied(false)}>{copied ? 'Copied' : 'Copy'}</button>}</span>
  );
}

function Sentences({ model }) {
  if (!model.summary?.length) return null;
  return (
    <ol class="sentences">
      {model.summary.map(({ text, view, selection, command }, i) => (
        <li key={i}>
          <p><bdi>{visible(text)}</bdi>{' '}{view && <Link to={{ view, ...selection }}>Show</Link>}</p>
          {command && <Command text={command} />}
        </li>
      ))}
    </ol>
  );
}

export const formulaText = (formula) => Object.entries(formula)
  .map(([name, factor], i) => `${factor < 0 ? (i ? ' \u2212 ' : '\u2212') : i ? ' + ' : ''}${Math.abs(factor) === 1 ? '' : `${count(Math.abs(factor))} `}${name}`).join('');

function Totals({ model, state }) {
  return (
    <section class="card">
      <table class="plain">
        <caption>Totals of the program</caption>
        <thead><tr><th scope="col">Event</th><th scope="col">Meaning</th><th scope="col" class="numeric">Total</th></tr></thead>
        <tbody>
          {model.events.map(({ name, long, sum, formula }) => (
            <tr key={name} class={name === state.event ? 'current' : ''}>
              <th scope="row"><Link to={{ event: name }}>{name}</Link></th>
              <td>{visible(long ?? '')}{formula && <span class="soft"> = {formulaText(formula)}</span>}</td>
              <td class="numeric">{count(sum)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function topFunctions(model, event) {
  return once(model, `top ${event}`, () => {
    const costs = selfCosts(model, event);
    return [...sorted(functionCount(model), { value: (i) => costs[i], descending: true }).slice(0, TOP)].filter((i) => costs[i] > 0);
  });
}

function Top({ model, state }) {
  const costs = selfCosts(model, state.event), total = eventSum(model, state.event);
  const top = topFunctions(model, state.event);
  return (
    <section class="card">
      <table class="plain">
        <caption>Functions by {state.event}, exclusive</caption>
        <thead><tr><th scope="col">Function</th><th scope="col" class="numeric">{state.event}</th><th scope="col" class="numeric">Part</th></tr></thead>
        <tbody>
          {top.map((i) => (
            <tr key={i}>
              <th scope="row"><FunctionLink index={i} view="functions" /></th>
              <td class="numeric">{count(costs[i])}</td>
              <td class="numeric part"><span class="percent">{percent(costs[i], total)}</span><Bar part={total ? costs[i] / total : 0} /></td>
            </tr>
          ))}
        </tbody>
      </table>
      {top.length === 0 && <p class="soft">No function has costs of this event.</p>}
      <p><Link to={{ view: 'functions', sort: '-self' }}>All functions</Link></p>
    </section>
  );
}

function moduleCosts(model, event) {
  return once(model, `modules ${event}`, () => {
    const sums = new Float64Array(model.modules.length);
    const costs = selfCosts(model, event);
    model.functions.module.forEach((module, i) => { if (module in sums) sums[module] += costs[i]; });
    return [...sums.keys()].filter((i) => sums[i] > 0).sort((a, b) => sums[b] - sums[a] || a - b).map((module) => ({ module, cost: sums[module] }));
  });
}

function Modules({ model, state }) {
  const total = eventSum(model, state.event);
  const modules = moduleCosts(model, state.event);
  const shown = modules.slice(0, COLOURS), rest = modules.slice(COLOURS);
  const parts = [...shown.map(({ module, cost }) => ({ key: module, cost, colour: moduleColour(model, module), name: <Name text={baseName(model.modules[module])} length={60} /> })),
    ...(rest.length ? [{ key: 'rest', cost: rest.reduce((sum, { cost }) => sum + cost, 0), colour: COLOURS - 1, name: `${count(rest.length)} others` }] : [])];
  return (
    <section class="card">
      <h2>Modules by {state.event}</h2>
      <div class="stack" aria-hidden="true">{parts.map(({ key, cost, colour }) => <span key={key} class={`module-${colour}`} style={{ flexGrow: total ? Math.max(0, cost / total) : 0 }} />)}</div>
      <ul class="legend">
        {parts.map(({ key, cost, colour, name }) => <li key={key}><Swatch colour={colour} />{name}<span class="percent">{percent(cost, total)}</span></li>)}
        {parts.length === 0 && <li class="soft">No module has costs of this event.</li>}
      </ul>
    </section>
  );
}

export function Summary({ model, state }) {
  return (
    <>
      <Sentences model={model} />
      <div class="cards">
        <Top model={model} state={state} />
        <div class="column"><Modules model={model} state={state} /><Totals model={model} state={state} /></div>
      </div>
    </>
  );
}
