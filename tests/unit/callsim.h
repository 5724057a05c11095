// SPDX-License-Identifier: GPL-3.0-or-later
//
// A made-up program that calls, tail-calls, returns and jumps at random, and what its profile
// must be: the whole call chain is walked for every block, and every call in it pays.
//
// Blocks are counted as generated code counts them; transfers go through engine_transfer() alone
// or through the short ways first, as the tool does it.  Stubs are skipped functions, `handler`
// runs in signal handlers, `outside` and `restorer` are known only by returns to them.
//
//    SimConfig c = {.below = next, .source = &state, .features = SIM_STUBS, .recursions = 2};
//    sim_run(&c, 20000);   // stops the program at the first difference
#ifndef XG_TESTS_UNIT_CALLSIM_H
#define XG_TESTS_UNIT_CALLSIM_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/transfer_inl.h"
#include "engine/use.h"
#include "output/costs.h"
#include "port_host.h"
#include "profile_reader.h"

enum {
   SIM_SHORT_WAYS = 1,
   SIM_COLLECT = 2,     // collection is switched now and then
   SIM_TOGGLE = 4,      // ... and by entering or leaving function 3
   SIM_HANDLERS = 8,    // signals
   SIM_STUBS = 16,      // skipped functions
   SIM_LONGJMP = 32,    // jumps out of several frames
   SIM_DUMPS = 64,      // profile parts
   SIM_DIRECT = 128,    // direct recursion opens no level
   SIM_UNDERFLOW = 256, // returns to callers that were never seen calling
   SIM_WIDE = 512,      // the nine events of the cache simulation
   SIM_LINES = 1024,    // cache lines, charged long after they were loaded; with SIM_WIDE
   SIM_FEATURES = 2048,
   // Parts may be written while a handler has interrupted a skipped function.  Not one of the
   // features above: see sim_may_dump().
   SIM_DUMP_IN_STUB = 2048,
};

typedef struct {
   uint32_t (*below)(void* source, uint32_t n); // a number from 0 to n - 1
   bool (*ended)(void* source);                 // no more numbers
   void* source;
   unsigned features;
   uint32_t callers, recursions; // separate_*
   unsigned dumps_checked;       // out
} SimConfig;

enum {
   SIM_FUNCTIONS = 6,
   SIM_CALLABLE = 8, // and two stubs
   SIM_HANDLER = 8,
   SIM_OUTSIDE,
   SIM_RESTORER,
   SIM_ALL,
   SIM_TOGGLING = 3,
   SIM_DEPTH = 40,
   SIM_CALLERS = 3,
   SIM_EVENTS = 4,
   SIM_RESIDENT = 48, // lines that have been loaded and not been charged
   SIM_PLACES = 40000,
   SIM_ARCS = 60000,
   SIM_HASH = 1 << 17,
};

static const Event sim_event[SIM_EVENTS] = {EV_IR, EV_DR, EV_D1MR, EV_SPLOSS1};

typedef struct {
   uint64_t n[SIM_EVENTS];
} SimCost;

typedef struct {
   int fn[SIM_CALLERS + 1], size, level;
   SimCost self;
} SimPlace;

typedef struct {
   int from, to;
   const Block *exit, *target;
   uint64_t calls;
   SimCost cost;
} SimArc;

typedef struct {
   int arc; // -1: skipped
   int place, code, callee;
   const Block* skip;
   bool opened;
   uint64_t sp, body_sp; // at the callee's start; the caller's own
   Block* back;          // where it returns to; NULL: tail call
} SimFrame;

typedef struct {
   int place, code, floor;
   const Block* skip;
   bool collect;
   uint64_t sp;
   SimCost since;
   int activity; // the interrupted one
} SimHandler;

// A line on the account of whoever ran when it was loaded: all calls there were then.
typedef struct {
   Loader loader;
   uint64_t cost;
   int place, activity; // of the loader; place -1: nobody's
   int arcs, arc[2 * SIM_DEPTH];
} SimLine;

static struct {
   SimConfig* c;
   Function* function[SIM_ALL];
   Block *entry[SIM_ALL], *returns[SIM_ALL], *calls[SIM_ALL][SIM_CALLABLE];
   Block *back[SIM_ALL][SIM_CALLABLE], *tails[SIM_ALL][SIM_CALLABLE], *local[SIM_ALL];
   // The reference.
   SimPlace* place;
   SimArc* arc;
   int places, arcs, place_hash[SIM_HASH], arc_hash[SIM_HASH];
   SimFrame frame[SIM_DEPTH + 2];
   SimHandler handler[4];
   int depth, floor, handlers, here, code, active[SIM_ALL];
   const Block* skip; // not NULL: costs are for the function with this block
   bool collect, has_underflown;
   uint64_t sp;
   SimCost total, since; // of this part; of this activity since the last part
   unsigned abandoned;
   SimLine line[SIM_RESIDENT];
   int lines, activity, activities; // the running one, and how many there have been
} sim;

