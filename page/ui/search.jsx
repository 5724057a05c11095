// SPDX-License-Identifier: GPL-3.0-or-later
//
// search.jsx: the search for functions and memory objects; "/" goes there from anywhere.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { found } from '../lib/search.js';
import { Name } from './name.jsx';

const MOST = 30;
const FUNCTION_VIEWS = new Set(['functions', 'flame', 'sandwich', 'tree', 'source']);

function useShortcut(field) {
  useEffect(() => {
    const pressed = (event) => {
      if (event.key !== '/' || event.target.closest('input, select, textarea')) return;
      event.preventDefault();
      field.current.focus();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}

export function Search({ model, state, go }) {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const field = useRef(null);
  const id = useId();
  useShortcut(field);
  const results = open ? found(model, text, MOST) : [];

  const choose = (result) => {
    if (!result) return;
    setOpen(false);
    setText('');
    if (result.kind === 'object') go({ view: 'objects', object: result.index });
    else
      go({
        view: FUNCTION_VIEWS.has(state.view) ? state.view : 'functions',
        function: result.index,
        node: null,
        filter: null,
      });
  };
  const pressed = (event) => {
    if (event.key === 'ArrowDown') setChosen(Math.min(results.length - 1, chosen + 1));
    else if (event.key === 'ArrowUp') setChosen(Math.max(0, chosen - 1));
    else if (event.key === 'Enter') choose(results[chosen]);
    else if (event.key === 'Escape' && open) setOpen(false);
    else if (event.key === 'Escape') {
      setText('');
      field.current.blur();
    } else return;
    event.preventDefault();
  };
  const shown = open && text.trim() !== '';
  return (
    <div
      class="search"
      role="search"
      onFocusOut={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <input
        type="search"
        ref={field}
        value={text}
        placeholder="Find a function or object  /"
        aria-label="Find a function or object"
        role="combobox"
        aria-expanded={shown}
        aria-controls={id}
        aria-autocomplete="list"
        autocomplete="off"
        spellcheck={false}
        aria-activedescendant={shown && results.length ? `${id}-${chosen}` : undefined}
        onKeyDown={pressed}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setOpen(true);
          setChosen(0);
        }}
      />
      {shown && (
        <ul id={id} role="listbox" aria-label="Found">
          {results.map((result, i) => (
            <li
              key={i}
              id={`${id}-${i}`}
              role="option"
              aria-selected={i === chosen}
              onPointerDown={(event) => {
                event.preventDefault();
                choose(result);
              }}
            >
              <Name text={result.name} length={90} />
              <span class="kind">{result.kind}</span>
            </li>
          ))}
          {results.length === 0 && <li class="none">Nothing has this in its name.</li>}
        </ul>
      )}
    </div>
  );
}
