// SPDX-License-Identifier: GPL-3.0-or-later
// Miss curves by function: random programs with calls, signals, coroutines and threads, against lists
// of lines and walks of all open calls (callsim.h); single rules of the entry points.
//
// test_curves --program=N runs the N-th program alone, --each=STEP each STEP-th.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "callsim.h"
#include "unit_main.h"

enum { PROGRAMS = 2500 };

static uint64_t distances;

static uint32_t next(void* source, uint32_t n)
{
   uint64_t* seed = source;
   *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
   return (uint32_t)((*seed >> 32) * n >> 32);
}

static void run(uint32_t number)
{
   static const uint32_t recursions[] = {1, 2, 3, SIM_DEPTH + 10};
   uint64_t seed = number * 0x9E3779B97F4A7C15ULL;
   SimConfig c = {.below = next,
                  .source = &seed,
                  .number = number,
                  .features = next(&seed, SIM_FEATURES) | SIM_LINES | SIM_WIDE | SIM_CACHES,
                  .curves = true,
                  .recursions = recursions[next(&seed, 4)],
                  .callers = next(&seed, 2) * next(&seed, SIM_CALLERS + 1),
                  .threads = 1 + next(&seed, 1u << next(&seed, 4))};
   if (c.features & SIM_DIRECT) c.features &= ~(next(&seed, 4) ? SIM_DIRECT : SIM_TOGGLE);
   sim_run(&c, 20 + (int)next(&seed, 20u << next(&seed, 8)));
   distances += c.distances;
}

static void programs(void** state)
{
   (void)state;
   uint32_t n = run_made_up_programs(run, PROGRAMS);
   print_message("%u programs, %llu distances\n", n, (unsigned long long)distances);
   if (!made_up_programs.only) assert_true(distances > 50 * n);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(programs)};
   return UNIT_MAIN(argc, argv, tests);
}
