// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which range of memory an address belongs to.
//
// Small ranges are listed by page, so that each costs some bytes and a short search; large ones
// stand in one sorted list.  Mappings are what allocators cut ranges from: an address in a mapping
// belongs to it only if no range holds it.
//
//    RangeMap m = {.arena.what = "memobj.ranges"};
//    MemRange* b = range_map_add(&m, address, size_B, object);
//    if (range_map_find(&m, address) == b) ...
//    range_map_remove(&m, b);
#ifndef XG_MEMOBJ_RANGE_MAP_H
#define XG_MEMOBJ_RANGE_MAP_H

#include "base/arena.h"
#include "base/map.h"
#include "memobj/range_page.h"

enum { RECENT_PAGES = 2048 };

typedef struct {
   Map pages; // of RangePage, by number
   // Those asked for lately, by number modulo: a third of the time of a look-up went into the map.
   struct {
      uint64_t page; // 0: none
      RangePage* at;
   } recent[RECENT_PAGES];
   RangeList large;    // ranges
   RangeList mappings; // likewise
   uint64_t n_ranges;
   MemRange *last, *last_mapping; // found
   MemRange* free;                // to be used again, linked by `next_free`
   Arena arena;                   // of ranges
} RangeMap;

// Adds a range of size_B > 0 bytes.  Ranges that overlap it must have been removed.
MemRange* range_map_add(RangeMap* m, uint64_t start, uint64_t size_B, MemObject* object);
// Takes a range or a mapping out and frees it.
void range_map_remove(RangeMap* m, MemRange* b);
// The range, or else the mapping, that holds the address; NULL if there is neither.
MemRange* range_map_find(RangeMap* m, uint64_t address);
// Some range (mappings left out) that overlaps the range, or NULL.
MemRange* range_map_overlapping(RangeMap* m, uint64_t start, uint64_t size_B);
// Makes the range a mapping; other mappings must not overlap it.
MemRange* range_map_add_mapping(RangeMap* m, uint64_t start, uint64_t size_B,
                                MemObject* object);
// Some mapping that overlaps the range, or NULL.
MemRange* range_map_mapping(RangeMap* m, uint64_t start, uint64_t size_B);
// Panics if an order or a page is wrong.
void range_map_check(const RangeMap* m);

#endif
