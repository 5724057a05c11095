// SPDX-License-Identifier: GPL-3.0-or-later
// From counters to costs; see costs.h.
#include "writers/costs.h"

#include "callgraph/site_events.h"
#include "cycles/chain.h"
#include "writers/model.h"

// Adds accesses of a site, which are counted as this event.
static void add_accesses(const Site* s, Event accesses, uint64_t n, uint64_t* row)
{
   row[accesses] += n;
   if (!MODEL->config.work || (accesses != EV_DR && accesses != EV_DW)) return;
   row[accesses - EV_DR + EV_DRB] += n * s->size_B;
   row[EV_DVEC] += n * site_is_vector(s);
}

static void add_site(const CostCentre* c, const Site* s, uint64_t* row)
{
   const SiteEvents* e = &site_events[s->kind];
   const uint32_t n = c->block->n_counters;
   if (e->executed != EV_NONE)
      add_accesses(s, (Event)e->executed, c->executions[s->segment], row);
   if (!c->miss_counters) return;
   const uint64_t* counters = c->miss_counters + s->index * n;
   for (uint32_t i = 0; i < n; i++)
      if (e->event[i] != EV_NONE) add_accesses(s, (Event)e->event[i], counters[i], row);
   for (uint32_t sim = 1; sim <= MODEL->graph.config.beside; sim++) {
      counters += (size_t)c->block->n_sites * n;
      for (uint32_t i = 0; i < n; i++)
         if (e->event[i] != EV_NONE) row[event_in((Event)e->event[i], sim)] += counters[i];
   }
}

// The branch that ends a loop has counted what the chain costs: it is of the instruction that ends the chain.
static void move_chain(const Block* b, uint64_t (*rows)[EV_COUNT])
{
   uint64_t sum = 0;
   for (uint32_t i = 0; i < b->n_instrs; i++) {
      sum += rows[i][EV_CYDEP];
      rows[i][EV_CYDEP] = 0;
   }
   rows[b->cycles->chain->instr][EV_CYDEP] = sum;
}

void costs_of_cost_centre(const CostCentre* c, uint64_t (*rows)[EV_COUNT])
{
   const Block* b = c->block;
   for (uint32_t i = 0; i < b->n_instrs; i++) {
      uint64_t n = c->executions[b->instrs[i].segment];
      rows[i][EV_IR] += n;
      if (b->operations) rows[i][EV_FL] += n * b->operations[i];
      if (!b->cycles) continue;
      rows[i][EV_CYBASE] += n * b->cycles->base_mc[i];
      rows[i][EV_CYDEP] += n * b->cycles->chain_mc[i];
   }
   for (uint32_t i = 0; i < b->n_sites; i++) add_site(c, &b->sites[i], rows[b->sites[i].instr]);
   if (b->cycles && b->cycles->chain) move_chain(b, rows);
}

void costs_clear(CostCentre* c, bool keep_end_cost)
{
   const Block* b = c->block;
   host_memset(c->executions, 0, b->n_segments * sizeof c->executions[0]);
   size_t n = (size_t)b->n_sites * b->n_counters * (1 + MODEL->graph.config.beside);
   if (c->miss_counters) host_memset(c->miss_counters, 0, n * sizeof *c->miss_counters);
   if (c->end_cost && !keep_end_cost)
      host_memset(c->end_cost, 0, EV_COUNT * sizeof *c->end_cost);
}
