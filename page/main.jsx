// SPDX-License-Identifier: GPL-3.0-or-later
//
// main.jsx: starts the page: decodes the model, then shows it, or a sentence that says why not.
import { render } from 'preact';
import { decodeModel } from './lib/decode.js';
import { Failsafe } from './ui/failsafe.jsx';
import { watchPrinting } from './ui/print.js';
import { Shell } from './ui/shell.jsx';
import { CompareShell } from './views/compare/shell.jsx';
import './style/index.css';

watchPrinting();

const root = document.getElementById('report');

// In place of what the file itself says while it is read.
function show(what) {
  root.replaceChildren();
  render(what, root);
}

function fail(sentence) {
  show(
    <p class="loading" role="alert">
      {sentence}
    </p>,
  );
}

async function start() {
  const data = document.getElementById('xgrind-model');
  if (!data) return fail('This is an empty report; write one with a profile in it by xgrind_report --html.');
  try {
    const model = await decodeModel(data.textContent);
    data.remove();
    show(<Failsafe model={model}>{model.format === 'xgrind.comparison' ? <CompareShell model={model} /> : <Shell model={model} />}</Failsafe>);
  } catch (error) {
    fail(error.message);
  }
}

start();
