// SPDX-License-Identifier: GPL-3.0-or-later
//
// copy.jsx: the button that copies a text; nothing where the browser does not let pages copy.
//
// Usage: <CopyButton text="xgrind_annotate callgrind.out.1" />
import { useState } from 'preact/hooks';

export function CopyButton({ text }) {
  const [copied, setCopied] = useState(false);
  if (!navigator.clipboard) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <button type="button" class="copy" onClick={copy} onBlur={() => setCopied(false)}>
      {copied ? 'Copied' : 'Copy'}
    </button>
  );
}
