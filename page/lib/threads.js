// SPDX-License-Identifier: GPL-3.0-or-later
//
// threads.js: threads in words, with the names that their program has given them.
//
// Usage: threadText(model, 2)    // '2 (worker)'; without a name '2'
export function threadText(model, thread) {
  const name = model.thread_names?.[thread];
  return name ? `${thread} (${name})` : String(thread);
}
