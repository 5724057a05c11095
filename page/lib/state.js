// SPDX-License-Identifier: GPL-3.0-or-later
//
// state.js: what the page shows, as the fragment of its address: #view=functions&event=D1mr&function=12
//
// Usage: const state = parseState(location.hash);       // { view: 'functions', event: 'D1mr', function: 12 }
//        location.hash = formatState({ ...state, function: 13 });
// Each value is text, but for those of NUMBERS. What is not set is absent from state and address.
const NUMBERS = new Set(['function', 'object', 'file', 'line', 'from', 'to', 'node']);

export function parseState(hash) {
  const state = {};
  for (const [name, value] of new URLSearchParams(hash.replace(/^#/, ''))) {
    if (!NUMBERS.has(name)) state[name] = value;
    else if (/^-?\d+(\.\d+)?$/.test(value)) state[name] = Number(value);
  }
  return state;
}

export function formatState(state) {
  const parameters = new URLSearchParams();
  const names = Object.keys(state).sort((a, b) => (b === 'view') - (a === 'view') || (a < b ? -1 : a > b ? 1 : 0));
  for (const name of names) {
    if (state[name] != null && state[name] !== '') parameters.set(name, String(state[name]));
  }
  return `#${parameters}`;
}

// The state after changes; null and undefined take a value away.
export function changedState(state, changes) {
  const next = { ...state, ...changes };
  for (const name of Object.keys(next)) if (next[name] == null || next[name] === '') delete next[name];
  return next;
}
