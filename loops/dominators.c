// SPDX-License-Identifier: GPL-3.0-or-later
// Dominators of a flow graph that grows; see dominators.h.
#include "loops/dominators.h"

#include "base/array.h"

uint32_t dominators_node(Dominators* d)
{
   if (!d->n_nodes) { // the root is made with the first one
      d->node = array_grown("loops.nodes", d->node, 0, &d->nodes_room, sizeof *d->node);
      d->node[d->n_nodes++] = (DominatorsNode){.out = NO_EDGE, .in = NO_EDGE};
   }
   d->node = array_grown("loops.nodes", d->node, d->n_nodes, &d->nodes_room, sizeof *d->node);
   d->node[d->n_nodes] = (DominatorsNode){.out = NO_EDGE, .in = NO_EDGE};
   return d->n_nodes++;
}

bool dominators_is_reached(const Dominators* d, uint32_t v)
{
   return v == DOMINATORS_ROOT || d->node[v].depth;
}

// --- the tree -------------------------------------------------------------------------------

static void set_parent(Dominators* d, uint32_t v, uint32_t parent)
{
   d->node[v].idom = parent;
   d->node[v].depth = d->node[parent].depth + 1;
   d->node[v].next_sibling = d->node[parent].first_child;
   d->node[parent].first_child = v;
}

static void leave_parent(Dominators* d, uint32_t v)
{
   uint32_t* at = &d->node[d->node[v].idom].first_child;
   while (*at != v) at = &d->node[*at].next_sibling;
   *at = d->node[v].next_sibling;
}

static uint32_t nearest_common(const Dominators* d, uint32_t a, uint32_t b)
{
   while (a != b)
      if (d->node[a].depth > d->node[b].depth)
         a = d->node[a].idom;
      else
         b = d->node[b].idom;
   return a;
}

bool dominators_dominate(const Dominators* d, uint32_t a, uint32_t b)
{
   while (d->node[b].depth > d->node[a].depth) b = d->node[b].idom;
   return a == b;
}

// --- a new edge -----------------------------------------------------------------------------

static void push(Dominators* d, uint32_t* n, uint32_t v)
{
   d->path = array_grown("loops.path", d->path, *n, &d->path_room, sizeof *d->path);
   d->path[(*n)++] = v;
}

static void find(Dominators* d, uint32_t v)
{
   d->found =
      array_grown("loops.found", d->found, d->n_found, &d->found_room, sizeof *d->found);
   d->found[d->n_found++] = v;
   d->node[v].search = d->searches;
}

// Follows edges from a node that moves, through deeper ones; of those that are not deeper, but deeper than `least`, each
// moves, too.
static void search_from(Dominators* d, uint32_t from, uint32_t least)
{
   const uint32_t depth = d->node[from].depth;
   uint32_t n = 0;
   push(d, &n, from);
   while (n) {
      const uint32_t v = d->path[--n];
      for (uint32_t e = d->node[v].out; e != NO_EDGE; e = d->edge[e].next_out) {
         const uint32_t to = d->edge[e].to;
         if (d->node[to].depth <= least || d->node[to].search == d->searches) continue;
         if (d->node[to].depth <= depth) {
            find(d, to);
         } else {
            d->node[to].search = d->searches;
            push(d, &n, to);
         }
      }
   }
}

// Moves the deepest one of the found nodes from position i on to it.
static void choose_deepest(Dominators* d, uint32_t i)
{
   uint32_t deepest = i;
   for (uint32_t k = i + 1; k < d->n_found; k++)
      if (d->node[d->found[k]].depth > d->node[d->found[deepest]].depth) deepest = k;
   const uint32_t v = d->found[deepest];
   d->found[deepest] = d->found[i];
   d->found[i] = v;
}

static void update_depths(Dominators* d, uint32_t top)
{
   uint32_t n = 0;
   push(d, &n, top);
   while (n) {
      const uint32_t v = d->path[--n];
      for (uint32_t c = d->node[v].first_child; c; c = d->node[c].next_sibling) {
         d->node[c].depth = d->node[v].depth + 1;
         push(d, &n, c);
      }
   }
}

static void update(Dominators* d, uint32_t from, uint32_t to)
{
   const uint32_t parent = nearest_common(d, from, to);
   const uint32_t least = d->node[parent].depth + 1;
   if (d->node[to].depth <= least) return;
   d->searches++;
   d->n_found = 0;
   find(d, to);
   for (uint32_t i = 0; i < d->n_found; i++) {
      choose_deepest(d, i);
      search_from(d, d->found[i], least);
   }
   for (uint32_t i = 0; i < d->n_found; i++) {
      leave_parent(d, d->found[i]);
      set_parent(d, d->found[i], parent);
   }
   for (uint32_t i = 0; i < d->n_found; i++) update_depths(d, d->found[i]);
}

bool dominators_edge(Dominators* d, uint32_t from, uint32_t to)
{
   for (uint32_t e = d->node[from].out; e != NO_EDGE && from; e = d->edge[e].next_out)
      if (d->edge[e].to == to) return false;
   d->edge = array_grown("loops.edges", d->edge, d->n_edges, &d->edges_room, sizeof *d->edge);
   const bool is_new = !dominators_is_reached(d, to);
   d->edge[d->n_edges] =
      (DominatorsEdge){.from = from,
                       .to = to,
                       .next_out = d->node[from].out,
                       .next_in = d->node[to].in,
                       .leads_back = !is_new && dominators_dominate(d, to, from)};
   d->node[from].out = d->node[to].in = d->n_edges++;
   if (is_new)
      set_parent(d, to, from);
   else
      update(d, from, to);
   return true;
}

void dominators_free(Dominators* d)
{
   host_free(d->node);
   host_free(d->edge);
   host_free(d->found);
   host_free(d->path);
   *d = (Dominators){0};
}
