// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a failed check says: the checked expression, what it was and what it should be; then where the check stands, and
// each call that leads there from the case, with its line of source, which has what the case gave:
//
//    [  ERROR   ] --- to: got "ns::take.....) const", expected "ns::t...>(...) const"
//    [  CALLED  ] --- same_function, .../test_short_text.c:57:  assert_string_equal(to, expected);
//    [  CALLED  ] --- functions, .../test_short_text.c:75:  same_function(20, name, "ns::t...>(...) const");
//    [   LINE   ] --- .../test_short_text.c:57: error: Failure!
//
// Behind cmocka.h, whose checks these replace.
#ifndef XG_TESTS_UNIT_FAILURE_H
#define XG_TESTS_UNIT_FAILURE_H

#include <stdint.h>
#include <stdio.h>

// What the case gives now, for tests that make it up: a text for printf, and up to eight integers for its %jd and %#jx.
//
//    unit_given("access %jd of %jd bytes", i, size_B);   // [  GIVEN   ] --- access 7 of 8 bytes
typedef struct {
   const char* format;
   intmax_t x[8];
} UnitGiven;
extern UnitGiven unit_given_now;
#define unit_given(format, ...) (unit_given_now = (UnitGiven){format, {__VA_ARGS__}})

// Of a check that has failed.
typedef struct {
   const char *got, *expected; // their text in the source
   const char* file;
   int line;
} UnitCheck;

// They say what was wrong, and end the case.
void unit_differs(const UnitCheck* c, uintmax_t got, uintmax_t expected);
void unit_texts_differ(const UnitCheck* c, const char* got, const char* expected);
void unit_is_not(const UnitCheck* c); // true

// The calls from the case to here, as above; to what cmocka keeps of the case.
void unit_print_calls(FILE* to);

#ifdef assert_int_equal
#undef assert_int_equal
#undef assert_string_equal
#undef assert_true
#undef assert_false

#define UNIT_CHECK(got, expected)                                                              \
   &(const UnitCheck)                                                                          \
   {                                                                                           \
      got, expected, __FILE__, __LINE__                                                        \
   }
#define assert_int_equal(got, expected)                                                        \
   do {                                                                                        \
      const uintmax_t got_ = (uintmax_t)(got), expected_ = (uintmax_t)(expected);              \
      if (got_ != expected_) unit_differs(UNIT_CHECK(#got, #expected), got_, expected_);       \
   } while (0)
#define assert_string_equal(got, expected)                                                     \
   do {                                                                                        \
      const char *got_ = (const char*)(got), *expected_ = (const char*)(expected);             \
      if (strcmp(got_, expected_) != 0)                                                        \
         unit_texts_differ(UNIT_CHECK(#got, #expected), got_, expected_);                      \
   } while (0)
#define assert_true(is)                                                                        \
   do {                                                                                        \
      if (!(is)) unit_is_not(UNIT_CHECK(#is, "true"));                                         \
   } while (0)
#define assert_false(is)                                                                       \
   do {                                                                                        \
      if (is) unit_is_not(UNIT_CHECK(#is, "false"));                                           \
   } while (0)
#endif

#endif
