// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cache hierarchy: I1 for code and D1 for data in front of the last level, LL, for both; between
// them L2 may be, or L2 and L3; with or without line use (line_use.h).
//
// Contract: caches are in cache.h; this file connects them.  Misses are the same with and
// without line use.  With line use, each access reports lines that it has evicted and loaded: the
// caller charges the former and fills in the targets of the latter, in a LineChanges that is empty
// before the access.  Without, LineChanges are NULL.
//
// D1 has hot slots if its geometry permits.  Generated code compares with them, so that only other
// accesses come here; they must be at a fixed address, hence are passed in.  With line use and hot
// slots, the caller then calls hierarchy_count_hot(), or counts the access itself.
//
// With policies other than the standard ones (policy.h), I1 may have to be asked for each fetch
// (`asks_i1`).
//
// With several cores, the private caches are those of the core that runs (cores.h).
// docs/dev/how-to.md says how to add a level.
//
// Ownership: the Hierarchy belongs to the caller and must not move; it owns its caches.
//
//    static Hierarchy h;
//    hierarchy_init(&h, &config, hot_slots);
//    LineChanges changes = {0};
//    Served s = hierarchy_data(&h, &(Request){address, size_B, is_write}, &changes);
//    hierarchy_count_hot(&h, address, size_B);
#ifndef XG_CACHESIM_HIERARCHY_H
#define XG_CACHESIM_HIERARCHY_H

#include "cachesim/cache.h"
#include "cachesim/classifier.h"
#include "cachesim/code_cache.h"
#include "cachesim/cores.h"
#include "cachesim/policy_state.h"
#include "cachesim/prefetch.h"

enum { HOT_SETS_MAX = 4096 }; // largest number of D1 sets with hot slots

struct HierarchyConfig {
   Geometry i1, d1, ll;
   Geometry between[LEVELS_BETWEEN]; // of L2 and L3; size 0: there is none
   bool shared[LEVELS_BETWEEN];      // by cores; then the levels behind it are, too
   // ... by groups of so many, a divisor of that of the next level; 0: by all.
   uint32_t group[LEVELS_BETWEEN];
   bool line_use;   // is tracked
   bool owners;     // with line_use: lines have owners
   bool write_back; // simulated
   bool prefetch;
   // Callgrind's arithmetic where it is known to be wrong: see callgrind_arithmetic.h.
   bool callgrind_arithmetic;
   CachePolicy policy[N_CACHES]; // all zero: the standard one
   uint32_t slices[N_CACHES];    // of L3 and LL; 0 or 1: it has none
   LlPolicy ll_policy;
   uint64_t seed;     // of REPLACE_RANDOM
   uint32_t cores;    // with private caches; 0 or 1: one
   bool miss_classes; // of D1 and the levels below; not with Callgrind's arithmetic
};

// Invariants: one of `fast`, `fast_with_classes` and `callgrind` is true at most; with one of the first
// two, D1 has hot slots, and hence a
// number of sets that is a power of two, and there is neither write-back nor prefetching; with line
// use also, all lines are of one size, at most MASK_WORD_B bytes.  With other policies than an exclusive LL, neither is
// true, but `hits_are_fast` if D1 has hot slots and LRU, and writes end there, unless each access is asked for.  With
// `asks_i1`, i1 is empty, else asked_i1 is.  With several cores, the caches have policies, and D1 has no hot
// slots.  With miss classes, each level that exists has a classifier, and the first one with lines of a
// size has the table of them; classifier[] are core 0's, as d1.classifier is the running core's.
struct Hierarchy {
   CodeCache i1;
   Cache d1, ll;
   Cache between[LEVELS_BETWEEN]; // L2 and L3, without lines where there is none
   Prefetcher prefetcher;         // of LL
   bool fast;                     // hierarchy_inl.h applies
   bool fast_with_classes;        // ... to data, and whoever uses it tells the classifiers
   bool
      can_be_fast; // one of the two is true, unless each access is asked for, or lines are awaited
   bool asks_each;       // each access is asked for
   bool awaits;          // lines are awaited
   bool hits_are_fast;   // with policies: hits of D1, whose use alone they change
   bool callgrind;       // callgrind_arithmetic.h does
   bool callgrind_drops; // ... and use of L1 lines evicted now is lost
   bool has_policies;    // all caches have a PolicyState
   bool asks_i1;         // each fetch is a request to I1, as its hits or LL's evictions matter
   bool needs_instr;     // requests are to have the instruction's address
   Cache asked_i1;       // I1 with `asks_i1`
   HotSlot* i1_hot;      // its hot slots, for generated code; NULL: none, or i1 is not asked
   Cache records;        // with line use and an exclusive LL: see policy_state.h
   PolicyState policy[N_CACHES];
   Classifier classifier[CLASS_LEVELS];
   LineTable lines[CLASS_LEVELS];
   Cores cores;
   HierarchyConfig config;
};

