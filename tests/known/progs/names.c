// SPDX-License-Identifier: GPL-3.0-or-later
//
// names: objects with all kinds of names in C: variables, a static one in a function, allocations for a member, for a pointer that
// is an object itself, for a local one, and by a function that returns them.  For tests/known/names.
#include <stdlib.h>

struct record {
   long key;
   char name[40];
   double price;
   int amount, flags;
};

struct world {
   struct record* particle;
   int n;
};

struct record *table, *more;
struct record fixed[100];

__attribute__((noinline)) static void make(struct world* w, int n)
{
   w->particle = calloc(n, sizeof *w->particle);
   table = calloc(n, sizeof *table);
}

__attribute__((noinline)) static struct record* create(int n)
{
   return calloc(n, sizeof *more);
}

__attribute__((noinline)) static int count(int n)
{
   static int counts[64];
   return counts[n & 63]++;
}

int main(int n, char** arguments)
{
   (void)arguments;
   struct world w;
   make(&w, 1000 * n);
   more = create(1000 * n);
   int* local = malloc(1000 * n * sizeof *local);
   long sum = 0;
   for (int i = 0; i < 1000; i++) {
      local[i] = i;
      sum += w.particle[i].flags + table[i].flags + more[i].flags + fixed[i % 100].flags + local[i]
             + count(i);
   }
   return sum == 1;
}
