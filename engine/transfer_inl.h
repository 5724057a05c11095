// SPDX-License-Identifier: GPL-3.0-or-later
//
// The hot part of transfers: a call that repeats the last one of its exit, and the return of
// the innermost frame.  Everything else goes through engine_transfer().
//
// The width of a cost is a constant in each caller, so that only what is counted is copied
// (measured: with all 20 events copied, call-heavy programs lose 5 to 10 %).
#ifndef XG_ENGINE_TRANSFER_INL_H
#define XG_ENGINE_TRANSFER_INL_H

#include "engine/engine.h"

// Makes the call if exit->last is the same one; returns false if the caller must do it in full.
XG_INLINE bool repeat_call(Exit* exit, uint64_t target, uint64_t sp, uint32_t width)
{
   Arc* arc = exit->last;
   if (XG_UNLIKELY(!arc || arc->from != xg_now.key || arc->target->address != target))
      return false;
   Strand* s = xg_now.strand;
   Frame* f = s->top;
   // Frames that have been left, or no room: take the slow path.
   if (XG_UNLIKELY(f[-1].sp < sp || f == s->limit)) return false;
   Place* to = arc->to;
   const Function* callee = to->context->fn[0];
   if (XG_UNLIKELY(callee->number >= s->active_size)) return false;
   uint32_t* active = &s->active[callee->number];
   uint32_t levels = callee->set.separate_recursions;
   uint32_t level = *active < levels ? *active : levels - 1;
   // The first activation may have orders by function name attached to it.
   if (XG_UNLIKELY(level != to->level || *active == 0)) {
      if (level != to->level || callee->has_orders) return false;
   }
   ++*active;
   f->sp = sp;
   f->return_to = exit->after;
   f->arc = arc;
   f->caller = s->place;
   f->skipping = NULL;
   for (uint32_t e = 0; e < width; e++) f->enter[e] = xg_now.total[e];
   arc->calls++;
   s->top = f + 1;
   s->place = to;
   xg_now.key = to;
   return true;
}

// Leaves the innermost frame if that is all this return does; else returns false.
XG_INLINE bool simple_return(uint64_t target, uint64_t sp, uint32_t width)
{
   Strand* s = xg_now.strand;
   Frame* f = s->top - 1;
   if (XG_UNLIKELY(f->return_to != target || f->sp >= sp || f[-1].sp < sp || f < s->floor
                   || xg_now.key != s->place || f->skipping))
      return false;
   Arc* arc = f->arc;
   if (XG_UNLIKELY(!arc)) return false;
   const Function* callee = arc->to->context->fn[0];
   uint32_t* active = &s->active[callee->number];
   if (XG_UNLIKELY(*active == 1 && callee->has_orders)) return false;
   --*active;
   for (uint32_t e = 0; e < width; e++) arc->cost[e] += xg_now.total[e] - f->enter[e];
   s->top = f;
   s->place = f->caller;
   xg_now.key = f->caller;
   return true;
}

#endif
