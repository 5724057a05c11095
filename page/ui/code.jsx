// SPDX-License-Identifier: GPL-3.0-or-later
//
// code.jsx: a function and line as memory objects and findings name them, with links as far as the profile has them.
//
// Usage: <CodePlace name="solve" file="/src/a.c" line={12} />      solve  a.c:12
import { editorUrl } from '../lib/editor.js';
import { visible } from '../lib/format.js';
import { baseName, once } from '../lib/model.js';
import { functionNamed } from '../lib/objects.js';
import { sourceOf } from '../lib/source.js';
import { EditorLink } from './editor-link.jsx';
import { FunctionLink, Link } from './link.jsx';
import { Name } from './name.jsx';
import { useReport } from './report.js';

export function fileNamed(model, file) {
  const named = once(model, 'files by name', () => new Map(model.files.map((each, i) => [each, i])));
  return named.get(file);
}

export function CodePlace({ name, file, line }) {
  const { model } = useReport();
  const index = functionNamed(model, name, file);
  const place = fileNamed(model, file);
  const known = file && file !== '???';
  const where = known ? <Name text={`${baseName(file)}${line ? `:${line}` : ''}`} length={60} /> : null;
  return (
    <span class="code-place">
      {index === undefined ? <Name text={name} length={100} /> : <FunctionLink index={index} view="functions" />}
      {where &&
        (place !== undefined && sourceOf(model, place) ? (
          <Link
            to={{ view: 'source', file: place, line: line || null, function: index ?? null }}
            class="where"
            title={visible(file).slice(0, 400)}
          >
            {where}
          </Link>
        ) : (
          <span class="where soft">{where}</span>
        ))}
      {known && editorUrl(model, file, line) && (
        <EditorLink {...{ file, line }}>
          <span class="edit">edit</span>
        </EditorLink>
      )}
    </span>
  );
}
