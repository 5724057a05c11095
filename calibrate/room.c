// SPDX-License-Identifier: GPL-3.0-or-later
// What stays in the last level; see room.h.
#include "calibrate/room.h"

#include "calibrate/figures.h"
#include "calibrate/sampling.h"

enum { GROUP_B = 128 << 10, MEASUREMENTS_MAX = FIGURE_ROUNDS };

#define ROOM_WHOLE                                                                             \
   0.6 // real levels keep less than all of a walk through half of them: no one's replacement is LRU

static double measured_B[MEASUREMENTS_MAX];
static int n_measured;
static long processor_B, given_B; // what LL has, and what was found of it; 0: all

double room_of(double size_B, double cycles, double level, double memory)
{
   if (memory <= level) return size_B;
   const double found = (memory - cycles) / (memory - level);
   return size_B * (found < 0 ? 0 : found > 1 ? 1 : found);
}

// Of passes through the whole ring, one after the other, the fast ones count. Nothing else is loaded in between: a walk
// through memory beside it would displace the ring's lines itself.
static double stayed_B(Ring* ring, long nodes, double size_B)
{
   const double load = figure_value(FIGURE_LOAD);
   ring_walk(ring, nodes);
   return room_of(size_B, sampling_cycles_prepared(NULL, ring_walk, ring, nodes),
                  figure_value(FIGURE_LL) + load, figure_value(FIGURE_MEMORY) + load);
}

void room_measure(const Hierarchy* h)
{
   Area a;
   Ring ring;
   const long least_B = 2 * (h->l2_B ? h->l2_B : h->d1_B);
   const long half_B = h->ll_B / 2 / GROUP_B * GROUP_B;
   if (figure_value(FIGURE_LL) <= 0 || half_B <= least_B || !area_open(&a, (size_t)half_B, 1))
      return;
   double most_B = least_B;
   for (long size_B = half_B; size_B > least_B; size_B = size_B / 2 / GROUP_B * GROUP_B) {
      const long nodes = size_B / h->line_B / 2 / RING_STEP * RING_STEP;
      ring_make(&ring, &a, (size_t)size_B, 2 * (size_t)h->line_B, (size_t)h->line_B, GROUP_B);
      const double stayed = stayed_B(&ring, nodes, (double)size_B);
      if (stayed > most_B) most_B = stayed;
      if (stayed >= ROOM_WHOLE * (double)size_B) {
         if (size_B == half_B) most_B = (double)h->ll_B;
         break;
      }
   }
   area_close(&a);
   room_note(most_B);
}

void room_note(double bytes)
{
   if (n_measured < MEASUREMENTS_MAX) measured_B[n_measured++] = bytes;
}

// The size of a power of two of sets, as a factor the nearest one.
static long nearest_B(double room_B, long set_B)
{
   long sets = 1;
   while ((double)sets * 1.414 * (double)set_B < room_B) sets *= 2;
   return sets * set_B;
}

void room_resolve(Hierarchy* h)
{
   if (n_measured == 0) return;
   sampling_sort(measured_B, n_measured);
   // That which counts of a figure, of which more is better: others take lines away, and never add one.
   const double room_B = measured_B[n_measured - 1 - figures_which_counts(n_measured)];
   n_measured = 0;
   if (room_B > ROOM_WHOLE * (double)h->ll_B) return;
   processor_B = h->ll_B;
   given_B = h->ll_B = nearest_B(room_B, (h->ll_ways ? h->ll_ways : 1) * h->line_B);
}

void room_tell(FILE* to, const char* prefix)
{
   if (!given_B) return;
   fprintf(to,
           "%sof the %ld KiB of the last level about %ld stayed for this program, which are in "
           "the file: others on this computer use it, too\n",
           prefix, processor_B >> 10, given_B >> 10);
}
