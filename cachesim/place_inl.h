// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where lines are in a cache: positions in Cache.tags, by set.
//
//    uint64_t position = place_find(c, line);
//    if (position != NOWHERE) ... c->lines[place_index(c, position)] ...
#ifndef XG_CACHESIM_PLACE_INL_H
#define XG_CACHESIM_PLACE_INL_H

#include "cachesim/policy_state.h"

#define NOWHERE UINT64_MAX // position of no line

// Whether the tags of a set are in order of use: LRU.
XG_INLINE bool place_in_order_of_use(const Cache* c)
{
   return !c->policy || c->policy->replacer.kind == REPLACE_LRU;
}

XG_INLINE uint64_t place_find(const Cache* c, uint64_t line)
{
   uint64_t key = cache_key(line >> c->line_shift), base = cache_set(c, line) * c->ways;
   for (uint64_t i = base; i < base + c->ways; i++)
      if ((c->tags[i] & ~(WAY_MASK | TAG_DIRTY | TAG_PREFETCHED)) == key) return i;
   return NOWHERE;
}

// Set of a position; divisions would take a good part of the time.
XG_INLINE uint64_t place_set(const Cache* c, uint64_t position)
{
   bool power_of_two = (c->ways & (c->ways - 1)) == 0;
   return XG_LIKELY(power_of_two) ? position >> __builtin_ctz(c->ways) : position / c->ways;
}

// First position of the set of a position.
XG_INLINE uint64_t place_base(const Cache* c, uint64_t position)
{
   return place_set(c, position) * c->ways;
}

XG_INLINE uint32_t place_way(const Cache* c, uint64_t position)
{
   return (uint32_t)(position - place_base(c, position));
}

// Index of the way of the line at a position, with line use.
XG_INLINE uint64_t place_index(const Cache* c, uint64_t position)
{
   return place_base(c, position) + (c->tags[position] & WAY_MASK);
}

// Whether another hit on the line at a position changes nothing.
XG_INLINE bool place_is_quiet(const Cache* c, uint64_t position)
{
   if (c->tags[position] & TAG_PREFETCHED) return false;
   if (place_in_order_of_use(c)) return place_way(c, position) == 0;
   return replacer_is_quiet(&c->policy->replacer, place_set(c, position),
                            place_way(c, position));
}

#endif
