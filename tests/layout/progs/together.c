// SPDX-License-Identifier: GPL-3.0-or-later
//
// together: rows and columns of either matrix may be exchanged, but not of both: half of the work walks down the columns of both, half
// of it along the rows.  That the elements of `cells` are divided helps beside each of them.
#include <stdio.h>

enum { N = 300, CELLS = 30000, ROUNDS = 3 };
static double a[N][N], b[N][N];
static struct cell {
   double mass, other[7];
} cells[CELLS];

__attribute__((noinline)) static void down(void)
{
   for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++)
         b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}

__attribute__((noinline)) static void along(void)
{
   for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++) a[i][j] = b[i][j];
}

__attribute__((noinline)) static double weigh(void)
{
   double sum = 0;
   for (int i = 0; i < CELLS; i++) sum += cells[i].mass;
   return sum;
}

int main(void)
{
   double sum = 0;
   for (int i = 0; i < N; i++) a[0][i] = i;
   for (int i = 0; i < CELLS; i++) cells[i].mass = i;
   for (int r = 0; r < ROUNDS; r++) {
      down();
      along();
      sum += weigh();
   }
   printf("%g %g\n", a[1][1], sum);
   return 0;
}
