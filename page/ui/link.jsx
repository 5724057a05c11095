// SPDX-License-Identifier: GPL-3.0-or-later
//
// link.jsx: links within the page. They keep the selection: what `to` does not name stays as it is.
//
// Usage: <Link to={{ view: 'source' }}>Source</Link>      <FunctionLink index={12} />
import { functionColour } from '../lib/colours.js';
import { changedState, formatState } from '../lib/state.js';
import { functionName, moduleName } from '../lib/model.js';
import { Name } from './name.jsx';
import { useReport } from './report.js';

export function Link({ to, children, ...rest }) {
  const { state } = useReport();
  return (
    <a href={formatState(changedState(state, to))} {...rest}>
      {children}
    </a>
  );
}

// A function's name, which leads to what the present page shows of it, or to where `view` says.
export function FunctionLink({ index, view, length = 60 }) {
  const { model, state } = useReport();
  const to = { function: index, view: view ?? (FUNCTION_VIEWS.has(state.view) ? state.view : 'functions'), node: null };
  return (
    <Link to={to} class="function" title={moduleName(model, index)}>
      <Swatch colour={functionColour(model, index)} />
      <Name text={functionName(model, index)} code length={length} />
    </Link>
  );
}

const FUNCTION_VIEWS = new Set(['functions', 'flame', 'sandwich', 'tree', 'source']);

// The colour of a module.
export const Swatch = ({ colour }) => <span class={`swatch module-${colour}`} aria-hidden="true" />;
