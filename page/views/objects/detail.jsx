// SPDX-License-Identifier: GPL-3.0-or-later
//
// detail.jsx: what there is to know of one memory object.
//
// Usage: <ObjectDetail object={objectById(model, 12)} main={column} />     main: the column its code is sorted by
import { useMemo, useState } from 'preact/hooks';
import { heatFromBytes, heatFromSamples, lineUse } from '../../figures/heat.js';
import { memberUse } from '../../figures/members.js';
import { bytes, count, percent, short } from '../../lib/format.js';
import { once } from '../../lib/model.js';
import { objectColumns, objectLabel } from '../../lib/objects.js';
import { threadText } from '../../lib/threads.js';
import { ShareCell } from '../../ui/cost.jsx';
import { CodePlace } from '../../ui/code.jsx';
import { ByteGrid, PartBars, RunTable, Unused } from '../../ui/heat.jsx';
import { LineUse } from '../../ui/line-use.jsx';
import { Link } from '../../ui/link.jsx';
import { MoreButton } from '../../ui/more.jsx';
import { Name } from '../../ui/name.jsx';
import { useReport } from '../../ui/report.js';
import { sceneOf } from '../timeline/scene.js';
import { Layout } from './layout.jsx';
import { Members } from './members.jsx';

const FEW = 12;
const KINDS = {
  static: 'variable',
  heap: 'heap',
  mmap: 'mapping',
  brk: 'program break',
  stack: 'stack',
  code: 'code',
  unknown: 'all other memory',
};

function Facts({ model, object }) {
  const several = object.count > 1 ? `, ${count(object.count)} allocations of ${bytes(object.total_B)} together` : '';
  const text =
    object.kind === 'unknown' || object.kind === 'code'
      ? KINDS[object.kind]
      : `${KINDS[object.kind] ?? object.kind}, ${bytes(object.size_B)}${several}`;
  return (
    <p class="where soft">
      {text}
      {object.thread > 0 && `, thread ${threadText(model, object.thread)}`}
      {object.name && object.name !== object.label && (
        <>
          <br />
          <Name text={object.name} length={120} />
        </>
      )}
      {object.source && (
        <>
          <br />
          <Name text={object.source} length={120} />
        </>
      )}
      {object.module && (
        <>
          <br />
          <Name text={object.module} length={120} />
        </>
      )}
    </p>
  );
}

function Life({ object, end }) {
  if (!(object.size_B > 0) || !(end > 0)) return null;
  const died = object.died ?? end;
  const part = (clock) => `${(100 * Math.min(1, clock / end)).toFixed(2)}%`;
  return (
    <section>
      <h3>Life</h3>
      <div class="life" aria-hidden="true">
        <span
          style={{
            left: part(object.born),
            width: `calc(max(2px, ${(100 * Math.max(0, Math.min(1, died / end) - object.born / end)).toFixed(2)}%))`,
          }}
        />
      </div>
      <p class="soft">
        {object.born > 0 ? `From instruction ${count(object.born)}` : 'From the start'}{' '}
        {object.died === null ? 'to the end' : `to ${count(object.died)}`}
      </p>
    </section>
  );
}

