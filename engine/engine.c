// SPDX-License-Identifier: GPL-3.0-or-later
// Engine state and its life cycle; see engine.h.
#include "engine/engine.h"

#include "engine/cycles.h"
#include "engine/draft.h"
#include "engine/entry_points.h"
#include "engine/fetch_notes.h"
#include "engine/iterations/loop_trips.h"
#include "engine/line_costs.h"
#include "engine/miss_costs.h"
#include "engine/probes.h"

Engine engine;
CurrentState xg_current __attribute__((aligned(64)));
HotSlot xg_d1_hot[HOT_SETS_MAX + 1] __attribute__((aligned(4096)));

void engine_init(const EngineConfig* config)
{
   engine.config = *config;
   engine.n_simulations = 1 + config->beside;
   for (uint32_t i = 0; i < engine.n_simulations; i++) engine.simulation[i].number = i;
   CallGraphConfig graph = config->graph;
   graph.beside = config->apart ? 0 : config->beside;
   callgraph_init(&engine.graph, &graph);
   if (config->track_objects || config->objects) objects_init(&engine.objects.set);
   object_costs_choose_columns();
   if (config->objects) {
      object_costs_init();
      sampling_init(&engine.objects.sampling, config->sampling_period, config->sample_loads,
                    config->sample_stores);
   }
   HierarchyConfig caches = config->caches;
   caches.line_use = config->line_use;
   caches.owners = config->objects;
   if (config->cache_sim || config->line_use)
      hierarchy_init(&PROGRAM->caches, &caches, xg_d1_hot);
   if (translation_is_on(&config->tlbs))
      translation_init(&PROGRAM->translation, &config->tlbs, &PROGRAM->caches.d1);
   if (config->sample_sets > 1) sampled_sets_init();
   if (engine_is_back_dated()) line_costs_init();
   if (config->caches.miss_classes) miss_costs_init();
   probes_init(config);
   if (config->what_if) what_if_init(); // tells those that are told of ranges by now
   if (config->beside) beside_init(&caches);
   if (config->line_use) fetch_notes_init();
   if (config->processor)
      cycles_init(config->processor, config->caches.cores > 1 ? config->caches.cores : 1);
   drafts_init();
   entry_points_choose(config);
}

void simulation_totals(const Simulation* sim, uint64_t totals[EV_COUNT])
{
   for (Event e = EV_IR; e < EV_COUNT; e++)
      if (event_in(e, 1) != e) totals[e] = sim->total[e];
}

void simulations_zero(void)
{
   for (Simulation* sim = simulation_next(PROGRAM); sim; sim = simulation_next(sim))
      host_memset(sim->total, 0, sizeof sim->total);
}

void engine_retire_block(Block* b)
{
   fast_path_forget(b);
   callgraph_retire_block(&engine.graph, b);
}

void engine_switch_stack(ShadowStack* to)
{
   if (probes.stack) probes.stack(to);
   if (xg_cycles.on) cycles_switch(to);
   shadow_stack_switch(&engine.graph, &xg_current, to);
}

Function* engine_pop(void)
{
   const Frame* f = xg_current.stack->top - 1;
   if (f->callee.has_loop_trips) loop_trips_return(xg_current.stack);
   void* node = f->callee.has_backdate_node ? f->backdate_node : NULL;
   Function* left = shadow_stack_pop(&engine.graph, &xg_current);
   if (node) backdate_drop(&engine.forest, node);
   return left;
}

void engine_end_handler(void)
{
   void* root = xg_current.stack->exec.backdate_root;
   if (engine.regions.open) timeline_regions_leave_all(true);
   shadow_stack_end_handler(&engine.graph, &xg_current);
   if (engine.config.curves.on) miss_curves_flush();
   if (root) backdate_drop(&engine.forest, root);
}

void engine_unwind_all(void)
{
   ShadowStack* s = xg_current.stack;
   for (;;) {
      while (s->top > s->floor) engine_pop();
      if (engine.regions.open) timeline_regions_leave_all(false);
      if (!s->n_handlers) break;
      engine_end_handler();
   }
}

// The back-dating trees of a stack begin a part.
static void begin_part_of_trees(const ShadowStack* s)
{
   if (s->exec.backdate_root) backdate_begin_part(&engine.forest, s->exec.backdate_root);
   for (uint32_t i = 0; i < s->n_handlers; i++)
      if (s->handlers[i].interrupted.backdate_root)
         backdate_begin_part(&engine.forest, s->handlers[i].interrupted.backdate_root);
}

void engine_check(void)
{
   callgraph_check(&engine.graph);
   if (engine.graph.tree.on) context_tree_check(&engine.graph.tree);
   if (engine.config.cache_sim) hierarchy_check(&PROGRAM->caches);
   if (translation_is_on(&engine.config.tlbs)) {
      PROGRAM->translation.itlb.now =
         PROGRAM->caches.i1.now; // generated code has noted fetches, too
      translation_check(&PROGRAM->translation);
   }
   if (engine.config.beside) beside_check();
   if (engine_is_back_dated()) backdate_check(&engine.forest);
   if (engine.config.objects || engine.config.track_objects) objects_check(&engine.objects.set);
   if (probes.check) probes.check();
}

