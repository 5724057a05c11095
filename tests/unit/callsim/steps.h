// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the made-up program may do next.
//
//    sim_step();   // one thing at random
#ifndef XG_TESTS_UNIT_CALLSIM_STEPS_H
#define XG_TESTS_UNIT_CALLSIM_STEPS_H

#include "callsim/compare.h"

// --- calls --------------------------------------------------------------------------------

static void sim_call(bool tail)
{
   SimStack* s = sim.s;
   int from = s->code;
   int f = (int)sim_below(sim_has(SIM_STUBS) ? SIM_CALLABLE : SIM_FUNCTIONS);
   Block* b = tail ? sim.tails[from][f] : sim.calls[from][f];
   sim_execute(b);
   SimFrame frame = {.body_sp = s->sp, .back = tail ? NULL : sim.back[from][f]};
   if (!tail) s->sp -= 8 * (1 + sim_below(4));
   frame.sp = tail ? s->frame[s->depth - 1].sp : s->sp;
   if (tail) s->sp = frame.sp; // it has given up its own stack frame
   sim_transfer(b, sim.entry[f], s->sp);
   sim_push(f, b, sim.entry[f], frame);
   sim_execute(sim.entry[f]);
   s->sp -= 8 * sim_below(3);
}

// A return to a function nobody saw calling: it is taken to have called all there was.
static void sim_return_outside(int f)
{
   SimStack* s = sim.s;
   Block *b = sim.returns[s->code], *target = sim.back[f][0];
   sim_execute(b);
   sim_transfer(b, target, s->sp + 8);
   int callee = s->here;
   int function = sim.context[callee].functions[0];
   s->active[function]--;
   sim_root(f);
   if (s->active[function] == 0) {
      sim_region_enter_late(function, sim_timeline.clock, &s->since);
      sim_region_leave(function);
   }
   const Block* source = callgraph_find_block(&engine.graph, target->address - 1, true);
   int arc = sim_arc(s->here, source, b, callee);
   sim.arc[arc].calls++;
   sim_called_all_along(arc);
   s->skip = NULL;
   s->code = f;
   s->sp += 8;
   sim_execute(target);
}

static void sim_return(void)
{
   SimStack* s = sim.s;
   int last = sim_last_left(s);
   if (last < 0) {
      if (s->handlers) {
         if (sim_has(SIM_UNDERFLOW) && s->code == SIM_HANDLER && s->depth == s->floor)
            sim_return_outside(SIM_RESTORER);
         sim_leave_handler();
      } else if (sim_has(SIM_UNDERFLOW) && !s->has_underflown && s->depth == 0) {
         s->has_underflown = true;
         sim_return_outside(SIM_OUTSIDE);
      }
      return;
   }
   Block *b = sim.returns[s->code], *back = s->frame[last].back;
   sim_execute(b);
   sim_transfer(b, back, s->frame[last].sp + 8);
   while (s->depth > last) sim_pop();
   sim_execute(back);
}

// A jump into a function further out, perhaps out of a handler.
static void sim_longjmp(void)
{
   SimStack* s = sim.s;
   if (s->depth == 0) return;
   int k = (int)sim_below((uint32_t)s->depth);
   if (!s->frame[k].back) return; // replaced by a tail call: nobody can come back
   Block *b = sim.local[s->code], *target = sim.back[s->frame[k].code][0];
   uint64_t sp = s->frame[k].sp + 8, body_sp = s->frame[k].body_sp;
   sim_execute(b);
   sim_transfer(b, target, sp);
   while (s->depth > k) {
      if (s->depth == s->floor) {
         sim_end_handler();
         sim.abandoned++;
      } else {
         sim_pop();
      }
   }
   while (s->handlers && s->handler[s->handlers - 1].sp <= sp && s->depth == s->floor) {
      sim_end_handler(); // the interrupted function itself is jumped to
      sim.abandoned++;
   }
   s->sp = body_sp;
   sim_execute(target);
}

static void sim_local_jump(void)
{
   int f = sim.s->code;
   sim_execute(sim.local[f]);
   sim_transfer(sim.local[f], sim.back[f][1], sim.s->sp);
   sim_execute(sim.back[f][1]);
}

// --- stacks -------------------------------------------------------------------------------

// A stack that waits is switched to, behind the call in which it was left.
static void sim_resume(SimStack* to)
{
   SimStack* from = sim.s;
   Block* b = sim_below(4) ? sim.returns[from->code] : sim.leaps[from->code];
   int last = sim_last_left(to);
   Block* back = to->frame[last].back;
   sim_execute(b);
   sim_transfer(b, back, to->frame[last].sp + 8);
   sim.s = sim.thread[from->thread].s = to;
   while (to->depth > last) sim_pop();
   sim_execute(back);
}