KnownTransfer xg_known[KNOWN_TRANSFERS];

static void sim_fail(const char* what, uint64_t got, uint64_t expected)
{
   fprintf(stderr, "%s: got %llu, expected %llu (features %u, callers %u, recursions %u)\n",
           what, (unsigned long long)got, (unsigned long long)expected, sim.c->features,
           sim.c->callers, sim.c->recursions);
   abort();
}

static void sim_equal(const char* what, uint64_t got, uint64_t expected)
{
   if (got != expected) sim_fail(what, got, expected);
}

static bool sim_has(unsigned feature)
{
   return sim.c->features & feature;
}

static uint32_t sim_below(uint32_t n)
{
   return sim.c->below(sim.c->source, n);
}

static void sim_add(SimCost* to, const SimCost* c)
{
   for (int e = 0; e < SIM_EVENTS; e++) to->n[e] += c->n[e];
}

static bool sim_is_stub(int f)
{
   return f >= SIM_FUNCTIONS && f < SIM_CALLABLE;
}

// --- the program --------------------------------------------------------------------------

static Block* sim_block(int f, uint64_t offset, uint32_t instrs, uint32_t reads, ExitKind kind)
{
   Block* b =
      callgraph_new_block(&engine.graph, 0x10000 + (uint64_t)f * 0x1000 + offset, false);
   b->object = sim.function[f]->file->object;
   b->function = sim.function[f];
   b->is_entry = offset == 0;
   b->tally_width = sim_has(SIM_LINES) ? TALLY_WIDTH_USE : TALLY_WIDTH_PLAIN;
   callgraph_shape_block(&engine.graph, b, instrs, reads, 1, 1);
   for (uint32_t i = 0; i < instrs; i++)
      b->instrs[i] = (Instr){.offset_B = (uint16_t)i, .size_B = 1};
   for (uint32_t i = 0; i < reads; i++)
      b->sites[i] = (Site){.block = b, .size_B = 8, .kind = SITE_READ, .index = (uint16_t)i};
   b->exits[0] = (Exit){
      .block = b, .instr = (uint16_t)(instrs - 1), .after_B = 0x10, .kind = (uint8_t)kind};
   return b;
}

static void sim_functions(void)
{
   static const char* const name[SIM_ALL] = {
      "a", "b", "c", "d", "e", "f", "stub1", "stub2", "handler", "outside", "restorer"};
   CallGraph* g = &engine.graph;
   Object* object = callgraph_object(g, "object");
   SourceFile* file[2] = {callgraph_file(g, object, "one.c"),
                          callgraph_file(g, object, "two.c")};
   for (int i = 0; i < SIM_ALL; i++) {
      bool is_new;
      sim.function[i] = callgraph_function(g, file[i % 2], name[i], &is_new);
      sim.function[i]->set.skip = sim_is_stub(i);
   }
   if (sim_has(SIM_TOGGLE)) {
      sim.function[SIM_TOGGLING]->set.toggle_collect = true;
      sim.function[SIM_TOGGLING]->has_orders = true;
   }
}

static void sim_program(void)
{
   uint32_t reads = sim_has(SIM_WIDE) ? 1 : 0;
   sim_functions();
   for (int i = 0; i < SIM_ALL; i++) {
      sim.entry[i] = sim_block(i, 0, 2, reads, EXIT_NEXT);
      sim.returns[i] = sim_block(i, 0x800, 1, 2 * reads, EXIT_RETURN);
      sim.local[i] = sim_block(i, 0x900, 1, 0, EXIT_JUMP);
      for (int j = 0; j < SIM_CALLABLE; j++) {
         uint64_t at = (uint64_t)j * 0x40;
         sim.calls[i][j] = sim_block(i, 0x100 + at, 3, reads, EXIT_CALL);
         sim.back[i][j] = sim_block(i, 0x110 + at, 1, reads, EXIT_NEXT);
         sim.tails[i][j] = sim_block(i, 0x400 + at, 2, 0, EXIT_JUMP);
      }
   }
}

