// SPDX-License-Identifier: GPL-3.0-or-later
// Simulations beside the program; see beside.h.
#include "engine/beside.h"

#include "engine/access.h"
#include "engine/charge_inl.h"
#include "engine/engine.h"
#include "engine/translate.h"
#include "engine/what_if_accesses.h"

// Of each simulation beside the program.
#define FOR_EACH(sim)                                                                          \
   for (Simulation* sim = simulation_next(PROGRAM); sim; sim = simulation_next(sim))

static HotSlot hot[SIMULATIONS_MAX - 1][HOT_SETS_MAX] __attribute__((aligned(4096)));

static void init(Simulation* sim, const HierarchyConfig* caches)
{
   hierarchy_init(&sim->caches, caches, hot[sim->number - 1]);
   sim->caches.i1.follows = &PROGRAM->caches.i1;
   sim->beside.data = access_choose_beside();
   if (!translation_is_on(&engine.config.tlbs)) return;
   TranslationConfig tlbs = engine.config.tlbs;
   tlbs.itlb.entries = 0;
   translation_init(&sim->translation, &tlbs, &sim->caches.d1);
}

void beside_init(const HierarchyConfig* caches)
{
   FOR_EACH(sim) init(sim, caches);
}

void beside_clear(void)
{
   FOR_EACH(sim)
   {
      hierarchy_clear(&sim->caches);
      if (translation_is_on(&engine.config.tlbs)) translation_clear(&sim->translation);
   }
}

// --- data -----------------------------------------------------------------------------------

// More than an access has pages or lines.
enum { TIMES_PER_ACCESS = TIMES_PER_SITE };

static void ask_with_tlb(Simulation* sim, Site* site, uint64_t address)
{
   Translation* t = &sim->translation;
   const TranslatedBy by = translation_data(t, address, site->size_B, sim->beside.now);
   translate_charge(sim, site, address, by);
   sim->beside.data(sim, site, address);
   translation_enter_slots(t, address, site->size_B);
}

// An access that is not to the hot line.
static void ask_cold(Simulation* sim, Site* site, uint64_t address)
{
   if (XG_UNLIKELY(engine.config.tlbs.dtlb.entries))
      ask_with_tlb(sim, site, address);
   else
      sim->beside.data(sim, site, address);
   if (XG_UNLIKELY(engine.config.curves.on)) miss_curves_data_beside(sim, site, address);
   access_note_beside(sim, site, address);
}

static void ask(Simulation* sim, Site* site, uint64_t address)
{
   sim->beside.now += TIMES_PER_ACCESS;
   if (!access_take_hot_beside(sim, site, address)) ask_cold(sim, site, address);
}

static void ask_in(Simulation* sim, const MemRange* r, uint64_t start, Site* site,
                   uint64_t address)
{
   if (!r || !what_if_layout(sim, r->object)) {
      ask(sim, site, address);
      return;
   }
   what_if_ask_pieces(sim, site, r, start, address, ask);
   if (XG_UNLIKELY(sim->beside.awaits_sample)) timeline_access_dropped(sim);
}

// An access that the site's last range does not have as a whole, or whose bytes may be apart.
static __attribute__((noinline)) void ask_range(Simulation* sim, const MemRange* r, Site* site,
                                                uint64_t address)
{
   if (object_costs_is_outside(site, address)) {
      r = engine.objects.range;
      ask_in(sim, r, r ? what_if_start(sim, r) : 0, site, address);
      return;
   }
   LastRangeThere* there = object_costs_there(site, sim->number);
   if (!there->start) {
      there->start = what_if_start(sim, r);
      there->moved_B = what_if_moved(sim, r, there->start);
   }
   ask_in(sim, r, there->start, site, address);
}

// `address` is the program's.
static __attribute__((noinline)) void ask_moved(Simulation* sim, Site* site, uint64_t address,
                                                uint64_t moved_B)
{
   engine.what_if.own = address;
   ask_cold(sim, site, address + moved_B);
   engine.what_if.own = 0;
}

// All calls come last, so that a hit saves no registers.
XG_INLINE void access_in(Simulation* sim, uint32_t number, Site* site, uint64_t address)
{
   const LastRanges* all = site->block->last_ranges;
   const MemRange* range = all->watched[site->index];
   const LastRangeThere* there = object_costs_there(site, number);
   const uint64_t offset = address - range->start;
   if (XG_UNLIKELY(offset >= range->watched_B || range->watched_B - offset < site->size_B
                   || there->moved_B == NOT_AS_A_WHOLE)) {
      ask_range(sim, range, site, address);
      return;
   }
   sim->beside.now += TIMES_PER_ACCESS;
   if (access_take_hot_beside(sim, site, address + there->moved_B)) return;
   ask_moved(sim, site, address, there->moved_B);
}

XG_INLINE void begin_access(const Site* site)
{
   const LastRanges* all = site->block->last_ranges;
   engine.objects.now = &all->range[site->index].now.costs;
}

// Constants: with the loop below, a run with one layout takes 4 to 7 % longer.
void beside_data_one(Site* site, uint64_t address)
{
   begin_access(site);
   access_in(&engine.simulation[1], 1, site, address);
}

void beside_data(Site* site, uint64_t address)
{
   begin_access(site);
   FOR_EACH(sim) access_in(sim, sim->number, site, address);
}

void beside_data_guarded(Site* site, uint64_t address)
{
   engine.behind_beside.data_guarded(site, address);
   beside_data(site, address);
}

// --- code -----------------------------------------------------------------------------------

// Before the program's I1 changes what it has of the lines of a fetch.
static void follow(const Site* site)
{
   const uint64_t address = callgraph_site_address(site), last = address + site->size_B - 1;
   FOR_EACH(sim)
   {
      CodeCache* i1 = &sim->caches.i1;
      code_cache_follow(i1, address);
      if (code_cache_start(i1, last) != code_cache_start(i1, address))
         code_cache_follow(i1, last);
   }
}

void beside_fetch(Site* site)
{
   follow(site);
   engine.behind_beside.fetch(site);
   FOR_EACH(sim) access_fetch_beside(sim, site, NULL);
}

void beside_fetch_missed(Site* site, CodeLine* first)
{
   follow(site);
   engine.behind_beside.fetch_missed(site, first);
   FOR_EACH(sim)
   access_fetch_beside(sim, site, code_cache_line(&sim->caches.i1, first->address));
}

void beside_fetch_page(Site* site)
{
   engine.behind_beside.fetch_page(site);
   FOR_EACH(sim)
   {
      const TranslatedBy by =
         translation_fetch_missed(&sim->translation, &PROGRAM->translation.missed);
      charge_translation(sim, site, SITE_FETCH, callgraph_site_address(site), by);
   }
}

void beside_run_on(uint32_t core)
{
   FOR_EACH(sim)
   {
      if (core == sim->caches.cores.running) continue;
      code_cache_follow_all(&sim->caches.i1);
      cores_run(&sim->caches, core);
      if (translation_is_on(&engine.config.tlbs)) translation_run(&sim->translation, core);
   }
}

void beside_check(void)
{
   FOR_EACH(sim)
   {
      code_cache_follow_all(&sim->caches.i1);
      hierarchy_check(&sim->caches);
      if (translation_is_on(&engine.config.tlbs)) translation_check(&sim->translation);
   }
}
