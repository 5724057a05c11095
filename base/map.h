// SPDX-License-Identifier: GPL-3.0-or-later
//
// Hash map from a pair of 64-bit keys to a pointer: open addressing, linear probing.
//
// Contract: the value NULL means "absent".  Iteration order is unspecified, so nothing that is
// printed may depend on it.
//
//    Map m = {0};
//    map_put(&m, 1, 2, p);
//    XG_ASSERT(map_get(&m, 1, 2) == p);
//    map_clear(&m);
#ifndef XG_BASE_MAP_H
#define XG_BASE_MAP_H

#include "base/host.h"

typedef struct {
   uint64_t key1, key2;
   void* value; // NULL: free entry
} MapEntry;

typedef struct {
   MapEntry* entries;
   size_t capacity; // power of two, or 0 before the first insertion
   size_t count;
} Map;

// The value for the keys, or NULL.
void* map_get(const Map* m, uint64_t key1, uint64_t key2);
// Sets the value (not NULL) for the keys, replacing an older one.
void map_put(Map* m, uint64_t key1, uint64_t key2, void* value);
// Removes the keys if present.
void map_remove(Map* m, uint64_t key1, uint64_t key2);
// Frees all entries; the map is empty and usable afterwards.
void map_clear(Map* m);
// Panics unless every entry can be found from its keys and count is right.
void map_check(const Map* m);

// Hash of a zero-terminated string, as a key for map_*; equal strings give equal keys.
uint64_t map_hash_string(const char* s);

#endif
