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
// What a simulation beside the program (simulation.h) costs goes the same way, to counters, events and costs of its own.
//
//    Payer p = payer_of(site, site->kind);
//    charge(&p, MISSES_L1, 1);
//    charge_target(PROGRAM, &eviction.target, owner, EV_SPLOSS_L1 - EV_ACCOST_L1, unused_B);
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

// ... to those of a simulation.
XG_INLINE void charge_object_in(const Simulation* sim, ObjectCosts* o, ObjectEvent column,
                                uint64_t n)
{
   const uint32_t first = sim == PROGRAM ? 0 : sim->number * (engine.objects.n_columns + 1u);
   o->cost[first + engine.objects.slot[column]] += n;
}

// Adds to a counter, to its event's total and, if an object has it as a column, to the object's costs.
XG_INLINE void charge_all(const Simulation* sim, uint64_t* counter, uint64_t* total,
                          ObjectCosts* o, Event e, uint64_t n)
{
   *counter += n;
   *total += n;
   if (XG_UNLIKELY(o != NULL) && object_of_event[e])
      charge_object_in(sim, o, object_of_event[e], n);
}

// What a request or a branch of a site is charged to.
typedef struct Payer {
   uint64_t* counters;       // of the site, in the current context
   const SiteEvents* events; // of its kind
   ObjectCosts* object;      // accessed; NULL: none is collected
   Simulation* in;
} Payer;

// `kind` is the site's.
XG_INLINE Payer payer_of(const Site* site, SiteKind kind)
{
   Payer p = {miss_counters_of(site), &site_events[kind], object_costs_now(&engine.objects),
              PROGRAM};
   before_miss();
   return p;
}

// The counters of a site in a simulation, from those for the program.
XG_INLINE uint64_t* counters_in(Simulation* sim, const Block* b, uint64_t* of_program)
{
   return sim == PROGRAM        ? of_program
          : engine.config.apart ? sim->sink
                                : of_program + (size_t)b->n_sites * b->n_counters;
}

// Where a simulation beside the program adds up an event; without collection nowhere that is read.
XG_INLINE uint64_t* total_beside(Simulation* sim, Event e)
{
   if (!engine.config.apart) return &xg_current.total[event_in(e, sim->number)];
   return xg_current.stack->exec.collect ? &sim->total[e] : &sim->sink[0];
}

XG_INLINE Payer payer_in(Simulation* sim, const Site* site, SiteKind kind)
{
   Payer p = payer_of(site, kind);
   p.counters = counters_in(sim, site->block, p.counters);
   p.in = sim;
   return p;
}

// Charges what this counter counts; sim: the payer's, which those who know it as a constant say.
XG_INLINE void charge_in(Simulation* sim, const Payer* p, uint32_t counter, uint64_t n)
{
   Event e = p->events->event[counter];
   uint64_t* total = sim == PROGRAM ? &xg_current.total[e] : total_beside(sim, e);
   charge_all(sim, &p->counters[counter], total, p->object, e, n);
}

XG_INLINE void charge(const Payer* p, uint32_t counter, uint64_t n)
{
   charge_in(p->in, p, counter, n);
}

