// SPDX-License-Identifier: GPL-3.0-or-later
//
// table.jsx: a table of any length, of which only the rows in sight are in the document.
//
// Usage: <DataTable label="Functions" length={rows.length} columns={columns}
//           position={3} onMove={(i, byKey) => ...} onOpen={(i) => ...} sort="-self" onSort={(sort) => ...} />
// A column: { key, title, width (CSS pixels, or 'rest': what is left, at least `least`, a number or a function of the table's width), numeric, costs (its cells are
// <Cost>), sortable,
// cell: (position, width) => what it shows }.
// sort: the key of a column, with '-' in front if descending.
// Keys: arrows, Page Up and Down, Home, End move; Enter opens. onKey(event, position) sees other keys first
// and returns true for those it has used. With level and expanded, functions of the position, it is a tree.
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { count } from '../lib/format.js';
import { useNarrow } from './narrow.js';
import { usePrinting } from './print.js';
import { useRows } from './virtual.js';

const ROW_px = { wide: 30, narrow: 46 }; // on narrow screens names have two lines, and costs are above their percentages
const HEAD_px = 34;

function nextPosition(key, position, length, page) {
  switch (key) {
    case 'ArrowDown':
      return Math.min(length - 1, position + 1);
    case 'ArrowUp':
      return Math.max(0, position - 1);
    case 'PageDown':
      return Math.min(length - 1, position + page);
    case 'PageUp':
      return Math.max(0, position - page);
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return null;
  }
}

// The title of a column of costs stands above their numbers.
const classOf = ({ numeric, costs }) => (costs ? 'numeric costs' : numeric ? 'numeric' : undefined);

function Head({ column, sort, onSort, printing }) {
  const descending = sort === `-${column.key}`,
    ascending = sort === column.key;
  const direction = descending ? 'descending' : ascending ? 'ascending' : undefined;
  // Numbers are wanted from the largest, names from A.
  const next = descending ? column.key : ascending || column.numeric ? `-${column.key}` : column.key;
  return (
    <th scope="col" class={classOf(column)} aria-sort={direction} title={column.long}>
      {column.sortable && !printing ? (
        <button type="button" onClick={() => onSort(next)}>
          {column.title}
          <span class="arrow" aria-hidden="true">
            {descending ? '▾' : ascending ? '▴' : ''}
          </span>
        </button>
      ) : (
        <span>{column.title}</span>
      )}
    </th>
  );
}

function useWidth(element, printing) {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setWidth(element.current.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(element.current);
    measure();
    return () => observer.disconnect();
  }, [printing]);
  return width;
}

// Whether there are columns to the right of what is seen: then the edge has a shadow.
function useMore(element, deps) {
  const [more, setMore] = useState(false);
  useLayoutEffect(() => {
    const view = element.current;
    const look = () => setMore(view.scrollLeft + view.clientWidth < view.scrollWidth - 1);
    look();
    view.addEventListener('scroll', look, { passive: true });
    return () => view.removeEventListener('scroll', look);
  }, deps);
  return more;
}

// The selected row is to be seen, wherever the selection came from. Returns what a move by the user calls.
function useReveal(rows, position, { length, sort, centred, onMove }) {
  const moved = useRef(false);
  useEffect(() => {
    if (position >= 0) rows.scrollToIndex(position, { align: centred && !moved.current ? 'center' : 'auto' });
    moved.current = false;
  }, [position, length, sort]);
  return (index, byKey) => {
    moved.current = true;
    onMove?.(index, byKey);
  };
}

function pressed(event, { position, length, onKey, onOpen, row_px }, height, move) {
  if (event.target.closest('button, a, input') || event.ctrlKey || event.metaKey || event.altKey) return;
  if (onKey?.(event, position)) return event.preventDefault();
  const page = Math.max(1, Math.floor((height - HEAD_px) / row_px) - 1);
  const next = length ? nextPosition(event.key, position, length, page) : null;
  if (next !== null) move(next, true);
  else if (event.key === 'Enter' && position >= 0) onOpen?.(position);
  else return;
  event.preventDefault();
}

