// SPDX-License-Identifier: GPL-3.0-or-later
// Back-dating trees; see tree.h.
#include "backdate/tree.h"

enum { CHUNK_NODES = 256 };

void backdate_init(BackdateForest* f, uint32_t events)
{
   XG_ASSERT(events <= BACKDATE_EVENTS_MAX);
   *f = (BackdateForest){.events = events};
   f->nodes.previous = f->nodes.next = &f->nodes;
}

static size_t costs_B(const BackdateForest* f)
{
   return f->events * sizeof(uint64_t);
}

static size_t node_B(const BackdateForest* f)
{
   return offsetof(BackdateNode, cost) + costs_B(f);
}

static void grow_pool(BackdateForest* f)
{
   size_t size_B = sizeof(void*) + CHUNK_NODES * node_B(f);
   void** chunk = host_alloc("backdate.nodes", size_B);
   *chunk = f->chunks;
   f->chunks = chunk;
   f->bytes += size_B;
   for (size_t i = 0; i < CHUNK_NODES; i++) {
      BackdateNode* n = (BackdateNode*)((char*)(chunk + 1) + i * node_B(f));
      n->next = f->free;
      f->free = n;
   }
}

// A node with one reference, behind another one in the ring of all nodes.
static BackdateNode* new_node(BackdateForest* f, BackdateNode* behind)
{
   if (!f->free) grow_pool(f);
   BackdateNode* n = f->free;
   f->free = n->next;
   host_memset(n, 0, node_B(f));
   n->references = 1;
   n->next = behind->next;
   n->previous = behind;
   n->previous->next = n;
   n->next->previous = n;
   f->n_created++;
   if (++f->n_nodes > f->n_max) f->n_max = f->n_nodes;
   return n;
}

BackdateNode* backdate_root(BackdateForest* f, uint64_t* total)
{
   BackdateNode* n = new_node(f, &f->nodes); // roots come first
   n->total = total;
   return n;
}

static void set_parent(BackdateForest* f, BackdateNode* n, BackdateNode* parent, uint64_t* arc)
{
   n->parent = parent;
   n->arc = arc;
   n->total = parent->total;
   parent->references++;
   map_put(&f->children, (uintptr_t)parent, (uintptr_t)arc, n);
}

BackdateNode* backdate_adopt(BackdateForest* f, BackdateNode* root, uint64_t* arc)
{
   BackdateNode* above = backdate_root(f, root->total);
   set_parent(f, root, above, arc);
   backdate_drop(f, root);
   return above;
}

BackdateNode* backdate_child(BackdateForest* f, BackdateNode* parent, uint64_t* arc)
{
   BackdateNode* n = map_get(&f->children, (uintptr_t)parent, (uintptr_t)arc);
   if (n) {
      n->references++;
      return n;
   }
   n = new_node(f, f->nodes.previous); // children behind their parents
   set_parent(f, n, parent, arc);
   return n;
}

// Adds the node's pending costs to its arc and its parent.  A root keeps them: its caller may be
// found.
static void flush(const BackdateForest* f, BackdateNode* n)
{
   if (!n->parent) return;
   for (uint32_t m = 0; m < f->events; m++) {
      n->arc[m] += n->cost[m];
      n->parent->cost[m] += n->cost[m];
   }
   host_memset(n->cost, 0, costs_B(f));
}

void backdate_prune(BackdateForest* f, BackdateNode* n)
{
   for (;;) {
      BackdateNode* parent = n->parent;
      flush(f, n);
      if (parent) map_remove(&f->children, (uintptr_t)parent, (uintptr_t)n->arc);
      if (n->user) f->released(n->user);
      n->previous->next = n->next;
      n->next->previous = n->previous;
      n->next = f->free;
      f->free = n;
      f->n_nodes--;
      f->n_pruned++;
      if (!parent || --parent->references) return;
      n = parent;
   }
}

void backdate_flush(BackdateForest* f)
{
   // Children are behind their parents in the ring.
   for (BackdateNode* n = f->nodes.previous; n != &f->nodes; n = n->previous) flush(f, n);
}

void backdate_begin_part(const BackdateForest* f, BackdateNode* root)
{
   XG_CHECK(!root->parent);
   host_memset(root->cost, 0, costs_B(f));
}

void backdate_forget(BackdateForest* f, const uint64_t* total)
{
   for (BackdateNode* n = f->nodes.next; n != &f->nodes; n = n->next)
      if (n->total == total) host_memset(n->cost, 0, costs_B(f));
}

void backdate_check(const BackdateForest* f)
{
   uint64_t nodes = 0, with_parent = 0, references = 0;
   for (const BackdateNode* n = f->nodes.next; n != &f->nodes; n = n->next) {
      nodes++;
      references += n->references;
      XG_ASSERT(n->references > 0 && n->next->previous == n && n->total);
      XG_ASSERT(!n->parent == !n->arc);
      if (!n->parent) continue;
      with_parent++;
      XG_ASSERT(n->total == n->parent->total);
      XG_ASSERT(map_get(&f->children, (uintptr_t)n->parent, (uintptr_t)n->arc) == n);
   }
   XG_ASSERT(nodes == f->n_nodes && with_parent == f->children.count);
   XG_ASSERT(references >= with_parent);
   map_check(&f->children);
}
