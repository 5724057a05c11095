// SPDX-License-Identifier: GPL-3.0-or-later
//
// editor.test.mjs: addresses that open an editor.
import assert from 'node:assert/strict';
import test from 'node:test';
import { editorUrl } from '../lib/editor.js';

const model = (editor) => ({
  editor,
  files: ['src/a b#.c', '/usr/x.c', 'gone.c'],
  sources: [
    { file: 0, path: '/home/me/src/a b#.c' },
    { file: 1, path: null },
    { file: 2, path: null },
  ],
});

test('the file and the line are where the template has them', () => {
  assert.equal(editorUrl(model('vscode://file%f:%l'), 'src/a b#.c', 12), 'vscode://file/home/me/src/a%20b%23.c:12');
  assert.equal(editorUrl(model('idea://open?file=%f&line=%l'), '/usr/x.c', 3), 'idea://open?file=/usr/x.c&line=3');
  assert.equal(editorUrl(model('x:%f?100%%'), '/usr/x.c', 0), 'x:/usr/x.c?100%');
  assert.equal(editorUrl(model('x:%f:%l'), '/usr/x.c', 0), 'x:/usr/x.c:1', 'no line is the first one');
});

test('no link without an editor, to a file that is not known, or that would act', () => {
  assert.equal(editorUrl(model(null), '/usr/x.c', 3), null);
  assert.equal(editorUrl(model('x:%f'), 'gone.c', 3), null);
  assert.equal(editorUrl(model('x:%f'), undefined, 3), null);
  assert.equal(editorUrl(model('javascript:alert("%f")'), '/usr/x.c', 3), null);
});
