// SPDX-License-Identifier: GPL-3.0-or-later
// Loops of flow graphs: graphs drawn by hand, and random ones against the definitions: dominance by taking the
// header out, a natural loop by what reaches its edges back, components by what reaches what.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "loops/dominators.h"
#include "loops/forest.h"
#include "unit_main.h"
#include "xorshift.h"

enum { NODES_MAX = 14, EDGES_MAX = 40 };

typedef struct {
   uint32_t n, n_edges;
   FlowEdge edge[EDGES_MAX];
   bool is_root[NODES_MAX], likely[NODES_MAX];
} Graph;

// Sets of nodes are bits.
typedef uint32_t Set;

static Set bit(uint32_t v)
{
   return (Set)1 << v;
}

static LoopForest forest(const Graph* g)
{
   return loop_forest_of(g->n, g->edge, g->n_edges, g->is_root, g->likely);
}

static Set nodes_of(const Graph* g, const LoopForest* f, uint32_t loop)
{
   Set all = 0;
   for (uint32_t v = 0; v < g->n; v++)
      if (loop_forest_contains(f, loop, f->loop_of[v])) all |= bit(v);
   return all;
}

// What can be reached from `from` within `in`; cut[edge]: without these edges (NULL: with all).
static Set reached(const Graph* g, Set from, Set in, const bool* cut)
{
   Set all = from & in, before;
   do {
      before = all;
      for (uint32_t i = 0; i < g->n_edges; i++)
         if (!(cut && cut[i]) && all & bit(g->edge[i].from)) all |= bit(g->edge[i].to) & in;
   } while (all != before);
   return all;
}

static Set everything(const Graph* g)
{
   return bit(g->n) - 1;
}

static Set roots(const Graph* g)
{
   Set all = 0;
   for (uint32_t v = 0; v < g->n; v++)
      if (g->is_root[v]) all |= bit(v);
   return all;
}

// --- by hand --------------------------------------------------------------------------------

#define GRAPH(nodes, ...)                                                                      \
   {                                                                                           \
      .n = nodes, .n_edges = sizeof((FlowEdge[]){__VA_ARGS__}) / sizeof(FlowEdge),             \
      .edge = {__VA_ARGS__}, .is_root = {                                                      \
         true                                                                                  \
      }                                                                                        \
   }

static void check_loop(const Graph* g, const LoopForest* f, Set nodes, uint32_t header,
                       uint32_t entries, Set parent)
{
   for (uint32_t l = 0; l < f->n_loops; l++) {
      if (nodes_of(g, f, l) != nodes) continue;
      assert_int_equal(f->loop[l].header, header);
      assert_int_equal(f->loop[l].entries, entries);
      const uint32_t outer = f->loop[l].parent;
      assert_int_equal(outer == NO_LOOP ? 0 : nodes_of(g, f, outer), parent);
      return;
   }
   fail_msg("no loop has the nodes 0x%x", nodes);
}

static void none(void** state)
{
   (void)state;
   const Graph g = GRAPH(4, {0, 1}, {0, 2}, {1, 3}, {2, 3});
   LoopForest f = forest(&g);
   assert_int_equal(f.n_loops, 0);
   for (uint32_t v = 0; v < 4; v++) assert_true(f.loop_of[v] == NO_LOOP);
   loop_forest_free(&f);
}

static void nest(void** state)
{
   (void)state;
   // 1 to 5 around 2 to 4 around 3 alone
   const Graph g =
      GRAPH(7, {0, 1}, {1, 2}, {2, 3}, {3, 3}, {3, 4}, {4, 2}, {4, 5}, {5, 1}, {5, 6});
   LoopForest f = forest(&g);
   assert_int_equal(f.n_loops, 3);
   check_loop(&g, &f, 0x3e, 1, 1, 0);
   check_loop(&g, &f, 0x1c, 2, 1, 0x3e);
   check_loop(&g, &f, 0x08, 3, 1, 0x1c);
   loop_forest_free(&f);
}

static void shared_header(void** state)
{
   (void)state;
   const Graph g = GRAPH(4, {0, 1}, {1, 2}, {2, 1}, {1, 3}, {3, 1});
   LoopForest f = forest(&g);
   assert_int_equal(f.n_loops, 1);
   check_loop(&g, &f, 0xe, 1, 1, 0);
   loop_forest_free(&f);
}

static void two_entries(void** state)
{
   (void)state;
   // 1 and 2 are both jumped to from outside; 2 and 3 are a loop of their own
   const Graph g = GRAPH(5, {0, 1}, {0, 2}, {1, 3}, {3, 4}, {4, 3}, {4, 1}, {2, 1}, {1, 2});
   LoopForest f = forest(&g);
   assert_int_equal(f.n_loops, 2);
   check_loop(&g, &f, 0x1e, 1, 2, 0);
   check_loop(&g, &f, 0x18, 3, 1, 0x1e);
   loop_forest_free(&f);
}

