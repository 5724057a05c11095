// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses and branches; see access.h.
#include "engine/access.h"

#include "base/arch.h"
#include "cachesim/cores_inl.h"
#include "engine/charge_inl.h"
#include "engine/foresight_inl.h"
#include "engine/line_costs_inl.h"
#include "engine/miss_costs.h"
#include "engine/possible_sharing.h"
#include "engine/translate.h"

// --- any access ---------------------------------------------------------------------------

// Empties the changes of an access that begins; without line use there are none.
static LineChanges* start(const Site* site)
{
   static LineChanges changes; // large
   Hierarchy* h = &PROGRAM->caches;
   if (!h->config.line_use) return NULL;
   engine.asking = site;
   changes.n_evicted = changes.n_loaded = 0;
   hierarchy_collect(h, xg_current.stack->exec.collect);
   return &changes;
}

LineChanges* access_changes(const Site* site)
{
   return start(site);
}

// Charges what the access has done beside missing.
static void finish(Simulation* sim, const Site* site, Served served, LineChanges* changes)
{
   if (changes) line_costs_of_access(sim, site, changes);
   if (XG_LIKELY(!served.prefetch_hits)) return;
   Payer p = payer_in(sim, site, (SiteKind)site->kind);
   charge(&p, PREFETCH_HITS, served.prefetch_hits);
}

static void finish_fetch(Simulation* sim, const Site* site, Served served, LineChanges* changes)
{
   charge_fetch(sim, site, served);
   if (engine.config.caches.miss_classes) miss_costs_of_fetch(sim, site, served.by);
   finish(sim, site, served, changes);
}

// Charges a data access.
XG_INLINE void serve_data(Simulation* sim, Site* site, uint64_t address, Served served)
{
   charge_data(sim, site, address, served);
   if (served.by != AT_L1) foresee(sim, site, address, served.by);
}

// With several cores, all accesses come here.
XG_INLINE void note_sharing(Simulation* sim, const Site* site, uint64_t address)
{
   sim->caches.cores.coherence.counts = xg_current.stack->exec.collect;
   possible_sharing_access(sim, site, address);
}

// The time of the access.
XG_INLINE uint64_t time_of(const Simulation* sim, const Site* site)
{
   return sim == PROGRAM ? translate_time(site) : sim->beside.now;
}

// All of it but what the timeline wants to know.
XG_INLINE ServedBy data_in(Simulation* sim, Site* site, uint64_t address)
{
   LineChanges* changes = start(site);
   Request r = {address, site->size_B, site->is_write};
   if (XG_UNLIKELY(PROGRAM->caches.needs_instr)) r.instr = callgraph_site_address(site);
   if (engine.config.caches.miss_classes) hierarchy_set_time(&sim->caches, time_of(sim, site));
   Served served = hierarchy_data(&sim->caches, &r, changes);
   if (XG_UNLIKELY(sim->time.contention != NULL)) cycles_shared(sim, site, address, served);
   serve_data(sim, site, address, served);
   if (XG_UNLIKELY(sim->caches.awaits)) cycles_await(sim, site, address, served);
   if (engine.config.caches.miss_classes) miss_costs_of_data(sim, site, address, served.by);
   finish(sim, site, served, changes);
   return served.by;
}

static __attribute__((noinline)) void data_general(Site* site, uint64_t address)
{
   const ServedBy by = data_in(PROGRAM, site, address);
   if (XG_UNLIKELY(engine.timeline.accesses_left)) timeline_access(site, address, by);
}

// With several cores: most accesses are to lines that other cores have nothing to do with.
static void data_of_core(Site* site, uint64_t address)
{
   note_sharing(PROGRAM, site, address);
   const Request r = {address, site->size_B, site->is_write};
   if (!cores_data_hit(&PROGRAM->caches, &r)) {
      data_general(site, address);
      return;
   }
   if (XG_UNLIKELY(PROGRAM->time.contention != NULL)) {
      cycles_shared(PROGRAM, site, address, (Served){AT_L1});
      if (XG_UNLIKELY(PROGRAM->caches.awaits))
         cycles_await(PROGRAM, site, address, (Served){AT_L1});
   }
   if (XG_UNLIKELY(engine.timeline.accesses_left)) timeline_access(site, address, AT_L1);
}

