// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds the entry of a line in a table of a fixed number of entries: open addressing, linear probing.
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

// Invariants: each entry in use is in `bucket` once, plus 1, at or behind that of its line's hash value
// with no free bucket between; free ones are 0.  At most half of the buckets are in use.  Memory of
// those that never were is not touched.
typedef struct {
   uint64_t* lines; // by entry
   uint32_t* bucket;
   uint64_t n;     // entries
   uint32_t shift; // 64 - log2 of the number of buckets
} LineIndex;

XG_INLINE uint64_t line_index_buckets(const LineIndex* x)
{
   return 1ULL << (64 - x->shift);
}

// Where the search for a line starts.
XG_INLINE uint64_t line_index_start(const LineIndex* x, uint64_t line)
{
   return line * 0x9E3779B97F4A7C15ULL >> x->shift;
}

XG_INLINE uint32_t line_index_find(const LineIndex* x, uint64_t line)
{
   uint64_t mask = line_index_buckets(x) - 1;
   for (uint64_t i = line_index_start(x, line);; i = (i + 1) & mask) {
      uint32_t e = x->bucket[i] - 1; // NO_ENTRY if it is free
      if (e == NO_ENTRY || x->lines[e] == line) return e;
   }
}

// The line will be searched for soon: has the host load where that starts.
XG_INLINE void line_index_prefetch(const LineIndex* x, uint64_t line)
{
   __builtin_prefetch(&x->bucket[line_index_start(x, line)], 1);
}

// An empty index for up to n entries, at least 1.
void line_index_init(LineIndex* x, uint64_t n);
void line_index_free(LineIndex* x);
// Gives an entry that is not in use a line that is not there.
void line_index_put(LineIndex* x, uint32_t entry, uint64_t line);
// The entry is not in use any more.
void line_index_remove(LineIndex* x, uint32_t entry);
void line_index_clear(LineIndex* x);

#endif
