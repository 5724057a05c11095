// SPDX-License-Identifier: GPL-3.0-or-later
//
// The fast path of hierarchy.h: accesses outside the hot lines of D1, and fetches of absent lines,
// if Hierarchy.fast is set, or hits alone, if hits_are_fast is.  Misses and line use are those of the general functions.
//
// Contract: the functions are inlined into the engine's entry points, once for each constant
// `line_use` and each LruMover: portable C or AVX2.  The general functions take twice the time.
// The checked build compares each reference with what cache_request() does (fast_check.h).
// Without LineChanges, an evicted line's use is still in the record of the line that was loaded in
// its place: the caller charges it and starts the record anew.
//
//    if (!hierarchy_is_fast(h, address, size_B)) ...                        // general functions
//    FastLine d1 = hierarchy_d1_fast(h, address, lru_move, true);
//    if (d1.hit) return;
//    FastBelow below = hierarchy_d1_missed_fast(h, address, d1, lru_move);
//    ... h->d1.lines[d1.index], and h->ll.lines[below.ll.index] if below.by is AT_MEMORY ...
#ifndef XG_CACHESIM_HIERARCHY_INL_H
#define XG_CACHESIM_HIERARCHY_INL_H

#include "cachesim/exclusive.h"
#include "cachesim/fast_check.h"
#include "cachesim/hierarchy.h"
#include "cachesim/lru_avx2_inl.h"

// A line that has been referenced.
typedef struct {
   uint64_t index; // with line use: of its way
   uint64_t old;   // with line use, after a miss: tag of the evicted line; 0: none
   bool hit;
} FastLine;

// Address of the line that this one was loaded in place of, with line use.
XG_INLINE uint64_t fast_evicted_line(const Cache* c, FastLine line)
{
   return cache_tag_line(c, line.old);
}

// True if the access lies in one line of D1.
XG_INLINE bool hierarchy_in_one_line(const Hierarchy* h, uint64_t address, uint32_t size_B)
{
   uint64_t offset_B = address & (h->d1.geometry.line_B - 1);
   return offset_B + size_B <= h->d1.geometry.line_B;
}

// True if the access lies in one line, and is one for the functions below.
XG_INLINE bool hierarchy_is_fast(const Hierarchy* h, uint64_t address, uint32_t size_B)
{
   return XG_LIKELY(h->fast && hierarchy_in_one_line(h, address, size_B));
}

// As above, with miss classes: whoever takes the fast path tells the classifiers.
XG_INLINE bool hierarchy_is_fast_with_classes(const Hierarchy* h, uint64_t address,
                                              uint32_t size_B)
{
   return XG_LIKELY(h->fast_with_classes && hierarchy_in_one_line(h, address, size_B));
}

// Looks at the second line before the others: in D1, where the first one is the hot line, half of
// the calls end here.
XG_INLINE LruMove fast_move_second(uint64_t* set, uint32_t ways, uint64_t key, uint64_t kept,
                                   LruMover* move)
{
   if (ways > 1 && (set[1] & ~kept) == key) {
      uint64_t second = set[1];
      set[1] = set[0];
      set[0] = second;
      return (LruMove){second, true};
   }
   return move(set, ways, key, kept);
}

// Converts the result of a move in the set at `base`.
XG_INLINE FastLine fast_line(Cache* c, uint64_t base, LruMove m, bool line_use)
{
   FastLine line = {.hit = m.hit};
   if (!line_use) return line;
   line.old = m.old;
   // Only once for each way: a full set evicts.
   bool fills = XG_UNLIKELY(!m.hit && !m.old);
   line.index = fills ? cache_take_free_way(c, base) : base + (m.old & WAY_MASK);
   return line;
}

// References the line of D1 that holds `address`, and makes it the hot line of its set.
XG_INLINE FastLine hierarchy_d1_fast(Hierarchy* h, uint64_t address, LruMover* move,
                                     bool line_use)
{
   Cache* c = &h->d1;
   uint64_t number = address >> c->line_shift, set = number & c->set_mask;
   uint64_t base = set * c->ways;
   HotSlot* slot = &c->hot[set];
   if (line_use) cache_flush_hot_slot(c, slot);
   slot->line = number << c->line_shift;
   fast_check_before(c, address);
   LruMove m = fast_move_second(c->tags + base, c->ways, cache_key(number),
                                line_use ? WAY_MASK : 0, move);
   FastLine line = fast_line(c, base, m, line_use);
   fast_check_after(c, address, line.hit, line_use ? &line.old : NULL);
   if (line_use) slot->index = line.index;
   return line;
}

