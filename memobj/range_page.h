// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ranges of one page of memory, which may begin before it or end behind it.
//
// A bit for every 16 bytes says whether a range starts there, so that the rank of an address is a
// count of bits: a binary search of a page of small ranges took a fifth of the time of programs
// that allocate much, nearly all of it waiting for ranges that were not wanted.  Allocators hand
// out multiples of 16 bytes; where other ranges share a bit, the list is searched.
//
//    RangePage p = {0};
//    range_page_insert(&p, page << PAGE_SHIFT, b);
//    if (range_page_find(&p, address) == b) ...        // address >> PAGE_SHIFT == page
#ifndef XG_MEMOBJ_RANGE_PAGE_H
#define XG_MEMOBJ_RANGE_PAGE_H

#include "memobj/range_list.h"

enum { PAGE_SHIFT = 12, BIT_SHIFT = 4, PAGE_WORDS = 4 };

typedef struct {
   RangeList list;
   uint64_t starts[PAGE_WORDS]; // a range that began before the page starts in its first bit
   uint16_t before[PAGE_WORDS]; // bits in the words before
   bool crowded;                // ranges share a bit
} RangePage;

// Adds a range to the page that begins at `start`, or removes it.
void range_page_insert(RangePage* p, uint64_t start, MemRange* b);
void range_page_erase(RangePage* p, uint64_t start, const MemRange* b);
// Panics if bits and list do not agree.
void range_page_check(const RangePage* p, uint64_t start);

// Number of bits that are set; there is no instruction for it on every processor.
XG_INLINE uint32_t count_bits(uint64_t w)
{
   w -= w >> 1 & 0x5555555555555555ULL;
   w = (w & 0x3333333333333333ULL) + (w >> 2 & 0x3333333333333333ULL);
   w = (w + (w >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
   return (uint32_t)((w * 0x0101010101010101ULL) >> 56);
}

// Number of the page's ranges that may hold the address or lie before it.
XG_INLINE uint32_t range_page_rank(const RangePage* p, uint64_t address)
{
   if (XG_UNLIKELY(p->crowded)) return range_list_rank(&p->list, address);
   uint32_t bit = (uint32_t)(address >> BIT_SHIFT) % (64 * PAGE_WORDS), word = bit / 64;
   uint32_t rank = p->before[word] + count_bits(p->starts[word] << (63 - bit % 64));
   // The last of them may start behind the address, in the same 16 bytes.
   return rank && p->list.range[rank - 1]->start > address ? rank - 1 : rank;
}

// The range that holds the address of the page, or NULL.
XG_INLINE MemRange* range_page_find(const RangePage* p, uint64_t address)
{
   return range_list_at(&p->list, range_page_rank(p, address), address);
}

#endif
