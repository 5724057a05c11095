// SPDX-License-Identifier: GPL-3.0-or-later
// Costs by miss class; see miss_costs.h.
#include "engine/miss_costs.h"

#include "engine/charge_inl.h"

static uint64_t n_last_conflicts(void)
{
   return PROGRAM->caches.d1.sets * PROGRAM->caches.cores.n;
}

void miss_costs_init(void)
{
   for (Simulation* sim = PROGRAM; engine.config.objects && sim; sim = simulation_next(sim))
      sim->last_conflict = host_map_zeroed(n_last_conflicts() * sizeof *sim->last_conflict);
}

void miss_costs_zero(void)
{
   for (Simulation* sim = PROGRAM; engine.config.objects && sim; sim = simulation_next(sim)) {
      host_memset(sim->last_conflict, 0, n_last_conflicts() * sizeof *sim->last_conflict);
      hierarchy_zero_misses(&sim->caches);
   }
}

// Start of the heap allocation that holds an address; 0: there is none.
static uint64_t heap_allocation(uint64_t address)
{
   const MemRange* r = range_map_find(&engine.objects.set.map, address);
   return r && !r->is_mapping && r->object->kind == OBJECT_HEAP ? r->start : 0;
}

// A conflict miss in D1 has been counted.
static void note_conflict(Simulation* sim, const Classifier* c, uint64_t address)
{
   uint64_t set = cache_set(c->cache, c->missed_line) + c->core * c->cache->sets;
   uint64_t now = heap_allocation(what_if_own(address)), before = sim->last_conflict[set];
   sim->last_conflict[set] = now;
   if (now && before && now != before)
      charge_object_in(sim, object_costs_now(&engine.objects), OBJ_D1CONF_OTHER, 1);
}

// Charges the class of a miss of this level, which has been charged as a miss.
static void charge_class(const Payer* p, Classifier* c)
{
   charge(p, MISSES_BY_CLASS + c->level * (uint32_t)MISS_CLASSES + classifier_class(c), 1);
   if (!object_costs_count(&engine.objects)) return;
   const ObjectCosts* o = object_costs_now(&engine.objects);
   classifier_count(c, o == engine.objects.unrecorded ? 0 : o->object->number + 1);
}

// The levels below L1.
static void charge_below(const Payer* p, ServedBy by)
{
   const Hierarchy* h = &p->in->caches;
   for (uint32_t i = 0; i < LEVELS_BETWEEN; i++)
      if (by > AT_L2 + i && h->between[i].classifier) charge_class(p, h->between[i].classifier);
   if (by >= AT_MEMORY) charge_class(p, h->ll.classifier);
}

void miss_costs_of_data(Simulation* sim, const Site* site, uint64_t address, ServedBy by)
{
   if (by == AT_L1) return;
   Classifier* d1 = sim->caches.d1.classifier;
   Payer p = payer_in(sim, site, (SiteKind)site->kind);
   charge_class(&p, d1);
   if (classifier_class(d1) == MISS_CONFLICT && object_costs_count(&engine.objects))
      note_conflict(sim, d1, address);
   charge_below(&p, by);
}

void miss_costs_of_fetch(Simulation* sim, const Site* site, ServedBy by)
{
   if (by == AT_L1) return;
   Payer p = payer_in(sim, site, SITE_FETCH);
   charge_below(&p, by);
}
