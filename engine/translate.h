// SPDX-License-Identifier: GPL-3.0-or-later
//
// Accesses and fetches with TLBs: asks the TLBs first, and charges what misses them.
//
// Time: I1's `now` is advanced by TIMES_PER_BLOCK at the start of each block, not by one, and each
// site has times of its own from there on.  So generated code may note the accesses that it handles
// by itself in any order with those that come here.
//
// Contract: access_data_tlb_slow() stands for any access with TLBs and caches.  An access for which
// hierarchy_is_fast() can be made faster, as below.  In both cases whoever makes the access notes the
// site's time in the hot slot afterwards, if there are hot slots.
//
//    TlbEntry* page = translate_data_recent(address);
//    if (!page) page = translate_data_elsewhere(site, address);
//    FastLine d1 = hierarchy_d1_fast(&PROGRAM->caches, address, ...);
//    translate_enter_slot(page, address);
//    cache_hot_slot(&PROGRAM->caches.d1, address)->used = translate_time(site);
#ifndef XG_ENGINE_TRANSLATE_H
#define XG_ENGINE_TRANSLATE_H

#include "cachesim/hierarchy_inl.h"
#include "engine/engine.h"

// Times of a site: as many as an access has lines, also in pieces.  And sites of a block at most.
enum { TIMES_PER_SITE = 64, TIMED_SITES_MAX = TIMES_PER_BLOCK / TIMES_PER_SITE };
_Static_assert((int)TIMES_PER_SITE >= (int)PAGES_PER_REQUEST, "times of sites");

// The time of the site's access in the running execution of its block.
XG_INLINE uint64_t translate_time(const Site* site)
{
   return PROGRAM->caches.i1.now + site->index * (uint64_t)TIMES_PER_SITE;
}

// The entry of the page of an access to one line, if it is where it was found last and no page is huge,
// else NULL.  Its time is set to one before the access, so that the TLB rarely has to look at the slots.
XG_INLINE TlbEntry* translate_data_recent(uint64_t address)
{
   Translation* t = &PROGRAM->translation;
   if (XG_UNLIKELY(!t->pages.all_small)) return NULL; // finding out takes a call
   uint64_t key = page_key_of(address, false);
   TlbEntry* e = *tlb_recent(&t->dtlb, key);
   if (XG_UNLIKELY(e->key != key)) return NULL;
   e->used = PROGRAM->caches.i1.now;
   return e;
}

// Finds or loads the page of an access to one line otherwise, and charges what it misses.
TlbEntry* translate_data_elsewhere(const Site* site, uint64_t address);

// D1 has been asked: the hot slot gets the page.
XG_INLINE void translate_enter_slot(TlbEntry* e, uint64_t address)
{
   const Cache* d1 = &PROGRAM->caches.d1;
   tlb_enter_slot(e, &d1->hot[address >> d1->line_shift & d1->set_mask]);
}

// A data access has been translated: charges what it misses, and pages that it touches first.
void translate_charge(Simulation* sim, const Site* site, uint64_t address, TranslatedBy by);
// An instruction fetch from a page that is not in the TLB of code, or from two; the caller may note
// the former's time afterwards.
void translate_fetch(Site* site);

#endif
