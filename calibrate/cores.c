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

static void* answer(void* unused)
{
   while (exchange(YOURS, MINE)) {
   }
   return unused;
}

static void run_exchanges(void* unused, long n)
{
   (void)unused;
   for (long i = 0; i < n; i++) exchange(MINE, YOURS);
}

void cores_measure(void)
{
   const int cpu = other_core();
   cpu_set_t there;
   pthread_t partner;
   pthread_attr_t attributes;
   if (cpu < 0) {
      figure_fail(FIGURE_CORE, "there is no other core");
      return;
   }
   CPU_ZERO(&there);
   CPU_SET(cpu, &there);
   pthread_attr_init(&attributes);
   pthread_attr_setaffinity_np(&attributes, sizeof there, &there);
   atomic_store(&turn, MINE);
   if (pthread_create(&partner, &attributes, answer, NULL) != 0) {
      figure_fail(FIGURE_CORE, "no thread could be started on another core");
      return;
   }
   const double exchanged = sampling_cycles(run_exchanges, NULL);
   exchange(MINE, END);
   pthread_join(partner, NULL);
   figure_set(FIGURE_CORE, exchanged);
}
