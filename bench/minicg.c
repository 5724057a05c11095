/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * minicg.c: a workload that streams through a sparse matrix.  Solves A x = b
 * by conjugate gradients; A has a row for each point of a grid and an entry
 * for each point around it, stored by rows (values, columns, row starts).
 *
 * Build:  cc -O2 -g -o minicg minicg.c -lm
 * Usage:  minicg SIDE ITERATIONS [STENCIL [SEED]]
 *         STENCIL  27 (SIDE x SIDE x SIDE points) or 5 (SIDE x SIDE)
 *         SEED     not 0: number the points at random, so that gathering from
 *                  the vector follows no order
 *
 * Every row has STENCIL on the diagonal and -1 for each neighbour, at most
 * STENCIL - 1 of them: symmetric, and no eigenvalue is below 1.  The right
 * side is A times a vector of ones, so the solution is known, and its error
 * is at most the residual.  Prints the residual that the method carries along,
 * the residual b - A x itself, and the error; the exit status is 1 if the two
 * residuals differ, if the residual did not fall or if the error is larger.
 *
 * Each array comes from a line of its own (in new_values, new_columns, ...,
 * new_vectors), so that a profile by memory object can tell them apart by the
 * code that allocated them; residuals is static.  With Valgrind's headers the
 * counts of set-up and of the first iteration, which warms the caches, are
 * dropped; -DNO_REQUESTS keeps them.
 */

#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(__has_include) && !defined(NO_REQUESTS)
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#endif
#endif
#ifndef CALLGRIND_ZERO_STATS
#define CALLGRIND_ZERO_STATS
#endif

#define NOINLINE __attribute__((noinline))

enum { LINE_B = 64, ITERATIONS = 10000 };

typedef struct {
   int side, stencil;
   int rows, entries;
   double* values;
   int* columns;
   int* row_starts; /* rows + 1 */
   int* numbers;    /* of points: the row that each has */
} matrix_t;

typedef struct {
   double *b, *x, *r, *p, *ap;
} vectors_t;

static double residuals[ITERATIONS + 1]; /* squared, after each iteration */

static void* check(void* p)
{
   if (p == NULL) {
      fprintf(stderr, "minicg: out of memory\n");
      exit(2);
   }
   return p;
}

static NOINLINE void new_values(matrix_t* m)
{
   void* p = NULL;
   if (posix_memalign(&p, LINE_B, (size_t)m->entries * sizeof(double)) != 0) p = NULL;
   m->values = check(p);
}

static NOINLINE void new_columns(matrix_t* m)
{
   m->columns = check(malloc((size_t)m->entries * sizeof(int)));
}

static NOINLINE void new_rows(matrix_t* m)
{
   m->row_starts = check(calloc((size_t)m->rows + 1, sizeof(int)));
}

static NOINLINE void new_numbers(matrix_t* m)
{
   m->numbers = check(malloc((size_t)m->rows * sizeof(int)));
}

static double* zeros(int rows)
{
   return check(calloc((size_t)rows, sizeof(double)));
}

/* Not a function for each: equal functions become one when optimised. */
static NOINLINE void new_vectors(vectors_t* v, int rows)
{
   v->b = zeros(rows);
   v->x = zeros(rows);
   v->r = zeros(rows);
   v->p = zeros(rows);
   v->ap = zeros(rows);
}

/* In order, or shuffled by the seed. */
static NOINLINE void number_points(matrix_t* m, unsigned seed)
{
   for (int i = 0; i < m->rows; i++) m->numbers[i] = i;
   if (seed == 0) return;
   for (int i = m->rows - 1; i > 0; i--) {
      seed = seed * 1664525u + 1013904223u;
      int k = (int)((unsigned long)(seed >> 4) % (unsigned)(i + 1));
      int t = m->numbers[i];
      m->numbers[i] = m->numbers[k];
      m->numbers[k] = t;
   }
}

/* The points around point i, itself included, into `around`; returns how many. */
static int neighbourhood(const matrix_t* m, int i, int* around)
{
   const int n = m->side, flat = m->stencil == 5;
   const int x = i % n, y = i / n % n, z = i / n / n;
   const int depth = flat ? 0 : 1, layers = flat ? 1 : n;
   int found = 0;
   for (int dz = -depth; dz <= depth; dz++) {
      if (z + dz < 0 || z + dz >= layers) continue;
      for (int dy = -1; dy <= 1; dy++) {
         if (y + dy < 0 || y + dy >= n) continue;
         for (int dx = -1; dx <= 1; dx++) {
            if (x + dx < 0 || x + dx >= n || (flat && dx * dy != 0)) continue;
            around[found++] = i + (dz * n + dy) * n + dx;
         }
      }
   }
   return found;
}

static NOINLINE void count_entries(matrix_t* m)
{
   int around[27];
   for (int i = 0; i < m->rows; i++)
      m->row_starts[m->numbers[i] + 1] = neighbourhood(m, i, around);
   for (int i = 0; i < m->rows; i++) m->row_starts[i + 1] += m->row_starts[i];
   m->entries = m->row_starts[m->rows];
}

