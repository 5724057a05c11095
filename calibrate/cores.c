// SPDX-License-Identifier: GPL-3.0-or-later
// Lines between cores; see cores.h.
#define _GNU_SOURCE
#include "calibrate/cores.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

#include "calibrate/figures.h"
#include "calibrate/sampling.h"

// Whose turn it is.
enum { MINE, YOURS, END };

static cpu_set_t processors;
static _Alignas(128) atomic_int turn;

void cores_look(void)
{
   if (sched_getaffinity(0, sizeof processors, &processors) != 0) CPU_ZERO(&processors);
}

static int topology(int cpu, const char* what)
{
   char name[128];
   int value = -1;
   snprintf(name, sizeof name, "/sys/devices/system/cpu/cpu%d/topology/%s", cpu, what);
   FILE* in = fopen(name, "r");
   if (!in) return -1;
   if (fscanf(in, "%d", &value) != 1) value = -1;
   fclose(in);
   return value;
}

// A processor that is another core in the same package; -1: there is none.
static int other_core(void)
{
   const int here = sched_getcpu();
   for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
      if (cpu == here || !CPU_ISSET(cpu, &processors)) continue;
      const int package = topology(cpu, "physical_package_id");
      if (package != topology(here, "physical_package_id")) continue;
      const int core = topology(cpu, "core_id");
      if (core < 0 || core != topology(here, "core_id")) return cpu;
   }
   return -1;
}

// Waits for the turn, and gives it on: the line comes once to be read, and once to be written.
static int exchange(int from, int to)
{
   for (int seen; (seen = atomic_load_explicit(&turn, memory_order_relaxed)) != from;)
      if (seen == END) return 0;
   atomic_store(&turn, to);
   return 1;
}

static void run_exchanges(void* unused, long n)
{
   (void)unused;
   for (long i = 0; i < n; i++) exchange(MINE, YOURS);
}

// ---------------------------------------------------------------- contention

// Words of the two cores, in one line or in lines of their own.
enum { APART_B = 256, WORDS = 4 };
static _Alignas(128) struct {
   volatile int of[APART_B / 2];
} words;

typedef struct {
   int at;     // of the partner's words
   int atomic; // operations, not loads and stores
} Contest;

static Contest contest;
static _Alignas(128) atomic_long begun, ended;
static long length;

// Adds to words in turn, at addresses that no processor knows before.
static void count(volatile int* own, long n)
{
   for (long i = 0; i < n; i++) {
      if (contest.atomic)
         __atomic_fetch_add((int*)own, 1, __ATOMIC_RELAXED);
      else
         own[(i * i >> 4) % WORDS]++;
   }
}

// Both cores count at the same time; the run ends when both have counted to n.
static void run_contest(void* unused, long n)
{
   (void)unused;
   length = n;
   const long round = atomic_fetch_add(&begun, 1) + 1;
   count(words.of, n);
   while (atomic_load(&ended) != round) continue;
}

static void* contend(void* unused)
{
   for (long round = 1;; round++) {
      while (atomic_load(&begun) < round) continue;
      if (length == 0) return unused;
      count(words.of + contest.at, length);
      atomic_store(&ended, round);
   }
}

static double contended(int at, int is_atomic)
{
   contest = (Contest){at, is_atomic};
   return sampling_cycles(run_contest, NULL);
}

static void measure_contention(void)
{
   const double alone = contended(APART_B / (int)sizeof(int) / 2, 0);
   figure_set(FIGURE_CONTENDED, contended(WORDS, 0) - alone);
   figure_set(FIGURE_CONTENDED_ATOMIC, contended(WORDS, 1));
   length = 0;
   atomic_fetch_add(&begun, 1);
}

// ----------------------------------------------------------------------- all

static void* answer(void* unused)
{
   while (exchange(YOURS, MINE)) {
   }
   return contend(unused);
}

static void fail(const char* why)
{
   figure_fail(FIGURE_CORE, why);
   figure_fail(FIGURE_CONTENDED, why);
   figure_fail(FIGURE_CONTENDED_ATOMIC, why);
}

void cores_measure(void)
{
   const int cpu = other_core();
   cpu_set_t there;
   pthread_t partner;
   pthread_attr_t attributes;
   if (cpu < 0) {
      fail("there is no other core");
      return;
   }
   CPU_ZERO(&there);
   CPU_SET(cpu, &there);
   pthread_attr_init(&attributes);
   pthread_attr_setaffinity_np(&attributes, sizeof there, &there);
   atomic_store(&turn, MINE);
   atomic_store(&begun, 0);
   atomic_store(&ended, 0);
   if (pthread_create(&partner, &attributes, answer, NULL) != 0) {
      fail("no thread could be started on another core");
      return;
   }
   const double exchanged = sampling_cycles(run_exchanges, NULL);
   exchange(MINE, END);
   measure_contention();
   pthread_join(partner, NULL);
   figure_set(FIGURE_CORE, exchanged);
}