void access_data_slow(Site* site, uint64_t address)
{
   (possible_sharing.on ? data_of_core : data_general)(site, address);
}

static __attribute__((noinline)) void data_beside(Simulation* sim, Site* site, uint64_t address)
{
   if (XG_UNLIKELY(possible_sharing.on)) note_sharing(sim, site, address);
   const ServedBy by = data_in(sim, site, address);
   if (XG_UNLIKELY(engine.config.timeline.on && !engine.config.apart))
      timeline_access_beside(sim, site, address, by);
}

XG_INLINE void data_slow(Simulation* sim, Site* site, uint64_t address)
{
   if (sim == PROGRAM)
      access_data_slow(site, address);
   else
      data_beside(sim, site, address);
}

void access_data_part(Site* site, uint64_t address, uint32_t size_B)
{
   LineChanges* changes = start(site);
   Request r = {address, size_B, site->is_write};
   Served served = hierarchy_data(&PROGRAM->caches, &r, changes);
   serve_data(PROGRAM, site, address, served);
   finish(PROGRAM, site, served, changes);
}

static __attribute__((noinline)) void fetch_missed_slow(const Site* site, CodeLine* first,
                                                        uint64_t address)
{
   LineChanges* changes = start(site);
   Request r = {address, site->size_B, false};
   Served served = hierarchy_fetch_missed(&PROGRAM->caches, first, &r, changes);
   finish_fetch(PROGRAM, site, served, changes);
}

void access_fetch_at(const Site* site, uint64_t address)
{
   LineChanges* changes = start(site);
   Request r = {address, site->size_B, false};
   Served served = hierarchy_fetch(&PROGRAM->caches, &r, changes);
   finish_fetch(PROGRAM, site, served, changes);
}

void access_fetch(Site* site)
{
   CodeCache* i1 = &PROGRAM->caches.i1;
   uint64_t now = i1->now;
   // Its lines get the times of the site; those of the block begin at `now`.
   bool timed = engine_sites_are_timed();
   if (timed) i1->now = translate_time(site);
   access_fetch_at(site, callgraph_site_address(site));
   if (timed) i1->now = now;
}

// --- without line use ---------------------------------------------------------------------

// Misses and accesses to two lines are functions of their own, so that hits save no registers.
typedef void DataRest(Site* site, uint64_t address);

XG_INLINE void data_fast(Site* site, uint64_t address, LruMover* move, DataRest* missed,
                         DataRest* rest)
{
   Hierarchy* h = &PROGRAM->caches;
   if (XG_UNLIKELY(!hierarchy_is_fast(h, address, site->size_B)))
      rest(site, address);
   else if (XG_UNLIKELY(!hierarchy_d1_fast(h, address, move, false).hit))
      missed(site, address);
}

XG_INLINE void data_missed(Site* site, uint64_t address, LruMover* move)
{
   serve_data(PROGRAM, site, address,
              hierarchy_l1_missed_fast(&PROGRAM->caches, address, address, move));
}

XG_INLINE void data_rest(Site* site, uint64_t address, LruMover* move)
{
   Hierarchy* h = &PROGRAM->caches;
   if (h->fast && site->size_B <= h->d1.geometry.line_B)
      serve_data(PROGRAM, site, address,
                 hierarchy_data_pair_fast(h, address, site->size_B, move));
   else
      access_data_slow(site, address);
}

XG_INLINE void fetch_missed(const Site* site, CodeLine* first, LruMover* move)
{
   Hierarchy* h = &PROGRAM->caches;
   uint64_t address = callgraph_site_address(site);
   if (XG_LIKELY(h->fast))
      charge_fetch(PROGRAM, site,
                   hierarchy_fetch_pair_fast(h, first, address, site->size_B, move));
   else
      fetch_missed_slow(site, first, address);
}

