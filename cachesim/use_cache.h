// SPDX-License-Identifier: GPL-3.0-or-later
//
// A set-associative LRU cache that keeps a record of each line's use (see line_use.h).
//
// A line stays in its way while it is resident; the tags of a set are in order of last use, most
// recent first, and each holds the number of the line above the number of its way.
//
//    UseTouch t = use_cache_touch(&c, address);
//    if (!t.hit) {
//       ... c.lines[t.index] still describes the line that goes ...
//       use_cache_load(&c, t.index);
//    }
#ifndef XG_CACHESIM_USE_CACHE_H
#define XG_CACHESIM_USE_CACHE_H

#include "cachesim/line_use.h"
#include "cachesim/set_cache.h"

enum { WAY_BITS = 12 }; // enough for the most ways that a geometry may have
#define WAY_MASK ((1ULL << WAY_BITS) - 1)

typedef struct {
   SetCache base;    // tags: number of the line << WAY_BITS | way
   LineUse* lines;   // [sets * ways], by way
   uint64_t* masks;  // [sets * ways * words], a bit for each byte; NULL if one word will do
   uint32_t* owners; // likewise [sets * ways], as in Eviction; NULL: not asked for
   uint64_t address_mask;
   uint32_t words;
   bool callgrind_arithmetic;
} UseCache;

// What became of a reference.
typedef struct {
   uint64_t index; // of the line's way, in all arrays by way: where it is or must be loaded
   bool hit;
   uint64_t victim; // of a miss: address of the line that goes, if lines[index] is resident
} UseTouch;

// Allocates an empty cache of a valid geometry.  Stock Callgrind's arithmetic compares 32 bits of
// an address, takes an empty way for line zero, and has masks of 32 bits.
void use_cache_init(UseCache* c, const Geometry* g, bool callgrind_arithmetic);
void use_cache_free(UseCache* c);
// Empties the cache; records are lost.
void use_cache_clear(UseCache* c);
// References the line that holds `address`.
UseTouch use_cache_touch(UseCache* c, uint64_t address);
// Index of the line that holds `address`, or LINE_NONE; no reference.
int64_t use_cache_find(const UseCache* c, uint64_t address);
// Starts the record of a new line.
void use_cache_load(UseCache* c, uint64_t index);
// Makes room for owners.
void use_cache_keep_owners(UseCache* c);
// What use was made of the line so far.
Eviction use_cache_end(const UseCache* c, uint64_t index, int level);
// Panics if a set holds a line twice, or a way twice.
void use_cache_check(const UseCache* c);

// Which bytes of the line at `index` have been accessed: `words` words.
XG_INLINE uint64_t* use_cache_mask(const UseCache* c, uint64_t index)
{
   // One word stands in the record, so that a line costs one cache line of the host.
   return XG_LIKELY(c->words == 1) ? &c->lines[index].mask : c->masks + index * c->words;
}

// Owner of the line at `index`, to be written to; NULL: owners are not asked for.
XG_INLINE uint32_t* use_cache_owner(const UseCache* c, uint64_t index)
{
   return c->owners ? &c->owners[index] : NULL;
}

// Notes an access to bytes of the line at `index`.
XG_INLINE void use_cache_note(UseCache* c, uint64_t index, uint64_t offset_B, uint64_t size_B)
{
   c->lines[index].count++;
   line_use_set_bits(use_cache_mask(c, index), offset_B, size_B);
}

// The tag of the line that holds `address`, without its way.
XG_INLINE uint64_t use_cache_key(const UseCache* c, uint64_t address)
{
   return (address & c->address_mask) >> c->base.line_shift << WAY_BITS;
}

// Address of the line with this tag.
XG_INLINE uint64_t use_cache_address(const UseCache* c, uint64_t tag)
{
   return tag >> WAY_BITS << c->base.line_shift;
}

#endif
