// SPDX-License-Identifier: GPL-3.0-or-later
//
// Back-dating tree: inclusive cost of what becomes known long after the instruction that is to be
// charged (Inclusive paper, section 3).
//
// A back-dating node is a call that was made within the call of its parent.  It exists while it may
// still be charged: for cache lines loaded during the call, as an open call of the shadow stack, or
// by nodes below it.  It collects what it is charged; when it is pruned, it adds that to the
// counters of its call arc and to its parent.
//
// Identity: the children of a node differ in the counters of their arcs.  Ownership: nodes are in
// the pool of their forest; a reference keeps one alive.
//
//    BackdateForest f;
//    backdate_init(&f, 4);
//    BackdateNode* root = backdate_root(&f, tree);
//    BackdateNode* n = backdate_child(&f, root, arc_counters);    // holds a reference
//    backdate_hold(n);                                        // a line is loaded
//    backdate_drop(&f, n);                                    // the call returns: n stays
//    backdate_add(n, 0, cost);  backdate_drop(&f, n);         // the line is evicted: n is pruned
#ifndef XG_BACKDATE_TREE_H
#define XG_BACKDATE_TREE_H

#include "base/host.h"
#include "base/map.h"

enum { BACKDATE_EVENTS_MAX = 24 };

typedef struct BackdateNode BackdateNode;
// Invariants: references counts holders and children, and is > 0; arc is NULL if and only if parent
// is; total is the parent's; a child is in `children` of the forest and after its parent in the
// ring.
struct BackdateNode {
   BackdateNode* parent; // NULL: root
   uint64_t* arc;        // counters of the call arc; NULL: root
   uint64_t* total;      // counters of the tree: sums of all that it is charged
   uint64_t references;
   void* user;                    // what the engine keeps for the node, or NULL
   BackdateNode *previous, *next; // all nodes of the forest; `next` links the free ones
   // Pending: not added to arc and parent yet. A node of a forest has room for the forest's events.
   uint64_t cost[BACKDATE_EVENTS_MAX];
};

// Invariants: n_nodes is the number of nodes in the ring; `children` has exactly those with a
// parent; children come after their parents in the ring.
typedef struct {
   uint32_t events;
   BackdateNode nodes; // sentinel of the ring of all nodes
   BackdateNode* free;
   void* chunks;
   Map children;                 // by parent and arc
   void (*released)(void* user); // called when a node that has a user is pruned
   // Statistics, as in the paper's section 4.
   uint64_t n_nodes, n_max, n_created, n_pruned;
   uint64_t n_samples, sum_of_nodes; // n_nodes summed over each eviction
   uint64_t bytes;
} BackdateForest;

// Sets up an empty forest for costs of so many events.
void backdate_init(BackdateForest* f, uint32_t events);
// A new root, with one reference for the caller; all that its tree is charged is also added to
// `total`.
BackdateNode* backdate_root(BackdateForest* f, uint64_t* total);
// The node for a call from `parent` whose arc has these counters, with one more reference.
BackdateNode* backdate_child(BackdateForest* f, BackdateNode* parent, uint64_t* arc);
// Makes the root a child, by an arc with these counters, of a new root, which is returned.  The
// caller's reference to the old root becomes one to the new root.
BackdateNode* backdate_adopt(BackdateForest* f, BackdateNode* root, uint64_t* arc);
// Adds the pending costs of a node without references to arc and parent, and frees it; then the
// parent, if that was its last reference, and so on.
void backdate_prune(BackdateForest* f, BackdateNode* n);
// Flushes all pending costs, so that arcs are complete; nodes stay.
void backdate_flush(BackdateForest* f);
// A part of the profile begins: forgets what the root was charged so far.  If a caller of the root
// is found later, that is no cost of the call.
void backdate_begin_part(const BackdateForest* f, BackdateNode* root);
// Forgets the pending costs of trees with these counters.
void backdate_forget(BackdateForest* f, const uint64_t* total);
// Panics if an invariant is broken.
void backdate_check(const BackdateForest* f);

// One more reference.
XG_INLINE void backdate_hold(BackdateNode* n)
{
   n->references++;
}

// One reference less; prunes the node if that was the last one.
XG_INLINE void backdate_drop(BackdateForest* f, BackdateNode* n)
{
   if (--n->references == 0) backdate_prune(f, n);
}

// Adds to one of the node's costs.
XG_INLINE void backdate_add(BackdateNode* n, uint32_t event, uint64_t cost)
{
   n->cost[event] += cost;
   n->total[event] += cost;
}

// Counts an eviction, for the statistics.
XG_INLINE void backdate_sample(BackdateForest* f)
{
   f->n_samples++;
   f->sum_of_nodes += f->n_nodes;
}

#endif
