// SPDX-License-Identifier: GPL-3.0-or-later
//
// All memory objects of a program, and what happens to their ranges.
//
//    ObjectSet set;
//    objects_init(&set);
//    MemObject* o = objects_new(&set, OBJECT_HEAP, "name", NULL);
//    MemRange* r = objects_allocate(&set, o, address, size_B, now);
//    MemRange* watcher = &range_none;
//    objects_watch(&watcher, r);
//    if (address - watcher->start < watcher->watched_B) ... watcher->object ...
//    objects_free(&set, r, now);
//    objects_unwatch(&set, &watcher);
#ifndef XG_MEMOBJ_OBJECTS_H
#define XG_MEMOBJ_OBJECTS_H

#include "base/arena.h"
#include "memobj/range_map.h"

typedef struct {
   MemObject *first, *last;
   MemObject *unknown, *code; // there from the start
   uint32_t n_objects;
   RangeMap map;
   Map by_stack; // first object of a hash value
   // Whether other code is now where the calls of an object were; NULL: code stays where it is.
   bool (*is_outdated)(MemObject* o, const uint64_t* calls, uint32_t n);
   MemObject*
      of_allocators; // mappings that allocators cut allocations from; NULL: there are none yet
   // The object of the allocation that the running thread waits for: what the allocator accesses in its
   // mappings until it returns belongs to it.  NULL: there is none.
   MemObject* (*allocating)(void);
   // A range has begun, or is about to end; NULL: nobody asks.  What is left of a mapping that has lost a
   // part begins.
   void (*begun)(const MemRange* r, uint64_t now);
   void (*ends)(const MemRange* r, uint64_t now);
   Arena arena;
} ObjectSet;

void objects_init(ObjectSet* s);
// A new object; name and module are copied, either may be NULL.
MemObject* objects_new(ObjectSet* s, ObjectKind kind, const char* name, const char* module);
// The object of this kind that the calls with these return addresses have made, innermost first;
// *is_new: it has just been made, and its frames are the caller's to fill in.
MemObject* objects_by_stack(ObjectSet* s, ObjectKind kind, const uint64_t* calls, uint32_t n,
                            bool* is_new);
// A range begins or ends.  now: instructions executed.  Ranges that overlap a new one end.
MemRange* objects_allocate(ObjectSet* s, MemObject* o, uint64_t start, uint64_t size_B,
                           uint64_t now);
void objects_free(ObjectSet* s, MemRange* r, uint64_t now);
// Restores a range that was freed too early, because realloc failed; not counted as a new
// allocation.
void objects_put_back(ObjectSet* s, MemObject* o, uint64_t start, uint64_t size_B);
// Adds a mapping, or takes a piece of memory away from the mappings and ranges in it.
MemRange* objects_map(ObjectSet* s, MemObject* o, uint64_t start, uint64_t size_B,
                      uint64_t now);
void objects_unmap(ObjectSet* s, uint64_t start, uint64_t size_B, uint64_t now);
// Memory was moved, mappings and all, to where nothing is.
void objects_move(ObjectSet* s, uint64_t from, uint64_t to, uint64_t size_B, uint64_t now);
// Panics if an invariant is broken.
void objects_check(const ObjectSet* s);

// Starts to watch a range, which must not be cut; the watcher watches range_none, or range_all.
XG_INLINE void objects_watch(MemRange** watcher, MemRange* r)
{
   XG_CHECK(r->watched_B);
   r->n_watchers += r->n_watchers != RANGE_WATCHERS_MAX;
   *watcher = r;
}

// Watches range_none instead.
XG_INLINE void objects_unwatch(ObjectSet* s, MemRange** watcher)
{
   MemRange* r = *watcher;
   *watcher = &range_none;
   if (XG_UNLIKELY(r->n_watchers == RANGE_WATCHERS_MAX)) return;
   if (--r->n_watchers == 0 && XG_UNLIKELY(!r->object)) range_map_reuse(&s->map, r);
}

#endif
