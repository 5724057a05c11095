// SPDX-License-Identifier: GPL-3.0-or-later
//
// hostile.mjs: every view of the pages that tests/text/hostile-sources made of programs with hostile names and sources. No script of theirs
// ran, no element of theirs is there, and nothing of a file that was not allowed is shown.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { everyView, REGISTRIES } from './awkward.mjs';

const work = process.argv.find((arg) => arg.startsWith('--work=')).slice('--work='.length);
const pages = fs
  .readdirSync(work)
  .filter((name) => /^hostile-.*\.html$/.test(name))
  .sort();

// In the page, after each view: what must not be there.
function lookForHarm() {
  const text = document.documentElement.textContent;
  const wrong = [];
  if (window.injected !== undefined) wrong.push(`script ${window.injected} of a name ran`);
  const elements = document.body.querySelectorAll('img, b, i, iframe, object, embed, meta, base, [onerror], [onmouseover], a[href]:not([href^="#"], .editor[href^="vscode://file/"])');
  for (const each of [...elements].filter(({ outerHTML }) => outerHTML !== '<b>Estimated.</b>')) wrong.push(`there is ${each.outerHTML.slice(0, 100)}`);
  const secret = /secretword\w*|root:x:0/.exec(text);
  if (secret) wrong.push(`shown is ${secret[0]}`);
  const acts = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.exec(document.body.innerText);
  if (acts) wrong.push(`shown as it is: U+${acts[0].codePointAt(0).toString(16)}`);
  return wrong;
}

export const cases = pages.map((file) => {
  const kind = file.slice('hostile-'.length, -'.html'.length);
  return {
    name: `hostile names, every view: ${kind}`,
    file: path.join(work, file),
    live: /^(live|first)$/.test(kind),
    ...(kind === 'first' && { ready: 'h1' }),
    async run(what) {
      const harm = async () => assert.equal((await what.page.evaluate(lookForHarm)).join('; '), '');
      if (kind !== 'first') await everyView(what, REGISTRIES[kind === 'two' ? 'two' : 'one'], true, harm);
      await harm();
    },
  };
});
