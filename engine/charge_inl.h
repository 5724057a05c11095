// SPDX-License-Identifier: GPL-3.0-or-later
//
// The door through which all that is counted at sites goes: to the counters of a site, to the running
// totals, to memory objects, and, for what is known at a line's eviction, up the back-dating trees.
// Nothing else in engine/ adds to these (tools/check-layers).  Which event a counter is at a kind of site,
// and which column of memory objects that has, is in base/events.def.
//
// Contract: executions are counted by generated code, except those of guarded accesses and of
// branches, which count_execution() counts, and those of drafts, which count_segment() does.
//
// What other layouts cost that are simulated beside the program's own ones (beside.h) goes the same way, to the second
// half of a site's counters, to the second event of each, and to ObjectCosts.other: in the functions below that
// is `other`.
//
//    Payer p = payer_of(site, site->kind);
//    charge(&p, MISSES_L1, 1);
//    charge_target(&eviction.target, owner, EV_SPLOSS_L1 - EV_ACCOST_L1, unused_B, false);
#ifndef XG_ENGINE_CHARGE_INL_H
#define XG_ENGINE_CHARGE_INL_H

#include "callgraph/context_tree.h"
#include "callgraph/site_events.h"
#include "engine/cycles.h"
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

// Adds to an object's costs.
XG_INLINE void charge_object(ObjectCosts* o, ObjectEvent column, uint64_t n)
{
   o->cost[engine.objects.slot[column]] += n;
}

// ... or to those with other layouts.
XG_INLINE void charge_object_of(bool other, ObjectCosts* o, ObjectEvent column, uint64_t n)
{
   const uint32_t first = other ? engine.objects.n_columns + 1u : 0;
   o->cost[first + engine.objects.slot[column]] += n;
}

// Adds to a counter, to its event's total and, if an object has it as a column, to the object's costs.
XG_INLINE void charge_all(uint64_t* counter, uint64_t* total, ObjectCosts* o, Event e,
                          uint64_t n, bool other)
{
   *counter += n;
   *total += n;
   if (XG_UNLIKELY(o != NULL) && object_of_event[e])
      charge_object_of(other, o, object_of_event[e], n);
}

// What a request or a branch of a site is charged to.
typedef struct Payer {
   uint64_t* counters;       // of the site, in the current context
   const SiteEvents* events; // of its kind
   ObjectCosts* object;      // accessed; NULL: none is collected
   bool other;
} Payer;

// `kind` is the site's.
XG_INLINE Payer payer_of(const Site* site, SiteKind kind)
{
   Payer p = {miss_counters_of(site), &site_events[kind], object_costs_now(&engine.objects),
              false};
   before_miss();
   return p;
}

// other: with other layouts.
XG_INLINE Payer payer_in(const Site* site, SiteKind kind, bool other)
{
   Payer p = payer_of(site, kind);
   if (other) p.counters += site->block->n_counters / 2;
   p.other = other;
   return p;
}

// Charges what this counter counts.
XG_INLINE void charge(const Payer* p, uint32_t counter, uint64_t n)
{
   Event e = p->events->event[counter];
   Event counted = XG_UNLIKELY(p->other) ? event_other(e) : e;
   charge_all(&p->counters[counter], &xg_current.total[counted], p->object, e, n, p->other);
}

// Charges an event of line use to the target that a line has had since it was loaded, and to its owner (0: nobody).
// Likewise one of stores; both count from EV_ACCOST_L1.
XG_INLINE void charge_target(const CostTarget* t, uint32_t owner, uint32_t use_event,
                             uint64_t n, bool other)
{
   const uint32_t counted = other ? EV_OTHER_ACCOST_L1 - EV_ACCOST_L1 + use_event : use_event;
   charge_all(&t->counters[use_event], &engine.late[counted],
              XG_UNLIKELY(owner) ? engine.objects.costs[owner] : NULL, EV_ACCOST_L1 + use_event,
              n, other);
   BackdateNode* node = t->backdate_node;
   if (XG_UNLIKELY(!node)) return;
   backdate_add(node, counted, n);
   if (XG_UNLIKELY(node->user != NULL))
      context_tree_now(node->user)->self[EV_ACCOST_L1 + counted] += n;
}

// Counts an execution of a site that generated code does not count; objects count their accesses
// themselves.
XG_INLINE void count_execution(const Site* site)
{
   const SiteEvents* e = &site_events[site->kind];
   if (e->executed != EV_NONE) {
      xg_current.total[e->executed]++;
      return;
   }
   charge_all(&miss_counters_of(site)[ACCESSES], &xg_current.total[e->event[ACCESSES]], NULL,
              e->event[ACCESSES], 1, false);
   if (XG_LIKELY(!engine.config.work)) return;
   xg_current.total[site->is_write ? EV_DWB : EV_DRB] += site->size_B;
   xg_current.total[EV_DVEC] += site_is_vector(site);
}

