// SPDX-License-Identifier: GPL-3.0-or-later
//
// report.js: what every part of the page may need: { model, state, go }, and the names of the views that this
// model has. A component of a view has the former as properties; parts deeper down ask for them here.
//
// Usage: const { model, state, go, views } = useReport();
//        go({ view: 'source', function: 12 });              // a new entry of the browser's history
//        go({ filter: 'sol' }, { replace: true });          // while the user types or moves: none
import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useState } from 'preact/hooks';
import { changedState, formatState, parseState } from '../lib/state.js';

export const ReportContext = createContext(null);
export const useReport = () => useContext(ReportContext);

// The state of the address bar, and go(). What the address leaves out comes from defaults.
export function useAddress(defaults) {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const changed = () => setHash(location.hash);
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  const go = useCallback(
    (changes, { replace = false } = {}) => {
      const next = formatState(changedState({ ...defaults, ...parseState(location.hash) }, changes));
      if (next === location.hash) return;
      if (replace) history.replaceState(null, '', next);
      else location.hash = next;
      setHash(location.hash);
    },
    [defaults],
  );
  return [{ ...defaults, ...parseState(hash) }, go];
}
