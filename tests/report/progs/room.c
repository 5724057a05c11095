// SPDX-License-Identifier: GPL-3.0-or-later
// answer: copies of memory
// says: grow by a factor
// Room for one element more, each time: all are copied, each time.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 3000 };
struct point {
   double x, y, z;
};
static struct point* all;

__attribute__((noinline)) static void add(int n, double x)
{
   struct point* more = malloc((n + 1) * sizeof *more);
   if (n) memcpy(more, all, n * sizeof *more); // here
   free(all);
   more[n] = (struct point){x, 1, 2};
   all = more;
}

int main(void)
{
   for (int i = 0; i < N; i++) add(i, i * 0.5);
   printf("%g\n", all[N - 1].x);
}
