// SPDX-License-Identifier: GPL-3.0-or-later
//
// cycles.jsx: where the estimated cycles of a run with --cycles=yes go: by cause and function, over time, and
// compared with what the machine can do at most.
//
// State: of ("inclusive": with what functions call), length (of bars: "alike", "instruction").
import { useState } from 'preact/hooks';
import { count, decimal, percent, visible } from '../lib/format.js';
import { causesOf, stacksOf } from '../lib/cycles.js';
import { functionName } from '../lib/model.js';
import { CauseBar, CauseLegend } from '../ui/causes.jsx';
import { Failsafe } from '../ui/failsafe.jsx';
import { FunctionLink } from '../ui/link.jsx';
import { OverTime } from './cycles/over_time.jsx';
import { Roofline } from './cycles/roofline.jsx';

const FEW = 12;
const LENGTHS = [
  ['', 'by cycles'],
  ['instruction', 'by cycles per instruction'],
  ['alike', 'all alike'],
];

const perInstruction = (cycles, { instructions }) => (instructions > 0 ? cycles / instructions : null);

function StackName({ stack, length }) {
  return stack.index === null ? <b>The program</b> : <FunctionLink index={stack.index} view="functions" length={length} />;
}

// The share of the width that a bar takes.
function lengthsOf(stacks, by) {
  if (by === 'alike') return stacks.map(() => 1);
  const values = stacks.map((stack) => (by === 'instruction' ? perInstruction(stack.cycles, stack) : stack.cycles));
  const most = Math.max(...values);
  return values.map((value) => (most > 0 ? value / most : 0));
}

function pointedText(model, causes, stack, c) {
  const name = stack.index === null ? 'The program' : visible(functionName(model, stack.index)).slice(0, 200);
  const each = perInstruction(stack.parts[c], stack);
  return (
    `${name}: ${causes[c].words}, ${count(stack.parts[c])} cycles, ${percent(stack.parts[c], stack.cycles)} of its own` +
    (each === null ? '' : `, ${decimal(each)} per instruction`)
  );
}

function Stacks({ model, causes, stacks, by }) {
  const [pointed, setPointed] = useState(null);
  const [program] = stacks;
  const lengths = lengthsOf(stacks, by);
  return (
    <>
      <ol class="stacks">
        <li class="soft" aria-hidden="true">
          <span>Function</span>
          <span />
          <span class="figure">Cycles</span>
          <span class="figure">CPI</span>
        </li>
        {stacks.map((stack, i) => (
          <li key={stack.index ?? 'program'}>
            <StackName stack={stack} length={80} />
            <div class="cause-track">
              <div style={{ width: `${Math.max(0.2, 100 * lengths[i])}%` }}>
                <CauseBar
                  causes={causes}
                  parts={stack.parts}
                  onPoint={(c) => setPointed(c < 0 ? null : pointedText(model, causes, stack, c))}
                />
              </div>
            </div>
            <span class="figure">{percent(stack.cycles, program.cycles)}</span>
            <span class="figure">{decimal(perInstruction(stack.cycles, stack))}</span>
          </li>
        ))}
      </ol>
      <p role="status" class="soft">
        {pointed ?? 'Point at a bar to read it; the table has all of its figures.'}
      </p>
    </>
  );
}

function StackTable({ causes, stacks }) {
  return (
    <details class="rate-table">
      <summary>Causes as a table</summary>
      <div class="plain-table">
        <table>
          <thead>
            <tr>
              <th scope="col">Function</th>
              <th scope="col">Cycles</th>
              <th scope="col">Per instruction</th>
              {causes.map(({ event, words }) => (
                <th scope="col" key={event}>
                  {words}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {stacks.map((stack) => (
              <tr key={stack.index ?? 'program'}>
                <th scope="row">
                  <StackName stack={stack} length={40} />
                </th>
                <td>{count(stack.cycles)}</td>
                <td>{decimal(perInstruction(stack.cycles, stack))}</td>
                {stack.parts.map((part, c) => (
                  <td key={causes[c].event} title={count(part)}>
                    {percent(part, stack.cycles)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function Choice({ label, value, options, onChange }) {
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value || null)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Cycles({ model, state, go }) {
  const causes = causesOf(model);
  const inclusive = state.of === 'inclusive';
  const by = LENGTHS.some(([key]) => key === state.length) ? state.length : '';
  const stacks = stacksOf(model, inclusive ? 'inclusive' : 'self', FEW);
  const [program] = stacks;
  return (
    <>
      <div class="tools">
        <Choice
          label="Functions"
          value={inclusive ? 'inclusive' : ''}
          options={[
            ['', 'themselves'],
            ['inclusive', 'with what they call'],
          ]}
          onChange={(of) => go({ of })}
        />
        <Choice label="Lengths" value={by} options={LENGTHS} onChange={(length) => go({ length })} />
      </div>
      <Failsafe part="Where the cycles go">
        <section class="card cycles">
          <h2>Where the cycles go</h2>
          <p>
            {count(program.cycles)} estimated cycles, {decimal(perInstruction(program.cycles, program))} per instruction
            (CPI). Each is charged once, to the instruction that causes it.
          </p>
          <CauseLegend causes={causes} parts={program.parts} />
          <Stacks model={model} causes={causes} stacks={stacks} by={by} />
          <StackTable causes={causes} stacks={stacks} />
        </section>
      </Failsafe>
      <Failsafe part="Over time">
        <OverTime model={model} causes={causes} />
      </Failsafe>
      {model.machine && (
        <Failsafe part="Roofline">
          <Roofline model={model} stacks={stacks} />
        </Failsafe>
      )}
    </>
  );
}
