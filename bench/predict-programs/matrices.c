/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * matrices.c: square matrices of doubles, whose rows are adjacent in memory.  SIZE is the number of rows, of
 * points along each side for stencils.
 */
#include "timed.h"

static double *a, *b, *c;
static long n;

/* small whole numbers: their sums are exact in any order */
static double* new_matrix(long elements, long modulus)
{
   double* m = allocate(elements * sizeof *m);
   for (long i = 0; i < elements; i++) m[i] = i % modulus;
   return m;
}

static void set_up_matrices(long size)
{
   n = size;
   a = new_matrix(n * n, 7);
   b = new_matrix(n * n, 5);
   c = new_matrix(n * n, 1);
}

static void set_up_cubes(long size)
{
   n = size;
   a = new_matrix(n * n * n, 7);
   b = new_matrix(n * n * n, 5);
}

/* ---- products, named by the order of their loops from the outside */

static long run_ijk(long passes)
{
   EACH_PASS(passes)
   for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++) {
         double sum = 0;
         for (long k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
         c[i * n + j] = sum;
      }
   return c[n + 1];
}

static long run_jik(long passes)
{
   EACH_PASS(passes)
   for (long j = 0; j < n; j++)
      for (long i = 0; i < n; i++) {
         double sum = 0;
         for (long k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
         c[i * n + j] = sum;
      }
   return c[n + 1];
}

static long run_ikj(long passes)
{
   EACH_PASS(passes)
   for (long i = 0; i < n; i++)
      for (long k = 0; k < n; k++) {
         const double factor = a[i * n + k];
         for (long j = 0; j < n; j++) c[i * n + j] += factor * b[k * n + j];
      }
   return 0;
}

static long run_kij(long passes)
{
   EACH_PASS(passes)
   for (long k = 0; k < n; k++)
      for (long i = 0; i < n; i++) {
         const double factor = a[i * n + k];
         for (long j = 0; j < n; j++) c[i * n + j] += factor * b[k * n + j];
      }
   return 0;
}

static long run_jki(long passes)
{
   EACH_PASS(passes)
   for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++) {
         const double factor = b[k * n + j];
         for (long i = 0; i < n; i++) c[i * n + j] += a[i * n + k] * factor;
      }
   return 0;
}

static long run_blocked(long passes)
{
   enum { BLOCK = 32 };
   EACH_PASS(passes)
   for (long k0 = 0; k0 < n; k0 += BLOCK)
      for (long j0 = 0; j0 < n; j0 += BLOCK) {
         const long k1 = k0 + BLOCK < n ? k0 + BLOCK : n, j1 = j0 + BLOCK < n ? j0 + BLOCK : n;
         for (long i = 0; i < n; i++)
            for (long k = k0; k < k1; k++) {
               const double factor = a[i * n + k];
               for (long j = j0; j < j1; j++) c[i * n + j] += factor * b[k * n + j];
            }
      }
   return 0;
}

/* ---- sums, transposition, a vector */

static long run_rows(long passes)
{
   double sum = 0;
   EACH_PASS(passes)
   for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++) sum += a[i * n + j];
   return sum;
}

static long run_columns(long passes)
{
   double sum = 0;
   EACH_PASS(passes)
   for (long j = 0; j < n; j++)
      for (long i = 0; i < n; i++) sum += a[i * n + j];
   return sum;
}

static long run_transpose(long passes)
{
   EACH_PASS(passes)
   for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++) b[j * n + i] = a[i * n + j];
   return b[n + 2];
}

static long run_vector(long passes)
{
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) {
      double sum = 0;
      for (long j = 0; j < n; j++) sum += a[i * n + j] * b[j];
      c[i] = sum;
   }
   return c[n - 1];
}

/* ---- stencils */

static long run_stencil_1(long passes)
{
   EACH_PASS(passes)
   for (long i = 1; i < n * n - 1; i++) b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
   return b[n];
}

static long run_stencil_2(long passes)
{
   EACH_PASS(passes)
   for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++)
         b[i * n + j] = 0.5 * a[i * n + j]
                        + 0.125
                             * (a[i * n + j - 1] + a[i * n + j + 1] + a[(i - 1) * n + j]
                                + a[(i + 1) * n + j]);
   return b[n + 1];
}

/* in place: each point waits for the one before it */
static long run_gauss_seidel(long passes)
{
   EACH_PASS(passes)
   for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++)
         a[i * n + j] =
            0.25
            * (a[i * n + j - 1] + a[i * n + j + 1] + a[(i - 1) * n + j] + a[(i + 1) * n + j]);
   return 0;
}

static long run_stencil_3(long passes)
{
   const long plane = n * n;
   EACH_PASS(passes)
   for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++)
         for (long k = 1; k < n - 1; k++) {
            const long at = i * plane + j * n + k;
            b[at] = 0.4 * a[at]
                    + 0.1
                         * (a[at - 1] + a[at + 1] + a[at - n] + a[at + n] + a[at - plane]
                            + a[at + plane]);
         }
   return b[plane + n + 1];
}

const Kernel kernels[] = {{"ijk", set_up_matrices, run_ijk},
                          {"jik", set_up_matrices, run_jik},
                          {"ikj", set_up_matrices, run_ikj},
                          {"kij", set_up_matrices, run_kij},
                          {"jki", set_up_matrices, run_jki},
                          {"blocked", set_up_matrices, run_blocked},
                          {"rows", set_up_matrices, run_rows},
                          {"columns", set_up_matrices, run_columns},
                          {"transpose", set_up_matrices, run_transpose},
                          {"vector", set_up_matrices, run_vector},
                          {"stencil-1", set_up_matrices, run_stencil_1},
                          {"stencil-2", set_up_matrices, run_stencil_2},
                          {"gauss-seidel", set_up_matrices, run_gauss_seidel},
                          {"stencil-3", set_up_cubes, run_stencil_3},
                          {NULL}};
