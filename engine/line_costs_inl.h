// SPDX-License-Identifier: GPL-3.0-or-later
//
// The fast path of line_costs.h, to be inlined into the entry points of access.c: costs of lines
// with one word of mask, in the model that hierarchy_inl.h is for.
//
// Ownership is that of line_costs.h.
//
//    CostTarget t = line_costs_target_fast(PROGRAM, site);
//    line_costs_load_fast(PROGRAM, site, &PROGRAM->caches.d1, line, &t);   // charges the evicted line, too
#ifndef XG_ENGINE_LINE_COSTS_INL_H
#define XG_ENGINE_LINE_COSTS_INL_H

#include "cachesim/hierarchy_inl.h"
#include "engine/charge_inl.h"
#include "engine/cost_targets.h"
#include "engine/line_cost_record.h"
#include "engine/line_costs.h"
#include "engine/probes.h"

// Costs are charged by arithmetic on events of line use, which count from EV_ACCOST_L1: these are the first of
// each level, by its number.
static const uint8_t use_events_of_level[] = {
   [LEVEL_L1] = 0,
   [LEVEL_L2] = EV_ACCOST_L2 - EV_ACCOST_L1,
   [LEVEL_L2 + 1] = EV_ACCOST_L3 - EV_ACCOST_L1,
   [LEVEL_LL] = EV_ACCOST_LL - EV_ACCOST_L1,
};
_Static_assert(EV_SPLOSS_L1 == EV_ACCOST_L1 + 1 && EV_SPLOSS_LL == EV_ACCOST_LL + 1
                  && EV_SPLOSS_L2 == EV_ACCOST_L2 + 1 && EV_SPLOSS_L3 == EV_ACCOST_L3 + 1
                  && (int)EV_PFUNUSED < (int)EV_WIDTH_USE,
               "order of line costs");

// Access costs are in millionths, so that the share of every line is exact enough to be summed up.
enum { ACCOST_UNIT = 1000000, ACCOST_UNIT_CALLGRIND = 1000 };
_Static_assert(OBJ_LINES_L2 - OBJ_LINES_L1 == LEVEL_L2 - LEVEL_L1
                  && OBJ_LINES_LL - OBJ_LINES_L1 == LEVEL_LL - LEVEL_L1,
               "order of lines by level");

// --- who loads a line ---------------------------------------------------------------------

XG_INLINE CostTarget target_in_program(const Site* site)
{
   const ShadowStack* s = xg_current.stack;
   if (LINE_COSTS_RECORDED && line_cost_record->replay) return (CostTarget){0};
   // Callgrind decides at eviction whether to collect: it needs the counters in any case.
   bool collect = s->exec.collect || cost_targets_as_callgrind();
   if (XG_UNLIKELY(s->exec.skip_cost_centre && s->exec.context && collect))
      return cost_target_when_skipping(s);
   if (XG_UNLIKELY(!collect)) return (CostTarget){0};
   if (XG_UNLIKELY(!site->block->cost_centre->context)) return cost_target_in_sink(site);
   return (CostTarget){miss_counters_of(site) + LINE_USE, cost_targets_active_node()};
}

XG_INLINE CostTarget line_costs_target_fast(Simulation* sim, const Site* site)
{
   const ShadowStack* s = xg_current.stack;
   if (sim != PROGRAM && engine.config.apart)
      return (CostTarget){s->exec.collect ? sim->sink + LINE_USE : NULL, NULL};
   CostTarget t = target_in_program(site);
   if (sim == PROGRAM || !t.counters) return t;
   const bool skips = s->exec.skip_cost_centre && s->exec.context;
   t.counters = skips ? t.counters + late_event_in(0, sim->number)
                      : counters_in(sim, site->block, t.counters);
   return t;
}

