// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the profile must be: every block is charged to its context and to every call in the chain.
//
// Nothing here looks at the engine.  A line is charged to the chain that was there when the line
// was loaded, which is remembered whole.
#ifndef XG_TESTS_UNIT_CALLSIM_REFERENCE_H
#define XG_TESTS_UNIT_CALLSIM_REFERENCE_H

#include "callsim/paths.h"
#include "callsim/program.h"
#include "callsim/timeline.h"

static uint32_t sim_mix(uint64_t h)
{
   h *= 0x9E3779B97F4A7C15ULL;
   return (uint32_t)(h >> 40) % SIM_HASH;
}

static int sim_context(const SimContext* p)
{
   uint64_t key = ((uint64_t)p->thread * 64 + (uint64_t)p->level) * 8 + (uint64_t)p->size;
   for (int i = 0; i < p->size; i++) key = key * 16 + (uint64_t)p->functions[i];
   for (uint32_t h = sim_mix(key);; h = (h + 1) % SIM_HASH) {
      if (!sim_context_hash[h]) {
         if (sim.contexts == SIM_CONTEXTS) sim_fail("too many contexts", SIM_CONTEXTS, 0);
         SimContext* fresh = &sim.context[sim.contexts];
         *fresh = *p;
         fresh->slot = h;
         memset(&fresh->self, 0, sizeof fresh->self);
         memset(fresh->two_passes, 0, sizeof fresh->two_passes);
         sim_context_hash[h] = ++sim.contexts;
      }
      const SimContext* q = &sim.context[sim_context_hash[h] - 1];
      if (q->level == p->level && q->size == p->size && q->thread == p->thread
          && !memcmp(q->functions, p->functions, (size_t)p->size * sizeof p->functions[0]))
         return sim_context_hash[h] - 1;
   }
}

static int sim_arc(int from, const Block* exit, const Block* target, int to)
{
   uint64_t key = ((uintptr_t)exit * 31 + (uintptr_t)target) * 1000003 + (uint64_t)from * 40009
                  + (uint64_t)to;
   for (uint32_t h = sim_mix(key);; h = (h + 1) % SIM_HASH) {
      if (!sim_arc_hash[h]) {
         if (sim.arcs == SIM_ARCS) sim_fail("too many arcs", SIM_ARCS, 0);
         sim.arc[sim.arcs] = (SimArc){from, to, exit, target, .slot = h};
         sim_arc_hash[h] = ++sim.arcs;
      }
      const SimArc* a = &sim.arc[sim_arc_hash[h] - 1];
      if (a->from == from && a->to == to && a->exit == exit && a->target == target)
         return sim_arc_hash[h] - 1;
   }
}

// True if the part of this thread (0: of all) has this context in it.
static bool sim_is_in_part(int context, int thread)
{
   return !thread || sim.context[context].thread == thread;
}

// --- calls --------------------------------------------------------------------------------

static int sim_owner(void)
{
   return sim_has(SIM_SEPARATE) ? sim.s->thread : 0;
}

// The context of a call of f: f, then who is on the stack, a function that repeats counted once.
static int sim_callee_context(int f)
{
   const SimStack* s = sim.s;
   const SimContext* here = &sim.context[s->here];
   bool direct = sim_has(SIM_DIRECT) && here->functions[0] == f;
   int activations = s->active[f] + !direct;
   SimContext p = {.functions = {f}, .size = 1, .thread = sim_owner()};
   if (here->functions[0] == f) {
      p = *here;
   } else {
      int caller = here->functions[0];
      for (int i = s->depth; p.size <= (int)sim.c->callers; i--) {
         if (p.functions[p.size - 1] != caller) p.functions[p.size++] = caller;
         if (i == s->floor) break;
         caller = sim.context[s->frame[i - 1].context].functions[0];
      }
   }
   int levels = (int)sim.c->recursions;
   p.level = (activations > levels ? levels : activations) - 1;
   return sim_context(&p);
}

