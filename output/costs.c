// SPDX-License-Identifier: GPL-3.0-or-later
// From counters to costs; see costs.h.
#include "output/costs.h"

#include "callgraph/site_events.h"

static void add_site(const CostCentre* c, const Site* s, uint64_t* row)
{
   const SiteEvents* e = &site_events[s->kind];
   const uint32_t n_counters = c->block->n_counters;
   const uint64_t* counters =
      c->miss_counters ? c->miss_counters + s->index * n_counters : NULL;
   uint64_t n = c->executions[s->segment];
   if (e->guarded) n = counters && n_counters >= COUNTERS_FULL ? counters[ACCESSES] : 0;
   if (e->executed != EV_NONE) row[e->executed] += n;
   if (!counters) return;
   for (uint32_t m = 0; m < N_MISS_COUNTERS && m < n_counters; m++)
      if (e->miss[m] != EV_NONE) row[e->miss[m]] += counters[m];
   uint32_t n_use = n_counters == COUNTERS_LINE_USE    ? (uint32_t)EV_USE_COUNT_2
                    : n_counters >= COUNTERS_HIERARCHY ? (uint32_t)EV_USE_COUNT
                                                       : 0;
   for (uint32_t m = 0; m < n_use; m++) row[EV_ACCOST_L1 + m] += counters[LINE_USE + m];
   for (uint32_t m = 0; n_counters >= COUNTERS_HIERARCHY && m < N_MORE_COUNTERS; m++)
      if (e->more[m] != EV_NONE) row[e->more[m]] += counters[MISSES_L2 + m];
   for (uint32_t m = 0; n_counters == COUNTERS_CLASSES && m < EV_CLASS_COUNT; m++)
      row[EV_D1COLD + m] += counters[MISSES_BY_CLASS + m];
}

void costs_of_cost_centre(const CostCentre* c, uint64_t (*rows)[EV_COUNT])
{
   const Block* b = c->block;
   for (uint32_t i = 0; i < b->n_instrs; i++)
      rows[i][EV_IR] += c->executions[b->instrs[i].segment];
   for (uint32_t i = 0; i < b->n_sites; i++) add_site(c, &b->sites[i], rows[b->sites[i].instr]);
}

void costs_clear(CostCentre* c, bool keep_end_cost)
{
   const Block* b = c->block;
   host_memset(c->executions, 0, b->n_segments * sizeof c->executions[0]);
   size_t n = (size_t)b->n_sites * b->n_counters;
   if (c->miss_counters) host_memset(c->miss_counters, 0, n * sizeof *c->miss_counters);
   if (c->end_cost && !keep_end_cost)
      host_memset(c->end_cost, 0, EV_COUNT * sizeof *c->end_cost);
}
