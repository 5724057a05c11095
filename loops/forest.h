// SPDX-License-Identifier: GPL-3.0-or-later
//
// Loops of a flow graph, and their nesting.
//
// A loop is a largest set of nodes that all reach each other, in the whole graph or in a loop around it without
// the edges that lead to where that one is entered.  Entered at one node, its header, it is a natural loop:
// the header dominates all of it (Aho, Lam, Sethi, Ullman, Compilers, 9.6), and natural loops with one header are
// one.  Entered at several, it is irreducible, and the nesting is Steensgaard's (Ramalingam, "Identifying loops in
// almost linear time", 1999, section 5).
//
//    LoopForest f = loop_forest_of(n_nodes, edges, n_edges, is_root, is_likely_root);
//    uint32_t innermost = f.loop_of[node];    // NO_LOOP: in none
//    if (loop_forest_contains(&f, outer, innermost)) ...
//    loop_forest_free(&f);
#ifndef XG_LOOPS_FOREST_H
#define XG_LOOPS_FOREST_H

#include "base/host.h"

enum { NO_LOOP = UINT32_MAX };

typedef struct {
   uint32_t from, to; // nodes
} FlowEdge;

// Invariants: parent is NO_LOOP or a smaller number than that of the loop; header is a node of the loop, of no
// loop in it.
typedef struct {
   uint32_t parent;  // the loop around it
   uint32_t header;  // of an irreducible one: the first of the nodes that it is entered at
   uint32_t entries; // nodes that it is entered at; 1: natural
} FlowLoop;

typedef struct {
   FlowLoop* loop; // [n_loops]
   uint32_t n_loops;
   uint32_t* loop_of; // [n_nodes] the innermost one of each node
} LoopForest;

// is_root[node]: the graph is entered there, too.  Where nodes can be reached from no root, what they reach each
// other in is entered at the first of them that is_likely_root has, or else at the first.
LoopForest loop_forest_of(uint32_t n_nodes, const FlowEdge* edge, uint32_t n_edges,
                          const bool* is_root, const bool* is_likely_root);
// Whether loop `inner` (NO_LOOP: what is in none) is the outer one or in it.
bool loop_forest_contains(const LoopForest* f, uint32_t outer, uint32_t inner);
void loop_forest_free(LoopForest* f);

#endif
