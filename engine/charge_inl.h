// SPDX-License-Identifier: GPL-3.0-or-later
//
// Charging misses to the counters of their site and to the running totals.
#ifndef XG_ENGINE_CHARGE_INL_H
#define XG_ENGINE_CHARGE_INL_H

#include "engine/engine.h"

// The counters of the site in the current place.
XG_INLINE uint64_t* miss_counters_of(const Site* site)
{
   CostCentre* c = site->block->cost_centre;
   if (XG_UNLIKELY(!c->miss_counters)) callgraph_miss_counters(&engine.graph, c);
   return c->miss_counters + site->index * site->block->n_counters;
}

// Charges an access that was not served by L1.  l1, ll, dirty: the three events.
XG_INLINE void charge_miss(const Site* site, ServedBy by, Event l1, Event ll, Event dirty)
{
   uint64_t* counters = miss_counters_of(site);
   if (XG_UNLIKELY(!xg_current.stack->top[-1].callee.complete))
      shadow_stack_complete_frames(&xg_current);
   counters[MISSES_L1]++;
   xg_current.total[l1]++;
   if (by < AT_MEMORY) return;
   counters[MISSES_LL]++;
   xg_current.total[ll]++;
   if (by < AT_MEMORY_WB) return;
   counters[MISSES_LL_DIRTY]++;
   xg_current.total[dirty]++;
}

// Charges it to the object accessed, too.
XG_INLINE void charge_object(const Site* site, ServedBy by)
{
   ObjectCosts* a = engine.objects.now;
   if (XG_LIKELY(!a)) return;
   a->cost[site->is_write ? OBJ_D1MW : OBJ_D1MR]++;
   if (by >= AT_MEMORY) a->cost[site->is_write ? OBJ_DLMW : OBJ_DLMR]++;
}

XG_INLINE void charge_data(const Site* site, ServedBy by)
{
   if (by == AT_L1) return;
   charge_object(site, by);
   if (site->is_write)
      charge_miss(site, by, EV_D1MW, EV_DLMW, EV_DLDMW);
   else
      charge_miss(site, by, EV_D1MR, EV_DLMR, EV_DLDMR);
}

XG_INLINE void charge_fetch(const Site* site, ServedBy by)
{
   if (by != AT_L1) charge_miss(site, by, EV_I1MR, EV_ILMR, EV_ILDMR);
}

#endif
