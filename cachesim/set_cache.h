// SPDX-License-Identifier: GPL-3.0-or-later
//
// One set-associative cache with true LRU replacement.
//
// Each set is an array of `ways` tags in the order of last use, most recent first.  A tag is
// the address of the line; TAG_EMPTY marks a free way.  With write-back simulation bit 0 of a
// tag says that the line is dirty.
//
//    SetCache c;
//    set_cache_init(&c, &geometry);
//    bool hit = set_cache_touch(&c, address);
#ifndef XG_CACHESIM_SET_CACHE_H
#define XG_CACHESIM_SET_CACHE_H

#include "base/host.h"
#include "cachesim/geometry.h"

#define TAG_EMPTY (~1ULL) // no line has this address: lines have at least 16 bytes
#define TAG_DIRTY 1ULL

typedef struct {
   uint64_t* tags; // sets * ways
   uint64_t sets;
   uint32_t ways;
   uint32_t line_shift; // log2 of the line size in bytes
   uint64_t set_mask;   // sets - 1 if a power of two, else 0 with sets > 1
   Geometry geometry;
} SetCache;

// Allocates an empty cache of a valid geometry.
void set_cache_init(SetCache* c, const Geometry* g);
void set_cache_free(SetCache* c);
// Empties the cache.
void set_cache_clear(SetCache* c);
// References the line that holds `address`; returns whether it was resident.
bool set_cache_touch(SetCache* c, uint64_t address);
// The same in a write-back cache.  Returns 0 hit, 1 miss, 2 miss that evicted a dirty line.
int set_cache_touch_wb(SetCache* c, uint64_t address, bool write);
// Panics if a set holds a line twice or a line of another set.
void set_cache_check(const SetCache* c);

// Address of the line that holds `address`.
XG_INLINE uint64_t set_cache_line(const SetCache* c, uint64_t address)
{
   return address >> c->line_shift << c->line_shift;
}

// Index of the set that holds `address`.
XG_INLINE uint64_t set_cache_set(const SetCache* c, uint64_t address)
{
   uint64_t number = address >> c->line_shift;
   return c->set_mask || c->sets == 1 ? number & c->set_mask : number % c->sets;
}

#endif
