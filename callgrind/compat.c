// SPDX-License-Identifier: GPL-3.0-or-later
// Stock's peculiarities; see compat.h.
#include "callgrind/compat.h"

#include "pub_tool_libcbase.h"

#include "callgrind/instrument.h"
#include "callgrind/options.h"
#include "engine/engine.h"

// The counters of a block in the running strand's place, or NULL if its costs are not its own.
static Centre* centre_of(Block* b)
{
   const Strand* s = xg_now.strand;
   if (!b || !s->place || s->skipping) return NULL;
   return callgraph_centre(&engine.graph, b, s->place);
}

// Adds n executions of the whole block to its place and to the running totals.
static void add_executions(Block* b, Centre* c, Long n)
{
   for (UInt s = 0; s < b->n_segments; s++) c->executions[s] += (ULong)n;
   xg_now.total[EV_IR] += (ULong)n * b->n_instrs;
}

static void clear_centre(Centre* c)
{
   VG_(memset)(c->executions, 0, c->block->n_segments * sizeof c->executions[0]);
   c->tallies = NULL;
}

void compat_forget_last_block(void)
{
   Block* b = instrument_resume.block;
   Centre* c = centre_of(b);
   if (!c || !xg_now.strand->collect) return;
   if (!options.cache_sim)
      add_executions(b, c, -1);
   else if (options.compat && c->executions[0] == 1)
      clear_centre(c);
   if (options.compat && c->executions[0] == 0) c->extra = NULL;
}

static Centre* hidden;
static ULong* hidden_executions; // with cache simulation: what was set aside
static ULong* hidden_tallies;

void compat_hide_asking_block(void)
{
   Block* b = instrument_resume.block;
   hidden = options.compat && xg_now.strand->collect ? centre_of(b) : NULL;
   if (!hidden) return;
   if (!options.cache_sim) {
      add_executions(b, hidden, -1);
   } else if (hidden->executions[0] == 1) {
      hidden_executions = (ULong*)arena_alloc(&engine.graph.arena_centres,
                                              b->n_segments * sizeof *hidden_executions);
      VG_(memcpy)
      (hidden_executions, hidden->executions, b->n_segments * sizeof *hidden_executions);
      hidden_tallies = (ULong*)hidden->tallies;
      clear_centre(hidden);
   } else {
      hidden = NULL;
   }
}

void compat_show_asking_block(void)
{
   if (!hidden) return;
   Block* b = hidden->block;
   if (!options.cache_sim) {
      add_executions(b, hidden, 1);
   } else {
      VG_(memcpy)
      (hidden->executions, hidden_executions, b->n_segments * sizeof *hidden_executions);
      hidden->tallies = (uint64_t*)hidden_tallies;
   }
   hidden = NULL;
}

void compat_recount_asking_block(Bool is_on)
{
   Block* b = instrument_resume.block;
   Centre* c = options.compat ? centre_of(b) : NULL;
   if (!c) return;
   if (!options.cache_sim) add_executions(b, c, is_on ? 1 : -1);
}

void compat_forget_interrupted_block(Block* b)
{
   Centre* c = options.compat ? centre_of(b) : NULL;
   if (!c || !xg_now.strand->collect) return;
   if (!options.cache_sim)
      add_executions(b, c, -1);
   else if (c->executions[0] == 1)
      clear_centre(c);
}

Bool compat_may_hold_resolver(const HChar* object_name)
{
   static const HChar* const prefix[] = {"/lib/ld", "/lib64/ld", "/usr/lib/ld",
                                         "/usr/lib64/ld"};
   for (Int i = 0; i < 4; i++)
      if (VG_(strncmp)(object_name, prefix[i], VG_(strlen)(prefix[i])) == 0) return True;
   return False;
}
