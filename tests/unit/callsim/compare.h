// SPDX-License-Identifier: GPL-3.0-or-later
//
// The engine's call graph, and each profile part, against the reference.
#ifndef XG_TESTS_UNIT_CALLSIM_COMPARE_H
#define XG_TESTS_UNIT_CALLSIM_COMPARE_H

#include "callsim/tree.h"
#include "profile_reader.h"

// --- the call graph -----------------------------------------------------------------------

static int sim_context_of(const Context* p)
{
   SimContext q = {.size = (int)p->chain->size,
                   .level = (int)p->level,
                   .thread = (int)p->chain->thread_group};
   for (int i = 0; i < q.size; i++) q.functions[i] = (int)p->chain->functions[i]->number - 1;
   return sim_context(&q);
}

static int sim_arc_of(int from, const Arc* a)
{
   return sim_arc(from, a->exit->block, a->target, sim_context_of(a->to));
}

static void sim_self_of(const Context* p, SimCost* sum)
{
   for (const CostCentre* c = p->cost_centres; c; c = c->next) {
      uint64_t rows[8][EV_COUNT] = {{0}};
      costs_of_cost_centre(c, rows);
      for (int e = 0; e < SIM_EVENTS; e++) {
         for (int i = 0; i < 8; i++) sum->n[e] += rows[i][sim_event[e]];
         if (c->end_cost) sum->n[e] += c->end_cost[sim_event[e]];
      }
   }
}

static const char* const sim_self_name[SIM_EVENTS] = {
   "self Ir",           "self Dr",
   "self D1mr",         "self DLmr or cost known at once",
   "self L2mr",         "self SpLoss1",
   "self AcCost1",      "self SpLoss of LL",
   "self AcCost of LL", "self SpLoss of L2",
   "self AcCost of L2", "self L3mr",
   "self SpLoss of L3", "self AcCost of L3"};
static const char* const sim_inclusive_name[SIM_EVENTS] = {
   "inclusive Ir",           "inclusive Dr",
   "inclusive D1mr",         "inclusive DLmr or cost known at once",
   "inclusive L2mr",         "inclusive SpLoss1",
   "inclusive AcCost1",      "inclusive SpLoss of LL",
   "inclusive AcCost of LL", "inclusive SpLoss of L2",
   "inclusive AcCost of L2", "inclusive L3mr",
   "inclusive SpLoss of L3", "inclusive AcCost of L3"};

static void sim_compare_context(const Context* p, uint64_t* arcs)
{
   int id = sim_context_of(p);
   SimCost self = {{0}};
   sim_self_of(p, &self);
   for (int e = 0; e < SIM_EVENTS; e++)
      sim_equal(sim_self_name[e], self.n[e], sim.context[id].self.n[e]);
   for (const Arc* a = p->arcs; a; a = a->next_from, ++*arcs) {
      const SimArc* r = &sim.arc[sim_arc_of(id, a)];
      sim_equal("calls", a->calls, r->calls);
      for (int e = 0; e < sim_events(); e++)
         sim_equal(sim_inclusive_name[e], a->cost[sim_event[e]], r->cost.n[e]);
   }
}

static void sim_sum_totals(int thread, SimCost* sum)
{
   for (int t = 1; t <= SIM_MAX_THREADS; t++)
      if (!thread || t == thread) sim_add(sum, &sim.thread[t].total);
}

// The inclusive cost of contexts that nothing calls is the total.
static void sim_compare_roots(void)
{
   SimCost sum = {{0}}, total = {{0}};
   static bool is_called[SIM_CONTEXTS];
   memset(is_called, 0, (size_t)sim.contexts * sizeof is_called[0]);
   for (int i = 0; i < sim.arcs; i++) is_called[sim.arc[i].to] = true;
   for (const Context* p = engine.graph.contexts; p; p = p->next) {
      if (is_called[sim_context_of(p)]) continue;
      sim_self_of(p, &sum);
      for (const Arc* a = p->arcs; a; a = a->next_from)
         for (int e = 0; e < sim_events(); e++) sum.n[e] += a->cost[sim_event[e]];
   }
   sim_sum_totals(0, &total);
   for (int e = 0; e < sim_events(); e++)
      sim_equal("inclusive cost of roots", sum.n[e], total.n[e]);
}

