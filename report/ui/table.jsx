// SPDX-License-Identifier: GPL-3.0-or-later
//
// table.jsx: a table of any length, of which only the rows in sight are in the document.
//
// Usage: <DataTable label="Functions" length={rows.length} columns={columns}
//           position={3} onMove={(i, byKey) => ...} onOpen={(i) => ...} sort="-self" onSort={(sort) => ...} />
// A column: { key, title, width (CSS pixels, or 'rest'), numeric, costs (its cells are
// <Cost>), sortable,
// cell: (position, width) => what it shows }.
// sort: the key of a column, with '-' in front if descending.
// Keys: arrows, Page Up and Down, Home, End move; Enter opens. onKey(event, position) sees other keys first
// and returns true for those it has used. With level and expanded, functions of the position, it is a tree.
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useRows } from './virtual.js';

const ROW_px = 30;
const HEAD_px = 34;

function nextPosition(key, position, length, page) {
  switch (key) {
    case 'ArrowDown': return Math.min(length - 1, position + 1);
    case 'ArrowUp': return Math.max(0, position - 1);
    case 'PageDown': return Math.min(length - 1, position + page);
    case 'PageUp': return Math.max(0, position - page);
    case 'Home': return 0;
    case 'End': return length - 1;
    default: return null;
  }
}

// The title of a column of costs stands above their numbers.
const classOf = ({ numeric, costs }) => (costs ? 'numeric costs' : numeric ? 'numeric' : undefined);

function Head({ column, sort, onSort }) {
  const descending = sort === `-${column.key}`, ascending = sort === column.key;
  const direction = descending ? 'descending' : ascending ? 'ascending' : undefined;
  // Numbers are wanted from the largest, names from A.
  const next = descending ? column.key : ascending || column.numeric ? `-${column.key}` : column.key;
  return (
    <th scope="col" class={classOf(column)} aria-sort={direction} title={column.long}>
      {column.sortable
        ? <button type="button" onClick={() => onSort(next)}>{column.title}<span class="arrow" aria-hidden="true">{descending ? '▾' : ascending ? '▴' : ''}</span></button>
        : <span>{column.title}</span>}
    </th>
  );
}

function useWidth(element) {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setWidth(element.current.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(element.current);
    measure();
    return () => observer.disconnect();
  }, []);
  return width;
}

export function DataTable(props) {
  const { label, length, columns, position = -1, onMove, onOpen, onKey, sort, onSort, level, expanded, empty, row_px = ROW_px, centred = false } = props;
  const scroller = useRef(null);
  const id = useId();
  const rows = useRows({ count: length, height: row_px, element: () => scroller.current, header: HEAD_px });
  const width = useWidth(scroller);
  const items = rows.getVirtualItems();
  const top = items.length ? items[0].start : 0;
  const bottom = items.length ? rows.getTotalSize() - items[items.length - 1].end : 0;

  const moved = useRef(false); // by the user, in this table
  const move = (index, byKey) => { moved.current = true; onMove?.(index, byKey); };

  // The selected row is to be seen, wherever the selection came from.
  useEffect(() => { if (position >= 0) rows.scrollToIndex(position, { align: centred && !moved.current ? 'center' : 'auto' }); moved.current = false; }, [position, length, sort]);

  const pressed = (event) => {
    if (event.target.closest('button, a, input') || event.ctrlKey || event.metaKey || event.altKey) return;
    if (onKey?.(event, position)) return event.preventDefault();
    const page = Math.max(1, Math.floor((scroller.current.clientHeight - HEAD_px) / row_px) - 1);
    const next = length ? nextPosition(event.key, position, length, page) : null;
    if (next !== null) move(next, true);
    else if (event.key === 'Enter' && position >= 0) onOpen?.(position);
    else return;
    event.preventDefault();
  };

  const least = columns.reduce((sum, column) => sum + (column.width === 'rest' ? column.least ?? 200 : column.width), 0);
  const rest = (columns.find((column) => column.width === 'rest')?.least ?? 200) + Math.max(0, width - least);
  return (
    <div class="table" ref={scroller}>
      <table role={level ? 'treegrid' : 'grid'} aria-label={label} aria-rowcount={length + 1} tabIndex={0} onKeyDown={pressed}
        aria-activedescendant={items.some((item) => item.index === position) ? `${id}-${position}` : undefined} style={{ minWidth: `${least}px` }}>
        <colgroup>{columns.map((column) => <col key={column.key} style={column.width === 'rest' ? {} : { width: `${column.width}px` }} />)}</colgroup>
        <thead><tr aria-rowindex={1}>{columns.map((column) => <Head key={column.key} column={column} sort={sort} onSort={onSort} />)}</tr></thead>
        <tbody>
          <tr aria-hidden="true" class="space" style={{ height: `${top}px` }} />
          {items.map(({ index }) => (
            <tr key={index} id={`${id}-${index}`} aria-rowindex={index + 2} aria-selected={onMove ? index === position : undefined}
              aria-level={level?.(index)} aria-expanded={expanded?.(index) ?? undefined} onClick={(event) => !event.target.closest('a, button') && move(index, false)}
              onDblClick={() => onOpen?.(index)}>
              {columns.map((column) => <td key={column.key} role="gridcell" class={classOf(column)}>{column.cell(index, column.width === 'rest' ? rest : column.width)}</td>)}
            </tr>
          ))}
          <tr aria-hidden="true" class="space" style={{ height: `${bottom}px` }} />
        </tbody>
      </table>
      {length === 0 && <p class="empty">{empty ?? 'Nothing to show.'}</p>}
    </div>
  );
}
