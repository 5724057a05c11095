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
   t->steps = host_zalloc("callgraph.tree_steps", CONTEXT_TREE_STEPS * sizeof *t->steps);
}

static size_t node_B(const ContextTree* t)
{
   return sizeof(ContextTreeNode) + t->width * sizeof(uint64_t);
}

static ContextTreeNode* new_node(ContextTree* t)
{
   ContextTreeNode* n = t->free;
   if (n) {
      t->free = n->next;
      host_memset(n, 0, node_B(t));
   } else {
      n = arena_alloc(&t->arena, node_B(t));
   }
   if (++t->n_nodes > t->n_max) t->n_max = t->n_nodes;
   return n;
}

static uint32_t number_of(const ContextTreeNode* n)
{
   return n->function ? n->function->number : 0;
}

static void link_child(ContextTree* t, ContextTreeNode* parent, ContextTreeNode* n)
{
   n->parent = parent;
   n->depth = parent->depth + 1;
   n->next = parent->first;
   parent->first = n;
   map_put(&t->children, (uintptr_t)parent, number_of(n), n);
}

static void unlink_from(ContextTreeNode** list, const ContextTreeNode* n)
{
   while (*list != n) list = &(*list)->next;
   *list = n->next;
}

static void unlink_child(ContextTree* t, ContextTreeNode* n)
{
   unlink_from(&n->parent->first, n);
   map_remove(&t->children, (uintptr_t)n->parent, number_of(n));
}

static ContextTreeNode* new_child(ContextTree* t, ContextTreeNode* parent, const Function* f,
                                  const Block* entry)
{
   ContextTreeNode* n = new_node(t);
   n->function = f;
   n->entry = entry;
   link_child(t, parent, n);
   return n;
}

static ContextTreeNode* child_of(const ContextTree* t, const ContextTreeNode* parent,
                                 uint32_t number)
{
   return map_get(&t->children, (uintptr_t)parent, number);
}

ContextTreeNode* context_tree_next(const ContextTreeNode* n)
{
   if (n->first) return n->first;
   while (n->parent && !n->next) n = n->parent;
   return n->parent ? n->next : NULL;
}

static void reverse_children(ContextTreeNode* n)
{
   ContextTreeNode* reversed = NULL;
   for (ContextTreeNode *c = n->first, *next; c; c = next) {
      next = c->next;
      c->next = reversed;
      reversed = c;
   }
   n->first = reversed;
}

void context_tree_reverse(ContextTreeNode* root)
{
   reverse_children(root);
   for (ContextTreeNode* n = root->first; n; n = context_tree_next(n)) reverse_children(n);
}

// --- execution states
// -----------------------------------------------------------------------------

ContextTreeNode* context_tree_begin(ContextTree* t, uint32_t thread, int signal)
{
   ContextTreeNode* n = new_node(t);
   n->thread = thread;
   n->signal = signal;
   n->next = t->running;
   t->running = n;
   return n;
}

void context_tree_release(ContextTree* t, ContextTreeNode* n)
{
   while (--n->holders == 0 && n->moved_to) {
      ContextTreeNode* to = n->moved_to;
      n->next = t->free;
      t->free = n;
      t->n_nodes--;
      n = to;
   }
}

// Frees the node, which is in no list any more, once it has no holders; what those charge is
// charged to `to`.
static void retire(ContextTree* t, ContextTreeNode* n, ContextTreeNode* to)
{
   t->generation++;
   n->moved_to = to;
   context_tree_hold(to);
   context_tree_hold(n);
   context_tree_release(t, n);
}

static void merge_children(ContextTree* t, ContextTreeNode* from, ContextTreeNode* to);

