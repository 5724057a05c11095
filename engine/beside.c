// SPDX-License-Identifier: GPL-3.0-or-later
// Other layouts beside the program's own ones; see beside.h.
#include "engine/beside.h"

#include "engine/access.h"
#include "engine/charge_inl.h"
#include "engine/engine.h"
#include "engine/translate.h"

#define BESIDE (&engine.beside)

static HotSlot hot[HOT_SETS_MAX] __attribute__((aligned(4096)));

void beside_init(const HierarchyConfig* caches)
{
   hierarchy_init(&BESIDE->caches, caches, hot);
   BESIDE->caches.i1.follows = &engine.caches.i1;
   BESIDE->data = access_choose_other(engine.config.line_use, engine.config.avx2);
   if (!translation_is_on(&engine.config.tlbs)) return;
   TranslationConfig tlbs = engine.config.tlbs;
   tlbs.itlb.entries = 0;
   translation_init(&BESIDE->translation, &tlbs, &BESIDE->caches.d1);
}

void beside_clear(void)
{
   hierarchy_clear(&BESIDE->caches);
   if (translation_is_on(&engine.config.tlbs)) translation_clear(&BESIDE->translation);
}

// --- data -----------------------------------------------------------------------------------

// More than an access has pages or lines.
enum { TIMES_PER_ACCESS = TIMES_PER_SITE };

static void ask_with_tlb(Site* site, uint64_t address)
{
   Translation* t = &BESIDE->translation;
   const TranslatedBy by = translation_data(t, address, site->size_B, BESIDE->now);
   translate_charge(site, address, by, true);
   BESIDE->data(site, address);
   translation_enter_slots(t, address, site->size_B);
}

// An access that is not to the hot line.
static void ask_cold(Site* site, uint64_t address)
{
   if (XG_UNLIKELY(engine.config.tlbs.dtlb.entries))
      ask_with_tlb(site, address);
   else
      BESIDE->data(site, address);
   if (XG_UNLIKELY(engine.config.curves.on)) miss_curves_data_other(site, address);
   access_note_other(site, address);
}

static void ask(Site* site, uint64_t address)
{
   BESIDE->now += TIMES_PER_ACCESS;
   if (!access_take_hot_other(site, address)) ask_cold(site, address);
}

static void ask_pieces(Site* site, const MemRange* r, uint64_t start, uint64_t address)
{
   what_if_ask_pieces(site, r, start, address, ask);
   if (XG_UNLIKELY(engine.timeline.awaits_other)) timeline_access_dropped();
}

static void ask_in(const MemRange* r, uint64_t start, Site* site, uint64_t address)
{
   if (r && r->object->layout)
      ask_pieces(site, r, start, address);
   else
      ask(site, address);
}

// An access that the site's last range does not have as a whole, or whose bytes may be apart.
static __attribute__((noinline)) void ask_range(LastRangeThere* there, const MemRange* r,
                                                Site* site, uint64_t address)
{
   if (object_costs_is_outside(site, address)) {
      r = engine.objects.range;
      ask_in(r, r ? what_if_start(r) : 0, site, address);
      return;
   }
   if (!there->start) {
      there->start = what_if_start(r);
      there->moved_B = what_if_moved(r, there->start);
   }
   ask_in(r, there->start, site, address);
}

// `address` is the program's.
static __attribute__((noinline)) void ask_moved(Site* site, uint64_t address, uint64_t moved_B)
{
   engine.what_if.own = address;
   ask_cold(site, address + moved_B);
   engine.what_if.own = 0;
}

// All calls come last, so that a hit saves no registers.
void beside_data(Site* site, uint64_t address)
{
   const LastRanges* all = site->block->last_ranges;
   LastRangeThere* there = &all->there[site->index];
   const MemRange* range = all->watched[site->index];
   const uint64_t offset = address - range->start;
   engine.objects.now = &all->range[site->index].now.costs;
   if (XG_UNLIKELY(offset >= range->watched_B || range->watched_B - offset < site->size_B
                   || there->moved_B == NOT_AS_A_WHOLE)) {
      ask_range(there, range, site, address);
      return;
   }
   BESIDE->now += TIMES_PER_ACCESS;
   if (access_take_hot_other(site, address + there->moved_B)) return;
   ask_moved(site, address, there->moved_B);
}

void beside_data_guarded(Site* site, uint64_t address)
{
   BESIDE->data_guarded(site, address);
   beside_data(site, address);
}

// --- code -----------------------------------------------------------------------------------

// Before the first I1 changes what it has of the lines of a fetch.
static void follow(const Site* site)
{
   CodeCache* i1 = &BESIDE->caches.i1;
   const uint64_t address = callgraph_site_address(site), last = address + site->size_B - 1;
   code_cache_follow(i1, address);
   if (code_cache_start(i1, last) != code_cache_start(i1, address)) code_cache_follow(i1, last);
}

void beside_fetch(Site* site)
{
   follow(site);
   BESIDE->fetch(site);
   access_fetch_other(site, NULL);
}

void beside_fetch_missed(Site* site, CodeLine* first)
{
   CodeCache* i1 = &BESIDE->caches.i1;
   follow(site);
   BESIDE->fetch_missed(site, first);
   access_fetch_other(site, code_cache_line(i1, first->address));
}

void beside_fetch_page(Site* site)
{
   BESIDE->fetch_page(site);
   const TranslatedBy by =
      translation_fetch_missed(&BESIDE->translation, &engine.translation.missed);
   charge_translation(site, SITE_FETCH, callgraph_site_address(site), by, true);
}

void beside_follow_all(void)
{
   CodeCache* i1 = &BESIDE->caches.i1;
   for (uint64_t set = 0; set < i1->sets; set++) code_cache_follow(i1, set << i1->line_shift);
}

void beside_run_on(uint32_t core)
{
   if (core == BESIDE->caches.cores.running) return;
   beside_follow_all();
   cores_run(&BESIDE->caches, core);
   if (translation_is_on(&engine.config.tlbs)) translation_run(&BESIDE->translation, core);
}

void beside_check(void)
{
   beside_follow_all();
   hierarchy_check(&BESIDE->caches);
   if (translation_is_on(&engine.config.tlbs)) translation_check(&BESIDE->translation);
}
