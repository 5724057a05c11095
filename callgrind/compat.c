// SPDX-License-Identifier: GPL-3.0-or-later
// Stock's peculiarities; see compat.h.
#include "callgrind/compat.h"

#include "pub_tool_libcbase.h"

#include "callgrind/instrument.h"
#include "callgrind/options.h"
#include "engine/engine.h"

// Adds n executions of the whole block to its place and to the running totals.
static void add_executions(Block* b, Long n)
{
   Centre* c = callgraph_centre(&engine.graph, b, xg_now.strand->place);
   for (UInt s = 0; s < b->n_segments; s++) c->executions[s] += (ULong)n;
   xg_now.total[EV_IR] += (ULong)n * b->n_instrs;
}

void compat_forget_last_block(void)
{
   Block* b = instrument_resume.block;
   if (!options.compat || !b || xg_now.key != xg_now.strand->place) return;
   if (!options.cache_sim) {
      add_executions(b, -1);
      return;
   }
   Centre* c = callgraph_centre(&engine.graph, b, xg_now.strand->place);
   if (c->executions[0] != 1) return;
   VG_(memset)(c->executions, 0, b->n_segments * sizeof c->executions[0]);
   c->tallies = NULL;
}

void compat_recount_request_block(Block* b, Bool was_on, Bool is_on)
{
   if (!options.compat || options.cache_sim || !b || was_on == is_on) return;
   if (!xg_now.strand->place) return;
   if (is_on)
      add_executions(b, 1);
   else
      add_executions(b, -1);
}

Bool compat_may_hold_resolver(const HChar* object_name)
{
   static const HChar* const prefix[] = {"/lib/ld", "/lib64/ld", "/usr/lib/ld",
                                         "/usr/lib64/ld"};
   for (Int i = 0; i < 4; i++)
      if (VG_(strncmp)(object_name, prefix[i], VG_(strlen)(prefix[i])) == 0) return True;
   return False;
}
