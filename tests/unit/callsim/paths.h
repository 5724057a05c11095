// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the calling-context tree must be: exclusive costs by path, as the reference walks it.
//
// A path is one number: its functions, outermost first, four bits each, from the lowest ones; then
// the thread and whether it is in a signal handler.  A function that comes again leads back to
// where it was.  Callers that are found later are no part of this: see sim_has_paths().
#ifndef XG_TESTS_UNIT_CALLSIM_PATHS_H
#define XG_TESTS_UNIT_CALLSIM_PATHS_H

#include "callsim/state.h"

enum { SIM_PATHS = 30000, SIM_DEEPER = 14, SIM_THREAD_SHIFT = 56, SIM_HANDLER_SHIFT = 63 };

typedef struct {
   uint64_t key;
   SimCost self;
   uint32_t slot;
} SimPath;

static SimPath sim_path[SIM_PATHS];
static int sim_paths, sim_path_hash[SIM_HASH]; // index + 1

static bool sim_has_paths(void)
{
   return sim.c->tree_depth && !sim_has(SIM_UNDERFLOW);
}

static void sim_forget_paths(void)
{
   for (int i = 0; i < sim_paths; i++) sim_path_hash[sim_path[i].slot] = 0;
   sim_paths = 0;
}

static SimCost* sim_cost_of_path(uint64_t key)
{
   uint32_t h = (uint32_t)(key * 0x9E3779B97F4A7C15ULL >> 40) % SIM_HASH;
   while (sim_path_hash[h] && sim_path[sim_path_hash[h] - 1].key != key) h = (h + 1) % SIM_HASH;
   if (!sim_path_hash[h]) {
      if (sim_paths == SIM_PATHS) sim_fail("too many paths", SIM_PATHS, 0);
      sim_path[sim_paths] = (SimPath){.key = key, .slot = h};
      sim_path_hash[h] = ++sim_paths;
   }
   return &sim_path[sim_path_hash[h] - 1].self;
}

// Appends a call to the functions of a path; returns how many there are.
static int sim_go_on(int* path, int n, int f)
{
   for (int i = 0; i < n; i++)
      if (path[i] == f) return i + 1;
   bool deeper = n >= (int)sim.c->tree_depth;
   if (deeper && path[n - 1] == SIM_DEEPER) return n;
   path[n] = deeper ? SIM_DEEPER : f;
   return n + 1;
}

static uint64_t sim_key_of_path(const int* path, int n, int thread, bool in_handler)
{
   uint64_t key =
      (uint64_t)thread << SIM_THREAD_SHIFT | (uint64_t)in_handler << SIM_HANDLER_SHIFT;
   for (int i = 0; i < n; i++) key |= (uint64_t)(path[i] + 1) << 4 * i;
   return key;
}

// The path of what runs.
static uint64_t sim_path_now(void)
{
   const SimStack* s = sim.s;
   int path[SIM_ALL + 2], n = 1;
   int first = s->depth > s->floor ? s->frame[s->floor].context : s->here;
   path[0] = sim.context[first].functions[0];
   for (int i = s->floor; i < s->depth; i++)
      if (s->frame[i].arc >= 0)
         n = sim_go_on(path, n, sim.context[sim.arc[s->frame[i].arc].to].functions[0]);
   return sim_key_of_path(path, n, s->thread, s->handlers > 0);
}

static int sim_thread_of_path(uint64_t key)
{
   return (int)(key >> SIM_THREAD_SHIFT & 127);
}

// The paths of a thread (0: of all) have cost nothing so far.
static void sim_zero_paths(int thread)
{
   for (int i = 0; i < sim_paths; i++)
      if (!thread || sim_thread_of_path(sim_path[i].key) == thread)
         memset(&sim_path[i].self, 0, sizeof(SimCost));
}

#endif
