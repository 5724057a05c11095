// SPDX-License-Identifier: GPL-3.0-or-later
//
// Three arrays that are indexed together, or, with -DGROUPED, one array of structures, for known/layouts.  With -DON_HEAP they
// are allocated, three times, and freed in between.  All have pages of their own.
#include <stdlib.h>

enum { N = 5000, STEPS = 20000 };
typedef struct {
   double of_a;
   int of_b;
   char gap[4]; // what no array has
   double of_c[2];
} Element;
_Static_assert(sizeof(Element) == 32, "of a: 0-7, of b: 8-11, of c: 16-31");

#define PAGE_B 4096
#ifdef ON_HEAP
static double *a, (*c)[2];
static int* b;
static Element* grouped;
#else
static _Alignas(PAGE_B) double a[N], c[N][2];
static _Alignas(PAGE_B) int b[N];
static _Alignas(PAGE_B) Element grouped[N];
#endif

#ifdef GROUPED
#define A(i) grouped[i].of_a
#define B(i) grouped[i].of_b
#define WORK work(grouped)
#define C(i, k) grouped[i].of_c[k]
#else
#define A(i) a[i]
#define B(i) b[i]
#define WORK work(a, b, c)
#define C(i, k) c[i][k]
#endif

#define ALONE __attribute__((noinline, noclone))

#ifdef ON_HEAP
// Each by a function of its own, by which it is named.
ALONE static void make_a(void)
{
   a = aligned_alloc(PAGE_B, N * sizeof *a);
}
ALONE static void make_b(void)
{
   b = aligned_alloc(PAGE_B, N * sizeof *b);
}
ALONE static void make_c(void)
{
   c = aligned_alloc(PAGE_B, N * sizeof *c);
}
ALONE static void make_grouped(void)
{
   grouped = aligned_alloc(PAGE_B, N * sizeof *grouped);
}
#endif

static unsigned long seed = 88172645463325252;

static unsigned random_below(unsigned n)
{
   seed ^= seed << 13;
   seed ^= seed >> 7;
   seed ^= seed << 17;
   return (unsigned)(seed % n);
}

// The caches have nothing else afterwards, whatever the allocator has used.
static volatile char swept[1 << 17];

ALONE static void sweep(void)
{
   for (unsigned i = 0; i < sizeof swept; i += 64) swept[i]++;
}

#ifdef GROUPED
ALONE static double work(Element* grouped)
#else
ALONE static double work(double* a, int* b, double (*c)[2])
#endif
{
   double sum = 0;
   for (int i = 0; i < N; i++) {
      A(i) = i;
      B(i) = i % 7;
   }
   for (int step = 0; step < STEPS; step++) {
      const unsigned i = random_below(N);
      if (step % 3) sum += A(i) * B(i);
      C(i, step % 2) += sum;
   }
   return sum;
}

int main(void)
{
   double sum = 0;
#ifdef ON_HEAP
   for (int i = 0; i < 3; i++) {
#ifdef GROUPED
      make_grouped();
#else
      make_a();
      make_b();
      make_c();
#endif
      sweep();
      sum += WORK;
      free(a);
      free(b);
      free(c);
      free(grouped);
   }
#else
   sum = WORK;
#endif
   return sum < 0;
}
