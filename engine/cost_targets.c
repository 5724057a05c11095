// SPDX-License-Identifier: GPL-3.0-or-later
// What late events are charged to; see cost_targets.h.
#include "engine/cost_targets.h"

#include "callgraph/callgraph.h"
#include "callgraph/context_tree.h"
#include "engine/engine.h"

// Has whatever is charged to the back-dating node charged to this node of the calling-context tree,
// too.
static BackdateNode* with_context(BackdateNode* n, ContextTreeNode* node)
{
   if (n->user || !node) return n;
   context_tree_hold(node);
   n->user = node;
   return n;
}

// The node of the running execution state, outside all its calls.
static BackdateNode* root_node(void)
{
   ShadowStack* s = xg_current.stack;
   if (!s->exec.backdate_root)
      s->exec.backdate_root = backdate_root(&engine.forest, s->line_use_total);
   return with_context(s->exec.backdate_root,
                       s->exec.tree_root ? s->exec.tree_root->first : NULL);
}

// The node of a call: a child of its caller's.
static BackdateNode* node_of_call(BackdateNode* caller, const Frame* f)
{
   const ShadowStack* s = xg_current.stack;
   BackdateNode* n = backdate_child(&engine.forest, caller, f->arc->cost + EV_ACCOST_L1);
   return with_context(n, s->tree_frames ? s->tree_frames[f - s->frames].own : NULL);
}

// Gives each frame without a node one; a skipped function has its caller's.  Without back-dating,
// all costs are the root's.
BackdateNode* cost_targets_make_active_node(void)
{
   if (cost_targets_as_callgrind()) return NULL;
   if (!engine.config.back_dating) return root_node();
   const ShadowStack* s = xg_current.stack;
   Frame* f = s->top;
   while (f > s->floor && !f[-1].callee.has_backdate_node) f--;
   BackdateNode* n = f > s->floor ? f[-1].backdate_node : root_node();
   for (; f < s->top; f++) {
      if (f->arc)
         n = node_of_call(n, f);
      else
         backdate_hold(n);
      f->backdate_node = n;
      f->callee.has_backdate_node = true;
   }
   return n;
}

CostTarget cost_target_when_skipping(const ShadowStack* s)
{
   uint64_t* end_cost = callgraph_end_cost(&engine.graph, s->exec.skip_cost_centre);
   return (CostTarget){end_cost + EV_ACCOST_L1, cost_targets_active_node()};
}

// The block keeps its sink, which counts its executions.
CostTarget cost_target_in_sink(const Site* site)
{
   CallGraph* g = &engine.graph;
   CostCentre* c = callgraph_cost_centre(g, site->block, xg_current.stack->exec.context);
   uint64_t* counters = callgraph_miss_counters(g, c) + site->index * site->block->n_counters;
   return (CostTarget){counters + LINE_USE, cost_targets_active_node()};
}

bool cost_targets_are_of(uint32_t thread, const BackdateNode* n)
{
   for (ShadowStack* s = engine.graph.shadow_stacks; s; s = s->next)
      if (s->thread == thread && n->total == s->line_use_total) return true;
   return thread == 0;
}
