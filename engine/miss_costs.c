// SPDX-License-Identifier: GPL-3.0-or-later
// Costs by miss class; see miss_costs.h.
#include "engine/miss_costs.h"

#include "engine/charge_inl.h"

// Where the heap allocation of the last conflict miss of each set of D1 starts, by core; 0: it was on
// none.  Without memory objects NULL.  [1]: in other layouts beside.
static uint64_t* last_conflict[2];

static uint64_t n_last_conflicts(void)
{
   return engine.caches.d1.sets * engine.caches.cores.n;
}

void miss_costs_init(void)
{
   const bool used[] = {engine.config.objects, engine.config.beside};
   for (int other = 0; other < 2; other++)
      last_conflict[other] =
         used[other] ? host_map_zeroed(n_last_conflicts() * sizeof *last_conflict[other])
                     : NULL;
}

void miss_costs_zero(void)
{
   for (int other = 0; other < 2; other++) {
      if (!last_conflict[other]) continue;
      host_memset(last_conflict[other], 0, n_last_conflicts() * sizeof *last_conflict[other]);
      hierarchy_zero_misses(caches_of(other));
   }
}

// Start of the heap allocation that holds an address; 0: there is none.
static uint64_t heap_allocation(uint64_t address)
{
   const MemRange* r = range_map_find(&engine.objects.set.map, address);
   return r && !r->is_mapping && r->object->kind == OBJECT_HEAP ? r->start : 0;
}

// A conflict miss in D1 has been counted.
static void note_conflict(const Classifier* c, uint64_t address, bool other)
{
   uint64_t set = cache_set(c->cache, c->missed_line) + c->core * c->cache->sets;
   uint64_t now = heap_allocation(what_if_own(address)), before = last_conflict[other][set];
   last_conflict[other][set] = now;
   if (now && before && now != before)
      charge_object_of(other, object_costs_now(&engine.objects), OBJ_D1CONF_OTHER, 1);
}

// Charges the class of a miss of this level, which has been charged as a miss.
static void charge_class(const Payer* p, Classifier* c)
{
   charge(p, MISSES_BY_CLASS + c->level * (uint32_t)MISS_CLASSES + classifier_class(c), 1);
   if (!object_costs_count()) return;
   const ObjectCosts* o = object_costs_now(&engine.objects);
   classifier_count(c, o == engine.objects.unrecorded ? 0 : o->object->number + 1);
}

// The levels below L1.
static void charge_below(const Payer* p, ServedBy by)
{
   const Hierarchy* h = caches_of(p->other);
   if (by >= AT_LL && h->l2.classifier) charge_class(p, h->l2.classifier);
   if (by >= AT_MEMORY) charge_class(p, h->ll.classifier);
}

void miss_costs_of_data(const Site* site, uint64_t address, ServedBy by, bool other)
{
   if (by == AT_L1) return;
   Classifier* d1 = caches_of(other)->d1.classifier;
   Payer p = payer_in(site, (SiteKind)site->kind, other);
   charge_class(&p, d1);
   if (classifier_class(d1) == MISS_CONFLICT && object_costs_count())
      note_conflict(d1, address, other);
   charge_below(&p, by);
}

void miss_costs_of_fetch(const Site* site, ServedBy by, bool other)
{
   if (by == AT_L1) return;
   Payer p = payer_in(site, SITE_FETCH, other);
   charge_below(&p, by);
}
