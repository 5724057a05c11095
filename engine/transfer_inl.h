// SPDX-License-Identifier: GPL-3.0-or-later
//
// The hot part of transfers: calls that repeat an earlier one, calls through a PLT stub, and
// the returns from both.  Everything else goes through engine_transfer().
//
// The width of a cost is a constant in each caller, so that only what is counted is copied.
// Measured on a perl program (instruction counts only): without the table of indirect calls
// 1.9 times nulgrind's time, with it and the stub path 1.3 times.
#ifndef XG_ENGINE_TRANSFER_INL_H
#define XG_ENGINE_TRANSFER_INL_H

#include "engine/engine.h"

// A direct-mapped table of transfers seen before: exits with many targets need more than
// Exit.last.
typedef struct {
   const Exit* exit;
   uint64_t target;
   Arc* arc; // NULL: a jump that stays in its function
} KnownTransfer;

enum { KNOWN_TRANSFERS = 4096 };
extern KnownTransfer xg_known[KNOWN_TRANSFERS];

XG_INLINE KnownTransfer* known_slot(const Exit* exit, uint64_t target)
{
   uint64_t h = target ^ target >> 12 ^ (uintptr_t)exit >> 4;
   return &xg_known[h & (KNOWN_TRANSFERS - 1)];
}

// Opens a frame for the arc's callee; false if that needs the slow path (another recursion
// level, orders by function name, no room).  The caller fills in the rest of the frame.
XG_INLINE Frame* open_frame(Strand* s, const Arc* arc, uint64_t sp, uint32_t width)
{
   Frame* f = s->top;
   if (XG_UNLIKELY(f[-1].sp < sp || f >= s->limit - 1)) return NULL;
   const Function* callee = arc->to->context->fn[0];
   if (XG_UNLIKELY(callee->number >= s->active_size)) return NULL;
   uint32_t* active = &s->active[callee->number];
   uint32_t levels = callee->set.separate_recursions;
   uint32_t level = *active < levels ? *active : levels - 1;
   if (XG_UNLIKELY(level != arc->to->level || (level == 0 && callee->has_orders))) return NULL;
   ++*active;
   for (uint32_t e = 0; e < width; e++) f->enter[e] = xg_now.total[e];
   f->sp = sp;
   f->arc = (Arc*)arc;
   f->caller = s->place;
   f->skipping = s->skipping;
   return f;
}

XG_INLINE void enter_frame(Strand* s, Frame* f)
{
   f->arc->calls++;
   s->top = f + 1;
   s->place = f->arc->to;
   xg_now.key = f->arc->to;
}

// Makes the call if the same one was made before; false: the caller must do it in full.
XG_INLINE bool repeat_call(Exit* exit, uint64_t target, uint64_t sp, uint32_t width)
{
   Arc* arc = exit->last;
   if (XG_UNLIKELY(!arc || arc->target->address != target || arc->from != xg_now.key)) {
      const KnownTransfer* k = known_slot(exit, target);
      arc = k->arc;
      if (k->exit != exit || k->target != target || !arc || arc->from != xg_now.key)
         return false;
   }
   Frame* f = open_frame(xg_now.strand, arc, sp, width);
   if (XG_UNLIKELY(!f)) return false;
   f->return_to = exit->after;
   enter_frame(xg_now.strand, f);
   return true;
}

// Calls a skipped stub if this exit called it before: its costs are the caller's.
XG_INLINE bool repeat_stub_call(Exit* exit, uint64_t target, uint64_t sp, uint32_t width)
{
   Strand* s = xg_now.strand;
   Frame* f = s->top;
   if (!exit->last_stub || exit->last_stub->address != target || xg_now.key != s->place
       || f[-1].sp < sp || f >= s->limit - 1)
      return false;
   f->sp = sp;
   f->return_to = exit->after;
   f->arc = NULL;
   f->caller = s->place;
   f->skipping = NULL;
   s->top = f + 1;
   s->skipping = exit->block->centre;
   for (uint32_t e = 0; e < width; e++) s->skip_since[e] = xg_now.total[e];
   xg_now.key = &engine.graph.sink_key;
   return true;
}

// The jump of a skipped stub into the function that its caller has called through it before.
XG_INLINE bool repeat_stub_jump(uint64_t target, uint32_t width)
{
   Strand* s = xg_now.strand;
   Centre* from = s->skipping;
   if (!from || !s->collect || !from->extra) return false;
   const Block* block = from->block;
   const Arc* arc = block->exits[block->n_exits - 1].last;
   if (!arc || arc->target->address != target || arc->from != from->place) return false;
   Frame* f = open_frame(s, arc, s->top[-1].sp, width);
   if (!f) return false;
   for (uint32_t e = 0; e < width; e++) from->extra[e] += xg_now.total[e] - s->skip_since[e];
   f->return_to = 0;
   s->skipping = NULL;
   enter_frame(s, f);
   return true;
}

// Adds the cost of the frame to its arc; false, without having done anything, if leaving the
// function does more than that.
XG_INLINE bool close_frame(Strand* s, const Frame* f, uint32_t width)
{
   Arc* arc = f->arc;
   const Function* callee = arc->to->context->fn[0];
   uint32_t* active = &s->active[callee->number];
   if (XG_UNLIKELY(callee->has_orders && *active == 1)) return false;
   --*active;
   for (uint32_t e = 0; e < width; e++) arc->cost[e] += xg_now.total[e] - f->enter[e];
   return true;
}

// Leaves the innermost frame, or it and the stub's below, if that is all this return does.
XG_INLINE bool simple_return(uint64_t target, uint64_t sp, uint32_t width)
{
   Strand* s = xg_now.strand;
   const Frame* f = s->top - 1;
   if (XG_UNLIKELY(f < s->floor || !f->arc || f->sp >= sp || xg_now.key != s->place))
      return false;
   if (XG_LIKELY(f->return_to == target && f[-1].sp >= sp && !f->skipping)) {
      if (!close_frame(s, f, width)) return false;
      s->top = (Frame*)f;
      s->place = f->caller;
      xg_now.key = f->caller;
      return true;
   }
   const Frame* stub = f - 1;
   if (f->return_to || stub < s->floor || stub->arc || stub->sp != f->sp || stub->skipping
       || stub->return_to != target || stub[-1].sp < sp)
      return false;
   if (!close_frame(s, f, width)) return false;
   s->top = (Frame*)stub;
   s->skipping = NULL;
   s->place = stub->caller;
   xg_now.key = stub->caller;
   return true;
}

#endif
