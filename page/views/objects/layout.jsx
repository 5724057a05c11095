// SPDX-License-Identifier: GPL-3.0-or-later
//
// layout.jsx: another layout of an object that xgrind --advise-layout has found, and a line of memory before and after it.
//
// Usage: <Layout layout={object.layout} use={memberUse(object, ranges, samples)} />
import { linesOf } from '../../figures/layout-line.js';
import { bytes, count, plural } from '../../lib/format.js';
import { Name } from '../../ui/name.jsx';

const ARRAYS = 3; // that are shown

const neverText = (use) => (use?.exact ? 'never used' : 'not seen');

const partText = ({ name, size_B, accesses }, never) =>
  `${name ?? 'padding'}: ${bytes(size_B)}${accesses === null ? '' : accesses > 0 ? `, ${plural(accesses, 'access', 'accesses')}` : `, ${never}`}`;

// How many elements are in a line: "4", "0.8".
const fewText = (line_B, element_B) => String(Number((line_B / element_B).toFixed(1)));

function kind({ name, share }) {
  if (name === null) return 'padding';
  return share === 0 ? 'never' : share === null ? 'unknown' : 'used';
}

function Line({ title, line, line_B, never }) {
  return (
    <div class="layout-line">
      <p>
        {title}
        <span class="soft">
          {' '}
          {bytes(line.element_B)} each, {fewText(line_B, line.element_B)} in a line
        </span>
      </p>
      <div class="bytes" role="img" aria-label={`${title}: ${line.parts.map((part) => partText(part, never)).join('; ')}`}>
        {line.parts.map((part, i) => (
          <span key={i} class={kind(part)} title={partText(part, never)} style={{ flexGrow: part.size_B, '--share': part.share ?? 0 }}>
            {part.name !== null && <Name text={part.name} whole />}
          </span>
        ))}
      </div>
    </div>
  );
}

function Legend({ lines, never }) {
  const kinds = new Set(lines.flatMap(({ parts }) => parts.map(kind)));
  return (
    <ul class="legend">
      {kinds.has('used') && <li class="key used">used, the stronger the colour the more often</li>}
      {kinds.has('never') && <li class="key never">{never}</li>}
      {kinds.has('padding') && <li class="key padding">padding</li>}
    </ul>
  );
}

export function Layout({ layout, use }) {
  const lines = linesOf(layout, use);
  const [before, ...after] = lines;
  const never = neverText(use);
  const title = (i) => (after.length === 1 ? 'After' : `After: array ${i + 1} of ${after.length}`);
  return (
    <section class="layout" aria-label="Another layout">
      <h3>Another layout</h3>
      <p class="layout-words">
        <Name text={layout.text} whole />
      </p>
      {before && (
        <>
          <Line title="Before" line={before} line_B={layout.line_B} never={never} />
          {after.slice(0, ARRAYS).map((line, i) => (
            <Line key={i} title={title(i)} line={line} line_B={layout.line_B} never={never} />
          ))}
          {after.length > ARRAYS && <p class="soft">and {plural(after.length - ARRAYS, 'more array')}</p>}
          <Legend lines={lines} never={never} />
          <p class="soft">
            A line of {bytes(layout.line_B)} that begins with an element.
            {use?.known && !use.exact && ` Use is from ${count(use.n)} sampled accesses.`}
          </p>
        </>
      )}
      <p class="soft">
        Try: <code>{layout.try}</code>
      </p>
    </section>
  );
}
