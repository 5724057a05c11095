// SPDX-License-Identifier: GPL-3.0-or-later
//
// The hot part of hierarchy.h: an access within one line that is not the hot one of its set.
//
// Most of them hit the second or third most recent line.  The general functions cost three calls
// and two divisions of labour too many here: inlined, the slow accesses of a finite-volume code
// take 40 % less time.
#ifndef XG_CACHESIM_HIERARCHY_INL_H
#define XG_CACHESIM_HIERARCHY_INL_H

#include "cachesim/hierarchy.h"
#include "cachesim/set_cache_inl.h"

// True if the access is one that the functions below may serve.
XG_INLINE bool hierarchy_is_simple(const SetCache* l1, const Hierarchy* h, uint64_t address,
                                   uint32_t size_B)
{
   uint64_t offset_B = address & (l1->geometry.line_B - 1);
   return XG_LIKELY(offset_B + size_B <= l1->geometry.line_B && h->simple);
}

// Looks a line up that is not the most recent one of its set, and moves it to the front.
XG_INLINE bool lru_touch_rest(uint64_t* set, uint32_t ways, uint64_t tag)
{
   uint64_t previous = set[0];
   set[0] = tag;
   for (uint32_t i = 1; i < ways; i++) {
      uint64_t t = set[i];
      set[i] = previous;
      if (t == tag) return true;
      previous = t;
   }
   return false;
}

// References the line in LL only.
XG_INLINE ServedBy touch_ll_simple(Hierarchy* h, uint64_t address)
{
   uint64_t tag = address >> h->ll.line_shift << h->ll.line_shift;
   uint64_t* set = h->ll.tags + (address >> h->ll.line_shift & h->ll.set_mask) * h->ll.ways;
   return lru_touch(set, h->ll.ways, tag) ? AT_LL : AT_MEMORY;
}

XG_INLINE ServedBy hierarchy_data_simple(Hierarchy* h, uint64_t address)
{
   uint64_t tag = address >> h->d1.line_shift << h->d1.line_shift;
   uint64_t s = address >> h->d1.line_shift & h->d1.set_mask;
   h->d1_hot[s].line = tag;
   if (XG_LIKELY(lru_touch_rest(h->d1.tags + s * h->d1.ways, h->d1.ways, tag))) return AT_L1;
   return touch_ll_simple(h, address);
}

// References the code line in I1; returns whether it was there.
XG_INLINE bool touch_i1_simple(Hierarchy* h, uint64_t line)
{
   uint64_t s = line >> h->i1.line_shift & h->i1.set_mask;
   h->i1_hot[s] = line;
   return lru_touch(h->i1.tags + s * h->i1.ways, h->i1.ways, line);
}

// A fetch from one line or two neighbours.
XG_INLINE ServedBy hierarchy_fetch_simple(Hierarchy* h, uint64_t address, uint32_t size_B)
{
   uint64_t first = address >> h->i1.line_shift << h->i1.line_shift;
   uint64_t last = (address + size_B - 1) >> h->i1.line_shift << h->i1.line_shift;
   bool hit = touch_i1_simple(h, first);
   if (XG_LIKELY(first == last)) return hit ? AT_L1 : touch_ll_simple(h, address);
   hit &= touch_i1_simple(h, last);
   if (hit) return AT_L1;
   ServedBy by = touch_ll_simple(h, address);
   uint64_t end = address + size_B - 1;
   if (address >> h->ll.line_shift == end >> h->ll.line_shift) return by;
   ServedBy other = touch_ll_simple(h, end);
   return other > by ? other : by;
}

#endif
