// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of code that I1 lacks: when each of them is there, by arithmetic.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cycles/code_ahead.h"
#include "unit_main.h"

static Processor p;
static Window w;
static CodeAhead a;
static uint64_t line; // that was asked for last

// A window of code that runs an instruction a cycle; L2 takes 20 cycles and sends a line of code each 4, LL 90.
static void start(void)
{
   p = (Processor)PROCESSOR_DEFAULT;
   p.width = 1;
   p.latency_mc[FROM_L2] = 20 * CYCLE_MC;
   p.latency_mc[FROM_LL] = 90 * CYCLE_MC;
   p.latency_mc[FROM_MEMORY] = 400 * CYCLE_MC;
   p.rate_mc[FROM_L2] = 1 * CYCLE_MC;
   p.rate_mc[FROM_LL] = 6 * CYCLE_MC;
   p.rate_mc[FROM_MEMORY] = 11 * CYCLE_MC;
   p.code_mc = 4 * CYCLE_MC;
   window_init(&w, &p);
   a = (CodeAhead){0};
}

// So many instructions later, which took so many cycles.
static void later(uint64_t instructions, uint64_t cycles)
{
   window_at(&w,
             (Moment){w.now.instructions + instructions, w.now.base_mc + cycles * CYCLE_MC});
}

// Cycles that the code waits for a line.
static int64_t waits(ServedFrom from)
{
   line += 2; // no line lies behind the one before
   return ((int64_t)code_ahead_fetch(&a, &w, line, from) - (int64_t)window_now(&w)) / CYCLE_MC;
}

// Behind a mispredicted branch the predictor begins with the code.
static void at_once(void** state)
{
   (void)state;
   start();
   later(1000, 1000);
   code_ahead_restart(&a, &w);
   assert_int_equal(waits(FROM_L2), 20);
   later(1000, 1000);
   code_ahead_restart(&a, &w);
   assert_int_equal(waits(FROM_MEMORY), 400);
}

// It gains seven eighths of a cycle with each instruction of a cycle: 16 instructions later 14 of 20 cycles.
static void gains(void** state)
{
   (void)state;
   start();
   later(1000, 1000);
   code_ahead_restart(&a, &w);
   later(16, 16);
   assert_int_equal(waits(FROM_L2), 20 - 14);
   start();
   later(1000, 1000);
   code_ahead_restart(&a, &w);
   later(32, 32);
   assert_true(waits(FROM_L2) < 0);
   // code that runs as fast as it predicts
   start();
   later(1000, 1000);
   code_ahead_restart(&a, &w);
   later(800, 100);
   assert_int_equal(waits(FROM_L2), 20);
}

// It is ahead by 128 instructions at most, here as many cycles: of LL all is hidden, of memory not.
static void queue(void** state)
{
   (void)state;
   start();
   later(100000, 100000);
   assert_true(waits(FROM_LL) < 0);
   later(100000, 100000);
   assert_int_equal(waits(FROM_MEMORY), 400 - 128);
   // with four instructions a cycle 32 cycles
   start();
   later(400000, 100000);
   assert_int_equal(waits(FROM_LL), 90 - 32);
}

// Lines that are asked for ahead come at the rate of their level, of L2 at that of code; 0: twice that of data.
static void rates(void** state)
{
   (void)state;
   start();
   later(100000, 100000);
   code_ahead_restart(&a, &w);
   for (int n = 0; n < 10; n++) assert_int_equal(waits(FROM_L2), 20 + 4 * n);
   p.code_mc = 0;
   assert_int_equal(waits(FROM_L2), 20 + 4 * 9 + 2);
   assert_int_equal(waits(FROM_LL), 90);
   assert_int_equal(waits(FROM_LL), 96);
   p.code_mc = 9 * CYCLE_MC;
   assert_int_equal(waits(FROM_LL), 105);
}

// The line behind the one before has a rate of its own; 0: that of others.
static void behind(void** state)
{
   (void)state;
   start();
   p.code_mc = 20 * CYCLE_MC;
   p.code_next_mc = 5 * CYCLE_MC;
   later(100000, 100000);
   code_ahead_restart(&a, &w);
   const int64_t now = (int64_t)window_now(&w);
   assert_int_equal(code_ahead_fetch(&a, &w, 100, FROM_L2) - now, 20 * CYCLE_MC);
   assert_int_equal(code_ahead_fetch(&a, &w, 101, FROM_L2) - now, 25 * CYCLE_MC);
   assert_int_equal(code_ahead_fetch(&a, &w, 102, FROM_L2) - now, 30 * CYCLE_MC);
   assert_int_equal(code_ahead_fetch(&a, &w, 101, FROM_L2) - now, 50 * CYCLE_MC);
   assert_int_equal(code_ahead_fetch(&a, &w, 103, FROM_L2) - now, 70 * CYCLE_MC);
   assert_int_equal(code_ahead_fetch(&a, &w, 104, FROM_LL) - now, 90 * CYCLE_MC);
   p.code_next_mc = 0;
   assert_int_equal(code_ahead_fetch(&a, &w, 105, FROM_L2) - now, 110 * CYCLE_MC);
}

// Where costs are not collected, the thread's instructions go back: the predictor begins anew.
static void goes_back(void** state)
{
   (void)state;
   start();
   later(100000, 100000);
   code_ahead_restart(&a, &w);
   window_at(&w, (Moment){10, 10 * CYCLE_MC});
   assert_int_equal(waits(FROM_L2), 20);
   later(100100, 100100); // a little more than where it began before
   assert_int_equal(waits(FROM_MEMORY), 400 - 128);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(at_once), cmocka_unit_test(gains),  cmocka_unit_test(queue),
      cmocka_unit_test(rates),   cmocka_unit_test(behind), cmocka_unit_test(goes_back),
   };
   return UNIT_MAIN(argc, argv, tests);
}
