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

void engine_reset_state(void)
{
   Strand* running = xg_now.strand;
   for (Strand* s = engine.graph.strands; s; s = s->next) {
      strand_switch(&engine.graph, &xg_now, s);
      engine_unwind_all();
      // Stock's totals start again, those of the last dump do not.
      if (engine.config.graph.callgrind_compat)
         port_memset(xg_now.total, 0, sizeof xg_now.total);
      s->place = NULL;
      s->skipping = NULL;
      s->collect = engine.config.graph.collect_at_start;
      // Stock forgets to count down the activations of outermost functions.
      if (s->active && !engine.config.graph.callgrind_compat)
         port_memset(s->active, 0, s->active_size * sizeof *s->active);
      strand_update_key(&engine.graph, &xg_now);
   }
   strand_switch(&engine.graph, &xg_now, running);
   if (engine.config.cache_use)
      use_clear();
   else if (engine.config.cache_sim)
      hierarchy_clear(&engine.caches);
}
