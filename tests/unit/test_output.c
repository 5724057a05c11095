// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of a profile: names and numbers.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "unit_main.h"
#include "writers/profile_text.h"

// Source files may be numbered while a part is written, as many as there are lines of code in
// headers: each has its name once, whatever its number.
static void any_number(void** state)
{
   (void)state;
   static Writer w;
   static const uint32_t numbers[] = {1,       7,       8, 9, 1u << 20, (1u << 20) + 8,
                                      3000000, 3000000, 8, 1};
   enum { N = sizeof numbers / sizeof numbers[0] };
   const ProfileLayout layout = {.compress_strings = true};
   FILE* f = tmpfile();
   char expected[4096] = "", got[4096] = "";
   ProfileText t;
   writer_init(&w, fileno(f));
   profile_text_begin(&t, &w, &layout);
   for (int i = 0; i < N; i++) {
      const SourceFile file = {.number = numbers[i], .name = "name"};
      bool is_new = true;
      for (int k = 0; k < i; k++) is_new &= numbers[k] != numbers[i];
      profile_text_file(&t, "fi=", &file);
      sprintf(expected + strlen(expected), "fi=(%u)%s\n", numbers[i], is_new ? " name" : "");
   }
   profile_text_end(&t);
   assert_true(writer_finish(&w));
   rewind(f);
   assert_true(fread(got, 1, sizeof got - 1, f) > 0);
   fclose(f);
   assert_string_equal(got, expected);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(any_number)};
   return UNIT_MAIN(argc, argv, tests);
}
