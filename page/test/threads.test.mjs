// SPDX-License-Identifier: GPL-3.0-or-later
//
// threads.test.mjs: threads in words.
import assert from 'node:assert/strict';
import test from 'node:test';
import { threadText } from '../lib/threads.js';

test('threads: those with a name have it behind their number', () => {
  const model = { thread_names: { 2: 'worker' } };
  assert.equal(threadText(model, 2), '2 (worker)');
  assert.equal(threadText(model, 3), '3');
  assert.equal(threadText({}, 2), '2');
});
