// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of the commands that fit.  Oracle: texts written by hand; tests/text/same-texts compares many more with those of the scripts.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "commands/text/built.h"
#include "commands/text/counts.h"
#include "commands/text/escapes.h"
#include "commands/text/kept.h"
#include "commands/text/lists.h"
#include "commands/text/names.h"
#include "commands/text/numbers.h"
#include "commands/text/paths.h"
#include "commands/text/screen.h"
#include "commands/text/table.h"
#include "unit_main.h"

#define IS(text, expected) assert_string_equal(text, expected)

// --- Characters ------------------------------------------------------------------------------------

static void is_unescaped(const char* text, const char* expected)
{
   char* copy = kept_copy(text, strlen(text));
   unescape(copy);
   IS(copy, expected);
}

static void escapes(void** state)
{
   (void)state;
   IS(escaped("a\x1b\xff\xe2\x80\xae\\x41"), "a\\x1b\\xff\\x{202e}\\x5cx41");
   IS(escaped_name(" (7)"), "\\x20(7)");
   IS(escaped_name("(7)"), "\\x287)");
   IS(escaped_name("(below main)"), "(below main)");
   is_unescaped("\\x1b\\x{e9}\\x{1f600}", "\x1b\xc3\xa9\xf0\x9f\x98\x80");
   is_unescaped("\\x1\\x{}\\x{110000}\\x{000041}\\xGG", "\\x1\\x{}\\x{110000}\\x{000041}\\xGG");
   is_unescaped("\\x00 \\x{0}", "\\x00 \\x{0}");
   is_unescaped("\\x{d800}", "\xef\xbf\xbd");
   const char* plain = "as it is";
   assert_ptr_equal(escaped(plain), plain);
}

static void columns(void** state)
{
   (void)state;
   assert_int_equal(columns_of(""), 0);
   assert_int_equal(columns_of("\xe6\x97\xa5x"), 3);
   assert_int_equal(columns_of("e\xcc\x81"), 1);
   assert_int_equal(columns_of("\xff"), 4);
   IS(visible("x\xe2\x80\x8b\xc2\xa0"), "x\\x{200b}\\x{a0}");
   IS(padded("\xe6\x97\xa5", 4), "\xe6\x97\xa5  ");
   IS(padded_at_left("ab", 4), "  ab");
   IS(padded("abc", 2), "abc");
}

static void cuts(void** state)
{
   (void)state;
   IS(cut("abcdef", 6, 0), "abcdef");
   IS(cut("abcdefg", 6, 0), "abc...");
   IS(cut("abcdefg", 6, 1), "...efg");
   IS(cut("abcdefghijkl", 9, 0.5), "abc...jkl");
   IS(cut("abcdefg", 2, 0), "ab");
   IS(cut("abcdefg", 0, 0), "");
   IS(cut("abcdefg", -3, 1), "");
   IS(cut("\xe6\x97\xa5\xe6\x97\xa5\xe6\x97\xa5\xe6\x97\xa5", 6, 0), "\xe6\x97\xa5...");
   IS(cut_between("f [", "library.so", "]", 12), "f [libra...]");
   assert_null(cut_between("f [", "library.so", "]", 11));
   uint32_t n;
   const char** lines = wrapped("one two  three fourteenletters", 9, &n);
   assert_int_equal(n, 3);
   IS(lines[0], "one two");
   IS(lines[1], "three");
   IS(lines[2], "fourte...");
   lines = wrapped("", 9, &n);
   assert_int_equal(n, 1);
   IS(lines[0], "");
}

// --- Numbers and lists -----------------------------------------------------------------------------

