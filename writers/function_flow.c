// SPDX-License-Identifier: GPL-3.0-or-later
// The flow of control in a function; see function_flow.h.
#include "writers/function_flow.h"

#include "base/array.h"

uint32_t function_flow_at(const FunctionFlow* f, uint64_t address)
{
   const uintptr_t n = (uintptr_t)map_get(&f->node_at, address, 0);
   return n ? (uint32_t)(n - 1) : FLOW_NOWHERE;
}

uint32_t function_flow_of(const FunctionFlow* f, const Block* b, uint32_t instr)
{
   uint32_t node;
   do node = function_flow_at(f, callgraph_instr_address(b, instr));
   while (node == FLOW_NOWHERE && instr--);
   return node;
}

// --- nodes ----------------------------------------------------------------------------------

// Blocks without code stand for callers that are not known.
static bool has_run(const CostCentre* c)
{
   return c->block->n_segments && c->executions[0];
}

static void note_address(FunctionFlow* f, uint64_t address)
{
   if (map_get(&f->node_at, address, 0)) return;
   f->node = array_grown("writers.flow", f->node, f->n_nodes, &f->room, sizeof *f->node);
   f->node[f->n_nodes++] = (FlowNode){.address = address};
   map_put(&f->node_at, address, 0, (void*)(uintptr_t)f->n_nodes);
}

static void note_nodes(FunctionFlow* f, const CostCentre* c)
{
   const Block* b = c->block;
   for (uint32_t i = 0; i < b->n_instrs; i++) {
      const uint32_t segment = b->instrs[i].segment;
      if (!c->executions[segment]) return;
      if (i == 0 || segment != b->instrs[i - 1].segment)
         note_address(f, callgraph_instr_address(b, i));
   }
}

static int compare_nodes(const void* a, const void* b)
{
   const FlowNode *x = a, *y = b;
   return compare_numbers(x->address, y->address);
}

static void sort_nodes(FunctionFlow* f)
{
   array_sort(f->node, f->n_nodes, sizeof *f->node, compare_nodes);
   for (uint32_t i = 0; i < f->n_nodes; i++)
      map_put(&f->node_at, f->node[i].address, 0, (void*)(i + 1ul));
   f->room = 0; // of edges now
}

// A return to the caller that was not known is no call of the block.
static bool is_called(const FunctionFlow* f, const Block* b)
{
   if (b->is_entry) return true;
   for (const Arc* a = b->arrivals; a; a = a->next_arrival)
      if (a->kind == ARC_CALL && a->to->function == f->function && a->exit->block->n_instrs)
         return true;
   return false;
}

void function_flow_begin(FunctionFlow* f, Context* const* contexts, size_t n)
{
   *f = (FunctionFlow){.function = n ? contexts[0]->function : NULL};
   for (size_t i = 0; i < n; i++)
      for (const CostCentre* c = contexts[i]->cost_centres; c; c = c->next)
         if (has_run(c)) note_nodes(f, c);
   sort_nodes(f);
   for (size_t i = 0; i < n; i++)
      for (const CostCentre* c = contexts[i]->cost_centres; c; c = c->next)
         if (has_run(c) && is_called(f, c->block))
            f->node[function_flow_at(f, c->block->start)].is_entry = true;
}

// --- edges ----------------------------------------------------------------------------------

static uint32_t edge_between(FunctionFlow* f, uint32_t from, uint32_t to, bool after_call)
{
   const uint64_t key = (uint64_t)from << 32 | to;
   uintptr_t n = (uintptr_t)map_get(&f->edge_of, key, after_call);
   if (n) return (uint32_t)(n - 1);
   if (f->n_edges == f->room) {
      f->room = f->room ? 2 * f->room : 64;
      f->edge = host_realloc("writers.flow", f->edge, f->room * sizeof *f->edge);
      f->taken = host_realloc("writers.flow", f->taken, f->room * sizeof *f->taken);
      f->after_call = host_realloc("writers.flow", f->after_call, f->room);
   }
   f->edge[f->n_edges] = (FlowEdge){from, to};
   f->taken[f->n_edges] = 0;
   f->after_call[f->n_edges] = after_call;
   n = ++f->n_edges;
   map_put(&f->edge_of, key, after_call, (void*)n);
   return (uint32_t)(n - 1);
}

