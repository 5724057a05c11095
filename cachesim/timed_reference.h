// SPDX-License-Identifier: GPL-3.0-or-later
//
// A reference cache (reference_cache.h) of a cache with hot slots: exact LRU by the time of the last
// reference, though references that hit a hot slot are not told.
//
// Generated code notes the time of such a reference in the slot (HotSlot.used).  So a slot knows the
// entry of its line; an entry's time is the later one of its own and of that of its slot; and no slot
// has a hot line that is not here.  A heap has the entries by times that may be out of date: entries
// only become younger, so the oldest one that is up to date is the one to be replaced.
//
// Contract: each line told has a later time than what was told or noted before it.
//
// Ownership: the TimedReference belongs to the caller, its arrays to it; not the hot slots.
//
//    TimedReference c;
//    timed_reference_init(&c, 512);
//    bool hit = timed_reference_touch(&c, line, time, cache_hot_slot(&d1, line));
#ifndef XG_CACHESIM_TIMED_REFERENCE_H
#define XG_CACHESIM_TIMED_REFERENCE_H

#include "cachesim/cache.h"
#include "cachesim/line_index.h"

// Invariants: used is that of the line's last reference, or the slot has it and its time is.
typedef struct {
   uint64_t used;
   HotSlot* slot; // the one that has had the line, or NULL
} TimedEntry;

// An entry in the heap, with a time that is not later than its own.
typedef struct {
   uint64_t used;
   uint32_t entry;
} HeapEntry;

// Invariants: entries 0 to n_used - 1 are in use; heap[0..n_used) has each of them once, and
// heap[i].used <= heap[2 i + 1].used and heap[2 i + 2].used.
typedef struct {
   LineIndex index;
   TimedEntry* entries;
   HeapEntry* heap;
   uint64_t n, n_used;
} TimedReference;

// An empty cache of n lines, at least 1.
void timed_reference_init(TimedReference* c, uint64_t n);
void timed_reference_free(TimedReference* c);
// References a line, which is loaded if it is absent; the slot of its set gets its entry.  Returns
// whether the line was there.
bool timed_reference_touch(TimedReference* c, uint64_t line, uint64_t time, HotSlot* slot);
// Empties the cache; all hot slots have been emptied.
void timed_reference_clear(TimedReference* c);
// Panics if an invariant is broken; slot[n_slots] are those of the cache.
void timed_reference_check(const TimedReference* c, const HotSlot* slot, uint64_t n_slots);

#endif
