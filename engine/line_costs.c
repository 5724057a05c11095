// SPDX-License-Identifier: GPL-3.0-or-later
// Costs of cache lines; see line_costs.h.
#include "engine/line_costs_inl.h"

// The back-dating node for a node of the calling-context tree is pruned.
static void release(void* tree_node)
{
   context_tree_release(&engine.graph.tree, tree_node);
}

void line_costs_init(void)
{
   bool l2 = hierarchy_has_l2(&engine.config.caches);
   backdate_init(&engine.forest, engine.config.stores   ? EV_LATE_COUNT
                                 : engine.config.beside ? EV_LATE_COUNT_OTHER
                                 : l2                   ? EV_USE_COUNT
                                                        : EV_USE_COUNT_2);
   engine.forest.released = release;
}

// --- who loads a line ---------------------------------------------------------------------

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
BackdateNode* line_costs_make_active_node(void)
{
   if (line_costs_as_callgrind()) return NULL;
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

CostTarget line_costs_target_when_skipping(const ShadowStack* s)
{
   uint64_t* end_cost = callgraph_end_cost(&engine.graph, s->exec.skip_cost_centre);
   return (CostTarget){end_cost + EV_ACCOST_L1, active_node()};
}

// The block keeps its sink, which counts its executions.
CostTarget line_costs_target_in_sink(const Site* site)
{
   CallGraph* g = &engine.graph;
   CostCentre* c = callgraph_cost_centre(g, site->block, xg_current.stack->exec.context);
   uint64_t* counters = callgraph_miss_counters(g, c) + site->index * site->block->n_counters;
   return (CostTarget){counters + LINE_USE, active_node()};
}

CostTarget line_costs_target(const Site* site)
{
   return line_costs_target_fast(site);
}

// --- what it costs ------------------------------------------------------------------------

// Whether a line has costs of its use: a line that was prefetched in vain is an event of its own, and one that nobody has
// used costs all of its bytes, but not in Callgrind's arithmetic.
static bool has_use(const Eviction* e)
{
   if (line_costs_as_callgrind()) return (uint32_t)e->count != 0;
   return e->count != 0 || !e->prefetched;
}

// All events of line use of a line, for the record.
static void cost_of(const Eviction* e, uint64_t* cost)
{
   host_memset(cost, 0, EV_USE_COUNT * sizeof *cost);
   uint32_t use_event = use_events_of_level[e->level];
   if (has_use(e)) {
      cost[use_event] = access_cost(e->count);
      cost[use_event + 1] = e->unused_B;
   } else {
      cost[EV_PFUNUSED - EV_ACCOST_L1] = e->prefetched;
   }
}

static CostTarget recorded_target(const Eviction* e)
{
   uint64_t cost[EV_USE_COUNT];
   cost_of(e, cost);
   return line_cost_record_evicted(&e->target, cost);
}

static bool finishing; // lines that are resident leave the caches without having been evicted

// A prefetcher has loaded a line for whatever comes.
static void note_for_stores(const Eviction* e, const CostTarget* t)
{
   const CostTarget nobody = {0};
   if (e->level == LEVEL_LL && !finishing)
      stores_line_evicted(e->prefetched ? &nobody : t, e->owner, e->line);
}

// How many lines the evicted one stands for; with sampled sets, its group has their use.
static uint64_t lines_of_eviction(const Eviction* e)
{
   if (!engine.sampled.on) return 1;
   return sampled_sets_use(e, use_events_of_level[e->level], access_cost(e->count));
}

static void charge_eviction(const CostTarget* t, const Eviction* e, bool other)
{
   if (!t->counters) return;
   bool charged = !line_costs_as_callgrind() || xg_current.stack->exec.collect;
   if (has_use(e) && charged)
      charge_use(t, e->owner, e->level, e->count, e->line_B, e->unused_B,
                 other ? 1 : lines_of_eviction(e), other);
   else if (e->prefetched && charged)
      charge_target(t, 0, EV_PFUNUSED - EV_ACCOST_L1, 1, other);
   line_costs_drop(t);
}

void line_costs_charge(const Eviction* e)
{
   CostTarget t = LINE_COSTS_RECORDED ? recorded_target(e) : e->target;
   if (engine.config.stores) note_for_stores(e, &t);
   charge_eviction(&t, e, false);
}

static void charge_of(bool other, const Eviction* e)
{
   if (other)
      charge_eviction(&e->target, e, true);
   else
      line_costs_charge(e);
}

XG_INLINE void costs_of_access(const Site* site, LineChanges* changes, bool other)
{
   bool any_own = false;
   for (uint32_t i = 0; i < changes->n_evicted; i++) {
      if (!changes->evicted[i].is_own) charge_of(other, &changes->evicted[i]);
      any_own |= changes->evicted[i].is_own;
   }
   if (!changes->n_loaded && !any_own) return;
   CostTarget target = other ? line_costs_target_other(site) : line_costs_target_fast(site);
   for (uint32_t i = 0; i < changes->n_loaded; i++) {
      const LineLoad* load = &changes->loaded[i];
      *load->target = line_costs_hold(site, &target, other);
      line_costs_own(load->owner, load->level, other);
   }
   for (uint32_t i = 0; i < changes->n_evicted; i++) {
      Eviction* e = &changes->evicted[i];
      if (!e->is_own) continue;
      e->target = line_costs_hold(site, &target, other);
      line_costs_own(&e->owner, e->level, other);
      charge_of(other, e);
   }
}

void line_costs_of_access(const Site* site, LineChanges* changes)
{
   costs_of_access(site, changes, false);
}

void line_costs_of_other(const Site* site, LineChanges* changes)
{
   costs_of_access(site, changes, true);
}

// --- all lines ----------------------------------------------------------------------------

static void finish(Hierarchy* h, bool other)
{
   Eviction e;
   LineCursor cursor = {0};
   hierarchy_collect(h, xg_current.stack->exec.collect);
   while (hierarchy_evict_next(h, &cursor, &e)) charge_of(other, &e);
}

void line_costs_finish(void)
{
   if (engine.config.beside) {
      beside_follow_all();
      finish(&engine.beside.caches, true);
   }
   finishing = true;
   finish(&engine.caches, false);
   finishing = false;
}

void line_costs_clear(void)
{
   if (line_costs_as_callgrind()) // Callgrind loses what was loaded
      hierarchy_clear(&engine.caches);
   else
      line_costs_finish();
}

void line_costs_flush(void)
{
   backdate_flush(&engine.forest);
}

bool line_costs_is_of(uint32_t thread, const BackdateNode* n)
{
   for (ShadowStack* s = engine.graph.shadow_stacks; s; s = s->next)
      if (s->thread == thread && n->total == s->line_use_total) return true;
   return thread == 0;
}

void line_costs_begin_part(void)
{
   host_memset(engine.evicted, 0, sizeof engine.evicted);
}

static void forget_lines(Hierarchy* h, uint32_t thread)
{
   const bool is_recorded = LINE_COSTS_RECORDED && h == &engine.caches;
   LineCursor cursor = {0};
   for (CostTarget* t; (t = hierarchy_next_target(h, &cursor));) {
      CostTarget target = is_recorded ? line_cost_record_target(t) : *t;
      if (!target.backdate_node || !line_costs_is_of(thread, target.backdate_node)) continue;
      if (is_recorded) line_cost_record_forget(t);
      backdate_drop(&engine.forest, target.backdate_node);
      *t = (CostTarget){.backdate_node = is_recorded ? t->backdate_node : NULL};
   }
}

void line_costs_forget(uint32_t thread)
{
   line_costs_begin_part();
   if (line_costs_as_callgrind()) return; // Callgrind charges the lines later
   // Before nodes are pruned and pass on their pending costs.
   for (ShadowStack* s = engine.graph.shadow_stacks; s; s = s->next)
      if (thread == 0 || s->thread == thread)
         backdate_forget(&engine.forest, s->line_use_total);
   if (engine.config.stores) stores_forget(thread);
   if (!engine.config.line_use) return;
   forget_lines(&engine.caches, thread);
   if (engine.config.beside) forget_lines(&engine.beside.caches, thread);
}

void line_costs_disown(void)
{
   if (engine.config.line_use)
      hierarchy_set_owner(&engine.caches, object_costs_forgotten()->number);
   if (engine.config.line_use && engine.config.beside)
      hierarchy_set_owner(&engine.beside.caches, object_costs_forgotten()->number);
   if (engine.config.stores) store_targets_disown();
}
