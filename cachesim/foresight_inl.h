// SPDX-License-Identifier: GPL-3.0-or-later
//
// Foresight: has the host load what the next misses of an instruction will need.  Of the tables of a
// large simulated cache a miss uses one place, which is in none of the host's caches.
//
// Contract: only time changes, and any distance is allowed.  What a table's entry points to is asked for
// at the next miss, when the entry is there.
//
//    hierarchy_foresee(h, address, distance, by);   // D1 missed `address`, `distance` bytes behind the miss
//                                                   // before it, as that one was behind its own
#ifndef XG_CACHESIM_FORESIGHT_INL_H
#define XG_CACHESIM_FORESIGHT_INL_H

#include "cachesim/classifier.h"
#include "cachesim/hierarchy.h"

// Two addresses that will miss, the first one before the second.
typedef struct {
   uint64_t next, later;
} Foreseen;

// The tag that is the last of its set: in LRU order, of the line that a miss there evicts.
XG_INLINE const uint64_t* last_tag(const Cache* c, uint64_t address)
{
   return &c->tags[cache_set(c, address) * c->ways + c->ways - 1];
}

// The record of the line that is evicted, and that of the line it came from.
XG_INLINE void foresee_records(const Cache* c, uint64_t next)
{
   uint64_t evicted = cache_set(c, next) * c->ways + (*last_tag(c, next) & WAY_MASK);
   __builtin_prefetch(&c->lines[evicted], 1);
   if (c->owners) __builtin_prefetch(&c->owners[evicted], 1);
   if (c->lower && c->lower[evicted] != DETACHED)
      __builtin_prefetch(&c->next->lines[c->lower[evicted]], 1);
}

XG_INLINE void foresee_tags(const Cache* c, uint64_t later)
{
   const uint64_t* last = last_tag(c, later);
   __builtin_prefetch(last - (c->ways - 1), 1);
   __builtin_prefetch(last, 1);
}

XG_INLINE void foresee_in(const Cache* c, Foreseen f)
{
   foresee_tags(c, f.later);
   if (c->lines) foresee_records(c, f.next);
}

// The exclusive LL gives the level in front of it the line with its record, and gets what that evicts: only for that it
// evicts a line.
static __attribute__((noinline)) void foresee_victims(const Hierarchy* h, Foreseen f)
{
   const Cache* front = hierarchy_front(h);
   uint64_t next = cache_tag_line(front, *last_tag(front, f.next));
   uint64_t later = cache_tag_line(front, *last_tag(front, f.later));
   foresee_tags(&h->ll, f.later);
   foresee_in(&h->ll, (Foreseen){next, later});
   uint32_t own = h->ll.lines ? cache_find(&h->ll, f.next) : DETACHED;
   if (own != DETACHED) __builtin_prefetch(&h->ll.lines[own], 1);
}

// What classes of misses need of a level below D1.
XG_INLINE void foresee_class(const Classifier* c, Foreseen f)
{
   __builtin_prefetch(&c->sets[cache_set(c->cache, f.later)], 1);
   shadow_cache_prefetch_start(&c->shadow, cache_line(c->cache, f.later));
   shadow_cache_prefetch(&c->shadow, cache_line(c->cache, f.next));
}

static __attribute__((noinline)) void foresee_classes(const Hierarchy* h, Foreseen f,
                                                      ServedBy by)
{
   const LineTable* lines = h->d1.classifier->lines;
   line_table_prefetch_number(lines, cache_line(&h->d1, f.later));
   line_table_prefetch(lines, cache_line(&h->d1, f.next));
   for (uint32_t i = 0; i < LEVELS_BETWEEN; i++)
      if (h->between[i].classifier && by >= AT_L2 + i)
         foresee_class(h->between[i].classifier, f);
   if (by >= AT_LL) foresee_class(h->ll.classifier, f);
}

// D1 has missed `address`; its next misses will be `distance` bytes and twice as many further on, and will ask the levels
// that this one has asked.
XG_INLINE void hierarchy_foresee(const Hierarchy* h, uint64_t address, uint64_t distance,
                                 ServedBy by)
{
   Foreseen f = {address + distance, address + 2 * distance};
   if (XG_UNLIKELY(h->has_policies) && h->d1.lines) foresee_records(&h->d1, f.next);
   if (XG_UNLIKELY(h->between[0].tags != NULL)) foresee_in(&h->between[0], f);
   for (uint32_t i = 1; i < LEVELS_BETWEEN; i++)
      if (XG_UNLIKELY(h->between[i].tags != NULL) && by >= AT_L2 + i)
         foresee_in(&h->between[i], f);
   if (XG_UNLIKELY(h->d1.classifier != NULL)) foresee_classes(h, f, by);
   if (by < AT_LL) return;
   if (XG_UNLIKELY(h->config.ll_policy == LL_EXCLUSIVE))
      foresee_victims(h, f);
   else
      foresee_in(&h->ll, f);
}

#endif