// A coroutine starts on stack k, where another one may have been that is over now.
static void sim_start_stack(int k)
{
   SimStack* from = sim.s;
   Block *b = sim.returns[from->code], *target = sim.entry[SIM_START];
   // Only a return to far below can be told from other transfers anywhere in a function.
   if (sim_base(from->thread, k) + (1 << 16) < from->sp && sim_below(2))
      target = sim.middle[SIM_START];
   else if (sim_below(4) == 0)
      b = sim.leaps[from->code];
   sim_execute(b);
   SimStack* to = sim_new_stack(from->thread, k, SIM_START, from->collect);
   sim_transfer(b, target, to->sp);
   sim.s = sim.thread[from->thread].s = to;
   sim_execute(target);
}

static void sim_switch_stacks(void)
{
   SimStack* s = sim.s;
   int k = (int)sim_below(SIM_MAX_STACKS);
   SimStack* to = &sim_stack[s->thread][k];
   if (to == s || sim_last_left(s) < 0) return; // nobody could come back
   sim.c->switches++;
   if (k > 0 && (!to->alive || (to->base_is_known && sim_below(4) == 0)))
      sim_start_stack(k);
   else if (to->alive)
      sim_resume(to);
}

// --- threads and signals ------------------------------------------------------------------

static void sim_switch_threads(void)
{
   int t = 1 + (int)sim_below(sim.c->threads);
   if (sim.interlude == SIM_IN_SIGNAL) return;
   if (sim.interlude == SIM_NO_INTERLUDE || t != sim.interrupted) sim_run_thread(t);
}

static void sim_step(void);

// Between two blocks of a step other threads may run, or a signal may come.
static void sim_boundary(void)
{
   bool others = sim_has(SIM_THREADS) && sim.c->threads > 1, signals = sim_has(SIM_HANDLERS);
   if (sim.interlude || !(others || signals) || sim_below(16)) return;
   SimStack* s = sim.s;
   sim.interrupted = s->thread;
   int steps = (int)sim_below(6), before = s->handlers;
   if (others && (!signals || sim_below(4))) {
      sim.interlude = SIM_OTHER_THREADS;
      sim_switch_threads();
      for (int i = 0; i < steps && sim.s != s; i++) sim_step();
      sim_run_thread(sim.interrupted);
   } else if (before < 3 && s->depth < SIM_DEPTH - 3) {
      sim.interlude = SIM_IN_SIGNAL;
      sim_signal();
      for (int i = 0; i < steps && s->handlers > before; i++) sim_step();
      while (s->handlers > before) sim_leave_handler();
   }
   sim.interlude = SIM_NO_INTERLUDE;
}

// --- all ----------------------------------------------------------------------------------

static void sim_step_calls(uint32_t what)
{
   SimStack* s = sim.s;
   bool room = s->depth < SIM_DEPTH - s->handlers;
   if (what < 12) {
      if (room) sim_call(false);
   } else if (what < 15) {
      if (room && s->depth > s->floor) sim_call(true);
   } else if (what < 26) {
      sim_return();
   } else if (what < 28) {
      sim_local_jump();
   } else if (what == 28) {
      if (sim_has(SIM_HANDLERS) && s->handlers < 3 && sim_below(4) == 0) sim_signal();
   } else if (sim.interlude != SIM_IN_SIGNAL) {
      if (sim_has(SIM_LONGJMP) && sim_below(4) == 0) sim_longjmp();
   }
}

static void sim_step_profile(uint32_t what)
{
   int thread = sim_has(SIM_SEPARATE) && sim_below(4) ? sim.s->thread : 0;
   if (what == 0) {
      if (!sim_has(SIM_COLLECT)) return;
      bool on = !sim.s->collect;
      for (int k = 0; k < SIM_MAX_STACKS; k++) sim_stack[sim.s->thread][k].collect = on;
      shadow_stack_collect_thread(&engine.graph, &xg_current, on);
   } else if (what == 1) {
      if (sim_has(SIM_DUMPS) && sim_below(64) == 0) sim_dump(thread);
   } else if (sim_has(SIM_ZERO) && sim_below(64) == 0) {
      sim_zero(thread);
   }
}

static void sim_step_stacks(uint32_t what)
{
   if (what < 2) {
      if (sim_has(SIM_STACKS) && sim.interlude != SIM_IN_SIGNAL) sim_switch_stacks();
   } else if (what < 4) {
      if (sim_has(SIM_THREADS)) sim_switch_threads();
   } else if (sim.interlude) {
      return; // what follows ends what waits
   } else if (what == 4) {
      if (sim.s->thread != 1 && sim_below(4) == 0) sim_end_thread();
   } else if (what == 5) {
      if (sim_has(SIM_RESETS) && sim_below(32) == 0) sim_reset();
   } else {
      if (sim_has(SIM_THREADS) && sim_has(SIM_ZERO) && sim_below(64) == 0) sim_fork();
   }
}

static void sim_step(void)
{
   if (sim.c->timeline && sim_below(32) == 0) sim_region_request();
   uint32_t what = sim_below(40);
   if (what < 30)
      sim_step_calls(what);
   else if (what < 33)
      sim_step_profile(what - 30);
   else
      sim_step_stacks(what - 33);
}

#endif
