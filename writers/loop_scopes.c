// SPDX-License-Identifier: GPL-3.0-or-later
// Loops of a function; see loop_scopes.h.
#include "writers/loop_scopes.h"

#include "engine/iterations/loop_trips.h"
#include "writers/loop_names.h"

// --- finding them ---------------------------------------------------------------------------

static void find_loops(LoopScopes* l)
{
   const FunctionFlow* f = &l->flow;
   FlowEdge* edge = host_alloc("writers.loop_scopes", (f->n_edges + 1ul) * sizeof *edge);
   bool* roots = host_zalloc("writers.loop_scopes", 2ul * f->n_nodes + 1);
   bool* likely = roots + f->n_nodes;
   uint32_t n = 0;
   for (uint32_t i = 0; i < f->n_edges; i++)
      if (f->taken[i]) edge[n++] = f->edge[i];
   for (uint32_t v = 0; v < f->n_nodes; v++) {
      roots[v] = f->node[v].is_entry;
      likely[v] = f->node[v].executions > f->node[v].arrived;
   }
   l->forest = loop_forest_of(f->n_nodes, edge, n, roots, likely);
   host_free(edge);
   host_free(roots);
}

// --- inlined code ---------------------------------------------------------------------------

static bool contains(const Inlined* outer, const Inlined* inner)
{
   while (inner && inner != outer) inner = inner->outer;
   return inner == outer;
}

// The innermost function that both are in; NULL: none that is inlined.
static const Inlined* common(const Inlined* a, const Inlined* b)
{
   while (a && !contains(a, b)) a = a->outer;
   return a;
}

// `inner` and what it is in, up to what contains `known`, within `outer`.
static const Inlined* within(const LoopScopes* l, const Inlined* outer, const Inlined* inner,
                             const Inlined* known)
{
   if (!inner || contains(inner, known)) return outer;
   if (!inner->function) host_resolve_inlined();
   Inlined made = *inner;
   made.outer = within(l, outer, inner->outer, known);
   return made.outer == inner->outer ? inner : callgraph_inlined(l->g, &made, inner);
}

// --- instructions ---------------------------------------------------------------------------

typedef struct {
   const Block* block;
   uint64_t address;
   uint32_t loop;
} LoopInstr;

static void for_block(LoopScopes* l, const CostCentre* c, Map* seen,
                      void (*action)(LoopScopes*, const LoopInstr*))
{
   const Block* b = c->block;
   uint32_t node = FLOW_NOWHERE;
   for (uint32_t i = 0; i < b->n_instrs && c->executions[b->instrs[i].segment]; i++) {
      const uint64_t address = callgraph_instr_address(b, i);
      const uint32_t begun = function_flow_at(&l->flow, address);
      if (begun != FLOW_NOWHERE) node = begun;
      if (map_get(seen, address, 0)) continue;
      map_put(seen, address, 0, l);
      LoopInstr at = {b, address, l->forest.loop_of[node]};
      for (; at.loop != NO_LOOP; at.loop = l->forest.loop[at.loop].parent) action(l, &at);
   }
}

// Calls the action for each instruction that has run, once for each loop that it is in.
static void for_instrs(LoopScopes* l, Context* const* contexts, size_t n,
                       void (*action)(LoopScopes*, const LoopInstr*))
{
   Map seen = {0};
   for (size_t i = 0; i < n; i++)
      for (const CostCentre* c = contexts[i]->cost_centres; c; c = c->next)
         if (c->block->n_segments) for_block(l, c, &seen, action);
   map_clear(&seen);
}

static void add_to_home(LoopScopes* l, const LoopInstr* i)
{
   ScopeLoop* loop = &l->loop[i->loop];
   const Inlined* in = host_known_inlined(i->block, i->address);
   const uint64_t address = i->address - i->block->bias;
   if (!loop->has_home) loop->first = address;
   loop->home = loop->has_home ? common(loop->home, in) : in;
   loop->has_home = true;
   if (address < loop->first) loop->first = address;
   if (address > loop->last) loop->last = address;
}

static bool is_header(const LoopScopes* l, const LoopInstr* i)
{
   return l->flow.node[l->forest.loop[i->loop].header].address == i->address;
}

