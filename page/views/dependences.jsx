// SPDX-License-Identifier: GPL-3.0-or-later
//
// dependences.jsx: which functions, loops and regions read what other ones have stored: a graph whose units stand in the
// order in which they first ran, and a table. Arcs on the right lead down, from a unit to one that ran first after it, those on
// the left lead up: to the next round of what is around both.
//
// State: unit (index), sort.
import { useMemo, useRef } from 'preact/hooks';
import { arcsOf, laidOut } from '../figures/dependences.js';
import { bytes, count, named, percent, shortened, visible } from '../lib/format.js';
import { abbreviated } from '../lib/names.js';
import { objectById, objectLabel } from '../lib/objects.js';
import { sorted } from '../lib/order.js';
import { Cost } from '../ui/cost.jsx';
import { Failsafe } from '../ui/failsafe.jsx';
import { FunctionLink } from '../ui/link.jsx';
import { Name } from '../ui/name.jsx';
import { costWidth, useNarrow } from '../ui/narrow.js';
import { SaveAs } from '../ui/save.jsx';
import { DataTable } from '../ui/table.jsx';
import { useWidth } from '../ui/theme.js';

const CHARACTERS = 44; // of a unit's name in the graph
const SPOKEN = 200; // of one in a sentence

const objectsText = (model, pair) =>
  pair.objects.map(([id]) => (objectById(model, id) ? objectLabel(model, id) : 'unknown')).join(', ');

function sentence(model, { units }, pair) {
  const [from, to] = [pair.from, pair.to].map((unit) => visible(named(shortened(units[unit].name, SPOKEN))));
  return `${to} reads ${count(pair.bytes)} bytes that ${from} has stored, of ${visible(shortened(objectsText(model, pair), SPOKEN))}`;
}

function shortName(name) {
  return visible(named(abbreviated(name, CHARACTERS)));
}

function Arc({ arc, dimmed, text }) {
  return (
    <path class={`arc ${arc.down ? 'down' : 'up'}${dimmed ? ' dimmed' : ''}`} d={arc.path} stroke-width={arc.width}>
      <title>{text}</title>
    </path>
  );
}