static void sim_root(int f)
{
   SimContext p = {.functions = {f}, .size = 1, .thread = sim_owner()};
   int levels = (int)sim.c->recursions, active = ++sim.s->active[f];
   p.level = (active > levels ? levels : active) - 1;
   sim.s->here = sim_context(&p);
}

static void sim_toggle(int f)
{
   if (sim_has(SIM_TOGGLE) && f == SIM_TOGGLING) sim.s->collect = !sim.s->collect;
}

static void sim_push(int f, const Block* exit, const Block* target, SimFrame frame)
{
   SimStack* s = sim.s;
   frame.context = s->here;
   frame.code = s->code;
   frame.callee = f;
   frame.skip = s->skip;
   frame.arc = -1;
   s->code = f;
   if (sim_is_stub(f)) {
      if (!s->skip) s->skip = exit;
   } else {
      int to = sim_callee_context(f);
      frame.opened = !(sim_has(SIM_DIRECT) && sim.context[s->here].functions[0] == f);
      frame.arc = sim_arc(s->here, s->skip ? s->skip : exit, target, to);
      sim.arc[frame.arc].calls++;
      s->skip = NULL;
      s->here = to;
      s->active[f] += frame.opened;
      if (s->active[f] == 1) sim_toggle(f);
      if (s->active[f] == 1) sim_region_enter(f, sim_timeline.clock);
   }
   s->frame[s->depth++] = frame;
}

static void sim_pop(void)
{
   SimStack* s = sim.s;
   SimFrame f = s->frame[--s->depth];
   s->here = f.context;
   s->code = f.code;
   s->skip = f.skip;
   s->sp = f.body_sp;
   if (f.arc < 0) return;
   s->active[f.callee] -= f.opened;
   if (s->active[f.callee] == 0) sim_region_leave(f.callee);
   if (s->active[f.callee] == 0) sim_toggle(f.callee);
}

// The outermost frame that a return leaves: the innermost call, with the tail calls that replaced
// its callee.  -1 if there is no call to return from.
static int sim_last_left(const SimStack* s)
{
   int last = s->depth - 1;
   while (last >= s->floor && !s->frame[last].back) last--;
   return last >= s->floor ? last : -1;
}

// The program is taken back to where a signal came.
static void sim_end_handler(void)
{
   SimStack* s = sim.s;
   SimHandler* h = &s->handler[--s->handlers];
   while (s->depth > s->floor) sim_pop();
   if (s->here >= 0) s->active[sim.context[s->here].functions[0]]--;
   s->here = h->context;
   s->code = h->code;
   s->floor = h->floor;
   s->skip = h->skip;
   s->collect = h->collect;
   s->sp = h->sp;
   s->since = h->since;
   s->exec_state = h->exec_state;
}

// The stack stays where it is; whatever was called on it has nothing to do with what comes.
static void sim_forget_calls(SimStack* s)
{
   s->depth = s->floor = s->handlers = 0;
   s->here = -1;
   s->skip = NULL;
   s->collect = sim_collects_at_start();
   s->has_underflown = s->base_is_known = false;
   s->exec_state = ++sim.exec_states;
   memset(s->active, 0, sizeof s->active);
   memset(&s->since, 0, sizeof s->since);
}

// --- costs --------------------------------------------------------------------------------

static void sim_charge(const SimCost* c)
{
   SimStack* s = sim.s;
   if (s->here < 0) sim_root(s->code);
   if (!s->collect) return;
   sim_timeline_charge(c);
   sim_regions_charge(c);
   sim_add(&sim.context[s->here].self, c);
   sim_add(&sim.thread[s->thread].total, c);
   sim_add(&s->since, c);
   if (sim_has_paths()) sim_add(sim_cost_of_path(sim_path_now()), c);
   for (int i = s->floor; i < s->depth; i++)
      if (s->frame[i].arc >= 0) sim_add(&sim.arc[s->frame[i].arc].cost, c);
}

// The cost since the last part of the execution state that has loaded the line; NULL if it has ended.
static SimCost* sim_since(const SimLine* l)
{
   SimStack* s = l->stack;
   if (s->alive && l->exec_state == s->exec_state) return &s->since;
   for (int i = 0; i < s->handlers && s->alive; i++)
      if (s->handler[i].exec_state == l->exec_state) return &s->handler[i].since;
   return NULL;
}

