// SPDX-License-Identifier: GPL-3.0-or-later
//
// Accesses and fetches with TLBs: asks the TLBs first, and charges what misses them.
//
// Time: I1's `now` is advanced by TIMES_PER_BLOCK at the start of each block, not by one, and each
// site has times of its own from there on.  So generated code may note the accesses that it handles
// by itself in any order with those that come here.
//
// Contract: translate_data_slow() stands for any access with TLBs and caches; translate_data_fast()
// says what can be done faster.  In both cases whoever makes the access notes the site's time in the
// hot slot afterwards, if there are hot slots.
//
//    TlbEntry* page = translate_data_fast(site, address);
//    if (page) {
//       FastLine d1 = hierarchy_d1_fast(...);
//       translate_enter_slot(page, address);
//    } else {
//       translate_data_slow(site, address);
//    }
//    cache_hot_slot(&engine.caches.d1, address)->used = translate_time(site);
#ifndef XG_ENGINE_TRANSLATE_H
#define XG_ENGINE_TRANSLATE_H

#include "cachesim/hierarchy_inl.h"
#include "engine/engine.h"

// The time of the site's access in the running execution of its block.
XG_INLINE uint64_t translate_time(const Site* site)
{
   return engine.caches.i1.now + site->index * (uint64_t)PAGES_PER_REQUEST;
}
_Static_assert((UINT16_MAX + 1) * PAGES_PER_REQUEST <= TIMES_PER_BLOCK, "times of sites");

// The entry of the page, if the access is to one line, and it is where it was found last; else NULL.
XG_INLINE TlbEntry* translate_data_fast(const Site* site, uint64_t address)
{
   Translation* t = &engine.translation;
   uint64_t key = page_key(&t->pages, address);
   TlbEntry* e = *tlb_recent(&t->dtlb, key);
   bool fast = e->key == key && hierarchy_is_fast(&engine.caches, address, site->size_B);
   return XG_LIKELY(fast) ? e : NULL;
}

// D1 has been asked: the hot slot gets the page.
XG_INLINE void translate_enter_slot(TlbEntry* e, uint64_t address)
{
   const Cache* d1 = &engine.caches.d1;
   tlb_enter_slot(e, &d1->hot[address >> d1->line_shift & d1->set_mask]);
}

// Any data access, in TLBs and caches.
void translate_data_slow(Site* site, uint64_t address);
// An instruction fetch from a page that is not in the TLB of code, or from two; the caller may note
// the former's time afterwards.
void translate_fetch(Site* site);

#endif
