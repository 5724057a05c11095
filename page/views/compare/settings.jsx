// SPDX-License-Identifier: GPL-3.0-or-later
//
// settings.jsx: how both runs were made; what differs is marked.
import { visible } from '../../lib/format.js';

function rowsOf(model) {
  const [before, after] = model.runs.map(({ settings }) => new Map(settings.map(([name, value]) => [name, String(value ?? '')])));
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.map((name) => ({ name, before: before.get(name) ?? '', after: after.get(name) ?? '' }));
}

export function Settings({ model }) {
  return (
    <section class="card">
      <table class="plain settings">
        <thead>
          <tr>
            <th scope="col">Setting</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(model).map(({ name, before, after }) => (
            <tr key={name} class={before === after ? undefined : 'differs'}>
              <th scope="row">{visible(name)}</th>
              <td>{visible(before)}</td>
              <td>{before === after ? 'the same' : visible(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {model.runs.flatMap(({ cut }, n) => cut.map((sentence) => <p key={sentence} class="soft">{`${['Before', 'After'][n]}: ${sentence}`}</p>))}
    </section>
  );
}
