// SPDX-License-Identifier: GPL-3.0-or-later
//
// A made-up program that calls, tail-calls, returns, jumps, switches stacks and threads at random,
// and what its profile must be: all open calls are walked for every block, and every one of them
// pays.
//
// Stubs are skipped functions, `handler` runs in signal handlers, `outside` and `restorer` are
// known only by returns to them.  The parts: state.h what is known; program.h the code;
// reference.h what must come out, paths.h of it for the calling-context tree, curves.h of miss curves,
// timeline.h of the timeline;
// lines.h accesses;
// drive.h what the tool does; compare.h, and tree.h for the tree; steps.h.
//
//    SimConfig c = {.below = next, .source = &state, .features = SIM_STUBS, .recursions = 2};
//    sim_run(&c, 20000);   // stops the program at the first difference
#ifndef XG_TESTS_UNIT_CALLSIM_H
#define XG_TESTS_UNIT_CALLSIM_H

#include "callsim/steps.h"

// The calls of all stacks end here.  Back-dating nodes that are left are roots.
static void sim_unwind(void)
{
   uint64_t roots = 0;
   ShadowStack* running = xg_current.stack;
   for (ShadowStack* s = engine.graph.shadow_stacks; s; s = s->next) {
      shadow_stack_switch(&engine.graph, &xg_current, s);
      engine_unwind_all();
      sim_equal("handlers left", s->n_handlers, 0);
      roots += s->exec.backdate_root != NULL;
   }
   shadow_stack_switch(&engine.graph, &xg_current, running);
   if (sim_has(SIM_LINES)) sim_equal("nodes left", engine.forest.n_nodes, roots);
   callgraph_check(&engine.graph);
}

// Runs the program for so many steps at most and compares.
static inline void sim_run(SimConfig* c, int steps)
{
   sim_start(c);
   sim_curves_forget_lines();
   sim_curves_zero();
   sim_timeline_start();
   sim_execute(sim.entry[sim.s->code]);
   for (int i = 0; i < steps && !(c->evicted && c->evicted(c->source)); i++) sim_step();
   sim_dump(0);
   if (c->curves) sim_compare_curves();
   if (sim_has(SIM_LINES)) {
      line_costs_finish();
      sim_all_lines_end();
      sim_dump(0);
      if (!sim_has(SIM_CACHES)) sim_compare_passes();
   }
   if (c->timeline) sim_compare_timeline();
   sim_unwind();
}

#endif