// times: modulo 2^64, as some are taken back.
static void add_edge(FunctionFlow* f, uint32_t from, uint64_t target, bool after_call,
                     uint64_t times)
{
   const uint32_t to = function_flow_at(f, target);
   if (!times || from == FLOW_NOWHERE || to == FLOW_NOWHERE) return;
   const uint32_t edge = edge_between(f, from, to, after_call);
   f->taken[edge] += times;
}

static void add_exit(FunctionFlow* f, const CostCentre* c, uint32_t node, uint32_t k)
{
   const Exit* x = &c->block->exits[k];
   const uint64_t times = callgraph_times_left(c, k);
   if (x->kind == EXIT_CALL)
      add_edge(f, node, callgraph_after(x), true, times);
   else if (x->target && x->target != callgraph_instr_address(c->block, x->instr))
      add_edge(f, node, x->target, false, times);
   else if (x->target && f->node[node].address == x->target)
      f->node[node].executions -= times; // repeats itself
}

static void add_cost_centre(FunctionFlow* f, const CostCentre* c)
{
   const Block* b = c->block;
   XG_CHECK(b->n_segments == b->n_exits);
   uint32_t node = FLOW_NOWHERE;
   for (uint32_t i = 0; i < b->n_instrs; i++) {
      const uint64_t n = c->executions[b->instrs[i].segment];
      if (!n) break;
      const uint64_t address = callgraph_instr_address(b, i);
      const uint32_t begun = function_flow_at(f, address);
      if (begun != FLOW_NOWHERE) {
         f->node[begun].executions += n;
         add_edge(f, node, address, false, n);
         node = begun;
      }
      for (uint32_t k = 0; k < b->n_exits; k++)
         if (b->exits[k].instr == i) add_exit(f, c, node, k);
   }
}

static void add_arc(FunctionFlow* f, const Arc* a)
{
   const Exit* x = a->exit;
   if (!x->block->n_instrs || !a->calls) return;
   const uint32_t from = function_flow_of(f, x->block, x->instr);
   if (a->kind == ARC_CALL) { // a jump that was one has not gone on in this function
      if (x->kind != EXIT_CALL && x->target)
         add_edge(f, from, a->target->start, false, -a->calls);
   } else if (x->kind == EXIT_CALL || !x->target) {
      add_edge(f, from, a->target->start, false, a->calls);
   }
}

void function_flow_add(FunctionFlow* f, const Context* context)
{
   for (const CostCentre* c = context->cost_centres; c; c = c->next)
      if (has_run(c)) add_cost_centre(f, c);
   for (const Arc* a = context->arcs; a; a = a->next_from) add_arc(f, a);
}

void function_flow_resolve(FunctionFlow* f)
{
   for (uint32_t v = 0; v < f->n_nodes; v++) f->node[v].arrived = 0;
   for (uint32_t i = 0; i < f->n_edges; i++)
      if (!f->after_call[i]) f->node[f->edge[i].to].arrived += f->taken[i];
   // One call is before an address.
   for (uint32_t i = 0; i < f->n_edges; i++) {
      FlowNode* to = &f->node[f->edge[i].to];
      if (!f->after_call[i]) continue;
      const uint64_t left = to->executions > to->arrived ? to->executions - to->arrived : 0;
      if (f->taken[i] > left) f->taken[i] = left;
      to->arrived += f->taken[i];
   }
}

void function_flow_clear(FunctionFlow* f)
{
   for (uint32_t v = 0; v < f->n_nodes; v++) f->node[v].executions = f->node[v].arrived = 0;
   for (uint32_t i = 0; i < f->n_edges; i++) f->taken[i] = 0;
}

void function_flow_end(FunctionFlow* f)
{
   host_free(f->node);
   host_free(f->edge);
   host_free(f->taken);
   host_free(f->after_call);
   map_clear(&f->node_at);
   map_clear(&f->edge_of);
}
