// SPDX-License-Identifier: GPL-3.0-or-later
// Prefetch instructions; see prefetches.h.
#include "engine/prefetches.h"

#include "engine/access.h"
#include "engine/charge_inl.h"
#include "engine/line_costs.h"
#include "engine/translate.h"

// Whether there is memory with something in it; address: in the caches, own: in the program.
static bool has_memory(uint64_t address, uint64_t own, bool other)
{
   if (!xg_cycles.on || !engine.config.tlbs.dtlb.entries) return host_is_readable(own);
   const PageSizes* pages =
      other ? &engine.beside.translation.pages : &engine.translation.pages;
   return touched_pages_have(&engine.touched[other],
                             page_key_address(page_key(pages, address)));
}

static TranslatedBy translate(const Site* site, uint64_t address, bool other)
{
   if (!engine.config.tlbs.dtlb.entries) return BY_TLB;
   if (!other)
      return translation_data(&engine.translation, address, site->size_B, translate_time(site));
   engine.beside.now += TIMES_PER_SITE;
   return translation_data(&engine.beside.translation, address, site->size_B,
                           engine.beside.now);
}

// Brings a line that D1 has not.
static void bring(const Site* site, uint64_t address, bool other)
{
   const TranslatedBy by = translate(site, address, other);
   LineChanges* changes = access_changes(site);
   const Served served = hierarchy_prefetch(caches_of(other), address, changes);
   if (changes) (other ? line_costs_of_other : line_costs_of_access)(site, changes);
   if (xg_cycles.on) cycles_prefetch(site, address, served, by, other);
}

static void prefetch(const Site* site, uint64_t address, uint64_t own, bool other)
{
   if (engine.sampled.on) {
      if (!set_sample_has(&engine.sampled.sets, address)) return;
      engine.sampled.group = set_sample_group(&engine.sampled.sets, address);
   }
   if (cache_find(&caches_of(other)->d1, address) != DETACHED) {
      const Payer p = payer_in(site, SITE_PREFETCH, other);
      charge_miss(&p, PREFETCHES_NEEDLESS, engine.sampled.on);
   } else if (has_memory(address, own, other)) {
      bring(site, address, other);
   }
}

void prefetches_execute(Site* site, uint64_t address)
{
   if (engine.config.objects) object_costs_prefetch(site, address);
   const Payer p = payer_of(site, SITE_PREFETCH);
   charge(&p, PREFETCHES_EXECUTED, 1);
   const uint64_t there = engine.config.what_if ? what_if_address(address) : address;
   const bool beside = engine.config.beside;
   prefetch(site, beside ? address : there, address, false);
   if (beside) prefetch(site, there, address, true);
}
