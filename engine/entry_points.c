// SPDX-License-Identifier: GPL-3.0-or-later
// The table of entry points; see entry_points.h.
#include "engine/entry_points.h"

#include "engine/engine.h"
#include "engine/line_costs.h"

EntryPoints entry_points;

// --- blocks -------------------------------------------------------------------------------

static void enter_with_objects(Block* b)
{
   engine_enter_block(b);
   object_costs_entered(b);
}

static void check_block(const Block* b)
{
   const ShadowStack* s = xg_current.stack;
   XG_ASSERT(b->key == xg_current.key);
   XG_ASSERT(b->cost_centre && b->cost_centre->block == b);
   XG_ASSERT(!s->exec.context || xg_current.key != s->exec.context
             || b->cost_centre->context == s->exec.context);
   XG_ASSERT(s->top >= s->floor && s->floor > s->frames);
}

// --- fetches ------------------------------------------------------------------------------

static void fetch(Site* site)
{
   engine_fetch(site, callgraph_site_address(site));
}

static void fetch_missed(Site* site, CodeLine* first)
{
   engine_fetch_missed(site, first, callgraph_site_address(site));
}

static void fetch_missed_avx2(Site* site, CodeLine* first)
{
   engine_fetch_missed_avx2(site, first, callgraph_site_address(site));
}

static void fetch_in_use(Site* site)
{
   use_fetch(site, callgraph_site_address(site));
}

static void fetch_missed_in_use(Site* site, CodeLine* first)
{
   use_fetch_missed(site, first, callgraph_site_address(site));
}

static void fetch_missed_in_use_avx2(Site* site, CodeLine* first)
{
   use_fetch_missed_avx2(site, first, callgraph_site_address(site));
}

static void fetch_with_objects(Site* site)
{
   object_costs_fetch(site, callgraph_site_address(site));
}

static void fetch_missed_with_objects(Site* site, CodeLine* first)
{
   object_costs_fetch_missed(site, first, callgraph_site_address(site));
}

// --- the choice ---------------------------------------------------------------------------

static void choose_accesses(const EngineConfig* c)
{
   EntryPoints* e = &entry_points;
   if (c->objects) {
      e->data = object_costs_data;
      e->data_sampled = object_costs_data_sampled;
      e->data_guarded = object_costs_data_guarded;
      e->fetch = fetch_with_objects;
      e->fetch_missed = fetch_missed_with_objects;
   } else if (c->cache_use) {
      e->data = c->avx2 ? use_data_avx2 : use_data;
      e->data_guarded = line_use_data_guarded;
      e->fetch = fetch_in_use;
      e->fetch_missed = c->avx2 ? fetch_missed_in_use_avx2 : fetch_missed_in_use;
   } else {
      e->data = c->avx2 ? engine_data_avx2 : engine_data;
      e->data_guarded = engine_data_guarded;
      e->fetch = fetch;
      e->fetch_missed = c->avx2 ? fetch_missed_avx2 : fetch_missed;
   }
}

void entry_points_choose(const EngineConfig* c)
{
   TransferFunctions transfers = fast_path_choose(&c->graph);
   entry_points = (EntryPoints){.enter = c->objects ? enter_with_objects : engine_enter_block,
                                .check = check_block,
                                .call = transfers.call,
                                .ret = transfers.ret,
                                .jump = transfers.jump,
                                .branch = engine_branch,
                                .indirect = engine_indirect};
   choose_accesses(c);
}
