// SPDX-License-Identifier: GPL-3.0-or-later
//
// The two cache levels of hierarchy.h, with records of what use is made of each line.  Misses are
// the same as there.  (Inclusive paper, section 1; docs/cache-use.md.)
//
// Each access may end lines and load others; both are handed to the caller, who charges the one
// and says on whose account the other is.  Accesses are counted in L1.  They belong also to the
// LL line that the L1 line was loaded from, as long as that one stays.
//
//    UseHierarchy h;
//    use_hierarchy_init(&h, &config, hot);
//    LineChanges events = {0};
//    ServedBy by = use_hierarchy_data(&h, address, size_B, is_write, &events);
//    use_hierarchy_note_hot(&h, address, size_B);      // if generated code does not do it
#ifndef XG_CACHESIM_USE_HIERARCHY_H
#define XG_CACHESIM_USE_HIERARCHY_H

#include "cachesim/hierarchy.h"
#include "cachesim/use_cache.h"

// Where a line of D1 came from.
typedef struct {
   uint64_t line;  // its address
   uint32_t below; // index in LL of what it was loaded from, or DETACHED
} Origin;

typedef struct {
   CodeCache i1;
   UseCache d1, ll;
   Origin* origin; // by way of D1
   HierarchyConfig config;
   Prefetcher prefetcher;
   // NULL: this geometry has no hot slots.  A slot counts the use of its line since it became the
   // one of its set used last.
   HotSlot* hot;
   bool simple;     // use_hierarchy_inl.h applies
   bool collecting; // Callgrind's arithmetic drops the use of lines that end while this is off
} UseHierarchy;

#define DETACHED UINT32_MAX

// True if D1 of this geometry has hot slots.
bool use_hierarchy_can_be_hot(const Geometry* d1);
// Sets up empty caches; the hot array has HOT_SETS_MAX elements.
void use_hierarchy_init(UseHierarchy* h, const HierarchyConfig* config, HotSlot* hot);
void use_hierarchy_free(UseHierarchy* h);
// Empties all caches; records are lost.
void use_hierarchy_clear(UseHierarchy* h);
// One data access.  With hot slots the caller notes the use of its first line, in the slot.
ServedBy use_hierarchy_data(UseHierarchy* h, uint64_t address, uint32_t size_B, bool write,
                            LineChanges* events);
// One instruction fetch, its use included.
ServedBy use_hierarchy_fetch(UseHierarchy* h, uint64_t address, uint32_t size_B,
                             LineChanges* events);
// Likewise after generated code has found that one of the fetch's at most two lines, which are of
// different sets, is not resident; it sets their time of use and notes the use itself.
ServedBy use_hierarchy_fetch_missed(UseHierarchy* h, CodeLine* first, uint64_t address,
                                    uint32_t size_B, LineChanges* events);
// Notes the use of the first line of a data access in its hot slot, which must hold that line.
void use_hierarchy_note_hot(UseHierarchy* h, uint64_t address, uint32_t size_B);
// Takes the lines out one by one, L1 before LL, starting with *cursor = 0: false when there is
// none left.
bool use_hierarchy_retire(UseHierarchy* h, uint64_t* cursor, Eviction* end);
// The loaders of all resident lines, one by one, likewise; NULL when there is none left.
CostTarget* use_hierarchy_next_loader(UseHierarchy* h, uint64_t* cursor);
// All resident lines get this owner, if owners are asked for.
void use_hierarchy_give(UseHierarchy* h, uint32_t owner);
// A line of LL goes: L1 lines that were loaded from it give it what they have, and belong to it no
// more.  start: address of the line.
void use_hierarchy_detach(UseHierarchy* h, uint64_t index, uint64_t start);
// Panics if an invariant is broken.
void use_hierarchy_check(const UseHierarchy* h);

#endif