void engine_run_on(uint32_t core)
{
   if (engine.config.beside) beside_run_on(core);
   cores_run(&PROGRAM->caches, core);
   if (translation_is_on(&engine.config.tlbs)) {
      PROGRAM->translation.itlb.now = PROGRAM->caches.i1.now;
      translation_run(&PROGRAM->translation, core);
   }
}

void engine_request_huge(uint64_t start, uint64_t size_B)
{
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim))
      translation_request_huge(&sim->translation, start, size_B);
}

void engine_end_huge(uint64_t start, uint64_t size_B)
{
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim))
      translation_end_huge(&sim->translation, start, size_B);
}

void engine_end_pages(uint64_t start, uint64_t size_B)
{
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim)) {
      translation_forget(&sim->translation, start, size_B);
      touched_pages_forget(&sim->touched, start, size_B);
   }
}

void engine_move_pages(uint64_t from, uint64_t from_B, uint64_t to, uint64_t to_B)
{
   const uint64_t kept_B = from_B < to_B ? from_B : to_B;
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim)) {
      translation_forget(&sim->translation, from, from_B);
      translation_forget(&sim->translation, to, to_B);
      TouchedPages* t = &sim->touched;
      if (from != to) {
         touched_pages_forget(t, to, to_B);
         touched_pages_move(t, from, to, kept_B);
      }
      if (kept_B < from_B) touched_pages_forget(t, from + kept_B, from_B - kept_B);
   }
}

void engine_begin_part(uint32_t thread)
{
   ShadowStack* running = xg_current.stack;
   for (ShadowStack* s = engine.graph.shadow_stacks; s; s = s->next) {
      if (thread && s->thread != thread) continue;
      shadow_stack_switch(&engine.graph, &xg_current, s);
      shadow_stack_mark_part(&xg_current);
      begin_part_of_trees(s);
   }
   shadow_stack_switch(&engine.graph, &xg_current, running);
   if (engine_is_back_dated()) line_costs_begin_part();
   if (engine.sampled.on) sampled_sets_begin_part();
}

void engine_restart_stack(bool collect)
{
   engine_unwind_all();
   ShadowStack* s = xg_current.stack;
   // A caller that is found later has not called what ran before.
   if (s->exec.backdate_root) backdate_drop(&engine.forest, s->exec.backdate_root);
   s->exec.backdate_root = NULL;
   shadow_stack_restart(&engine.graph, &xg_current, collect);
}

// The shadow stack may be used for any stack of its thread.
static void free_shadow_stack(ShadowStack* s)
{
   uint64_t sp = s->top[-1].sp;
   if (s->suspended && map_get(&engine.suspended, sp, s->thread) == s)
      map_remove(&engine.suspended, sp, s->thread);
   s->suspended = false;
   s->base_sp = 0;
   engine_switch_stack(s);
   engine_restart_stack(engine.config.graph.collect_at_start);
}

void engine_end_thread(uint32_t thread)
{
   ShadowStack* running = xg_current.stack;
   if (probes.interrupted) probes.interrupted();
   for (ShadowStack* s = engine.graph.shadow_stacks; s; s = s->next)
      if (s->thread == thread) free_shadow_stack(s);
   engine_switch_stack(running);
}

// Callgrind's totals start again, those of the last dump do not; it forgets to count down the
// activations of outermost functions.
static void reset_shadow_stack_as_callgrind(ShadowStack* s)
{
   shadow_stack_switch(&engine.graph, &xg_current, s);
   engine_unwind_all();
   host_memset(xg_current.total, 0, sizeof xg_current.total);
   s->exec.context = NULL;
   s->exec.skip_cost_centre = NULL;
   s->exec.collect = engine.config.graph.collect_at_start;
   shadow_stack_update_key(&engine.graph, &xg_current);
}

void engine_reset_state(void)
{
   ShadowStack* running = xg_current.stack;
   if (probes.interrupted) probes.interrupted();
   for (ShadowStack* s = engine.graph.shadow_stacks; s; s = s->next)
      (engine.config.graph.callgrind_compat ? reset_shadow_stack_as_callgrind
                                            : free_shadow_stack)(s);
   engine_switch_stack(running);
   if (probes.unseen) probes.unseen();
   if (engine.config.line_use)
      line_costs_clear();
   else if (engine.config.cache_sim)
      hierarchy_clear(&PROGRAM->caches);
   if (engine.config.beside) beside_clear();
   if (translation_is_on(&engine.config.tlbs)) translation_clear(&PROGRAM->translation);
}
