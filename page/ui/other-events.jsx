// SPDX-License-Identifier: GPL-3.0-or-later
//
// other-events.jsx: the choice whether tables have columns of the events that are not chosen: `columns` in
// the address.
const CHOICES = ['inclusive', 'self'];

export function OtherEvents({ state, go, choices = CHOICES }) {
  return (
    <label>
      Other events{' '}
      <select
        value={state.columns && choices.length === 1 ? choices[0] : (state.columns ?? '')}
        onChange={(event) => go({ columns: event.currentTarget.value })}
      >
        <option value="">hidden</option>
        {choices.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}
