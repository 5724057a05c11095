// SPDX-License-Identifier: GPL-3.0-or-later
// Cache use; see use.h.
#include "engine/use.h"

#include "engine/charge_inl.h"
#include "engine/use_record.h"

// Access costs are in millionths, so that every line's share is exact enough to be summed up.
enum { ACCOST_UNIT = 1000000, ACCOST_UNIT_CALLGRIND = 1000 };

static bool compat(void)
{
   return engine.config.graph.callgrind_compat;
}

void use_init(const HierarchyConfig* caches)
{
   use_hierarchy_init(&engine.uses, caches, xg_d1_hot);
   backdate_init(&engine.forest, EV_USE_COUNT);
}

// --- who loads ----------------------------------------------------------------------------

// What all trees of a strand pass on to.
static uint64_t* counters_of_trees(Strand* s)
{
   return s->handler_total + EV_ACCOST1;
}

// The node of the running activity that is outside all its calls.
static BackNode* root_node(void)
{
   Strand* s = xg_now.strand;
   if (!s->root) s->root = backdate_root(&engine.forest, counters_of_trees(s));
   return s->root;
}

// The node of the innermost call.  Frames that have none get one: those of skipped functions that
// of their callers.  Without back-dating all is the root's.
static BackNode* active_node(void)
{
   if (compat()) return NULL;
   if (!engine.config.back_dating) return root_node();
   const Strand* s = xg_now.strand;
   Frame* f = s->top;
   while (f > s->floor && !f[-1].callee.has_node) f--;
   BackNode* n = f > s->floor ? f[-1].node : root_node();
   for (; f < s->top; f++) {
      if (f->arc)
         n = backdate_child(&engine.forest, n, f->arc->cost + EV_ACCOST1);
      else
         backdate_hold(n);
      f->node = n;
      f->callee.has_node = true;
   }
   return n;
}

Loader use_loader(const Site* site)
{
   const Strand* s = xg_now.strand;
   if (XG_UNLIKELY(use_record && use_record->replay)) return (Loader){0};
   if (s->skipping && s->place && (s->collect || compat())) {
      uint64_t* extra = callgraph_extra(&engine.graph, s->skipping);
      return (Loader){extra + EV_ACCOST1, active_node()};
   }
   if (!s->collect && !compat()) return (Loader){0};
   Centre* c = site->block->centre;
   // Callgrind decides at eviction whether to collect: it needs the counters all the same.
   if (!c->place) c = callgraph_centre(&engine.graph, site->block, s->place);
   uint64_t* tallies = callgraph_tallies(&engine.graph, c);
   return (Loader){tallies + site->index * site->block->tally_width + TALLY_USE, active_node()};
}

// --- what it comes to ---------------------------------------------------------------------

static bool cost_of(const LineEnd* end, uint64_t* cost)
{
   uint64_t n = compat() ? (uint32_t)end->count : end->count;
   port_memset(cost, 0, EV_USE_COUNT * sizeof *cost);
   if (n == 0) {
      cost[EV_PFUNUSED - EV_ACCOST1] = end->prefetched;
      return end->prefetched;
   }
   uint64_t* of_level = cost + (end->level == 2 ? EV_ACCOST2 - EV_ACCOST1 : 0);
   of_level[0] = compat() ? ACCOST_UNIT_CALLGRIND / n : (ACCOST_UNIT + n / 2) / n;
   of_level[1] = end->unused_B;
   return true;
}

void use_charge(const LineEnd* end)
{
   Loader loader = end->loader;
   uint64_t cost[EV_USE_COUNT];
   if (XG_UNLIKELY(use_record != NULL)) {
      cost_of(end, cost);
      loader = use_record_end(&end->loader, cost);
   }
   if (!loader.self) return;
   bool any = cost_of(end, cost) && !(compat() && !xg_now.strand->collect);
   for (uint32_t m = 0; any && m < EV_USE_COUNT; m++) loader.self[m] += cost[m];
   if (!loader.node) return;
   if (any) backdate_charge(&engine.forest, loader.node, cost);
   backdate_drop(&engine.forest, loader.node);
}

