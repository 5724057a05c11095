// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a cache may do otherwise than the standard one, which is LRU, allocates on writes and
// prefetches nothing.
//
// Ownership: plain values; all zero is the standard cache.
//
//    HierarchyConfig config = {...};
//    config.policy[CACHE_LL] = (CachePolicy){.replacement = REPLACE_SRRIP};
#ifndef XG_CACHESIM_POLICY_H
#define XG_CACHESIM_POLICY_H

#include <stdbool.h>
#include <stdint.h>

// The levels between L1 and LL, L2 and L3: a hierarchy has none of them, L2, or both.
enum { LEVELS_BETWEEN = 2 };
// The caches of a hierarchy, from the top; data and code share all levels below the first.
typedef enum {
   CACHE_I1,
   CACHE_D1,
   CACHE_L2,
   CACHE_LL = CACHE_L2 + LEVELS_BETWEEN,
   N_CACHES
} CacheRole;

// Which line of a full set is evicted.
typedef enum {
   REPLACE_LRU,    // the one used longest ago
   REPLACE_PLRU,   // the one that a binary tree over the ways points at; ways: a power of two
   REPLACE_SRRIP,  // one with the most distant predicted re-reference, of 2 bits per line
   REPLACE_DRRIP,  // SRRIP or its bimodal variant, chosen by a duel of sets
   REPLACE_RANDOM, // any, by a generator with a seed
   N_REPLACEMENTS
} Replacement;

typedef enum {
   PREFETCH_NONE,
   PREFETCH_NEXT_LINE, // the line after one that missed
   PREFETCH_STREAM,    // further lines of a stream of consecutive ones
   PREFETCH_STRIDE,    // the next addresses of an instruction with a constant stride
   N_PREFETCHES
} PrefetchKind;

// What the last level holds of the lines in the levels above it.
typedef enum {
   LL_NEITHER,   // whatever its own accesses and evictions leave there
   LL_INCLUSIVE, // all: what it evicts is evicted above, too
   LL_EXCLUSIVE, // none: it holds what the level in front of it has evicted, until that asks for it
} LlPolicy;

typedef struct {
   Replacement replacement;
   PrefetchKind prefetch;
   bool no_write_allocate; // writes that miss are passed on, and load no line
} CachePolicy;

#endif
