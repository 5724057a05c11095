// SPDX-License-Identifier: GPL-3.0-or-later
// Transfers that repeat an earlier one, and learning from the others; see fast_path.h.
#include "engine/fast_path.h"

#include "engine/fast_path_inl.h"

KnownTransfer xg_known[KNOWN_TRANSFERS] __attribute__((aligned(64)));
uintptr_t xg_stays_key = 3; // KEY_NO_CONTEXT is 1

// --- learning -----------------------------------------------------------------------------

static void remember_at_exit(Arc* arc)
{
   Exit* exit = arc->exit;
   exit->last = arc;
   exit->last_key = arc->from;
   exit->last_target = arc->target->address;
}

static void remember(Arc* arc)
{
   uint64_t target = arc->target->address;
   remember_at_exit(arc);
   *known_slot(arc->exit, target) = (KnownTransfer){arc->exit, target, arc->from, arc};
}

static void remember_staying(Exit* exit, uint64_t target)
{
   const void* key = (const void*)xg_stays_key;
   exit->last_key = key;
   exit->last_target = target;
   *known_slot(exit, target) = (KnownTransfer){exit, target, key, NULL};
}

void fast_path_forget(const Block* target)
{
   for (const Arc* a = target->arrivals; a; a = a->next_arrival) {
      KnownTransfer* k = known_slot(a->exit, target->address);
      if (k->arc == a) *k = (KnownTransfer){0};
      if (a->exit->last == a) a->exit->last_key = NULL;
   }
   // Nothing leads from a block to the jumps that stay in its function.
   xg_stays_key += 2;
}

// --- the slow path ------------------------------------------------------------------------

static __attribute__((noinline)) Block* transfer(Exit* exit, uint64_t target, uint64_t sp)
{
   Block* b = host_target(exit, target);
   engine_transfer(exit, b, sp);
   return b;
}

static void transfer_slowly(Exit* exit, uint64_t target, uint64_t sp)
{
   transfer(exit, target, sp);
}

static __attribute__((noinline)) void call_slowly(Exit* exit, uint64_t target, uint64_t sp)
{
   const void* from = xg_current.key;
   ShadowStack* s = xg_current.stack;
   Block* b = transfer(exit, target, sp);
   if (s != xg_current.stack || s->top == s->floor) return;
   const Frame* f = s->top - 1;
   if (f->sp != sp || f->skip_cost_centre || f->caller != from) return;
   if (!f->arc) {
      exit->last_stub = b;
   } else if (f->arc->exit == exit) {
      XG_CHECK(f->arc->from == from); // another exit's calls are made for other contexts
      remember(f->arc);
   }
}

// The arc of a jump that was recorded just now, or NULL.
static Arc* recorded_jump(const Exit* exit, Block* target, const void* from)
{
   Arc* a = map_get(&engine.graph.arcs, (uintptr_t)exit, (uintptr_t)target);
   while (a && (a->kind == ARC_CALL || a->from != from || a->to != from)) a = a->next_same;
   return a;
}

// True if a jump that has left the call stack alone does so each time.
static bool always_stays(const Exit* exit, const Block* target)
{
   return exit->kind == EXIT_JUMP && !target->is_entry && target->module == exit->block->module
          && target->section == exit->block->section;
}

static __attribute__((noinline)) void jump_slowly(Exit* exit, uint64_t target, uint64_t sp)
{
   ShadowStack* s = xg_current.stack;
   const Frame* top = s->top;
   const CostCentre* skipping = s->exec.skip_cost_centre;
   const void* from = xg_current.key;
   Block* b = transfer(exit, target, sp);
   if (s != xg_current.stack) return;
   Arc* opened = s->top == top + 1 ? top->arc : NULL;
   if (opened && opened->exit == exit && opened->from == from) {
      remember(opened);
   } else if (s->top == top + 1 && !opened && !skipping) {
      exit->last_stub = b;
   } else if (s->top == top && !skipping) {
      Arc* recorded =
         engine.config.graph.flow && !exit->target ? recorded_jump(exit, b, from) : NULL;
      if (recorded)
         remember(recorded);
      else if (always_stays(exit, b) && (exit->target || !engine.config.graph.flow))
         remember_staying(exit, target);
   } else if (skipping && opened) {
      const Block* caller = skipping->block;
      // For the next jump of the stub: see repeat_stub_jump().
      if (opened->exit == &caller->exits[caller->n_exits - 1]) remember_at_exit(opened);
   }
}

// --- the fast path ------------------------------------------------------------------------

XG_INLINE void call(Exit* exit, uint64_t target, uint64_t sp, TransferMode mode)
{
   if (!repeat_call(exit, target, sp, mode) && !repeat_stub_call(exit, target, sp, mode))
      call_slowly(exit, target, sp);
}

XG_INLINE void ret(Exit* exit, uint64_t target, uint64_t sp, TransferMode mode)
{
   if (!simple_return(target, sp, mode)) transfer(exit, target, sp);
}

XG_INLINE void jump(Exit* exit, uint64_t target, uint64_t sp, TransferMode mode)
{
   if (!stays_in_function(exit, target, sp) && !repeat_stub_jump(target, mode)
       && !repeat_jump(exit, target, sp, mode)
       && !repeat_stub_tail_call(exit, target, sp, mode))
      jump_slowly(exit, target, sp);
}

