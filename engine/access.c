// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses and branches; see access.h.
#include "engine/access.h"

#include "cachesim/cores_inl.h"
#include "engine/access_inl.h"
#include "engine/line_costs_inl.h"
#include "engine/miss_costs.h"
#include "engine/sharing/possible_sharing.h"

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

// With several cores, all accesses come here.
XG_INLINE void note_sharing(Simulation* sim, const Site* site, uint64_t address)
{
   sim->caches.cores.coherence.counts = xg_current.stack->exec.collect;
   possible_sharing_access(sim, site, address);
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

void access_data_slow_beside(Simulation* sim, Site* site, uint64_t address)
{
   if (XG_UNLIKELY(possible_sharing.on)) note_sharing(sim, site, address);
   const ServedBy by = data_in(sim, site, address);
   if (XG_UNLIKELY(engine.config.timeline.on && !engine.config.apart))
      timeline_access_beside(sim, site, address, by);
}

void access_data_part(Site* site, uint64_t address, uint32_t size_B)
{
   LineChanges* changes = start(site);
   Request r = {address, size_B, site->is_write};
   Served served = hierarchy_data(&PROGRAM->caches, &r, changes);
   serve_data(PROGRAM, site, address, served);
   finish(PROGRAM, site, served, changes);
}

void access_fetch_missed_slow(const Site* site, CodeLine* first)
{
   LineChanges* changes = start(site);
   Request r = {callgraph_site_address(site), site->size_B, false};
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

void access_loaded_exclusive(Simulation* sim, const Site* site, const FastBelow* b,
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

void access_data_tlb_slow(Site* site, uint64_t address)
{
   Translation* t = &PROGRAM->translation;
   TranslatedBy by = translation_data(t, address, site->size_B, translate_time(site));
   translate_charge(PROGRAM, site, address, by);
   // With policies it has been found that it is no plain hit.
   if (PROGRAM->caches.has_policies)
      access_data_slow(site, address);
   else
      access_choose_data(false)(site, address);
   translation_enter_slots(t, address, site->size_B);
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

// --- the choice ---------------------------------------------------------------------------

static const AccessVariants* variants(void)
{
   return engine.config.avx2 ? &access_avx2 : &access_portable;
}

AccessData* access_choose_data(bool tlb)
{
   const Hierarchy* h = &PROGRAM->caches;
   if (h->cores.n > 1 && !tlb) return data_of_core;
   const AccessCaches caches = h->has_policies && !h->can_be_fast ? ACCESS_POLICIES
                               : h->config.miss_classes           ? ACCESS_CLASSES
                                                                  : ACCESS_LRU;
   return variants()->data[caches][tlb][engine.config.line_use];
}

AccessBeside* access_choose_beside(void)
{
   return variants()->beside[engine.config.caches.miss_classes][engine.config.line_use];
}

AccessFetchMissed* access_choose_fetch_missed(void)
{
   return variants()->fetch_missed[engine.config.line_use];
}

// --- hot lines ----------------------------------------------------------------------------

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
   access_choose_data(engine.config.tlbs.dtlb.entries != 0)(site, address);
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
