// SPDX-License-Identifier: GPL-3.0-or-later
//
// The hot part of set_cache.h and use_cache.h: one pass that looks a tag up and moves it to the
// front.
//
// Each step writes the tag it has read one way further down, so that a hit at position p
// costs p loads and stores and leaves the rest of the set alone.
#ifndef XG_CACHESIM_SET_CACHE_INL_H
#define XG_CACHESIM_SET_CACHE_INL_H

#include "base/host.h"

// What lru_move() has moved to the front.
typedef struct {
   uint64_t old; // the tag as it was found; of a miss that of the line that goes
   bool hit;
} LruMove;

// True LRU on one set.  The `kept` bits of a tag belong to its place, not to the line: a new line
// takes over those of the one that goes.
XG_INLINE LruMove lru_move(uint64_t* set, uint32_t ways, uint64_t tag, uint64_t kept)
{
   uint64_t previous = set[0];
   if ((previous & ~kept) == tag) return (LruMove){previous, true};
   for (uint32_t i = 1; i < ways; i++) {
      uint64_t t = set[i];
      set[i] = previous;
      if ((t & ~kept) == tag) {
         set[0] = t;
         return (LruMove){t, true};
      }
      previous = t;
   }
   set[0] = tag | (previous & kept);
   return (LruMove){previous, false};
}

// The same for tags that are all of the line; returns whether `tag` was there.
XG_INLINE bool lru_touch(uint64_t* set, uint32_t ways, uint64_t tag)
{
   return lru_move(set, ways, tag, 0).hit;
}

#endif
