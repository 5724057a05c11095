// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two cache levels: split L1 (I1, D1) in front of a shared last level (LL).
//
// Rules, equal to Callgrind's (docs/cache-model.md): write-allocate, true LRU; an access that
// straddles lines is one access and at most one miss per level; if any of its lines misses L1,
// LL is referenced for all of them.  With write-back simulation L1 writes through and LL
// remembers dirty lines; the prefetcher fetches into LL only.
//
// `hot` mirrors the most recently used line of each D1 set.  Generated code compares with it,
// so that only other accesses come here; it must lie at a fixed address, hence is passed in.
// For I1 see code_cache.h.
//
//    Hierarchy h;
//    hierarchy_init(&h, &config, d1_hot);
//    switch (hierarchy_data(&h, address, size_B, is_write)) { ... }
#ifndef XG_CACHESIM_HIERARCHY_H
#define XG_CACHESIM_HIERARCHY_H

#include "cachesim/code_cache.h"
#include "cachesim/prefetch.h"
#include "cachesim/set_cache.h"

typedef enum {
   AT_L1,        // all lines were in L1
   AT_LL,        // some line missed L1, all were in LL
   AT_MEMORY,    // some line missed LL
   AT_MEMORY_WB, // ... and a dirty line had to be written back for it
} ServedBy;

enum { HOT_SETS_MAX = 4096 }; // largest number of D1 sets with a hot slot

// One slot per D1 set and cache line of the host, so that slots of 64-byte lines are found
// with a mask alone.
typedef struct {
   uint64_t line; // address of the most recently used line, or TAG_EMPTY
   // Of use_hierarchy.h:
   uint64_t mask;  // bytes used since it became that, bit 0 for the first
   uint64_t count; // accesses since then
   uint64_t index; // its way
   uint64_t reserved[4];
} HotSlot;

typedef struct {
   Geometry i1, d1, ll;
   bool write_back;
   bool prefetch;
   // Stock Callgrind's arithmetic where it is known to be wrong: write-back tags and prefetch
   // line numbers of 32 bits.
   bool callgrind_arithmetic;
} HierarchyConfig;

typedef struct {
   CodeCache i1;
   SetCache d1, ll;
   HierarchyConfig config;
   Prefetcher prefetcher;
   HotSlot* d1_hot; // NULL: this geometry has no hot slots
   bool simple;     // hierarchy_inl.h applies: hot slots, no write-back, no prefetch
} Hierarchy;

// True if generated code may check this D1 geometry inline.
bool hierarchy_can_be_hot(const Geometry* d1);
// Sets up empty caches; the hot array has HOT_SETS_MAX elements.
void hierarchy_init(Hierarchy* h, const HierarchyConfig* config, HotSlot* d1_hot);
void hierarchy_free(Hierarchy* h);
// Empties all caches and forgets prefetch streams.
void hierarchy_clear(Hierarchy* h);
// One data access of size_B >= 1 bytes.
ServedBy hierarchy_data(Hierarchy* h, uint64_t address, uint32_t size_B, bool write);
// One instruction fetch of size_B >= 1 bytes.
ServedBy hierarchy_fetch(Hierarchy* h, uint64_t address, uint32_t size_B);
// The same after generated code has found that one of the fetch's at most two lines, which are
// of different sets, is not resident; it sets their time of use itself.
ServedBy hierarchy_fetch_missed(Hierarchy* h, CodeLine* first, uint64_t address,
                                uint32_t size_B);
// Panics if an invariant of the caches or the hot slots is broken.
void hierarchy_check(const Hierarchy* h);

#endif
