// SPDX-License-Identifier: GPL-3.0-or-later
// Stock's peculiarities; see compat.h.
#include "callgrind/threads/compat.h"

#include "pub_tool_libcbase.h"

#include "callgrind/instrument/instrument.h"
#include "callgrind/options/options.h"
#include "engine/engine.h"

// The counters of a block in the running strand's place, or NULL if its costs are not its own.
static CostCentre* cost_centre_of(Block* b)
{
   const ShadowStack* s = xg_current.stack;
   if (!b || !s->exec.context || s->exec.skipping) return NULL;
   return callgraph_cost_centre(&engine.graph, b, s->exec.context);
}

// Adds n executions of the whole block to its place and to the running totals.
static void add_executions(Block* b, CostCentre* c, Long n)
{
   for (UInt s = 0; s < b->n_segments; s++) c->executions[s] += (ULong)n;
   xg_current.total[EV_IR] += (ULong)n * b->n_instrs;
}

static void clear_cost_centre(CostCentre* c)
{
   VG_(memset)(c->executions, 0, c->block->n_segments * sizeof c->executions[0]);
   c->miss_counters = NULL;
}

void compat_forget_last_block(void)
{
   Block* b = instrument_pending.block;
   CostCentre* c = cost_centre_of(b);
   if (!c || !xg_current.stack->exec.collect) return;
   if (!options.cache_sim)
      add_executions(b, c, -1);
   else if (options.compat && c->executions[0] == 1)
      clear_cost_centre(c);
   if (options.compat && c->executions[0] == 0) c->end_cost = NULL;
}

static CostCentre* hidden;
static ULong* hidden_executions; // with cache simulation: what was set aside
static ULong* hidden_tallies;

void compat_hide_pending_block(void)
{
   Block* b = instrument_pending.block;
   hidden = options.compat && xg_current.stack->exec.collect ? cost_centre_of(b) : NULL;
   if (!hidden) return;
   if (!options.cache_sim) {
      add_executions(b, hidden, -1);
   } else if (hidden->executions[0] == 1) {
      hidden_executions = (ULong*)arena_alloc(&engine.graph.arena_cost_centres,
                                              b->n_segments * sizeof *hidden_executions);
      VG_(memcpy)
      (hidden_executions, hidden->executions, b->n_segments * sizeof *hidden_executions);
      hidden_tallies = (ULong*)hidden->miss_counters;
      clear_cost_centre(hidden);
   } else {
      hidden = NULL;
   }
}

void compat_show_pending_block(void)
{
   if (!hidden) return;
   Block* b = hidden->block;
   if (!options.cache_sim) {
      add_executions(b, hidden, 1);
   } else {
      VG_(memcpy)
      (hidden->executions, hidden_executions, b->n_segments * sizeof *hidden_executions);
      hidden->miss_counters = (uint64_t*)hidden_tallies;
   }
   hidden = NULL;
}

void compat_recount_pending_block(Bool is_on)
{
   Block* b = instrument_pending.block;
   CostCentre* c = options.compat ? cost_centre_of(b) : NULL;
   if (!c) return;
   if (!options.cache_sim) add_executions(b, c, is_on ? 1 : -1);
}

void compat_forget_interrupted_block(Block* b)
{
   CostCentre* c = options.compat ? cost_centre_of(b) : NULL;
   if (!c || !xg_current.stack->exec.collect) return;
   if (!options.cache_sim)
      add_executions(b, c, -1);
   else if (c->executions[0] == 1)
      clear_cost_centre(c);
}

Bool compat_may_hold_resolver(const HChar* object_name)
{
   static const HChar* const prefix[] = {"/lib/ld", "/lib64/ld", "/usr/lib/ld",
                                         "/usr/lib64/ld"};
   for (Int i = 0; i < 4; i++)
      if (VG_(strncmp)(object_name, prefix[i], VG_(strlen)(prefix[i])) == 0) return True;
   return False;
}