static void no_root(void** state)
{
   (void)state;
   Graph g = GRAPH(4, {0, 1}, {2, 3}, {3, 2});
   LoopForest f = forest(&g);
   check_loop(&g, &f, 0xc, 2, 1, 0);
   loop_forest_free(&f);
   g.likely[3] = true;
   f = forest(&g);
   check_loop(&g, &f, 0xc, 3, 1, 0);
   loop_forest_free(&f);
}

// --- random ---------------------------------------------------------------------------------

// The header dominates the loop: without it, no root reaches a node of the loop.
static bool dominates(const Graph* g, uint32_t header, Set nodes)
{
   return !(reached(g, roots(g), everything(g) & ~bit(header), NULL) & nodes);
}

// The natural loop of all edges back to the header: what reaches their ends without it.
static Set natural_loop(const Graph* g, uint32_t header)
{
   Set body = bit(header), before;
   for (uint32_t i = 0; i < g->n_edges; i++)
      if (g->edge[i].to == header && dominates(g, header, bit(g->edge[i].from) & ~bit(header)))
         body |= bit(g->edge[i].from);
   do {
      before = body;
      for (uint32_t i = 0; i < g->n_edges; i++)
         if (body & bit(g->edge[i].to) & ~bit(header)) body |= bit(g->edge[i].from);
   } while (body != before);
   return body;
}

static bool has_edge_back(const Graph* g, uint32_t v)
{
   for (uint32_t i = 0; i < g->n_edges; i++)
      if (g->edge[i].to == v && dominates(g, v, bit(g->edge[i].from) & ~bit(v))) return true;
   return false;
}

// Nodes of the set that are entered from outside it.
static Set entered(const Graph* g, Set nodes)
{
   Set all = nodes & roots(g);
   for (uint32_t i = 0; i < g->n_edges; i++)
      if (!(nodes & bit(g->edge[i].from))) all |= bit(g->edge[i].to) & nodes;
   return all;
}

static uint32_t count(Set s)
{
   return (uint32_t)__builtin_popcount(s);
}

// Every loop is a component of the one around it without the edges to where that is entered, and nothing else is.
static void check_components(const Graph* g, const LoopForest* f, uint32_t loop)
{
   const Set in = loop == NO_LOOP ? everything(g) : nodes_of(g, f, loop);
   const Set entries = loop == NO_LOOP ? 0 : entered(g, in);
   bool cut[EDGES_MAX] = {false};
   for (uint32_t i = 0; i < g->n_edges; i++)
      cut[i] = in & bit(g->edge[i].from) && entries & bit(g->edge[i].to);
   Set in_loops = 0;
   for (uint32_t l = 0; l < f->n_loops; l++) {
      if (f->loop[l].parent != loop) continue;
      const Set nodes = nodes_of(g, f, l);
      for (uint32_t v = 0; v < g->n; v++)
         if (nodes & bit(v)) assert_int_equal(reached(g, bit(v), nodes, cut), nodes);
      in_loops |= nodes;
      check_components(g, f, l);
   }
   // a node that comes back to itself is in a loop, with all that it reaches and that reach it
   for (uint32_t v = 0; v < g->n; v++) {
      if (!(in & bit(v))) continue;
      Set next = 0;
      for (uint32_t i = 0; i < g->n_edges; i++)
         if (!cut[i] && g->edge[i].from == v) next |= bit(g->edge[i].to) & in;
      const Set on = reached(g, next, in, cut);
      assert_int_equal((on & bit(v)) != 0, (in_loops & bit(v)) != 0);
      for (uint32_t u = 0; u < g->n; u++)
         if (on & bit(v) && on & bit(u) && reached(g, bit(u), in, cut) & bit(v))
            for (uint32_t l = 0; l < f->n_loops; l++)
               if (f->loop[l].parent == loop && nodes_of(g, f, l) & bit(v))
                  assert_true(nodes_of(g, f, l) & bit(u));
   }
}

static void check_loops(const Graph* g, const LoopForest* f)
{
   Set headers = 0;
   for (uint32_t l = 0; l < f->n_loops; l++) {
      const FlowLoop* loop = &f->loop[l];
      const Set nodes = nodes_of(g, f, l);
      assert_true(loop->parent == NO_LOOP || loop->parent < l);
      assert_true(nodes & bit(loop->header));
      assert_int_equal(f->loop_of[loop->header], l);
      const Set at = entered(g, nodes);
      assert_int_equal(loop->entries, count(at));
      assert_int_equal(loop->header, __builtin_ctz(at)); // the first of them
      if (loop->entries == 1) {
         headers |= bit(loop->header);
         assert_true(dominates(g, loop->header, nodes & ~bit(loop->header)));
         assert_int_equal(nodes, natural_loop(g, loop->header));
      } else {
         for (uint32_t v = 0; v < g->n; v++)
            if (nodes & bit(v)) assert_false(dominates(g, v, nodes & ~bit(v)));
      }
   }
   // every node that dominates what jumps back to it is a header: of a natural loop, or in an irreducible one
   for (uint32_t v = 0; v < g->n; v++)
      if (has_edge_back(g, v) && !(headers & bit(v))) {
         const uint32_t l = f->loop_of[v];
         assert_true(l != NO_LOOP);
         assert_true(f->loop[l].entries > 1);
      }
   check_components(g, f, NO_LOOP);
}

