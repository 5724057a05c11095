// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dominators of a flow graph that grows: node a dominates b if each path from the root to b leads through a.
//
// After each new edge the tree of immediate dominators is right again.  Which nodes move is found by a search that
// takes those of great depth first (Georgiadis, Italiano, Laura, Santaroni, "An experimental study of dynamic
// dominators", 2012, DBS): all of them become children of the same node.
//
// Contract: node 0 is the root; others are numbered in order of dominators_node().  A node is reached once an edge
// leads to it; edges start at nodes that are reached.
//
//    Dominators d = {0};
//    uint32_t v = dominators_node(&d);
//    dominators_edge(&d, DOMINATORS_ROOT, v);
//    if (dominators_dominate(&d, v, w)) ...
//    for (uint32_t e = d.node[v].out; e != NO_EDGE; e = d.edge[e].next_out) ... d.edge[e].to
//    dominators_free(&d);
#ifndef XG_LOOPS_DOMINATORS_H
#define XG_LOOPS_DOMINATORS_H

#include "base/host.h"

enum { DOMINATORS_ROOT = 0, NO_EDGE = UINT32_MAX };

typedef struct {
   uint32_t from, to;
   uint32_t next_out, next_in; // of the same nodes; NO_EDGE: the last one
   bool leads_back;            // `to` dominated `from` when the edge was added
} DominatorsEdge;

// Invariants: depth is that of idom and 1, the root's 0; depth 0 of another node: it is not reached.  first_child and
// next_sibling link the nodes of one idom, 0: the last one.
typedef struct {
   uint32_t out, in; // first edges
   uint32_t idom, depth;
   uint32_t first_child, next_sibling;
   uint32_t search; // number of the last one that has come here
} DominatorsNode;

typedef struct {
   DominatorsNode* node;
   DominatorsEdge* edge;
   uint32_t n_nodes, n_edges, nodes_room, edges_room;
   uint32_t searches;
   uint32_t *found, *path; // of the running search: nodes that move; where it is
   uint32_t n_found, found_room, path_room;
} Dominators;

// A node, not reached yet.
uint32_t dominators_node(Dominators* d);
bool dominators_is_reached(const Dominators* d, uint32_t v);
// Adds the edge; false: it is there already.
bool dominators_edge(Dominators* d, uint32_t from, uint32_t to);
// Whether a dominates b, which are reached.  A node dominates itself.
bool dominators_dominate(const Dominators* d, uint32_t a, uint32_t b);
void dominators_free(Dominators* d);

#endif