// What a line keeps that is loaded on this account.
static Loader kept_by_line(const Site* site, Loader loader)
{
   if (loader.node) backdate_hold(loader.node);
   return XG_UNLIKELY(use_record != NULL) ? use_record_load(site, loader) : loader;
}

// The lines that an access of this site has ended and loaded.
static void settle_lines(const Site* site, LineEvents* events)
{
   bool any_own = false;
   for (uint32_t i = 0; i < events->n_ended; i++) {
      if (!events->ended[i].is_own) use_charge(&events->ended[i]);
      any_own |= events->ended[i].is_own;
   }
   if (!events->n_loaded && !any_own) return;
   Loader loader = use_loader(site);
   for (uint32_t i = 0; i < events->n_loaded; i++)
      *events->loaded[i] = kept_by_line(site, loader);
   for (uint32_t i = 0; i < events->n_ended; i++) {
      if (!events->ended[i].is_own) continue;
      events->ended[i].loader = kept_by_line(site, loader);
      use_charge(&events->ended[i]);
   }
}

// --- accesses -----------------------------------------------------------------------------

void use_data(Site* site, uint64_t address)
{
   bool may_hit = !(site->is_write && engine.uses.config.write_back);
   if (may_hit && use_hierarchy_hit(&engine.uses, address, site->size_B)) return;
   LineEvents events;
   events.n_ended = events.n_loaded = 0;
   if (compat()) engine.uses.collecting = xg_now.strand->collect;
   charge_data(
      site, use_hierarchy_data(&engine.uses, address, site->size_B, site->is_write, &events));
   settle_lines(site, &events);
}

void use_data_maybe(Site* site, uint64_t address)
{
   tally_of(site)[TALLY_REFS]++;
   xg_now.total[site->is_write ? EV_DW : EV_DR]++;
   use_data(site, address);
   use_hierarchy_note_hot(&engine.uses, address, site->size_B);
}

void use_fetch(Site* site, uint64_t address)
{
   LineEvents events;
   events.n_ended = events.n_loaded = 0;
   if (compat()) engine.uses.collecting = xg_now.strand->collect;
   charge_fetch(site, use_hierarchy_fetch(&engine.uses, address, site->size_B, &events));
   settle_lines(site, &events);
}

void use_fetch_missed(Site* site, CodeLine* first, uint64_t address)
{
   LineEvents events;
   events.n_ended = events.n_loaded = 0;
   if (compat()) engine.uses.collecting = xg_now.strand->collect;
   charge_fetch(
      site, use_hierarchy_fetch_missed(&engine.uses, first, address, site->size_B, &events));
   settle_lines(site, &events);
}

// --- all lines ----------------------------------------------------------------------------

void use_finish(void)
{
   LineEnd end;
   uint64_t cursor = 0;
   engine.uses.collecting = xg_now.strand->collect;
   while (use_hierarchy_retire(&engine.uses, &cursor, &end)) use_charge(&end);
}

void use_clear(void)
{
   if (compat()) // Callgrind loses what was loaded
      use_hierarchy_clear(&engine.uses);
   else
      use_finish();
}

void use_settle(void)
{
   backdate_settle(&engine.forest);
}

// Forgets what the trees with these counters have, and the lines in them.
static void forget_trees(const uint64_t* total)
{
   backdate_forget(&engine.forest, total); // before nodes go and pass on what they have
   uint64_t cursor = 0;
   for (Loader* l; (l = use_hierarchy_next_loader(&engine.uses, &cursor));) {
      const BackNode* n = use_record ? use_record_account(l).node : l->node;
      if (!n || n->total != total) continue;
      Loader loader = use_record ? use_record_forget(l) : *l;
      *l = (Loader){.node = use_record ? l->node : NULL};
      backdate_drop(&engine.forest, loader.node);
   }
}

void use_forget(uint32_t thread)
{
   if (compat()) return; // Callgrind charges the lines later, all the same
   for (Strand* s = engine.graph.strands; s; s = s->next)
      if (!thread || s->thread == thread) forget_trees(counters_of_trees(s));
}