static void sim_start(SimConfig* c)
{
   SimPlace* place = sim.place ? sim.place : malloc(SIM_PLACES * sizeof *place);
   SimArc* arc = sim.arc ? sim.arc : malloc(SIM_ARCS * sizeof *arc);
   memset(&sim, 0, sizeof sim);
   sim.c = c;
   sim.place = place;
   sim.arc = arc;
   sim.here = -1;
   sim.collect = !(c->features & SIM_TOGGLE);
   sim.sp = 1 << 20;
   EngineConfig config = {
      .cache_use = sim_has(SIM_LINES),
      .back_dating = true,
      .caches = {.i1 = {256, 2, 64}, .d1 = {256, 2, 64}, .ll = {512, 2, 64}},
      .graph = {
         .width = sim_has(SIM_LINES)  ? EV_WIDTH_USE
                  : sim_has(SIM_WIDE) ? EV_WIDTH_CACHE
                                      : EV_WIDTH_PLAIN,
         .uniform_contexts = true,
         .collect_at_start = sim.collect,
         .skip_direct_recursion = sim_has(SIM_DIRECT),
         .defaults = {.separate_recursions = c->recursions, .separate_callers = c->callers}}};
   port_host_free_all();
   port_host = (PortHost){.with_lines = true};
   memset(&engine, 0, sizeof engine);
   memset(&xg_now, 0, sizeof xg_now);
   memset(xg_known, 0, sizeof xg_known);
   engine_init(&config);
   sim_program();
   strand_switch(&engine.graph, &xg_now, strand_new(&engine.graph, 1));
}

// --- the reference ------------------------------------------------------------------------

static uint32_t sim_mix(uint64_t h)
{
   h *= 0x9E3779B97F4A7C15ULL;
   return (uint32_t)(h >> 40) % SIM_HASH;
}

static int sim_place(const SimPlace* p)
{
   uint64_t key = (uint64_t)p->level * 8 + (uint64_t)p->size;
   for (int i = 0; i < p->size; i++) key = key * 16 + (uint64_t)p->fn[i];
   for (uint32_t h = sim_mix(key);; h = (h + 1) % SIM_HASH) {
      if (!sim.place_hash[h]) {
         if (sim.places == SIM_PLACES) sim_fail("too many places", SIM_PLACES, 0);
         sim.place[sim.places] = *p;
         memset(&sim.place[sim.places].self, 0, sizeof(SimCost));
         sim.place_hash[h] = ++sim.places;
      }
      const SimPlace* q = &sim.place[sim.place_hash[h] - 1];
      if (q->level == p->level && q->size == p->size
          && !memcmp(q->fn, p->fn, (size_t)p->size * sizeof p->fn[0]))
         return sim.place_hash[h] - 1;
   }
}

static int sim_arc(int from, const Block* exit, const Block* target, int to)
{
   uint64_t key = ((uintptr_t)exit * 31 + (uintptr_t)target) * 1000003 + (uint64_t)from * 40009
                  + (uint64_t)to;
   for (uint32_t h = sim_mix(key);; h = (h + 1) % SIM_HASH) {
      if (!sim.arc_hash[h]) {
         if (sim.arcs == SIM_ARCS) sim_fail("too many arcs", SIM_ARCS, 0);
         sim.arc[sim.arcs] = (SimArc){from, to, exit, target, 0, {{0}}};
         sim.arc_hash[h] = ++sim.arcs;
      }
      const SimArc* a = &sim.arc[sim.arc_hash[h] - 1];
      if (a->from == from && a->to == to && a->exit == exit && a->target == target)
         return sim.arc_hash[h] - 1;
   }
}

// Where a call of f goes: f, then who is on the stack, a function that repeats counted once.
static int sim_callee_place(int f)
{
   const SimPlace* here = &sim.place[sim.here];
   bool direct = sim_has(SIM_DIRECT) && here->fn[0] == f;
   int activations = sim.active[f] + !direct;
   SimPlace p = {.fn = {f}, .size = 1};
   if (here->fn[0] == f) {
      p = *here;
   } else {
      int caller = here->fn[0];
      for (int i = sim.depth; p.size <= (int)sim.c->callers; i--) {
         if (p.fn[p.size - 1] != caller) p.fn[p.size++] = caller;
         if (i == sim.floor) break;
         caller = sim.place[sim.frame[i - 1].place].fn[0];
      }
   }
   int levels = (int)sim.c->recursions;
   p.level = (activations > levels ? levels : activations) - 1;
   return sim_place(&p);
}

