// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a miss of L2 does in an exclusive LL, on the fast path (hierarchy_inl.h): LL gives L2 the line, if it has it,
// and gets the one that L2 has evicted.  policy_state.h says where records of lines are.
//
// Contract: all caches are LRU and allocate on writes, and nothing is prefetched; lines have one size, of one word of
// mask.  L2 has placed the line, and its `lower` and the records are those of before.  The record of a line that LL
// evicts waits behind those of L2 until the next exchange: the caller charges it.  That of a line that LL did not have
// is all zero: the caller starts it.
//
//    Exchange x = exclusive_exchange(&h->l2, address, line.old, line.index);
//    if (x.evicted) ... h->records.lines[exclusive_waiting(&h->records)] ...
//    if (!x.had) ... h->records.lines[line.index] ...
#ifndef XG_CACHESIM_EXCLUSIVE_H
#define XG_CACHESIM_EXCLUSIVE_H

#include "cachesim/cache.h"

typedef struct {
   uint64_t evicted; // tag of the line that LL has evicted; 0: none
   bool had;         // whether LL had the line that L2 has missed
} Exchange;

// old: tag of the line that L2 has evicted; 0: none.  index: with line use, of the way of the one that it has loaded.
Exchange exclusive_exchange(Cache* l2, uint64_t address, uint64_t old, uint64_t index);

// LL may be asked for the set of this address soon: it is in none of the host's caches.
XG_INLINE void exclusive_foresee(const Cache* ll, uint64_t address)
{
   const uint64_t* set = ll->tags + cache_set(ll, address) * ll->ways;
   __builtin_prefetch(set, 1);
   __builtin_prefetch(set + ll->ways - 1, 1);
}

// Where a record waits whose line is neither in L2 nor in LL.
XG_INLINE uint64_t exclusive_waiting(const Cache* records)
{
   return records->sets * records->ways;
}

#endif
