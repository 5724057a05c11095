// SPDX-License-Identifier: GPL-3.0-or-later
// Back-dating trees: ten thousand random programs with cache lines, against the walk of whole
// chains and against the same costs known at once (callsim.h).
//
// test_backdate --program=N runs the N-th program alone.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "callsim.h"
#include "unit_main.h"

enum { PROGRAMS = 10000 };

static struct {
   uint64_t parts, switches, lines, two_passes, most_threads, with_caches, steps, trees;
} done;

static uint32_t next(void* source, uint32_t n)
{
   uint64_t* seed = source;
   *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
   return (uint32_t)((*seed >> 32) * n >> 32);
}

// Most programs are short, a few are long; each feature is in every other one.
static void run(uint32_t number)
{
   static const uint32_t recursions[] = {1, 2, 3, SIM_DEPTH + 10};
   uint64_t seed = number * 0x9E3779B97F4A7C15ULL;
   SimConfig c = {.below = next,
                  .source = &seed,
                  .number = number,
                  .features = next(&seed, SIM_FEATURES) | SIM_LINES | SIM_WIDE,
                  .recursions = recursions[next(&seed, 4)],
                  .callers = next(&seed, 2) * next(&seed, SIM_CALLERS + 1),
                  .threads = 1 + next(&seed, 1u << next(&seed, 7))};
   // Every other program has a tree, every other one of those whole.
   if (number % 2) c.tree_depth = number % 4 == 1 ? SIM_ALL : 1 + number % 5;
   // What opens no level and what is done at the first level are not to be had together.
   if (c.features & SIM_DIRECT) c.features &= ~(next(&seed, 4) ? SIM_DIRECT : SIM_TOGGLE);
   if (c.features & SIM_CACHES) done.with_caches++;
   int steps = 20 + (int)next(&seed, 20u << next(&seed, 8));
   sim_run(&c, steps);
   done.parts += c.dumps_checked;
   done.switches += c.switches;
   done.lines += c.lines_charged;
   done.two_passes += c.two_passes_checked;
   done.steps += (uint64_t)steps;
   done.trees += c.trees_compared;
   if (c.features & SIM_THREADS && c.threads > done.most_threads) done.most_threads = c.threads;
}

static void programs(void** state)
{
   (void)state;
   uint32_t n = run_made_up_programs(run, PROGRAMS);
   print_message("%u programs, %llu steps, %llu lines, %llu stack switches, %llu parts; "
                 "%llu by two passes, %llu with real caches; %llu trees compared\n",
                 n, (unsigned long long)done.steps, (unsigned long long)done.lines,
                 (unsigned long long)done.switches, (unsigned long long)done.parts,
                 (unsigned long long)done.two_passes, (unsigned long long)done.with_caches,
                 (unsigned long long)done.trees);
   if (n < PROGRAMS) return;
   assert_int_equal(done.most_threads, SIM_MAX_THREADS);
   assert_true(done.parts > PROGRAMS && done.two_passes > PROGRAMS / 4);
   assert_true(done.switches > PROGRAMS && done.lines > PROGRAMS);
   assert_true(done.trees > PROGRAMS);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(programs)};
   return UNIT_MAIN(argc, argv, tests);
}