static void sim_root(int f)
{
   SimPlace p = {.fn = {f}, .size = 1};
   int levels = (int)sim.c->recursions;
   sim.active[f]++;
   p.level = (sim.active[f] > levels ? levels : sim.active[f]) - 1;
   sim.here = sim_place(&p);
}

static void sim_toggle(int f)
{
   if (sim_has(SIM_TOGGLE) && f == SIM_TOGGLING) sim.collect = !sim.collect;
}

static void sim_push(int f, const Block* exit, const Block* target, SimFrame frame)
{
   frame.place = sim.here;
   frame.code = sim.code;
   frame.callee = f;
   frame.skip = sim.skip;
   frame.arc = -1;
   sim.code = f;
   if (sim_is_stub(f)) {
      if (!sim.skip) sim.skip = exit;
   } else {
      int to = sim_callee_place(f);
      frame.opened = !(sim_has(SIM_DIRECT) && sim.place[sim.here].fn[0] == f);
      frame.arc = sim_arc(sim.here, sim.skip ? sim.skip : exit, target, to);
      sim.arc[frame.arc].calls++;
      sim.skip = NULL;
      sim.here = to;
      sim.active[f] += frame.opened;
      if (sim.active[f] == 1) sim_toggle(f);
   }
   sim.frame[sim.depth++] = frame;
}

static void sim_pop(void)
{
   SimFrame f = sim.frame[--sim.depth];
   sim.here = f.place;
   sim.code = f.code;
   sim.skip = f.skip;
   sim.sp = f.body_sp;
   if (f.arc < 0) return;
   sim.active[f.callee] -= f.opened;
   if (sim.active[f.callee] == 0) sim_toggle(f.callee);
}

static void sim_charge(const SimCost* c)
{
   if (sim.here < 0) sim_root(sim.code);
   if (!sim.collect) return;
   sim_add(&sim.place[sim.here].self, c);
   sim_add(&sim.total, c);
   sim_add(&sim.since, c);
   for (int i = sim.floor; i < sim.depth; i++)
      if (sim.frame[i].arc >= 0) sim_add(&sim.arc[sim.frame[i].arc].cost, c);
}

// The activity's cost since the last part: of the running one, or one that was interrupted.
static SimCost* sim_since(int activity)
{
   if (activity == sim.activity) return &sim.since;
   for (int i = 0; i < sim.handlers; i++)
      if (sim.handler[i].activity == activity) return &sim.handler[i].since;
   return NULL; // over
}

static void sim_evict(int i)
{
   SimLine l = sim.line[i];
   sim.line[i] = sim.line[--sim.lines];
   use_charge(
      &(LineEnd){.loader = l.loader, .count = 1, .unused_B = (uint32_t)l.cost, .level = 1});
   if (l.place < 0) return;
   SimCost c = {{0, 0, 0, l.cost}};
   sim_add(&sim.place[l.place].self, &c);
   sim_add(&sim.total, &c);
   SimCost* since = sim_since(l.activity);
   if (since) sim_add(since, &c);
   for (int k = 0; k < l.arcs; k++) sim_add(&sim.arc[l.arc[k]].cost, &c);
}

static void sim_load(Block* b)
{
   if (sim.lines == SIM_RESIDENT) sim_evict((int)sim_below(SIM_RESIDENT));
   SimLine* l = &sim.line[sim.lines++];
   *l = (SimLine){.loader = use_loader(&b->sites[0]),
                  .cost = 1 + sim_below(64),
                  .place = sim.collect ? sim.here : -1,
                  .activity = sim.activity};
   if (l->loader.node) backdate_hold(l->loader.node);
   for (int i = sim.floor; i < sim.depth; i++)
      if (sim.frame[i].arc >= 0) l->arc[l->arcs++] = sim.frame[i].arc;
}

// The activity turns out to have been called by this arc.
static void sim_called_all_along(int arc)
{
   for (int i = 0; i < sim.lines; i++)
      if (sim.line[i].activity == sim.activity) sim.line[i].arc[sim.line[i].arcs++] = arc;
}

// --- what the tool does -------------------------------------------------------------------

static void sim_execute(Block* b)
{
   SimCost c = {{b->n_instrs, b->n_sites, 0}};
   if (b->key != xg_now.key) engine_enter_block(b);
   b->centre->executions[0]++;
   xg_now.total[EV_IR] += b->n_instrs;
   if (sim_has(SIM_WIDE)) xg_now.total[EV_DR] += b->n_sites;
   if (b->n_sites && sim_below(4) == 0) {
      callgraph_tallies(&engine.graph, b->centre)[TALLY_L1]++;
      strand_complete_frames(&xg_now);
      xg_now.total[EV_D1MR]++;
      c.n[2] = 1;
   }
   sim_charge(&c);
   if (!sim_has(SIM_LINES) || !b->n_sites) return;
   if (sim_below(3) == 0) sim_load(b);
   if (sim.lines && sim_below(4) == 0) sim_evict((int)sim_below((uint32_t)sim.lines));
}

