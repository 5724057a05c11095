// SPDX-License-Identifier: GPL-3.0-or-later
//
// Data accesses and fetches that caches may serve in short (cachesim/hierarchy_inl.h): one text, which access_avx2.c compiles for
// processors with AVX2 and access_portable.c for all others.  All else is in access.c.
//
// Contract: whoever includes it defines ACCESS_TARGET, with which functions are compiled, and the LruMovers ACCESS_MOVE and
// ACCESS_HIT; ACCESS_VARIANTS is the table of what it then has.  Parameters `classes` and `line_use` are constants.
//
//    #define ACCESS_TARGET
//    #define ACCESS_MOVE lru_move
//    #define ACCESS_HIT lru_hit
//    #include "engine/access_fast_inl.h"
//    const AccessVariants access_portable = ACCESS_VARIANTS;
#ifndef XG_ENGINE_ACCESS_FAST_INL_H
#define XG_ENGINE_ACCESS_FAST_INL_H

#include "engine/access_inl.h"
#include "engine/line_costs_inl.h"
#include "engine/miss_costs.h"
#include "engine/translate.h"

// --- without line use ---------------------------------------------------------------------

// Misses and accesses to two lines are functions of their own, so that hits save no registers.
static ACCESS_TARGET __attribute__((noinline)) void data_missed(Site* site, uint64_t address)
{
   serve_data(PROGRAM, site, address,
              hierarchy_l1_missed_fast(&PROGRAM->caches, address, address, ACCESS_MOVE));
}

static ACCESS_TARGET __attribute__((noinline)) void data_rest(Site* site, uint64_t address)
{
   Hierarchy* h = &PROGRAM->caches;
   if (h->fast && site->size_B <= h->d1.geometry.line_B)
      serve_data(PROGRAM, site, address,
                 hierarchy_data_pair_fast(h, address, site->size_B, ACCESS_MOVE));
   else
      access_data_slow(site, address);
}

static ACCESS_TARGET void data_plain(Site* site, uint64_t address)
{
   Hierarchy* h = &PROGRAM->caches;
   if (XG_UNLIKELY(!hierarchy_is_fast(h, address, site->size_B)))
      data_rest(site, address);
   else if (XG_UNLIKELY(!hierarchy_d1_fast(h, address, ACCESS_MOVE, false).hit))
      data_missed(site, address);
}

static ACCESS_TARGET void fetch_missed_plain(Site* site, CodeLine* first)
{
   Hierarchy* h = &PROGRAM->caches;
   uint64_t address = callgraph_site_address(site);
   if (XG_LIKELY(h->fast))
      charge_fetch(PROGRAM, site,
                   hierarchy_fetch_pair_fast(h, first, address, site->size_B, ACCESS_MOVE));
   else
      access_fetch_missed_slow(site, first);
}

// --- with line use, with miss classes -----------------------------------------------------

// Lines that were loaded into L2 and LL.
XG_INLINE void loaded_below(Simulation* sim, const Site* site, const FastBelow* b,
                            const CostTarget* target)
{
   Hierarchy* h = &sim->caches;
   if (XG_UNLIKELY(h->between[0].tags != NULL) && b->by > AT_L2) {
      if (XG_UNLIKELY(fast_is_exclusive(h))) {
         access_loaded_exclusive(sim, site, b, target);
         return;
      }
      line_costs_load_fast(sim, site, &h->between[0], b->l2, target);
   }
   if (b->by > AT_LL) line_costs_load_fast(sim, site, &h->ll, b->ll, target);
}

// Tells the classifiers below L1 of a request of one line that L1 has missed.
XG_INLINE void classify_below(Hierarchy* h, uint64_t address, ServedBy by)
{
   if (XG_UNLIKELY(h->between[0].tags != NULL)) {
      classifier_request(h->between[0].classifier, address, by == AT_L2);
      if (by == AT_L2) return;
   }
   classifier_request(h->ll.classifier, address, by == AT_LL);
}

// A miss of one line has been served.
XG_INLINE void serve_missed(Simulation* sim, Site* site, uint64_t address, Served served,
                            bool classes)
{
   if (classes) {
      classify_below(&sim->caches, address, served.by);
      classifier_request(sim->caches.d1.classifier, address, false);
   }
   serve_data(sim, site, address, served);
   if (classes) miss_costs_of_data(sim, site, address, served.by);
}

