// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses and fetches with TLBs; see translate.h.
#include "engine/translate.h"

#include "engine/charge_inl.h"

// The pages of an access that no TLB has: the first time, the kernel has to give them.
static void touch(Simulation* sim, const Site* site, uint64_t address)
{
   const PageSizes* pages = &sim->translation.pages;
   const uint64_t last = page_key(pages, address + site->size_B - 1);
   for (uint64_t key = page_key(pages, address);; key = last) {
      if (touched_pages_add(&sim->touched, page_key_address(key))) {
         Payer p = payer_in(sim, site, (SiteKind)site->kind);
         charge(&p, FIRST_TOUCHES, 1);
         cycles_first_touch(&p, page_key_size(key) == HUGE_PAGE_B);
      }
      if (key == last) return;
   }
}

void translate_charge(Simulation* sim, const Site* site, uint64_t address, TranslatedBy by)
{
   if (XG_UNLIKELY(by == BY_WALK) && xg_cycles.on) touch(sim, site, address);
   charge_translation(sim, site, (SiteKind)site->kind, address, by);
}

TlbEntry* translate_data_elsewhere(const Site* site, uint64_t address)
{
   Translation* t = &PROGRAM->translation;
   TranslatedBy by;
   TlbEntry* e = translation_data_page(t, page_key(&t->pages, address), &by);
   translate_charge(PROGRAM, site, address, by);
   e->used = PROGRAM->caches.i1.now;
   return e;
}

void translate_fetch(Site* site)
{
   TranslatedBy by = translation_fetch(&PROGRAM->translation, callgraph_site_address(site),
                                       site->size_B, translate_time(site));
   charge_translation(PROGRAM, site, SITE_FETCH, callgraph_site_address(site), by);
}
