// SPDX-License-Identifier: GPL-3.0-or-later
//
// What miss curves must be: for each access the distance by a list of lines, counted for the function
// that runs and for every function that has an open call, by a walk of all calls.
//
// With SimConfig.curves and SIM_CACHES.
#ifndef XG_TESTS_UNIT_CALLSIM_CURVES_H
#define XG_TESTS_UNIT_CALLSIM_CURVES_H

#include "cachesim/reuse_histogram.h"
#include "callsim/reference.h"

enum { SIM_CURVE_LINES = 64 };

static struct {
   uint64_t line[SIM_CURVE_LINES]; // in order of last access, the latest one first
   int lines;
   uint64_t self[SIM_ALL][REUSE_BUCKETS], inclusive[SIM_ALL][REUSE_BUCKETS];
   uint64_t all[REUSE_BUCKETS];
} sim_curves;

static void sim_curves_forget_lines(void)
{
   sim_curves.lines = 0;
}

static void sim_curves_zero(void)
{
   memset(sim_curves.self, 0, sizeof sim_curves.self);
   memset(sim_curves.inclusive, 0, sizeof sim_curves.inclusive);
   memset(sim_curves.all, 0, sizeof sim_curves.all);
}

static uint64_t sim_curves_touch(uint64_t line)
{
   int i = 0;
   while (i < sim_curves.lines && sim_curves.line[i] != line) i++;
   uint64_t distance = i < sim_curves.lines ? (uint64_t)i : REUSE_COLD;
   if (i == sim_curves.lines && ++sim_curves.lines > SIM_CURVE_LINES)
      sim_fail("too many lines for curves", SIM_CURVE_LINES, 0);
   memmove(sim_curves.line + 1, sim_curves.line, (size_t)i * sizeof line);
   sim_curves.line[0] = line;
   return distance;
}

static int sim_function_of(int context)
{
   return sim.context[context].functions[0];
}

// An access to one line or two: as far as the one farther away.
static void sim_curves_access(uint64_t address, uint32_t size_B)
{
   uint64_t first = address / 64, last = (address + size_B - 1) / 64;
   uint64_t distance = sim_curves_touch(first);
   if (last != first) {
      uint64_t other = sim_curves_touch(last);
      if (other > distance) distance = other;
   }
   const SimStack* s = sim.s;
   if (!s->collect) return;
   uint32_t bucket = reuse_bucket(distance);
   sim_curves.all[bucket]++;
   sim_curves.self[sim_function_of(s->here)][bucket]++;
   bool is_open[SIM_ALL] = {false};
   is_open[sim_function_of(s->here)] = true;
   for (int i = s->floor; i < s->depth; i++)
      is_open[sim_function_of(s->frame[i].context)] = true;
   for (int f = 0; f < SIM_ALL; f++) sim_curves.inclusive[f][bucket] += is_open[f];
}

static void sim_compare_histogram(const char* what, const ReuseHistogram* h,
                                  const uint64_t* expected)
{
   for (int b = 0; b < REUSE_BUCKETS; b++) {
      uint64_t sum = 0;
      for (int g = 0; h && h->row[b] && g < REUSE_GROUPS; g++) sum += h->row[b]->weight[g];
      sim_equal(what, sum, expected[b]);
   }
}

static void sim_compare_curves(void)
{
   miss_curves_check();
   miss_curves_flush();
   uint64_t all[REUSE_BUCKETS] = {0};
   for (int f = 0; f < SIM_ALL; f++) {
      uint32_t number = sim.function[f]->number;
      const FunctionCurve* c =
         number < PROGRAM->curves.n_by_function ? PROGRAM->curves.by_function[number] : NULL;
      sim_compare_histogram("self distances", c ? &c->self : NULL, sim_curves.self[f]);
      sim_compare_histogram("inclusive distances", c ? &c->inclusive : NULL,
                            sim_curves.inclusive[f]);
      for (int b = 0; b < REUSE_BUCKETS; b++) all[b] += sim_curves.self[f][b];
   }
   for (int b = 0; b < REUSE_BUCKETS; b++) {
      sim_equal("sum of self distances", all[b], sim_curves.all[b]);
      sim.c->distances += all[b];
   }
}

#endif
