// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a cache has beside a standard one: other replacement, no allocation on writes, prefetchers,
// inclusive or exclusive LL, somebody who is told of loads (policy.h, docs/cache-model.md).
//
// Contract: the parts of a request that Cache.policy asks for; NULL there: none of them, and LRU.  A
// hierarchy either has a policy in each of its caches, or in none.  What holds otherwise than in
// cache.h:
//
//    sets        With LRU tags are in order of use; with other policies each at the position of its
//                way.  A line may be taken out from the middle of its set, so that any ways are free;
//                the lowest is filled first.
//    hot slots   hot[s].line is the line of the set accessed last, if another hit on it changes
//                nothing, else NO_LINE.  With line use, hot[s].index is that of the line accessed
//                last, or sets * ways if it was not there after the access.
//    exclusive   L2 has LL as its `victims`.  With line use, the next level of L2 is a cache of
//                records: of the lines in L2, what LL would know of them.  It has L2's ways, is of
//                level LL, and gives a line's record to LL when L2 evicts the line.
//
// Ownership: a PolicyState belongs to the caller and must not move; its replacer's arrays are its own.
//
//    policy_state_init(&state, &d1, &policy, start);   // after cache_init()
//    Served s = cache_request(&d1, &request, changes);
#ifndef XG_CACHESIM_POLICY_STATE_H
#define XG_CACHESIM_POLICY_STATE_H

#include "cachesim/cache.h"
#include "cachesim/line_prefetch.h"
#include "cachesim/replacement.h"

struct PolicyState {
   CachePolicy chosen;
   Replacer replacer;
   LinePrefetcher prefetcher;
   uint64_t changes; // of lines and their positions, so far
   bool inclusive;   // what this cache evicts is evicted above, too
   Cache* victims;   // exclusive LL: takes what this cache evicts; NULL: there is none
   // Told of each line that this cache is about to load, and whether for a write; NULL: nobody is.
   void (*loading)(void* loading_for, uint64_t line, bool write);
   void* loading_for;
};

// Gives an empty cache a policy; start: as in replacer_init().
void policy_state_init(PolicyState* s, Cache* c, const CachePolicy* policy, uint64_t start);
void policy_state_free(PolicyState* s);
// The cache is empty again.
void policy_state_clear(PolicyState* s);

#endif
