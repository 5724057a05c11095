// SPDX-License-Identifier: GPL-3.0-or-later
//
// shell.jsx: the page of two runs: what is around its views, and which there are.
import { useEffect, useMemo } from 'preact/hooks';
import { changePercent } from '../../lib/compare.js';
import { visible } from '../../lib/format.js';
import { eventOf } from '../../lib/model.js';
import { KeyHelp } from '../../ui/keys.jsx';
import { Link } from '../../ui/link.jsx';
import { ReportContext, useAddress } from '../../ui/report.js';
import { Findings } from './findings.jsx';
import { Flame } from './flame.jsx';
import { Functions } from './functions.jsx';
import { Objects } from './objects.jsx';
import { Overview } from './overview.jsx';
import { Settings } from './settings.jsx';
import { Source } from './source.jsx';
import { Timeline } from './timeline.jsx';

const VIEWS = [
  { name: 'changes', title: 'Changes', view: Overview, available: () => true },
  { name: 'findings', title: 'Findings', view: Findings, available: (model) => Boolean(model.findings) },
  { name: 'functions', title: 'Functions', view: Functions, available: () => true },
  { name: 'flame', title: 'Flame graph', view: Flame, available: () => true },
  { name: 'source', title: 'Source', view: Source, available: () => true },
  { name: 'objects', title: 'Objects', view: Objects, available: (model) => Boolean(model.objects) },
  { name: 'timeline', title: 'Timeline', view: Timeline, available: (model) => Boolean(model.timeline) },
  { name: 'settings', title: 'Settings', view: Settings, available: () => true },
];

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
      <header>
        <div class="brand">
          <strong>Xgrind</strong>
          <bdi class="command" title={commands.slice(0, 2000)}>
            {commands.slice(0, 300)}
          </bdi>
        </div>
        <EventChooser model={model} state={shown} go={go} />
        <KeyHelp />
      </header>
      <nav aria-label="Views">
        <ul>
          {views.map(({ name, title }) => (
            <li key={name}>
              <Link to={{ view: name }} aria-current={name === current.name ? 'page' : undefined}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <main class={`compare view-compare-${current.name}`}>
        <h1 tabIndex={-1}>{current.title}</h1>
        <View key={current.name} model={model} state={shown} go={go} />
      </main>
    </ReportContext.Provider>
  );
}