// Accesses of a site to an object.
_Static_assert(OBJ_DR == 0 && OBJ_DW == 1, "columns that every run has come first");
XG_INLINE void charge_object_accesses(ObjectCosts* o, const Site* site, uint64_t n)
{
   o->cost[object_accesses(site->is_write)] += n;
   if (XG_LIKELY(!engine.config.work)) return;
   charge_object(o, site->is_write ? OBJ_DWB : OBJ_DRB, n * site->size_B);
   if (site_is_vector(site)) charge_object(o, OBJ_DVEC, n);
}

// Counts an execution of a segment that generated code does not count.
XG_INLINE void count_segment(const Block* b, uint32_t segment, uint32_t ir, uint32_t reads,
                             uint32_t writes, uint32_t bus)
{
   b->cost_centre->executions[segment]++;
   xg_current.total[EV_IR] += ir;
   xg_current.total[EV_DR] += reads;
   xg_current.total[EV_DW] += writes;
   xg_current.total[EV_GE] += bus;
}

// ... and the cycles that it takes by itself.
XG_INLINE void count_cycles(const uint64_t cost[2])
{
   xg_current.total[EV_CYBASE] += cost[0];
   xg_current.total[EV_CYDEP] += cost[1];
}

// Charges a miss; `sampled`: in a set that stands for others.
XG_INLINE void charge_miss(const Payer* p, uint32_t counter, bool sampled)
{
   charge(p, counter, sampled ? sampled_sets_miss(p->events->event[counter]) : 1);
}

// Charges what levels below L1 have missed of a request.
XG_INLINE void charge_misses_below(const Payer* p, Served served, bool sampled)
{
   if (XG_UNLIKELY(hierarchy_has_l2(&engine.caches.config)) && served.by >= AT_LL)
      charge_miss(p, MISSES_L2, sampled);
   if (served.by < AT_MEMORY) return;
   charge_miss(p, MISSES_LL, sampled);
   if (served.wrote_back) charge(p, MISSES_LL_DIRTY, 1);
}

// Charges a request that L1 did not serve.
XG_INLINE void charge_misses(const Payer* p, Served served)
{
   if (XG_UNLIKELY(engine.sampled.on)) { // asked once: there may be three misses
      sampled_sets_charge(p, served);
      return;
   }
   charge_miss(p, MISSES_L1, false);
   charge_misses_below(p, served, false);
}

// Charges the misses of a data access.
XG_INLINE void charge_data_of(bool other, const Site* site, uint64_t address, Served served)
{
   bool waits_for_core = xg_cycles.on && served.from_core;
   if (served.by == AT_L1 && XG_LIKELY(!waits_for_core)) return;
   Payer p = payer_in(site, (SiteKind)site->kind, other);
   if (XG_UNLIKELY(served.by == AT_L1)) {
      cycles_data(&p, site, address, served);
      return;
   }
   charge_misses(&p, served);
   if (!other && XG_UNLIKELY(p.object != NULL)) walks_missed(p.object, site, address);
   if (XG_UNLIKELY(xg_cycles.on)) cycles_data(&p, site, address, served);
}

XG_INLINE void charge_data(const Site* site, uint64_t address, Served served)
{
   charge_data_of(false, site, address, served);
}

XG_INLINE void charge_data_other(const Site* site, uint64_t address, Served served)
{
   charge_data_of(true, site, address, served);
}

// Charges the misses of a fetch.
XG_INLINE void charge_fetch(const Site* site, Served served, bool other)
{
   if (served.by == AT_L1) return;
   Payer p = payer_in(site, SITE_FETCH, other);
   charge_misses(&p, served);
   if (XG_UNLIKELY(xg_cycles.on))
      cycles_fetch(&p, callgraph_site_address(site) + site->size_B - 1, served.by);
}

// Charges a request of a site whose page is not in the first-level TLB; `kind` is the site's.
XG_INLINE void charge_translation(const Site* site, SiteKind kind, uint64_t address,
                                  TranslatedBy by, bool other)
{
   if (by == BY_TLB) return;
   Payer p = payer_in(site, kind, other);
   charge(&p, MISSES_TLB, 1);
   if (by >= BY_WALK && engine.config.tlbs.stlb.entries) charge(&p, MISSES_STLB, 1);
   if (XG_UNLIKELY(xg_cycles.on)) cycles_translate(&p, site, kind, address, by >= BY_WALK);
}

#endif
