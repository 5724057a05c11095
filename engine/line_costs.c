// SPDX-License-Identifier: GPL-3.0-or-later
// Costs of cache lines; see line_costs.h.
#include "engine/line_costs_inl.h"

#include "engine/store_targets.h"

// The back-dating node for a node of the calling-context tree is pruned.
static void release(void* tree_node)
{
   context_tree_release(&engine.graph.tree, tree_node);
}

void line_costs_init(void)
{
   _Static_assert((int)EV_LATE_COUNT_BESIDE <= (int)BACKDATE_EVENTS_MAX,
                  "a node has room for all");
   static const uint8_t by_levels[] = {EV_USE_COUNT_2, EV_USE_COUNT_3, EV_USE_COUNT};
   _Static_assert(sizeof by_levels == LEVELS_BETWEEN + 1, "levels");
   backdate_init(&engine.forest, engine.config.stores ? EV_LATE_COUNT
                                 : engine.graph.config.beside
                                    ? EV_LATE_COUNT_BESIDE // none of those apart
                                    : by_levels[hierarchy_between(&engine.config.caches)]);
   engine.forest.released = release;
}

CostTarget line_costs_target(const Site* site)
{
   return line_costs_target_fast(PROGRAM, site);
}

// --- what it costs ------------------------------------------------------------------------

// Whether a line has costs of its use: a line that was prefetched in vain is an event of its own, and one that nobody has
// used costs all of its bytes, but not in Callgrind's arithmetic.
static bool has_use(const Eviction* e)
{
   if (cost_targets_as_callgrind()) return (uint32_t)e->count != 0;
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
static void tell_evicted(const Eviction* e, const CostTarget* t)
{
   const CostTarget nobody = {0};
   if (e->level == LEVEL_LL && !finishing)
      probes.line_evicted(e->prefetched ? &nobody : t, e->owner, e->line);
}

// How many lines the evicted one stands for; with sampled sets, its group has their use.
static uint64_t lines_of_eviction(const Eviction* e)
{
   if (!engine.sampled.on) return 1;
   return sampled_sets_use(e, use_events_of_level[e->level], access_cost(e->count));
}

static void charge_eviction(Simulation* sim, const CostTarget* t, const Eviction* e)
{
   if (!t->counters) return;
   bool charged = !cost_targets_as_callgrind() || xg_current.stack->exec.collect;
   if (has_use(e) && charged)
      charge_use(sim, t, e->owner, e->level, e->count, e->line_B, e->unused_B,
                 sim == PROGRAM ? lines_of_eviction(e) : 1);
   else if (e->prefetched && charged)
      charge_target(sim, t, 0, EV_PFUNUSED - EV_ACCOST_L1, 1);
   line_costs_drop(t);
}

void line_costs_charge(Simulation* sim, const Eviction* e)
{
   if (sim != PROGRAM) {
      charge_eviction(sim, &e->target, e);
      return;
   }
   CostTarget t = LINE_COSTS_RECORDED ? recorded_target(e) : e->target;
   if (probes.line_evicted) tell_evicted(e, &t);
   charge_eviction(PROGRAM, &t, e);
}

void line_costs_of_access(Simulation* sim, const Site* site, LineChanges* changes)
{
   bool any_own = false;
   for (uint32_t i = 0; i < changes->n_evicted; i++) {
      if (!changes->evicted[i].is_own) line_costs_charge(sim, &changes->evicted[i]);
      any_own |= changes->evicted[i].is_own;
   }
   if (!changes->n_loaded && !any_own) return;
   CostTarget target = line_costs_target_fast(sim, site);
   for (uint32_t i = 0; i < changes->n_loaded; i++) {
      const LineLoad* load = &changes->loaded[i];
      *load->target = line_costs_hold(sim, site, &target);
      line_costs_own(sim, load->owner, load->level);
   }
   for (uint32_t i = 0; i < changes->n_evicted; i++) {
      Eviction* e = &changes->evicted[i];
      if (!e->is_own) continue;
      e->target = line_costs_hold(sim, site, &target);
      line_costs_own(sim, &e->owner, e->level);
      line_costs_charge(sim, e);
   }
}

// --- all lines ----------------------------------------------------------------------------

static void finish(Simulation* sim)
{
   Eviction e;
   LineCursor cursor = {0};
   hierarchy_collect(&sim->caches, xg_current.stack->exec.collect);
   while (hierarchy_evict_next(&sim->caches, &cursor, &e)) line_costs_charge(sim, &e);
}

void line_costs_finish(void)
{
   for (Simulation* sim = simulation_next(PROGRAM); sim; sim = simulation_next(sim)) {
      code_cache_follow_all(&sim->caches.i1);
      finish(sim);
   }
   finishing = true;
   finish(PROGRAM);
   finishing = false;
}

void line_costs_clear(void)
{
   if (cost_targets_as_callgrind()) // Callgrind loses what was loaded
      hierarchy_clear(&PROGRAM->caches);
   else
      line_costs_finish();
}

void line_costs_flush(void)
{
   backdate_flush(&engine.forest);
}

void line_costs_begin_part(void)
{
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim))
      sim->evicted = (EvictedLines){0};
}

// Simulations apart keep nothing by thread, and their totals begin anew with any zeroing.
static void forget_lines_apart(Simulation* sim)
{
   LineCursor cursor = {0};
   for (CostTarget* t; (t = hierarchy_next_target(&sim->caches, &cursor));)
      *t = (CostTarget){0};
}

static void forget_lines(Simulation* sim, uint32_t thread)
{
   const bool is_recorded = LINE_COSTS_RECORDED && sim == PROGRAM;
   LineCursor cursor = {0};
   for (CostTarget* t; (t = hierarchy_next_target(&sim->caches, &cursor));) {
      CostTarget target = is_recorded ? line_cost_record_target(t) : *t;
      if (!target.backdate_node || !cost_targets_are_of(thread, target.backdate_node)) continue;
      if (is_recorded) line_cost_record_forget(t);
      backdate_drop(&engine.forest, target.backdate_node);
      *t = (CostTarget){.backdate_node = is_recorded ? t->backdate_node : NULL};
   }
}

void line_costs_forget(uint32_t thread)
{
   line_costs_begin_part();
   if (cost_targets_as_callgrind()) return; // Callgrind charges the lines later
   // Before nodes are pruned and pass on their pending costs.
   for (ShadowStack* s = engine.graph.shadow_stacks; s; s = s->next)
      if (thread == 0 || s->thread == thread)
         backdate_forget(&engine.forest, s->line_use_total);
   if (probes.forget) probes.forget(thread);
   if (!engine.config.line_use) return;
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim))
      if (sim != PROGRAM && engine.config.apart)
         forget_lines_apart(sim);
      else
         forget_lines(sim, thread);
}

void line_costs_disown(void)
{
   for (Simulation* sim = PROGRAM; engine.config.line_use && sim; sim = simulation_next(sim))
      hierarchy_set_owner(&sim->caches, object_costs_forgotten()->number);
   if (engine.config.stores) store_targets_disown();
}
