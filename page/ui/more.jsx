// SPDX-License-Identifier: GPL-3.0-or-later
//
// more.jsx: below a short list, the button that shows all of it.
//
// Usage: <MoreButton few={8} of={calls.length} all={all} setAll={setAll} />      nothing, if few are all
import { count } from '../lib/format.js';

export function MoreButton({ few, of, all, setAll }) {
  if (of <= few) return null;
  return (
    <button type="button" class="more" onClick={() => setAll(!all)}>
      {all ? 'Fewer' : `All ${count(of)}`}
    </button>
  );
}
