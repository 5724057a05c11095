// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes of pages; see page_size.h.
#include "cachesim/page_size.h"

void page_sizes_init(PageSizes* p, PageChoice choice)
{
   *p = (PageSizes){.choice = choice, .all_small = choice != PAGES_HUGE};
}

void page_sizes_free(PageSizes* p)
{
   host_free(p->ranges);
   *p = (PageSizes){.choice = p->choice, .all_small = p->choice != PAGES_HUGE};
}

// Index of the first range that ends at `address` or behind it, or n.
static uint32_t first_behind(const PageSizes* p, uint64_t address)
{
   uint32_t low = 0, high = p->n;
   while (low < high) {
      uint32_t middle = low + (high - low) / 2;
      if (p->ranges[middle].end < address)
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

// Replaces the ranges from `first` to before `last` by n others.
static void replace(PageSizes* p, uint32_t first, uint32_t last, const PageRange* by,
                    uint32_t n)
{
   if (p->n + n > p->capacity) {
      p->capacity = 2 * (p->n + n);
      p->ranges = host_realloc("cachesim.pages", p->ranges, p->capacity * sizeof *p->ranges);
   }
   uint32_t now = p->n - (last - first) + n;
   if (first + n > last)
      for (uint32_t i = now; i-- > first + n;) p->ranges[i] = p->ranges[i + last - first - n];
   else
      for (uint32_t i = first + n; i < now; i++) p->ranges[i] = p->ranges[i + last - first - n];
   for (uint32_t i = 0; i < n; i++) p->ranges[first + i] = by[i];
   p->n = now;
   p->all_small = !now;
}

static bool applies(const PageSizes* p, uint64_t start, uint64_t size_B)
{
   return p->choice == PAGES_REQUESTED && size_B && start + size_B > start;
}

bool page_sizes_request(PageSizes* p, uint64_t start, uint64_t size_B)
{
   if (!applies(p, start, size_B)) return false;
   PageRange r = {start, start + size_B};
   uint32_t first = first_behind(p, r.start), last = first;
   if (first < p->n && p->ranges[first].start <= r.start && r.end <= p->ranges[first].end)
      return false;
   for (; last < p->n && p->ranges[last].start <= r.end; last++) {
      if (p->ranges[last].start < r.start) r.start = p->ranges[last].start;
      if (p->ranges[last].end > r.end) r.end = p->ranges[last].end;
   }
   replace(p, first, last, &r, 1);
   return true;
}

bool page_sizes_end(PageSizes* p, uint64_t start, uint64_t size_B)
{
   if (!applies(p, start, size_B)) return false;
   uint64_t end = start + size_B;
   uint32_t first = first_behind(p, start + 1), last = first;
   PageRange rest[2];
   uint32_t n = 0;
   for (; last < p->n && p->ranges[last].start < end; last++) {
      PageRange r = p->ranges[last];
      if (r.start < start) rest[n++] = (PageRange){r.start, start};
      if (r.end > end) rest[n++] = (PageRange){end, r.end};
   }
   if (first == last) return false;
   replace(p, first, last, rest, n);
   return true;
}

bool page_is_huge(const PageSizes* p, uint64_t address)
{
   if (p->choice != PAGES_REQUESTED) return p->choice == PAGES_HUGE;
   uint64_t piece = address & ~(HUGE_PAGE_B - 1);
   uint32_t i = first_behind(p, piece + HUGE_PAGE_B);
   return i < p->n && p->ranges[i].start <= piece;
}

void page_sizes_check(const PageSizes* p)
{
   XG_ASSERT(p->choice == PAGES_REQUESTED || !p->n);
   XG_ASSERT(p->all_small == (p->choice != PAGES_HUGE && !p->n));
   for (uint32_t i = 0; i < p->n; i++) {
      XG_ASSERT(p->ranges[i].start < p->ranges[i].end);
      XG_ASSERT(!i || p->ranges[i - 1].end < p->ranges[i].start);
   }
}