// All nodes are reached: a root, and an edge to each from an earlier one, then some more.
static Graph random_graph(void)
{
   Graph g = {.n = 1 + (uint32_t)(next_random() % NODES_MAX), .is_root = {true}};
   for (uint32_t v = 1; v < g.n; v++) {
      if (next_random() % 16 == 0)
         g.is_root[v] = true;
      else
         g.edge[g.n_edges++] = (FlowEdge){(uint32_t)(next_random() % v), v};
   }
   const uint32_t more = (uint32_t)(next_random() % (EDGES_MAX - NODES_MAX));
   for (uint32_t i = 0; i < more; i++) {
      const uint32_t from = (uint32_t)(next_random() % g.n),
                     to = (uint32_t)(next_random() % g.n);
      g.edge[g.n_edges++] = (FlowEdge){from, to};
   }
   return g;
}

static void random_graphs(void** state)
{
   (void)state;
   enum { GRAPHS = 3000 };
   uint32_t natural = 0, irreducible = 0, nested = 0;
   for (uint32_t i = 0; i < GRAPHS; i++) {
      const Graph g = random_graph();
      LoopForest f = forest(&g);
      check_loops(&g, &f);
      for (uint32_t l = 0; l < f.n_loops; l++) {
         natural += f.loop[l].entries == 1;
         irreducible += f.loop[l].entries > 1;
         nested += f.loop[l].parent != NO_LOOP;
      }
      loop_forest_free(&f);
   }
   assert_true(natural > GRAPHS / 4 && irreducible > GRAPHS / 4 && nested > GRAPHS / 4);
}

// --- dominators -------------------------------------------------------------------------------

enum { GROWING_NODES = 16, GROWING_GRAPHS = 400, GROWING_EDGES = 60 };

// What can be reached from the root, without going through a node.
static Set reached_without(const Dominators* d, uint32_t without)
{
   Set all = without == DOMINATORS_ROOT ? 0 : bit(DOMINATORS_ROOT), before;
   do {
      before = all;
      for (uint32_t i = 0; i < d->n_edges; i++)
         if (all & bit(d->edge[i].from) && d->edge[i].to != without) all |= bit(d->edge[i].to);
   } while (all != before);
   return all;
}

static void check_dominators(const Dominators* d)
{
   const Set all = reached_without(d, NO_EDGE);
   for (uint32_t v = 0; v < d->n_nodes; v++) {
      assert_int_equal(dominators_is_reached(d, v), (all & bit(v)) != 0);
      if (!(all & bit(v))) continue;
      const Set others = reached_without(d, v);
      for (uint32_t w = 0; w < d->n_nodes; w++)
         if (all & bit(w))
            assert_int_equal(dominators_dominate(d, v, w), v == w || !(others & bit(w)));
   }
}

// Edges come one after the other.
static void growing_graphs(void** state)
{
   (void)state;
   for (uint32_t i = 0; i < GROWING_GRAPHS; i++) {
      Dominators d = {0};
      for (uint32_t v = 1; v < GROWING_NODES; v++) assert_int_equal(dominators_node(&d), v);
      for (uint32_t k = 0; k < GROWING_EDGES; k++) {
         uint32_t from = (uint32_t)(next_random() % GROWING_NODES);
         uint32_t to = 1 + (uint32_t)(next_random() % (GROWING_NODES - 1));
         if (k + 1 < GROWING_NODES && i % 2) { // a chain first
            from = k;
            to = k + 1;
         }
         if (!dominators_is_reached(&d, from)) from = DOMINATORS_ROOT;
         bool is_there = false;
         for (uint32_t e = 0; e < d.n_edges && from; e++)
            is_there |= d.edge[e].from == from && d.edge[e].to == to;
         const bool leads_back =
            dominators_is_reached(&d, to) && dominators_dominate(&d, to, from);
         unit_given("graph %jd, edge %jd, from node %jd to node %jd", i, k, from, to);
         assert_int_equal(dominators_edge(&d, from, to), !is_there);
         if (is_there) continue;
         check_dominators(&d);
         assert_int_equal(d.edge[d.n_edges - 1].leads_back, leads_back);
      }
      dominators_free(&d);
   }
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(none),          cmocka_unit_test(nest),
      cmocka_unit_test(shared_header), cmocka_unit_test(two_entries),
      cmocka_unit_test(no_root),       cmocka_unit_test(random_graphs),
      cmocka_unit_test(growing_graphs)};
   return UNIT_MAIN(argc, argv, tests);
}