static void numbers(void** state)
{
   (void)state;
   IS(commas(0), "0");
   IS(commas(999), "999");
   IS(commas(UINT64_MAX), "18,446,744,073,709,551,615");
   IS(commas_signed(-123456), "-123,456");
   IS(commas_signed(-123), "-123");
   IS(commas_rounded(2.5), "2");
   IS(commas_rounded(1e15 / 3), "333,333,333,333,333");
   IS(bytes_text(1536), "1.5 KiB");
   IS(bytes_text(1023), "1023 B");
   IS(bytes_text(4e18), "3552.7 PiB");
   IS(percent(1, 10000), "<0.1%");
   IS(percent(0, 10000), "0.0%");
   IS(percent(1, 0), "<0.1%");
   IS(rate_text(1, 3), "33.3%");
   IS(rate_text(1, 300), "0.33%");
   IS(rate_text(1, 1000000), "<0.01%");
   IS(rate_text(1, 0), "0%");
}

static void lists(void** state)
{
   (void)state;
   const char* names[] = {"a", "b", "c", "d"};
   IS(either(names, 1), "a");
   IS(either(names, 3), "a, b or c");
   IS(all_of(names, 2), "a and b");
   IS(some_of(2, names, 4), "a, b, 2 more");
   IS(some_of(3, names, 4), "a, b, c, d");
}

// Texts of one hash are rare; many texts are not.
static void counts(void** state)
{
   (void)state;
   Counts c = {0};
   for (int round = 0; round < 2; round++)
      for (int i = 0; i < 3000; i++) *count_of(&c, kept("text %d", i)) += (uint32_t)i;
   assert_int_equal(*count_of(&c, "text 2999"), 2 * 2999);
   assert_int_equal(*count_of(&c, "text 3000"), 0);
   counts_clear(&c);
}

// --- Names -----------------------------------------------------------------------------------------

static void paths(void** state)
{
   (void)state;
   IS(plain_path("./elf/./elf/rtld.c"), "elf/rtld.c");
   IS(plain_path("/a/b/../c"), "/a/c");
   IS(plain_path("/../z"), "/z");
   IS(plain_path("../x/../y.c"), "../y.c");
   const char* given[] = {"/a/x/util.c", "/a/y/util.c", "/a/main.c",
                          "/a/x/util.c", "/a/b/../v.c", "/a/v.c"};
   const char* expected[] = {".../x/util.c", ".../y/util.c", "main.c",
                             ".../x/util.c", ".../../v.c",   "/a/v.c"};
   const char** texts = short_paths(given, 6);
   for (int i = 0; i < 6; i++) IS(texts[i], expected[i]);
}

static void functions_are(const FunctionNames* functions, uint32_t n, int width,
                          const char* const* expected)
{
   const char** texts = short_functions(functions, n, width);
   for (uint32_t i = 0; i < n; i++) IS(texts[i], expected[i]);
}

static void functions(void** state)
{
   (void)state;
   functions_are(
      (FunctionNames[]){{"/b/p", "/s/p.c", "main"}, {"/lib/libc.so.6", "???", "malloc"}}, 2, 80,
      (const char*[]){"main [p]", "malloc [libc.so.6]"});
   functions_are((FunctionNames[]){{"p", "p.c", "f<int>(char)"},
                                   {"p", "p.c", "f<int>(long)"},
                                   {"p", "p.c", "g<int>()"}},
                 3, 80, (const char*[]){"f<>(char)", "f<>(long)", "g<>"});
   functions_are(
      (FunctionNames[]){{"p", "p.c", "name::space::Class<int>::method"}, {"p", "p.c", "other"}},
      2, 20, (const char*[]){"...::Class<>::method", "other"});
   functions_are((FunctionNames[]){{"???", "???", "???"}, {"", "", ""}, {"", "", "f"}}, 3, 80,
                 (const char*[]){"??? #2", "??? #1", "f"});
   functions_are((FunctionNames[]){{"p", "p.c", "f"}, {"p", "p.c", "f"}}, 2, 80,
                 (const char*[]){"f", "f"});
   functions_are(NULL, 0, 80, NULL);
   set_full_names(true);
   functions_are((FunctionNames[]){{"/b/p", "/s/p.c", "f(int)"}, {"/b/p", "???", "x"}}, 2, 20,
                 (const char*[]){"/s/p.c:f(int) [/b/p]", "x [/b/p]"});
   set_full_names(false);
}

