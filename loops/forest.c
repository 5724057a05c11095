// SPDX-License-Identifier: GPL-3.0-or-later
// Loops of a flow graph; see forest.h.
//
// The components of the graph that reach each other are found as Tarjan does ("Depth-first search and linear graph
// algorithms", 1972), with a stack in memory.  Each is a region, which is searched again without the edges to where
// it is entered.
#include "loops/forest.h"

#include "base/array.h"

enum { NO_NODE = UINT32_MAX };

// Nodes that are searched: sorted[first] to sorted[end - 1].
typedef struct {
   uint32_t first, end, loop;
} Region;

typedef struct {
   uint32_t n_nodes, n_edges;
   const FlowEdge* edge;
   const bool *is_root, *is_likely_root;
   uint32_t* first_out; // [n_nodes + 1] where the node's edges begin in `out`
   uint32_t* out;       // [n_edges] edges by node that they start at
   bool* cut;           // [n_edges] leads to where a loop is entered, from within
   uint32_t* sorted;    // [n_nodes] nodes, those of a region together
   uint32_t* component; // [n_nodes] by the number that the first of its nodes has
   bool* is_entered;    // [n_nodes] a loop is entered there, from a component beside it
   Region* regions;
   uint32_t n_regions, room;
   LoopForest forest;
   // The search.
   uint32_t* order;    // [n_nodes] when the node was found, from 1; 0: not yet
   uint32_t* low;      // [n_nodes] the earliest one that it reaches
   uint32_t* next_out; // [n_nodes] the edge to follow next
   uint32_t* path;     // [n_nodes] from where the search began to where it is
   uint32_t* waiting;  // [n_nodes] nodes whose component has not ended
   uint32_t found, depth, n_waiting;
} Search;

// --- the graph ------------------------------------------------------------------------------

static void sort_edges(Search* s)
{
   for (uint32_t i = 0; i < s->n_edges; i++) s->first_out[s->edge[i].from + 1]++;
   for (uint32_t v = 0; v < s->n_nodes; v++) s->first_out[v + 1] += s->first_out[v];
   for (uint32_t i = 0; i < s->n_edges; i++) {
      const uint32_t from = s->edge[i].from;
      s->out[s->first_out[from] + s->next_out[from]++] = i;
   }
}

static uint32_t* numbers(uint32_t n)
{
   return host_zalloc("loops.forest", (n + 1ul) * sizeof(uint32_t));
}

static void begin(Search* s)
{
   const uint32_t n = s->n_nodes;
   uint32_t** const of_nodes[] = {&s->sorted,   &s->component, &s->order,  &s->low,
                                  &s->next_out, &s->path,      &s->waiting};
   for (size_t i = 0; i < sizeof of_nodes / sizeof *of_nodes; i++) *of_nodes[i] = numbers(n);
   s->first_out = numbers(n + 1);
   s->out = numbers(s->n_edges);
   s->cut = host_zalloc("loops.forest", s->n_edges + 1ul);
   s->is_entered = host_zalloc("loops.forest", n + 1ul);
   s->forest.loop_of = numbers(n);
   for (uint32_t v = 0; v < n; v++) {
      s->sorted[v] = v;
      s->forest.loop_of[v] = NO_LOOP;
   }
   sort_edges(s);
}

static void end(Search* s)
{
   void* const all[] = {s->sorted,  s->component, s->order, s->low, s->next_out, s->path,
                        s->waiting, s->first_out, s->out,   s->cut, s->regions,  s->is_entered};
   for (size_t i = 0; i < sizeof all / sizeof *all; i++) host_free(all[i]);
}

static void add_region(Search* s, uint32_t first, uint32_t end_at, uint32_t loop)
{
   s->regions =
      array_grown("loops.forest", s->regions, s->n_regions, &s->room, sizeof *s->regions);
   s->regions[s->n_regions++] = (Region){first, end_at, loop};
}

// --- components -----------------------------------------------------------------------------

static void find(Search* s, uint32_t v)
{
   s->order[v] = s->low[v] = ++s->found;
   s->next_out[v] = s->first_out[v];
   s->path[s->depth++] = v;
   s->waiting[s->n_waiting++] = v;
}

// The node that the next edge from v leads to, or NO_NODE.
static uint32_t follow(Search* s, uint32_t v)
{
   while (s->next_out[v] < s->first_out[v + 1]) {
      const uint32_t i = s->out[s->next_out[v]++];
      if (!s->cut[i]) return s->edge[i].to;
   }
   return NO_NODE;
}

// v is the first of its component: the nodes from it on are the others.  They go to `sorted` before `at`.
static uint32_t take_component(Search* s, uint32_t v, uint32_t at)
{
   uint32_t u;
   do {
      u = s->waiting[--s->n_waiting];
      s->component[u] = v;
      s->low[u] = NO_NODE; // reaches nothing that waits
      s->sorted[--at] = u;
   } while (u != v);
   return at;
}

// Searches from v; the components that end go to `sorted`, downwards from `at`.
static uint32_t search_from(Search* s, uint32_t v, uint32_t at)
{
   find(s, v);
   while (s->depth) {
      const uint32_t here = s->path[s->depth - 1];
      const uint32_t to = follow(s, here);
      if (to == NO_NODE) {
         s->depth--;
         const uint32_t low = s->low[here];
         if (low == s->order[here]) {
            at = take_component(s, here, at);
         } else {
            uint32_t* outer = &s->low[s->path[s->depth - 1]];
            if (low < *outer) *outer = low;
         }
      } else if (!s->order[to]) {
         find(s, to);
      } else if (s->low[to] != NO_NODE && s->order[to] < s->low[here]) {
         s->low[here] = s->order[to];
      }
   }
   return at;
}