static void sim_remember(Exit* exit, uint64_t target, Arc* arc)
{
   *known_slot(exit, target) = (KnownTransfer){exit, target, arc};
   if (!arc) {
      exit->last_key = KEY_ANY;
      exit->last_target = target;
      return;
   }
   exit->last = arc;
   exit->last_key = arc->from;
   exit->last_target = target;
}

static void sim_call_in_full(Exit* exit, Block* target, uint64_t sp)
{
   const void* from = xg_now.key;
   Strand* s = xg_now.strand;
   engine_transfer(exit, target, sp);
   if (s != xg_now.strand || s->top == s->floor) return;
   const Frame* f = s->top - 1;
   if (f->sp != sp || f->skipping || f->caller != from) return;
   if (!f->arc)
      exit->last_stub = target;
   else if (f->arc->exit == exit && f->arc->from == from)
      sim_remember(exit, target->address, f->arc);
}

static void sim_jump_in_full(Exit* exit, Block* target, uint64_t sp)
{
   Strand* s = xg_now.strand;
   const Frame* top = s->top;
   const Centre* skipping = s->skipping;
   const void* from = xg_now.key;
   engine_transfer(exit, target, sp);
   if (s != xg_now.strand) return;
   if (s->top == top + 1 && top->arc && top->arc->exit == exit && top->arc->from == from) {
      sim_remember(exit, target->address, top->arc);
   } else if (s->top == top && !skipping) {
      if (!target->is_entry) sim_remember(exit, target->address, NULL);
   } else if (skipping && s->top == top + 1 && top->arc) {
      Exit* x = &skipping->block->exits[skipping->block->n_exits - 1];
      if (top->arc->exit != x) return;
      x->last = top->arc;
      x->last_key = top->arc->from;
      x->last_target = top->arc->target->address;
   }
}

static bool sim_stays(const Exit* exit, uint64_t target, uint64_t sp)
{
   if (xg_now.strand->top[-1].sp < sp) return false;
   if (exit->last_key == KEY_ANY && exit->last_target == target) return true;
   const KnownTransfer* k = known_slot(exit, target);
   return k->exit == exit && k->target == target && !k->arc;
}

static void sim_transfer(Block* b, Block* target, uint64_t sp)
{
   Exit* x = &b->exits[0];
   uint64_t to = target->address;
   uint32_t width = sim_has(SIM_WIDE) ? EV_WIDTH_CACHE : EV_WIDTH_PLAIN;
   if (!sim_has(SIM_SHORT_WAYS) || sim_has(SIM_DIRECT)) {
      engine_transfer(x, target, sp);
   } else if (x->kind == EXIT_CALL) {
      if (!repeat_call(x, to, sp, width) && !repeat_stub_call(x, to, sp, width))
         sim_call_in_full(x, target, sp);
   } else if (x->kind == EXIT_RETURN) {
      if (!simple_return(to, sp, width)) engine_transfer(x, target, sp);
   } else if (!sim_stays(x, to, sp) && !repeat_stub_jump(to, width)
              && !repeat_tail_call(x, to, sp, width)) {
      sim_jump_in_full(x, target, sp);
   }
}

// --- steps --------------------------------------------------------------------------------

static void sim_call(bool tail)
{
   int from = sim.code;
   int f = (int)sim_below(sim_has(SIM_STUBS) ? SIM_CALLABLE : SIM_FUNCTIONS);
   Block* b = tail ? sim.tails[from][f] : sim.calls[from][f];
   sim_execute(b);
   SimFrame frame = {.body_sp = sim.sp, .back = tail ? NULL : sim.back[from][f]};
   if (!tail) sim.sp -= 8 * (1 + sim_below(4));
   frame.sp = tail ? sim.frame[sim.depth - 1].sp : sim.sp;
   if (tail) sim.sp = frame.sp; // its own stack frame is gone
   sim_transfer(b, sim.entry[f], sim.sp);
   sim_push(f, b, sim.entry[f], frame);
   sim_execute(sim.entry[f]);
   sim.sp -= 8 * sim_below(3);
}

