// SPDX-License-Identifier: GPL-3.0-or-later
//
// shell.jsx: what is around a view: navigation, choice of the event, search.
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { count, visible } from '../lib/format.js';
import { callCosts, callees, callers, eventOf, functionCount } from '../lib/model.js';
import { orderOf } from '../lib/function-order.js';
import { layout, treeOf } from '../lib/tree.js';
import { warmUp } from '../lib/warm.js';
import { VIEWS } from '../views/index.js';
import { KeyHelp } from './keys.jsx';
import { Link } from './link.jsx';
import { useNarrow } from './narrow.js';
import { ReportContext, useAddress } from './report.js';
import { Search } from './search.jsx';

function EventChooser({ model, state, go }) {
  const event = eventOf(model, state.event);
  return (
    <label class="event">
      <span class="caption">Event</span>
      <span class="print-only">{visible(eventOf(model, state.event).long ?? state.event)}</span>
      <select value={event.name} onChange={(change) => go({ event: change.currentTarget.value })}>
        {model.events.map(({ name, long }) => (
          <option key={name} value={name}>
            {long && long !== name ? `${name} \u2013 ${visible(long)}` : name}
          </option>
        ))}
      </select>
      <span class="total" title="Total of the program">
        {count(event.sum)}
      </span>
    </label>
  );
}

function Navigation({ views, current }) {
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

// What takes long the first time, if there are 100,000 functions.
function useWarmUp(model, event) {
  useEffect(() => {
    if (functionCount(model) === 0) return undefined;
    return warmUp([
      () => orderOf(model, '-inclusive', event),
      () => callers(model, 0),
      () => callees(model, 0),
      () => callCosts(model, event),
      () => layout(treeOf(model, event), { width: 1000 }),
      () => orderOf(model, 'name', event),
      () => orderOf(model, '-self', event),
    ]);
  }, [model]);
}

// Screen readers and keys go on at the title of a view that was just opened.
function useFocusOnTitle(view) {
  const title = useRef(null);
  const opened = useRef(view);
  useEffect(() => {
    if (opened.current !== view) title.current?.focus({ preventScroll: true });
    opened.current = view;
  }, [view]);
  return title;
}

export function Shell({ model }) {
  const views = useMemo(() => VIEWS.filter((each) => each.available(model)), [model]);
  const defaults = useMemo(() => ({ view: views[0].name, event: model.events[0]?.name ?? '' }), [model]);
  const [state, go] = useAddress(defaults);
  const names = useMemo(() => new Set(views.map((each) => each.name)), [views]);
  const current = views.find((each) => each.name === state.view) ?? views[0];
  const shown = { ...state, view: current.name, event: eventOf(model, state.event).name };
  const title = useFocusOnTitle(current.name);
  useWarmUp(model, shown.event);
  const command = visible(model.command ?? '');
  useEffect(() => {
    document.title = `${current.title} \u2013 ${command.slice(0, 80)} \u2013 Xgrind`;
  }, [current, command]);
  const View = current.view;
  return (
    <ReportContext.Provider value={{ model, state: shown, go, views: names }}>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          title.current?.focus();
        }}
      >
        Skip to the view
      </a>
      <header>
        <div class="brand">
          <strong>Xgrind</strong>
          <bdi class="command" title={command.slice(0, 2000)}>
            {command.slice(0, 300)}
          </bdi>
        </div>
        <EventChooser model={model} state={shown} go={go} />
        <Search model={model} state={shown} go={go} />
        <KeyHelp />
      </header>
      <Navigation views={views} current={current.name} />
      <main class={`view-${current.name}`}>
        <h1 tabIndex={-1} ref={title}>
          {current.title}
        </h1>
        <View key={current.name} model={model} state={shown} go={go} />
      </main>
    </ReportContext.Provider>
  );
}
