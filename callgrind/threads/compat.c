// SPDX-License-Identifier: GPL-3.0-or-later
// Callgrind's peculiarities; see compat.h.
#include "callgrind/threads/compat.h"

#include "pub_tool_libcbase.h"

#include "callgrind/options/options.h"
#include "callgrind/threads/pending_block.h"
#include "callgrind/threads/uncounted.h"
#include "engine/engine.h"

// The counters of a block in the current context if costs are to be as Callgrind's and the block's
// are its own; else NULL.
static CostCentre* cost_centre_of(Block* b)
{
   const ShadowStack* s = xg_current.stack;
   if (!options.compat || !b || !s->exec.context || s->exec.skip_cost_centre) return NULL;
   return callgraph_cost_centre(&engine.graph, b, s->exec.context);
}

static Bool is_branch_or_bus(const Site* s)
{
   return s->kind == SITE_BRANCH || s->kind == SITE_INDIRECT || s->kind == SITE_BUS;
}

// Without cache simulation: adds n executions of the block's instructions to its counters and to
// the running totals, but not of its branches and bus events, which Callgrind counts as they come.
static void add_executions(CostCentre* c, Long n)
{
   const Block* b = c->block;
   for (UInt s = 0; s < b->n_segments; s++) c->executions[s] += (ULong)n;
   xg_current.total[EV_IR] += (ULong)n * b->n_instrs;
   for (UInt i = 0; i < b->n_sites; i++)
      if (is_branch_or_bus(&b->sites[i]))
         callgraph_miss_counters(&engine.graph, c)[i * b->n_counters + EXTRA_EXECUTIONS] -=
            (ULong)n;
}

static void clear_cost_centre(CostCentre* c)
{
   VG_(memset)(c->executions, 0, c->block->n_segments * sizeof c->executions[0]);
   c->miss_counters = NULL;
}

// Takes back the last execution; counters of blocks that have none are not written.
static void forget_execution(CostCentre* c)
{
   if (!options.cache_sim)
      add_executions(c, -1);
   else if (c->executions[0] == 1)
      clear_cost_centre(c);
}

void compat_forget_last_block(void)
{
   CostCentre* c = cost_centre_of(pending_block.block);
   if (!c || !xg_current.stack->exec.collect) return;
   forget_execution(c);
   if (c->executions[0] == 0) c->end_cost = NULL;
}

void compat_forget_interrupted_block(Block* b)
{
   CostCentre* c = cost_centre_of(b);
   if (c && xg_current.stack->exec.collect) forget_execution(c);
}

void compat_recount_pending_block(Bool is_on)
{
   CostCentre* c = cost_centre_of(pending_block.block);
   if (!c) return;
   if (options.cache_sim)
      uncounted_add(c, is_on ? -1 : 1);
   else if (is_on)
      add_executions(c, 1);
   else
      forget_execution(c);
}

static CostCentre* hidden; // whose execution compat_hide_pending_block() has taken out, or NULL

void compat_hide_pending_block(void)
{
   CostCentre* c = cost_centre_of(pending_block.block);
   if (!c || !xg_current.stack->exec.collect) return;
   hidden = c;
   if (options.cache_sim)
      uncounted_add(c, 1);
   else
      add_executions(c, -1);
}

void compat_show_pending_block(void)
{
   CostCentre* c = hidden;
   if (!c) return;
   hidden = NULL;
   if (options.cache_sim)
      uncounted_add(c, -1);
   else
      add_executions(c, 1);
}

Bool compat_may_hold_resolver(const HChar* module_name)
{
   static const HChar* const prefix[] = {"/lib/ld", "/lib64/ld", "/usr/lib/ld",
                                         "/usr/lib64/ld"};
   for (Int i = 0; i < 4; i++)
      if (VG_(strncmp)(module_name, prefix[i], VG_(strlen)(prefix[i])) == 0) return True;
   return False;
}