static NOINLINE void fill_entries(matrix_t* m)
{
   int around[27];
   for (int i = 0; i < m->rows; i++) {
      int at = m->row_starts[m->numbers[i]];
      int n = neighbourhood(m, i, around);
      for (int k = 0; k < n; k++, at++) {
         m->columns[at] = m->numbers[around[k]];
         m->values[at] = around[k] == i ? m->stencil : -1.0;
      }
   }
}

static void make_matrix(matrix_t* m, int side, int stencil, unsigned seed)
{
   m->side = side;
   m->stencil = stencil;
   m->rows = stencil == 5 ? side * side : side * side * side;
   new_numbers(m);
   new_rows(m);
   number_points(m, seed);
   count_entries(m);
   new_columns(m);
   new_values(m);
   fill_entries(m);
}

static NOINLINE void multiply(const matrix_t* m, const double* from, double* to)
{
   for (int i = 0; i < m->rows; i++) {
      double sum = 0.0;
      for (int k = m->row_starts[i]; k < m->row_starts[i + 1]; k++)
         sum += m->values[k] * from[m->columns[k]];
      to[i] = sum;
   }
}

static NOINLINE double dot(int n, const double* a, const double* b)
{
   double sum = 0.0;
   for (int i = 0; i < n; i++) sum += a[i] * b[i];
   return sum;
}

/* y += factor x */
static NOINLINE void add(int n, double factor, const double* x, double* y)
{
   for (int i = 0; i < n; i++) y[i] += factor * x[i];
}

/* p = r + factor p */
static NOINLINE void turn(int n, const double* r, double factor, double* p)
{
   for (int i = 0; i < n; i++) p[i] = r[i] + factor * p[i];
}

/* One iteration; rr is the squared residual before, the result the one after. */
static NOINLINE double iterate(const matrix_t* m, vectors_t* v, double rr)
{
   multiply(m, v->p, v->ap);
   double alpha = rr / dot(m->rows, v->p, v->ap);
   add(m->rows, alpha, v->p, v->x);
   add(m->rows, -alpha, v->ap, v->r);
   double next = dot(m->rows, v->r, v->r);
   turn(m->rows, v->r, next / rr, v->p);
   return next;
}

/* x = 0, so that b is the first residual and the first direction. */
static void start(const matrix_t* m, vectors_t* v)
{
   new_vectors(v, m->rows);
   for (int i = 0; i < m->rows; i++) v->p[i] = 1.0;
   multiply(m, v->p, v->b);
   for (int i = 0; i < m->rows; i++) v->r[i] = v->p[i] = v->b[i];
   residuals[0] = dot(m->rows, v->r, v->r);
}

/* Returns the iterations done: fewer than asked for once nothing is left. */
static int solve(const matrix_t* m, vectors_t* v, int iterations)
{
   int k = 0;
   while (k < iterations && residuals[k] > 1e-28 * residuals[0]) {
      residuals[k + 1] = iterate(m, v, residuals[k]);
      k++;
      if (k == 1) {
         CALLGRIND_ZERO_STATS;
      }
   }
   return k;
}

static void release(matrix_t* m, vectors_t* v)
{
   free(m->values);
   free(m->columns);
   free(m->row_starts);
   free(m->numbers);
   free(v->b);
   free(v->x);
   free(v->r);
   free(v->p);
   free(v->ap);
}

/* Prints the results; they are right if the method's residual is the residual
   and bounds the error, up to rounding in numbers as large as b. */
static int report(const matrix_t* m, vectors_t* v, int done)
{
   const double first = sqrt(residuals[0]), carried = sqrt(residuals[done]);
   multiply(m, v->x, v->ap);
   add(m->rows, -1.0, v->b, v->ap);
   const double direct = sqrt(dot(m->rows, v->ap, v->ap));
   for (int i = 0; i < m->rows; i++) v->ap[i] = v->x[i] - 1.0;
   const double error = sqrt(dot(m->rows, v->ap, v->ap));
   const double rounding = 1e-11 * first;
   printf("rows %d entries %d iterations %d\n", m->rows, m->entries, done);
   printf("residual first %.9e last %.9e direct %.9e error %.9e\n", first, carried, direct,
          error);
   return fabs(direct - carried) <= rounding && direct < first && error <= direct + rounding;
}

int main(int argc, char** argv)
{
   int side = argc >= 3 ? atoi(argv[1]) : 0;
   int iterations = argc >= 3 ? atoi(argv[2]) : 0;
   int stencil = argc >= 4 ? atoi(argv[3]) : 27;
   unsigned seed = argc == 5 ? (unsigned)atoi(argv[4]) : 0;
   if (argc > 5 || side < 2 || (stencil != 27 && stencil != 5)
       || side > (stencil == 5 ? 5000 : 400) || iterations < 1 || iterations > ITERATIONS) {
      fprintf(stderr,
              "usage: minicg SIDE ITERATIONS [STENCIL [SEED]], STENCIL being 27 or 5\n");
      return 2;
   }

   matrix_t m;
   vectors_t v;
   make_matrix(&m, side, stencil, seed);
   start(&m, &v);
   int done = solve(&m, &v, iterations);
   int right = report(&m, &v, done);
   release(&m, &v);
   if (!right) {
      fprintf(stderr, "minicg: the residual is not what it should be\n");
      return 1;
   }
   return 0;
}
