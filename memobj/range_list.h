// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ranges in order of their addresses; they do not overlap.
//
//    RangeList l = {0};
//    range_list_insert(&l, range_list_rank(&l, b->start), b);
//    MemRange* b = range_list_at(&l, range_list_rank(&l, address), address);
#ifndef XG_MEMOBJ_RANGE_LIST_H
#define XG_MEMOBJ_RANGE_LIST_H

#include "base/host.h"
#include "memobj/object.h"

typedef struct {
   MemRange** range;
   uint32_t n, capacity;
} RangeList;

// Number of ranges in the list that start at or before the address.
uint32_t range_list_rank(const RangeList* l, uint64_t address);
// Inserts the range at a position, or removes the one there.
void range_list_insert(RangeList* l, uint32_t at, MemRange* b);
void range_list_erase(RangeList* l, uint32_t at);
// The first range that overlaps these size_B bytes, of those from rank - 1 on, where rank is that
// of start; NULL: there is none.
MemRange* range_list_overlapping(const RangeList* l, uint32_t rank, uint64_t start,
                                 uint64_t size_B);
// Panics if ranges overlap or are out of order, or if an invariant of one is broken.
void range_list_check(const RangeList* l);

XG_INLINE bool range_holds(const MemRange* b, uint64_t address)
{
   return address - b->start < b->size_B;
}

// The range that holds the address, whose rank is known; or NULL.
XG_INLINE MemRange* range_list_at(const RangeList* l, uint32_t rank, uint64_t address)
{
   return rank && range_holds(l->range[rank - 1], address) ? l->range[rank - 1] : NULL;
}

#endif
