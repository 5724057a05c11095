// SPDX-License-Identifier: GPL-3.0-or-later
//
// A STREAM-like program as the Evolution paper (section 4.3) changes it: the loop over four kernels, of which
// Scale reads at random.
//
// Usage: stream [elements [iterations]]      (default: 65536 3)
//
//    Copy   c[j] = a[j]                j in 0..n-1   (compilers make it a call of memcpy)
//    Scale  b[j] = s * c[random]       j in 0..n/8-1
//    Add    c[j] = a[j] + b[j]         j in 0..n-1
//    Triad  a[j] = b[j] + s * c[j]     j in 0..n-1
//
// As in the paper, `c` is allocated, and `a` and `b` are static variables.  The indices come from an xorshift
// generator, so that every run is the same.  Prints a checksum.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { ELEMENTS_MAX = 1 << 22 };

static double a[ELEMENTS_MAX], b[ELEMENTS_MAX];
static uint64_t state = 88172645463325252u;

static uint64_t next_random(void)
{
   state ^= state << 13;
   state ^= state >> 7;
   state ^= state << 17;
   return state;
}

static __attribute__((noinline)) void copy(double* restrict c, long n)
{
   for (long j = 0; j < n; j++) c[j] = a[j];
}

static __attribute__((noinline)) void scale(const double* restrict c, long n)
{
   for (long j = 0; j < n / 8; j++) b[j] = 3.0 * c[next_random() % (uint64_t)n];
}

static __attribute__((noinline)) void add(double* restrict c, long n)
{
   for (long j = 0; j < n; j++) c[j] = a[j] + b[j];
}

static __attribute__((noinline)) void triad(const double* restrict c, long n)
{
   for (long j = 0; j < n; j++) a[j] = b[j] + 3.0 * c[j];
}

static __attribute__((noinline)) void iteration(double* c, long n)
{
   copy(c, n);
   scale(c, n);
   add(c, n);
   triad(c, n);
}

int main(int argc, char** argv)
{
   long n = argc > 1 ? atol(argv[1]) : 65536;
   long iterations = argc > 2 ? atol(argv[2]) : 3;
   if (n < 8 || n > ELEMENTS_MAX || iterations < 1) {
      fprintf(stderr, "usage: stream [elements (8 to %d) [iterations]]\n", ELEMENTS_MAX);
      return 2;
   }
   double* c = malloc((size_t)n * sizeof *c);
   if (!c) {
      fprintf(stderr, "stream: no memory for %ld elements\n", n);
      return 1;
   }
   for (long j = 0; j < n; j++) a[j] = 1.0, b[j] = 2.0, c[j] = 0.0;
   for (long i = 0; i < iterations; i++) iteration(c, n);
   double sum = 0;
   for (long j = 0; j < n; j++) sum += a[j] * 1e-6;
   printf("%.9g\n", sum);
   free(c);
   return 0;
}
