// SPDX-License-Identifier: GPL-3.0-or-later
//
// I1: a set-associative LRU cache of code lines.
//
// Code stays where it is, so each line of it has an object at a fixed address, which knows
// whether it is resident and when it was used last.  Generated code then needs no table of
// sets: it tests `used` and sets it to the time.
//
//    CodeLine* line = code_cache_line(&c, address);   // once, at translation
//    uint64_t now = ++c.now;                          // once per block
//    if (!line->used) code_cache_load(&c, line);      // a miss
//    line->used = now;
//
// Lines of one set need different times; those of different sets may share one.
#ifndef XG_CACHESIM_CODE_CACHE_H
#define XG_CACHESIM_CODE_CACHE_H

#include "base/arena.h"
#include "base/map.h"
#include "cachesim/geometry.h"
#include "cachesim/line_use.h"

typedef struct CodeLine CodeLine;
struct CodeLine {
   uint64_t used;    // CodeCache.now at its last use; 0: not resident
   uint64_t address; // of its first byte
   CodeLine* next;   // the following line of memory, NULL: not asked for yet
   // What follows exists only if the cache records use.
   uint64_t count; // fetches of instructions since it was loaded
   CostTarget loader;
   uint32_t below;  // index in LL of what it was loaded from
   uint32_t owner;  // as in Eviction
   uint64_t mask[]; // [words]: bytes fetched
};

typedef struct {
   uint64_t now;        // time, in uses of the cache
   CodeLine** resident; // [sets * ways], NULL: free
   uint64_t sets;
   uint32_t ways;
   uint32_t line_shift; // log2 of the line size in bytes
   uint32_t words;      // of CodeLine.mask; 0: no records of use
   Geometry geometry;
   Map lines; // by address
   Arena arena;
} CodeCache;

// Allocates an empty cache of a valid geometry.
void code_cache_init(CodeCache* c, const Geometry* g, bool records_use);
// Frees the cache and its line objects.
void code_cache_free(CodeCache* c);
// Empties the cache; line objects stay valid.
void code_cache_clear(CodeCache* c);
// The line that holds `address`.
CodeLine* code_cache_line(CodeCache* c, uint64_t address);
// The line behind this one.
CodeLine* code_cache_next(CodeCache* c, CodeLine* line);
// The line that holds `address` if there has been one, else NULL.
CodeLine* code_cache_known_line(const CodeCache* c, uint64_t address);
// Takes in a line that is not resident, in place of the one of its set not used for longest,
// which is returned (NULL: a way was free).  The caller must set line->used, or the line is lost.
CodeLine* code_cache_load(CodeCache* c, CodeLine* line);
// Likewise the lines of a fetch that ends before `end`, as far as they are not resident; the two
// must be of different sets.
void code_cache_load_pair(CodeCache* c, CodeLine* first, uint64_t end);
// References the line; returns whether it was resident.
bool code_cache_touch(CodeCache* c, CodeLine* line);
// Panics if residency and sets contradict each other.
void code_cache_check(const CodeCache* c);

// Address of the line that holds `address`.
XG_INLINE uint64_t code_cache_start(const CodeCache* c, uint64_t address)
{
   return address >> c->line_shift << c->line_shift;
}

#endif