// What the shadow stacks say that the thread has cost since the last part.
static void sim_compare_thread(int t)
{
   SimCost sum = {{0}};
   for (ShadowStack* s = engine.graph.shadow_stacks; s; s = s->next) {
      if (s->thread != (uint32_t)t) continue;
      shadow_stack_switch(&engine.graph, &xg_current, s);
      shadow_stack_update_totals(&xg_current);
      uint64_t since[EV_COUNT] = {0};
      shadow_stack_add_since_dump(&xg_current, false, since);
      for (int i = 0; i < SIM_EVENTS; i++) sum.n[i] += since[sim_event[i]];
   }
   for (int e = 0; e < sim_events(); e++)
      sim_equal("cost of the thread", sum.n[e], sim.thread[t].total.n[e]);
}

static void sim_flush(int thread)
{
   ShadowStack* running = xg_current.stack;
   if (sim_has(SIM_LINES)) line_costs_flush();
   for (ShadowStack* s = engine.graph.shadow_stacks; s; s = s->next) {
      if (thread && s->thread != (uint32_t)thread) continue;
      shadow_stack_switch(&engine.graph, &xg_current, s);
      shadow_stack_flush_frames(&engine.graph, &xg_current);
   }
   shadow_stack_switch(&engine.graph, &xg_current, running);
}

// `thread`: whose frames have been flushed; 0: all.
static void sim_compare(int thread)
{
   uint64_t contexts = 0, arcs = 0, expected_contexts = 0, expected_arcs = 0;
   ShadowStack* running = xg_current.stack;
   if (sim_has(SIM_LINES)) backdate_check(&engine.forest);
   callgraph_check(&engine.graph);
   for (const Context* p = engine.graph.contexts; p; p = p->next) {
      if (thread && p->chain->thread_group != (uint32_t)thread) continue;
      sim_compare_context(p, &arcs);
      contexts++;
   }
   for (int i = 0; i < sim.contexts; i++) expected_contexts += sim_is_in_part(i, thread);
   for (int i = 0; i < sim.arcs; i++) expected_arcs += sim_is_in_part(sim.arc[i].from, thread);
   sim_equal("number of contexts", contexts, expected_contexts);
   sim_equal("number of arcs", arcs, expected_arcs);
   sim_compare_tree(thread);
   sim_equal("abandoned handlers", host_libc.abandoned, sim.abandoned);
   sim_equal("collection", xg_current.stack->exec.collect, sim.s->collect);
   for (int t = 1; t <= SIM_MAX_THREADS; t++)
      if (sim.thread[t].stack) sim_compare_thread(t);
   shadow_stack_switch(&engine.graph, &xg_current, running);
   // With a context for each level nothing is hidden in recursion; but a handler that returned
   // to the restorer was called by it, and one that did not is a root of the same name.
   if (sim_told_apart() && !thread) sim_compare_roots();
}

// --- profile parts ------------------------------------------------------------------------

static void sim_name(int id, char* name, size_t size)
{
   const SimContext* p = &sim.context[id];
   size_t n = (size_t)snprintf(name, size, "%s", sim.function[p->functions[0]]->name);
   if (p->level) n += (size_t)snprintf(name + n, size - n, "'%d", p->level + 1);
   for (int i = 1; i < p->size; i++)
      n += (size_t)snprintf(name + n, size - n, "'%s", sim.function[p->functions[i]]->name);
}

// Compares a part that was read back with the reference, name by name.
static void sim_compare_profile(const ReadProfile* r, int thread)
{
   SimCost total = {{0}};
   sim_sum_totals(thread, &total);
   for (int e = 0; e < sim_events(); e++)
      sim_equal("self costs in the profile", r->self[e], total.n[e]);
   uint64_t read_calls = 0, calls = 0, seen = 0;
   SimCost read = {{0}}, cost = {{0}};
   for (size_t i = 0; i < r->n_calls; i++) {
      read_calls += r->call[i].calls;
      for (int e = 0; e < sim_events(); e++) read.n[e] += r->call[i].cost[e];
   }
   for (int i = 0; i < sim.arcs; i++) {
      if (!sim_is_in_part(sim.arc[i].from, thread) || !sim_is_written(&sim.arc[i])) continue;
      calls += sim.arc[i].calls;
      sim_add(&cost, &sim.arc[i].cost);
   }
   sim_equal("calls in the profile", read_calls, calls);
   for (int e = 0; e < sim_events(); e++)
      sim_equal("inclusive costs in the profile", read.n[e], cost.n[e]);
   for (int i = 0; i < sim.contexts; i++) {
      if (!sim_is_in_part(i, thread)) continue;
      char name[200];
      sim_name(i, name, sizeof name);
      const ReadFunction* f = read_find(r, name);
      for (int e = 0; e < sim_events(); e++)
         sim_equal(name, f ? f->self[e] : 0, sim.context[i].self.n[e]);
      seen += f != NULL;
   }
   sim_equal("functions in the profile", r->n_functions, seen);
}