// With hits_are_fast: as above, if the line is there; false: it is not, and nothing has happened.
XG_INLINE bool hierarchy_d1_hit_fast(Hierarchy* h, uint64_t address, LruMover* hit,
                                     bool line_use)
{
   Cache* c = &h->d1;
   uint64_t number = address >> c->line_shift, set = number & c->set_mask;
   uint64_t base = set * c->ways;
   fast_check_before(c, address);
   LruMove m = fast_move_second(c->tags + base, c->ways, cache_key(number),
                                line_use ? WAY_MASK : 0, hit);
   if (!m.hit) return false;
   fast_check_after(c, address, true, NULL);
   HotSlot* slot = &c->hot[set];
   if (line_use) {
      cache_flush_hot_slot(c, slot);
      slot->index = base + (m.old & WAY_MASK);
   }
   slot->line = number << c->line_shift;
   return true;
}

// References the line of L2 or LL that holds `address`.
XG_INLINE FastLine fast_reference(Cache* c, uint64_t address, LruMover* move, bool line_use)
{
   uint64_t number = address >> c->line_shift, base = cache_set(c, address) * c->ways;
   fast_check_before(c, address);
   LruMove m = move(c->tags + base, c->ways, cache_key(number), line_use ? WAY_MASK : 0);
   FastLine line = fast_line(c, base, m, line_use);
   fast_check_after(c, address, line.hit, line_use ? &line.old : NULL);
   if (line_use && XG_UNLIKELY(!line.hit && line.old))
      cache_detach_above(c, (uint32_t)line.index, cache_tag_line(c, line.old));
   return line;
}

// --- with line use ------------------------------------------------------------------------

// The level that L1 asks.
XG_INLINE Cache* fast_next(Hierarchy* h)
{
   return XG_UNLIKELY(h->between[0].tags != NULL) ? &h->between[0] : &h->ll;
}

// Adds the use of a line to that of the line of the next level that it was loaded from.
XG_INLINE void fast_add_use(Cache* next, uint32_t lower, uint64_t count, uint64_t mask)
{
   if (lower == DETACHED) return;
   next->lines[lower].count += count;
   next->lines[lower].mask |= mask;
}

// The next miss in this set of D1 adds to the use of the line of the next level that the line used
// longest ago came from: three quarters of the time of that addition were waiting for memory.
XG_INLINE void fast_prefetch_lower(Hierarchy* h, uint64_t base)
{
   const Cache* c = &h->d1;
   uint32_t lower = c->lower[base + (c->tags[base + c->ways - 1] & WAY_MASK)];
   __builtin_prefetch(&fast_next(h)->lines[lower == DETACHED ? 0 : lower], 1);
}

// What the levels below L1 did for a request that L1 has missed.
typedef struct {
   FastLine l2, ll; // where they were asked; ll of an exclusive LL: what it has evicted
   ServedBy by;     // by L2, LL or memory
} FastBelow;

XG_INLINE bool fast_is_exclusive(const Hierarchy* h)
{
   return h->config.ll_policy == LL_EXCLUSIVE;
}

// L2 has missed, in front of an exclusive LL.
XG_INLINE FastBelow fast_exchange(Hierarchy* h, uint64_t address, FastLine l2)
{
   Exchange x = exclusive_exchange(&h->between[0], address, l2.old, l2.index);
   FastLine evicted = {exclusive_waiting(&h->records), x.evicted, x.had};
   return (FastBelow){l2, evicted, x.had ? AT_LL : AT_MEMORY};
}

// Asks the levels below L1.
XG_INLINE FastBelow fast_below(Hierarchy* h, uint64_t address, LruMover* move)
{
   FastBelow b = {.by = AT_L2};
   Cache* l2 = &h->between[0];
   bool has_l2 = XG_UNLIKELY(l2->tags != NULL);
   if (has_l2) {
      b.l2 = fast_reference(l2, address, move, true);
      if (b.l2.hit) return b;
      if (XG_UNLIKELY(fast_is_exclusive(h))) return fast_exchange(h, address, b.l2);
      const LineUse* evicted = &l2->lines[b.l2.index];
      if (b.l2.old) fast_add_use(&h->ll, l2->lower[b.l2.index], evicted->count, evicted->mask);
   }
   b.ll = fast_reference(&h->ll, address, move, true);
   if (has_l2) l2->lower[b.l2.index] = (uint32_t)b.ll.index;
   b.by = b.ll.hit ? AT_LL : AT_MEMORY;
   return b;
}

// Index of the line of the next level that L1's line has come from.
XG_INLINE uint32_t fast_lower(const Hierarchy* h, const FastBelow* b)
{
   return (uint32_t)(XG_UNLIKELY(h->between[0].tags != NULL) ? b->l2.index : b->ll.index);
}