function Unit({ unit, y, middle, chosen, dimmed, onChoose }) {
  const choose = (event) => {
    if (event.type === 'keydown' && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onChoose();
  };
  return (
    <g
      class={`unit${chosen ? ' chosen' : ''}${dimmed ? ' dimmed' : ''}`}
      role="button"
      tabindex={0}
      aria-pressed={chosen}
      aria-label={visible(named(shortened(unit.name, SPOKEN)))}
      onClick={choose}
      onKeyDown={choose}
    >
      <text x={middle} y={y} text-anchor="middle" dominant-baseline="central">
        {shortName(unit.name)}
        <title>{visible(named(shortened(unit.name, SPOKEN)))}</title>
      </text>
    </g>
  );
}

function Graph({ model, unit, go }) {
  const frame = useRef(null),
    svg = useRef(null);
  const width = useWidth(frame, 800);
  const d = model.dependences;
  const layout = useMemo(() => laidOut(d.units.length, width), [d, width]);
  const arcs = useMemo(() => arcsOf(d, layout), [d, layout]);
  const touches = (pair) => unit < 0 || pair.from === unit || pair.to === unit;
  const isNear = (i) => unit < 0 || i === unit || d.pairs.some((pair) => touches(pair) && (pair.from === i || pair.to === i));
  return (
    <div class="dependence-graph" ref={frame}>
      <svg ref={svg} width={width} height={layout.height} role="group" aria-label="Who reads what who has stored; the table has the same">
        {arcs.map((arc) => (
          <Arc key={arc.pair} arc={arc} dimmed={!touches(d.pairs[arc.pair])} text={sentence(model, d, d.pairs[arc.pair])} />
        ))}
        {arcs.map((arc) => (
          <polygon
            key={`head ${arc.pair}`}
            class={`head ${arc.down ? 'down' : 'up'}${touches(d.pairs[arc.pair]) ? '' : ' dimmed'}`}
            points={arc.head}
          />
        ))}
        {d.units.map((each, i) => (
          <Unit
            key={i}
            unit={each}
            y={layout.y(i)}
            middle={layout.middle}
            chosen={i === unit}
            dimmed={!isNear(i)}
            onChoose={() => go({ unit: i === unit ? null : String(i) })}
          />
        ))}
      </svg>
      <SaveAs figure="dependences" source={() => ({ element: svg.current })} />
    </div>
  );
}

function Follows({ d }) {
  const name = (i) => <Name text={d.units[i].name} />;
  return (
    <div class="dependence-lists">
      {d.apart.length > 0 && (
        <section>
          <h2>Could run at the same time, as tasks</h2>
          <p>
            Neither reads from memory what the other has stored, nor what others make of it; what registers pass on is not
            known.
          </p>
          <ul>
            {d.apart.slice(0, 20).map(([x, y]) => (
              <li key={`${x} ${y}`}>
                {name(x)} and {name(y)}
              </li>
            ))}
          </ul>
          {d.apart.length > 20 && <p>and {count(d.apart.length - 20)} more</p>}
        </section>
      )}
      {d.fuse.length > 0 && (
        <section>
          <h2>Loops that could be fused, if the order of iterations allows</h2>
          <p>
            If each iteration needs only what the same iteration of the other has stored, that need not go through memory; if it
            needs what later ones store, as where one loop runs backwards, they cannot be fused. Which it is, is not known.
          </p>
          <ul>
            {d.fuse.map(([pair, , iterations]) => (
              <li key={pair}>
                {name(d.pairs[pair].from)} and {name(d.pairs[pair].to)}: {count(iterations)} iterations each; the second reads{' '}
                {bytes(d.pairs[pair].bytes)} that the first has stored
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function UnitName({ unit }) {
  return unit.row == null ? <Name text={unit.name} /> : <FunctionLink index={unit.row} length={40} />;
}

function columnsOf(model, rows, narrow) {
  const d = model.dependences;
  const at = (position) => d.pairs[rows[position]];
  const unit = (key, title) => ({
    key,
    title,
    width: 280,
    sortable: true,
    cell: (position) => <UnitName unit={d.units[at(position)[key]]} />,
  });
  return [
    {
      key: 'bytes',
      title: 'Bytes read',
      long: 'Each time that one is read',
      width: costWidth(narrow, d.total_B),
      numeric: true,
      costs: true,
      sortable: true,
      cell: (position) => <Cost value={at(position).bytes} total={d.total_B} />,
    },
    {
      key: 'first_B',
      title: 'First time',
      long: 'Bytes that nobody had read since they were stored',
      width: 130,
      numeric: true,
      sortable: true,
      cell: (position) => count(at(position).first_B),
    },
    unit('from', 'Stored by'),
    unit('to', 'Read by'),
    { key: 'memory', title: 'Memory', width: 'rest', least: 160, cell: (position) => <Name text={objectsText(model, at(position))} /> },
  ];
}

const KEYS = ['bytes', 'first_B', 'from', 'to'];

export function Dependences({ model, state, go }) {
  const narrow = useNarrow();
  const d = model.dependences;
  const unit = /^\d+$/.test(state.unit ?? '') && Number(state.unit) < d.units.length ? Number(state.unit) : -1;
  const sort = KEYS.includes(state.sort?.replace(/^-/, '')) ? state.sort : '-bytes';
  const rows = useMemo(() => {
    const key = sort.replace(/^-/, '');
    const shown = d.pairs.map((pair, i) => i).filter((i) => unit < 0 || d.pairs[i].from === unit || d.pairs[i].to === unit);
    const order = sorted(shown.length, { value: (i) => d.pairs[shown[i]][key], descending: sort.startsWith('-') });
    return order.map((i) => shown[i]);
  }, [d, sort, unit]);
  const columns = useMemo(() => columnsOf(model, rows, narrow), [model, rows, narrow]);
  const all = d.total_B + d.own_B;
  return (
    <>
      <p>
        Of {bytes(all)} that the program has read and had stored itself, {percent(d.total_B, all)} were stored by another function,
        loop or region than the one that read them. Units are in the order in which they first ran; arcs on the right lead from who
        stores down to who reads, those on the left back up. {d.hidden > 0 && `${count(d.hidden)} pairs with fewer bytes are left out.`}
      </p>
      <Failsafe part="Graph of dependences">
        <Graph model={model} unit={unit} go={go} />
      </Failsafe>
      <Failsafe part="What follows">
        <Follows d={d} />
      </Failsafe>
      <DataTable
        label="Who reads what who has stored"
        length={rows.length}
        columns={columns}
        sort={sort}
        onSort={(next) => go({ sort: next })}
      />
    </>
  );
}