// A return to a function nobody saw calling: it is taken to have called all there was.
static void sim_return_outside(int f)
{
   Block* b = sim.returns[sim.code];
   sim_execute(b);
   Block* target = sim.back[f][0];
   sim_transfer(b, target, sim.sp + 8);
   int callee = sim.here, fn = sim.place[callee].fn[0];
   sim.active[fn]--;
   sim_root(f);
   const Block* source = callgraph_find_block(&engine.graph, target->address - 1, true);
   SimArc* a = &sim.arc[sim_arc(sim.here, source, b, callee)];
   a->calls++;
   sim_add(&a->cost, &sim.since);
   sim_called_all_along((int)(a - sim.arc));
   sim.skip = NULL;
   sim.code = f;
   sim.sp += 8;
   sim_execute(target);
}

static void sim_end_handler(void)
{
   SimHandler* h = &sim.handler[--sim.handlers];
   while (sim.depth > sim.floor) sim_pop();
   if (sim.here >= 0) sim.active[sim.place[sim.here].fn[0]]--;
   sim.here = h->place;
   sim.code = h->code;
   sim.floor = h->floor;
   sim.skip = h->skip;
   sim.collect = h->collect;
   sim.sp = h->sp;
   sim.since = h->since;
   sim.activity = h->activity;
}

// The kernel takes the program back to where the signal came.
static void sim_leave_handler(void)
{
   while (xg_now.strand->top > xg_now.strand->floor) engine_pop();
   engine_end_handler();
   sim_end_handler();
}

static void sim_return(void)
{
   int bottom = sim.depth;
   while (bottom > sim.floor && !sim.frame[bottom - 1].back) bottom--;
   if (bottom == sim.floor) {
      if (sim.handlers) {
         if (sim_has(SIM_UNDERFLOW) && sim.code == SIM_HANDLER && sim.depth == sim.floor)
            sim_return_outside(SIM_RESTORER);
         sim_leave_handler();
      } else if (sim_has(SIM_UNDERFLOW) && !sim.has_underflown && sim.depth == 0) {
         sim.has_underflown = true;
         sim_return_outside(SIM_OUTSIDE);
      }
      return;
   }
   Block *b = sim.returns[sim.code], *back = sim.frame[bottom - 1].back;
   sim_execute(b);
   sim_transfer(b, back, sim.frame[bottom - 1].sp + 8);
   while (sim.depth >= bottom) sim_pop();
   sim_execute(back);
}

static void sim_signal(void)
{
   SimHandler* h = &sim.handler[sim.handlers++];
   *h = (SimHandler){.place = sim.here,
                     .code = sim.code,
                     .floor = sim.floor,
                     .skip = sim.skip,
                     .collect = sim.collect,
                     .sp = sim.sp,
                     .since = sim.since,
                     .activity = sim.activity};
   sim.activity = ++sim.activities;
   strand_begin_handler(&engine.graph, &xg_now, 10, sim.sp, false, NULL);
   sim.here = -1;
   sim.code = SIM_HANDLER;
   sim.floor = sim.depth;
   sim.skip = NULL;
   sim.collect = engine.config.graph.collect_at_start;
   sim.sp -= 256;
   memset(&sim.since, 0, sizeof sim.since);
   sim_execute(sim.entry[SIM_HANDLER]);
}

// A jump into a function further out, perhaps out of a handler.
static void sim_longjmp(void)
{
   if (sim.depth == 0) return;
   int k = (int)sim_below((uint32_t)sim.depth);
   if (!sim.frame[k].back) return; // replaced by a tail call: nobody can come back
   Block *b = sim.local[sim.code], *target = sim.back[sim.frame[k].code][0];
   sim_execute(b);
   sim_transfer(b, target, sim.frame[k].sp + 8);
   while (sim.depth > k) {
      if (sim.depth == sim.floor) {
         sim_end_handler();
         sim.abandoned++;
      } else {
         sim_pop();
      }
   }
   while (sim.handlers && sim.handler[sim.handlers - 1].sp <= sim.frame[k].sp + 8
          && sim.depth == sim.floor) { // the interrupted function itself is jumped to
      sim_end_handler();
      sim.abandoned++;
   }
   sim.sp = sim.frame[k].body_sp;
   sim_execute(target);
}

static void sim_local_jump(void)
{
   sim_execute(sim.local[sim.code]);
   sim_transfer(sim.local[sim.code], sim.back[sim.code][1], sim.sp);
   sim_execute(sim.back[sim.code][1]);
}

// --- comparison ---------------------------------------------------------------------------

