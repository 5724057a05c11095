// SPDX-License-Identifier: GPL-3.0-or-later
// What is going on; see status.h.
#include "callgrind/control/status.h"

#include "pub_tool_basics.h"
#include "pub_tool_gdbserver.h"
#include "pub_tool_machine.h"

#include "callgrind/instrument/instrument.h"
#include "callgrind/options/options.h"
#include "callgrind/result_files/columns.h"
#include "callgrind/result_files/dump.h"
#include "callgrind/threads/thread_names.h"
#include "callgrind/threads/thread_stacks.h"
#include "engine/engine.h"
#include "engine/open_costs.h"
#include "writers/profile_reset.h"

// The next thread that lives and has run, or 0; *position is 0 before the first one.
static UInt next_thread(UInt* position)
{
   while (++*position < thread_stacks_end()) {
      ThreadId t;
      Addr low, high;
      if (!thread_stacks_has(*position)) continue;
      VG_(thread_stack_reset_iter)(&t);
      while (VG_(thread_stack_next)(&t, &low, &high))
         if (t == *position) return t;
   }
   return 0;
}

void status_print(void)
{
   UInt n = 0;
   for (UInt t = 0; next_thread(&t);) n++;
   VG_(gdb_printf)("instrumentation: %s\n", instrument_on ? "on" : "off");
   VG_(gdb_printf)("%u thread(s) running.\n", n);
   VG_(gdb_printf)("%u part(s) of the profile written.\n", dump_parts());
}

// Calls that the current part of the profile has so far.
static ULong count_calls(void)
{
   ULong n = 0;
   for (const Context* p = engine.graph.contexts; p; p = p->next)
      for (const Arc* a = p->arcs; a; a = a->next_from)
         if (a->kind == ARC_CALL) n += a->calls;
   return n;
}

static void print_cost(const uint64_t* cost)
{
   const ProfileLayout* layout = columns_layout();
   for (UInt i = 0; i < layout->n_events; i++) {
      const Event e = layout->event[i];
      VG_(gdb_printf)(" %llu", (ULong)event_shown(e, cost[e], NULL));
   }
   VG_(gdb_printf)("\n");
}

static void print_call(UInt thread, UInt index, const OpenCosts* o, const Frame* f)
{
   uint64_t cost[EV_COUNT];
   open_costs_call(o, f, cost);
   VG_(gdb_printf)("function-%u-%u: %s\n", thread, index, f->arc->from->function->name);
   VG_(gdb_printf)("calls-%u-%u: %llu\n", thread, index, (ULong)f->arc->calls);
   VG_(gdb_printf)("events-%u-%u:", thread, index);
   print_cost(cost);
}

// The function that a signal has interrupted, and the cost of the handler, which is state number n.
static void print_interrupted(UInt thread, UInt index, const OpenCosts* o, UInt n)
{
   uint64_t cost[EV_COUNT];
   const ShadowStack* s = xg_current.stack;
   const Context* interrupted = shadow_stack_state(s, n - 1)->context;
   open_costs_state(o, n, cost);
   VG_(gdb_printf)("function-%u-%u: %s\n", thread, index, interrupted->function->name);
   VG_(gdb_printf)("calls-%u-%u: 1\n", thread, index);
   VG_(gdb_printf)
   ("signal-%u-%u: %d\n", thread, index, shadow_stack_state(s, n)->signal);
   VG_(gdb_printf)("events-%u-%u:", thread, index);
   print_cost(cost);
}

// Prints a line for each open call, outermost first, if it is to; returns how many there are.
static UInt print_calls(UInt thread, const OpenCosts* o, Bool print)
{
   const ShadowStack* s = xg_current.stack;
   const Frame* f = s->frames + 1;
   UInt index = 0;
   for (UInt n = 0; n <= s->n_handlers; n++) {
      if (n && shadow_stack_state(s, n - 1)->context) {
         if (print) print_interrupted(thread, index, o, n);
         index++;
      }
      for (const Frame* end = shadow_stack_state_end(s, n); f < end; f++) {
         if (!f->arc) continue;
         if (print) print_call(thread, index, o, f);
         index++;
      }
   }
   return index;
}

static void print_name(UInt thread)
{
   const HChar* name = thread_names_of(thread);
   if (name) VG_(gdb_printf)("name-%u: %s\n", thread, name);
}

// The calls that are open on the thread's running stack, outermost first, and where they have led.
// As with Callgrind, a function's lines have the call that it made and what that has cost.
static void print_thread(UInt thread)
{
   uint64_t cost[EV_COUNT];
   OpenCosts o;
   const ShadowStack* s = xg_current.stack;
   dump_since_last_part(thread, cost);
   VG_(gdb_printf)("events-%u:", thread);
   print_cost(cost);
   open_costs_begin(&o);
   open_costs_state(&o, 0, cost);
   VG_(gdb_printf)("outermost-%u:", thread);
   print_cost(cost);
   const UInt n = print_calls(thread, &o, False);
   VG_(gdb_printf)("frames-%u: %u\n", thread, n);
   (void)print_calls(thread, &o, True);
   if (s->exec.context) VG_(gdb_printf)
   ("function-%u-%u: %s\n", thread, n, s->exec.context->function->name);
   open_costs_end(&o);
}

static void print_threads(void)
{
   thread_names_note();
   ShadowStack* running = xg_current.stack;
   for (UInt t = 0; next_thread(&t);) {
      shadow_stack_switch(&engine.graph, &xg_current, thread_stacks_of(t));
      shadow_stack_update_totals(&xg_current);
      print_name(t);
      print_thread(t);
      shadow_stack_switch(&engine.graph, &xg_current, running);
   }
}

static void print_statistics(void)
{
   const CallGraph* g = &engine.graph;
   VG_(gdb_printf)("executed-bbs: %llu\n", (ULong)profile_count_blocks(g));
   VG_(gdb_printf)("executed-calls: %llu\n", count_calls());
   VG_(gdb_printf)("distinct-bbs: %u\n", g->n_blocks);
   VG_(gdb_printf)("distinct-calls: %llu\n", (ULong)g->n_arcs);
   VG_(gdb_printf)("distinct-functions: %u\n", g->n_functions);
   VG_(gdb_printf)("distinct-contexts: %u\n", g->n_chains);
}

void status_print_internal(void)
{
   const ProfileLayout* layout = columns_layout();
   VG_(gdb_printf)("creator: xgrind-" XGRIND_VERSION "\n");
   VG_(gdb_printf)("instrumentation: %s\n", instrument_on ? "on" : "off");
   VG_(gdb_printf)("part: %u\n", dump_parts());
   VG_(gdb_printf)("threads:");
   for (UInt t = 0; next_thread(&t);) VG_(gdb_printf)(" %u", t);
   VG_(gdb_printf)("\ncurrent-tid: %u\n", xg_current.stack->thread);
   if (!instrument_on) return;
   print_statistics();
   VG_(gdb_printf)("events:");
   for (UInt i = 0; i < layout->n_events; i++)
      VG_(gdb_printf)(" %s", event_name(layout->event[i], options.compat));
   VG_(gdb_printf)("\n");
   print_threads();
}
