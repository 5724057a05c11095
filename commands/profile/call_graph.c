// SPDX-License-Identifier: GPL-3.0-or-later
// Calls between functions; see call_graph.h.
#include "commands/profile/call_graph.h"

// --------------------------------------------------------------------------------------------- arcs

// Adds up the calls of each function over its lines.
static void add_arcs(CallGraph* g, const Profile* p)
{
   rows_init(&g->arcs, ARC_KEYS, p->calls.n_figures);
   for (uint32_t row = 0; row < p->calls.n; row++) {
      const uint64_t* keys = rows_keys(&p->calls, row);
      uint64_t* to = rows_at(&g->arcs, (uint64_t[]){keys[COST_FUNCTION], keys[CALL_CALLEE]});
      profile_add_figures(to, rows_figures(&p->calls, row), p->calls.n_figures, NULL);
   }
}

// Orders arcs by caller.
static void order_arcs(CallGraph* g)
{
   const uint32_t n = g->n_functions;
   g->first = host_zalloc("call_graph.first", (n + (size_t)2) * sizeof *g->first);
   g->order = host_alloc("call_graph.order", (g->arcs.n + (size_t)1) * sizeof *g->order);
   uint32_t* next = g->first + 1; // moves up to the first of the function behind
   for (uint32_t row = 0; row < g->arcs.n; row++)
      g->first[rows_keys(&g->arcs, row)[ARC_CALLER] + 2]++;
   for (uint32_t f = 1; f <= n; f++) g->first[f + 1] += g->first[f];
   for (uint32_t row = 0; row < g->arcs.n; row++)
      g->order[next[rows_keys(&g->arcs, row)[ARC_CALLER]]++] = row;
}

static inline uint32_t callee_of(const CallGraph* g, uint32_t arc)
{
   return (uint32_t)rows_keys(&g->arcs, g->order[arc])[ARC_CALLEE];
}

// ------------------------------------------------------------------------------------------- cycles

// Tarjan's algorithm, with a path of its own, since chains of calls can be long.
typedef struct {
   uint32_t* index;    // by function: when it was reached, from 1 on; 0: not yet
   uint32_t* low;      // by function: the first one that it is known to reach
   uint8_t* is_open;   // by function: whether it is in `open`
   uint32_t* open;     // functions whose cycle is not known yet
   uint32_t* path;     // calls from a function down to the one that is looked at
   uint32_t* next_arc; // by function: which of its arcs is next
   uint32_t n_reached, n_open, n_path, n_cycles;
} Search;

static void reach(Search* s, const CallGraph* g, uint32_t f)
{
   s->index[f] = s->low[f] = ++s->n_reached;
   s->open[s->n_open++] = f;
   s->is_open[f] = 1;
   s->next_arc[f] = g->first[f];
   s->path[s->n_path++] = f;
}

// All that is open from a function on is a cycle, unless it is the function alone.
static void close_cycle(Search* s, CallGraph* g, uint32_t f)
{
   const bool is_cycle = s->open[s->n_open - 1] != f;
   uint32_t member;
   do {
      member = s->open[--s->n_open];
      s->is_open[member] = 0;
      if (is_cycle) g->cycle_of[member] = s->n_cycles;
   } while (member != f);
   s->n_cycles += is_cycle;
}

static void search_from(Search* s, CallGraph* g, uint32_t root)
{
   reach(s, g, root);
   while (s->n_path) {
      const uint32_t f = s->path[s->n_path - 1];
      if (s->next_arc[f] < g->first[f + 1]) {
         const uint32_t callee = callee_of(g, s->next_arc[f]++);
         if (!s->index[callee])
            reach(s, g, callee);
         else if (s->is_open[callee] && s->index[callee] < s->low[f])
            s->low[f] = s->index[callee];
         continue;
      }
      s->n_path--;
      if (s->n_path && s->low[f] < s->low[s->path[s->n_path - 1]])
         s->low[s->path[s->n_path - 1]] = s->low[f];
      if (s->low[f] == s->index[f]) close_cycle(s, g, f);
   }
}

static void find_cycles(CallGraph* g)
{
   const size_t room_B = (g->n_functions + (size_t)1) * sizeof(uint32_t);
   Search s = {.index = host_zalloc("call_graph.index", room_B),
               .low = host_alloc("call_graph.low", room_B),
               .is_open = host_zalloc("call_graph.is_open", g->n_functions + (size_t)1),
               .open = host_alloc("call_graph.open", room_B),
               .path = host_alloc("call_graph.path", room_B),
               .next_arc = host_alloc("call_graph.next_arc", room_B)};
   g->cycle_of = host_alloc("call_graph.cycle_of", room_B);
   for (uint32_t f = 0; f < g->n_functions; f++) g->cycle_of[f] = NO_CYCLE;
   for (uint32_t f = 0; f < g->n_functions; f++)
      if (!s.index[f]) search_from(&s, g, f);
   host_free(s.index);
   host_free(s.low);
   host_free(s.is_open);
   host_free(s.open);
   host_free(s.path);
   host_free(s.next_arc);
}

// ------------------------------------------------------------------------------------------ the graph

// A function's own cost and that of its calls to others, but those within its cycle.
static void add_inclusive(CallGraph* g, const uint64_t* own, uint32_t n_events)
{
   const size_t n = (size_t)g->n_functions * n_events;
   g->inclusive = host_alloc("call_graph.inclusive", (n + 1) * sizeof *g->inclusive);
   for (size_t i = 0; i < n; i++) g->inclusive[i] = own[i];
   for (uint32_t row = 0; row < g->arcs.n; row++) {
      const uint64_t* keys = rows_keys(&g->arcs, row);
      const uint32_t caller = (uint32_t)keys[ARC_CALLER], callee = (uint32_t)keys[ARC_CALLEE];
      if (within_cycle(g, caller, callee)) continue;
      profile_add_figures(g->inclusive + (size_t)caller * n_events,
                          rows_figures(&g->arcs, row) + 1, n_events, NULL);
   }
}

CallGraph call_graph(const Profile* p, const uint64_t* own)
{
   CallGraph g = {.n_functions = p->n_functions};
   add_arcs(&g, p);
   order_arcs(&g);
   find_cycles(&g);
   add_inclusive(&g, own, profile_events(p));
   return g;
}

void call_graph_clear(CallGraph* g)
{
   rows_clear(&g->arcs);
   host_free(g->first);
   host_free(g->order);
   host_free(g->cycle_of);
   host_free(g->inclusive);
   *g = (CallGraph){0};
}
