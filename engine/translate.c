// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses and fetches with TLBs; see translate.h.
#include "engine/translate.h"

#include "engine/access.h"
#include "engine/charge_inl.h"

TlbEntry* translate_data_other(const Site* site, uint64_t address)
{
   Translation* t = &engine.translation;
   TranslatedBy by;
   TlbEntry* e = translation_data_page(t, page_key(&t->pages, address), &by);
   charge_translation(site, (SiteKind)site->kind, by, false);
   e->used = engine.caches.i1.now;
   return e;
}

void translate_data_slow(Site* site, uint64_t address)
{
   Translation* t = &engine.translation;
   TranslatedBy by = translation_data(t, address, site->size_B, translate_time(site));
   charge_translation(site, (SiteKind)site->kind, by, false);
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
   charge_translation(site, SITE_FETCH, by, false);
}
