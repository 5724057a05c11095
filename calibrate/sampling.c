// SPDX-License-Identifier: GPL-3.0-or-later
// How long an operation takes; see sampling.h.
#define _GNU_SOURCE
#include "calibrate/sampling.h"

#include <sched.h>
#include <stdlib.h>
#include <time.h>

enum { RUNS_MAX = 4000, RUNS_MIN = 5, RUN_NS = 50000, CLOCKS_MAX = 256, MEASUREMENTS = 79 };

static double seconds_of_all = 10;
static double clocks_MHz[CLOCKS_MAX];
static int n_clocks;

double sampling_now_ns(void)
{
   struct timespec t;
   clock_gettime(CLOCK_MONOTONIC, &t);
   return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

void sampling_start(double seconds)
{
   seconds_of_all = seconds;
   cpu_set_t here;
   CPU_ZERO(&here);
   CPU_SET((size_t)sched_getcpu(), &here);
   sched_setaffinity(0, sizeof here,
                     &here); // without it, the figures are as good on a quiet machine
}

// A chain of additions of registers: one a cycle on every processor.
static void run_additions(void* data, long n)
{
   long x = 0, y = *(long*)data;
   for (long i = 0; i < n; i += 16) {
#define ADD                                                                                    \
   x += y;                                                                                     \
   OPAQUE(x);
      ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD
#undef ADD
   }
   *(long*)data = x & 1;
}

static double run_ns(Run* run, void* data, long n)
{
   const double start = sampling_now_ns();
   run(data, n);
   return sampling_now_ns() - start;
}

// How many operations take about RUN_NS.
static long length_of(Run* run, void* data)
{
   long n = 4 * SAMPLING_STEP;
   while (run_ns(run, data, n) < RUN_NS && n < 1L << 30) n *= 2;
   return n;
}

static int compare(const void* a, const void* b)
{
   const double x = *(const double*)a, y = *(const double*)b;
   return (x > y) - (x < y);
}

void sampling_sort(double* x, int n)
{
   qsort(x, (size_t)n, sizeof *x, compare);
}

// A number that one of so many of the n does not exceed.
static double low_one(double* x, int n, int of)
{
   sampling_sort(x, n);
   return x[n / of];
}

static double end_of_measurement_ns(void)
{
   return sampling_now_ns() + seconds_of_all * 1e9 / MEASUREMENTS;
}

static double sample(void (*prepare)(void* data), Run* run, void* data, long n, int of)
{
   static double operation_ns[RUNS_MAX], cycle_ns[RUNS_MAX];
   long addend = 1;
   const long n_cycles = length_of(run_additions, &addend);
   const double end = end_of_measurement_ns();
   int runs = 0;
   while (runs < RUNS_MAX && (runs < RUNS_MIN || sampling_now_ns() < end)) {
      cycle_ns[runs] = run_ns(run_additions, &addend, n_cycles) / (double)n_cycles;
      if (prepare) prepare(data);
      operation_ns[runs++] = run_ns(run, data, n) / (double)n;
   }
   const double cycle = low_one(cycle_ns, runs, of);
   if (n_clocks < CLOCKS_MAX) clocks_MHz[n_clocks++] = 1000 / cycle;
   return low_one(operation_ns, runs, of) / cycle;
}

double sampling_cycles(Run* run, void* data)
{
   return sample(NULL, run, data, length_of(run, data), 10);
}

double sampling_least(Run* run, void* data)
{
   return sample(NULL, run, data, length_of(run, data), RUNS_MAX + 1);
}

double sampling_cycles_prepared(void (*prepare)(void* data), Run* run, void* data, long n)
{
   return sample(prepare, run, data, n, 10);
}

double sampling_ratio(Run* run, void* data, void* other)
{
   static double ratio[RUNS_MAX];
   const long n = length_of(run, other);
   const double end = end_of_measurement_ns();
   int runs = 0;
   while (runs < RUNS_MAX && (runs < RUNS_MIN || sampling_now_ns() < end)) {
      const double other_ns = run_ns(run, other, n);
      ratio[runs++] = run_ns(run, data, n) / other_ns;
   }
   return low_one(ratio, runs, 2);
}

double sampling_clock_MHz(void)
{
   if (n_clocks == 0) return 0;
   sampling_sort(clocks_MHz, n_clocks);
   return clocks_MHz[n_clocks / 2];
}
