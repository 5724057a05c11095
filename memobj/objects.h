// SPDX-License-Identifier: GPL-3.0-or-later
//
// All memory objects of a program, and what happens to their blocks.
//
//    ObjectSet set;
//    objects_init(&set);
//    MemObject* o = objects_new(&set, OBJECT_HEAP, "name", NULL);
//    MemRange* b = objects_allocate(&set, o, address, size_B, now);
//    objects_free(&set, b, now);
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
   Arena arena;
} ObjectSet;

void objects_init(ObjectSet* s);
// A new object; name and module are copied, either may be NULL.
MemObject* objects_new(ObjectSet* s, ObjectKind kind, const char* name, const char* module);
// The object of this kind that the calls with these return addresses have made, innermost first;
// *is_new: it has just been made, and its frames are the caller's to fill in.
MemObject* objects_by_stack(ObjectSet* s, ObjectKind kind, const uint64_t* calls, uint32_t n,
                            bool* is_new);
// A block comes or goes.  now: instructions executed.  What lies in the way of a new one goes.
MemRange* objects_allocate(ObjectSet* s, MemObject* o, uint64_t start, uint64_t size_B,
                           uint64_t now);
void objects_free(ObjectSet* s, MemRange* b, uint64_t now);
// A block that was freed is there after all, as when realloc fails; it is not one more.
void objects_put_back(ObjectSet* s, MemObject* o, uint64_t start, uint64_t size_B);
// The same for regions: adds one, or takes the range away from those that are there.
MemRange* objects_map(ObjectSet* s, MemObject* o, uint64_t start, uint64_t size_B,
                      uint64_t now);
void objects_unmap(ObjectSet* s, uint64_t start, uint64_t size_B, uint64_t now);
void objects_check(const ObjectSet* s);

// Supplied by the engine: the block is about to go or to be cut, nobody may remember it.
void objects_range_changes(MemRange* b);

#endif
