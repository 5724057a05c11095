// SPDX-License-Identifier: GPL-3.0-or-later
//
// estimated.jsx: says where the call tree does not come from the program, but from its call arcs.
export function Estimated({ model }) {
  if (!model.tree?.estimated) return null;
  return (
    <p class="estimated">
      <b>Estimated.</b> The paths are made of calls between functions; profile with <code>--context-tree=yes</code> for
      exact ones.
    </p>
  );
}
