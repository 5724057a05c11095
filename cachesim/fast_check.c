// SPDX-License-Identifier: GPL-3.0-or-later
// Checks of a fast path; see fast_check.h.
#include "cachesim/fast_check.h"

#if XG_DEBUG_CHECKS

static uint64_t copy[WAYS_MAX]; // tags of the set, without ways

static const uint64_t* set_of(const Cache* c, uint64_t address)
{
   return c->tags + cache_set(c, address) * c->ways;
}

void fast_check_before(const Cache* c, uint64_t address)
{
   for (uint32_t i = 0; i < c->ways; i++) copy[i] = set_of(c, address)[i] & ~WAY_MASK;
}

// With line use: the line takes the way of the evicted one, or the lowest free one.
static void check_way(const uint64_t* set, uint32_t n_before, uint64_t last, uint64_t old)
{
   XG_ASSERT((old & ~WAY_MASK) == last);
   XG_ASSERT((set[0] & WAY_MASK) == (old ? old & WAY_MASK : n_before));
}

void fast_check_after(const Cache* c, uint64_t address, bool hit, const uint64_t* old)
{
   Cache one = {.tags = copy,
                .sets = 1,
                .power_of_two = true,
                .ways = c->ways,
                .line_shift = c->line_shift,
                .level = c->level,
                .geometry = c->geometry};
   uint64_t last = copy[c->ways - 1];
   uint32_t n = 0;
   while (n < c->ways && copy[n]) n++;
   Served s = cache_request(&one, &(Request){address, 1, false}, NULL);
   XG_ASSERT(hit == (s.by != AT_MEMORY));
   const uint64_t* set = set_of(c, address);
   for (uint32_t i = 0; i < c->ways; i++) XG_ASSERT((set[i] & ~WAY_MASK) == copy[i]);
   if (old && !hit) check_way(set, n, last, *old);
}

#endif
