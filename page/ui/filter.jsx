// SPDX-License-Identifier: GPL-3.0-or-later
//
// filter.jsx: a field whose words are kept in the address: `name` is their key there.
//
// Usage: <Filter label="Filter functions" />      <Filter name="mark" label="Highlight functions" placeholder="Highlight" />
import { useReport } from './report.js';

export function Filter({ name = 'filter', label, placeholder = 'Filter' }) {
  const { state, go } = useReport();
  return (
    <input
      type="search"
      class="filter"
      aria-label={label}
      placeholder={placeholder}
      value={state[name] ?? ''}
      spellcheck={false}
      onInput={(event) => go({ [name]: event.currentTarget.value }, { replace: true })}
    />
  );
}
