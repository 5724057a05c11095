// SPDX-License-Identifier: GPL-3.0-or-later
//
// One set of a cache with true LRU replacement: a single pass looks a tag up and moves it to the
// front.
//
// A set is an array of tags in order of last use, most recent first.  Each step writes the tag that
// it has read one way further down, so a hit at position p costs p loads and stores and leaves the
// rest of the set alone.
//
//    LruMove m = lru_move(set, ways, key, kept);
//    if (!m.hit) ...   // m.old is the tag of the line that was evicted
#ifndef XG_CACHESIM_LRU_INL_H
#define XG_CACHESIM_LRU_INL_H

#include "base/host.h"

// What lru_move() has moved to the front.
typedef struct {
   uint64_t old; // the tag as it was found; after a miss: the tag of the evicted line
   bool hit;
} LruMove;

// How to do it: lru_move() or lru_move_avx2(); or lru_hit() or lru_hit_avx2().
typedef LruMove LruMover(uint64_t* set, uint32_t ways, uint64_t key, uint64_t kept);

// References the line with this key.  The `kept` bits of a tag are not part of the key: a hit
// leaves them as they are, and after a miss the new tag has those of the evicted one.
XG_INLINE LruMove lru_move(uint64_t* set, uint32_t ways, uint64_t key, uint64_t kept)
{
   uint64_t previous = set[0];
   if ((previous & ~kept) == key) return (LruMove){previous, true};
   for (uint32_t i = 1; i < ways; i++) {
      uint64_t t = set[i];
      set[i] = previous;
      if ((t & ~kept) == key) {
         set[0] = t;
         return (LruMove){t, true};
      }
      previous = t;
   }
   set[0] = key | (previous & kept);
   return (LruMove){previous, false};
}

// As lru_move(), but the set stays as it is if the line is absent; `old` is then not used.
XG_INLINE LruMove lru_hit(uint64_t* set, uint32_t ways, uint64_t key, uint64_t kept)
{
   uint32_t position = 0;
   while (position < ways && (set[position] & ~kept) != key) position++;
   if (position == ways) return (LruMove){0, false};
   uint64_t found = set[position];
   for (; position > 0; position--) set[position] = set[position - 1];
   set[0] = found;
   return (LruMove){found, true};
}

#endif
