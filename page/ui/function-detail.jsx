// SPDX-License-Identifier: GPL-3.0-or-later
//
// function-detail.jsx: what there is to know of one function: every event, callers, callees, where to go.
//
// Usage: <FunctionDetail index={12} />       index null: says how to select one
import { useMemo, useState } from 'preact/hooks';
import { count, percent, short } from '../lib/format.js';
import {
  callees,
  callers,
  column,
  eventSum,
  fileName,
  functionName,
  inclusiveCosts,
  moduleName,
  selfCosts,
} from '../lib/model.js';
import { quotient, quotientText } from '../lib/quotients.js';
import { sourceOf } from '../lib/source.js';
import { ShareCell } from './cost.jsx';
import { FunctionLink, Link } from './link.jsx';
import { MoreButton } from './more.jsx';
import { Name } from './name.jsx';
import { useReport } from './report.js';

const FEW = 8;

// Rows of figures, inclusive and self.
const Figures = ({ caption, of, className = '', children }) => (
  <table class={`plain ${className}`}>
    <caption>{caption}</caption>
    <thead>
      <tr>
        <th scope="col">{of}</th>
        <th scope="col" class="numeric">
          Inclusive
        </th>
        <th scope="col" class="numeric">
          Self
        </th>
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);

function Events({ index }) {
  const { model, state } = useReport();
  return (
    <Figures caption="Costs" of="Event">
      {model.events.map(({ name, long }) => {
        const inclusive = inclusiveCosts(model, name)[index],
          self = selfCosts(model, name)[index],
          total = eventSum(model, name);
        return (
          <tr key={name} class={name === state.event ? 'current' : ''}>
            <th scope="row">
              <Link to={{ event: name }} title={long}>
                {name}
              </Link>
            </th>
            {[inclusive, self].map((cost, i) => (
              <td key={i} class="numeric" title={count(cost)}>
                <span class="value">{short(cost)}</span> <span class="percent">{percent(cost, total)}</span>
              </td>
            ))}
          </tr>
        );
      })}
    </Figures>
  );
}

// Rates of misses, unused bytes, accesses per line: as xgrind_annotate shows them.
function Rates({ index }) {
  const { model } = useReport();
  const rows = (model.rates ?? [])
    .map((rate) => ({
      rate,
      values: [inclusiveCosts, selfCosts].map((costs) => quotient(rate, (event) => costs(model, event)[index])),
    }))
    .filter(({ values }) => values.some((value) => value !== null));
  if (rows.length === 0) return null;
  return (
    <Figures caption="Rates" of="Rate" className="rates">
      {rows.map(({ rate, values }) => (
        <tr key={rate.key}>
          <th scope="row">{rate.title}</th>
          {values.map((value, i) => (
            <td key={i} class="numeric">
              {quotientText(rate, value)}
            </td>
          ))}
        </tr>
      ))}
    </Figures>
  );
}

function Calls({ title, none, calls, whole }) {
  const { state } = useReport();
  const [all, setAll] = useState(false);
  const ordered = useMemo(
    () =>
      calls
        .map((call) => ({ ...call, amount: call.cost(state.event) }))
        .sort((a, b) => b.amount - a.amount || b.count - a.count),
    [calls, state.event],
  );
  if (ordered.length === 0)
    return (
      <section>
        <h3>{title}</h3>
        <p class="soft">{none}</p>
      </section>
    );
  const shown = all ? ordered.slice(0, 1000) : ordered.slice(0, FEW);
  return (
    <section>
      <table class="plain">
        <caption>
          {title} <span class="soft">{count(ordered.length)}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">Function</th>
            <th scope="col" class="numeric">
              Calls
            </th>
            <th scope="col" class="numeric">
              {state.event}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((call) => (
            <tr key={call.function}>
              <th scope="row">
                <FunctionLink index={call.function} length={16} />
              </th>
              <td class="numeric" title={count(call.count)}>
                {short(call.count)}
              </td>
              <ShareCell value={call.amount} total={whole} />
            </tr>
          ))}
        </tbody>
      </table>
      <MoreButton few={FEW} of={ordered.length} all={all} setAll={setAll} />
    </section>
  );
}

// How often a loop went round.
function Iterations({ index, calls }) {
  const { loops } = useReport().model;
  const i = loops?.row.indexOf(index) ?? -1;
  if (i < 0) return null;
  const [iterations, least, most] = ['iterations', 'least', 'most'].map((key) => loops[key][i]);
  const entries = calls.reduce((sum, call) => sum + call.count, 0);
  const range = least === most ? `each ${count(least)}` : `${count(least)} to ${count(most)} each`;
  return (
    <p class="iterations">
      {count(iterations)} iterations in {count(entries)} {entries === 1 ? 'entry' : 'entries'}
      {entries > 1 && `, ${(iterations / entries).toFixed(2)} on average`}
      {entries > 1 && most > 0 && `, ${range}`}
    </p>
  );
}

// Functions that call each other, all of them together.
function Cycle({ index }) {
  const { model, state } = useReport();
  const cycle = model.functions.cycle?.[index];
  if (!cycle) return null;
  const members = model.functions.cycle.filter((each) => each === cycle).length;
  const cost = column(
    model,
    Object.fromEntries(
      Object.entries(model.cycles?.[cycle - 1]?.inclusive ?? {}).map(([event, sum]) => [event, [sum]]),
    ),
    state.event,
    1,
  )[0];
  return (
    <p class="soft">
      One of {count(members)} functions that call each other; together they cost{' '}
      {percent(cost, eventSum(model, state.event))} of {state.event}.
    </p>
  );
}

export function FunctionDetail({ index }) {
  const { model, state } = useReport();
  const known = index != null && index >= 0 && index < model.functions.name.length;
  const calls = useMemo(
    () => (known ? { from: callers(model, index), to: callees(model, index) } : null),
    [model, index],
  );
  if (!known)
    return (
      <aside class="detail">
        <p class="soft">Select a function to see who calls it, what it calls, and all its costs.</p>
      </aside>
    );
  const file = model.functions.file[index],
    line = model.functions.line[index];
  const whole = eventSum(model, state.event);
  return (
    <aside class="detail" aria-label="Selected function">
      <h2>
        <Name text={functionName(model, index)} whole />
      </h2>
      <p class="where soft">
        <Name text={moduleName(model, index)} length={120} />
        <br />
        <Name text={`${fileName(model, index)}${line ? `:${line}` : ''}`} length={120} />
      </p>
      <Cycle index={index} />
      <Iterations index={index} calls={calls.from} />
      <p class="actions">
        {sourceOf(model, file) && <Link to={{ view: 'source', function: index, file: null, line: null }}>Source</Link>}
        <Link to={{ view: 'flame', function: index, node: null }}>Flame graph</Link>
        <Link to={{ view: 'sandwich', function: index, node: null }}>Sandwich</Link>
        <Link to={{ view: 'tree', function: index, node: null }}>Call tree</Link>
      </p>
      <Calls key={`from ${index}`} title="Callers" none="Nobody calls it." calls={calls.from} whole={whole} />
      <Calls key={`to ${index}`} title="Callees" none="It calls nobody." calls={calls.to} whole={whole} />
      <Rates index={index} />
      <Events index={index} />
    </aside>
  );
}
