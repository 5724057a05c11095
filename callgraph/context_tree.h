// SPDX-License-Identifier: GPL-3.0-or-later
//
// The calling-context tree: exclusive costs by call path (--context-tree=yes).
//
// A tree node is a function called along one path.  A call of a function that is on the path
// already leads back to its node there, so no path has a function twice.  Functions called from as
// deep as depth_max share a child of the caller that has no function: deeper calls.
//
// Costs are found by the difference method, when calls end: what a call has cost is added to the
// callee's node and subtracted from the caller's, modulo 2^64; what an execution state has cost is
// added to the node of its first function.  So ContextTreeNode.self is right once
// shadow_stack_flush_tree() was called.
//
// Each execution state (see model.h) has a root: a tree of its own while it exists, because the
// caller of its first function may be found later.  Then it is merged into the tree of its thread
// and signal.
//
// Ownership: nodes are the tree's.  Whoever keeps a node calls context_tree_hold(), and asks
// context_tree_now() which node it has been merged into.
//
//    context_tree_init(&t, width, depth_max);
//    ContextTreeNode* root = context_tree_begin(&t, thread, signal);
//    ContextTreeNode* top = context_tree_top(&t, root, function);
//    ContextTreeNode* node = context_tree_call(&t, top, arc);
//    context_tree_move(top, node, EV_IR, cost);
//    context_tree_end(&t, root);
#ifndef XG_CALLGRAPH_CONTEXT_TREE_H
#define XG_CALLGRAPH_CONTEXT_TREE_H

#include "base/arena.h"
#include "base/map.h"
#include "callgraph/model.h"

// Invariants: a root has neither parent nor function; a child is in `children` of the tree by its
// parent and function, and no node above it has its function; a node with moved_to is in no list
// and is kept for its holders only.
struct ContextTreeNode {
   ContextTreeNode* parent;   // NULL: root
   const Function* function;  // NULL: root, or deeper calls
   const Block* entry;        // a block that the function was entered by; NULL: none is known
   ContextTreeNode* first;    // of its children, the newest one
   ContextTreeNode* next;     // child of the same parent; next root, or next free node
   ContextTreeNode* moved_to; // which it has been merged into, or NULL
   uint64_t calls;            // from the parent
   uint64_t recursions;       // from nodes below it
   uint32_t holders;
   uint32_t depth;  // calls from the root; 0: the root
   uint32_t number; // in the file that is written; 0: left out
   uint32_t thread; // of a root
   int signal;      // of a root; 0: none
   uint64_t self[]; // exclusive cost, [width]
};

// A call seen before: most need no look into the map.
typedef struct {
   const ContextTreeNode* from;
   ContextTreeNode* to;
   uint32_t number; // of the callee
   uint32_t generation;
} ContextTreeStep;

enum { CONTEXT_TREE_STEPS = 8192 };

typedef struct {
   bool on;
   uint32_t width, depth_max;
   uint32_t generation;      // of steps that are valid; changes when nodes are merged
   ContextTreeNode* running; // roots
   ContextTreeNode* ended;   // one for each thread and signal
   ContextTreeNode* free;
   Map children; // by parent and number of the function, 0: deeper calls
   Arena arena;
   uint64_t n_nodes, n_max; // statistics
   ContextTreeStep* steps;  // [CONTEXT_TREE_STEPS]
} ContextTree;

void context_tree_init(ContextTree* t, uint32_t width, uint32_t depth_max);
// A root for an execution state that begins.
ContextTreeNode* context_tree_begin(ContextTree* t, uint32_t thread, int signal);
// The node of the first function of an execution state.  If another function was taken for the
// first one, it becomes a child of this one.
ContextTreeNode* context_tree_top(ContextTree* t, ContextTreeNode* root, const Function* f);
// The execution state has ended.
void context_tree_end(ContextTree* t, ContextTreeNode* root);
// The node of a call from this node by this arc, for context_tree_call(), which counts the call.
ContextTreeNode* context_tree_step(ContextTree* t, ContextTreeNode* from, const Arc* arc);
// Sets the costs and calls of a thread (0: of all threads) to zero.
void context_tree_zero(ContextTree* t, uint32_t thread);
// The next node of a root in the order of the tree, parents first; NULL: that was the last.
ContextTreeNode* context_tree_next(const ContextTreeNode* n);
// Reverses the order of the children of each node: they are kept newest first.
void context_tree_reverse(ContextTreeNode* root);
// One holder less.
void context_tree_release(ContextTree* t, ContextTreeNode* n);
// Panics if an invariant is broken.
void context_tree_check(const ContextTree* t);

// Keeps the node for one more holder.
XG_INLINE void context_tree_hold(ContextTreeNode* n)
{
   n->holders++;
}

// The node that has the costs of a held node now.
XG_INLINE ContextTreeNode* context_tree_now(ContextTreeNode* n)
{
   while (XG_UNLIKELY(n->moved_to != NULL)) n = n->moved_to;
   return n;
}

// Enters a call.
XG_INLINE ContextTreeNode* context_tree_call(ContextTree* t, ContextTreeNode* from,
                                             const Arc* arc)
{
   uint32_t number = arc->callee.number;
   uint64_t h = ((uintptr_t)from >> 4) * 0x9E3779B97F4A7C15ULL + number * 0xC2B2AE3D27D4EB4FULL;
   ContextTreeStep* s = &t->steps[h >> 51];
   if (XG_UNLIKELY(s->from != from || s->number != number || s->generation != t->generation))
      *s = (ContextTreeStep){from, context_tree_step(t, from, arc), number, t->generation};
   ContextTreeNode* to = s->to;
   if (to->parent == from)
      to->calls++;
   else
      to->recursions++;
   return to;
}

// Moves cost from the caller's node to the callee's.
XG_INLINE void context_tree_move(ContextTreeNode* from, ContextTreeNode* to, uint32_t event,
                                 uint64_t cost)
{
   to->self[event] += cost;
   from->self[event] -= cost;
}

#endif
