// SPDX-License-Identifier: GPL-3.0-or-later
//
// What late events are charged to: the counters of the site that has loaded a line, or stored, and the node of the back-dating
// tree for the calls that had led there (Inclusive paper, section 3).  line_costs_inl.h has the common case.
//
// Ownership: the nodes are the forest's; whoever keeps a target holds its node (backdate/tree.h).
//
//    CostTarget t = {counters, cost_targets_active_node()};
#ifndef XG_ENGINE_COST_TARGETS_H
#define XG_ENGINE_COST_TARGETS_H

#include "engine/engine.h"

XG_INLINE bool cost_targets_as_callgrind(void)
{
   return engine.config.graph.callgrind_compat;
}

// The node of the innermost call, which has none yet.
BackdateNode* cost_targets_make_active_node(void);
// The node of the innermost call.
XG_INLINE BackdateNode* cost_targets_active_node(void)
{
   const ShadowStack* s = xg_current.stack;
   if (XG_LIKELY(s->top > s->floor && s->top[-1].callee.has_backdate_node))
      return s->top[-1].backdate_node;
   return cost_targets_make_active_node();
}
// The target while a skipped function runs.
CostTarget cost_target_when_skipping(const ShadowStack* s);
// The target while collection is off, in Callgrind's arithmetic.
CostTarget cost_target_in_sink(const Site* site);
// Whether calls of this node are of this thread (0: of any).
bool cost_targets_are_of(uint32_t thread, const BackdateNode* n);

#endif