static __attribute__((noinline)) void data_missed_portable(Site* site, uint64_t address)
{
   data_missed(site, address, lru_move);
}

static __attribute__((noinline)) void data_rest_portable(Site* site, uint64_t address)
{
   data_rest(site, address, lru_move);
}

static XG_AVX2 __attribute__((noinline)) void data_missed_avx2(Site* site, uint64_t address)
{
   data_missed(site, address, lru_move_avx2);
}

static XG_AVX2 __attribute__((noinline)) void data_rest_avx2(Site* site, uint64_t address)
{
   data_rest(site, address, lru_move_avx2);
}

void access_data(Site* site, uint64_t address)
{
   data_fast(site, address, lru_move, data_missed_portable, data_rest_portable);
}

XG_AVX2 void access_data_avx2(Site* site, uint64_t address)
{
   data_fast(site, address, lru_move_avx2, data_missed_avx2, data_rest_avx2);
}

void access_fetch_missed(Site* site, CodeLine* first)
{
   fetch_missed(site, first, lru_move);
}

XG_AVX2 void access_fetch_missed_avx2(Site* site, CodeLine* first)
{
   fetch_missed(site, first, lru_move_avx2);
}

// --- with line use ------------------------------------------------------------------------

// ... with an exclusive LL: its record is that of the line in L2, and what it has evicted is another line.
static __attribute__((noinline)) void loaded_exclusive(Simulation* sim, const Site* site,
                                                       const FastBelow* b,
                                                       const CostTarget* target)
{
   const Hierarchy* h = &sim->caches;
   const Cache* records = &h->records;
   line_costs_load_fast(sim, site, &h->between[0], b->l2, target);
   if (b->ll.old) {
      const LineUse* use = &records->lines[b->ll.index];
      uint32_t* owner = cache_owner(records, b->ll.index);
      line_costs_charge_fast(sim, &use->target, fast_evicted_line(&h->ll, b->ll),
                             owner ? *owner : 0, LEVEL_LL, use->count, use->mask);
   }
   if (b->by > AT_LL) line_costs_load_fast(sim, site, records, (FastLine){b->l2.index}, target);
}

// Lines that were loaded into L2 and LL.
XG_INLINE void loaded_below(Simulation* sim, const Site* site, const FastBelow* b,
                            const CostTarget* target)
{
   Hierarchy* h = &sim->caches;
   if (XG_UNLIKELY(h->between[0].tags != NULL) && b->by > AT_L2) {
      if (XG_UNLIKELY(fast_is_exclusive(h))) {
         loaded_exclusive(sim, site, b, target);
         return;
      }
      line_costs_load_fast(sim, site, &h->between[0], b->l2, target);
   }
   if (b->by > AT_LL) line_costs_load_fast(sim, site, &h->ll, b->ll, target);
}

XG_INLINE void data_line_use(Simulation* sim, Site* site, uint64_t address, LruMover* move)
{
   Hierarchy* h = &sim->caches;
   if (XG_UNLIKELY(!hierarchy_is_fast(h, address, site->size_B))) {
      data_slow(sim, site, address);
      return;
   }
   FastLine d1 = hierarchy_d1_fast(h, address, move, true);
   if (d1.hit) return;
   engine.asking = site;
   FastBelow below = hierarchy_d1_missed_fast(h, address, d1, move);
   serve_data(sim, site, address, (Served){below.by});
   CostTarget target = line_costs_target_fast(sim, site);
   line_costs_load_fast(sim, site, &h->d1, d1, &target);
   loaded_below(sim, site, &below, &target);
}

