// SPDX-License-Identifier: GPL-3.0-or-later
//
// Accesses to memory: lines that are loaded, and charged when they go.
//
// With SIM_CACHES accesses go to caches of the engine and to lists of lines; without, lines come
// and go at random and their cost is made up, so that it can be charged at once, too.
#ifndef XG_TESTS_UNIT_CALLSIM_LINES_H
#define XG_TESTS_UNIT_CALLSIM_LINES_H

#include "callsim/curves.h"
#include "callsim/program.h"
#include "engine/entry_points.h"

// --- made-up lines ------------------------------------------------------------------------

static void sim_evict(int i)
{
   SimLine l = sim.line[i];
   sim.line[i] = sim.line[--sim.lines];
   line_costs_charge(
      PROGRAM,
      &(Eviction){.target = l.loader, .count = 1, .unused_B = (uint32_t)l.cost, .level = 1});
   sim_charge_line(&l, &(SimCost){.n[SIM_SPLOSS1] = l.cost, .n[SIM_ACCOST1] = 1000000});
}

// Loads a line; its cost is also charged as one that is known at once.
static void sim_load(Block* b)
{
   if (sim.lines == SIM_RESIDENT) sim_evict((int)sim_below(SIM_RESIDENT));
   SimLine* l = &sim.line[sim.lines++];
   sim_own_line(l);
   l->cost = 1 + sim_below(64);
   l->loader = line_costs_target(&b->sites[0]);
   if (l->loader.backdate_node) backdate_hold(l->loader.backdate_node);

   callgraph_miss_counters(&engine.graph, b->cost_centre)[MISSES_LL] += l->cost;
   shadow_stack_complete_frames(&xg_current);
   xg_current.total[EV_DLMR] += l->cost;
   sim_charge(&(SimCost){.n[SIM_IMMEDIATE] = l->cost});
}

static void sim_miss(Block* b)
{
   callgraph_miss_counters(&engine.graph, b->cost_centre)[MISSES_L1]++;
   shadow_stack_complete_frames(&xg_current);
   xg_current.total[EV_D1MR]++;
   sim_charge(&(SimCost){.n[SIM_MISSES] = 1});
}

// --- caches -------------------------------------------------------------------------------

// A line's cost by definition: docs/cache-use.md.
static SimCost sim_cost_of(const LineEnd* e)
{
   SimCost c = {{0}};
   static const int accost[] = {0, SIM_ACCOST1, SIM_ACCOST_L2, SIM_ACCOST_L3, SIM_ACCOST_LL};
   static const int sploss[] = {0, SIM_SPLOSS1, SIM_SPLOSS_L2, SIM_SPLOSS_L3, SIM_SPLOSS_LL};
   if (e->count) c.n[accost[e->level]] = (1000000 + e->count / 2) / e->count;
   c.n[sploss[e->level]] = e->unused;
   return c;
}

static void sim_charge_ends(void)
{
   for (int i = 0; i < use_ref.ends.n; i++) {
      const LineEnd* e = &use_ref.ends.end[i];
      SimCost c = sim_cost_of(e);
      sim_charge_line(&sim.line[e->loader - 1], &c);
   }
   use_ref.ends.n = 0;
}

// The number of a record that no resident line has.
static int sim_free_record(void)
{
   bool used[SIM_RESIDENT] = {false};
   const UseRefCache* caches[] = {&use_ref.d1, &use_ref.l2, &use_ref.l3, &use_ref.ll};
   for (int k = 0; k < 4; k++)
      for (uint64_t set = 0; set < caches[k]->sets; set++)
         for (uint32_t i = 0; i < caches[k]->n[set]; i++)
            used[caches[k]->lines[set * caches[k]->g.ways + i].loader - 1] = true;
   for (int i = 0; i < SIM_RESIDENT; i++)
      if (!used[i]) return i;
   sim_fail("too many lines", SIM_RESIDENT, 0);
   return 0;
}

// One read, the way generated code makes it.
static void sim_read(Site* site)
{
   enum { LINES = 40, LINE_B = 64 };
   uint64_t a = 0x100000 + sim_below(LINES) * LINE_B + sim_below(LINE_B);
   Hierarchy* h = &PROGRAM->caches;
   uint64_t distance = h->d1.hot ? a - cache_hot_slot(&h->d1, a)->line : ~0ULL;
   if (distance > h->d1.geometry.line_B - site->size_B) entry_points.data(site, a);
   hierarchy_count_hot(h, a, site->size_B);

   int record = sim_free_record();
   sim_own_line(&sim.line[record]);
   use_ref.loader = (uint64_t)record + 1;
   ServedBy by = use_ref_access(&use_ref.d1, a, site->size_B, false);
   sim_charge(&(SimCost){.n[SIM_MISSES] = by > AT_L1,
                         .n[SIM_L2_MISSES] = use_ref.l2.sets && by > AT_L2,
                         .n[SIM_L3_MISSES] = use_ref.l3.sets && by > AT_L3,
                         .n[SIM_LL_MISSES] = by >= AT_MEMORY});
   sim_charge_ends();
   if (sim.c->curves) sim_curves_access(a, site->size_B);
   if (sim.c->timeline) sim_timeline_access(site, a, by);
}

// All lines of the reference's caches go, L1's first.
static void sim_empty_caches(void)
{
   UseRefCache* caches[] = {&use_ref.d1, &use_ref.l2, &use_ref.l3, &use_ref.ll};
   for (int k = 0; k < 4; k++)
      for (uint64_t set = 0; set < caches[k]->sets; set++)
         while (caches[k]->n[set]) {
            const UseRefLine* l =
               &caches[k]->lines[set * caches[k]->g.ways + --caches[k]->n[set]];
            use_ref_belong(caches[k], l);
            line_ends_add(&use_ref.ends, use_ref_end(caches[k], l));
            sim_charge_ends();
         }
}

// --- both ---------------------------------------------------------------------------------

static void sim_access(Block* b)
{
   if (sim_has(SIM_CACHES)) {
      // Curves see calls without an access: not all of them are to sampled lines.
      for (int i = 0; i < b->n_sites; i++)
         if (!sim.c->curves || sim_below(4) == 0) sim_read(&b->sites[i]);
      return;
   }
   if (sim_below(4) == 0) sim_miss(b);
   if (!sim_has(SIM_LINES)) return;
   if (sim_below(3) == 0) sim_load(b);
   if (sim.lines && sim_below(4) == 0) sim_evict((int)sim_below((uint32_t)sim.lines));
}

// Made-up lines stand in no cache that line_costs_forget() could see.
static void sim_forget_loaders(int thread)
{
   if (sim_has(SIM_CACHES)) return;
   for (int i = 0; i < sim.lines; i++) {
      if (thread && sim.line[i].thread != thread) continue;
      if (sim.line[i].loader.backdate_node)
         backdate_drop(&engine.forest, sim.line[i].loader.backdate_node);
      sim.line[i].loader = (CostTarget){0};
   }
}

// The engine has charged all lines of its caches.
static void sim_all_lines_end(void)
{
   if (sim_has(SIM_CACHES))
      sim_empty_caches();
   else
      while (sim.lines) sim_evict(0);
}

#endif
