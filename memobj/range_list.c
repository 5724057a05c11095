// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges in order; see range_list.h.
#include "memobj/range_list.h"

uint32_t range_list_rank(const RangeList* l, uint64_t address)
{
   uint32_t low = 0, high = l->n;
   while (low < high) {
      uint32_t middle = low + (high - low) / 2;
      if (l->range[middle]->start <= address)
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

void range_list_insert(RangeList* l, uint32_t at, MemRange* b)
{
   if (l->n == l->capacity) {
      l->capacity = l->capacity ? 2 * l->capacity : 4;
      l->range = host_realloc("memobj.lists", l->range, l->capacity * sizeof *l->range);
   }
   for (uint32_t i = l->n++; i > at; i--) l->range[i] = l->range[i - 1];
   l->range[at] = b;
}

void range_list_erase(RangeList* l, uint32_t at)
{
   for (l->n--; at < l->n; at++) l->range[at] = l->range[at + 1];
}

MemRange* range_list_overlapping(const RangeList* l, uint32_t rank, uint64_t start,
                                 uint64_t size_B)
{
   MemRange* b = range_list_at(l, rank, start);
   if (b) return b;
   return rank < l->n && l->range[rank]->start - start < size_B ? l->range[rank] : NULL;
}

static void check_range(const MemRange* r)
{
   XG_ASSERT(r->object && r->size_B && r->watched_B == (r->is_cut ? 0 : r->size_B));
}

void range_list_check(const RangeList* l)
{
   for (uint32_t i = 0; i < l->n; i++) check_range(l->range[i]);
   for (uint32_t i = 1; i < l->n; i++)
      XG_ASSERT(l->range[i - 1]->start + l->range[i - 1]->size_B <= l->range[i]->start);
}