XG_INLINE bool is_fast(const Hierarchy* h, const Site* site, uint64_t address, bool classes)
{
   return classes ? hierarchy_is_fast_with_classes(h, address, site->size_B)
                  : hierarchy_is_fast(h, address, site->size_B);
}

XG_INLINE ACCESS_TARGET void data_fast(Simulation* sim, Site* site, uint64_t address,
                                       bool classes, bool line_use)
{
   Hierarchy* h = &sim->caches;
   if (XG_UNLIKELY(!is_fast(h, site, address, classes))) {
      data_slow(sim, site, address);
      return;
   }
   if (classes) hierarchy_set_time(h, time_of(sim, site));
   FastLine d1 = hierarchy_d1_fast(h, address, ACCESS_MOVE, line_use);
   if (d1.hit) {
      if (classes) classifier_request(h->d1.classifier, address, true);
      return;
   }
   if (classes)
      line_table_prefetch_number(h->d1.classifier->lines, cache_line(&h->d1, address));
   if (!line_use) {
      serve_missed(sim, site, address,
                   hierarchy_l1_missed_fast(h, address, address, ACCESS_MOVE), classes);
      return;
   }
   engine.asking = site;
   FastBelow below = hierarchy_d1_missed_fast(h, address, d1, ACCESS_MOVE);
   if (classes) line_table_prefetch(h->d1.classifier->lines, cache_line(&h->d1, address));
   serve_missed(sim, site, address, (Served){below.by}, classes);
   CostTarget target = line_costs_target_fast(sim, site);
   line_costs_load_fast(sim, site, &h->d1, d1, &target);
   loaded_below(sim, site, &below, &target);
}

static ACCESS_TARGET void data_line_use(Site* site, uint64_t address)
{
   data_fast(PROGRAM, site, address, false, true);
}

static ACCESS_TARGET void data_classes(Site* site, uint64_t address)
{
   data_fast(PROGRAM, site, address, true, false);
}

static ACCESS_TARGET void data_classes_line_use(Site* site, uint64_t address)
{
   data_fast(PROGRAM, site, address, true, true);
}

static ACCESS_TARGET void fetch_missed_line_use(Site* site, CodeLine* line)
{
   Hierarchy* h = &PROGRAM->caches;
   uint64_t address = callgraph_site_address(site);
   if (XG_UNLIKELY(!hierarchy_is_fast(h, address, site->size_B))) {
      access_fetch_missed_slow(site, line);
      return;
   }
   engine.asking = site;
   FastCodeLine i1 = hierarchy_i1_missed_fast(h, line, ACCESS_MOVE);
   charge_fetch(PROGRAM, site, (Served){i1.below.by});
   CostTarget target = line_costs_target_fast(PROGRAM, site);
   line->target = line_costs_hold(PROGRAM, site, &target);
   line_costs_own(PROGRAM, &line->owner, 1);
   const CodeLine* old = i1.evicted;
   if (old)
      line_costs_charge_fast(PROGRAM, &old->target, old->address, old->owner, 1, old->count,
                             old->mask[0]);
   loaded_below(PROGRAM, site, &i1.below, &target);
}

// --- with a TLB of data -------------------------------------------------------------------

// The caches' part of an access whose page has been found.
XG_INLINE ACCESS_TARGET void data_of_page(Site* site, TlbEntry* page, uint64_t address)
{
   translate_enter_slot(page, address);
   if (XG_UNLIKELY(!hierarchy_d1_fast(&PROGRAM->caches, address, ACCESS_MOVE, false).hit))
      data_missed(site, address);
}

// An access to one line whose page is not where it was found last.
static ACCESS_TARGET __attribute__((noinline)) void data_elsewhere(Site* site, uint64_t address)
{
   data_of_page(site, translate_data_elsewhere(site, address), address);
}

// All calls come last, so that a hit saves no registers.
static ACCESS_TARGET void data_tlb(Site* site, uint64_t address)
{
   if (XG_UNLIKELY(!hierarchy_is_fast(&PROGRAM->caches, address, site->size_B))) {
      access_data_tlb_slow(site, address);
      return;
   }
   TlbEntry* page = translate_data_recent(address);
   if (XG_LIKELY(page != NULL))
      data_of_page(site, page, address);
   else
      data_elsewhere(site, address);
}

