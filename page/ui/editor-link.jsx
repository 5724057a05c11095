// SPDX-License-Identifier: GPL-3.0-or-later
//
// editor-link.jsx: what opens a line in an editor, if the page was written with --editor and the file is known; else what it shows alone.
//
// Usage: <EditorLink file="/src/a.c" line={12}>12</EditorLink>
import { editorUrl } from '../lib/editor.js';
import { useReport } from './report.js';

export function EditorLink({ file, line, children }) {
  const { model } = useReport();
  const url = editorUrl(model, file, line);
  return url ? (
    <a class="editor" href={url} title="Open in the editor">
      {children}
    </a>
  ) : (
    children
  );
}
