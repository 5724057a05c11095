// SPDX-License-Identifier: GPL-3.0-or-later
//
// A shadow cache (reference_cache.h) of a cache with hot slots: exact LRU by the time of the last
// reference, though references that hit a hot slot are not told.
//
// Generated code notes the time of such a reference in the slot (HotSlot.used).  So a slot knows the
// entry of its line; an entry's time is the later one of its own and of that of its slot; and no slot
// has a hot line that is not here.  A list has the entries in order of times that may be out of date:
// entries only become younger, so one that is up to date at the old end is the one to be replaced, and
// one that is not goes to its place first.
//
// Contract: each line told has a later time than what was told or noted before it.
//
// Ownership: the TimedShadow belongs to the caller, its arrays to it; not the hot slots.
//
//    TimedShadow c;
//    timed_shadow_init(&c, 512);
//    bool hit = timed_shadow_touch(&c, line, time, cache_hot_slot(&d1, line));
#ifndef XG_CACHESIM_TIMED_SHADOW_H
#define XG_CACHESIM_TIMED_SHADOW_H

#include "cachesim/cache.h"
#include "cachesim/line_index.h"

// Invariants: used is the time of the line's last reference, or the slot has it and its time is.
typedef struct {
   uint64_t used;
   HotSlot* slot; // the one that has had the line, or NULL
} TimedEntry;

// Its place in the list.
typedef struct {
   uint64_t listed;       // the time by which it is there: not later than that of its line
   uint32_t newer, older; // entry, or NO_ENTRY at the ends
} TimedLinks;

// Invariants: entries 0 to n_used - 1 are in use; the list from `newest` to `oldest` has each of them
// once, and their `listed` fall.
typedef struct {
   LineIndex index;
   TimedEntry* entries; // [n]
   TimedLinks* links;   // [n], by themselves, as a search for a place goes from one to the next
   uint64_t n, n_used;
   uint32_t newest, oldest;
   uint32_t placed; // the entry that was given a place last
} TimedShadow;

// An empty cache of n lines, at least 1.
void timed_shadow_init(TimedShadow* c, uint64_t n);
void timed_shadow_free(TimedShadow* c);
// References a line, which is loaded if it is absent; the slot of its set gets its entry.  Returns
// whether the line was there.
bool timed_shadow_touch(TimedShadow* c, uint64_t line, uint64_t time, HotSlot* slot);
// Empties the cache; all hot slots have been emptied.
void timed_shadow_clear(TimedShadow* c);
// Panics if an invariant is broken; slot[n_slots] are those of the cache.
void timed_shadow_check(const TimedShadow* c, const HotSlot* slot, uint64_t n_slots);

#endif
