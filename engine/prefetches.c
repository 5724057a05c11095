// SPDX-License-Identifier: GPL-3.0-or-later
// Prefetch instructions; see prefetches.h.
#include "engine/prefetches.h"

#include "engine/access.h"
#include "engine/charge_inl.h"
#include "engine/line_costs.h"
#include "engine/object_accesses.h"
#include "engine/translate.h"

// Whether there is memory with something in it; address: in the caches, own: in the program.
static bool has_memory(const Simulation* sim, uint64_t address, uint64_t own)
{
   if (!xg_cycles.on || !engine.config.tlbs.dtlb.entries) return host_is_readable(own);
   return touched_pages_have(&sim->touched,
                             page_key_address(page_key(&sim->translation.pages, address)));
}

static TranslatedBy translate(Simulation* sim, const Site* site, uint64_t address)
{
   if (!engine.config.tlbs.dtlb.entries) return BY_TLB;
   if (sim != PROGRAM) sim->beside.now += TIMES_PER_SITE;
   const uint64_t now = sim == PROGRAM ? translate_time(site) : sim->beside.now;
   return translation_data(&sim->translation, address, site->size_B, now);
}

// Brings a line that D1 has not.
static void bring(Simulation* sim, const Site* site, uint64_t address)
{
   const TranslatedBy by = translate(sim, site, address);
   LineChanges* changes = access_changes(site);
   const Served served = hierarchy_prefetch(&sim->caches, address, changes);
   if (changes) line_costs_of_access(sim, site, changes);
   if (xg_cycles.on) cycles_prefetch(sim, site, address, served, by);
}

static void prefetch(Simulation* sim, const Site* site, uint64_t address, uint64_t own)
{
   if (engine.sampled.on) {
      if (!set_sample_has(&engine.sampled.sets, address)) return;
      engine.sampled.group = set_sample_group(&engine.sampled.sets, address);
   }
   if (cache_find(&sim->caches.d1, address) != DETACHED) {
      const Payer p = payer_in(sim, site, SITE_PREFETCH);
      charge_miss(sim, &p, PREFETCHES_NEEDLESS, engine.sampled.on);
   } else if (has_memory(sim, address, own)) {
      bring(sim, site, address);
   }
}

void prefetches_execute(Site* site, uint64_t address)
{
   if (engine.config.objects) object_accesses_prefetch(site, address);
   const Payer p = payer_of(site, SITE_PREFETCH);
   charge(&p, PREFETCHES_EXECUTED, 1);
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim)) {
      const uint64_t there = engine.config.what_if ? what_if_address(sim, address) : address;
      prefetch(sim, site, there, address);
   }
}