XG_INLINE void fetch_missed_line_use(const Site* site, CodeLine* line, LruMover* move)
{
   Hierarchy* h = &PROGRAM->caches;
   uint64_t address = callgraph_site_address(site);
   if (XG_UNLIKELY(!hierarchy_is_fast(h, address, site->size_B))) {
      fetch_missed_slow(site, line, address);
      return;
   }
   engine.asking = site;
   FastCodeLine i1 = hierarchy_i1_missed_fast(h, line, move);
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

void access_data_line_use(Site* site, uint64_t address)
{
   data_line_use(PROGRAM, site, address, lru_move);
}

XG_AVX2 void access_data_line_use_avx2(Site* site, uint64_t address)
{
   data_line_use(PROGRAM, site, address, lru_move_avx2);
}

void access_fetch_missed_line_use(Site* site, CodeLine* first)
{
   fetch_missed_line_use(site, first, lru_move);
}

XG_AVX2 void access_fetch_missed_line_use_avx2(Site* site, CodeLine* first)
{
   fetch_missed_line_use(site, first, lru_move_avx2);
}

// --- with miss classes --------------------------------------------------------------------

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
XG_INLINE void charge_classified(Simulation* sim, Site* site, uint64_t address, Served served)
{
   Hierarchy* h = &sim->caches;
   classify_below(h, address, served.by);
   classifier_request(h->d1.classifier, address, false);
   serve_data(sim, site, address, served);
   miss_costs_of_data(sim, site, address, served.by);
}

XG_INLINE void data_classes(Simulation* sim, Site* site, uint64_t address, LruMover* move,
                            bool line_use)
{
   Hierarchy* h = &sim->caches;
   if (XG_UNLIKELY(!hierarchy_is_fast_with_classes(h, address, site->size_B))) {
      data_slow(sim, site, address);
      return;
   }
   hierarchy_set_time(h, time_of(sim, site));
   FastLine d1 = hierarchy_d1_fast(h, address, move, line_use);
   if (d1.hit) {
      classifier_request(h->d1.classifier, address, true);
      return;
   }
   const LineTable* lines = h->d1.classifier->lines;
   line_table_prefetch_number(lines, cache_line(&h->d1, address));
   if (!line_use) {
      charge_classified(sim, site, address,
                        hierarchy_l1_missed_fast(h, address, address, move));
      return;
   }
   engine.asking = site;
   FastBelow below = hierarchy_d1_missed_fast(h, address, d1, move);
   line_table_prefetch(lines, cache_line(&h->d1, address));
   charge_classified(sim, site, address, (Served){below.by});
   CostTarget target = line_costs_target_fast(sim, site);
   line_costs_load_fast(sim, site, &h->d1, d1, &target);
   loaded_below(sim, site, &below, &target);
}

void access_data_classes(Site* site, uint64_t address)
{
   data_classes(PROGRAM, site, address, lru_move, false);
}

XG_AVX2 void access_data_classes_avx2(Site* site, uint64_t address)
{
   data_classes(PROGRAM, site, address, lru_move_avx2, false);
}

void access_data_classes_line_use(Site* site, uint64_t address)
{
   data_classes(PROGRAM, site, address, lru_move, true);
}

XG_AVX2 void access_data_classes_line_use_avx2(Site* site, uint64_t address)
{
   data_classes(PROGRAM, site, address, lru_move_avx2, true);
}

// --- with a TLB of data -------------------------------------------------------------------

void access_data_tlb_slow(Site* site, uint64_t address)
{
   Translation* t = &PROGRAM->translation;
   TranslatedBy by = translation_data(t, address, site->size_B, translate_time(site));
   translate_charge(PROGRAM, site, address, by);
   // With policies it has been found that it is no plain hit.
   if (PROGRAM->caches.has_policies)
      access_data_slow(site, address);
   else
      access_choose_data(engine.config.line_use, engine.config.avx2, false)(site, address);
   translation_enter_slots(t, address, site->size_B);
}

// The caches' part of an access whose page has been found.
XG_INLINE void data_of_page(Site* site, TlbEntry* page, uint64_t address, LruMover* move,
                            DataRest* missed)
{
   translate_enter_slot(page, address);
   if (XG_UNLIKELY(!hierarchy_d1_fast(&PROGRAM->caches, address, move, false).hit))
      missed(site, address);
}

// An access to one line whose page is not where it was found last.
static __attribute__((noinline)) void data_elsewhere(Site* site, uint64_t address)
{
   data_of_page(site, translate_data_elsewhere(site, address), address, lru_move,
                data_missed_portable);
}

// All calls come last, so that a hit saves no registers.
XG_INLINE void data_tlb(Site* site, uint64_t address, LruMover* move, DataRest* missed)
{
   if (XG_UNLIKELY(!hierarchy_is_fast(&PROGRAM->caches, address, site->size_B))) {
      access_data_tlb_slow(site, address);
      return;
   }
   TlbEntry* page = translate_data_recent(address);
   if (XG_LIKELY(page != NULL))
      data_of_page(site, page, address, move, missed);
   else
      data_elsewhere(site, address);
}

XG_INLINE void data_tlb_line_use(Site* site, uint64_t address, LruMover* move)
{
   if (XG_UNLIKELY(!hierarchy_is_fast(&PROGRAM->caches, address, site->size_B))) {
      access_data_tlb_slow(site, address);
      return;
   }
   TlbEntry* page = translate_data_recent(address);
   if (XG_UNLIKELY(!page)) page = translate_data_elsewhere(site, address);
   translate_enter_slot(page, address);
   data_line_use(PROGRAM, site, address, move);
}

void access_data_tlb(Site* site, uint64_t address)
{
   data_tlb(site, address, lru_move, data_missed_portable);
}

XG_AVX2 void access_data_tlb_avx2(Site* site, uint64_t address)
{
   data_tlb(site, address, lru_move_avx2, data_missed_avx2);
}

void access_data_tlb_line_use(Site* site, uint64_t address)
{
   data_tlb_line_use(site, address, lru_move);
}

XG_AVX2 void access_data_tlb_line_use_avx2(Site* site, uint64_t address)
{
   data_tlb_line_use(site, address, lru_move_avx2);
}

XG_INLINE void data_tlb_classes(Site* site, uint64_t address, LruMover* move, bool line_use)
{
   if (XG_UNLIKELY(!hierarchy_is_fast_with_classes(&PROGRAM->caches, address, site->size_B))) {
      access_data_tlb_slow(site, address);
      return;
   }
   TlbEntry* page = translate_data_recent(address);
   if (XG_UNLIKELY(!page)) page = translate_data_elsewhere(site, address);
   translate_enter_slot(page, address);
   data_classes(PROGRAM, site, address, move, line_use);
}

static void data_tlb_classes_plain(Site* site, uint64_t address)
{
   data_tlb_classes(site, address, lru_move, false);
}

static XG_AVX2 void data_tlb_classes_plain_avx2(Site* site, uint64_t address)
{
   data_tlb_classes(site, address, lru_move_avx2, false);
}

static void data_tlb_classes_line_use(Site* site, uint64_t address)
{
   data_tlb_classes(site, address, lru_move, true);
}

static XG_AVX2 void data_tlb_classes_line_use_avx2(Site* site, uint64_t address)
{
   data_tlb_classes(site, address, lru_move_avx2, true);
}

// --- with policies --------------------------------------------------------------------------

// A hit of D1 that nothing else comes of: true.
XG_INLINE bool data_hits(Site* site, uint64_t address, LruMover* hit, bool line_use)
{
   Hierarchy* h = &PROGRAM->caches;
   if (!hierarchy_d1_hit_fast(h, address, hit, line_use)) return false;
   if (XG_LIKELY(!h->d1.classifier)) return true;
   hierarchy_set_time(h, translate_time(site));
   classifier_request(h->d1.classifier, address, true);
   return true;
}

XG_INLINE void data_policies(Site* site, uint64_t address, LruMover* hit, bool line_use)
{
   const Hierarchy* h = &PROGRAM->caches;
   if (XG_LIKELY(h->hits_are_fast && hierarchy_in_one_line(h, address, site->size_B))
       && data_hits(site, address, hit, line_use))
      return;
   access_data_slow(site, address);
}

XG_INLINE void data_policies_tlb(Site* site, uint64_t address, LruMover* hit, bool line_use)
{
   const Hierarchy* h = &PROGRAM->caches;
   if (XG_LIKELY(h->hits_are_fast && hierarchy_in_one_line(h, address, site->size_B))) {
      TlbEntry* page = translate_data_recent(address);
      if (XG_LIKELY(page != NULL) && data_hits(site, address, hit, line_use)) {
         translate_enter_slot(page, address);
         return;
      }
   }
   access_data_tlb_slow(site, address);
}

static void data_policies_plain(Site* site, uint64_t address)
{
   data_policies(site, address, lru_hit, false);
}

static XG_AVX2 void data_policies_plain_avx2(Site* site, uint64_t address)
{
   data_policies(site, address, lru_hit_avx2, false);
}

static void data_policies_line_use(Site* site, uint64_t address)
{
   data_policies(site, address, lru_hit, true);
}

static XG_AVX2 void data_policies_line_use_avx2(Site* site, uint64_t address)
{
   data_policies(site, address, lru_hit_avx2, true);
}

static void data_policies_tlb_plain(Site* site, uint64_t address)
{
   data_policies_tlb(site, address, lru_hit, false);
}

static XG_AVX2 void data_policies_tlb_plain_avx2(Site* site, uint64_t address)
{
   data_policies_tlb(site, address, lru_hit_avx2, false);
}

static void data_policies_tlb_line_use(Site* site, uint64_t address)
{
   data_policies_tlb(site, address, lru_hit, true);
}

static XG_AVX2 void data_policies_tlb_line_use_avx2(Site* site, uint64_t address)
{
   data_policies_tlb(site, address, lru_hit_avx2, true);
}

// --- beside the program -------------------------------------------------------------------

XG_INLINE void data_plain(Simulation* sim, Site* site, uint64_t address, LruMover* move)
{
   Hierarchy* h = &sim->caches;
   if (XG_UNLIKELY(!hierarchy_is_fast(h, address, site->size_B)))
      data_beside(sim, site, address);
   else if (!hierarchy_d1_fast(h, address, move, false).hit)
      serve_data(sim, site, address, hierarchy_l1_missed_fast(h, address, address, move));
}

static void beside_plain(Simulation* sim, Site* site, uint64_t address)
{
   data_plain(sim, site, address, lru_move);
}

static XG_AVX2 void beside_plain_avx2(Simulation* sim, Site* site, uint64_t address)
{
   data_plain(sim, site, address, lru_move_avx2);
}

static void beside_line_use(Simulation* sim, Site* site, uint64_t address)
{
   data_line_use(sim, site, address, lru_move);
}

static XG_AVX2 void beside_line_use_avx2(Simulation* sim, Site* site, uint64_t address)
{
   data_line_use(sim, site, address, lru_move_avx2);
}

static void beside_classes(Simulation* sim, Site* site, uint64_t address)
{
   data_classes(sim, site, address, lru_move, engine.config.line_use);
}

static XG_AVX2 void beside_classes_avx2(Simulation* sim, Site* site, uint64_t address)
{
   data_classes(sim, site, address, lru_move_avx2, engine.config.line_use);
}

AccessBeside* access_choose_beside(bool line_use, bool avx2)
{
   static AccessBeside* const variant[2][2] = {{beside_plain, beside_plain_avx2},
                                               {beside_line_use, beside_line_use_avx2}};
   if (engine.config.caches.miss_classes) return avx2 ? beside_classes_avx2 : beside_classes;
   return variant[line_use][avx2];
}

void access_fetch_beside(Simulation* sim, const Site* site, CodeLine* first)
{
   LineChanges* changes = start(site);
   const Request r = {callgraph_site_address(site), site->size_B, false};
   Hierarchy* h = &sim->caches;
   const Served served =
      first ? hierarchy_fetch_missed(h, first, &r, changes) : hierarchy_fetch(h, &r, changes);
   finish_fetch(sim, site, served, changes);
}

// --- all ----------------------------------------------------------------------------------

AccessData* access_choose_data(bool line_use, bool avx2, bool tlb)
{
   static AccessData* const variant[2][2][2] = {
      {{access_data, access_data_avx2}, {access_data_line_use, access_data_line_use_avx2}},
      {{access_data_tlb, access_data_tlb_avx2},
       {access_data_tlb_line_use, access_data_tlb_line_use_avx2}}};
   static AccessData* const with_classes[2][2][2] = {
      {{access_data_classes, access_data_classes_avx2},
       {access_data_classes_line_use, access_data_classes_line_use_avx2}},
      {{data_tlb_classes_plain, data_tlb_classes_plain_avx2},
       {data_tlb_classes_line_use, data_tlb_classes_line_use_avx2}}};
   static AccessData* const with_policies[2][2][2] = {
      {{data_policies_plain, data_policies_plain_avx2},
       {data_policies_line_use, data_policies_line_use_avx2}},
      {{data_policies_tlb_plain, data_policies_tlb_plain_avx2},
       {data_policies_tlb_line_use, data_policies_tlb_line_use_avx2}}};
   if (PROGRAM->caches.cores.n > 1 && !tlb) return data_of_core;
   const Hierarchy* h = &PROGRAM->caches;
   if (h->has_policies && !h->can_be_fast) return with_policies[tlb][line_use][avx2];
   return (h->config.miss_classes ? with_classes : variant)[tlb][line_use][avx2];
}

AccessFetchMissed* access_choose_fetch_missed(bool line_use, bool avx2)
{
   static AccessFetchMissed* const variant[2][2] = {
      {access_fetch_missed, access_fetch_missed_avx2},
      {access_fetch_missed_line_use, access_fetch_missed_line_use_avx2}};
   return variant[line_use][avx2];
}

bool access_is_hot(const Site* site, uint64_t address)
{
   return access_hot_slot(&PROGRAM->caches, site, address) != NULL;
}

void access_note(const Site* site, uint64_t address)
{
   const Cache* d1 = &PROGRAM->caches.d1;
   if (d1->hot && engine_slots_are_timed())
      cache_hot_slot(d1, address)->used = translate_time(site);
   hierarchy_count_hot(&PROGRAM->caches, address, site->size_B);
}

// One function, and nothing is done twice: of a program that turns from object to object, a third of the time of
// a run with layouts alone went into this.
bool access_take_hot(const Site* site, uint64_t address)
{
   HotSlot* slot = access_hot_slot(&PROGRAM->caches, site, address);
   if (!slot) return false;
   if (engine_slots_are_timed()) slot->used = translate_time(site);
   if (!engine.config.line_use) return true;
   slot->count++;
   slot->mask |=
      line_use_bits(address & (PROGRAM->caches.d1.geometry.line_B - 1), site->size_B);
   return true;
}

void access_note_beside(Simulation* sim, const Site* site, uint64_t address)
{
   Hierarchy* h = &sim->caches;
   if (h->d1.hot) cache_hot_slot(&h->d1, address)->used = sim->beside.now;
   hierarchy_count_hot(h, address, site->size_B);
}

void access_count_guarded(const Site* site)
{
   count_execution(site);
}

void access_data_guarded(Site* site, uint64_t address)
{
   count_execution(site);
   bool tlb = engine.config.tlbs.dtlb.entries != 0;
   access_choose_data(engine.config.line_use, false, tlb)(site, address);
   access_note(site, address);
}

// --- branches -----------------------------------------------------------------------------

static void charge_misprediction(const Site* site)
{
   Payer p = payer_of(site, (SiteKind)site->kind);
   charge(&p, MISSES_L1, 1);
}

void access_branch(Site* site, uint64_t taken)
{
   count_execution(site);
   if (branch_conditional(&engine.branches, callgraph_site_address(site), taken))
      charge_misprediction(site);
}

void access_indirect(Site* site, uint64_t target)
{
   count_execution(site);
   if (branch_indirect(&engine.branches, callgraph_site_address(site), target))
      charge_misprediction(site);
}
