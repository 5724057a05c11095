// SPDX-License-Identifier: GPL-3.0-or-later
//
// failsafe.jsx: keeps an error where it happens: what is inside fails alone, and says what to report. With the next address it is tried again.
//
// Usage: <Failsafe part="Roofline"><Roofline ... /></Failsafe>       a part of a view
//        <Failsafe view="Source">...</Failsafe>                     a view
//        <Failsafe model={model}>...</Failsafe>                     the page, outside of which there is no ReportContext
import { Component } from 'preact';
import { useContext } from 'preact/hooks';
import { visible } from '../lib/format.js';
import { formatState } from '../lib/state.js';
import { CopyButton } from './copy.jsx';
import { ReportContext } from './report.js';

const MOST = 2000; // characters of a message

function sentence({ view, part }) {
  if (part) return `\u201c${part}\u201d failed because of an error in Xgrind: please report it with the text below; the rest of the page works.`;
  if (view) return `The view \u201c${view}\u201d failed because of an error in Xgrind: please report it with the text below; the other views work.`;
  return 'This page failed because of an error in Xgrind: please report it with the text below.';
}

function reportOf({ view, part, model, state }, error) {
  const lines = [
    ['Page by', model?.creator ?? 'unknown'],
    ['View', view ?? state?.view ?? 'none'],
    ['Part', part],
    ['Message', String(error?.stack?.split('\n')[0].startsWith(error.name) ? `${error.name}: ${error.message}` : (error?.message ?? error)).slice(0, MOST)],
    ['Address', state ? formatState(state) : ''],
    ['Browser', navigator.userAgent],
  ];
  return lines
    .filter(([, text]) => text)
    .map(([name, text]) => `${name}: ${visible(String(text))}`)
    .join('\n');
}

class Boundary extends Component {
  constructor() {
    super();
    this.state = { failed: false, error: null };
  }
  static getDerivedStateFromError(error) {
    return { failed: true, error };
  }
  componentDidCatch(error) {
    console.error(error);
  }
  componentDidUpdate(before) {
    if (this.state.failed && before.at !== this.props.at) this.setState({ failed: false, error: null });
  }
  render({ children, ...what }, { failed, error }) {
    if (!failed) return children;
    const text = reportOf(what, error);
    return (
      <section class="card failed" role="alert">
        <p>{sentence(what)}</p>
        <pre>{text}</pre>
        <p>
          <CopyButton text={text} />
        </p>
      </section>
    );
  }
}

export function Failsafe({ model, ...rest }) {
  const report = useContext(ReportContext);
  return <Boundary {...rest} model={model ?? report?.model} state={report?.state} at={report ? formatState(report.state) : ''} />;
}
