// SPDX-License-Identifier: GPL-3.0-or-later
// Least and most iterations of loops; see loop_trips.h.
#include "engine/loop_trips.h"

#include "base/array.h"
#include "engine/engine.h"

static Map branches; // the first of an address
static bool is_over; // a part has ended

static LoopBranch* find(const Module* module, uint64_t address)
{
   LoopBranch* b = map_get(&branches, address, 0);
   while (b && b->module != module) b = b->next;
   return b;
}

LoopBranch* loop_trips_branch(Block* block)
{
   const uint64_t address = callgraph_instr_address(block, block->n_instrs - 1u);
   LoopBranch* b = find(block->module, address);
   if (!b) {
      b = host_zalloc("engine.loop_trips", sizeof *b);
      b->address = address;
      b->module = block->module;
      b->next = map_get(&branches, address, 0);
      map_put(&branches, address, 0, b);
   }
   for (uint32_t i = 0; i < b->n_blocks; i++)
      if (b->block[i] == block) return b;
   b->block =
      array_grown("engine.loop_trips", b->block, b->n_blocks, &b->room, sizeof *b->block);
   b->block[b->n_blocks++] = block;
   return b;
}

static uint64_t executions_in(const Block* b, const Context* c)
{
   const CostCentre* in = b->key == c ? b->cost_centre
                          : b->other_key == c
                             ? b->other_cost_centre
                             : map_get(&engine.graph.cost_centres, (uintptr_t)b, (uintptr_t)c);
   return in ? in->executions[b->instrs[b->n_instrs - 1u].segment] : 0;
}

static LoopTrips* trips_of(LoopBranch* b, const Context* context)
{
   LoopTrips** at = &b->trips;
   while (*at && (*at)->context != context) at = &(*at)->next;
   LoopTrips* t = *at;
   if (t)
      *at = t->next;
   else {
      t = host_zalloc("engine.loop_trips", sizeof *t);
      t->context = context;
      t->least = UINT64_MAX;
      t->stack = xg_current.stack;
   }
   t->next = b->trips;
   b->trips = t;
   return t;
}

void loop_trips_left(LoopBranch* b)
{
   const ShadowStack* stack = xg_current.stack;
   const Context* context = stack->exec.context;
   if (xg_current.key != context || is_over) return; // not counted
   LoopTrips* t =
      XG_LIKELY(b->trips && b->trips->context == context) ? b->trips : trips_of(b, context);
   uint64_t now = 0;
   for (uint32_t i = 0; i < b->n_blocks; i++) now += executions_in(b->block[i], context);
   const uint64_t n = now - t->executions;
   if (n < t->least) t->least = n;
   if (n > t->most) t->most = n;
   t->executions = now;
   t->exits++;
   // Recursion levels have contexts of their own, the last one for all deeper ones.
   if (t->stack != stack || stack->active[context->function_number] > context->levels)
      t->is_mixed = true;
}

const LoopTrips* loop_trips_find(const Module* module, uint64_t address, const Context* context)
{
   const LoopBranch* b = is_over ? NULL : find(module, address);
   const LoopTrips* t = b ? b->trips : NULL;
   while (t && t->context != context) t = t->next;
   return t && !t->is_mixed ? t : NULL;
}

bool loop_trips_one_part(void)
{
   return !is_over;
}

void loop_trips_end_part(void)
{
   is_over = true;
}
