// SPDX-License-Identifier: GPL-3.0-or-later
//
// layouts_nodes: a list whose nodes are allocated between others or, with -DARENA=N, lie N bytes apart in an array.
// For tests/known/layouts, which counts in walk_nodes() alone; before it, all lines are other data's.
#include <stdio.h>
#include <stdlib.h>

#ifndef NODE_B
#define NODE_B 40
#endif

typedef struct Node Node;
struct Node {
   Node* next;
   long value;
   char more[NODE_B - 16];
};

enum { NODES = 3000, FLUSH_B = 1 << 20 };
static volatile char flushed[FLUSH_B];
static void* others[NODES];
static Node* first;

#ifdef ARENA
static char arena[NODES * ARENA] __attribute__((aligned(4096)));
static char* next_node = arena;
static Node* free_node;
#endif

__attribute__((noinline)) static Node* new_node(void)
{
#ifdef ARENA
   Node* n = free_node ? free_node : (Node*)next_node;
   if (free_node)
      free_node = n->next;
   else
      next_node += ARENA;
#else
   Node* n = malloc(sizeof *n);
#endif
   __asm__ volatile("" : : "r"(n));
   return n;
}

static void free_one(Node* n)
{
#ifdef ARENA
   n->next = free_node;
   free_node = n;
#else
   free(n);
#endif
}

__attribute__((noinline)) static long walk_nodes(void)
{
   long sum = 0;
   for (int r = 0; r < 3; r++)
      for (Node* n = first; n; n = n->next) sum += n->value++;
   return sum;
}

int main(void)
{
   for (int i = 0; i < NODES; i++) {
      Node* n = new_node();
      others[i] = malloc(8 + i % 200);
      n->next = first;
      n->value = i;
      first = n;
   }
   // Each third one is given back, and half of those are allocated again.
   Node* given_back = NULL;
   for (Node** at = &first; *at && (*at)->next && (*at)->next->next;) {
      Node* n = *at;
      *at = n->next;
      n->next = given_back;
      given_back = n;
      at = &(*at)->next->next;
   }
   int n_free = 0;
   for (Node *n = given_back, *next; n; n = next, n_free++) {
      next = n->next;
      free_one(n);
   }
   for (int i = 0; i < n_free / 2; i++) {
      Node* n = new_node();
      n->next = first;
      n->value = i;
      first = n;
   }
   for (int r = 0; r < 2; r++)
      for (long i = 0; i < FLUSH_B; i += 16) flushed[i]++;
   printf("%ld\n", walk_nodes());
   return 0;
}
