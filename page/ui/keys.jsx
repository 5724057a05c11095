// SPDX-License-Identifier: GPL-3.0-or-later
//
// keys.jsx: the keys of the page: as a table, and as a list that "?" opens from anywhere and Escape closes.
//
// Usage: <KeyTable />      <KeyHelp />, once in a header: with a button that opens the list, too
import { useEffect, useRef, useState } from 'preact/hooks';
import { useReport } from './report.js';

// Where, which, and what they do. Without views, they are those of the page; others are listed if it has one of these views.
const GROUPS = [
  {
    title: 'Everywhere',
    keys: [
      ['/', 'search for a function or memory object', 'summary'],
      ['?', 'these keys'],
      ['Escape', 'close this list'],
    ],
  },
  {
    title: 'Tables',
    keys: [
      ['\u2191 \u2193, Page Up, Page Down, Home, End', 'move from row to row'],
      ['\u2190 \u2192', 'columns that are out of sight; in the call tree, close and open'],
      ['Enter', 'in the functions: show the source', 'functions'],
    ],
  },
  {
    title: 'Flame graph',
    views: ['flame'],
    keys: [
      ['Arrows', 'move from frame to frame'],
      ['Home', 'to the program'],
      ['Enter', 'zoom in'],
      ['Escape', 'zoom out'],
    ],
  },
  {
    title: 'Timeline',
    views: ['timeline'],
    keys: [
      ['\u2190 \u2192', 'move in time'],
      ['+ \u2212', 'zoom in and out'],
      ['Home, 0', 'the whole run'],
      ['m', 'mark what is in sight'],
      ['Enter', 'zoom to what is marked'],
      ['Escape', 'no mark'],
      [', .', 'the sample before and after'],
    ],
  },
  {
    title: 'Cache sets and miss curves',
    views: ['sets', 'curves'],
    keys: [['Arrows, Home, End', 'from set to set, from size to size']],
  },
];

// Two runs have no search, and a timeline without keys.
function groupsOf(views, compares) {
  const has = (list) => !list || list.some((each) => views.has(each));
  return GROUPS.filter((group) => has(group.views) && !(compares && group.title === 'Timeline'))
    .map((group) => ({ ...group, keys: group.keys.filter(([, , view]) => !view || (!compares && views.has(view))) }))
    .filter(({ keys }) => keys.length > 0);
}

export function KeyTable() {
  const { model, views } = useReport();
  return (
    <table class="plain settings keys">
      {groupsOf(views, Boolean(model.runs)).map(({ title, keys }) => (
        <tbody key={title}>
          <tr>
            <th scope="rowgroup" colSpan={2}>
              {title}
            </th>
          </tr>
          {keys.map(([key, does]) => (
            <tr key={key}>
              <th scope="row">{key}</th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

export function KeyHelp() {
  const dialog = useRef(null);
  const [shown, setShown] = useState(false);
  const open = () => {
    setShown(true);
    if (!dialog.current.open) dialog.current.showModal();
  };
  useEffect(() => {
    const pressed = (event) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.('input, select, textarea')) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
  return (
    <>
      <button type="button" class="help" aria-label="Keys" title="Keys" onClick={open}>
        ?
      </button>
      <dialog
        ref={dialog}
        class="key-help"
        aria-label="Keys"
        onClose={() => setShown(false)}
        onClick={(event) => event.target === dialog.current && dialog.current.close()}
      >
        <form method="dialog">
          <strong>Keys</strong>
          <button type="submit" aria-label="Close" autofocus>
            Close
          </button>
        </form>
        {shown && <KeyTable />}
      </dialog>
    </>
  );
}
