// SPDX-License-Identifier: GPL-3.0-or-later
//
// navigation.jsx: the list of views, and the title of the one that is shown.
//
// Usage: <Navigation views={views} current={current.name} />
//        <ViewTitle view={current} />      which screen readers and keys go on at, when the view was just opened
import { useEffect, useRef } from 'preact/hooks';
import { Link } from './link.jsx';
import { useNarrow } from './narrow.js';

export function Navigation({ views, current }) {
  const bar = useRef(null);
  const narrow = useNarrow();
  // On narrow screens the navigation scrolls: the view is in the middle, between its neighbours.
  useEffect(() => {
    const item = bar.current.querySelector('[aria-current]');
    item?.scrollIntoView({ inline: narrow ? 'center' : 'nearest', block: 'nearest' });
  }, [current, narrow]);
  return (
    <nav aria-label="Views" ref={bar}>
      <ul>
        {views.map(({ name, title }) => (
          <li key={name}>
            <Link to={{ view: name }} aria-current={name === current ? 'page' : undefined}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function ViewTitle({ view }) {
  const title = useRef(null);
  const opened = useRef(view.name);
  useEffect(() => {
    if (opened.current !== view.name) title.current?.focus({ preventScroll: true });
    opened.current = view.name;
  }, [view.name]);
  return (
    <h1 tabIndex={-1} ref={title}>
      {view.title}
    </h1>
  );
}
