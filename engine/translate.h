// SPDX-License-Identifier: GPL-3.0-or-later
//
// Accesses and fetches with TLBs: asks the TLBs first, charges what misses them, then asks the caches.
//
// Time: I1's `now` is advanced by TIMES_PER_BLOCK at the start of each block, not by one, and each
// site has times of its own from there on.  So generated code may note the accesses that it handles
// by itself in any order with those that come here.
//
// Contract: translate_data() stands for the access_data_*() that the configuration asks for, if
// there is a TLB of data.  Generated code that finds a hot line, or has called translate_data(),
// notes the site's time in the hot slot.
//
//    translate_data(site, address);
//    cache_hot_slot(&engine.caches.d1, address)->used = translate_time(site);
#ifndef XG_ENGINE_TRANSLATE_H
#define XG_ENGINE_TRANSLATE_H

#include "engine/access.h"

// The time of the site's access in the running execution of its block.
XG_INLINE uint64_t translate_time(const Site* site)
{
   return engine.caches.i1.now + site->index * (uint64_t)PAGES_PER_REQUEST;
}
_Static_assert((UINT16_MAX + 1) * PAGES_PER_REQUEST <= TIMES_PER_BLOCK, "times of sites");

// Chooses the function that translate_data() goes on with; by entry_points_choose().
void translate_choose(bool line_use, bool avx2);
// A data access.
void translate_data(Site* site, uint64_t address);
// An instruction fetch from a page that is not in the TLB of code, or from two; the caller may note
// the former's time afterwards.
void translate_fetch(Site* site);

#endif
