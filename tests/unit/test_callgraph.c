// SPDX-License-Identifier: GPL-3.0-or-later
// Shadow stack, contexts, arcs, fast path and profile against callsim.h, over many features.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "callsim.h"
#include "unit_main.h"

static uint32_t next(void* source, uint32_t n)
{
   uint32_t* seed = source;
   *seed = *seed * 1664525u + 1013904223u;
   return (uint32_t)((uint64_t)*seed * n >> 32);
}

enum { EVERYTHING = 2 * SIM_WIDE - 1 - SIM_DIRECT };

static void run(unsigned features, uint32_t callers, uint32_t recursions, int steps)
{
   for (uint32_t seed = 1; seed <= 5; seed++) {
      uint32_t source = seed * 7919u;
      SimConfig c = {.below = next,
                     .source = &source,
                     .features = features,
                     .callers = callers,
                     .recursions = recursions,
                     .tree_depth = seed % 2 ? seed : 0};
      sim_run(&c, steps);
      assert_true(c.dumps_checked > 0);
   }
}

static void each_feature(unsigned always)
{
   for (unsigned f = 1; f < SIM_LINES; f <<= 1)
      for (uint32_t recursions = 1; recursions <= 2; recursions++)
         run(always | f, 0, recursions, 3000);
}

static void each_alone(void** state)
{
   (void)state;
   each_feature(0);
}

static void each_on_fast_path(void** state)
{
   (void)state;
   each_feature(SIM_FAST_PATH);
}

static void all_together(void** state)
{
   (void)state;
   run(EVERYTHING & ~SIM_FAST_PATH, 0, 1, 10000);
   run(EVERYTHING, 0, 1, 10000);
   run(EVERYTHING, 0, 2, 10000);
   run(EVERYTHING & ~SIM_TOGGLE, 0, 2, 10000);
}

static void contexts(void** state)
{
   (void)state;
   for (uint32_t callers = 1; callers <= SIM_CALLERS; callers++) {
      run(SIM_DIRECT | SIM_LONGJMP, callers, 1, 3000);
      run(EVERYTHING, callers, 2, 3000);
   }
}

// A context for each recursion level: the roots' inclusive costs are the total.
static void conservation(void** state)
{
   (void)state;
   run(SIM_FAST_PATH | SIM_WIDE, 0, SIM_DEPTH + 10, 6000);
   enum { LEVELS = SIM_DEPTH + 10, NO_UNDERFLOW = EVERYTHING & ~SIM_UNDERFLOW };
   run(SIM_UNDERFLOW | SIM_DUMPS | SIM_COLLECT, 0, LEVELS, 6000);
   run(NO_UNDERFLOW & ~SIM_WIDE, 0, LEVELS, 6000);
   run(NO_UNDERFLOW & ~SIM_TOGGLE, 0, LEVELS, 6000);
   run(NO_UNDERFLOW & ~SIM_FAST_PATH, 1, LEVELS, 3000);
}

// Costs that become known long after the calls have returned: with each feature, then all.
static void back_dated(void** state)
{
   (void)state;
   enum { LINES = SIM_LINES | SIM_WIDE, LEVELS = SIM_DEPTH + 10 };
   for (unsigned f = 1; f < SIM_LINES; f <<= 1) run(LINES | f, 0, 2, 3000);
   for (unsigned f = 1; f < SIM_LINES; f <<= 1) run(LINES | SIM_FAST_PATH | f, 0, 1, 3000);
   run(LINES | EVERYTHING, 0, 2, 10000);
   run((LINES | EVERYTHING) & ~SIM_FAST_PATH, 2, 2, 10000);
   run(LINES | EVERYTHING | SIM_CACHES, 0, 2, 10000);
   run((LINES | EVERYTHING) & ~(SIM_UNDERFLOW | SIM_TOGGLE), 0, LEVELS, 6000);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_alone),   cmocka_unit_test(each_on_fast_path),
      cmocka_unit_test(all_together), cmocka_unit_test(contexts),
      cmocka_unit_test(conservation), cmocka_unit_test(back_dated)};
   return UNIT_MAIN(argc, argv, tests);
}
