// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which block of memory an address belongs to.
//
// Small blocks are listed by page, so that each costs some bytes and a short search; large ones
// stand in one sorted list.  Regions are what allocators cut blocks from: an address in a region
// belongs to it only if no block holds it.
//
//    BlockMap m = {.arena.what = "memobj.blocks"};
//    MemBlock* b = blocks_add(&m, address, size_B, object);
//    if (blocks_find(&m, address) == b) ...
//    blocks_remove(&m, b);
#ifndef XG_MEMOBJ_BLOCKS_H
#define XG_MEMOBJ_BLOCKS_H

#include "base/arena.h"
#include "base/map.h"
#include "memobj/block_page.h"

enum { RECENT_PAGES = 2048 };

typedef struct {
   Map pages; // of BlockPage, by number
   // Those asked for lately, by number modulo: a third of the time of a look-up went into the map.
   struct {
      uint64_t page; // 0: none
      BlockPage* at;
   } recent[RECENT_PAGES];
   BlockList large;   // blocks
   BlockList regions; // likewise
   uint64_t n_blocks;
   MemBlock *last, *last_region; // found
   MemBlock* free;               // to be used again, linked by `watchers`
   Arena arena;                  // of blocks
} BlockMap;

// Adds a block of size_B > 0 bytes.  Blocks that overlap it must have been removed.
MemBlock* blocks_add(BlockMap* m, uint64_t start, uint64_t size_B, MemObject* object);
// Takes a block or a region out and frees it.
void blocks_remove(BlockMap* m, MemBlock* b);
// The block, or else the region, that holds the address; NULL if there is neither.
MemBlock* blocks_find(BlockMap* m, uint64_t address);
// Some block (regions left out) that overlaps the range, or NULL.
MemBlock* blocks_in(BlockMap* m, uint64_t start, uint64_t size_B);
// Makes the range a region; other regions must not overlap it.
MemBlock* blocks_add_region(BlockMap* m, uint64_t start, uint64_t size_B, MemObject* object);
// Some region that overlaps the range, or NULL.
MemBlock* blocks_region_in(BlockMap* m, uint64_t start, uint64_t size_B);
// Panics if an order or a page is wrong.
void blocks_check(const BlockMap* m);

#endif
