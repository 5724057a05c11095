// SPDX-License-Identifier: GPL-3.0-or-later
// What the tool itself has done; see statistics.h.
#include "callgrind/summary/statistics.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcprint.h"

#include "callgrind/options/options.h"
#include "engine/engine.h"

void statistics_print(void)
{
   const CallGraph* g = &engine.graph;
   VG_(dmsg)("Distinct modules:    %u\n", g->n_modules);
   VG_(dmsg)("Distinct files:      %u\n", g->n_files);
   VG_(dmsg)("Distinct functions:  %u\n", g->n_functions);
   VG_(dmsg)("Distinct call chains: %u\n", g->n_chains);
   VG_(dmsg)("Distinct contexts:   %llu\n", (ULong)g->n_contexts);
   VG_(dmsg)("Blocks:              %u (%lu kB)\n", g->n_blocks, g->arena_blocks.used_B / 1024);
   VG_(dmsg)
   ("Cost centres:        %llu (%lu kB)\n", (ULong)g->n_cost_centres,
    g->arena_cost_centres.used_B / 1024);
   VG_(dmsg)
   ("Arcs:                %llu (%lu kB)\n", (ULong)g->n_arcs, g->arena_arcs.used_B / 1024);
   VG_(dmsg)("Calls, slow path:    %llu\n", (ULong)engine.calls);
   VG_(dmsg)("Transfers, slow path: %llu\n", (ULong)engine.transfers);
   VG_(dmsg)("Stack switches:      %llu\n", (ULong)engine.stack_switches);
   if (options.prefetch) {
      const Prefetcher* p = &PROGRAM->caches.prefetcher;
      VG_(dmsg)("Prefetch up:         %llu\n", (ULong)p->up);
      VG_(dmsg)("Prefetch down:       %llu\n", (ULong)p->down);
   }
   if (!options.line_use) return;
   const BackdateForest* f = &engine.forest;
   VG_(dmsg)
   ("Back-dating nodes:   %llu now, %llu on average, %llu at most (%llu kB)\n",
    (ULong)f->n_nodes, (ULong)(f->n_samples ? f->sum_of_nodes / f->n_samples : 0),
    (ULong)f->n_max, (ULong)f->bytes / 1024);
   VG_(dmsg)
   ("Back-dating:         %llu evictions charged, %llu nodes made, %llu pruned\n",
    (ULong)f->n_samples, (ULong)f->n_created, (ULong)f->n_pruned);
}