// --- What is printed ---------------------------------------------------------------------------------

// What a function prints.
static const char* printed(void (*prints)(void))
{
   char text[4096] = "";
   fflush(stdout);
   FILE* file = tmpfile();
   assert_non_null(file);
   const int before = dup(STDOUT_FILENO);
   dup2(fileno(file), STDOUT_FILENO);
   prints();
   fflush(stdout);
   dup2(before, STDOUT_FILENO);
   close(before);
   rewind(file);
   const size_t n = fread(text, 1, sizeof text - 1, file);
   fclose(file);
   return kept_copy(text, n);
}

static const char* const* names_of_rows(void* with, int width)
{
   return short_texts(with, 2, width);
}

static Paint colours_of_rows[] = {PAINT_RED, PAINT_NOT};
static bool in_colours;

static void prints_table(void)
{
   static const char* names[] = {"main", "std::vector<int>::push_back(int&&)"};
   TableColumn all[] = {
      {.title = "Ir", .values = (const char*[]){"1,000 (90.0%)", "1 (0.1%)"}},
      {.title = "much", .values = (const char*[]){"12345678901234", NULL}, .priority = 1},
      {.title = "kind", .values = (const char*[]){"a", "b"}, .is_left = true, .priority = 2},
      {.title = "name", .fit = names_of_rows, .with = names},
   };
   Table t = {.columns = all,
              .n_columns = 4,
              .n_rows = 2,
              .colours = in_colours ? colours_of_rows : NULL};
   table_fit(&t);
   table_print(&t);
   table_print_left_out(&t, "--show");
}

static void tables(void** state)
{
   (void)state;
   set_screen_width(80);
   IS(printed(prints_table),
      "           Ir            much  kind  name\n"
      "------------------------------------------------------------------------------\n"
      "1,000 (90.0%)  12345678901234  a     main\n"
      "     1 (0.1%)                  b     std::vector<int>::push_back(int&&)\n");
   set_screen_width(40);
   IS(printed(prints_table), "           Ir  name\n"
                             "----------------------------------------\n"
                             "1,000 (90.0%)  main\n"
                             "     1 (0.1%)  ...::push_back(int&&)\n"
                             "\n"
                             "No room for much, kind: --width=N makes\n"
                             "room, --show chooses columns\n");
   choose_colours(COLOURS_YES);
   in_colours = true;
   IS(printed(prints_table), "\x1b[1m           Ir  name\x1b[0m\n"
                             "----------------------------------------\n"
                             "\x1b[31m1,000 (90.0%)\x1b[0m  main\n"
                             "     1 (0.1%)  ...::push_back(int&&)\n"
                             "\n"
                             "No room for much, kind: --width=N makes\n"
                             "room, --show chooses columns\n");
   choose_colours(COLOURS_NO);
   in_colours = false;
}

static void prints_fields(void)
{
   print_field("File", "1001 1002 1003 1004 1005 1006 1007");
   print_field("Only before", "x");
   print_wrapped("nine letters", "", 9);
   print_wrapped("", "a  ", 0);
}

static void fields(void** state)
{
   (void)state;
   set_screen_width(7);
   assert_int_equal(screen_width(), 40);
   IS(printed(prints_fields), "File:      1001 1002 1003 1004 1005 1006\n"
                              "           1007\n"
                              "Only before: x\n"
                              "nine\n"
                              "letters\n"
                              "a\n");
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(escapes), cmocka_unit_test(columns),   cmocka_unit_test(cuts),
      cmocka_unit_test(numbers), cmocka_unit_test(lists),     cmocka_unit_test(counts),
      cmocka_unit_test(paths),   cmocka_unit_test(functions), cmocka_unit_test(tables),
      cmocka_unit_test(fields),
   };
   return UNIT_MAIN(argc, argv, tests);
}
