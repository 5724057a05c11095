// SPDX-License-Identifier: GPL-3.0-or-later
// Instrumentation is switched on below many calls, whose callers are seen only as they return.
//   under DEPTH
#include <stdio.h>
#include <stdlib.h>
#include <valgrind/callgrind.h>

#define NOINLINE __attribute__((noinline))

static volatile long sum;
static void (*const next[8])(int);

#define STEP(n)                                           \
   NOINLINE static void step##n(int k)                    \
   {                                                      \
      for (int i = 0; i < k % 5; i++) sum += i;           \
      if (k > 0) next[(k * 7 + n) % 8](k - 1);            \
      sum++;                                              \
   }
STEP(0) STEP(1) STEP(2) STEP(3) STEP(4) STEP(5) STEP(6)

NOINLINE static void bottom(void)
{
   char text[40];
   CALLGRIND_START_INSTRUMENTATION;
   for (int i = 0; i < 20; i++) sum += snprintf(text, sizeof text, "%d %f", i, i * 1.5);
}

NOINLINE static void step7(int k)
{
   if (k <= 3)
      bottom();
   else
      next[k % 7](k - 1);
   sum++;
}

static void (*const next[8])(int) = {step0, step1, step2, step3, step4, step5, step6, step7};

int main(int argc, char **argv)
{
   int depth = argc > 1 ? atoi(argv[1]) : 5;
   for (int i = 0; i < 5; i++) {
      CALLGRIND_STOP_INSTRUMENTATION;
      next[i](depth + i);
      CALLGRIND_DUMP_STATS;
      if (i & 1) CALLGRIND_ZERO_STATS;
   }
   return 0;
}
