// SPDX-License-Identifier: GPL-3.0-or-later
// Names of functions and variables.  Oracle: the list of names that tests/text/run compares with those of the scripts.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/code_name.h"
#include "unit_main.h"

enum { LINE_B = 4096 };

static void same_name(const char* name, const char* expected)
{
   char* shown = code_name(name);
   assert_string_equal(shown, expected);
   host_free(shown);
}

// The end of a text without its blanks.
static void trim(char* text)
{
   size_t n = strlen(text);
   while (n && strchr(" \n", text[n - 1])) n--;
   text[n] = '\0';
}

static void as_the_scripts(void** state)
{
   (void)state;
   char path[LINE_B], line[LINE_B];
   snprintf(path, sizeof path, "%s", __FILE__);
   char* end = strstr(path, "unit/test_code_name.c");
   assert_non_null(end);
   strcpy(end, "text/code-names");
   FILE* list = fopen(path, "r");
   if (!list)
      skip(); // seeded faults are tried on the C sources alone; the other cases notice them
   int n = 0;
   while (fgets(line, sizeof line, list)) {
      char* arrow = strstr(line, " => ");
      if (!arrow) continue;
      *arrow = '\0';
      trim(line);
      trim(arrow + 4);
      same_name(line, arrow + 4);
      n++;
   }
   fclose(list);
   assert_true(n > 60);
}

// More bytes than compilers write, brackets at any depth, and what is nearly a name of some kind.
static void limits(void** state)
{
   (void)state;
   enum { DEEP = 4000, LONG = 1 << 16 };
   char* deep = malloc(LONG + 16);
   char* to = stpcpy(deep, "f");
   for (int i = 0; i < DEEP; i++) to = stpcpy(to, "<a");
   for (int i = 0; i < DEEP; i++) to = stpcpy(to, ">");
   strcpy(to, "(x)");
   same_name(deep, "f<>");
   memset(deep, 'a', LONG);
   strcpy(deep + LONG, "f(int)");
   same_name(deep, deep);
   free(deep);
   same_name("", "");
   same_name("f::h0123456789abcdef", "f");
   same_name("f::h0123456789abcdeg", "f::h0123456789abcdeg");
   same_name("a._omp_fn.1234567", "a._omp_fn.1234567");
   same_name("a._omp_fn.0.a_very_long_end_of_the_name_that_follows",
             "a [parallel region 1].a_very_long_end_of_the_name_that_follows");
   same_name("a._omp_fn.9.cold", "a [parallel region 10].cold");
   same_name("<<T<int> as A<B>>>::f", "<<>>::f");
   same_name("f(int) volatile const &", "f");
   same_name("g()::constant", "g::constant");
}

static void shorter(void** state)
{
   (void)state;
   char to[SHORT_TEXT_B];
   code_name_short(to, 100, "int ns::take<std::less<int>, 7>(std::vector<int> const&) const");
   assert_string_equal(to, "ns::take<>");
   code_name_short(to, 12, "__grid_of_cells_MOD_setup");
   assert_string_equal(to, "...::setup");
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(as_the_scripts),
      cmocka_unit_test(limits),
      cmocka_unit_test(shorter),
   };
   return UNIT_MAIN(argc, argv, tests);
}
