// SPDX-License-Identifier: GPL-3.0-or-later
//
// layouts_uses: nodes that are allocated in one order and linked in another one; with -DARENA=N they lie N bytes apart in an
// array, in the order in which they are linked.  For tests/known/layouts, which counts in walk_nodes() alone; before it,
// all lines are other data's.
#include <stdio.h>
#include <stdlib.h>

typedef struct Node Node;
struct Node {
   Node* next;
   long value;
   char more[NODE_B - 16];
};

enum { NODES = 2000, STEP = 777, FLUSH_B = 1 << 20 };
static volatile char flushed[FLUSH_B];
static Node* node[NODES] __attribute__((aligned(4096)));
static Node* first;

#ifdef ARENA
static char arena[NODES * ARENA] __attribute__((aligned(4096)));
#endif

__attribute__((noinline)) static Node* new_node(void)
{
   Node* n = malloc(sizeof *n);
   __asm__ volatile("" : : "r"(n));
   return n;
}

// In another order than they are linked in.
__attribute__((noinline)) static long walk_nodes(void)
{
   long sum = 0;
   for (int r = 0; r < 2; r++) {
      for (Node* n = first; n; n = n->next) sum += n->value++;
      for (int i = 0; i < NODES; i += 3) sum += node[i]->more[NODE_B - 17];
   }
   return sum;
}

int main(void)
{
   for (int i = 0; i < NODES; i++) {
      node[i] = new_node();
      if (i % 5 == 0) free(malloc(300)), node[i] = new_node(); // one of these is never used
   }
   for (int i = 0; i < NODES; i++) {
      const int at = (int)((long)i * STEP % NODES);
#ifdef ARENA
      node[at] = (Node*)(arena + (long)i * ARENA);
#endif
      *node[at] = (Node){.next = first, .value = i};
      first = node[at];
   }
   for (int r = 0; r < 2; r++)
      for (long i = 0; i < FLUSH_B; i += 16) flushed[i]++;
   printf("%ld\n", walk_nodes());
   return 0;
}