static int sim_place_of(const Place* p)
{
   SimPlace q = {.size = (int)p->context->size, .level = (int)p->level};
   for (int i = 0; i < q.size; i++) q.fn[i] = (int)p->context->fn[i]->number - 1;
   return sim_place(&q);
}

static void sim_self_of(const Place* p, SimCost* sum)
{
   for (const Centre* c = p->centres; c; c = c->next) {
      uint64_t rows[8][EV_COUNT] = {{0}};
      costs_of_centre(c, rows);
      for (int e = 0; e < SIM_EVENTS; e++) {
         for (int i = 0; i < 8; i++) sum->n[e] += rows[i][sim_event[e]];
         if (c->extra) sum->n[e] += c->extra[sim_event[e]];
      }
   }
}

static int sim_events(void)
{
   return sim_has(SIM_LINES) ? SIM_EVENTS : sim_has(SIM_WIDE) ? SIM_EVENTS - 1 : 1;
}

static void sim_compare_place(const Place* p, int* arcs)
{
   int id = sim_place_of(p);
   SimCost self = {{0}};
   sim_self_of(p, &self);
   for (int e = 0; e < SIM_EVENTS; e++)
      sim_equal("self cost", self.n[e], sim.place[id].self.n[e]);
   for (const Arc* a = p->arcs; a; a = a->next_from, ++*arcs) {
      const SimArc* r = &sim.arc[sim_arc(id, a->exit->block, a->target, sim_place_of(a->to))];
      sim_equal("calls", a->calls, r->calls);
      for (int e = 0; e < sim_events(); e++)
         sim_equal("inclusive cost", a->cost[sim_event[e]], r->cost.n[e]);
   }
}

// Inclusive cost of the places that nothing calls: all there is.
static void sim_compare_roots(void)
{
   SimCost sum = {{0}};
   static bool is_called[SIM_PLACES];
   memset(is_called, 0, sizeof is_called);
   for (int i = 0; i < sim.arcs; i++) is_called[sim.arc[i].to] = true;
   for (const Place* p = engine.graph.places; p; p = p->next) {
      if (is_called[sim_place_of(p)]) continue;
      sim_self_of(p, &sum);
      for (const Arc* a = p->arcs; a; a = a->next_from)
         for (int e = 0; e < sim_events(); e++) sum.n[e] += a->cost[sim_event[e]];
   }
   for (int e = 0; e < sim_events(); e++)
      sim_equal("inclusive cost of roots", sum.n[e], sim.total.n[e]);
}

static void sim_compare(void)
{
   int places = 0, arcs = 0;
   if (sim_has(SIM_LINES)) use_settle();
   if (sim_has(SIM_LINES)) backdate_check(&engine.forest);
   strand_flush_frames(&engine.graph, &xg_now);
   callgraph_check(&engine.graph);
   for (const Place* p = engine.graph.places; p; p = p->next, places++)
      sim_compare_place(p, &arcs);
   sim_equal("number of places", (uint64_t)places, (uint64_t)sim.places);
   sim_equal("number of arcs", (uint64_t)arcs, (uint64_t)sim.arcs);
   sim_equal("abandoned handlers", port_host.abandoned, sim.abandoned);
   sim_equal("collection", xg_now.strand->collect, sim.collect);
   // With a place for each level nothing is hidden in recursion; but a handler that returned
   // to the restorer was called by it, and one that did not is a root of the same name.
   bool told_apart = sim.c->recursions > SIM_DEPTH && !sim_has(SIM_DIRECT)
                     && !(sim_has(SIM_UNDERFLOW) && sim_has(SIM_HANDLERS));
   if (told_apart) sim_compare_roots();
}

static void sim_name(int id, char* name, size_t size)
{
   const SimPlace* p = &sim.place[id];
   size_t n = (size_t)snprintf(name, size, "%s", sim.function[p->fn[0]]->name);
   if (p->level) n += (size_t)snprintf(name + n, size - n, "'%d", p->level + 1);
   for (int i = 1; i < p->size; i++)
      n += (size_t)snprintf(name + n, size - n, "'%s", sim.function[p->fn[i]]->name);
}

// Calls that have cost nothing are left out of a part.
static bool sim_is_written(const SimArc* a)
{
   uint64_t all = 0;
   for (int e = 0; e < sim_events(); e++) all |= a->cost.n[e];
   return all != 0;
}

