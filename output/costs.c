// SPDX-License-Identifier: GPL-3.0-or-later
// From counters to costs; see costs.h.
#include "output/costs.h"

static void add_access(uint64_t* row, Event refs, Event l1, Event ll, Event dirty, uint64_t n,
                       const uint64_t* tally, uint32_t width)
{
   row[refs] += n;
   if (!tally) return;
   row[l1] += tally[TALLY_L1];
   row[ll] += tally[TALLY_LL];
   if (width >= TALLY_WIDTH_FULL) row[dirty] += tally[TALLY_LL_DIRTY];
}

static void add_site(const Centre* c, const Site* s, uint64_t* row)
{
   const uint32_t width = c->block->tally_width;
   const uint64_t* tally = c->tallies ? c->tallies + s->index * width : NULL;
   uint64_t n = c->executions[s->segment];
   uint64_t seen = tally && width >= TALLY_WIDTH_FULL ? tally[TALLY_REFS] : 0;
   for (uint32_t m = 0; tally && width == TALLY_WIDTH_USE && m < EV_USE_COUNT; m++)
      row[EV_ACCOST1 + m] += tally[TALLY_USE + m];
   switch ((SiteKind)s->kind) {
   case SITE_FETCH:
      if (!tally) break;
      row[EV_I1MR] += tally[TALLY_L1];
      row[EV_ILMR] += tally[TALLY_LL];
      if (width >= TALLY_WIDTH_FULL) row[EV_ILDMR] += tally[TALLY_LL_DIRTY];
      break;
   case SITE_READ: add_access(row, EV_DR, EV_D1MR, EV_DLMR, EV_DLDMR, n, tally, width); break;
   case SITE_WRITE: add_access(row, EV_DW, EV_D1MW, EV_DLMW, EV_DLDMW, n, tally, width); break;
   case SITE_READ_MAYBE:
      add_access(row, EV_DR, EV_D1MR, EV_DLMR, EV_DLDMR, seen, tally, width);
      break;
   case SITE_WRITE_MAYBE:
      add_access(row, EV_DW, EV_D1MW, EV_DLMW, EV_DLDMW, seen, tally, width);
      break;
   case SITE_BRANCH:
      row[EV_BC] += n;
      if (tally) row[EV_BCM] += tally[TALLY_L1];
      break;
   case SITE_INDIRECT:
      row[EV_BI] += n;
      if (tally) row[EV_BIM] += tally[TALLY_L1];
      break;
   case SITE_BUS: row[EV_GE] += n; break;
   }
}

void costs_of_centre(const Centre* c, uint64_t (*rows)[EV_COUNT])
{
   const Block* b = c->block;
   for (uint32_t i = 0; i < b->n_instrs; i++)
      rows[i][EV_IR] += c->executions[b->instrs[i].segment];
   for (uint32_t i = 0; i < b->n_sites; i++) add_site(c, &b->sites[i], rows[b->sites[i].instr]);
}

void costs_clear(Centre* c, bool keep_extra)
{
   const Block* b = c->block;
   port_memset(c->executions, 0, b->n_segments * sizeof c->executions[0]);
   size_t n_tallies = (size_t)b->n_sites * b->tally_width;
   if (c->tallies) port_memset(c->tallies, 0, n_tallies * sizeof *c->tallies);
   if (c->extra && !keep_extra) port_memset(c->extra, 0, EV_COUNT * sizeof *c->extra);
}
