// SPDX-License-Identifier: GPL-3.0-or-later
// Small programs of all kinds; see kernels.h.
#include "calibrate/kernels.h"

#include <math.h>
#include <string.h>

#include "calibrate/random.h"

enum { LINE_B = 64, LONGS_OF_LINE = LINE_B / (int)sizeof(long), GROUP_B = 1 << 20 };

// ------------------------------------------------------------ what they share

static long* longs(const Kernel* k)
{
   return (long*)k->area.base;
}

static double* doubles(const Kernel* k)
{
   return (double*)k->area.base;
}

static long n_longs(const Kernel* k)
{
   return k->size_B / (long)sizeof(long);
}

// From where a part of n longs is worked on; the next one begins behind it.
static long* next_part(Kernel* k, long n)
{
   if (k->at + n > n_longs(k)) k->at = 0;
   long* part = longs(k) + k->at;
   k->at += n;
   return part;
}

// -------------------------------------------------------------------- kernels

static void chase(void* data, long n)
{
   ring_walk(&((Kernel*)data)->ring, n);
}

static void add_up(void* data, long n)
{
   Kernel* k = data;
   const long* part = next_part(k, n);
   long sum = 0;
   for (long i = 0; i < n; i++) sum += part[i];
   k->sum += (double)sum;
}

static void add_arrays(void* data, long n)
{
   Kernel* k = data;
   double* to = doubles(k);
   const double* from = to + n;
   for (long i = 0; i < n; i++) to[i] += from[i];
}

static void store_in_order(void* data, long n)
{
   Kernel* k = data;
   long* part = next_part(k, n);
   for (long i = 0; i < n; i++) part[i] = i;
}

static void add_lines(void* data, long n)
{
   Kernel* k = data;
   const long step = 5 * LONGS_OF_LINE;
   const long* part = next_part(k, n * step);
   long sum = 0;
   for (long i = 0; i < n; i++) sum += part[i * step];
   k->sum += (double)sum;
}

static void load_at_random(void* data, long n)
{
   Kernel* k = data;
   const long* from = longs(k);
   const uint64_t size = (uint64_t)n_longs(k);
   long sum = 0;
   for (long i = 0; i < n; i++) sum += from[random_below(&k->state, size)];
   k->sum += (double)sum;
}

static void count_at_random(void* data, long n)
{
   Kernel* k = data;
   long* counts = longs(k);
   const uint64_t size = (uint64_t)n_longs(k);
   for (long i = 0; i < n; i++) counts[random_below(&k->state, size)]++;
}

// How often each letter is in a text.
static void count_letters(void* data, long n)
{
   enum { LETTERS = 256 };
   Kernel* k = data;
   int* counts = (int*)k->area.base;
   unsigned char* text = (unsigned char*)(counts + LETTERS);
   for (long i = 0; i < n; i++) counts[text[i]]++;
}

static void branch_at_random(void* data, long n)
{
   Kernel* k = data;
   long sum = 0, other = 0;
   for (long i = 0; i < n; i++) {
      if (random_bits(&k->state) & 1) {
         sum += i;
         OPAQUE(sum);
      } else {
         other ^= i;
         OPAQUE(other);
      }
   }
   k->sum += (double)(sum + other);
}

// The first of the numbers 0, 2, 4 ... that is not below a random one.
static void search(void* data, long n)
{
   Kernel* k = data;
   const long* sorted = longs(k);
   const long size = n_longs(k);
   for (long i = 0; i < n; i++) {
      const long wanted = (long)random_below(&k->state, 2 * (uint64_t)size);
      long first = 0, last = size;
      while (first < last) {
         const long middle = (first + last) / 2;
         if (sorted[middle] < wanted) {
            first = middle + 1;
            OPAQUE(first);
         } else {
            last = middle;
            OPAQUE(last);
         }
      }
      k->sum += (double)first;
   }
}

static void multiply(void* data, long n)
{
   enum { N = 32 };
   Kernel* k = data;
   double(*a)[N] = (double(*)[N])k->area.base, (*b)[N] = a + N, (*c)[N] = b + N;
   for (long round = 0; round < n; round++)
      for (int i = 0; i < N; i++)
         for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int l = 0; l < N; l++) sum += a[i][l] * b[l][j];
            c[i][j] = sum;
         }
}

static void evaluate(void* data, long n)
{
   Kernel* k = data;
   double x = 0.5, y = 0;
   for (long i = 0; i < n; i++) y = y * x + 1;
   k->sum += y;
}

static void divide(void* data, long n)
{
   Kernel* k = data;
   const double* part = (const double*)next_part(k, n);
   double sum = 0;
   for (long i = 0; i < n; i++) sum += 1 / (part[i] + 2);
   k->sum += sum;
}

static void sort(void* data, long n)
{
   enum { SIZE = 24 };
   Kernel* k = data;
   long sorted[SIZE];
   for (long round = 0; round < n; round++) {
      for (int i = 0; i < SIZE; i++) {
         const long x = (long)random_bits(&k->state);
         int at = i;
         for (; at > 0 && sorted[at - 1] > x; at--) sorted[at] = sorted[at - 1];
         sorted[at] = x;
      }
      k->sum += (double)sorted[SIZE / 2];
   }
}

