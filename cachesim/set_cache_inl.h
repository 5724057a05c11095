// SPDX-License-Identifier: GPL-3.0-or-later
//
// The hot part of set_cache.h: one pass that looks a tag up and moves it to the front.
//
// Each step writes the tag it has read one way further down, so that a hit at position p
// costs p loads and stores and leaves the rest of the set alone.
#ifndef XG_CACHESIM_SET_CACHE_INL_H
#define XG_CACHESIM_SET_CACHE_INL_H

#include "cachesim/set_cache.h"

// True LRU on one set; returns whether `tag` was there.
XG_INLINE bool lru_touch(uint64_t* set, uint32_t ways, uint64_t tag)
{
   uint64_t previous = set[0];
   if (previous == tag) return true;
   for (uint32_t i = 1; i < ways; i++) {
      uint64_t t = set[i];
      set[i] = previous;
      if (t == tag) {
         set[0] = tag;
         return true;
      }
      previous = t;
   }
   set[0] = tag;
   return false;
}

#endif
