// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses and fetches with TLBs; see translate.h.
#include "engine/translate.h"

#include "engine/access.h"
#include "engine/charge_inl.h"

// The pages of an access that no TLB has: the first time, the kernel has to give them.
static void touch(const Site* site, uint64_t address, bool other)
{
   const PageSizes* pages =
      other ? &engine.beside.translation.pages : &engine.translation.pages;
   const uint64_t last = page_key(pages, address + site->size_B - 1);
   for (uint64_t key = page_key(pages, address);; key = last) {
      if (touched_pages_add(&engine.touched[other], page_key_address(key))) {
         Payer p = payer_in(site, (SiteKind)site->kind, other);
         charge(&p, FIRST_TOUCHES, 1);
         cycles_first_touch(&p, page_key_size(key) == HUGE_PAGE_B);
      }
      if (key == last) return;
   }
}

void translate_charge(const Site* site, uint64_t address, TranslatedBy by, bool other)
{
   if (XG_UNLIKELY(by == BY_WALK) && xg_cycles.on) touch(site, address, other);
   charge_translation(site, (SiteKind)site->kind, address, by, other);
}

TlbEntry* translate_data_other(const Site* site, uint64_t address)
{
   Translation* t = &engine.translation;
   TranslatedBy by;
   TlbEntry* e = translation_data_page(t, page_key(&t->pages, address), &by);
   translate_charge(site, address, by, false);
   e->used = engine.caches.i1.now;
   return e;
}

void translate_data_slow(Site* site, uint64_t address)
{
   Translation* t = &engine.translation;
   TranslatedBy by = translation_data(t, address, site->size_B, translate_time(site));
   translate_charge(site, address, by, false);
   // With policies it has been found that it is no plain hit.
   if (engine.caches.has_policies)
      access_data_slow(site, address);
   else
      access_choose_data(engine.config.line_use, engine.config.avx2, false)(site, address);
   translation_enter_slots(t, address, site->size_B);
}

void translate_fetch(Site* site)
{
   TranslatedBy by = translation_fetch(&engine.translation, callgraph_site_address(site),
                                       site->size_B, translate_time(site));
   charge_translation(site, SITE_FETCH, callgraph_site_address(site), by, false);
}
