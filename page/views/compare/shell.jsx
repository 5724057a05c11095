// SPDX-License-Identifier: GPL-3.0-or-later
//
// shell.jsx: the page of two runs: what is around its views.
import { useEffect, useMemo } from 'preact/hooks';
import { changePercent } from '../../lib/compare.js';
import { visible } from '../../lib/format.js';
import { eventOf } from '../../lib/model.js';
import { Failsafe } from '../../ui/failsafe.jsx';
import { KeyHelp } from '../../ui/keys.jsx';
import { Navigation, ViewTitle } from '../../ui/navigation.jsx';
import { ReportContext, useAddress } from '../../ui/report.js';
import { VIEWS } from './index.js';

// Both commands; one if they are equal.
function commandsOf(model) {
  const [before, after] = model.runs.map(({ command }) => visible(command ?? ''));
  return before === after ? `${after}, two runs` : `${before} \u2192 ${after}`;
}

function EventChooser({ model, state, go }) {
  return (
    <label class="event">
      <span class="caption">Event</span>
      <span class="print-only">{visible(eventOf(model, state.event).long ?? state.event)}</span>
      <select value={state.event} onChange={(change) => go({ event: change.currentTarget.value })}>
        {model.events.map(({ name, long, sum }) => (
          <option key={name} value={name}>
            {`${name}${long && long !== name ? ` \u2013 ${visible(long)}` : ''} (${changePercent(...sum)})`}
          </option>
        ))}
      </select>
      <span class="total" title="Change of the program's total">
        {changePercent(...eventOf(model, state.event).sum)}
      </span>
    </label>
  );
}

export function CompareShell({ model }) {
  const views = useMemo(() => VIEWS.filter((each) => each.available(model)), [model]);
  const defaults = useMemo(() => ({ view: 'changes', event: model.events[0]?.name ?? '' }), [model]);
  const [state, go] = useAddress(defaults);
  const current = views.find((each) => each.name === state.view) ?? views[0];
  const shown = { ...state, view: current.name, event: eventOf(model, state.event).name };
  const commands = commandsOf(model);
  useEffect(() => {
    document.title = `${current.title} \u2013 ${commands.slice(0, 80)} \u2013 Xgrind`;
  }, [current, commands]);
  const View = current.view;
  return (
    <ReportContext.Provider value={{ model, state: shown, go, views: new Set(views.map((each) => each.name)) }}>
      <header class="compare">
        <div class="brand">
          <strong>Xgrind</strong>
          <bdi class="command" title={commands.slice(0, 2000)}>
            {commands.slice(0, 300)}
          </bdi>
        </div>
        <EventChooser model={model} state={shown} go={go} />
        <KeyHelp />
      </header>
      <Navigation views={views} current={current.name} />
      <main class={`compare view-compare-${current.name}`}>
        <ViewTitle view={current} />
        <Failsafe key={current.name} view={current.title}>
          <View model={model} state={shown} go={go} />
        </Failsafe>
      </main>
    </ReportContext.Provider>
  );
}