XG_INLINE ACCESS_TARGET void data_tlb_fast(Site* site, uint64_t address, bool classes,
                                           bool line_use)
{
   if (XG_UNLIKELY(!is_fast(&PROGRAM->caches, site, address, classes))) {
      access_data_tlb_slow(site, address);
      return;
   }
   TlbEntry* page = translate_data_recent(address);
   if (XG_UNLIKELY(!page)) page = translate_data_elsewhere(site, address);
   translate_enter_slot(page, address);
   data_fast(PROGRAM, site, address, classes, line_use);
}

static ACCESS_TARGET void data_tlb_line_use(Site* site, uint64_t address)
{
   data_tlb_fast(site, address, false, true);
}

static ACCESS_TARGET void data_tlb_classes(Site* site, uint64_t address)
{
   data_tlb_fast(site, address, true, false);
}

static ACCESS_TARGET void data_tlb_classes_line_use(Site* site, uint64_t address)
{
   data_tlb_fast(site, address, true, true);
}

// --- with policies --------------------------------------------------------------------------

// A hit of D1 that nothing else comes of: true.
XG_INLINE ACCESS_TARGET bool data_hits(Site* site, uint64_t address, bool line_use)
{
   Hierarchy* h = &PROGRAM->caches;
   if (!hierarchy_d1_hit_fast(h, address, ACCESS_HIT, line_use)) return false;
   if (XG_LIKELY(!h->d1.classifier)) return true;
   hierarchy_set_time(h, translate_time(site));
   classifier_request(h->d1.classifier, address, true);
   return true;
}

XG_INLINE ACCESS_TARGET void data_policies(Site* site, uint64_t address, bool line_use)
{
   const Hierarchy* h = &PROGRAM->caches;
   if (XG_LIKELY(h->hits_are_fast && hierarchy_in_one_line(h, address, site->size_B))
       && data_hits(site, address, line_use))
      return;
   access_data_slow(site, address);
}

XG_INLINE ACCESS_TARGET void data_policies_tlb(Site* site, uint64_t address, bool line_use)
{
   const Hierarchy* h = &PROGRAM->caches;
   if (XG_LIKELY(h->hits_are_fast && hierarchy_in_one_line(h, address, site->size_B))) {
      TlbEntry* page = translate_data_recent(address);
      if (XG_LIKELY(page != NULL) && data_hits(site, address, line_use)) {
         translate_enter_slot(page, address);
         return;
      }
   }
   access_data_tlb_slow(site, address);
}

static ACCESS_TARGET void data_policies_plain(Site* site, uint64_t address)
{
   data_policies(site, address, false);
}

static ACCESS_TARGET void data_policies_line_use(Site* site, uint64_t address)
{
   data_policies(site, address, true);
}

static ACCESS_TARGET void data_policies_tlb_plain(Site* site, uint64_t address)
{
   data_policies_tlb(site, address, false);
}

static ACCESS_TARGET void data_policies_tlb_line_use(Site* site, uint64_t address)
{
   data_policies_tlb(site, address, true);
}

// --- beside the program -------------------------------------------------------------------

static ACCESS_TARGET void beside_plain(Simulation* sim, Site* site, uint64_t address)
{
   data_fast(sim, site, address, false, false);
}

static ACCESS_TARGET void beside_line_use(Simulation* sim, Site* site, uint64_t address)
{
   data_fast(sim, site, address, false, true);
}

static ACCESS_TARGET void beside_classes(Simulation* sim, Site* site, uint64_t address)
{
   data_fast(sim, site, address, true, engine.config.line_use);
}

// --- all ----------------------------------------------------------------------------------

#define ACCESS_VARIANTS                                                                        \
   {                                                                                           \
      .data = {[ACCESS_LRU] = {{data_plain, data_line_use}, {data_tlb, data_tlb_line_use}},    \
               [ACCESS_CLASSES] = {{data_classes, data_classes_line_use},                      \
                                   {data_tlb_classes, data_tlb_classes_line_use}},             \
               [ACCESS_POLICIES] = {{data_policies_plain, data_policies_line_use},             \
                                    {data_policies_tlb_plain, data_policies_tlb_line_use}}},   \
      .fetch_missed = {fetch_missed_plain, fetch_missed_line_use}, .beside = {                 \
         {beside_plain, beside_line_use},                                                      \
         {beside_classes, beside_classes}                                                      \
      }                                                                                        \
   }

#endif
