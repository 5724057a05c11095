// SPDX-License-Identifier: GPL-3.0-or-later
//
// The steps of the fast path; see fast_path.h.
//
// Contract: each function either makes the transfer and returns true, or returns false and has
// changed nothing.  The mode is a constant in each caller, so that only what is counted is copied,
// and nothing is done for a calling-context tree that is not there.
// Measured on a perl program (instruction counts only): without the table of known transfers
// 1.9 times nulgrind's time, with it and the steps for stubs 1.3 times.
//
//    if (!repeat_call(exit, target, sp, mode)) ... // the slow path
#ifndef XG_ENGINE_FAST_PATH_INL_H
#define XG_ENGINE_FAST_PATH_INL_H

#include "engine/engine.h"

typedef struct {
   uint32_t width; // of a cost
   uint32_t eager; // the part of it that every call has to copy: see Frame.total_at_call
   bool tree;      // there is a calling-context tree
   bool
      cycles; // those of the code pass without a miss, and are copied, too: ShadowStack.cycles
} TransferMode;

// A transfer made before.  Exits with many targets need more than Exit.last: these are in a
// direct-mapped table.
//
// Invariant: it is in known_slot(exit, target), or the slot is empty.
typedef struct {
   const Exit* exit;
   uint64_t target;
   const void* key; // as Exit.last_key
   Arc* arc;        // NULL: the jump stays in its function
} KnownTransfer;

enum { KNOWN_TRANSFERS = 4096 };
extern KnownTransfer xg_known[KNOWN_TRANSFERS];

// Key of jumps known to stay in their function.  It is odd, so that no context has it, and replaced
// when code is: see engine_retire_block().
extern uintptr_t xg_stays_key;

XG_INLINE KnownTransfer* known_slot(const Exit* exit, uint64_t target)
{
   uint64_t h = target ^ target >> 12 ^ (uintptr_t)exit >> 4;
   return &xg_known[h & (KNOWN_TRANSFERS - 1)];
}

// Whether a call need not copy misses, as shadow_stack_complete_frames() does before the first one.
XG_INLINE bool misses_are_lazy(TransferMode mode)
{
   return mode.eager < mode.width;
}

// Copies the totals that a call has to copy.
XG_INLINE void copy_totals(uint64_t* to, TransferMode mode)
{
   for (uint32_t e = 0; e < mode.eager; e++) to[e] = xg_current.total[e];
   if (!mode.cycles) return;
   to[EV_CYBASE] = xg_current.total[EV_CYBASE];
   to[EV_CYDEP] = xg_current.total[EV_CYDEP];
}

// Adds what has been counted since those were copied; complete: no miss has been left out, as none has come.
XG_INLINE void add_since(uint64_t* cost, const uint64_t* since, bool complete,
                         TransferMode mode)
{
   uint32_t changed = complete ? mode.width : mode.eager;
   for (uint32_t e = 0; e < changed; e++) cost[e] += xg_current.total[e] - since[e];
   if (!mode.cycles || complete) return;
   cost[EV_CYBASE] += xg_current.total[EV_CYBASE] - since[EV_CYBASE];
   cost[EV_CYDEP] += xg_current.total[EV_CYDEP] - since[EV_CYDEP];
}

// True if the arc leads to the context that the next activation of its callee belongs to.
XG_INLINE bool is_right_level(const Arc* arc, uint32_t active)
{
   return active == arc->level || (active > arc->level && arc->level + 1u == arc->levels);
}

// Opens a frame for the arc's callee; false if that needs the slow path (another recursion
// level, actions, no room).  The current context must be the shadow stack's.
XG_INLINE bool open_frame(ShadowStack* s, Arc* arc, uint64_t sp, uint64_t return_to,
                          TransferMode mode)
{
   Frame* f = s->top;
   if (XG_UNLIKELY(f[-1].sp < sp || f + 1 >= s->limit)) return false;
   uint32_t* active =
      &s->active[arc->callee.number]; // shadow_stack_switch() made it large enough
   if (XG_UNLIKELY(!is_right_level(arc, *active) || arc->callee.has_actions)) return false;
   ++*active;
   copy_totals(f->total_at_call, mode);
   f->sp = sp;
   f->return_to = return_to;
   f->arc = arc;
   f->caller = s->exec.context;
   f->skip_cost_centre = s->exec.skip_cost_centre;
   f->callee = arc->callee;
   if (!misses_are_lazy(mode)) f->callee.complete = true;
   arc->calls++;
   if (mode.tree) shadow_stack_enter_node(&engine.graph, s, f);
   s->top = f + 1;
   s->exec.context = arc->to;
   xg_current.key = arc->to;
   return true;
}

// The transfer by this exit to `target` that was made before with this key, or NULL.
XG_INLINE const KnownTransfer* known_transfer(const Exit* exit, uint64_t target,
                                              const void* key)
{
   const KnownTransfer* k = known_slot(exit, target);
   return k->exit == exit && k->target == target && k->key == key ? k : NULL;
}

// The arc of an earlier call by this exit from the current context to `target`, or NULL.
XG_INLINE Arc* known_arc(const Exit* exit, uint64_t target)
{
   if (XG_LIKELY(exit->last_key == xg_current.key && exit->last_target == target))
      return exit->last;
   const KnownTransfer* k = known_transfer(exit, target, xg_current.key);
   return k ? k->arc : NULL;
}

// Most indirect jumps are switch tables and computed gotos within a function.
XG_INLINE bool stays_in_function(const Exit* exit, uint64_t target, uint64_t sp)
{
   const void* key = (const void*)xg_stays_key;
   if (xg_current.stack->top[-1].sp < sp) return false;
   if (exit->last_key == key && exit->last_target == target) return true;
   return known_transfer(exit, target, key) != NULL;
}