function Costs({ object }) {
  const { model } = useReport();
  const columns = objectColumns(model).filter((column) => column.of(object.cost) > 0);
  if (!columns.length)
    return (
      <p class="soft">
        The run did not collect costs of objects (<code>--collect-objects=yes</code>), or it has none.
      </p>
    );
  return (
    <table class="plain">
      <caption>Costs</caption>
      <thead>
        <tr>
          <th scope="col">Event</th>
          <th scope="col" class="numeric">
            Cost
          </th>
          <th scope="col" class="numeric">
            Of all objects
          </th>
        </tr>
      </thead>
      <tbody>
        {columns.map((column) => (
          <tr key={column.key}>
            <th scope="row" title={column.long}>
              {column.title}
            </th>
            <td class="numeric" title={column.text(column.of(object.cost))}>
              {column.total === null ? column.text(column.of(object.cost)) : short(column.of(object.cost))}
            </td>
            <td class="numeric">{column.total === null ? '' : percent(column.of(object.cost), column.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Stack({ stack }) {
  if (!stack || !stack.length) return null;
  return (
    <section>
      <h3>Allocated by</h3>
      <ol class="frames">
        {stack.map(([name, file, line], i) => (
          <li key={i}>
            <CodePlace name={name} file={file} line={line} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Code({ object, main }) {
  const [all, setAll] = useState(false);
  const lines = useMemo(
    () => [...(object.lines ?? [])].sort((a, b) => (main ? main.of(b[3]) - main.of(a[3]) : 0)),
    [object, main],
  );
  if (!lines.length || !main) return null;
  const whole = main.of(object.cost);
  const shown = all ? lines : lines.slice(0, FEW);
  return (
    <section>
      <table class="plain lines">
        <caption>Code that caused its {main.title}</caption>
        <thead>
          <tr>
            <th scope="col">Function and line</th>
            <th scope="col" class="numeric">
              {main.title}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(([name, file, line, cost], i) => (
            <tr key={i}>
              <th scope="row">
                <CodePlace name={name} file={file} line={line} />
              </th>
              <ShareCell value={main.of(cost)} total={whole} />
            </tr>
          ))}
        </tbody>
      </table>
      <MoreButton few={FEW} of={lines.length} all={all} setAll={setAll} />
    </section>
  );
}

function Exact({ heat }) {
  return (
    <>
      {heat.small && (
        <>
          <Unused cells={heat.small} />
          <ByteGrid cells={heat.small} />
          <RunTable cells={heat.small} />
        </>
      )}
      {heat.parts && (
        <>
          <PartBars
            cells={heat.parts}
            what={{ title: 'Accesses by 256th part of it, from its start to its end', shares: heat.shares }}
          />
          <RunTable cells={heat.parts} shares={heat.shares} />
        </>
      )}
    </>
  );
}

function Sampled({ object }) {
  const { model } = useReport();
  const heat = useMemo(
    () =>
      once(object, 'heat', () => {
        const { samples, ranges } = sceneOf(model);
        return heatFromSamples(samples, ranges, object.id);
      }),
    [object],
  );
  if (!heat.n)
    return (
      <p class="soft">
        No sample of the timeline is in it. <code>--object-bytes=yes</code> counts the use of each byte.
      </p>
    );
  return (
    <>
      <p class="soft">
        From {count(heat.n)} sampled accesses of the timeline; <code>--object-bytes=yes</code> counts each one.
      </p>
      <Unused cells={heat.cells} sampled />
      {heat.cell_B === 1 ? (
        <ByteGrid cells={heat.cells} />
      ) : (
        <PartBars
          cells={heat.cells}
          what={{ title: `Accesses by offset from its start, ${bytes(heat.cell_B)} a bar` }}
        />
      )}
      <RunTable cells={heat.cells} />
    </>
  );
}

function Use({ object }) {
  const { model } = useReport();
  if (!object.bytes && !model.timeline) return null;
  return (
    <section class="use">
      <h3>Use by offset</h3>
      {object.bytes ? <Exact heat={heatFromBytes(object.bytes, object)} /> : <Sampled object={object} />}
    </section>
  );
}

// What the run has counted of its bytes, or else seen in samples.
function Elements({ object }) {
  const { model } = useReport();
  const { samples, ranges } = model.timeline ? sceneOf(model) : {};
  const line = useMemo(() => once(object, 'line', () => lineUse(object, ranges, samples)), [object]);
  const members = useMemo(() => once(object, 'members', () => memberUse(object, ranges, samples)), [object]);
  return (
    <>
      {members && <Members object={object} use={members} />}
      {object.layout && <Layout layout={object.layout} use={members} />}
      {line && <LineUse use={line} />}
    </>
  );
}

export function ObjectDetail({ object, main }) {
  const { model } = useReport();
  if (!object)
    return (
      <aside class="detail">
        <p class="soft">Select an object to see where it comes from, which code uses it, and which of its bytes.</p>
      </aside>
    );
  const end =
    model.timeline?.end ??
    model.objects.list.reduce(
      (most, each) => Math.max(most, each.born, each.died ?? 0),
      model.events.find(({ name }) => name === 'Ir')?.sum ?? 0,
    );
  const sampled = model.timeline?.ranges.some((range) => range.object === object.id);
  const curve = model.curves?.objects?.some((each) => each.id === object.id);
  return (
    <aside class="detail" aria-label="Selected object">
      <h2>
        <Name text={objectLabel(model, object.id)} whole />
      </h2>
      <Facts model={model} object={object} />
      {(sampled || curve) && (
        <p class="actions">
          {sampled && <Link to={{ view: 'timeline', object: object.id, focus: String(object.id) }}>Timeline</Link>}
          {curve && <Link to={{ view: 'curves', object: object.id, curve: `object ${object.id}` }}>Miss curve</Link>}
        </p>
      )}
      <Use object={object} />
      <Elements object={object} />
      <Code object={object} main={main} />
      <Stack stack={object.stack} />
      <Life object={object} end={end} />
      <Costs object={object} />
    </aside>
  );
}
