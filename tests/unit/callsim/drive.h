// SPDX-License-Identifier: GPL-3.0-or-later
//
// What generated code does with the engine, next to what the reference makes of it: blocks are
// counted here, and all else goes through the table of entry points.
#ifndef XG_TESTS_UNIT_CALLSIM_DRIVE_H
#define XG_TESTS_UNIT_CALLSIM_DRIVE_H

#include "callsim/lines.h"
#include "engine/entry_points.h"
#include "writers/profile_reset.h"

// --- blocks -------------------------------------------------------------------------------

static void sim_boundary(void);

static void sim_execute(Block* b)
{
   sim_boundary();
   if (sim.c->timeline) sim_timeline_block(b);
   if (b->key != xg_current.key) entry_points.enter(b);
   entry_points.check(b);
   b->cost_centre->executions[0]++;
   xg_current.total[EV_IR] += b->n_instrs;
   if (sim_has(SIM_WIDE)) xg_current.total[EV_DR] += b->n_sites;
   sim_charge(&(SimCost){.n = {b->n_instrs, b->n_sites}});
   if (b->n_sites) sim_access(b);
}

// --- transfers ----------------------------------------------------------------------------

static void sim_transfer(Block* b, const Block* target, uint64_t sp)
{
   Exit* x = &b->exits[0];
   entry_points_transfer(x->kind)(x, target->address, sp);
}

// --- signals ------------------------------------------------------------------------------

static void sim_signal(void)
{
   SimStack* s = sim.s;
   s->handler[s->handlers++] = (SimHandler){.context = s->here,
                                            .code = s->code,
                                            .floor = s->floor,
                                            .skip = s->skip,
                                            .collect = s->collect,
                                            .sp = s->sp,
                                            .since = s->since,
                                            .exec_state = s->exec_state};
   shadow_stack_begin_handler(&engine.graph, &xg_current, 10, s->sp, false, NULL);
   s->exec_state = ++sim.exec_states;
   s->here = -1;
   s->code = SIM_HANDLER;
   s->floor = s->depth;
   s->skip = NULL;
   s->collect = sim_collects_at_start();
   s->sp -= 256;
   memset(&s->since, 0, sizeof s->since);
   sim_execute(sim.entry[SIM_HANDLER]);
}

// The kernel takes the program back to where the signal came.
static void sim_leave_handler(void)
{
   while (xg_current.stack->top > xg_current.stack->floor) engine_pop();
   engine_end_handler();
   sim_end_handler();
}

// --- threads ------------------------------------------------------------------------------

static void sim_run_thread(int t)
{
   SimThread* to = &sim.thread[t];
   sim.thread[sim.s->thread].stack = xg_current.stack;
   if (!to->stack) to->stack = shadow_stack_new(&engine.graph, (uint32_t)t);
   shadow_stack_switch(&engine.graph, &xg_current, to->stack);
   if (!to->alive)
      sim_new_thread(t, sim_told_apart() ? SIM_START : (int)sim_below(SIM_FUNCTIONS));
   sim.s = to->s;
}

// The running thread ends, whatever it is doing.
static void sim_end_thread(void)
{
   int t = sim.s->thread;
   sim_regions_end_thread(t);
   engine_end_thread((uint32_t)t);
   sim_timeline_break();
   sim.thread[t].alive = false;
   sim_run_thread(1);
}

// --- costs --------------------------------------------------------------------------------

// The costs of a thread (0: of all) are zero from here.
static void sim_zero(int thread)
{
   ShadowStack* running = xg_current.stack;
   for (ShadowStack* s = engine.graph.shadow_stacks; s; s = s->next) {
      if (thread && s->thread != (uint32_t)thread) continue;
      shadow_stack_switch(&engine.graph, &xg_current, s);
      shadow_stack_zero_frames(&engine.graph, &xg_current);
   }
   shadow_stack_switch(&engine.graph, &xg_current, running);
   if (sim_has(SIM_LINES)) line_costs_forget((uint32_t)thread);
   sim_forget_loaders(thread);
   profile_zero(&engine.graph, (uint32_t)thread);
   context_tree_zero(&engine.graph.tree, (uint32_t)thread);
   if (sim.c->curves) {
      miss_curves_zero(); // of all threads
      sim_curves_zero();
   }
   if (sim.c->timeline) {
      timeline_zero(); // likewise
      sim_timeline_zero();
   }
   sim_forget(thread);
}

// The program goes on as the child: alone, and with no costs.
static void sim_fork(void)
{
   for (int t = 1; t <= SIM_MAX_THREADS; t++) {
      if (t == sim.s->thread || !sim.thread[t].alive) continue;
      sim_regions_end_thread(t);
      engine_end_thread((uint32_t)t);
      sim.thread[t].alive = false;
   }
   sim_zero(0);
}

// Instrumentation is switched off and on again.
static void sim_reset(void)
{
   engine_reset_state();
   sim_timeline_break();
   sim_regions_end_calls(); // before lines are evicted
   sim_all_lines_end();
   sim_curves_forget_lines();
   for (int t = 1; t <= SIM_MAX_THREADS; t++) {
      if (!sim.thread[t].alive) continue;
      for (int k = 0; k < SIM_MAX_STACKS; k++)
         if (&sim_stack[t][k] != sim.thread[t].s) sim_stack[t][k].alive = false;
      sim_forget_calls(sim.thread[t].s);
   }
}

#endif
