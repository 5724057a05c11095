// SPDX-License-Identifier: GPL-3.0-or-later
//
// Back-dating tree: inclusive cost of what becomes known long after the instruction that is to be
// charged (Inclusive paper, section 3).
//
// A node stands for a call that was made under another node's call; it exists while somebody may
// still charge it: cache lines loaded during the call, frames of the shadow stack, or other nodes
// below it.  It collects what it is charged and passes it on, when it goes, to the counters of its
// call arc and to its parent.
//
// Identity: the children of a node are told apart by the counters they pass on to.  Ownership:
// nodes live in the pool of their forest; a reference keeps one alive.
//
//    BackdateForest f;
//    backdate_init(&f, 4);
//    BackdateNode* root = backdate_root(&f, tree);
//    BackdateNode* n = backdate_child(&f, root, arc_counters);    // holds a reference
//    backdate_hold(n);                                        // a line is loaded
//    backdate_drop(&f, n);                                    // the call returns: n stays
//    backdate_add(n, 0, cost);  backdate_drop(&f, n);         // the line goes: n is folded
#ifndef XG_BACKDATE_TREE_H
#define XG_BACKDATE_TREE_H

#include "base/map.h"
#include "base/host.h"

enum { BACKDATE_METRICS_MAX = 8 };

typedef struct BackdateNode BackdateNode;
struct BackdateNode {
   BackdateNode* parent;                // NULL: root
   uint64_t* arc;                       // counters of the call arc; NULL: root
   uint64_t* total;                     // counters of the tree: all that is charged in it
   uint64_t references;                 // holders and children
   uint64_t cost[BACKDATE_METRICS_MAX]; // not passed on yet
   void* user;                          // the user's, or NULL
   BackdateNode *previous, *next;       // all nodes of the forest; `next` links the free ones
};

typedef struct {
   uint32_t metrics;
   BackdateNode nodes; // sentinel of the ring of all nodes
   BackdateNode* free;
   void* chunks;
   Map children;                 // by parent and arc
   void (*released)(void* user); // is called when a node goes that has one
   // Statistics, as in the paper's section 4.
   uint64_t n_nodes, n_max, n_created, n_pruned;
   uint64_t n_samples, sum_of_nodes; // n_nodes summed over each eviction
   uint64_t bytes;
} BackdateForest;

// Sets up an empty forest for costs of so many metrics.
void backdate_init(BackdateForest* f, uint32_t metrics);
// Frees all nodes.
void backdate_free(BackdateForest* f);
// A new root, with one reference for the caller; what is charged anywhere below it is also added
// to `total`.
BackdateNode* backdate_root(BackdateForest* f, uint64_t* total);
// The node for a call from `parent` whose arc has these counters, with one more reference.
BackdateNode* backdate_child(BackdateForest* f, BackdateNode* parent, uint64_t* arc);
// The root turns out to have been called, by an arc with these counters, from a new root, which is
// returned in its place: the caller's reference to the old one becomes one to the new one.
BackdateNode* backdate_adopt(BackdateForest* f, BackdateNode* root, uint64_t* arc);
// Folds a node without references into its parent; it goes, and so may those above it.
void backdate_prune(BackdateForest* f, BackdateNode* n);
// Passes all pending costs on, so that arcs are complete; nodes stay.
void backdate_flush(BackdateForest* f);
// What has been passed on to the root belongs to what is complete: a caller of the root that is
// found later has not called that.
void backdate_begin_part(BackdateNode* root);
// Forgets pending costs in the trees with these counters.
void backdate_forget(BackdateForest* f, const uint64_t* total);
// Panics if an invariant is broken.
void backdate_check(const BackdateForest* f);

// One more reference.
XG_INLINE void backdate_hold(BackdateNode* n)
{
   n->references++;
}

// One reference less; nodes that nobody needs any more are folded into their parents and go.
XG_INLINE void backdate_drop(BackdateForest* f, BackdateNode* n)
{
   if (--n->references == 0) backdate_prune(f, n);
}

// Adds to one of the node's costs.
XG_INLINE void backdate_add(BackdateNode* n, uint32_t metric, uint64_t cost)
{
   n->cost[metric] += cost;
   n->total[metric] += cost;
}

// Counts an eviction, for the statistics.
XG_INLINE void backdate_sample(BackdateForest* f)
{
   f->n_samples++;
   f->sum_of_nodes += f->n_nodes;
}

#endif