// The line of D1 missed: asks the levels below.
XG_INLINE FastBelow hierarchy_d1_missed_fast(Hierarchy* h, uint64_t address, FastLine d1,
                                             LruMover* move)
{
   Cache* c = &h->d1;
   const LineUse* evicted = &c->lines[d1.index];
   if (d1.old) fast_add_use(fast_next(h), c->lower[d1.index], evicted->count, evicted->mask);
   FastBelow below = fast_below(h, address, move);
   c->lower[d1.index] = fast_lower(h, &below);
   fast_prefetch_lower(h, (address >> c->line_shift & c->set_mask) * c->ways);
   return below;
}

// The level that L1 asks is about to be asked for this line.
XG_INLINE void fast_prefetch_set(Hierarchy* h, uint64_t address)
{
   const Cache* next = fast_next(h);
   const uint64_t* set = next->tags + cache_set(next, address) * next->ways;
   __builtin_prefetch(set, 1);
   __builtin_prefetch(set + next->ways - 1, 1);
}

// A line of code that has been loaded.
typedef struct {
   CodeLine* evicted; // the line that it replaces; NULL: none
   FastBelow below;   // where it came from
} FastCodeLine;

// A fetch from one line, which is absent.
XG_INLINE FastCodeLine hierarchy_i1_missed_fast(Hierarchy* h, CodeLine* line, LruMover* move)
{
   fast_prefetch_set(h, line->address);
   CodeLine* old = code_cache_load(&h->i1, line);
   if (old) fast_add_use(fast_next(h), old->lower, old->count, old->mask[0]);
   line->lower = DETACHED;
   FastBelow below = fast_below(h, line->address, move);
   line->lower = fast_lower(h, &below);
   line->count = line->mask[0] = 0;
   return (FastCodeLine){old, below};
}

// --- without line use, in one or two lines ---------------------------------------------------

// Whether the lines of an access from `address` to its last byte were in L2 or LL.
XG_INLINE bool fast_pair(Cache* c, uint64_t address, uint64_t last, LruMover* move)
{
   bool hit = fast_reference(c, address, move, false).hit;
   if (address >> c->line_shift != last >> c->line_shift)
      hit &= fast_reference(c, last, move, false).hit;
   return hit;
}

// What serves one line that L1 does not, with an exclusive LL.
XG_INLINE ServedBy fast_exclusive(Hierarchy* h, uint64_t address, LruMover* move)
{
   Cache* l2 = &h->between[0];
   uint64_t last = l2->tags[cache_set(l2, address) * l2->ways + l2->ways - 1];
   if (fast_reference(l2, address, move, false).hit) return AT_L2;
   return exclusive_exchange(l2, address, last, 0).had ? AT_LL : AT_MEMORY;
}

XG_INLINE ServedBy fast_pair_exclusive(Hierarchy* h, uint64_t address, uint64_t last,
                                       LruMover* move)
{
   ServedBy by = fast_exclusive(h, address, move);
   if (address >> h->between[0].line_shift == last >> h->between[0].line_shift) return by;
   ServedBy second = fast_exclusive(h, last, move);
   return by > second ? by : second;
}

// What serves an access from `address` to its last byte that L1 does not.
XG_INLINE Served hierarchy_l1_missed_fast(Hierarchy* h, uint64_t address, uint64_t last,
                                          LruMover* move)
{
   if (XG_UNLIKELY(fast_is_exclusive(h)))
      return (Served){fast_pair_exclusive(h, address, last, move)};
   if (XG_UNLIKELY(h->between[0].tags != NULL)
       && fast_pair(&h->between[0], address, last, move))
      return (Served){AT_L2};
   return (Served){fast_pair(&h->ll, address, last, move) ? AT_LL : AT_MEMORY};
}

// A data access of at most the size of a line.
XG_INLINE Served hierarchy_data_pair_fast(Hierarchy* h, uint64_t address, uint32_t size_B,
                                          LruMover* move)
{
   uint64_t last = address + size_B - 1;
   bool hit = hierarchy_d1_fast(h, address, move, false).hit;
   if (address >> h->d1.line_shift != last >> h->d1.line_shift)
      hit &= hierarchy_d1_fast(h, last, move, false).hit;
   return hit ? (Served){AT_L1} : hierarchy_l1_missed_fast(h, address, last, move);
}

// A fetch as in code_cache_missed().
XG_INLINE Served hierarchy_fetch_pair_fast(Hierarchy* h, CodeLine* first, uint64_t address,
                                           uint32_t size_B, LruMover* move)
{
   uint64_t last = address + size_B - 1;
   fast_prefetch_set(h, first->address);
   code_cache_load_pair(&h->i1, first, last + 1);
   return hierarchy_l1_missed_fast(h, address, last, move);
}

#endif
