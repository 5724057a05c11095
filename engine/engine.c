// SPDX-License-Identifier: GPL-3.0-or-later
// Engine state and its life cycle; see engine.h.
#include "engine/engine.h"

#include "engine/use.h"

Engine engine;
Now xg_now __attribute__((aligned(64)));
HotSlot xg_d1_hot[HOT_SETS_MAX] __attribute__((aligned(4096)));

void engine_init(const EngineConfig* config)
{
   engine.config = *config;
   callgraph_init(&engine.graph, &config->graph);
   if (config->objects) {
      accounts_init();
      sampling_init(&engine.accounts.sampling, config->sampling_period, config->sample_loads,
                    config->sample_stores);
   }
   if (config->cache_use)
      use_init(&config->caches);
   else if (config->cache_sim)
      hierarchy_init(&engine.caches, &config->caches, xg_d1_hot);
}

Function* engine_pop(void)
{
   const Frame* f = xg_now.strand->top - 1;
   void* node = f->callee.has_node ? f->node : NULL;
   Function* left = strand_pop(&engine.graph, &xg_now);
   if (node) backdate_drop(&engine.forest, node);
   return left;
}

void engine_end_handler(void)
{
   void* root = xg_now.strand->root;
   strand_end_handler(&engine.graph, &xg_now);
   if (root) backdate_drop(&engine.forest, root);
}

void engine_unwind_all(void)
{
   Strand* s = xg_now.strand;
   for (;;) {
      while (s->top > s->floor) engine_pop();
      if (!s->n_handlers) break;
      engine_end_handler();
   }
}

// The same for the back-dating trees of a strand.
static void begin_part_of_trees(const Strand* s)
{
   if (s->root) backdate_begin_part(s->root);
   for (uint32_t i = 0; i < s->n_handlers; i++)
      if (s->handlers[i].root) backdate_begin_part(s->handlers[i].root);
}

void engine_begin_part(uint32_t thread)
{
   Strand* running = xg_now.strand;
   for (Strand* s = engine.graph.strands; s; s = s->next) {
      if (thread && s->thread != thread) continue;
      strand_switch(&engine.graph, &xg_now, s);
      strand_mark_part(&xg_now);
      begin_part_of_trees(s);
   }
   strand_switch(&engine.graph, &xg_now, running);
}

void engine_restart_strand(bool collect)
{
   engine_unwind_all();
   Strand* s = xg_now.strand;
   // A caller that is found later has not called what ran before.
   if (s->root) backdate_drop(&engine.forest, s->root);
   s->root = NULL;
   strand_restart(&engine.graph, &xg_now, collect);
}

// The strand is free for any stack of its thread.
static void free_strand(Strand* s)
{
   uint64_t sp = s->top[-1].sp;
   if (s->suspended && map_get(&engine.suspended, sp, s->thread) == s)
      map_remove(&engine.suspended, sp, s->thread);
   s->suspended = false;
   s->base_sp = 0;
   strand_switch(&engine.graph, &xg_now, s);
   engine_restart_strand(engine.config.graph.collect_at_start);
}

void engine_end_thread(uint32_t thread)
{
   Strand* running = xg_now.strand;
   for (Strand* s = engine.graph.strands; s; s = s->next)
      if (s->thread == thread) free_strand(s);
   strand_switch(&engine.graph, &xg_now, running);
}

// Stock's totals start again, those of the last dump do not; it forgets to count down the
// activations of outermost functions.
static void reset_strand_as_callgrind(Strand* s)
{
   strand_switch(&engine.graph, &xg_now, s);
   engine_unwind_all();
   port_memset(xg_now.total, 0, sizeof xg_now.total);
   s->place = NULL;
   s->skipping = NULL;
   s->collect = engine.config.graph.collect_at_start;
   strand_update_key(&engine.graph, &xg_now);
}

void engine_reset_state(void)
{
   Strand* running = xg_now.strand;
   for (Strand* s = engine.graph.strands; s; s = s->next)
      (engine.config.graph.callgrind_compat ? reset_strand_as_callgrind : free_strand)(s);
   strand_switch(&engine.graph, &xg_now, running);
   if (engine.config.cache_use)
      use_clear();
   else if (engine.config.cache_sim)
      hierarchy_clear(&engine.caches);
}
