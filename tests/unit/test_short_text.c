// SPDX-License-Identifier: GPL-3.0-or-later
// Names in messages.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/short_text.h"
#include "unit_main.h"

static void same_printable(const char* text, const char* expected)
{
   char* shown = short_text_printable(text);
   assert_string_equal(shown, expected);
   host_free(shown);
}

static void printable(void** state)
{
   (void)state;
   same_printable("", "");
   same_printable("a\x1b[31m\tb\n\x7f", "a?[31m?b??");
   same_printable("h\xc3\xa4 \xe2\x82\xac \xf0\x9f\x90\x8c",
                  "h\xc3\xa4 \xe2\x82\xac \xf0\x9f\x90\x8c");
   same_printable("\xc2\x9b"
                  "2J",
                  "?2J"); // a control character of two bytes
   same_printable("a\xe2\x80\xae"
                  "b\xe2\x81\xa6"
                  "c\xe2\x80\x8f"
                  "d\xd8\x9c"
                  "e\xef\xbb\xbf",
                  "a?b?c?d?e?");
   same_printable("\xe0\x80\x9b[", "?"
                                   "?"
                                   "?["); // escape in three bytes, which is no UTF-8
   same_printable("\xff\xc3(\xe2\x82", "?"
                                       "?(?"
                                       "?");
   same_printable("\x80", "?");
}

static void columns(void** state)
{
   (void)state;
   assert_int_equal(short_text_columns(""), 0);
   assert_int_equal(short_text_columns("h\xc3\xa4 \xe2\x82\xac"), 4);
}

static void same_function(int room, const char* name, const char* expected)
{
   char to[SHORT_TEXT_B];
   short_text_function(to, room, name);
   assert_string_equal(to, expected);
}

// One step after the other, as room gets less.
static void functions(void** state)
{
   (void)state;
   static const char name[] =
      "int const* ns::take<std::less<int>, 7>(std::vector<int> const&) const";
   same_function(69, name, name);
   same_function(68, name, "int const* ns::take<>(std::vector<> const&) const");
   same_function(49, name, "int const* ns::take<>(std::vector<> const&) const");
   same_function(48, name, "ns::take<>(std::vector<> const&) const");
   same_function(38, name, "ns::take<>(std::vector<> const&) const");
   same_function(37, name, "ns::take<>(...) const");
   same_function(21, name, "ns::take<>(...) const");
   same_function(20, name, "ns::take<>");
   same_function(6, name, "take<>");
   same_function(1, name, "take<>");
   same_function(40, "0x000000000001f930", "0x1f930");
   same_function(40, "0x0000000000000000", "0x0");
   same_function(40, "0", "0");
}

static void arguments(void** state)
{
   (void)state;
   same_function(30, "py::sort_words.<locals>.<lambda>", "py::sort_words.<lambda>");
   same_function(30, "operator<< <char, std::char_traits<char> >", "operator<< <>");
   same_function(30, "bool std::operator< <int, std::pair<int, long> >",
                 "bool std::operator< <>");
   same_function(30, "std::unique_ptr<int, std::less<int> >::operator->",
                 "std::unique_ptr<>::operator->");
   same_function(30, "call<fn(core::Argument<u8>) -> alloc::Result>::once", "call<>::once");
   same_function(30, "pick<decltype (a->b), (a<b), second>::once", "...::once");
   same_function(30, "<alloc::vec::Vec<T> as core::ops::Drop>::drop", "...::drop");
   same_function(44, "<alloc::vec::Vec<T> as core::ops::Drop>::drop",
                 "<alloc::vec::Vec<> as core::ops::Drop>::drop");
   same_function(12, "a > b > c > d", "a > b > c...");
}

