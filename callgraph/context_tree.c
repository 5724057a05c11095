// SPDX-License-Identifier: GPL-3.0-or-later
// The calling-context tree; see context_tree.h.
#include "callgraph/context_tree.h"

void context_tree_init(ContextTree* t, uint32_t width, uint32_t depth_max)
{
   t->on = true;
   t->width = width;
   t->depth_max = depth_max;
   t->generation = 1;
   t->arena = (Arena){.what = "callgraph.context_tree"};
   t->steps = port_zalloc("callgraph.tree_steps", TREE_STEPS * sizeof *t->steps);
}

static size_t node_B(const ContextTree* t)
{
   return sizeof(TreeNode) + t->width * sizeof(uint64_t);
}

static TreeNode* new_node(ContextTree* t)
{
   TreeNode* n = t->free;
   if (n) {
      t->free = n->next;
      port_memset(n, 0, node_B(t));
   } else {
      n = arena_alloc(&t->arena, node_B(t));
   }
   if (++t->n_nodes > t->n_max) t->n_max = t->n_nodes;
   return n;
}

static uint32_t number_of(const TreeNode* n)
{
   return n->function ? n->function->number : 0;
}

static void link_child(ContextTree* t, TreeNode* parent, TreeNode* n)
{
   n->parent = parent;
   n->depth = parent->depth + 1;
   n->next = parent->first;
   parent->first = n;
   map_put(&t->children, (uintptr_t)parent, number_of(n), n);
}

static void unlink_from(TreeNode** list, const TreeNode* n)
{
   while (*list != n) list = &(*list)->next;
   *list = n->next;
}

static void unlink_child(ContextTree* t, TreeNode* n)
{
   unlink_from(&n->parent->first, n);
   map_remove(&t->children, (uintptr_t)n->parent, number_of(n));
}

static TreeNode* new_child(ContextTree* t, TreeNode* parent, const Function* f,
                           const Block* entry)
{
   TreeNode* n = new_node(t);
   n->function = f;
   n->entry = entry;
   link_child(t, parent, n);
   return n;
}

static TreeNode* child_of(const ContextTree* t, const TreeNode* parent, uint32_t number)
{
   return map_get(&t->children, (uintptr_t)parent, number);
}

TreeNode* context_tree_next(const TreeNode* n)
{
   if (n->first) return n->first;
   while (n->parent && !n->next) n = n->parent;
   return n->parent ? n->next : NULL;
}

static void reverse_children(TreeNode* n)
{
   TreeNode* reversed = NULL;
   for (TreeNode *c = n->first, *next; c; c = next) {
      next = c->next;
      c->next = reversed;
      reversed = c;
   }
   n->first = reversed;
}

void context_tree_reverse(TreeNode* segment)
{
   reverse_children(segment);
   for (TreeNode* n = segment->first; n; n = context_tree_next(n)) reverse_children(n);
}

// --- activities -----------------------------------------------------------------------------

TreeNode* context_tree_begin(ContextTree* t, uint32_t thread, int signal)
{
   TreeNode* n = new_node(t);
   n->thread = thread;
   n->signal = signal;
   n->next = t->running;
   t->running = n;
   return n;
}

void context_tree_release(ContextTree* t, TreeNode* n)
{
   while (--n->holders == 0 && n->moved_to) {
      TreeNode* to = n->moved_to;
      n->next = t->free;
      t->free = n;
      t->n_nodes--;
      n = to;
   }
}

// The node, which is in no list any more, goes; what its holders bring belongs to another one.
static void retire(ContextTree* t, TreeNode* n, TreeNode* to)
{
   t->generation++;
   n->moved_to = to;
   context_tree_hold(to);
   context_tree_hold(n);
   context_tree_release(t, n);
}

static void merge_children(ContextTree* t, TreeNode* from, TreeNode* to);

// Gives a node, which is in no list, to a parent that may have one of that function.
static void attach(ContextTree* t, TreeNode* parent, TreeNode* n)
{
   TreeNode* same = child_of(t, parent, number_of(n));
   if (!same) {
      link_child(t, parent, n);
      return;
   }
   for (uint32_t e = 0; e < t->width; e++) same->self[e] += n->self[e];
   same->calls += n->calls;
   same->recursions += n->recursions;
   if (!same->entry) same->entry = n->entry;
   merge_children(t, n, same);
   retire(t, n, same);
}