// A matrix of n columns and rows.
static void transpose(void* data, long n)
{
   Kernel* k = data;
   const double* from = doubles(k);
   double* to = doubles(k) + n * n;
   for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++) to[j * n + i] = from[i * n + j];
}

// ------------------------------------------------------------------- set them up

typedef enum { IN_D1, IN_L2, IN_LL, IN_MEMORY } Level;

typedef struct {
   const char* name;
   Level level;
   Run* run;
   long rounds;
   long round_B; // what a round goes on by: all of a run lie in the area; 0: it goes nowhere
} Kind;

static const Kind kinds[N_KERNELS] = {
   {"a chase in D1", IN_D1, chase, 40000},
   {"a chase in L2", IN_L2, chase, 20000},
   {"a chase in LL", IN_LL, chase, 8000},
   {"a chase in memory", IN_MEMORY, chase, 2000},
   {"a sum in L2", IN_L2, add_up, 32768, sizeof(long)},
   {"a sum in memory", IN_MEMORY, add_up, 262144, sizeof(long)},
   {"a sum of two arrays in D1", IN_D1, add_arrays, 1000},
   {"stores to memory", IN_MEMORY, store_in_order, 262144, sizeof(long)},
   {"each fifth line of LL", IN_LL, add_lines, 8000, 5 * LINE_B},
   {"random loads of LL", IN_LL, load_at_random, 20000},
   {"random loads of memory", IN_MEMORY, load_at_random, 10000},
   {"random counters in L2", IN_L2, count_at_random, 40000},
   {"a count of letters", IN_D1, count_letters, 8192},
   {"branches on random numbers", IN_D1, branch_at_random, 20000},
   {"a binary search in D1", IN_D1, search, 2000},
   {"a product of matrices", IN_D1, multiply, 4},
   {"a polynomial", IN_D1, evaluate, 40000},
   {"divisions", IN_D1, divide, 1500, sizeof(double)},
   {"a sort by insertion", IN_D1, sort, 200},
   {"a transposition in L2", IN_L2, transpose, 0},
};

// Half of D1 and of L2; of LL, others on the machine leave a part: three times L2, if it is so large; four times LL for memory, as a chase
// visits one line of two. 0: there is no such level, or it is too large to be set up in a simulation.
static long size_of(Level level, const Hierarchy* h)
{
   const long most = 512L << 20, some = 3 * h->l2_B;
   const long size = level == IN_D1               ? h->d1_B / 2
                     : level == IN_L2             ? h->l2_B / 2
                     : level == IN_MEMORY         ? h->ll_B * 4
                     : some && some < h->ll_B / 2 ? some
                                                  : h->ll_B / 2;
   const long unit = size < GROUP_B ? 2 * LINE_B : GROUP_B;
   return size <= most ? size / unit * unit : 0;
}

static void fill_text(Kernel* k)
{
   for (long i = 0; i < k->size_B; i++) k->area.base[i] = (char)random_below(&k->state, 256);
}

static void fill_sorted(Kernel* k)
{
   for (long i = 0; i < n_longs(k); i++) longs(k)[i] = 2 * i;
}

int kernel_open(Kernel* kernel, int number, const Hierarchy* h)
{
   const Kind* kind = &kinds[number];
   memset(kernel, 0, sizeof *kernel);
   kernel->name = kind->name;
   kernel->run = kind->run;
   kernel->rounds = kind->rounds;
   kernel->size_B = size_of(kind->level, h);
   kernel->state = 1;
   if (kind->round_B && kernel->rounds > kernel->size_B / kind->round_B)
      kernel->rounds = kernel->size_B / kind->round_B;
   if (kernel->size_B == 0 || (kind->level == IN_LL && h->ll_B <= h->l2_B)) return 0;
   // what the rounds of these need, whatever the size of D1
   const long least_B = kind->level == IN_D1 ? 32768 : kernel->size_B;
   if (!area_open(&kernel->area, (size_t)(least_B > kernel->size_B ? least_B : kernel->size_B),
                  0))
      return 0;
   if (kind->run == chase)
      ring_make(&kernel->ring, &kernel->area, (size_t)kernel->size_B, 2 * LINE_B, LINE_B,
                (size_t)(kernel->size_B < GROUP_B ? kernel->size_B : GROUP_B));
   if (kind->run == count_letters) fill_text(kernel);
   if (kind->run == search) fill_sorted(kernel);
   if (kind->run == transpose)
      kernel->rounds = (long)sqrt((double)kernel->size_B / (2 * sizeof(double)));
   return 1;
}

void kernel_close(Kernel* kernel)
{
   area_close(&kernel->area);
}

double kernel_cycles(Kernel* kernel)
{
   kernel->run(kernel, kernel->rounds);
   return sampling_cycles_prepared(NULL, kernel->run, kernel, kernel->rounds)
          * (double)kernel->rounds;
}

void xgrind_calibrate_kernel(Kernel* kernel)
{
   kernel->run(kernel, kernel->rounds);
}

void kernels_run(const Hierarchy* h)
{
   for (int i = 0; i < N_KERNELS; i++) {
      Kernel kernel;
      if (!kernel_open(&kernel, i, h)) continue;
      kernel.run(&kernel, kernel.rounds);
      xgrind_calibrate_kernel(&kernel);
      kernel_close(&kernel);
   }
}
