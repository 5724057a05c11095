// SPDX-License-Identifier: GPL-3.0-or-later
//
// I1: a set-associative LRU cache of code lines.
//
// Code does not move, so each line of code has a `CodeLine` at a fixed address, which knows whether
// the line is resident and when it was used last.  Generated code then needs no table of sets: it
// tests `absent` and sets `used` to the time.  On a miss I1 asks the next level as any cache does, and
// with line use it counts fetches of instructions as a cache of level 1 counts accesses (cache.h).
//
// Ownership: the cache owns its code lines, which stay valid and at their address until
// code_cache_free().
//
//    CodeLine* line = code_cache_line(&c, address);   // once, at translation
//    uint64_t now = ++c.now;                          // once per block
//    if (line->absent) code_cache_missed(&c, line, &request, changes);
//    line->used = now;
//
// Lines of one set need different times; those of different sets may share one.  Who needs several
// times in a block advances `now` by TIMES_PER_BLOCK.
#ifndef XG_CACHESIM_CODE_CACHE_H
#define XG_CACHESIM_CODE_CACHE_H

#include "base/arena.h"
#include "base/map.h"
#include "cachesim/cache.h"

enum { TIMES_PER_BLOCK = 1 << 18 };
enum { CODE_PAGE_SHIFT = 12, CODE_PAGES = 1 << 15 }; // pages of memory that are told apart

// A line of code, resident or not.
//
// Invariants: it is resident if and only if `used` is not 0 (which the caller of code_cache_load() sets), and `absent` is 0; lower and owner are valid only then.
typedef struct CodeLine CodeLine;
struct CodeLine {
   uint64_t used;    // CodeCache.now at its last use; 0: not resident
   uint64_t absent;  // 1 if it is not resident, else 0: generated code joins several of these
   uint64_t address; // of its first byte
   CodeLine* next;   // the following line of memory; NULL: not asked for yet
   // What follows exists only with line use.
   uint64_t count; // fetches of instructions since it was loaded
   CostTarget target;
   uint32_t lower;  // index in the next level of the line that it was loaded from, or DETACHED
   uint32_t owner;  // as in Eviction
   uint64_t mask[]; // [words]: bytes fetched
};

// Fetches from a line that have happened, and are not in its CodeLine yet.
typedef struct {
   uint64_t line;  // its address; NO_LINE: there are none
   uint64_t count; // instructions
   uint64_t mask;  // their bytes in the line
} CodeFetches;

// Invariants: a line is resident if and only if `used` is not 0; then it is in exactly one way of
// the set of its address, and `used` is less than `now` plus TIMES_PER_BLOCK.  With line use, a resident line is attached
// to a resident line of the next level that contains it, or detached.
struct CodeCache {
   uint64_t now;        // time, in uses of the cache
   CodeLine** resident; // [sets * ways], NULL: free
   uint64_t sets;
   uint32_t ways, line_shift; // log2 of the line size in bytes
   uint32_t words;            // of CodeLine.mask; 0: line use is not tracked
   Cache* next;               // the level asked on a miss; NULL: memory
   bool
      leaves_misses; // the next level is asked by the caller, if at all; AT_L2 says that there was a miss
   // Fetches of the code that runs, if whoever notes them notes several at once: asked when a line of a further level is
   // evicted.  NULL: each fetch is noted at once.  Not with lines of several words of mask.
   CodeFetches (*unnoted)(void);
   CodeCache* beside;        // code caches with this next level
   const CodeCache* follows; // see code_cache_follow(); NULL: none
   Geometry geometry;
   Map lines; // by address
   // A bit for each page, modulo CODE_PAGES, that has a line here: most lines asked for are of data.
   uint64_t pages[CODE_PAGES / 64];
   Arena arena;
};

// Allocates an empty cache of a valid geometry.
void code_cache_init(CodeCache* c, const Geometry* g, bool line_use);
// Frees the cache and its code lines.
void code_cache_free(CodeCache* c);
// Makes `next` the level that c asks on a miss.
void code_cache_connect(CodeCache* c, Cache* next);
// Empties the cache; code lines stay valid, line use is lost.
void code_cache_clear(CodeCache* c);
// The line that holds `address`.
CodeLine* code_cache_line(CodeCache* c, uint64_t address);
// The line that holds `address` if there has been one, else NULL.
CodeLine* code_cache_known_line(const CodeCache* c, uint64_t address);
// The line after this one.
CodeLine* code_cache_next(CodeCache* c, CodeLine* line);

// Takes over time and use of the lines in the set of `address` from c->follows, which has been asked for the same lines and
// has the same ones: who notes fetches there need not do so here.  Whoever makes a request calls it first; evictions of the
// next level do so by themselves.
void code_cache_follow(CodeCache* c, uint64_t address);
// ... of all sets.
void code_cache_follow_all(CodeCache* c);
// Handles the fetch of one instruction.  changes: as in cache_request().
Served code_cache_request(CodeCache* c, const Request* r, LineChanges* changes);
// Handles a fetch from `first` and perhaps the line after it, of another set, after generated code
// has found that one of them is absent.  The caller sets their time of use and counts the fetch.
Served code_cache_missed(CodeCache* c, CodeLine* first, const Request* r, LineChanges* changes);
// Loads a line that is absent in place of the one of its set used longest ago, which is returned
// (NULL: a way was free).  The caller must set line->used, or the line is lost.
CodeLine* code_cache_load(CodeCache* c, CodeLine* line);
// Loads the lines of a fetch that ends before `end`, as far as they are absent; they must be at
// most two, of different sets, and the caller sets their time of use.
void code_cache_load_pair(CodeCache* c, CodeLine* first, uint64_t end);
// Takes out the line in a way, which must not be free.
Eviction code_cache_take_line(CodeCache* c, uint64_t way);
// Describes the line as evicted.
Eviction code_cache_eviction(const CodeCache* c, const CodeLine* line);
// Panics if an invariant is broken.
void code_cache_check(const CodeCache* c);

// Address of the line that holds `address`.
XG_INLINE uint64_t code_cache_start(const CodeCache* c, uint64_t address)
{
   return address >> c->line_shift << c->line_shift;
}

#endif