// --- loops ----------------------------------------------------------------------------------

static bool is_loop(const Search* s, const Region* r)
{
   if (r->end - r->first > 1) return true;
   const uint32_t v = s->sorted[r->first];
   for (uint32_t i = s->first_out[v]; i < s->first_out[v + 1]; i++)
      if (s->edge[s->out[i]].to == v && !s->cut[s->out[i]]) return true;
   return false;
}

static int compare_nodes(const void* a, const void* b)
{
   const uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;
   return x < y ? -1 : x > y;
}

// Puts the region's nodes in order: what is first of them must not depend on the search.
static void sort_nodes(Search* s, const Region* r)
{
   const uint32_t n = r->end - r->first;
   void** v = host_alloc("loops.forest", (n + 1ul) * sizeof *v);
   for (uint32_t i = 0; i < n; i++) v[i] = (void*)(uintptr_t)s->sorted[r->first + i];
   host_sort(v, n, compare_nodes);
   for (uint32_t i = 0; i < n; i++) s->sorted[r->first + i] = (uint32_t)(uintptr_t)v[i];
   host_free(v);
}

// Where nothing leads to the component.
static uint32_t likely_entry(const Search* s, const Region* r)
{
   for (uint32_t i = r->first; i < r->end; i++)
      if (s->is_likely_root[s->sorted[i]]) return s->sorted[i];
   return s->sorted[r->first];
}

// Fills in where the loop is entered.
static void set_entries(const Search* s, const Region* r, FlowLoop* l)
{
   for (uint32_t i = r->end; i-- > r->first;) {
      const uint32_t v = s->sorted[i];
      if (!s->is_entered[v] && !s->is_root[v]) continue;
      l->entries++;
      l->header = v;
   }
   if (l->entries) return;
   l->entries = 1;
   l->header = likely_entry(s, r);
}

// Cuts the edges from within to where the loop is entered.
static void cut_edges(Search* s, const Region* r, const FlowLoop* l)
{
   for (uint32_t i = r->first; i < r->end; i++) {
      const uint32_t v = s->sorted[i];
      for (uint32_t j = s->first_out[v]; j < s->first_out[v + 1]; j++) {
         const uint32_t to = s->edge[s->out[j]].to;
         if (s->component[to] != s->component[v]) continue;
         if (to == l->header || (l->entries > 1 && (s->is_entered[to] || s->is_root[to])))
            s->cut[s->out[j]] = true;
      }
   }
}

static void add_loop(Search* s, const Region* r)
{
   LoopForest* f = &s->forest;
   sort_nodes(s, r);
   if ((f->n_loops & (f->n_loops - 1)) == 0) // a power of two, or none: no room is left
      f->loop = host_realloc("loops.forest", f->loop,
                             (f->n_loops ? 2ul * f->n_loops : 1) * sizeof *f->loop);
   FlowLoop* l = &f->loop[f->n_loops];
   *l = (FlowLoop){.parent = r->loop, .header = NO_NODE};
   set_entries(s, r, l);
   cut_edges(s, r, l);
   for (uint32_t i = r->first; i < r->end; i++) f->loop_of[s->sorted[i]] = f->n_loops;
   add_region(s, r->first, r->end, f->n_loops);
   f->n_loops++;
}

// Marks the nodes that an edge of another component leads to.  No inner loop has them, as edges back are cut.
static void mark_entered(Search* s, const Region* r)
{
   for (uint32_t i = r->first; i < r->end; i++) {
      const uint32_t v = s->sorted[i];
      for (uint32_t j = s->first_out[v]; j < s->first_out[v + 1]; j++) {
         const uint32_t to = s->edge[s->out[j]].to;
         if (!s->cut[s->out[j]] && s->component[to] != s->component[v])
            s->is_entered[to] = true;
      }
   }
}

// What is outside the region has been searched: its components have ended.
static void search_region(Search* s, const Region* r)
{
   const uint32_t n = r->end - r->first;
   uint32_t* nodes = numbers(n);
   for (uint32_t i = 0; i < n; i++) {
      nodes[i] = s->sorted[r->first + i];
      s->order[nodes[i]] = 0;
   }
   uint32_t at = r->end;
   s->found = 0;
   for (uint32_t i = 0; i < n; i++)
      if (!s->order[nodes[i]]) at = search_from(s, nodes[i], at);
   host_free(nodes);
   mark_entered(s, r);
   for (uint32_t i = r->first; i < r->end;) {
      Region c = {i, i + 1, r->loop};
      while (c.end < r->end && s->component[s->sorted[c.end]] == s->component[s->sorted[i]])
         c.end++;
      if (is_loop(s, &c)) add_loop(s, &c);
      i = c.end;
   }
}

LoopForest loop_forest_of(uint32_t n_nodes, const FlowEdge* edge, uint32_t n_edges,
                          const bool* is_root, const bool* is_likely_root)
{
   Search s = {.n_nodes = n_nodes,
               .n_edges = n_edges,
               .edge = edge,
               .is_root = is_root,
               .is_likely_root = is_likely_root};
   begin(&s);
   add_region(&s, 0, n_nodes, NO_LOOP);
   for (uint32_t i = 0; i < s.n_regions; i++) {
      const Region r = s.regions[i];
      search_region(&s, &r);
   }
   end(&s);
   return s.forest;
}

bool loop_forest_contains(const LoopForest* f, uint32_t outer, uint32_t inner)
{
   while (inner != NO_LOOP && inner != outer) inner = f->loop[inner].parent;
   return inner == outer;
}

void loop_forest_free(LoopForest* f)
{
   host_free(f->loop);
   host_free(f->loop_of);
}
