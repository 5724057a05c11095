// SPDX-License-Identifier: GPL-3.0-or-later
//
// decode.js: the model that xgrind_report has put into the page: JSON, deflated, in base64.
//
// Usage: const model = await decodeModel(text);    // throws an Error with a sentence for the user
const FORMATS = new Set(['xgrind.html', 'xgrind.comparison']); // of one run, of two

export async function decodeModel(text) {
  if (typeof DecompressionStream === 'undefined') {
    throw new Error('This browser is too old for the report; open it in a current Firefox, Chromium or Safari.');
  }
  let model;
  try {
    model = JSON.parse(await inflate(bytesOf(text)));
  } catch {
    throw new Error('The profile in this file is damaged; write the report again with xgrind_report --html.');
  }
  if (!FORMATS.has(model?.format) || model.version !== 1) {
    throw new Error(
      'The profile in this file is of another version; write the report again with xgrind_report --html.',
    );
  }
  return model;
}

function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

function inflate(bytes) {
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))).text();
}
