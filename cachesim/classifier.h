// SPDX-License-Identifier: GPL-3.0-or-later
//
// The classifier of a cache: which class each of its misses has.
//
// Contract: the cache tells it the start of each request of the program and then every line that the
// request references, in order, hit or miss.  Prefetches are no references.  After a request that
// missed, and that is charged, the caller asks for its class and has it counted, by set and by line.
//
// If D1 has hot slots, hits there are not told: the slot says when the last one was.  So whoever makes
// the request sets its time first (see timed_reference.h); lines of one request have times from there
// on, one each.  Without hot slots times are not needed.
//
// With several cores, each private cache has a classifier; they share the lines, and classifier_share()
// has them share the counts of sets.  `sharing` says whether a line that has missed was invalidated by
// another core; who invalidates it calls classifier_invalidate().
//
// Ownership: the Classifier belongs to the caller and must not move; it owns its shadow cache, and
// its sets unless they are shared; not the cache nor the tables of lines.
//
//    classifier_init(&c, CLASS_LL, &ll, &table, 0);
//    classifier_begin(&c);
//    classifier_reference(&c, line, hit);              // for each line
//    if (missed) MissClass m = classifier_count(&c, object);
#ifndef XG_CACHESIM_CLASSIFIER_H
#define XG_CACHESIM_CLASSIFIER_H

#include "cachesim/cache.h"
#include "cachesim/line_table.h"
#include "cachesim/shadow_cache.h"
#include "cachesim/timed_shadow.h"

// MISS_TRUE_SHARING or MISS_FALSE_SHARING if the line, which has missed, was invalidated in this cache
// by another core and has not been loaded since, else NOT_MISSED.
typedef MissClass SharingClass(void* state, uint64_t line);

// Misses of one set, by class.
typedef uint64_t SetMisses[MISS_CLASSES];

// Invariants: `reference` is used without hot slots, `timed` with them.  If missed is a class,
// missed_line has it.
struct Classifier {
   ShadowCache shadow;
   TimedShadow timed;
   bool by_time;
   ClassLevel level;
   uint32_t core;
   const Cache* cache;
   LineTable* lines;   // of lines of the cache's size: what it has seen
   LineTable* counted; // where misses are counted; usually `lines`
   uint32_t counted_B; // size of the lines there
   bool owns_sets;
   SetMisses* sets;       // [cache->sets]
   SharingClass* sharing; // NULL: there is one core
   void* sharing_state;
   uint64_t time;    // of the next line of the running request
   MissClass missed; // class of the running request; NOT_MISSED: none so far
   uint64_t missed_line;
   LineRecord* missed_record; // of the line, in `lines`
};

// Sets up the classifier of an empty cache, core number `core`.
void classifier_init(Classifier* c, ClassLevel level, const Cache* cache, LineTable* lines,
                     uint32_t core);
// Misses are counted in this table instead, of longer lines of line_B bytes.
void classifier_count_in(Classifier* c, LineTable* counted, uint32_t line_B);
void classifier_free(Classifier* c);
// Counts by set are those of `other` from now on, of a cache of the same geometry.
void classifier_share(Classifier* c, Classifier* other);
// The cache is empty: forgets all references.  What was seen is forgotten by line_table_forget().
void classifier_clear(Classifier* c);
// A line of the request that has begun, by the address of its first byte.
void classifier_reference(Classifier* c, uint64_t line, bool hit);
// Another core invalidates the line: the shadow cache forgets it, too.
void classifier_invalidate(Classifier* c, uint64_t line);
// Counts the miss of the last request, for its set and its line, and returns its class.  object: that it
// belongs to; 0: that is not known, and the line keeps that of the miss before.
MissClass classifier_count(Classifier* c, uint32_t object);
// Counts by set are zero again.
void classifier_zero(Classifier* c);
// Panics if an invariant is broken.
void classifier_check(const Classifier* c);

// A request of the program begins.
XG_INLINE void classifier_begin(Classifier* c)
{
   c->missed = NOT_MISSED;
}

// A request of one line.
XG_INLINE void classifier_request(Classifier* c, uint64_t address, bool hit)
{
   classifier_begin(c);
   classifier_reference(c, cache_line(c->cache, address), hit);
}

// The class of the last request, if it missed.
XG_INLINE MissClass classifier_class(const Classifier* c)
{
   return c->missed;
}

#endif
