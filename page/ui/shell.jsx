// SPDX-License-Identifier: GPL-3.0-or-later
//
// shell.jsx: what is around a view: navigation, choice of the event, search.
import { useEffect, useMemo } from 'preact/hooks';
import { count, visible } from '../lib/format.js';
import { callCosts, callees, callers, eventOf, functionCount } from '../lib/model.js';
import { orderOf } from '../lib/function-order.js';
import { layout, treeOf } from '../lib/tree.js';
import { warmUp } from '../lib/warm.js';
import { VIEWS } from '../views/index.js';
import { Failsafe } from './failsafe.jsx';
import { KeyHelp } from './keys.jsx';
import { Navigation, ViewTitle } from './navigation.jsx';
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

export function Shell({ model }) {
  const views = useMemo(() => VIEWS.filter((each) => each.available(model)), [model]);
  const defaults = useMemo(() => ({ view: views[0].name, event: model.events[0]?.name ?? '' }), [model]);
  const [state, go] = useAddress(defaults);
  const names = useMemo(() => new Set(views.map((each) => each.name)), [views]);
  const current = views.find((each) => each.name === state.view) ?? views[0];
  const shown = { ...state, view: current.name, event: eventOf(model, state.event).name };
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
          document.querySelector('main h1')?.focus();
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
        <Failsafe part="Search">
          <Search model={model} state={shown} go={go} />
        </Failsafe>
        <KeyHelp />
      </header>
      <Navigation views={views} current={current.name} />
      <main class={`view-${current.name}`}>
        <ViewTitle view={current} />
        <Failsafe key={current.name} view={current.title}>
          <View model={model} state={shown} go={go} />
        </Failsafe>
      </main>
    </ReportContext.Provider>
  );
}
