// SPDX-License-Identifier: GPL-3.0-or-later
//
// The calling-context tree: exclusive costs by call path (--context-tree=yes).
//
// A node is a function called along one path.  A call of a function that is on the path already
// leads back to its node there, so no path has a function twice.  Functions called from as deep
// as depth_max share a child of the caller that has no function: deeper calls.
//
// Costs come by the difference method, at calls' ends only: what a call has cost is added to the
// callee's node and taken from the caller's, modulo 2^64; what a whole activity has cost is added
// to the function it began in.  So Node.self is right once strand_settle_tree() was called.
//
// Each activity (a stack of execution, or a signal handler on it) has a segment: a tree of its own
// while it runs, because the caller of its first function may be found later.  Then it is merged
// into the one of its thread and signal.
//
// Ownership: nodes are the tree's.  Who keeps one while activities end calls context_tree_hold(),
// and looks where it is now with context_tree_now().
//
//    context_tree_init(&t, width, depth_max);
//    TreeNode* segment = context_tree_begin(&t, thread, signal);
//    TreeNode* top = context_tree_top(&t, segment, function);
//    TreeNode* node = context_tree_call(&t, top, arc);
//    context_tree_move(top, node, cost);
//    context_tree_end(&t, segment);
#ifndef XG_CALLGRAPH_CONTEXT_TREE_H
#define XG_CALLGRAPH_CONTEXT_TREE_H

#include "base/arena.h"
#include "base/map.h"
#include "callgraph/model.h"

struct TreeNode {
   TreeNode* parent;         // NULL: segment
   const Function* function; // NULL: segment, or deeper calls
   const Block* entry;       // a block that the function was entered by; NULL: none is known
   TreeNode* first;          // of its children, the newest one
   TreeNode* next;           // child of the same node; of free nodes and segments the next one
   TreeNode* moved_to;       // merged into this one, and kept for its holders
   uint64_t calls;           // from the parent
   uint64_t recursions;      // from nodes below
   uint32_t holders;
   uint32_t depth;  // calls from the segment, whose own is 0
   uint32_t number; // in the file that is written; 0: left out
   uint32_t thread; // of a segment
   int signal;      // likewise, 0: none
   uint64_t self[]; // exclusive cost, [width]
};

// A call seen before: most need no look into the map.
typedef struct {
   const TreeNode* from;
   TreeNode* to;
   uint32_t number; // of the callee
   uint32_t generation;
} TreeStep;

enum { TREE_STEPS = 8192 };

typedef struct {
   bool on;
   uint32_t width, depth_max;
   uint32_t generation; // of steps that are valid; another one whenever nodes go
   TreeNode* running;   // segments
   TreeNode* ended;     // one for each thread and signal
   TreeNode* free;
   Map children; // by parent and number of the function, 0: deeper calls
   Arena arena;
   uint64_t n_nodes, n_max; // statistics
   TreeStep* steps;         // [TREE_STEPS]
} ContextTree;

void context_tree_init(ContextTree* t, uint32_t width, uint32_t depth_max);
// A segment for an activity that begins.
TreeNode* context_tree_begin(ContextTree* t, uint32_t thread, int signal);
// The node of the function that the activity has begun in; if it is known by another one so far,
// that one turns out to have been called by this one.
TreeNode* context_tree_top(ContextTree* t, TreeNode* segment, const Function* f);
// The activity is over.
void context_tree_end(ContextTree* t, TreeNode* segment);
// The node of a call from this node by this arc, as context_tree_call(), which counts it.
TreeNode* context_tree_step(ContextTree* t, TreeNode* from, const Arc* arc);
// Sets the costs and calls of a thread (0: of all) to zero.
void context_tree_zero(ContextTree* t, uint32_t thread);
// The next node of a segment in the order of the tree, parents first; NULL: that was the last.
TreeNode* context_tree_next(const TreeNode* n);
// Turns the order of all children of a segment round: they are kept newest first.
void context_tree_reverse(TreeNode* segment);
// One holder less.
void context_tree_release(ContextTree* t, TreeNode* n);
// Panics if an invariant is broken.
void context_tree_check(const ContextTree* t);

// The node will be asked for later.
XG_INLINE void context_tree_hold(TreeNode* n)
{
   n->holders++;
}

// Where a held node's costs belong now.
XG_INLINE TreeNode* context_tree_now(TreeNode* n)
{
   while (XG_UNLIKELY(n->moved_to != NULL)) n = n->moved_to;
   return n;
}

// Enters a call.
XG_INLINE TreeNode* context_tree_call(ContextTree* t, TreeNode* from, const Arc* arc)
{
   uint32_t number = arc->callee.number;
   uint64_t h = ((uintptr_t)from >> 4) * 0x9E3779B97F4A7C15ULL + number * 0xC2B2AE3D27D4EB4FULL;
   TreeStep* s = &t->steps[h >> 51];
   if (XG_UNLIKELY(s->from != from || s->number != number || s->generation != t->generation))
      *s = (TreeStep){from, context_tree_step(t, from, arc), number, t->generation};
   TreeNode* to = s->to;
   if (to->parent == from)
      to->calls++;
   else
      to->recursions++;
   return to;
}

// Moves cost from the caller's node to the callee's.
XG_INLINE void context_tree_move(TreeNode* from, TreeNode* to, uint32_t event, uint64_t cost)
{
   to->self[event] += cost;
   from->self[event] -= cost;
}

#endif
