// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is kept for each line of memory that a cache has been asked for: which caches have seen it, and
// how often it has missed, by class.
//
// Contract: a record is made when it is asked for, and stays at its address until line_table_free().
// A record takes 24 bytes with one core and two levels, at most 56; with its place in the index at most
// 64.  Counters of 16 bits carry into a map, so that they never overflow.
// A line's address is a multiple of at least 16.
//
//    LineTable t;
//    line_table_init(&t, 1, 0);                            // one core, no level between D1 and LL
//    LineRecord* r = line_table_get(&t, line);
//    if (!line_table_see(&t, r, CLASS_D1, 0)) ...          // the first reference to D1
//    line_table_count(&t, r, CLASS_D1, MISS_COLD);
//    for (uint64_t i = 0; i < t.n; i++) ... line_table_at(&t, i) ...
#ifndef XG_CACHESIM_LINE_TABLE_H
#define XG_CACHESIM_LINE_TABLE_H

#include "base/map.h"
#include "cachesim/miss_class.h"

enum { LINE_TABLE_CORES_MAX = 64 };

// A line.  After the misses, with several cores, follows a word for D1 and one for each level between it and LL: the
// cores whose cache has seen the line.
typedef struct {
   uint64_t
      line; // its address; in the lowest bits, by level, what has been seen: see line_table.c
   uint32_t object;   // that the last miss belongs to, by the caller's numbering
   uint16_t misses[]; // by level and class, modulo 2^16
} LineRecord;

// Invariants: record n is in chunk n / LINES_PER_CHUNK; index has each record's number + 1 once, at or
// behind the place of its hash value with no free bucket between, and 0 elsewhere.
typedef struct {
   uint64_t n;        // records
   uint8_t** chunks;  // [n_chunks]
   uint32_t n_chunks; // room for
   uint32_t record_B; // a multiple of 8
   uint32_t seen_B;   // offset of the words of cores
   uint32_t* index;   // [buckets]
   uint64_t buckets;
   uint8_t first[CLASS_LEVELS];     // in LineRecord.misses
   uint8_t n_classes[CLASS_LEVELS]; // 0: there is no such level
   bool by_core;                    // there are words of cores
   Map carries;                     // of counters: by line and place
} LineTable;

// between: levels between D1 and LL.
void line_table_init(LineTable* t, uint32_t cores, uint32_t between);
void line_table_free(LineTable* t);
// The record of a line, made if there is none.
LineRecord* line_table_get(LineTable* t, uint64_t line);
// The record of a line, or NULL.
LineRecord* line_table_find(const LineTable* t, uint64_t line);
// The record of this line will be asked for soon: has the host load where its number is, and later, the
// record.  Both are usually in none of the host's caches.
void line_table_prefetch_number(const LineTable* t, uint64_t line);
void line_table_prefetch(const LineTable* t, uint64_t line);
// Record number i, from 0 to n - 1, in the order in which they were made.
LineRecord* line_table_at(const LineTable* t, uint64_t i);
// Notes that the level's cache of this core sees the line; returns whether it has seen it before.
bool line_table_see(const LineTable* t, LineRecord* r, ClassLevel level, uint32_t core);
// No cache has seen any line; counts stay.
void line_table_forget(LineTable* t);
// Counts a miss.
void line_table_count(LineTable* t, LineRecord* r, ClassLevel level, MissClass m);
// How many misses were counted for record number i.
uint64_t line_table_misses(const LineTable* t, uint64_t i, ClassLevel level, MissClass m);
// All counts are zero, and no line has an object; what was seen stays.
void line_table_zero(LineTable* t);
// Bytes in use.
uint64_t line_table_size_B(const LineTable* t);
// Panics if an invariant is broken.
void line_table_check(const LineTable* t);

// Address of the record's line.
XG_INLINE uint64_t line_record_address(const LineRecord* r)
{
   return r->line & ~15ULL;
}

#endif
