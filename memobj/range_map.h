// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which range of memory an address belongs to.
//
// Small ranges are listed by page, so that each costs some bytes and a short search; large ones are
// in one sorted list.  Allocators cut ranges from mappings: an address in a mapping belongs to it
// only if no other range holds it.
//
// Invariants: mappings do not overlap, nor do other ranges; a small range is in the list of each
// page that it overlaps; no large range overlaps the gap; `last` and `last_mapping` are in the map.
//
//    RangeMap m = {.arena.what = "memobj.ranges"};
//    MemRange* b = range_map_add(&m, address, size_B, object);
//    if (range_map_find(&m, address) == b) ...
//    range_map_remove(&m, b);
#ifndef XG_MEMOBJ_RANGE_MAP_H
#define XG_MEMOBJ_RANGE_MAP_H

#include "base/arena.h"
#include "memobj/page_map.h"
#include "memobj/range_page.h"

typedef struct {
   PageMap pages;   // of RangePage
   RangeList large; // other ranges than mappings
   RangeList mappings;
   uint64_t n_ranges;
   uint64_t gap, gap_end;         // addresses between large ranges; equal: none is known
   MemRange *last, *last_mapping; // found
   MemRange* free;                // to be used again, linked by `next_free`
   Arena arena;                   // of ranges
} RangeMap;

// Adds a range of size_B > 0 bytes.  Ranges that overlap it must have been removed.
MemRange* range_map_add(RangeMap* m, uint64_t start, uint64_t size_B, MemObject* object);
// Removes a range or a mapping; if nobody watches it, it is freed.
void range_map_remove(RangeMap* m, MemRange* b);
// Frees one that was removed and that nobody watches any more.
void range_map_reuse(RangeMap* m, MemRange* b);
// The range, or else the mapping, that holds the address; NULL if there is neither.
MemRange* range_map_find(RangeMap* m, uint64_t address);
// Some range that overlaps this memory, mappings left out; or NULL.
MemRange* range_map_overlapping(RangeMap* m, uint64_t start, uint64_t size_B);
// Adds a mapping; other mappings must not overlap it.
MemRange* range_map_add_mapping(RangeMap* m, uint64_t start, uint64_t size_B,
                                MemObject* object);
// The first mapping that overlaps this memory, or NULL.
MemRange* range_map_mapping(RangeMap* m, uint64_t start, uint64_t size_B);
// Panics if an invariant is broken.
void range_map_check(const RangeMap* m);

#endif