static void types(void** state)
{
   (void)state;
   same_function(16, "unsigned long run<>(int)", "run<>(int)");
   same_function(32, "(anonymous namespace)::run(int, long)",
                 "(anonymous namespace)::run(...)");
   same_function(26, "void (anonymous namespace)::run<>(int)", "...::run<>(int)");
   same_function(31, "std::vector::operator bool(int, long)",
                 "std::vector::operator bool(...)");
   same_function(40, "<dyn core::ops::Fn(a) as core::Trait>::f",
                 "<dyn core::ops::Fn(a) as core::Trait>::f");
   same_function(38, "<dyn core::ops::Fn(a) as core::Trait>::f", "...::f");
   same_function(24, "decltype ((x)+(y)) add<>(int, int)", "decltype ((x)+(y)) add<>");
   same_function(30, "void allocate<>(allocator, long)", "allocate<>(allocator, long)");
}

static void parameters(void** state)
{
   (void)state;
   same_function(8, "run(int)", "run(int)");
   same_function(12, "function(int)", "function(...");
   same_function(13, "function(int, int)", "function(...)");
   same_function(20, "f(void (*)(int), long) const", "f(...) const");
   same_function(9, "f(int, int", "f(int,...");
   same_function(12, "(below main) and more", "(below ma...");
   same_function(10, "f)int, int)", "f)int, ...");
}

// Characters are never cut, and the longest text has room.
static void limits(void** state)
{
   (void)state;
   char name[4 * 300 + 1] = "", to[SHORT_TEXT_B];
   for (int i = 0; i < 300; i++) strcat(name, "\xf0\x9f\x90\x8c");
   for (int room = 0; room < 400; room++) {
      const int expected = room < SHORT_TEXT_COLUMNS_MIN   ? SHORT_TEXT_COLUMNS_MIN
                           : room > SHORT_TEXT_COLUMNS_MAX ? SHORT_TEXT_COLUMNS_MAX
                                                           : room;
      short_text_function(to, room, name);
      assert_int_equal(short_text_columns(to), expected);
      same_printable(to, to);
      short_text_end(to, room, name);
      assert_int_equal(short_text_columns(to), expected);
      assert_memory_equal(to, "...", 3);
      same_printable(to, to);
   }
}

static void ends(void** state)
{
   (void)state;
   char to[SHORT_TEXT_B];
   short_text_end(to, 12, "a/folder.c:7");
   assert_string_equal(to, "a/folder.c:7");
   short_text_end(to, 11, "a/folder.c:7");
   assert_string_equal(to, "...lder.c:7");
   short_text_end(to, 30, "a\033b<int>(long)");
   assert_string_equal(to, "a?b<int>(long)");
}

// bash reads each word as it was.
static void shell_words(void** state)
{
   (void)state;
   static const char* const words[][2] = {
      {"", "''"},
      {"--D1=32K,8,64", "--D1=32K,8,64"},
      {"a/b_c.d:e+f@g%h", "a/b_c.d:e+f@g%h"},
      {"a b", "'a b'"},
      {"*", "'*'"},
      {"it's", "'it'\\''s'"},
      {"a\\b", "'a\\b'"},
      {"~", "'~'"},
      {"h\xc3\xa4", "'h\xc3\xa4'"},
      {"a\n7", "$'a\\0127'"},
      {"\x1b'\\\xff", "$'\\033\\'\\\\\\377'"},
   };
   for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
      char got[64];
      char* word = short_text_shell_word(words[i][0]);
      assert_string_equal(word, words[i][1]);
      FILE* script = fopen("script", "w");
      fprintf(script, "printf %%s %s\n", word);
      fclose(script);
      host_free(word);
      FILE* p = popen("bash script", "r");
      got[fread(got, 1, sizeof got - 1, p)] = '\0';
      assert_int_equal(pclose(p), 0);
      assert_string_equal(got, words[i][0]);
   }
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(printable), cmocka_unit_test(columns), cmocka_unit_test(functions),
      cmocka_unit_test(arguments), cmocka_unit_test(types),   cmocka_unit_test(parameters),
      cmocka_unit_test(limits),    cmocka_unit_test(ends),    cmocka_unit_test(shell_words)};
   return UNIT_MAIN(argc, argv, tests);
}
