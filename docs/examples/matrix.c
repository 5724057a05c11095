// SPDX-License-Identifier: GPL-3.0-or-later
//
// matrix: adds up a matrix twice, once along its rows and once along its
// columns.  Both loops make as many additions, but the second uses only one
// number of each cache line that it loads.  --cache-sim=yes shows the difference.
//
// Usage: cc -g -O2 -o matrix matrix.c && ./matrix

#include <stdio.h>
#include <stdlib.h>

#define N 2000 // rows and columns: 32 MB of numbers
#define ROUNDS 4

static double* matrix; // row after row

__attribute__((noinline)) static void fill(int round)
{
   for (int i = 0; i < N * N; i++) matrix[i] = (i + round) & 7;
}

__attribute__((noinline)) static double sum_by_rows(void)
{
   double sum = 0;
   for (int row = 0; row < N; row++) {
      for (int column = 0; column < N; column++) sum += matrix[row * N + column];
   }
   return sum;
}

__attribute__((noinline)) static double sum_by_columns(void)
{
   double sum = 0;
   for (int column = 0; column < N; column++) {
      for (int row = 0; row < N; row++) sum += matrix[row * N + column];
   }
   return sum;
}

int main(void)
{
   matrix = malloc(N * N * sizeof *matrix);
   if (!matrix) {
      fprintf(stderr, "matrix: not enough memory for %d numbers\n", N * N);
      return 1;
   }
   double rows = 0, columns = 0;
   for (int round = 0; round < ROUNDS; round++) {
      fill(round);
      rows += sum_by_rows();
      columns += sum_by_columns();
   }
   printf("by rows %.0f, by columns %.0f\n", rows, columns);
   free(matrix);
   return rows == columns ? 0 : 1;
}