static void set_header(LoopScopes* l, const LoopInstr* i)
{
   ScopeLoop* loop = &l->loop[i->loop];
   if (!is_header(l, i)) return;
   SourceFile* file = NULL;
   loop->header = i->address - i->block->bias;
   loop->header_address = i->address;
   loop_names_position(loop->home, i->block, i->address, &file, &loop->header_line);
   if (loop->header_line) loop->file = file;
}

static void add_to_lines(LoopScopes* l, const LoopInstr* i)
{
   ScopeLoop* loop = &l->loop[i->loop];
   SourceFile* file = NULL;
   uint32_t line;
   loop_names_position(loop->home, i->block, i->address, &file, &line);
   if (!line) return;
   if (!loop->file) loop->file = file; // the header has no line
   if (file != loop->file) return;
   if (!loop->first_line || line < loop->first_line) loop->first_line = line;
   if (line > loop->last_line) loop->last_line = line;
}

// --- scopes ---------------------------------------------------------------------------------

static void make_scope(LoopScopes* l, uint32_t n, Map* names)
{
   ScopeLoop* loop = &l->loop[n];
   const FlowLoop* is = &l->forest.loop[n];
   const ScopeLoop* outer = is->parent == NO_LOOP ? NULL : &l->loop[is->parent];
   const Inlined* shown = l->inlined ? loop->home : NULL;
   const Inlined* parent = outer ? outer->scope : NULL;
   if (shown) parent = within(l, parent, shown, outer ? outer->home : NULL);
   if (shown && !shown->function) host_resolve_inlined();
   const Function* of = shown ? shown->function : l->flow.function;
   Function* f = loop_names_function(l->g, of, shown, loop, is->entries > 1, names);
   const Inlined made = {.outer = parent,
                         .name = f->name,
                         .function = f,
                         .call_file = loop->file ? loop->file : f->file,
                         .call_line = loop->header_line ? loop->header_line : loop->first_line,
                         .is_loop = true};
   loop->scope = callgraph_inlined(l->g, &made, f);
   map_put(&l->number_of, (uintptr_t)loop->scope, 0, (void*)(n + 1ul));
}

// In order of address; what is around others is before them.
static int compare_loops(const void* a, const void* b)
{
   const ScopeLoop *x = a, *y = b;
   if (x->first != y->first) return x->first < y->first ? -1 : 1;
   return x < y ? -1 : x > y;
}

static void make_scopes(LoopScopes* l)
{
   const uint32_t n = l->forest.n_loops;
   ScopeLoop** order = host_alloc("writers.loop_scopes", n * sizeof *order);
   Map names = {0};
   for (uint32_t i = 0; i < n; i++) order[i] = &l->loop[i];
   host_sort((void**)order, n, compare_loops);
   for (uint32_t i = 0; i < n; i++) make_scope(l, (uint32_t)(order[i] - l->loop), &names);
   map_clear(&names);
   host_free(order);
}

void loop_scopes_begin(LoopScopes* l, CallGraph* g, bool inlined, Context* const* contexts,
                       size_t n)
{
   *l = (LoopScopes){.g = g, .inlined = inlined};
   function_flow_begin(&l->flow, contexts, n);
   for (size_t i = 0; i < n; i++) function_flow_add(&l->flow, contexts[i]);
   function_flow_resolve(&l->flow);
   find_loops(l);
   if (!l->forest.n_loops) return;
   l->loop = host_zalloc("writers.loop_scopes", l->forest.n_loops * sizeof *l->loop);
   for_instrs(l, contexts, n, add_to_home);
   for_instrs(l, contexts, n, set_header);
   for_instrs(l, contexts, n, add_to_lines);
   make_scopes(l);
}

const Inlined* loop_scopes_at(const LoopScopes* l, const Block* b, uint64_t address)
{
   const Inlined* in = host_inlined(b, address);
   if (!l->forest.n_loops) return in;
   uint32_t i = b->n_instrs;
   while (i && callgraph_instr_address(b, i - 1) > address) i--;
   const uint32_t node = i ? function_flow_of(&l->flow, b, i - 1) : FLOW_NOWHERE;
   const uint32_t n = node == FLOW_NOWHERE ? NO_LOOP : l->forest.loop_of[node];
   if (n == NO_LOOP) return in;
   return within(l, l->loop[n].scope, in, l->loop[n].home);
}

