// SPDX-License-Identifier: GPL-3.0-or-later
// From counters to costs; see costs.h.
#include "output/costs.h"

static void add_access(uint64_t* row, Event refs, Event l1, Event ll, Event dirty, uint64_t n,
                       const uint64_t* counters, uint32_t width)
{
   row[refs] += n;
   if (!counters) return;
   row[l1] += counters[MISSES_L1];
   row[ll] += counters[MISSES_LL];
   if (width >= COUNTERS_FULL) row[dirty] += counters[MISSES_LL_DIRTY];
}

static void add_branch(uint64_t* row, Event branches, Event missed, uint64_t n,
                       const uint64_t* counters)
{
   row[branches] += n;
   if (!counters) return;
   row[branches] += counters[EXTRA_EXECUTIONS];
   row[missed] += counters[MISSES_L1];
}

static void add_site(const CostCentre* c, const Site* s, uint64_t* row)
{
   const uint32_t width = c->block->n_counters;
   const uint64_t* counters = c->miss_counters ? c->miss_counters + s->index * width : NULL;
   uint64_t n = c->executions[s->segment];
   uint64_t seen = counters && width >= COUNTERS_FULL ? counters[ACCESSES] : 0;
   for (uint32_t m = 0; counters && width == COUNTERS_LINE_USE && m < EV_USE_COUNT; m++)
      row[EV_ACCOST1 + m] += counters[LINE_USE + m];
   switch ((SiteKind)s->kind) {
   case SITE_FETCH:
      if (!counters) break;
      row[EV_I1MR] += counters[MISSES_L1];
      row[EV_ILMR] += counters[MISSES_LL];
      if (width >= COUNTERS_FULL) row[EV_ILDMR] += counters[MISSES_LL_DIRTY];
      break;
   case SITE_READ:
      add_access(row, EV_DR, EV_D1MR, EV_DLMR, EV_DLDMR, n, counters, width);
      break;
   case SITE_WRITE:
      add_access(row, EV_DW, EV_D1MW, EV_DLMW, EV_DLDMW, n, counters, width);
      break;
   case SITE_READ_GUARDED:
      add_access(row, EV_DR, EV_D1MR, EV_DLMR, EV_DLDMR, seen, counters, width);
      break;
   case SITE_WRITE_GUARDED:
      add_access(row, EV_DW, EV_D1MW, EV_DLMW, EV_DLDMW, seen, counters, width);
      break;
   case SITE_BRANCH: add_branch(row, EV_BC, EV_BCM, n, counters); break;
   case SITE_INDIRECT: add_branch(row, EV_BI, EV_BIM, n, counters); break;
   case SITE_BUS: row[EV_GE] += n + (counters ? counters[EXTRA_EXECUTIONS] : 0); break;
   }
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
   size_t n_tallies = (size_t)b->n_sites * b->n_counters;
   if (c->miss_counters) host_memset(c->miss_counters, 0, n_tallies * sizeof *c->miss_counters);
   if (c->end_cost && !keep_end_cost)
      host_memset(c->end_cost, 0, EV_COUNT * sizeof *c->end_cost);
}
