// SPDX-License-Identifier: GPL-3.0-or-later
//
// decode.test.mjs: models packed by zlib are unpacked; what is no model gets a sentence.
import assert from 'node:assert/strict';
import test from 'node:test';
import zlib from 'node:zlib';
import { decodeModel } from '../lib/decode.js';

const packed = (value) =>
  zlib.deflateSync(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64');
const model = {
  format: 'xgrind.html',
  version: 1,
  command: './a "</script>" 数据 🦊 \u202e',
  numbers: [2 ** 53 - 1, 0.1, -7],
};

test('a model comes back, also with line ends in its base64', async () => {
  assert.deepEqual(await decodeModel(packed(model)), model);
  assert.deepEqual(await decodeModel(`\n${packed(model).replace(/.{76}/g, '$&\n')}\n`), model);
});

test('a damaged model gets a sentence', async () => {
  const good = packed(model);
  for (const text of [
    '',
    '%%%',
    good.slice(0, 40),
    packed('{"format": "xgrind'),
    `${good.slice(0, 30)}AAAA${good.slice(34)}`,
  ]) {
    await assert.rejects(decodeModel(text), /^Error: The profile in this file is damaged; write .*\.$/);
  }
});

test('another format or version gets a sentence', async () => {
  for (const other of [{ ...model, version: 2 }, { ...model, format: 'speedscope' }, null, [], 7]) {
    await assert.rejects(
      decodeModel(packed(other)),
      /^Error: The profile in this file is of another version; write .*\.$/,
    );
  }
});