function Row({ index, id, columns, rest, selected, level, expanded, onClick, onOpen }) {
  return (
    <tr
      id={id}
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-level={level?.(index)}
      aria-expanded={expanded?.(index) ?? undefined}
      onClick={(event) => !event.target.closest('a, button') && onClick(index, false)}
      onDblClick={() => onOpen?.(index)}
    >
      {columns.map((column) => (
        <td key={column.key} role="gridcell" class={classOf(column)}>
          {column.cell(index, column.width === 'rest' ? rest : column.width)}
        </td>
      ))}
    </tr>
  );
}

// Rows that are not in the document.
const Space = ({ height }) => <tr aria-hidden="true" class="space" style={{ height: `${height}px` }} />;

const LEAST_px = 200;
function leastOf(column, table_px) {
  if (column.width !== 'rest') return column.width;
  return typeof column.least === 'function' ? column.least(table_px) : (column.least ?? LEAST_px);
}

const PRINTED = { rows: 500, px: 1000 };

// On paper, nothing scrolls: the columns for which there is room.
function printedColumns(columns) {
  let left_px = PRINTED.px;
  return columns.filter((column) => {
    left_px -= column.width === 'rest' ? LEAST_px : column.width;
    return left_px >= 0;
  });
}

export function DataTable(props) {
  const printing = usePrinting();
  const columns = printing ? printedColumns(props.columns) : props.columns;
  const { label, length, position = -1, onMove, onOpen, sort, onSort, level, expanded, empty } = props;
  const scroller = useRef(null);
  const id = useId();
  const narrow = useNarrow();
  const height = props.row_px ?? (narrow ? ROW_px.narrow : ROW_px.wide);
  const rows = useRows({ count: length, height, element: () => scroller.current, header: HEAD_px });
  const move = useReveal(rows, position, props);
  const items = printing ? Array.from({ length: Math.min(length, PRINTED.rows) }, (_, index) => ({ index, start: 0, end: 0 })) : rows.getVirtualItems();
  const last = items[items.length - 1];
  const width = useWidth(scroller, printing);
  const least = columns.reduce((sum, column) => sum + leastOf(column, width), 0);
  const spare = Math.max(0, width - least);
  const more = useMore(scroller, [width, least]);
  const rest = leastOf(columns.find((column) => column.width === 'rest') ?? { width: 'rest' }, width) + spare;
  const active = items.some((item) => item.index === position) ? `${id}-${position}` : undefined;
  return (
    <div class={`table${more ? ' more' : ''}${narrow && !props.row_px ? ' two-lines' : ''}`} style={{ '--row': `${height}px` }} ref={scroller}>
      <table
        role={level ? 'treegrid' : 'grid'}
        aria-label={label}
        aria-rowcount={length + 1}
        aria-activedescendant={active}
        tabIndex={0}
        onKeyDown={(event) => pressed(event, { ...props, position, row_px: height }, scroller.current.clientHeight, move)}
        style={{ minWidth: `${least}px` }}
      >
        <colgroup>
          {columns.map(({ key, width }) => (
            <col key={key} style={width === 'rest' ? {} : { width: `${width}px` }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <Head key={column.key} {...{ column, sort, onSort, printing }} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Space height={items.length ? items[0].start : 0} />
          {items.map(({ index }) => (
            <Row
              key={index}
              {...{ index, columns, rest, level, expanded, onOpen }}
              id={`${id}-${index}`}
              selected={onMove ? index === position : undefined}
              onClick={move}
            />
          ))}
          <Space height={last && !printing ? rows.getTotalSize() - last.end : 0} />
        </tbody>
      </table>
      {printing && length > PRINTED.rows && (
        <p class="soft">
          The first {count(PRINTED.rows)} of {count(length)} rows.
        </p>
      )}
      {length === 0 && <p class="empty">{empty ?? 'Nothing to show.'}</p>}
    </div>
  );
}