// Charges an event of line use to the target that a line has had since it was loaded, and to its owner (0: nobody).
// Likewise one of stores; both count from EV_ACCOST_L1.
XG_INLINE void charge_target(Simulation* sim, const CostTarget* t, uint32_t owner,
                             uint32_t use_event, uint64_t n)
{
   const bool apart = sim != PROGRAM && engine.config.apart;
   const uint32_t counted = sim == PROGRAM ? use_event : late_event_in(use_event, sim->number);
   uint64_t* total = apart ? &sim->total[EV_ACCOST_L1 + use_event] : &engine.late[counted];
   charge_all(sim, &t->counters[use_event], total,
              XG_UNLIKELY(owner) ? engine.objects.costs[owner] : NULL, EV_ACCOST_L1 + use_event,
              n);
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
   charge_all(PROGRAM, &miss_counters_of(site)[ACCESSES], &xg_current.total[e->event[ACCESSES]],
              NULL, e->event[ACCESSES], 1);
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
XG_INLINE void charge_miss(Simulation* sim, const Payer* p, uint32_t counter, bool sampled)
{
   charge_in(sim, p, counter, sampled ? sampled_sets_miss(p->events->event[counter]) : 1);
}

// Not inlined: the fast path has no L3.
static __attribute__((noinline, unused)) void charge_miss_of_l3(Simulation* sim, const Payer* p,
                                                                bool sampled)
{
   charge_miss(sim, p, MISSES_L3, sampled);
}

// Charges what levels between L1 and LL have missed of a request.
XG_INLINE void charge_misses_between(Simulation* sim, const Payer* p, Served served,
                                     bool sampled)
{
   charge_miss(sim, p, MISSES_L2, sampled);
   if (XG_UNLIKELY(PROGRAM->caches.between[1].tags != NULL) && served.by >= AT_LL)
      charge_miss_of_l3(sim, p, sampled);
}

// Charges what levels below L1 have missed of a request.
XG_INLINE void charge_misses_below(Simulation* sim, const Payer* p, Served served, bool sampled)
{
   if (XG_UNLIKELY(hierarchy_has_l2(&PROGRAM->caches.config)) && served.by > AT_L2)
      charge_misses_between(sim, p, served, sampled);
   if (served.by < AT_MEMORY) return;
   charge_miss(sim, p, MISSES_LL, sampled);
   if (served.wrote_back) charge_in(sim, p, MISSES_LL_DIRTY, 1);
}

// Charges a request that L1 did not serve.
XG_INLINE void charge_misses(Simulation* sim, const Payer* p, Served served)
{
   if (XG_UNLIKELY(engine.sampled.on)) { // asked once: there may be three misses
      sampled_sets_charge(p, served);
      return;
   }
   charge_miss(sim, p, MISSES_L1, false);
   charge_misses_below(sim, p, served, false);
}

// Charges the misses of a data access.
XG_INLINE void charge_data(Simulation* sim, const Site* site, uint64_t address, Served served)
{
   bool waits_for_core = xg_cycles.on && served.from_core;
   if (served.by == AT_L1 && XG_LIKELY(!waits_for_core)) return;
   Payer p = payer_in(sim, site, (SiteKind)site->kind);
   if (XG_UNLIKELY(served.by == AT_L1)) {
      cycles_data(&p, site, address, served);
      return;
   }
   charge_misses(sim, &p, served);
   if (sim == PROGRAM && XG_UNLIKELY(p.object != NULL)) walks_missed(p.object, site, address);
   if (XG_UNLIKELY(xg_cycles.on)) cycles_data(&p, site, address, served);
}

// Charges the misses of a fetch.
XG_INLINE void charge_fetch(Simulation* sim, const Site* site, Served served)
{
   if (served.by == AT_L1) return;
   Payer p = payer_in(sim, site, SITE_FETCH);
   charge_misses(sim, &p, served);
   if (XG_UNLIKELY(xg_cycles.on))
      cycles_fetch(&p, callgraph_site_address(site) + site->size_B - 1, served.by);
}

// Charges a request of a site whose page is not in the first-level TLB; `kind` is the site's.
XG_INLINE void charge_translation(Simulation* sim, const Site* site, SiteKind kind,
                                  uint64_t address, TranslatedBy by)
{
   if (by == BY_TLB) return;
   Payer p = payer_in(sim, site, kind);
   charge_in(sim, &p, MISSES_TLB, 1);
   if (by >= BY_WALK && engine.config.tlbs.stlb.entries) charge_in(sim, &p, MISSES_STLB, 1);
   if (XG_UNLIKELY(xg_cycles.on)) cycles_translate(&p, site, kind, address, by >= BY_WALK);
}

#endif