// Adds up what parts say of costs that are known at once and of those known later.
static void sim_add_passes(uint64_t* two_passes, uint64_t immediate, uint64_t back_dated)
{
   two_passes[0] += immediate;
   two_passes[1] += back_dated;
}

static void sim_note_passes(int thread)
{
   for (const Context* p = engine.graph.contexts; p; p = p->next) {
      int id = sim_context_of(p);
      if (!sim_is_in_part(id, thread)) continue;
      SimCost self = {{0}};
      sim_self_of(p, &self);
      sim_add_passes(sim.context[id].two_passes, self.n[SIM_IMMEDIATE], self.n[SIM_BACK_DATED]);
      for (const Arc* a = p->arcs; a; a = a->next_from)
         sim_add_passes(sim.arc[sim_arc_of(id, a)].two_passes,
                        a->cost[sim_event[SIM_IMMEDIATE]], a->cost[sim_event[SIM_BACK_DATED]]);
   }
}

// A part that cannot be written stays in the graph.
static void sim_fail_to_write(int thread, const ProfileLayout* layout)
{
   static Writer w;
   uint64_t totals[EV_COUNT];
   ProfilePart part = {.thread = (uint32_t)thread, .totals = totals};
   writer_init(&w, -1);
   profile_begin_part(&engine.graph, &part);
   profile_write_body(&w, &engine.graph, layout, &part, NULL);
   profile_end_part(&engine.graph, &part, writer_finish(&w));
}

// Writes a profile part of a thread (0: of all), which takes the costs out of the graph.
static void sim_write_part(int thread)
{
   sim_flush(thread);
   sim_compare(thread);
   if (sim_has(SIM_LINES)) sim_note_passes(thread);
   ProfileLayout layout = {.n_events = (uint32_t)sim_events(),
                           .by_line = true,
                           .by_instr = sim_below(2),
                           .compress_strings = sim_below(2),
                           .compress_pos = sim_below(2)};
   for (int e = 0; e < SIM_EVENTS; e++) layout.event[e] = (uint8_t)sim_event[e];
   if (sim_below(2)) sim_fail_to_write(thread, &layout);
   uint64_t totals[EV_COUNT];
   ProfilePart part = {.thread = (uint32_t)thread, .totals = totals};
   static ReadProfile r;
   read_profile(&r, &engine.graph, &layout, &part);
   for (uint32_t e = 0; e < layout.n_events; e++)
      sim_equal("totals", totals[sim_event[e]], r.self[e]);
   sim_compare_profile(&r, thread);
   context_tree_zero(&engine.graph.tree, (uint32_t)thread);
   engine_begin_part((uint32_t)thread);
   sim_part_is_written(thread);
   sim.c->dumps_checked++;
}

// Writes the profile of a thread, or of each (0).
static void sim_dump(int thread)
{
   if (thread || !sim_has(SIM_SEPARATE)) {
      sim_write_part(thread);
      return;
   }
   sim_flush(0);
   sim_compare(0);
   for (int t = 1; t <= SIM_MAX_THREADS; t++)
      if (sim.thread[t].stack) sim_write_part(t);
}

// Inclusive cost of what is known late is defined as what the difference method gives for the same
// cost if it is known at once.  When all lines have been evicted, the parts must say the same of both; but
// if a caller is found after a part was written, it has called only what is in later parts, and
// the lines that go then are in those.
static void sim_compare_passes(void)
{
   if (sim_has(SIM_UNDERFLOW) && sim_has(SIM_DUMPS)) return;
   for (int i = 0; i < sim.contexts; i++)
      sim_equal("self cost by two passes", sim.context[i].two_passes[1],
                sim.context[i].two_passes[0]);
   for (int i = 0; i < sim.arcs; i++)
      sim_equal("inclusive cost by two passes", sim.arc[i].two_passes[1],
                sim.arc[i].two_passes[0]);
   sim.c->two_passes_checked = true;
}

#endif