// Makes a node, which is in no list, a child of a parent that may have a child of that function.
static void attach(ContextTree* t, ContextTreeNode* parent, ContextTreeNode* n)
{
   ContextTreeNode* same = child_of(t, parent, number_of(n));
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

// Recurses as deep as the tree is.
static void merge_children(ContextTree* t, ContextTreeNode* from, ContextTreeNode* to)
{
   for (ContextTreeNode* n; (n = from->first);) {
      unlink_child(t, n);
      attach(t, to, n);
   }
}

static ContextTreeNode* ended_root(ContextTree* t, const ContextTreeNode* like)
{
   ContextTreeNode* n = t->ended;
   while (n && (n->thread != like->thread || n->signal != like->signal)) n = n->next;
   return n;
}

static void set_depths(ContextTreeNode* root)
{
   for (ContextTreeNode* n = root->first; n; n = context_tree_next(n))
      n->depth = n->parent->depth + 1;
}

void context_tree_end(ContextTree* t, ContextTreeNode* root)
{
   unlink_from(&t->running, root);
   ContextTreeNode* all = ended_root(t, root);
   if (!all) {
      root->next = t->ended;
      t->ended = root;
      return;
   }
   merge_children(t, root, all);
   retire(t, root, all);
}

// --- calls ----------------------------------------------------------------------------------

ContextTreeNode* context_tree_step(ContextTree* t, ContextTreeNode* from, const Arc* arc)
{
   const Function* f = arc->to->function;
   ContextTreeNode* n = child_of(t, from, f->number);
   if (n) return n;
   for (n = from; n; n = n->parent)
      if (n->function == f) return n;
   if (from->depth < t->depth_max) return new_child(t, from, f, arc->target);
   if (!from->function) return from;
   n = child_of(t, from, 0);
   return n ? n : new_child(t, from, NULL, NULL);
}

// Merges into `top` the nodes of its function below it: they were made when it was not known to be
// there.
static void fold_into(ContextTree* t, ContextTreeNode* top)
{
   for (ContextTreeNode *n = top->first, *after; n; n = after) {
      after = context_tree_next(n);
      if (n->function != top->function) continue;
      // Behind it in the order of the tree, past all that is below it.
      const ContextTreeNode* last = n;
      while (!last->next && last->parent != top) last = last->parent;
      after = last->next;
      unlink_child(t, n);
      for (uint32_t e = 0; e < t->width; e++) top->self[e] += n->self[e];
      top->recursions += n->calls + n->recursions;
      merge_children(t, n, top);
      retire(t, n, top);
   }
}

ContextTreeNode* context_tree_top(ContextTree* t, ContextTreeNode* root, const Function* f)
{
   ContextTreeNode* called = root->first;
   if (called && called->function == f) return called;
   if (called) unlink_child(t, called);
   ContextTreeNode* top = new_child(t, root, f, NULL);
   if (!called) return top;
   link_child(t, top, called);
   fold_into(t, top);
   set_depths(root);
   return top;
}

// --- all nodes ------------------------------------------------------------------------------

static void zero(const ContextTree* t, ContextTreeNode* roots, uint32_t thread)
{
   for (ContextTreeNode* s = roots; s; s = s->next) {
      if (thread && s->thread != thread) continue;
      for (ContextTreeNode* n = s->first; n; n = context_tree_next(n)) {
         host_memset(n->self, 0, t->width * sizeof n->self[0]);
         n->calls = n->recursions = 0;
      }
   }
}

void context_tree_zero(ContextTree* t, uint32_t thread)
{
   zero(t, t->running, thread);
   zero(t, t->ended, thread);
}

static uint64_t check(const ContextTree* t, const ContextTreeNode* roots)
{
   uint64_t children = 0;
   for (const ContextTreeNode* s = roots; s; s = s->next) {
      XG_ASSERT(!s->parent && !s->function);
      for (const ContextTreeNode* n = s->first; n; n = context_tree_next(n)) {
         XG_ASSERT(child_of(t, n->parent, number_of(n)) == n && !n->moved_to);
         for (const ContextTreeNode* p = n->parent; p; p = p->parent)
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
