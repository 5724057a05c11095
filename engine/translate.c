// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses and fetches with TLBs; see translate.h.
#include "engine/translate.h"

#include "engine/charge_inl.h"

static AccessData* access_caches;

void translate_choose(bool line_use, bool avx2)
{
   access_caches = access_choose_data(line_use, avx2);
}

// Of more than one line, or of a page that is not where it was found last.
static __attribute__((noinline)) void data_slow(Site* site, uint64_t address)
{
   Translation* t = &engine.translation;
   TranslatedBy by = translation_data(t, address, site->size_B, translate_time(site));
   charge_data_translation(site, by);
   access_caches(site, address);
   translation_enter_slots(t, engine.caches.d1.line_shift, address, site->size_B);
}

void translate_data(Site* site, uint64_t address)
{
   Translation* t = &engine.translation;
   const Cache* d1 = &engine.caches.d1;
   uint64_t offset_B = address & (d1->geometry.line_B - 1);
   uint64_t key = page_key(&t->pages, address);
   TlbEntry* e = *tlb_recent(&t->dtlb, key);
   if (XG_UNLIKELY(e->key != key || offset_B + site->size_B > d1->geometry.line_B
                   || !d1->hot)) {
      data_slow(site, address);
      return;
   }
   e->used = translate_time(site);
   tlb_enter_slot(e, cache_hot_slot(d1, address)); // which gets the line now
   access_caches(site, address);
}

void translate_fetch(Site* site)
{
   TranslatedBy by = translation_fetch(&engine.translation, callgraph_site_address(site),
                                       site->size_B, translate_time(site));
   charge_translation(site, SITE_FETCH, by);
}