// The mode is a constant in these, but where it is rare.  They
// start at cache lines: where they lie otherwise costs calls up to 8 %.
#define FAST_PATH __attribute__((aligned(64))) static void
static const TransferMode plain = {EV_WIDTH_PLAIN, .eager = EV_WIDTH_PLAIN};
static const TransferMode cache = {EV_WIDTH_CACHE, .eager = EV_WIDTH_COUNTS};
static const TransferMode hierarchy = {EV_WIDTH_HIERARCHY, .eager = EV_WIDTH_COUNTS};
static const TransferMode cycles = {EV_WIDTH_HIERARCHY, .eager = EV_WIDTH_COUNTS,
                                    .cycles = true};
static const TransferMode classes = {EV_WIDTH_CLASSES, .eager = EV_WIDTH_COUNTS};
static const TransferMode all = {EV_WIDTH_ALL, .eager = EV_WIDTH_ALL};
static TransferMode variable; // any other

FAST_PATH call_plain(Exit* exit, uint64_t target, uint64_t sp)
{
   call(exit, target, sp, plain);
}

FAST_PATH return_plain(Exit* exit, uint64_t target, uint64_t sp)
{
   ret(exit, target, sp, plain);
}

FAST_PATH jump_plain(Exit* exit, uint64_t target, uint64_t sp)
{
   jump(exit, target, sp, plain);
}

FAST_PATH call_cache(Exit* exit, uint64_t target, uint64_t sp)
{
   call(exit, target, sp, cache);
}

FAST_PATH return_cache(Exit* exit, uint64_t target, uint64_t sp)
{
   ret(exit, target, sp, cache);
}

FAST_PATH jump_cache(Exit* exit, uint64_t target, uint64_t sp)
{
   jump(exit, target, sp, cache);
}

FAST_PATH call_hierarchy(Exit* exit, uint64_t target, uint64_t sp)
{
   call(exit, target, sp, hierarchy);
}

FAST_PATH return_hierarchy(Exit* exit, uint64_t target, uint64_t sp)
{
   ret(exit, target, sp, hierarchy);
}

FAST_PATH jump_hierarchy(Exit* exit, uint64_t target, uint64_t sp)
{
   jump(exit, target, sp, hierarchy);
}

FAST_PATH call_cycles(Exit* exit, uint64_t target, uint64_t sp)
{
   call(exit, target, sp, cycles);
}

FAST_PATH return_cycles(Exit* exit, uint64_t target, uint64_t sp)
{
   ret(exit, target, sp, cycles);
}

FAST_PATH jump_cycles(Exit* exit, uint64_t target, uint64_t sp)
{
   jump(exit, target, sp, cycles);
}

FAST_PATH call_classes(Exit* exit, uint64_t target, uint64_t sp)
{
   call(exit, target, sp, classes);
}

FAST_PATH return_classes(Exit* exit, uint64_t target, uint64_t sp)
{
   ret(exit, target, sp, classes);
}

FAST_PATH jump_classes(Exit* exit, uint64_t target, uint64_t sp)
{
   jump(exit, target, sp, classes);
}

FAST_PATH call_all(Exit* exit, uint64_t target, uint64_t sp)
{
   call(exit, target, sp, all);
}

FAST_PATH return_all(Exit* exit, uint64_t target, uint64_t sp)
{
   ret(exit, target, sp, all);
}

FAST_PATH jump_all(Exit* exit, uint64_t target, uint64_t sp)
{
   jump(exit, target, sp, all);
}

FAST_PATH call_variable(Exit* exit, uint64_t target, uint64_t sp)
{
   call(exit, target, sp, variable);
}

FAST_PATH return_variable(Exit* exit, uint64_t target, uint64_t sp)
{
   ret(exit, target, sp, variable);
}

FAST_PATH jump_variable(Exit* exit, uint64_t target, uint64_t sp)
{
   jump(exit, target, sp, variable);
}

// Cycles pass with each instruction, so that with them all has to be copied where the mode is not a constant.
static uint32_t eager_width(const CallGraphConfig* c, uint32_t width)
{
   bool lazy =
      width == EV_WIDTH_CACHE || width == EV_WIDTH_HIERARCHY || width == EV_WIDTH_CLASSES;
   return lazy && !c->cycles ? EV_WIDTH_COUNTS : width;
}

TransferFunctions fast_path_choose(const CallGraphConfig* c)
{
   host_memset(xg_known, 0, sizeof xg_known);
   const uint32_t width = callgraph_total_width(c);
   variable = (TransferMode){width, .eager = eager_width(c, width), .tree = c->tree_depth != 0};
   // The fast path knows one context per function and caller, activations that each open a level,
   // and no jumps that are recorded.
   if (c->skip_direct_recursion || !c->uniform_contexts || c->collect_jumps)
      return (TransferFunctions){transfer_slowly, transfer_slowly, transfer_slowly};
   if (c->tree_depth || (c->cycles && width == EV_WIDTH_CLASSES) || width == EV_WIDTH_BESIDE)
      return (TransferFunctions){call_variable, return_variable, jump_variable};
   if (width == EV_WIDTH_PLAIN)
      return (TransferFunctions){call_plain, return_plain, jump_plain};
   if (width == EV_WIDTH_CACHE)
      return (TransferFunctions){call_cache, return_cache, jump_cache};
   if (width == EV_WIDTH_HIERARCHY && c->cycles)
      return (TransferFunctions){call_cycles, return_cycles, jump_cycles};
   if (width == EV_WIDTH_HIERARCHY)
      return (TransferFunctions){call_hierarchy, return_hierarchy, jump_hierarchy};
   if (width == EV_WIDTH_CLASSES)
      return (TransferFunctions){call_classes, return_classes, jump_classes};
   return (TransferFunctions){call_all, return_all, jump_all};
}
