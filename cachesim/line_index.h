// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds the entry of a line in a table of a fixed number of entries: hashing with lists.
//
// A list has one entry or two; to take one out reads no other place of the table, most of which are in none of the
// host's caches.
//
// Ownership: the LineIndex belongs to the caller, its arrays to the index.
//
//    LineIndex x;
//    line_index_init(&x, 512);
//    line_index_put(&x, entry, line);
//    uint32_t found = line_index_find(&x, line);   // NO_ENTRY: it is not there
//    line_index_remove(&x, entry);
#ifndef XG_CACHESIM_LINE_INDEX_H
#define XG_CACHESIM_LINE_INDEX_H

#include "base/host.h"

#define NO_ENTRY UINT32_MAX

typedef struct {
   uint64_t line;
   uint32_t next; // in its list, plus 1; 0: it is the last one
} IndexedLine;

// Invariants: each entry in use is once in the list of its line's hash value.  There are at least twice as many lists
// as entries.  Memory of those that never were in use is not touched.
typedef struct {
   IndexedLine* lines; // by entry
   uint32_t* list;     // first entry, plus 1; 0: it is empty
   uint64_t n;         // entries
   uint32_t shift;     // 64 - log2 of the number of lists
} LineIndex;

XG_INLINE uint64_t line_index_lists(const LineIndex* x)
{
   return 1ULL << (64 - x->shift);
}

// The list of a line.
XG_INLINE uint32_t* line_index_list(const LineIndex* x, uint64_t line)
{
   return &x->list[line * 0x9E3779B97F4A7C15ULL >> x->shift];
}

XG_INLINE uint32_t line_index_find(const LineIndex* x, uint64_t line)
{
   uint32_t e = *line_index_list(x, line) - 1; // NO_ENTRY behind the last one
   while (e != NO_ENTRY && x->lines[e].line != line) e = x->lines[e].next - 1;
   return e;
}

// An empty index for up to n entries, at least 1.
void line_index_init(LineIndex* x, uint64_t n);
void line_index_free(LineIndex* x);
// Gives an entry that is not in use a line that is not there.
void line_index_put(LineIndex* x, uint32_t entry, uint64_t line);
// The entry is not in use any more.
void line_index_remove(LineIndex* x, uint32_t entry);
void line_index_clear(LineIndex* x);
// Entries in use, counted.
uint64_t line_index_count(const LineIndex* x);

#endif