// The running execution state has loaded the line.
static void sim_own_line(SimLine* l)
{
   SimStack* s = sim.s;
   *l = (SimLine){.context = s->collect ? s->here : -1,
                  .thread = s->thread,
                  .stack = s,
                  .exec_state = s->exec_state};
   if (sim_has_paths() && s->here >= 0) l->path = sim_path_now();
   for (int i = s->floor; i < s->depth; i++)
      if (s->frame[i].arc >= 0) l->arc[l->arcs++] = s->frame[i].arc;
}

static void sim_charge_line(const SimLine* l, const SimCost* c)
{
   if (l->context < 0) return;
   sim_timeline_charge(c);
   sim_regions_charge_line(c);
   sim_add(&sim.context[l->context].self, c);
   sim_add(&sim.thread[l->thread].total, c);
   if (sim_has_paths()) sim_add(sim_cost_of_path(l->path), c);
   SimCost* since = sim_since(l);
   if (since) sim_add(since, c);
   for (int k = 0; k < l->arcs; k++) sim_add(&sim.arc[l->arc[k]].cost, c);
   sim.c->lines_charged++;
}

// A caller of the running execution state has been found: it has called it by this arc.
static void sim_called_all_along(int arc)
{
   sim_add(&sim.arc[arc].cost, &sim.s->since);
   for (int i = 0; i < sim.lines; i++)
      if (sim.line[i].exec_state == sim.s->exec_state)
         sim.line[i].arc[sim.line[i].arcs++] = arc;
}

// A part begins for this thread (0: for all).
static void sim_part_begins(int thread)
{
   sim_zero_paths(thread);
   for (int t = 1; t <= SIM_MAX_THREADS; t++) {
      if (thread && t != thread) continue;
      memset(&sim.thread[t].total, 0, sizeof(SimCost));
      for (int k = 0; k < SIM_MAX_STACKS; k++) {
         SimStack* s = &sim_stack[t][k];
         if (!sim.thread[t].alive || !s->alive) continue;
         memset(&s->since, 0, sizeof s->since);
         for (int i = 0; i < s->handlers; i++) memset(&s->handler[i].since, 0, sizeof(SimCost));
      }
   }
}

// All costs of the thread (0: of all) are forgotten, and those of lines that it has loaded.
static void sim_forget(int thread)
{
   for (int i = 0; i < sim.contexts; i++) {
      if (!sim_is_in_part(i, thread)) continue;
      memset(&sim.context[i].self, 0, sizeof(SimCost));
      memset(sim.context[i].two_passes, 0, sizeof sim.context[i].two_passes);
   }
   for (int i = 0; i < sim.arcs; i++) {
      SimArc* a = &sim.arc[i];
      if (!sim_is_in_part(a->from, thread)) continue;
      a->calls = 0;
      memset(&a->cost, 0, sizeof a->cost);
      memset(a->two_passes, 0, sizeof a->two_passes);
   }
   for (int i = 0; i < sim.lines; i++)
      if (!thread || sim.line[i].thread == thread) sim.line[i].context = -1;
   sim_part_begins(thread);
}

// Calls that have cost nothing are left out of a part.
static bool sim_is_written(const SimArc* a)
{
   uint64_t all = 0;
   for (int e = 0; e < sim_events(); e++) all |= a->cost.n[e];
   return all != 0;
}

// A part with the costs of the thread (0: of all) has been written.
static void sim_part_is_written(int thread)
{
   for (int i = 0; i < sim.contexts; i++)
      if (sim_is_in_part(i, thread)) memset(&sim.context[i].self, 0, sizeof(SimCost));
   for (int i = 0; i < sim.arcs; i++) {
      SimArc* a = &sim.arc[i];
      if (!sim_is_in_part(a->from, thread) || !sim_is_written(a)) continue;
      a->calls = 0;
      memset(&a->cost, 0, sizeof a->cost);
   }
   sim_part_begins(thread);
}

#endif