// Makes a call that was made before.
XG_INLINE bool repeat_call(Exit* exit, uint64_t target, uint64_t sp, TransferMode mode)
{
   Arc* arc = known_arc(exit, target);
   return XG_LIKELY(arc != NULL) && open_frame(xg_current.stack, arc, sp, arc->return_to, mode);
}

// Opens a frame for a skipped stub that this exit called before: its costs are the caller's.
XG_INLINE bool open_stub_frame(Exit* exit, uint64_t target, uint64_t sp, uint64_t return_to,
                               TransferMode mode)
{
   ShadowStack* s = xg_current.stack;
   Frame* f = s->top;
   if (!exit->last_stub || exit->last_stub->address != target
       || xg_current.key != s->exec.context || f[-1].sp < sp || f >= s->limit - 1)
      return false;
   f->sp = sp;
   f->return_to = return_to;
   f->arc = NULL;
   f->caller = s->exec.context;
   f->skip_cost_centre = NULL;
   f->callee = (Callee){.complete = !misses_are_lazy(mode)};
   s->top = f + 1;
   s->exec.skip_cost_centre = exit->block->cost_centre;
   copy_totals(s->exec.skip_since, mode);
   xg_current.key = &engine.graph.sink_key;
   return true;
}

XG_INLINE bool repeat_stub_call(Exit* exit, uint64_t target, uint64_t sp, TransferMode mode)
{
   return open_stub_frame(exit, target, sp, callgraph_after(exit), mode);
}

// Jumps from a skipped stub into the function that its caller has called through it before.
XG_INLINE bool repeat_stub_jump(uint64_t target, TransferMode mode)
{
   ShadowStack* s = xg_current.stack;
   CostCentre* from = s->exec.skip_cost_centre;
   if (!from || !s->exec.collect || !from->end_cost) return false;
   const Block* block = from->block;
   Arc* arc = block->exits[block->n_exits - 1].last;
   if (!arc || arc->target->address != target || arc->from != from->context) return false;
   const Frame* stub = s->top - 1;
   if (!open_frame(s, arc, stub->sp, 0, mode)) return false;
   add_since(from->end_cost, s->exec.skip_since, stub->callee.complete, mode);
   s->exec.skip_cost_centre = NULL;
   return true;
}

// Makes a jump that was made before into a function, a tail call, or within one, where such are recorded.
XG_INLINE bool repeat_jump(Exit* exit, uint64_t target, uint64_t sp, TransferMode mode)
{
   Arc* arc = known_arc(exit, target);
   ShadowStack* s = xg_current.stack;
   if (!arc || s->top == s->floor || s->top[-1].sp < sp) return false;
   if (XG_UNLIKELY(!arc->levels)) {
      arc->calls++;
      return true;
   }
   return open_frame(s, arc, s->top[-1].sp, 0, mode);
}

// Jumps to a skipped stub that this exit has jumped to before: a tail call through it.
XG_INLINE bool repeat_stub_tail_call(Exit* exit, uint64_t target, uint64_t sp,
                                     TransferMode mode)
{
   const ShadowStack* s = xg_current.stack;
   if (s->top == s->floor || s->top[-1].sp < sp) return false;
   return open_stub_frame(exit, target, s->top[-1].sp, 0, mode);
}

// Adds the cost of the frame to its arc.
XG_INLINE void close_frame(ShadowStack* s, const Frame* f, TransferMode mode)
{
   Arc* arc = f->arc;
   uint32_t* active = &s->active[f->callee.number];
   *active -= *active != 0;
   add_since(arc->cost, f->total_at_call, f->callee.complete, mode);
   if (!mode.tree) return;
   uint32_t changed = f->callee.complete ? mode.width : mode.eager;
   const ContextTreeFrame* t = &s->tree_frames[f - s->frames];
   for (uint32_t e = 0; e < changed; e++)
      context_tree_move(t->caller, t->own, e, xg_current.total[e] - f->total_at_call[e]);
   s->exec.tree_node = t->caller;
}

// The frame that a return to `target` leaves last: the innermost one, or the one that has
// tail-called it, perhaps through a stub.  NULL if the return is of another kind: one that does not take
// just the return address off this stack may lead to another one.
XG_INLINE Frame* frame_returned(const ShadowStack* s, uint64_t target, uint64_t sp)
{
   Frame* f = s->top - 1;
   if (XG_UNLIKELY(f < s->floor || f->sp + RETURN_ADDRESS_B != sp
                   || xg_current.key != s->exec.context))
      return NULL;
   uint64_t frame_sp = f->sp;
   while (f->return_to != target) {
      if (f->return_to || f[-1].sp != frame_sp || f->callee.has_actions) return NULL;
      f--;
   }
   if (engine_leaves_stub(s, f, target)) f--;
   if (XG_UNLIKELY(f < s->floor || f[-1].sp < sp || f->skip_cost_centre)) return NULL;
   if (XG_UNLIKELY(f->callee.has_actions)) return NULL;
   return f;
}

// Leaves the frames that this return leaves, if it is a return to where the call came from.
XG_INLINE bool simple_return(uint64_t target, uint64_t sp, TransferMode mode)
{
   ShadowStack* s = xg_current.stack;
   Frame* last = frame_returned(s, target, sp);
   if (XG_UNLIKELY(!last)) return false;
   for (Frame* f = s->top - 1; f >= last; f--) {
      if (XG_LIKELY(f->arc != NULL)) close_frame(s, f, mode);
      if (XG_UNLIKELY(f->callee.has_backdate_node))
         backdate_drop(&engine.forest, f->backdate_node);
   }
   s->top = last;
   s->exec.skip_cost_centre = NULL;
   s->exec.context = last->caller;
   xg_current.key = last->caller;
   return true;
}

#endif
