// SPDX-License-Identifier: GPL-3.0-or-later
// What stays of a last level that others use, too: where each request is served from, by the time since the one before.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cycles/idle_lines.h"
#include "unit_main.h"

enum { LINE_B = 64 };

static const uint64_t STAYS = 1000;
static Arena arena;
static IdleLines all;

static ServedFrom asks(uint64_t line, uint64_t now, ServedFrom simulated)
{
   return idle_lines_served(&all, STAYS, line * LINE_B, now, simulated);
}

// Of a line that nobody has asked for, time tells nothing.
static void first(void** state)
{
   (void)state;
   idle_lines_init(&all, &arena);
   assert_int_equal(asks(0, 5, FROM_MEMORY), FROM_MEMORY);
   assert_int_equal(asks(1, 5, FROM_LL), FROM_LL);
   assert_int_equal(asks(2, 5000, FROM_MEMORY), FROM_MEMORY);
}

// As long as lines stay they come from LL, and no longer, wherever a simulated cache has them.
static void stays(void** state)
{
   (void)state;
   idle_lines_init(&all, &arena);
   asks(7, 100, FROM_MEMORY);
   assert_int_equal(asks(7, 100 + STAYS, FROM_MEMORY), FROM_LL);
   assert_int_equal(asks(7, 100 + 2 * STAYS, FROM_LL), FROM_LL);
   assert_int_equal(asks(7, 100 + 3 * STAYS + 1, FROM_LL), FROM_MEMORY);
   assert_int_equal(asks(7, 100 + 3 * STAYS + 2, FROM_MEMORY), FROM_LL);
}

// Another thread's time may be behind.
static void earlier(void** state)
{
   (void)state;
   idle_lines_init(&all, &arena);
   asks(7, 100000, FROM_MEMORY);
   assert_int_equal(asks(7, 50, FROM_MEMORY), FROM_LL);
   assert_int_equal(asks(7, 51 + STAYS, FROM_MEMORY), FROM_MEMORY);
}

// Two lines that are 64 MiB apart have one place: the later one.
static void place(void** state)
{
   (void)state;
   idle_lines_init(&all, &arena);
   asks(3, 10, FROM_MEMORY);
   asks(4, 10, FROM_MEMORY);
   asks(3 + IDLE_LINES, 20, FROM_MEMORY);
   assert_int_equal(asks(3, 30, FROM_MEMORY), FROM_MEMORY);
   assert_int_equal(asks(4, 30, FROM_MEMORY), FROM_LL);
   assert_int_equal(asks(3 + IDLE_LINES, 40, FROM_LL), FROM_LL);
   asks(5, 50, FROM_MEMORY);
   asks(5 + IDLE_LINES / 2, 50, FROM_MEMORY);
   assert_int_equal(asks(5, 60, FROM_MEMORY), FROM_LL);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(first),
      cmocka_unit_test(stays),
      cmocka_unit_test(earlier),
      cmocka_unit_test(place),
   };
   return UNIT_MAIN(argc, argv, tests);
}
