// SPDX-License-Identifier: GPL-3.0-or-later
//
// The hot part of hierarchy.h: data accesses outside the hot lines of D1, in the plain model.  They are inlined into the engine's entry points, once as
// portable C and once for AVX2: the general functions take twice the time.
#ifndef XG_CACHESIM_HIERARCHY_INL_H
#define XG_CACHESIM_HIERARCHY_INL_H

#include "cachesim/hierarchy.h"
#include "cachesim/lru_avx2_inl.h"

// How to reference a tag in a set: lru_touch or lru_touch_avx2.
typedef bool LruTouch(uint64_t* set, uint32_t ways, uint64_t tag);

// True if the access is one that hierarchy_data_simple() may serve.
XG_INLINE bool hierarchy_is_simple(const Hierarchy* h, uint64_t address, uint32_t size_B)
{
   uint64_t offset_B = address & (h->d1.geometry.line_B - 1);
   return XG_LIKELY(h->simple && offset_B + size_B <= h->d1.geometry.line_B);
}

// References the line of a cache whose number of sets is a power of two.
XG_INLINE bool touch_simple(SetCache* c, uint64_t address, LruTouch* touch)
{
   uint64_t number = address >> c->line_shift;
   return touch(c->tags + (number & c->set_mask) * c->ways, c->ways, number << c->line_shift);
}

XG_INLINE ServedBy touch_ll_simple(Hierarchy* h, uint64_t address, LruTouch* touch)
{
   return touch_simple(&h->ll, address, touch) ? AT_LL : AT_MEMORY;
}

// A data access within one line; returns whether it was in D1.  A look at the second line first
// spares half of the calls the rest.
XG_INLINE bool hierarchy_data_simple(Hierarchy* h, uint64_t address, LruTouch* touch)
{
   uint64_t number = address >> h->d1.line_shift, index = number & h->d1.set_mask;
   uint64_t line = number << h->d1.line_shift;
   uint64_t* set = h->d1.tags + index * h->d1.ways;
   h->d1_hot[index].line = line;
   if (h->d1.ways > 1 && set[1] == line) {
      set[1] = set[0];
      set[0] = line;
      return true;
   }
   return touch(set, h->d1.ways, line);
}

// The last byte's line, too, if the access straddles.
XG_INLINE ServedBy touch_ll_pair_simple(Hierarchy* h, uint64_t address, uint64_t end,
                                        LruTouch* touch)
{
   ServedBy by = touch_ll_simple(h, address, touch);
   if (address >> h->ll.line_shift == end >> h->ll.line_shift) return by;
   ServedBy other = touch_ll_simple(h, end, touch);
   return other > by ? other : by;
}

// hierarchy_fetch_missed() in the plain model.
XG_INLINE ServedBy hierarchy_fetch_missed_simple(Hierarchy* h, CodeLine* first,
                                                 uint64_t address, uint32_t size_B,
                                                 LruTouch* touch)
{
   code_cache_load_pair(&h->i1, first, address + size_B);
   return touch_ll_pair_simple(h, address, address + size_B - 1, touch);
}

// Any data access to at most two lines.
XG_INLINE ServedBy hierarchy_data_pair_simple(Hierarchy* h, uint64_t address, uint32_t size_B,
                                              LruTouch* touch)
{
   uint64_t end = address + size_B - 1;
   uint64_t first = address >> h->d1.line_shift, last = end >> h->d1.line_shift;
   h->d1_hot[first & h->d1.set_mask].line = first << h->d1.line_shift;
   bool hit = touch_simple(&h->d1, address, touch);
   if (first != last) {
      h->d1_hot[last & h->d1.set_mask].line = last << h->d1.line_shift;
      hit &= touch_simple(&h->d1, end, touch);
   }
   return hit ? AT_L1 : touch_ll_pair_simple(h, address, end, touch);
}

#endif
