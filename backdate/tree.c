// SPDX-License-Identifier: GPL-3.0-or-later
// Back-dating trees; see tree.h.
#include "backdate/tree.h"

enum { CHUNK_NODES = 256 };

void backdate_init(BackForest* f, uint32_t metrics)
{
   XG_ASSERT(metrics <= BACK_METRICS_MAX);
   *f = (BackForest){.metrics = metrics};
   f->nodes.previous = f->nodes.next = &f->nodes;
}

void backdate_free(BackForest* f)
{
   for (void **chunk = f->chunks, **older; chunk; chunk = older) {
      older = *chunk;
      port_free(chunk);
   }
   map_clear(&f->children);
   *f = (BackForest){0};
}

static void grow_pool(BackForest* f)
{
   size_t size_B = sizeof(void*) + CHUNK_NODES * sizeof(BackNode);
   void** chunk = port_alloc("backdate.nodes", size_B);
   *chunk = f->chunks;
   f->chunks = chunk;
   f->bytes += size_B;
   BackNode* nodes = (BackNode*)(chunk + 1);
   for (int i = 0; i < CHUNK_NODES; i++) {
      nodes[i].next = f->free;
      f->free = &nodes[i];
   }
}

// A node with one reference, behind another one in the ring of all nodes.
static BackNode* new_node(BackForest* f, BackNode* behind)
{
   if (!f->free) grow_pool(f);
   BackNode* n = f->free;
   f->free = n->next;
   *n = (BackNode){.references = 1, .next = behind->next, .previous = behind};
   n->previous->next = n;
   n->next->previous = n;
   f->n_created++;
   if (++f->n_nodes > f->n_max) f->n_max = f->n_nodes;
   return n;
}

BackNode* backdate_root(BackForest* f, uint64_t* total)
{
   BackNode* n = new_node(f, &f->nodes); // roots come first
   n->total = total;
   return n;
}

static void set_parent(BackForest* f, BackNode* n, BackNode* parent, uint64_t* arc)
{
   n->parent = parent;
   n->arc = arc;
   n->total = parent->total;
   parent->references++;
   map_put(&f->children, (uintptr_t)parent, (uintptr_t)arc, n);
}

BackNode* backdate_adopt(BackForest* f, BackNode* root, uint64_t* arc)
{
   BackNode* above = backdate_root(f, root->total);
   set_parent(f, root, above, arc);
   backdate_drop(f, root);
   return above;
}

BackNode* backdate_child(BackForest* f, BackNode* parent, uint64_t* arc)
{
   BackNode* n = map_get(&f->children, (uintptr_t)parent, (uintptr_t)arc);
   if (n) {
      n->references++;
      return n;
   }
   n = new_node(f, f->nodes.previous); // children behind their parents
   set_parent(f, n, parent, arc);
   return n;
}

// Passes the node's costs on to its arc and its parent.  A root keeps them: its caller may be found.
static void fold(const BackForest* f, BackNode* n)
{
   if (!n->parent) return;
   for (uint32_t m = 0; m < f->metrics; m++) {
      n->arc[m] += n->cost[m];
      n->parent->cost[m] += n->cost[m];
   }
   port_memset(n->cost, 0, sizeof n->cost);
}

void backdate_prune(BackForest* f, BackNode* n)
{
   for (;;) {
      BackNode* parent = n->parent;
      fold(f, n);
      if (parent) map_remove(&f->children, (uintptr_t)parent, (uintptr_t)n->arc);
      if (n->context) f->released(n->context);
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

void backdate_settle(BackForest* f)
{
   // Children stand behind their parents in the ring.
   for (BackNode* n = f->nodes.previous; n != &f->nodes; n = n->previous) fold(f, n);
}

void backdate_begin_part(BackNode* root)
{
   XG_CHECK(!root->parent);
   port_memset(root->cost, 0, sizeof root->cost);
}

void backdate_forget(BackForest* f, const uint64_t* total)
{
   for (BackNode* n = f->nodes.next; n != &f->nodes; n = n->next)
      if (n->total == total) port_memset(n->cost, 0, sizeof n->cost);
}

void backdate_check(const BackForest* f)
{
   uint64_t nodes = 0, with_parent = 0, references = 0;
   for (const BackNode* n = f->nodes.next; n != &f->nodes; n = n->next) {
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
