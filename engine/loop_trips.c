// SPDX-License-Identifier: GPL-3.0-or-later
// Least and most iterations of loops; see loop_trips.h.
#include "engine/loop_trips.h"

#include "engine/engine.h"

static Map branches; // the first of an address
static Map trips;    // by branch and context
static bool is_over; // a part has ended

static LoopBranch* find(const Module* module, uint64_t address)
{
   LoopBranch* b = map_get(&branches, address, 0);
   while (b && b->module != module) b = b->next;
   return b;
}

static bool is_full(const LoopBranch* b)
{
   return b->n_blocks > LOOP_BRANCH_BLOCKS;
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
   if (is_full(b)) return b;
   for (uint32_t i = 0; i < b->n_blocks; i++)
      if (b->block[i] == block) return b;
   if (b->n_blocks == LOOP_BRANCH_BLOCKS)
      b->n_blocks++;
   else
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
   LoopTrips* t = map_get(&trips, (uintptr_t)b, (uintptr_t)context);
   if (t) return t;
   t = host_zalloc("engine.loop_trips", sizeof *t);
   t->context = context;
   t->least = UINT64_MAX;
   t->stack = xg_current.stack;
   map_put(&trips, (uintptr_t)b, (uintptr_t)context, t);
   return t;
}

void loop_trips_left(LoopBranch* b)
{
   const ShadowStack* stack = xg_current.stack;
   const Context* context = stack->exec.context;
   if (xg_current.key != context || is_over || is_full(b)) return; // not counted
   LoopTrips* t = b->last;
   if (XG_UNLIKELY(!t || t->context != context)) t = b->last = trips_of(b, context);
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
   if (!b || is_full(b)) return NULL;
   const LoopTrips* t = map_get(&trips, (uintptr_t)b, (uintptr_t)context);
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