const Inlined* loop_scopes_before(const LoopScopes* l, const Block* b)
{
   // It is no block's that is at hand: the node that begins last before it has it.
   const FlowNode* last = NULL;
   for (uint32_t v = 0; v < l->flow.n_nodes && l->flow.node[v].address < b->start; v++)
      last = &l->flow.node[v];
   const uint32_t n = last ? l->forest.loop_of[last - l->flow.node] : NO_LOOP;
   const Inlined* in = host_inlined(b, b->start - 1);
   return n == NO_LOOP ? in : within(l, l->loop[n].scope, in, l->loop[n].home);
}

const ScopeLoop* loop_scopes_loop(const LoopScopes* l, const Inlined* scope)
{
   const uintptr_t n = (uintptr_t)map_get(&l->number_of, (uintptr_t)scope, 0);
   return n ? &l->loop[n - 1] : NULL;
}

void loop_scopes_end(LoopScopes* l)
{
   function_flow_end(&l->flow);
   loop_forest_free(&l->forest);
   host_free(l->loop);
   map_clear(&l->number_of);
}

// --- counting -------------------------------------------------------------------------------

// Adds `times` to the entries of the irreducible loops from `inner` outwards that `from` is not in.
static void enter(LoopScopes* l, uint32_t inner, uint32_t from, uint64_t times)
{
   for (;
        inner != NO_LOOP && !(from != NO_LOOP && loop_forest_contains(&l->forest, inner, from));
        inner = l->forest.loop[inner].parent)
      if (l->forest.loop[inner].entries > 1) l->loop[inner].entries += times;
}

static void count_edge(LoopScopes* l, uint32_t edge, uint64_t* back)
{
   const FlowEdge* e = &l->flow.edge[edge];
   const uint64_t times = l->flow.taken[edge];
   const uint32_t from = l->forest.loop_of[e->from], to = l->forest.loop_of[e->to];
   if (to == NO_LOOP || !times) return;
   enter(l, to, from, times);
   if (l->forest.loop[to].header == e->to && loop_forest_contains(&l->forest, to, from))
      back[to] += times;
}

// What is known of each entry, if it is all that has been counted.
static void note_trips(ScopeLoop* loop, const Context* context)
{
   const LoopHead* head = loop_heads_find(loop->header_address);
   if (!head) return;
   const LoopTripsSum sum = loop_trips_sum(head, context);
   if (sum.entries != loop->entries || sum.iterations + sum.left != loop->iterations) return;
   loop->least = sum.least;
   loop->most = sum.most;
}

void loop_scopes_count(LoopScopes* l, const Context* context)
{
   const uint32_t n = l->forest.n_loops;
   if (!n) return;
   uint64_t* back = host_zalloc("writers.loop_scopes", n * sizeof *back);
   function_flow_clear(&l->flow);
   function_flow_add(&l->flow, context);
   function_flow_resolve(&l->flow);
   for (uint32_t i = 0; i < n; i++)
      l->loop[i].entries = l->loop[i].iterations = l->loop[i].least = l->loop[i].most = 0;
   for (uint32_t i = 0; i < l->flow.n_edges; i++) count_edge(l, i, back);
   for (uint32_t v = 0; v < l->flow.n_nodes; v++) {
      const FlowNode* node = &l->flow.node[v];
      if (node->executions > node->arrived)
         enter(l, l->forest.loop_of[v], NO_LOOP, node->executions - node->arrived);
   }
   for (uint32_t i = 0; i < n; i++) {
      ScopeLoop* loop = &l->loop[i];
      if (l->forest.loop[i].entries > 1) continue;
      loop->iterations = l->flow.node[l->forest.loop[i].header].executions;
      // A part may end on the way back.
      loop->entries = loop->iterations > back[i] ? loop->iterations - back[i] : 0;
      note_trips(loop, context);
   }
   host_free(back);
}
