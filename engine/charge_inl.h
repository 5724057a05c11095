// SPDX-License-Identifier: GPL-3.0-or-later
//
// Charging misses: to the counters of their site, to the running totals, and to memory objects.
//
// Contract: executions are counted by generated code, except those of guarded accesses and of
// branches, which count_execution() counts.
//
//    charge_data(site, hierarchy_data(&engine.caches, &request, NULL));
#ifndef XG_ENGINE_CHARGE_INL_H
#define XG_ENGINE_CHARGE_INL_H

#include "callgraph/site_events.h"
#include "engine/engine.h"

// The miss counters of the site in the current context.
XG_INLINE uint64_t* miss_counters_of(const Site* site)
{
   CostCentre* c = site->block->cost_centre;
   if (XG_UNLIKELY(!c->miss_counters)) callgraph_miss_counters(&engine.graph, c);
   return c->miss_counters + site->index * site->block->n_counters;
}

// The totals of misses are about to change: open calls remember them first.
XG_INLINE void before_miss(void)
{
   if (XG_UNLIKELY(!xg_current.stack->top[-1].callee.complete))
      shadow_stack_complete_frames(&xg_current);
}

// Counts an execution of a site that generated code does not count.
XG_INLINE void count_execution(const Site* site)
{
   const SiteEvents* e = &site_events[site->kind];
   if (e->executed != EV_NONE) {
      xg_current.total[e->executed]++;
      return;
   }
   xg_current.total[e->event[ACCESSES]]++;
   miss_counters_of(site)[ACCESSES]++;
}

// Charges a request of a site that L1 did not serve; `kind` is the site's.
XG_INLINE void charge_misses(const Site* site, SiteKind kind, Served served)
{
   const SiteEvents* e = &site_events[kind];
   uint64_t* counters = miss_counters_of(site);
   before_miss();
   counters[MISSES_L1]++;
   xg_current.total[e->event[MISSES_L1]]++;
   if (XG_UNLIKELY(hierarchy_has_l2(&engine.caches.config)) && served.by >= AT_LL) {
      counters[MISSES_L2]++;
      xg_current.total[e->event[MISSES_L2]]++;
   }
   if (served.by < AT_MEMORY) return;
   counters[MISSES_LL]++;
   xg_current.total[e->event[MISSES_LL]]++;
   if (!served.wrote_back) return;
   counters[MISSES_LL_DIRTY]++;
   xg_current.total[e->event[MISSES_LL_DIRTY]]++;
}

// Charges the misses of an access to the object accessed.
XG_INLINE void charge_object(const Site* site, ServedBy by)
{
   ObjectCosts* o = engine.objects.now;
   if (XG_LIKELY(!o)) return;
   o->cost[object_of_event[site_events[site->kind].event[MISSES_L1]]]++;
   if (by >= AT_LL && hierarchy_has_l2(&engine.caches.config))
      o->cost[object_of_event[site_events[site->kind].event[MISSES_L2]]]++;
   if (by >= AT_MEMORY) o->cost[object_of_event[site_events[site->kind].event[MISSES_LL]]]++;
}

// Charges the misses of a data access.
XG_INLINE void charge_data(const Site* site, Served served)
{
   if (served.by == AT_L1) return;
   charge_object(site, served.by);
   charge_misses(site, (SiteKind)site->kind, served);
}

// Charges the misses of a fetch.
XG_INLINE void charge_fetch(const Site* site, Served served)
{
   if (served.by != AT_L1) charge_misses(site, SITE_FETCH, served);
}

// Charges a request of a site whose page is not in the first-level TLB; `kind` is the site's.
XG_INLINE void charge_translation(const Site* site, SiteKind kind, TranslatedBy by)
{
   if (by == BY_TLB) return;
   const SiteEvents* e = &site_events[kind];
   uint64_t* counters = miss_counters_of(site);
   before_miss();
   counters[MISSES_TLB]++;
   xg_current.total[e->event[MISSES_TLB]]++;
   if (by < BY_WALK || !engine.config.tlbs.stlb.entries) return;
   counters[MISSES_STLB]++;
   xg_current.total[e->event[MISSES_STLB]]++;
}

// Charges the misses of a data access in TLBs.
XG_INLINE void charge_data_translation(const Site* site, TranslatedBy by)
{
   if (by == BY_TLB) return;
   ObjectCosts* o = engine.objects.now;
   if (o) o->cost[object_of_event[site_events[site->kind].event[MISSES_TLB]]]++;
   charge_translation(site, (SiteKind)site->kind, by);
}

// Charges the prefetched lines that an access or fetch was the first one to hit.
XG_INLINE void charge_prefetch_hits(const Site* site, Served served)
{
   before_miss();
   miss_counters_of(site)[PREFETCH_HITS] += served.prefetch_hits;
   xg_current.total[EV_PFUSED] += served.prefetch_hits;
}

#endif
