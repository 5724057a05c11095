// SPDX-License-Identifier: GPL-3.0-or-later
//
// The hot part of use_hierarchy.h: accesses within one line, outside the hot lines of D1, in the
// plain model: lines of one size, no write-back, no prefetch.  They are inlined into the engine's
// entry points, once as portable C and once for AVX2: the general functions, which hand out
// LineChanges, take twice the time.
//
// A miss hands out the records of the lines that it loads as they were: they describe the lines
// that go, if `resident`.  The caller charges these and starts the records anew.
#ifndef XG_CACHESIM_USE_HIERARCHY_INL_H
#define XG_CACHESIM_USE_HIERARCHY_INL_H

#include "cachesim/lru_avx2_inl.h"
#include "cachesim/use_hierarchy.h"

// How to move a tag to the front of its set: lru_move or lru_move_avx2.
typedef LruMove LruMover(uint64_t* set, uint32_t ways, uint64_t tag, uint64_t kept);

typedef struct {
   LineUse* d1;  // of a data access
   CodeLine* i1; // of a fetch: the line that goes, or NULL
   LineUse* ll;  // NULL: the line was in LL
} UseMiss;

// True if the access is one for use_data_simple().
XG_INLINE bool use_is_simple(const UseHierarchy* h, uint64_t address, uint32_t size_B)
{
   uint64_t offset_B = address & (h->d1.base.geometry.line_B - 1);
   return XG_LIKELY(h->simple && offset_B + size_B <= h->d1.base.geometry.line_B);
}

// Moves what the slot of a set has counted to the record of its line.
XG_INLINE void use_settle_slot(UseHierarchy* h, HotSlot* slot)
{
   LineUse* use = &h->d1.lines[slot->index];
   use->count += slot->count;
   // What an access has beyond the line has been noted in the next one.
   use->mask |= slot->mask & line_use_bits(0, h->d1.base.geometry.line_B);
}

// Adds the use of an L1 line to the LL line that it was loaded from.
XG_INLINE void use_give_simple(UseHierarchy* h, uint32_t below, uint64_t count, uint64_t mask)
{
   if (below == DETACHED) return;
   h->ll.lines[below].count += count;
   h->ll.lines[below].mask |= mask;
}

// References LL; returns the index of the line.
XG_INLINE uint32_t use_ll_simple(UseHierarchy* h, uint64_t address, LruMover* move, UseMiss* m)
{
   SetCache* c = &h->ll.base;
   uint64_t number = address >> c->line_shift, base = (number & c->set_mask) * c->ways;
   LruMove t = move(c->tags + base, c->ways, number << WAY_BITS, WAY_MASK);
   uint64_t index = base + (t.old & WAY_MASK);
   m->ll = NULL;
   if (XG_UNLIKELY(!t.hit)) {
      m->ll = &h->ll.lines[index];
      if (m->ll->resident) use_hierarchy_detach(h, index, use_cache_address(&h->ll, t.old));
   }
   return (uint32_t)index;
}

// The next miss in this set of D1 adds to the LL record of the line that is last now: three
// quarters of the time of such an addition were waiting for memory.
XG_INLINE void use_prefetch_victim(const UseHierarchy* h, uint64_t base)
{
   uint64_t way = h->d1.base.tags[base + h->d1.base.ways - 1] & WAY_MASK;
   uint32_t below = h->origin[base + way].below;
   __builtin_prefetch(&h->ll.lines[below == DETACHED ? 0 : below], 1);
}

// Moves the tag to the front of its set of D1, which it is not in front of.  A look at the second
// line first spares half of the calls the rest.
XG_INLINE LruMove use_d1_move(uint64_t* set, uint32_t ways, uint64_t tag, LruMover* move)
{
   if (ways > 1 && (set[1] & ~WAY_MASK) == tag) {
      uint64_t second = set[1];
      set[1] = set[0];
      set[0] = second;
      return (LruMove){second, true};
   }
   return move(set, ways, tag, WAY_MASK);
}

// A data access; returns whether it was in D1.
XG_INLINE bool use_data_simple(UseHierarchy* h, uint64_t address, LruMover* move, UseMiss* m)
{
   const SetCache* c = &h->d1.base;
   uint64_t number = address >> c->line_shift, set = number & c->set_mask, base = set * c->ways;
   HotSlot* slot = &h->hot[set];
   use_settle_slot(h, slot);
   LruMove t = use_d1_move(c->tags + base, c->ways, number << WAY_BITS, move);
   uint64_t index = base + (t.old & WAY_MASK);
   slot->line = number << c->line_shift;
   slot->mask = slot->count = 0;
   slot->index = index;
   if (t.hit) return true;
   m->d1 = &h->d1.lines[index];
   Origin* o = &h->origin[index];
   if (m->d1->resident) use_give_simple(h, o->below, m->d1->count, m->d1->mask);
   *o = (Origin){slot->line, DETACHED};
   o->below = use_ll_simple(h, address, move, m);
   use_prefetch_victim(h, base);
   return false;
}

// A fetch within one line, which is not resident.
XG_INLINE void use_fetch_missed_simple(UseHierarchy* h, CodeLine* line, LruMover* move,
                                       UseMiss* m)
{
   m->i1 = code_cache_load(&h->i1, line);
   if (m->i1) use_give_simple(h, m->i1->below, m->i1->count, m->i1->mask[0]);
   line->below = DETACHED;
   line->below = use_ll_simple(h, line->address, move, m);
   line->count = line->mask[0] = 0;
}

#endif
