// SPDX-License-Identifier: GPL-3.0-or-later
// How long idle lines stay in the last level; see idle_lines.h.
#include "calibrate/idle_lines.h"

#include <math.h>

#include "calibrate/figures.h"
#include "calibrate/rings.h"
#include "calibrate/room.h"
#include "calibrate/sampling.h"

enum { GROUP_B = 128 << 10 };

#define STAYS_LEAST_CYCLES 1e5 // less than a walk through L2 takes from memory
#define STAYS_MAX_CYCLES                                                                       \
   1e8                  // some 30 ms: what is there after that has not been displaced by others
#define NEAR_ENOUGH 1.3 // the time differs by more from round to round

static double measured_cycles[FIGURE_ROUNDS];
static int n_measured;

typedef struct {
   Ring ring, displacing;
   long nodes, displacing_nodes;
   double idle_ns;
} Idle;

// Loads the lines, displaces them from L2, and leaves them alone.
static void leave_alone(void* data)
{
   Idle* is = data;
   ring_walk(&is->ring, is->nodes);
   ring_walk(&is->displacing, is->displacing_nodes);
   const double end = sampling_now_ns() + is->idle_ns;
   while (sampling_now_ns() < end) continue;
}

static void come_back(void* data, long n)
{
   ring_walk(&((Idle*)data)->ring, n);
}

// Whether half of the lines are there after so many cycles.
static int stay(Idle* is, double cycles)
{
   const double load = figure_value(FIGURE_LOAD);
   is->idle_ns = cycles / sampling_clock_MHz() * 1000;
   const double takes = sampling_cycles_prepared(leave_alone, come_back, is, is->nodes);
   return room_of(1, takes, figure_value(FIGURE_LL) + load, figure_value(FIGURE_MEMORY) + load)
          >= 0.5;
}

void idle_lines_measure(const Hierarchy* h)
{
   Area a;
   Idle is;
   const long level_B = h->l2_B ? h->l2_B : h->d1_B;
   const long some_B = level_B / 2 > GROUP_B ? level_B / 2 / GROUP_B * GROUP_B : GROUP_B;
   if (figure_value(FIGURE_LL) <= 0 || figure_value(FIGURE_MEMORY) <= figure_value(FIGURE_LL)
       || some_B + 2 * level_B > h->ll_B || !area_open(&a, (size_t)(some_B + 2 * level_B), 1))
      return;
   is.nodes = some_B / h->line_B / 2 / RING_STEP * RING_STEP;
   ring_make(&is.ring, &a, (size_t)some_B, 2 * (size_t)h->line_B, (size_t)h->line_B, GROUP_B);
   Area behind = {.base = a.base + some_B};
   is.displacing_nodes = 2 * level_B / h->line_B / RING_STEP * RING_STEP;
   ring_make_in_order(&is.displacing, &behind, (size_t)(is.displacing_nodes * h->line_B),
                      (size_t)h->line_B);
   double stays = STAYS_LEAST_CYCLES, gone = STAYS_MAX_CYCLES;
   if (stay(&is, gone)) gone = stays = 0;
   while (gone > NEAR_ENOUGH * stays) {
      const double between = sqrt(stays * gone);
      if (stay(&is, between))
         stays = between;
      else
         gone = between;
   }
   area_close(&a);
   idle_lines_note(stays);
}

void idle_lines_note(double cycles)
{
   if (n_measured < FIGURE_ROUNDS) measured_cycles[n_measured++] = cycles ? cycles : INFINITY;
}

void idle_lines_resolve(void)
{
   if (n_measured == 0) {
      figure_fail(FIGURE_LL_STAYS, "LL or memory was not measured");
      return;
   }
   sampling_sort(measured_cycles, n_measured);
   const double cycles = measured_cycles[(n_measured - 1) / 2];
   figure_set(FIGURE_LL_STAYS, isinf(cycles) ? 0 : cycles / 1000);
   n_measured = 0;
}