// What a line keeps as its target.
XG_INLINE CostTarget line_costs_hold(const Simulation* sim, const Site* site,
                                     const CostTarget* target)
{
   if (XG_LIKELY(target->backdate_node)) backdate_hold(target->backdate_node);
   return LINE_COSTS_RECORDED && sim == PROGRAM ? line_cost_record_load(site, *target)
                                                : *target;
}

// Makes the object accessed now the line's owner.
XG_INLINE void line_costs_own(const Simulation* sim, uint32_t* owner, uint32_t level)
{
   ObjectCosts* o = object_costs_now(&engine.objects);
   if (XG_LIKELY(!o)) return;
   charge_object_in(sim, o, OBJ_LINES_L1 + level - LEVEL_L1, 1);
   if (owner) *owner = o->number;
}

// --- what it costs ------------------------------------------------------------------------

// Nobody benefits from a line without accesses: nobody has a share of its cost.
XG_INLINE uint64_t access_cost(uint64_t count)
{
   if (XG_UNLIKELY(!count)) return 0;
   return cost_targets_as_callgrind() ? ACCOST_UNIT_CALLGRIND / (uint32_t)count
                                      : (ACCOST_UNIT + count / 2) / count;
}

// Charges a line that was accessed `count` times, and stands for `lines`.
XG_INLINE void charge_use(Simulation* sim, const CostTarget* t, uint32_t owner, uint32_t level,
                          uint64_t count, uint32_t line_B, uint32_t unused_B, uint64_t lines)
{
   EvictedLines* e = &sim->evicted;
   e->lines[level - 1] += lines;
   e->bytes[level - 1] += lines * line_B;
   uint32_t use_event = use_events_of_level[level];
   charge_target(sim, t, owner, use_event, lines * access_cost(count));
   charge_target(sim, t, owner, use_event + 1, lines * unused_B);
}

// The line no longer holds its node.
XG_INLINE void line_costs_drop(const CostTarget* t)
{
   if (XG_UNLIKELY(!t->backdate_node)) return;
   backdate_sample(&engine.forest);
   backdate_drop(&engine.forest, t->backdate_node);
}

// Charges an evicted line.
XG_INLINE void line_costs_charge_fast(Simulation* sim, const CostTarget* t, uint64_t line,
                                      uint32_t owner, uint32_t level, uint64_t count,
                                      uint64_t mask)
{
   uint32_t line_B = PROGRAM->caches.ll.geometry.line_B;
   mask &= line_use_bits(0, line_B);
   if (sim == PROGRAM && (LINE_COSTS_RECORDED || XG_UNLIKELY(engine.sampled.on))) {
      line_costs_charge(PROGRAM,
                        &(Eviction){.target = *t,
                                    .line = line,
                                    .count = count,
                                    .line_B = line_B,
                                    .unused_B = line_B - (uint32_t)__builtin_popcountll(mask),
                                    .owner = owner,
                                    .level = (uint8_t)level});
      return;
   }
   if (XG_UNLIKELY(probes.line_evicted) && level == LEVEL_LL)
      probes.line_evicted(t, owner, line);
   if (XG_UNLIKELY(!t->counters)) return;
   uint32_t unused_B = line_B - (uint32_t)__builtin_popcountll(mask);
   charge_use(sim, t, owner, level, count, line_B, unused_B, 1);
   line_costs_drop(t);
}

// A line has been loaded: charges the one that was in its way, if any, and starts its use.
XG_INLINE void line_costs_load_fast(Simulation* sim, const Site* site, const Cache* c,
                                    FastLine line, const CostTarget* target)
{
   LineUse* use = &c->lines[line.index];
   uint32_t* owner = cache_owner(c, line.index);
   if (XG_LIKELY(line.old != 0))
      line_costs_charge_fast(sim, &use->target, fast_evicted_line(c, line), owner ? *owner : 0,
                             c->level, use->count, use->mask);
   *use = (LineUse){.target = line_costs_hold(sim, site, target)};
   line_costs_own(sim, owner, c->level);
}

#endif
