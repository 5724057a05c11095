// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which line of a full set is evicted, where that is not the one used longest ago: state of the
// replacement policies of policy.h by set and way (docs/cache-model.md).
//
// Contract: the caller looks lines up, fills free ways first, and tells of each hit, of each line
// that is absent when it is asked for, and of each line that is loaded into a way.  A line keeps its
// way.  With REPLACE_LRU the functions do nothing: such sets are in order of use (cache.h).
//
// Ownership: the Replacer belongs to the caller, its arrays to the replacer.
//
//    Replacer r;
//    replacer_init(&r, REPLACE_SRRIP, sets, ways, start);
//    replacer_missed(&r, set);
//    uint32_t way = replacer_victim(&r, set);   // unless a way is free
//    replacer_loaded(&r, set, way);
//    replacer_hit(&r, set, way);
#ifndef XG_CACHESIM_REPLACEMENT_H
#define XG_CACHESIM_REPLACEMENT_H

#include "base/host.h"
#include "cachesim/policy.h"

enum {
   PLRU_WAYS_MAX = 64,
   DISTANT = 3,          // the largest predicted distance of a line's next use; its least is 0
   LONG = DISTANT - 1,   // that of lines that SRRIP loads
   BIMODAL_PERIOD = 32,  // one line in so many that the bimodal variant loads is not DISTANT
   LEADERS_MAX = 32,     // leader sets of either variant
   SELECTOR_MAX = 1023,  // 10 bits
   SELECTOR_START = 511, // sets follow the bimodal variant if it is above
};

// Invariants: only the array of its kind is allocated.  Bit n of a tree is that of node n, whose
// children are nodes 2n and 2n + 1, node 1 being the root: whether the next victim is in its upper
// half.  A distance is at most DISTANT.
typedef struct {
   Replacement kind;
   uint64_t sets;
   uint32_t ways;
   uint64_t* tree;     // REPLACE_PLRU: [sets]
   uint8_t* distance;  // REPLACE_SRRIP, REPLACE_DRRIP: [sets * ways]
   uint64_t leaders;   // REPLACE_DRRIP: leader sets of either variant
   uint64_t spacing;   // ... from one leader set of a variant to its next
   uint32_t selector;  // ... counts misses of SRRIP's leaders up, the others' down
   uint32_t n_bimodal; // ... lines loaded by the bimodal variant, modulo BIMODAL_PERIOD
   uint64_t random;    // REPLACE_RANDOM: state of the generator, never 0
   uint64_t start;     // ... at the start
} Replacer;

// Sets up the state of an empty cache; start: where the generator starts.
void replacer_init(Replacer* r, Replacement kind, uint64_t sets, uint32_t ways, uint64_t start);
void replacer_free(Replacer* r);
// The cache is empty again.
void replacer_clear(Replacer* r);
// A line that was asked for is in this way.
void replacer_hit(Replacer* r, uint64_t set, uint32_t way);
// A line that was asked for is absent.
void replacer_missed(Replacer* r, uint64_t set);
// The way of the set to be evicted; there is no free one.
uint32_t replacer_victim(Replacer* r, uint64_t set);
// A line has been loaded into this way.
void replacer_loaded(Replacer* r, uint64_t set, uint32_t way);
// Whether another hit on the line in this way would change nothing.
bool replacer_is_quiet(const Replacer* r, uint64_t set, uint32_t way);
// Where the generator of a cache starts: seed as the user gives it.
uint64_t replacer_start(uint64_t seed, CacheRole role);

#endif
