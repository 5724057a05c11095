/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * walk_kinds.c: a loop for each kind of walk, each over an object larger than D1, so that each first access to a
 * line in a pass misses.  known/walks has what each must be.
 */
#include <stddef.h>

enum { N = 600, ELEMENTS = 20000, NODES = 5000, TABLE = 1 << 17, ARRAYS = 24 };

struct element {
   double used;
   char rest[184];
};
struct node {
   struct node* next;
   long value;
   char rest[112];
};

/* Not static, or the compiler would see that nobody writes them. */
double rows[N][N], matrix[N][N];
struct element elements[ELEMENTS];
struct node nodes[NODES];
struct node* pointers[NODES];
long table[TABLE];
double arrays[ARRAYS][4096 + 11];
static volatile double sum;

static __attribute__((noinline)) void walk_sequence(void)
{
   for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) sum += rows[i][j];
}

static __attribute__((noinline)) void walk_rows(void)
{
   for (int j = 0; j < N; j++)
      for (int i = 0; i < N; i++) sum += matrix[i][j];
}

static __attribute__((noinline)) void walk_elements(void)
{
   for (int i = 0; i < ELEMENTS; i++) sum += elements[i].used;
}

static __attribute__((noinline)) void walk_chain(void)
{
   for (const struct node* n = &nodes[0]; n; n = n->next) sum += 1;
}

static __attribute__((noinline)) void walk_pointers(void)
{
   for (int i = 0; i < NODES; i++) sum += pointers[i]->value;
}

static __attribute__((noinline)) void walk_random(void)
{
   unsigned x = 1;
   for (int i = 0; i < 50000; i++) {
      x = x * 1103515245 + 12345;
      sum += table[x >> 8 & (TABLE - 1)];
   }
}

static __attribute__((noinline)) void walk_streams(void)
{
   for (int i = 0; i < 4096; i++)
      for (int k = 0; k < ARRAYS; k++) sum += arrays[k][i];
}

static void link_nodes(void)
{
   static int order[NODES];
   unsigned x = 7;
   for (int i = 0; i < NODES; i++) order[i] = i;
   for (int i = NODES - 1; i > 1; i--) { /* the first one stays */
      x = x * 1103515245 + 12345;
      int j = 1 + (int)((x >> 8) % (unsigned)i), t = order[i];
      order[i] = order[j];
      order[j] = t;
   }
   for (int i = 0; i < NODES; i++) {
      pointers[i] = &nodes[order[i]];
      nodes[order[i]].next = i + 1 < NODES ? &nodes[order[i + 1]] : NULL;
   }
}

int main(void)
{
   link_nodes();
   walk_sequence();
   walk_rows();
   walk_elements();
   walk_chain();
   walk_pointers();
   walk_random();
   walk_streams();
   return 0;
}
