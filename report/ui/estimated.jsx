// SPDX-License-Identifier: GPL-3.0-or-later
//
// estimated.jsx: says where the call tree does not come from the program, but from its call arcs.
export function Estimated({ model }) {
  if (!model.tree?.estimated) return null;
  return (
    <p class="estimated"><b>Estimated.</b> The profile has calls between functions, not call paths; costs are divided among the paths
      in proportion to the calls. Profile with <code>--context-tree=yes</code> for exact paths.</p>
  );
}
