// SPDX-License-Identifier: GPL-3.0-or-later
// Costs by bin of time; see bins.h.
#include "timeline/bins.h"

static size_t bin_B(const Bins* b)
{
   return b->n_events * sizeof *b->cost;
}

void bins_init(Bins* b, uint32_t n_events, uint64_t start)
{
   *b = (Bins){.n_events = n_events};
   b->cost = host_zalloc("timeline.bins", BINS_MAX * bin_B(b));
   bins_clear(b, start);
}

void bins_free(Bins* b)
{
   host_free(b->cost);
   *b = (Bins){0};
}

void bins_clear(Bins* b, uint64_t start)
{
   host_memset(b->cost, 0, b->n * bin_B(b));
   b->n = 0;
   b->start = b->now = start;
   b->width = BINS_FIRST_WIDTH;
}

uint64_t* bins_at(const Bins* b, uint32_t i)
{
   return b->cost + (size_t)i * b->n_events;
}

uint64_t bins_next(const Bins* b)
{
   return b->start + ((b->now - b->start) / b->width + 1) * b->width;
}

// Each two neighbours become one.
static void halve(Bins* b)
{
   uint32_t left = (b->n + 1) / 2;
   for (uint32_t i = 0; i < b->n; i++) {
      const uint64_t* from = bins_at(b, i);
      uint64_t* to = bins_at(b, i / 2);
      for (uint32_t e = 0; e < b->n_events; e++) to[e] = (i % 2 ? to[e] : 0) + from[e];
   }
   host_memset(bins_at(b, left), 0, (b->n - left) * bin_B(b));
   b->n = left;
   b->width *= 2;
}

// The bin that this clock lies in; makes room for it.
static uint32_t bin_of(Bins* b, uint64_t clock)
{
   while ((clock - b->start) / b->width >= BINS_MAX) halve(b);
   uint32_t i = (uint32_t)((clock - b->start) / b->width);
   if (i >= b->n) b->n = i + 1;
   return i;
}

void bins_add(Bins* b, uint64_t now, const uint64_t* cost)
{
   XG_CHECK(now >= b->now);
   bool any = now > b->now;
   for (uint32_t e = 0; e < b->n_events && !any; e++) any = cost[e] != 0;
   if (!any) return;
   bool takes_no_time = now == b->now && now > b->start;
   uint64_t* to = bins_at(b, bin_of(b, takes_no_time ? now - 1 : b->now));
   for (uint32_t e = 0; e < b->n_events; e++) to[e] += cost[e];
   if (now > b->now) bin_of(b, now - 1); // it has begun
   b->now = now;
}

void bins_check(const Bins* b)
{
   uint64_t width = b->width;
   while (width > BINS_FIRST_WIDTH && width % 2 == 0) width /= 2;
   XG_ASSERT(width == BINS_FIRST_WIDTH && b->n <= BINS_MAX && b->now >= b->start);
   XG_ASSERT((b->now - b->start + b->width - 1) / b->width <= b->n);
   for (uint64_t i = (uint64_t)b->n * b->n_events; i < (uint64_t)BINS_MAX * b->n_events; i++)
      XG_ASSERT(!b->cost[i]);
}
