// SPDX-License-Identifier: GPL-3.0-or-later
// The table of entry points; see entry_points.h.
#include "engine/entry_points.h"

#include "engine/access.h"
#include "engine/beside.h"
#include "engine/object_accesses.h"
#include "engine/prefetches.h"
#include "engine/probes.h"
#include "engine/sampled_accesses.h"
#include "engine/translate.h"
#include "engine/what_if_accesses.h"

EntryPoints entry_points;

// --- blocks -------------------------------------------------------------------------------

static void enter_with_objects(Block* b)
{
   engine_enter_block(b);
   object_costs_entered(b);
}

static void enter_fetch(Site* site, CodeLine* first)
{
   Block* b = site->block;
   if (b->key != xg_current.key) entry_points.enter(b);
   const uint64_t last = callgraph_site_address(site) + site->size_B - 1;
   const bool in_two = code_cache_start(&PROGRAM->caches.i1, last) != first->address;
   if (first->absent || (in_two && first->next->absent)) entry_points.fetch_missed(site, first);
}

// --- checks -------------------------------------------------------------------------------

static void check_block(const Block* b)
{
   const ShadowStack* s = xg_current.stack;
   XG_ASSERT(b->key == xg_current.key
             || (engine.config.timeline.find_regions && b->key == JOURNAL_KEY));
   XG_ASSERT(b->cost_centre && b->cost_centre->block == b);
   XG_ASSERT(!s->exec.context || xg_current.key != s->exec.context
             || b->cost_centre->context == s->exec.context);
   XG_ASSERT(s->top >= s->floor && s->floor > s->frames);
}

// --- the choice ---------------------------------------------------------------------------

static void choose_accesses(const EngineConfig* c)
{
   EntryPoints* e = &entry_points;
   AccessData* data = access_choose_data(c->tlbs.dtlb.entries != 0);
   AccessFetchMissed* fetch_missed = access_choose_fetch_missed();
   if (c->sample_sets > 1) {
      sampled_accesses_init();
      e->data = sampled_accesses_data;
      e->data_guarded = sampled_accesses_data_guarded;
      e->fetch = sampled_accesses_fetch;
      e->fetch_missed = sampled_accesses_fetch_missed;
   } else if (c->objects) {
      engine.objects.data = data;
      engine.objects.fetch_missed = fetch_missed;
      e->fetch_page = object_accesses_fetch_page;
      e->data = object_accesses_data;
      e->data_sampled = object_accesses_data_sampled;
      e->data_guarded = object_accesses_data_guarded;
      e->fetch = object_accesses_fetch;
      e->fetch_missed = object_accesses_fetch_missed;
   } else {
      e->fetch_page = translate_fetch;
      e->data = data;
      e->data_guarded = access_data_guarded;
      e->fetch = access_fetch;
      e->fetch_missed = fetch_missed;
   }
}

// Miss curves wrap the functions chosen so far.
static void choose_curves(void)
{
   EntryPoints* e = &entry_points;
   engine.behind_curves = (AccessesBehindCurves){e->data, e->data_sampled, e->data_guarded};
   e->data = miss_curves_data;
   e->data_sampled = miss_curves_data_sampled;
   e->data_guarded = miss_curves_data_guarded;
}

// Layouts stand before all else; miss curves, if any, before what memory objects call.
static void choose_what_if(const EngineConfig* c)
{
   EntryPoints* e = &entry_points;
   engine.what_if.data = engine.objects.data;
   if (c->curves.on) {
      engine.behind_curves.data = engine.objects.data;
      engine.what_if.data = miss_curves_data;
   }
   e->data = what_if_data;
   e->data_guarded = what_if_data_guarded;
}

// Simulations beside the program wrap fetches and guarded accesses, and have a place of their own for the others.
static void choose_beside(void)
{
   EntryPoints* e = &entry_points;
   engine.behind_beside =
      (EntryPointsBehind){e->fetch, e->fetch_missed, e->fetch_page, e->data_guarded};
   e->beside = engine.config.beside == 1 ? beside_data_one : beside_data;
   e->data_guarded = beside_data_guarded;
   e->fetch = beside_fetch;
   e->fetch_missed = beside_fetch_missed;
   e->fetch_page = beside_fetch_page;
}

void entry_points_choose(const EngineConfig* c)
{
   TransferFunctions transfers = fast_path_choose(&c->graph);
   entry_points = (EntryPoints){.enter = c->objects ? enter_with_objects : engine_enter_block,
                                .check = check_block,
                                .call = transfers.call,
                                .ret = transfers.ret,
                                .jump = transfers.jump,
                                .prefetch = prefetches_execute,
                                .enter_fetch = enter_fetch,
                                .branch = access_branch,
                                .indirect = access_indirect};
   choose_accesses(c);
   if (c->curves.on) choose_curves();
   if (c->beside)
      choose_beside();
   else if (c->what_if)
      choose_what_if(c);
   if (probes.wrap) probes.wrap(&entry_points);
}
