// SPDX-License-Identifier: GPL-3.0-or-later
//
// settings.jsx: how the program was run and measured, the keys of the page, and the licences of what is in it.
import { count, visible } from '../lib/format.js';
import { once } from '../lib/model.js';
import { KeyTable } from '../ui/keys.jsx';
import { Failsafe } from '../ui/failsafe.jsx';
import { Name } from '../ui/name.jsx';

function licences() {
  try {
    return JSON.parse(document.getElementById('xgrind-licences').textContent);
  } catch {
    return [];
  }
}

// What the run has not recorded, with the option that does, and what was too small to be put into the file.
function Absent({ model }) {
  const missing = model.missing ?? [],
    cut = model.cut ?? [];
  if (missing.length + cut.length === 0) return null;
  return (
    <section class="card">
      <h2>Not in this report</h2>
      <ul class="items">
        {missing.map(({ text, option }, i) => (
          <li key={i}>
            {visible(text)}
            {option && (
              <>
                {' '}
                <code>{visible(option)}</code>
              </>
            )}
          </li>
        ))}
        {cut.map((text, i) => (
          <li key={`cut ${i}`}>{visible(text)}</li>
        ))}
      </ul>
    </section>
  );
}

export function Settings({ model }) {
  const libraries = once(model, 'licences', licences);
  const settings = model.settings ?? [];
  const known = new Set(settings.map(([name]) => name));
  const rows = [
    ...[
      ['Command', model.command],
      ['Process', model.pid],
    ].filter(([name, value]) => !known.has(name) && value != null && value !== ''),
    ...settings,
    ['Functions', count(model.functions.name.length)],
    ['Report by', model.creator ?? ''],
  ];
  return (
    <div class="cards">
      <section class="card">
        <table class="plain settings">
          <caption>The run</caption>
          <tbody>
            {rows.map(([name, value], i) => (
              <tr key={i}>
                <th scope="row">{visible(String(name))}</th>
                <td>
                  <Name text={String(value)} whole />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div class="column">
        <Failsafe part="Not in this report">
          <Absent model={model} />
        </Failsafe>
        <section class="card">
          <h2>Keys</h2>
          <KeyTable />
        </section>
        <section class="card">
          <h2>Licences</h2>
          <p class="soft">
            Xgrind and this page are free software under the GNU General Public License, version 3 or later. The page
            contains these libraries:
          </p>
          {libraries.map(({ name, version, licence, text }) => (
            <details key={name}>
              <summary>
                {name} {version} <span class="soft">{licence}</span>
              </summary>
              <pre>{text}</pre>
            </details>
          ))}
        </section>
      </div>
    </div>
  );
}
