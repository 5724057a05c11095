// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which block of memory an address belongs to.
//
// Small blocks are listed by page, so that each costs some bytes and a short search; large ones
// stand in one sorted list.  Regions are what allocators cut blocks from: an address in a region
// belongs to it only if no block holds it.
//
//    RangeMap m = {.arena.what = "memobj.blocks"};
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
   RangeList large;    // blocks
   RangeList mappings; // likewise
   uint64_t n_ranges;
   MemRange *last, *last_mapping; // found
   MemRange* free;                // to be used again, linked by `next_free`
   Arena arena;                   // of blocks
} RangeMap;

// Adds a block of size_B > 0 bytes.  Blocks that overlap it must have been removed.
MemRange* range_map_add(RangeMap* m, uint64_t start, uint64_t size_B, MemObject* object);
// Takes a block or a region out and frees it.
void range_map_remove(RangeMap* m, MemRange* b);
// The block, or else the region, that holds the address; NULL if there is neither.
MemRange* range_map_find(RangeMap* m, uint64_t address);
// Some block (regions left out) that overlaps the range, or NULL.
MemRange* range_map_overlapping(RangeMap* m, uint64_t start, uint64_t size_B);
// Makes the range a region; other regions must not overlap it.
MemRange* range_map_add_mapping(RangeMap* m, uint64_t start, uint64_t size_B,
                                MemObject* object);
// Some region that overlaps the range, or NULL.
MemRange* range_map_mapping(RangeMap* m, uint64_t start, uint64_t size_B);
// Panics if an order or a page is wrong.
void range_map_check(const RangeMap* m);

#endif