// Reads a part back and compares it with the reference, name by name.
static void sim_compare_profile(const ReadProfile* r)
{
   for (int e = 0; e < sim_events(); e++)
      sim_equal("self costs in the profile", r->self[e], sim.total.n[e]);
   uint64_t read_calls = 0, read_cost = 0, calls = 0, cost = 0, seen = 0;
   for (size_t i = 0; i < r->n_calls; i++)
      read_calls += r->call[i].calls, read_cost += r->call[i].cost[0];
   for (int i = 0; i < sim.arcs; i++) {
      if (!sim_is_written(&sim.arc[i])) continue;
      calls += sim.arc[i].calls;
      cost += sim.arc[i].cost.n[0];
   }
   sim_equal("calls in the profile", read_calls, calls);
   sim_equal("inclusive costs in the profile", read_cost, cost);
   for (int i = 0; i < sim.places; i++) {
      char name[200];
      sim_name(i, name, sizeof name);
      const ReadFunction* f = read_find(r, name);
      sim_equal(name, f ? f->self[0] : 0, sim.place[i].self.n[0]);
      seen += f != NULL;
   }
   sim_equal("functions in the profile", r->n_functions, seen);
}

// Writes a profile part, which takes the costs out of the graph.
static void sim_dump(void)
{
   sim_compare();
   ProfileLayout layout = {.n_events = (uint32_t)sim_events(),
                           .by_line = true,
                           .by_instr = sim_below(2),
                           .compress_strings = sim_below(2),
                           .compress_pos = sim_below(2)};
   for (int e = 0; e < SIM_EVENTS; e++) layout.event[e] = (uint8_t)sim_event[e];
   uint64_t totals[EV_COUNT];
   ProfilePart part = {.totals = totals};
   static ReadProfile r;
   read_profile(&r, &engine.graph, &layout, &part);
   for (uint32_t e = 0; e < layout.n_events; e++)
      sim_equal("totals", totals[sim_event[e]], r.self[e]);
   sim_compare_profile(&r);
   for (int i = 0; i < sim.places; i++) memset(&sim.place[i].self, 0, sizeof(SimCost));
   for (int i = 0; i < sim.arcs; i++)
      if (sim_is_written(&sim.arc[i])) {
         sim.arc[i].calls = 0;
         memset(&sim.arc[i].cost, 0, sizeof(SimCost));
      }
   memset(&sim.total, 0, sizeof sim.total);
   strand_mark_part(&xg_now);
   // What an outside caller has called counts from here.
   memset(&sim.since, 0, sizeof sim.since);
   for (int i = 0; i < sim.handlers; i++) memset(&sim.handler[i].since, 0, sizeof(SimCost));
   sim.c->dumps_checked++;
}

// What a skipped function has cost before a handler interrupted it is written only with the
// part in which the handler has ended; the arcs have it at once.
static bool sim_may_dump(void)
{
   for (int i = 0; i < sim.handlers; i++)
      if (sim.handler[i].skip && !sim_has(SIM_DUMP_IN_STUB)) return false;
   return true;
}

static void sim_step(void)
{
   uint32_t what = sim_below(32);
   bool room = sim.depth < SIM_DEPTH - sim.handlers;
   if (what < 12) {
      if (room) sim_call(false);
   } else if (what < 15) {
      if (room && sim.depth > sim.floor) sim_call(true);
   } else if (what < 26) {
      sim_return();
   } else if (what == 26) {
      if (sim_has(SIM_COLLECT)) {
         sim.collect = !sim.collect;
         strand_collect(&engine.graph, &xg_now, sim.collect);
      }
   } else if (what == 27) {
      if (sim_has(SIM_HANDLERS) && sim.handlers < 3 && sim_below(4) == 0) sim_signal();
   } else if (what == 28) {
      if (sim_has(SIM_LONGJMP) && sim_below(4) == 0) sim_longjmp();
   } else if (what == 29) {
      if (sim_has(SIM_DUMPS) && sim_below(64) == 0 && sim_may_dump()) sim_dump();
   } else {
      sim_local_jump();
   }
}

// Runs the program for so many steps at most and compares.
static inline void sim_run(SimConfig* c, int steps)
{
   sim_start(c);
   sim_execute(sim.entry[0]);
   for (int i = 0; i < steps && !(c->ended && c->ended(c->source)); i++) sim_step();
   while (!sim_may_dump()) sim_leave_handler();
   sim_dump();
   while (sim.lines) sim_evict(0);
   engine_unwind_all();
   if (sim_has(SIM_LINES))
      sim_equal("nodes left", engine.forest.n_nodes, xg_now.strand->root != NULL);
   sim_equal("handlers left", xg_now.strand->n_handlers, 0);
   callgraph_check(&engine.graph);
}

#endif
