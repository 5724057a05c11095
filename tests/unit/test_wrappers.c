// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that allocate for their callers: calls made by hand, and random programs of functions whose kind is known.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "memobj/wrappers.h"
#include "unit_main.h"
#include "xorshift.h"

// Addresses of code from the first on read the result of what has returned there.
enum { READ_FROM = 0x1000, UNLOADED = 0x2000 };
static bool is_unloaded;

static bool is_read(uint64_t address)
{
   return address >= READ_FROM && !(is_unloaded && address == UNLOADED);
}

static Wrappers set;
static WrapperCalls calls;

static WrapperCall call_of(const char* function, uint64_t since)
{
   return (WrapperCall){.wrapper = wrappers_find(&set, function, "app"),
                        .sp = 100,
                        .stack = &set,
                        .frame = 3,
                        .return_to = READ_FROM,
                        .since = since,
                        .start = 0x5000,
                        .size_B = 16};
}

// The function is called, allocates and returns this to the address.
static bool returns(const char* function, uint64_t result, uint64_t to)
{
   static uint64_t now = 1000;
   WrapperCall c = call_of(function, now++);
   c.return_to = to;
   wrappers_await(&calls, &c);
   if (!calls.n) return false;
   c = wrappers_take(&calls);
   return wrappers_judge(&c, result, is_read);
}

static bool hands_on(const char* function)
{
   return wrappers_hands_on(wrappers_find(&set, function, "app"), is_read);
}

static void results(void** state)
{
   (void)state;
   assert_false(hands_on("none"));
   assert_true(returns("same", 0x5000, READ_FROM));
   assert_true(hands_on("same"));
   assert_true(returns("inside", 0x500f, READ_FROM));
   assert_true(hands_on("inside"));
   assert_false(returns("behind", 0x5010, READ_FROM));
   assert_false(hands_on("behind"));
   assert_false(returns("before", 0x4fff, READ_FROM));
   assert_false(returns("null", 0, READ_FROM));
   // One counter-example takes the verdict back for ever.
   assert_false(returns("same", 0x6000, READ_FROM));
   assert_false(hands_on("same"));
   assert_false(returns("same", 0x5000, READ_FROM));
   assert_false(hands_on("same"));
   assert_ptr_not_equal(wrappers_find(&set, "inside", "app"),
                        wrappers_find(&set, "inside", "lib"));
}

// A function without result leaves the address in the register; nobody reads it.
static void unread(void** state)
{
   (void)state;
   for (uint64_t i = 0; i < 3 * WRAPPER_RETURNS; i++)
      assert_true(returns("unread", 0x5000, 1 + i));
   assert_false(hands_on("unread"));
   // Where it is read counts, however many other addresses follow.
   assert_true(returns("unread", 0x5000, READ_FROM + 1));
   assert_true(hands_on("unread"));
   assert_true(returns("forgotten", 0x5000, READ_FROM + 1));
   for (uint64_t i = 0; i < 3 * WRAPPER_RETURNS; i++)
      assert_true(returns("forgotten", 0x5000, 100 + i));
   assert_true(hands_on("forgotten"));
   // Code that is gone at the end was asked when it ran for the second time.
   for (int i = 0; i < 2; i++) assert_true(returns("gone", 0x5000, UNLOADED));
   is_unloaded = true;
   assert_true(hands_on("gone"));
   is_unloaded = false;
}

static void two_in_one_call(void** state)
{
   (void)state;
   WrapperCall c = call_of("pair", 1);
   wrappers_await(&calls, &c);
   assert_int_equal(calls.n, 1);
   c.start += 64;
   wrappers_await(&calls, &c);
   assert_int_equal(calls.n, 0);
   assert_true(c.wrapper->keeps);
   // A later call of another instruction, frame or time is another one.
   c = call_of("others", 1);
   for (int k = 0; k < 4; k++) {
      c.since += k == 1;
      c.frame += k == 2;
      c.return_to += k == 3;
      wrappers_await(&calls, &c);
   }
   assert_int_equal(calls.n, 4);
   assert_false(c.wrapper->keeps);
   calls.n = 0;
   // What realloc has moved is not there any longer.
   c = call_of("moved", 1);
   wrappers_await(&calls, &c);
   WrapperCall other = call_of("moved", 2);
   other.start = 0x7000;
   wrappers_await(&calls, &other);
   wrappers_moved(&calls, 0x5000);
   assert_int_equal(calls.n, 1);
   assert_int_equal(calls.call[0].start, 0x7000);
   wrappers_moved(&calls, 0x7000);
   assert_int_equal(calls.n, 0);
}

static void bounds(void** state)
{
   (void)state;
   WrapperCall c = call_of("bounded", 0);
   c.level = WRAPPER_LEVELS;
   wrappers_await(&calls, &c);
   assert_int_equal(calls.n, 0);
   c.level = WRAPPER_LEVELS - 1;
   for (uint32_t i = 0; i < WRAPPERS_AWAITED + 10; i++) {
      c.since = i;
      wrappers_await(&calls, &c);
   }
   assert_int_equal(calls.n, WRAPPERS_AWAITED);
   assert_int_equal(wrappers_take(&calls).since, WRAPPERS_AWAITED - 1);
   calls.n = 0;
}

// Random calls of functions of four kinds.
static void random_calls(void** state)
{
   (void)state;
   enum { FUNCTIONS = 40, STEPS = 4000 };
   enum { RETURNS_IT, RETURNS_INSIDE, SELDOM_NOT, NO_RESULT };
   bool seen_other[FUNCTIONS] = {false}, seen[FUNCTIONS] = {false};
   for (int i = 0; i < STEPS; i++) {
      const uint32_t f = (uint32_t)(next_random() % FUNCTIONS), kind = f % 4;
      char name[16] = {'f', (char)('a' + f / 10), (char)('0' + f % 10)};
      uint64_t result = 0x5000;
      if (kind == RETURNS_INSIDE) result += next_random() % 16;
      if (kind == SELDOM_NOT && next_random() % 50 == 0) {
         result -= 16;
         seen_other[f] = true;
      }
      seen[f] = true;
      (void)returns(name, result,
                    kind == NO_RESULT ? next_random() % READ_FROM
                                      : READ_FROM + next_random() % 100);
      assert_int_equal(hands_on(name), seen[f] && kind != NO_RESULT && !seen_other[f]);
   }
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(results), cmocka_unit_test(unread),
                                      cmocka_unit_test(two_in_one_call),
                                      cmocka_unit_test(bounds), cmocka_unit_test(random_calls)};
   return UNIT_MAIN(argc, argv, tests);
}
