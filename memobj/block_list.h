// SPDX-License-Identifier: GPL-3.0-or-later
//
// Blocks in order of their addresses; they do not overlap.
//
//    BlockList l = {0};
//    block_list_insert(&l, block_list_rank(&l, b->start), b);
//    MemBlock* b = block_list_find(&l, address);
#ifndef XG_MEMOBJ_BLOCK_LIST_H
#define XG_MEMOBJ_BLOCK_LIST_H

#include "base/port.h"
#include "memobj/object.h"

typedef struct {
   MemBlock** block;
   uint32_t n, capacity;
} BlockList;

// Number of blocks in the list that start at or before the address.
uint32_t block_list_rank(const BlockList* l, uint64_t address);
// Puts the block at a position, or takes the one there out.
void block_list_insert(BlockList* l, uint32_t at, MemBlock* b);
void block_list_erase(BlockList* l, uint32_t at);
// The first block that overlaps the range of size_B bytes, of those from rank - 1 on, where rank is
// that of start; NULL: there is none.
MemBlock* block_list_overlapping(const BlockList* l, uint32_t rank, uint64_t start,
                                 uint64_t size_B);
// Panics if blocks overlap or are out of order.
void block_list_check(const BlockList* l);

XG_INLINE bool block_holds(const MemBlock* b, uint64_t address)
{
   return address - b->start < b->size_B;
}

// The block that holds the address, of which the rank is known; or NULL.
XG_INLINE MemBlock* block_list_at(const BlockList* l, uint32_t rank, uint64_t address)
{
   return rank && block_holds(l->block[rank - 1], address) ? l->block[rank - 1] : NULL;
}

#endif