// As deep as the tree is.
static void merge_children(ContextTree* t, TreeNode* from, TreeNode* to)
{
   for (TreeNode* n; (n = from->first);) {
      unlink_child(t, n);
      attach(t, to, n);
   }
}

static TreeNode* ended_segment(ContextTree* t, const TreeNode* like)
{
   TreeNode* n = t->ended;
   while (n && (n->thread != like->thread || n->signal != like->signal)) n = n->next;
   return n;
}

static void set_depths(TreeNode* segment)
{
   for (TreeNode* n = segment->first; n; n = context_tree_next(n))
      n->depth = n->parent->depth + 1;
}

void context_tree_end(ContextTree* t, TreeNode* segment)
{
   unlink_from(&t->running, segment);
   TreeNode* all = ended_segment(t, segment);
   if (!all) {
      segment->next = t->ended;
      t->ended = segment;
      return;
   }
   merge_children(t, segment, all);
   retire(t, segment, all);
}

// --- calls ----------------------------------------------------------------------------------

TreeNode* context_tree_step(ContextTree* t, TreeNode* from, const Arc* arc)
{
   const Function* f = arc->to->context->fn[0];
   TreeNode* n = child_of(t, from, f->number);
   if (n) return n;
   for (n = from; n; n = n->parent)
      if (n->function == f) return n;
   if (from->depth < t->depth_max) return new_child(t, from, f, arc->target);
   if (!from->function) return from;
   n = child_of(t, from, 0);
   return n ? n : new_child(t, from, NULL, NULL);
}

// Calls of a function from below its own node, made when it was not known to be there, lead back
// to it.
static void fold_into(ContextTree* t, TreeNode* top)
{
   for (TreeNode *n = top->first, *after; n; n = after) {
      after = context_tree_next(n);
      if (n->function != top->function) continue;
      // Behind it in the order of the tree, past all that is below it.
      const TreeNode* last = n;
      while (!last->next && last->parent != top) last = last->parent;
      after = last->next;
      unlink_child(t, n);
      for (uint32_t e = 0; e < t->width; e++) top->self[e] += n->self[e];
      top->recursions += n->calls + n->recursions;
      merge_children(t, n, top);
      retire(t, n, top);
   }
}

TreeNode* context_tree_top(ContextTree* t, TreeNode* segment, const Function* f)
{
   TreeNode* called = segment->first;
   if (called && called->function == f) return called;
   if (called) unlink_child(t, called);
   TreeNode* top = new_child(t, segment, f, NULL);
   if (!called) return top;
   link_child(t, top, called);
   fold_into(t, top);
   set_depths(segment);
   return top;
}

// --- all nodes ------------------------------------------------------------------------------

static void zero(const ContextTree* t, TreeNode* segments, uint32_t thread)
{
   for (TreeNode* s = segments; s; s = s->next) {
      if (thread && s->thread != thread) continue;
      for (TreeNode* n = s->first; n; n = context_tree_next(n)) {
         port_memset(n->self, 0, t->width * sizeof n->self[0]);
         n->calls = n->recursions = 0;
      }
   }
}

void context_tree_zero(ContextTree* t, uint32_t thread)
{
   zero(t, t->running, thread);
   zero(t, t->ended, thread);
}

static uint64_t check(const ContextTree* t, const TreeNode* segments)
{
   uint64_t children = 0;
   for (const TreeNode* s = segments; s; s = s->next) {
      XG_ASSERT(!s->parent && !s->function);
      for (const TreeNode* n = s->first; n; n = context_tree_next(n)) {
         XG_ASSERT(child_of(t, n->parent, number_of(n)) == n && !n->moved_to);
         for (const TreeNode* p = n->parent; p; p = p->parent)
            XG_ASSERT(!p->function || p->function != n->function);
         children++;
      }
   }
   return children;
}

void context_tree_check(const ContextTree* t)
{
   XG_ASSERT(check(t, t->running) + check(t, t->ended) == t->children.count);
   map_check(&t->children);
}
