// SPDX-License-Identifier: GPL-3.0-or-later
// Costs of open calls; see open_costs.h.
#include "engine/open_costs.h"

#include "backdate/tree.h"

static void add_use(uint64_t* to, const uint64_t* from)
{
   for (uint32_t m = 0; m < engine.forest.events; m++) to[m] += from[m];
}

// Which record each back-dating node of an open call, or of an execution state, adds to.
static void map_nodes(const OpenCosts* o, Map* record)
{
   const ShadowStack* s = xg_current.stack;
   for (uint32_t n = 0; n <= s->n_handlers; n++) {
      const BackdateNode* root = shadow_stack_state(s, n)->backdate_root;
      if (root) map_put(record, (uintptr_t)root, 0, o->use[o->n_frames + n]);
   }
   for (uint32_t i = 1; i < o->n_frames; i++)
      if (s->frames[i].callee.has_backdate_node)
         map_put(record, (uintptr_t)s->frames[i].backdate_node, 0, o->use[i]);
}

// What each node is still to pass on goes to the innermost open call that it is a part of.
static void add_pending(const Map* record)
{
   const BackdateNode* all = &engine.forest.nodes;
   for (const BackdateNode* n = all->next; n != all; n = n->next) {
      uint64_t* to = NULL;
      for (const BackdateNode* p = n; p && !to; p = p->parent)
         to = map_get(record, (uintptr_t)p, 0);
      if (to) add_use(to, n->cost);
   }
}

// A call's cost includes that of the call inside it.
static void add_inner_calls(const OpenCosts* o)
{
   const ShadowStack* s = xg_current.stack;
   uint32_t first = 1;
   for (uint32_t n = 0; n <= s->n_handlers; n++) {
      const uint32_t end = (uint32_t)(shadow_stack_state_end(s, n) - s->frames);
      for (uint32_t i = end; i-- > first + 1;) add_use(o->use[i - 1], o->use[i]);
      if (end > first) add_use(o->use[o->n_frames + n], o->use[first]);
      first = end;
   }
}

void open_costs_begin(OpenCosts* o)
{
   const ShadowStack* s = xg_current.stack;
   *o = (OpenCosts){.n_frames = (uint32_t)(s->top - s->frames)};
   if (!engine_is_back_dated()) return;
   o->use = host_zalloc("engine.open_costs",
                        ((size_t)o->n_frames + s->n_handlers + 1) * sizeof *o->use);
   Map record = {0};
   map_nodes(o, &record);
   add_pending(&record);
   map_clear(&record);
   add_inner_calls(o);
}

static void add_record(const OpenCosts* o, uint32_t record, uint64_t cost[EV_COUNT])
{
   if (o->use) add_use(cost + EV_ACCOST_L1, o->use[record]);
}

void open_costs_call(const OpenCosts* o, const Frame* f, uint64_t cost[EV_COUNT])
{
   host_memset(cost, 0, EV_COUNT * sizeof *cost);
   shadow_stack_frame_cost(&engine.graph, &xg_current, f, cost);
   add_record(o, (uint32_t)(f - xg_current.stack->frames), cost);
}

void open_costs_state(const OpenCosts* o, uint32_t n, uint64_t cost[EV_COUNT])
{
   host_memset(cost, 0, EV_COUNT * sizeof *cost);
   shadow_stack_state_cost(&engine.graph, &xg_current, n, cost);
   add_record(o, o->n_frames + n, cost);
}

void open_costs_end(OpenCosts* o)
{
   host_free(o->use);
   o->use = NULL;
}
