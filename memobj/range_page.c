// SPDX-License-Identifier: GPL-3.0-or-later
// The ranges of a page; see range_page.h.
#include "memobj/range_page.h"

static uint32_t bit_of(uint64_t start, const MemRange* b)
{
   return b->start > start ? (uint32_t)(b->start - start) >> BIT_SHIFT : 0;
}

static void change(RangePage* p, uint32_t bit, uint32_t by)
{
   p->starts[bit / 64] ^= 1ULL << bit % 64;
   for (uint32_t i = bit / 64 + 1; i < PAGE_WORDS; i++)
      p->before[i] = (uint16_t)(p->before[i] + by);
}

void range_page_insert(RangePage* p, uint64_t start, MemRange* b)
{
   uint32_t bit = bit_of(start, b);
   uint32_t at = b->start < start ? 0 : range_page_rank(p, b->start);
   range_list_insert(&p->list, at, b);
   if (p->starts[bit / 64] >> bit % 64 & 1)
      p->crowded = true; // until the page is empty
   else
      change(p, bit, 1);
}

void range_page_erase(RangePage* p, uint64_t start, const MemRange* b)
{
   uint32_t at = b->start < start ? 0 : range_page_rank(p, b->start) - 1;
   XG_ASSERT(p->list.range[at] == b);
   range_list_erase(&p->list, at);
   if (!p->crowded) change(p, bit_of(start, b), (uint32_t)-1);
}

void range_page_check(const RangePage* p, uint64_t start)
{
   range_list_check(&p->list);
   for (uint32_t i = 0; i < p->list.n; i++) {
      const MemRange* b = p->list.range[i];
      uint64_t at = b->start < start ? start : b->start;
      XG_ASSERT(at - start < 1 << PAGE_SHIFT && range_holds(b, at));
      XG_ASSERT(range_page_rank(p, at) == i + 1);
   }
}
