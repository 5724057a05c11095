// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks, their counters and arcs; see callgraph.h.
#include "callgraph/callgraph.h"

Block* callgraph_find_block(const CallGraph* g, uint64_t address, bool artificial)
{
   return map_get(&g->blocks, address, artificial);
}

Block* callgraph_new_block(CallGraph* g, uint64_t address, bool artificial)
{
   Block* b = arena_alloc(&g->arena_blocks, sizeof *b);
   b->address = b->start = address;
   map_put(&g->blocks, address, artificial, b);
   g->n_blocks++;
   return b;
}

void callgraph_shape_block(CallGraph* g, Block* b, uint32_t instrs, uint32_t sites,
                           uint32_t exits, uint32_t segments)
{
   b->n_instrs = (uint16_t)instrs;
   b->n_sites = (uint16_t)sites;
   b->n_exits = (uint16_t)exits;
   b->n_segments = (uint16_t)segments;
   b->instrs = arena_alloc(&g->arena_blocks, instrs * sizeof *b->instrs);
   b->sites = arena_alloc(&g->arena_blocks, sites * sizeof *b->sites);
   b->exits = arena_alloc(&g->arena_blocks, exits * sizeof *b->exits);
   b->translated = true;
}

void callgraph_retire_block(CallGraph* g, Block* b)
{
   map_remove(&g->blocks, b->address, 0);
   b->address = 0;
   b->key = b->other_key = NULL;
}

static CostCentre* new_cost_centre(CallGraph* g, Block* b, Context* p)
{
   CostCentre* c =
      arena_alloc(&g->arena_cost_centres, sizeof *c + b->n_segments * sizeof c->executions[0]);
   c->block = b;
   c->context = p;
   return c;
}

CostCentre* callgraph_cost_centre(CallGraph* g, Block* b, Context* p)
{
   CostCentre* c = map_get(&g->cost_centres, (uintptr_t)b, (uintptr_t)p);
   if (c) return c;
   c = new_cost_centre(g, b, p);
   c->next = p->cost_centres;
   p->cost_centres = c;
   map_put(&g->cost_centres, (uintptr_t)b, (uintptr_t)p, c);
   g->n_cost_centres++;
   return c;
}

uint64_t callgraph_times_left(const CostCentre* c, uint32_t k)
{
   const Block* b = c->block;
   const uint32_t last = b->n_exits - 1u;
   const bool exchanged = last > 0 && b->exits[last].segment != last;
   const uint32_t segment = exchanged && k + 1 >= last ? 2 * last - 1 - k : k;
   return c->executions[segment] - (segment < last ? c->executions[segment + 1] : 0);
}

void callgraph_note_jump(CallGraph* g, const Block* from, uint32_t instr, uint64_t target)
{
   Jump* j = arena_alloc(&g->arena_blocks, sizeof *j);
   *j = (Jump){.from = from, .instr = instr, .next = map_get(&g->jumps, target, 0)};
   map_put(&g->jumps, target, 0, j);
}

CostCentre* callgraph_sink(CallGraph* g, Block* b)
{
   if (!b->sink) b->sink = new_cost_centre(g, b, NULL);
   return b->sink;
}

uint64_t* callgraph_miss_counters(CallGraph* g, CostCentre* c)
{
   size_t n = (size_t)c->block->n_sites * c->block->n_counters * (1 + g->config.beside);
   if (!c->miss_counters)
      c->miss_counters = arena_alloc(&g->arena_cost_centres, n * sizeof *c->miss_counters);
   return c->miss_counters;
}

uint64_t* callgraph_end_cost(CallGraph* g, CostCentre* c)
{
   if (!c->end_cost)
      c->end_cost = arena_alloc(&g->arena_cost_centres, EV_COUNT * sizeof *c->end_cost);
   return c->end_cost;
}

Arc* callgraph_arc(CallGraph* g, Context* from, Exit* exit, Block* target, Context* to,
                   ArcKind kind)
{
   Arc* head = map_get(&g->arcs, (uintptr_t)exit, (uintptr_t)target);
   for (Arc* a = head; a; a = a->next_same)
      if (a->from == from && a->to == to && (a->kind == ARC_CALL) == (kind == ARC_CALL))
         return a;
   Arc* a = arena_alloc(&g->arena_arcs, sizeof *a + g->config.width * sizeof a->cost[0]);
   a->from = from;
   a->exit = exit;
   a->target = target;
   a->to = to;
   a->kind = kind;
   a->callee =
      (Callee){.number = to->function_number, .opened = true, .has_actions = to->has_actions};
   a->level = (uint16_t)to->level;
   a->levels = kind == ARC_CALL ? (uint16_t)to->levels : 0;
   a->return_to = exit->kind == EXIT_CALL ? callgraph_after(exit) : 0;
   a->next_same = head;
   a->next_from = from->arcs;
   from->arcs = a;
   a->next_arrival = target->arrivals;
   target->arrivals = a;
   map_put(&g->arcs, (uintptr_t)exit, (uintptr_t)target, a);
   g->n_arcs++;
   return a;
}

void callgraph_check(const CallGraph* g)
{
   map_check(&g->blocks);
   map_check(&g->arcs);
   map_check(&g->cost_centres);
   for (const Context* p = g->contexts; p; p = p->next) {
      XG_ASSERT(p->chain->contexts[p->level] == (p->first_line ? p->first_line : p));
      for (const CostCentre* c = p->cost_centres; c; c = c->next) XG_ASSERT(c->context == p);
      for (const Arc* a = p->arcs; a; a = a->next_from) XG_ASSERT(a->from == p);
   }
}