// A position among all lines of a hierarchy; all zero: before the first one.
typedef struct {
   uint32_t cache;
   uint64_t position;
} LineCursor;

// Whether the times of accesses matter to D1's shadow cache, so that generated code has to note them.
XG_INLINE bool hierarchy_is_timed(const Hierarchy* h)
{
   return h->classifier[CLASS_D1].by_time;
}
// Whether there is a second level in front of LL.
XG_INLINE bool hierarchy_has_l2(const HierarchyConfig* c)
{
   return c->between[0].size_B != 0;
}
// "I1", "D1", "L2" and so on.
const char* hierarchy_cache_name(CacheRole role);
// Sets up the empty cache of this role: one of the hierarchy's own, or a parked one (cores.h).
void hierarchy_init_cache(const Hierarchy* h, Cache* c, CacheRole role);
// How many levels there are between L1 and LL.
XG_INLINE uint32_t hierarchy_between(const HierarchyConfig* c)
{
   uint32_t n = 0;
   while (n < LEVELS_BETWEEN && c->between[n].size_B) n++;
   return n;
}
// The level in front of LL: L1 has no lines there to give to an exclusive LL, so it is one between them.
XG_INLINE const Cache* hierarchy_front(const Hierarchy* h)
{
   return &h->between[hierarchy_between(&h->config) - 1];
}
// Whether a cache has another policy than the standard one.
bool hierarchy_has_choices(const HierarchyConfig* c);
// NULL, or the reason why these caches, whose geometries fit, cannot have these policies.
const char* hierarchy_policy_error(const HierarchyConfig* c);
// True if generated code may check this D1 geometry.
bool hierarchy_can_be_hot(const Geometry* d1, bool line_use);
// Sets up empty caches; the hot array has HOT_SETS_MAX elements.
void hierarchy_init(Hierarchy* h, const HierarchyConfig* config, HotSlot* hot);
void hierarchy_free(Hierarchy* h);
// Empties all caches and forgets prefetch streams; line use is lost.
void hierarchy_clear(Hierarchy* h);

// One data access.
Served hierarchy_data(Hierarchy* h, const Request* r, LineChanges* changes);
// Counts an access to its first line, if there are hot slots; these must hold that line.  One that is larger than a line has
// been counted.
void hierarchy_count_hot(Hierarchy* h, uint64_t address, uint32_t size_B);
// Whether each data access is to come to hierarchy_data(): then no line is hot, and neither is the fast
// path taken.  After each, hierarchy_cool() is to be called.  What the accesses do stays the same: a line
// that is not hot any more is still the one used most recently, and its slot keeps use and times.
void hierarchy_ask_each(Hierarchy* h, bool on);
// Whether the caller awaits lines of prefetch instructions: then the fast path is not taken, and the first access to such a
// line comes to hierarchy_data(), as it is not hot.
void hierarchy_await(Hierarchy* h, bool on);
// A prefetch instruction asks for the line of this address, which D1 has not.
Served hierarchy_prefetch(Hierarchy* h, uint64_t address, LineChanges* changes);
// No line of this access is hot.
void hierarchy_cool(Hierarchy* h, uint64_t address, uint32_t size_B);
// One instruction fetch, which is counted.
Served hierarchy_fetch(Hierarchy* h, const Request* r, LineChanges* changes);
// One instruction fetch after generated code has found that a line of it is absent; see
// code_cache_missed().  Not with `asks_i1`.
Served hierarchy_fetch_missed(Hierarchy* h, CodeLine* first, const Request* r,
                              LineChanges* changes);

// With miss classes, before a data access: its time (see timed_reference.h).
XG_INLINE void hierarchy_set_time(Hierarchy* h, uint64_t time)
{
   h->classifier[CLASS_D1].time = time;
}

// With miss classes: the table in which misses are counted, by line of LL's size.
const LineTable* hierarchy_missed_lines(const Hierarchy* h);
// ... counts by set and by line are zero again.
void hierarchy_zero_misses(Hierarchy* h);

// Before accesses and evictions: whether collection is on, which matters to Callgrind's arithmetic
// only.
XG_INLINE void hierarchy_collect(Hierarchy* h, bool on)
{
   if (h->callgrind) h->callgrind_drops = !on;
}

// Evicts the lines one by one, L1 before LL; false when there is none left: then the caches are
// empty.  Do not call it again after that.
bool hierarchy_evict_next(Hierarchy* h, LineCursor* cursor, Eviction* e);
// The targets of all resident lines one by one; NULL when there is none left.
CostTarget* hierarchy_next_target(Hierarchy* h, LineCursor* cursor);
// Sets the owner of all resident lines, if lines have owners.
void hierarchy_set_owner(Hierarchy* h, uint32_t owner);
// Panics if an invariant is broken.
void hierarchy_check(const Hierarchy* h);

#endif
