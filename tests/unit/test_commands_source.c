// SPDX-License-Identifier: GPL-3.0-or-later
// Sources: what is code in them, and which variable a line allocates for.  tests/annotate/variables has the scripts' cases.
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "commands/source/allocation.h"
#include "commands/source/allowed.h"
#include "commands/source/returned_variable.h"
#include "commands/source/source_lines.h"
#include "commands/source/source_text.h"
#include "commands/text/kept.h"
#include "unit_main.h"

#include "command_folder.h"

static const SourceLines* lines_of(const char* text, SourceLanguage language, int is_fixed)
{
   return source_lines_of(kept_copy(text, strlen(text)), language, is_fixed);
}

static void same_line(const char* text, SourceLanguage language, const char* code)
{
   const SourceLines* s = lines_of(text, language, 0);
   const char* all = "";
   for (uint32_t n = 1; n <= s->n; n++)
      all = kept("%s%s%s", all, n > 1 ? "\n" : "", s->line[n]);
   assert_string_equal(all, code);
}

static void code_of_c(void** state)
{
   (void)state;
   static const char* const same[][2] = {
      {"a /* b\nc */ d // e \\\nf\ng", "a  \n d  \n\ng"},
      {"x = \"a\\\"b\" 'c' '\\'' L'x' u8'x';", "x = \"\" 0 0 0 0;"},
      {"R\"x(a)\" )x\" b uR\"(\n)\" c xR\"(\"", "\"\" b \"\"\n c xR\"\""},
      {"1'000'000 + 0x1'F'", "1'000'000 + 0x1'F0"},
      {"  # define A \\\n b\nc \"un\nd", "\n\nc \"\"\nd"},
      {"/* never", " "},
      {"'never", "0"},
      {"\"never\\", "\"\"\\"},
      {"", ""},
      {"a\r\nb\rc\n\n", "a\nb\nc"},
   };
   for (size_t i = 0; i < sizeof same / sizeof *same; i++)
      same_line(same[i][0], SOURCE_C, same[i][1]);
}

static void code_of_rust(void** state)
{
   (void)state;
   static const char* const same[][2] = {
      {"a /* b /* c */ d */ e // f\ng", "a   e  \ng"},
      {"fn f<'a>(x: &'a str) -> &'static u8", "fn f<a>(x: &a str) -> &static u8"},
      {"'x' '\\n' '\\'' '\xc3\xa4' b'x' '\\u{7f}'", "0 0 0 0 0 0"},
      {"r#\"a\"b\"# \"c\nd\" br\"x\"", "\"\" \"\"\n \"\""},
      {"/* /* */", " "},
   };
   for (size_t i = 0; i < sizeof same / sizeof *same; i++)
      same_line(same[i][0], SOURCE_RUST, same[i][1]);
   char deep[2 * 1001 + 1];
   for (int i = 0; i < 1001; i++) memcpy(deep + 2 * i, "/*", 3);
   same_line(deep, SOURCE_RUST, "");
   deep[2 * 1000] = '\0';
   same_line(deep, SOURCE_RUST, " ");
}

static void code_of_fortran(void** state)
{
   (void)state;
   same_line("allocate(a, & ! b\n  & c)\n! d\n\nprint *, 'e!' \"f\"", SOURCE_FORTRAN,
             "allocate(a, \n  c);\n\n\nprint *, \"\" \"\";");
   const SourceLines* s = lines_of("C b\n      x = 1\n     +  + 2\n      y", SOURCE_FORTRAN, 1);
   assert_int_equal(s->n, 4);
   assert_string_equal(s->line[1], "");
   assert_string_equal(s->line[2], "      x = 1 ");
   assert_string_equal(s->line[3], "        + 2;");
}

// --- variables -----------------------------------------------------------------------------------

static const char* variable(const char* text, int line, SourceLanguage language,
                            const char* callee, const char* class_name, int is_library)
{
   return allocated_variable(lines_of(text, language, 0), line,
                             &(Callee){callee, class_name, is_library, 0, 0});
}

static void variables_of_c(void** state)
{
   (void)state;
   static const char* const same[][3] = {
      {"p = malloc(n);", "", "p"},
      {"p->cells[i] = (double *)malloc(n * sizeof *p);", "", "p->cells[i]"},
      {"struct node *q = (struct node *)xmalloc(n);", "xmalloc", "q"},
      {"(*p)->next = calloc(1, 2);", "", "(*p)->next"},
      {"*out = malloc(n);", "", "*out"},
      {"auto a = new T<int>[n];", "new", "a"},
      {"std::unique_ptr<T[]> b(new T[n]);", "new", "b"},
      {"c.reset(new T);", "new", "c"},
      {"if (!(buf = realloc(buf, n))) abort();", "", "buf"},
      {"v = n ? malloc(n) : NULL;", "", "v"},
      {"x = CHECK(malloc(n));", "", "x"},
      {"y = static_cast<int*>(malloc(n));", "", "y"},
      {"posix_memalign((void **)&z, 64, n);", "", "z"},
      {"w = ALLOC(int, n);", "", "w"},
      {"g = new_grid(n);", "new_grid", "g"},
      {"f(malloc(n));", "", NULL},
      {"p = malloc(n); q = malloc(n);", "", NULL},
      {"p = malloc(n); p = malloc(n);", "", "p"},
      {"return malloc(n);", "", NULL},
      {"p = 1 + malloc(n)[0];", "", NULL},
      {"sizeof(malloc(n));", "", NULL},
   };
   for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
      const char* name = variable(same[i][0], 1, SOURCE_C, same[i][1], "", 0);
      if (!same[i][2] ? name != NULL : !name || strcmp(name, same[i][2]) != 0)
         assert_string_equal(same[i][0], name ? name : "NULL");
   }
   assert_string_equal(
      variable("w.\n items.push_back(\n  1);", 2, SOURCE_C, "push_back", "", 1), "w.items");
   assert_string_equal(
      variable("std::vector<double> cells(n);", 1, SOURCE_C, "vector", "vector", 1), "cells");
   assert_null(variable("a =\n\n\n malloc(1);", 4, SOURCE_C, "", "", 0));
   assert_string_equal(variable("a =\n\n malloc(1);", 3, SOURCE_C, "", "", 0), "a");
}

static void variables_of_others(void** state)
{
   (void)state;
   assert_string_equal(variable("let mut v: Vec<u8> = Vec::with_capacity(n);", 1, SOURCE_RUST,
                                "with_capacity", "", 1),
                       "v");
   assert_string_equal(variable("self.a = vec![0; n];", 1, SOURCE_RUST, "", "", 0), "self.a");
   assert_null(variable("let (a, b) = vec![0; n];", 1, SOURCE_RUST, "", "", 0));
   assert_string_equal(variable("v.push(1);", 1, SOURCE_RUST, "push", "", 1), "v");
   assert_string_equal(variable("allocate(grid%v(n, m), stat=i)", 1, SOURCE_FORTRAN, "", "", 0),
                       "grid%v");
   assert_null(variable("allocate(u(n), v(n))", 1, SOURCE_FORTRAN, "", "", 0));
   const SourceLines* s = lines_of("allocate(real :: u(n), v(n)[*])", SOURCE_FORTRAN, 0);
   assert_string_equal(allocated_variable(s, 1, &(Callee){"", "", 0, 1, 2}), "v");
   assert_string_equal(allocated_variable(s, 1, &(Callee){"", "", 0, 0, 2}), "u");
   assert_null(allocated_variable(s, 1, &(Callee){"", "", 0, 0, 3}));
}

static void results(void** state)
{
   (void)state;
   const SourceLines* s =
      lines_of("static void *allocate(size_t n)\n{\n   void *p = malloc(n);\n   if (!p) { "
               "abort(); }\n   return (void *)p;\n}\n"
               "void *other(void)\n{\n   static void *q;\n   q = malloc(1);\n   return q;\n}\n"
               "void *third(size_t n)\n{\n   return malloc(n);\n}\n",
               SOURCE_C, 0);
   const Callee allocator = {"", "", 0, 0, 0};
   assert_string_equal(returned_from(s, 3, "p"), "allocate");
   assert_string_equal(returned_from(s, 3, "p"), "allocate");
   assert_null(returned_from(s, 3, "n"));
   assert_null(returned_from(s, 10, "q"));
   assert_true(returned_allocation(s, 15, &allocator, "third"));
   assert_false(returned_allocation(s, 15, &allocator, "other"));
   assert_false(returned_allocation(s, 3, &allocator, "allocate"));
   assert_null(returned_from(s, 1 << 30, "q"));
}

// --- files ---------------------------------------------------------------------------------------------

static void files(void** state)
{
   (void)state;
   folder_put_text("a.c", "int a; // b\n");
   folder_put_text("a.txt", "int a;\n");
   folder_put_text("zero.c", "");
   folder_put("binary.c", "a\0b", 3);
   assert_int_equal(mkdir(".hidden", 0700), 0);
   folder_put_text(".hidden/a.c", "int a;\n");
   assert_int_equal(symlink("/etc/passwd", "link.c"), 0);
   const SourceLines* s = source_lines("a.c");
   assert_non_null(s);
   assert_string_equal(s->line[1], "int a;  ");
   assert_ptr_equal(source_lines("a.c"), s);
   const char* const none[] = {"a.txt",  "zero.c", "binary.c",    ".hidden/a.c", "link.c",
                               "none.c", ".",      "/etc/passwd", "/etc/x.c"};
   for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
      SourceText text;
      if (source_text_read(&text, none[i]) || source_lines(none[i]))
         assert_string_equal(none[i], "is no source");
   }
   assert_true(source_is_allowed("/usr/include/c++/12/vector"));
   assert_true(source_is_allowed("/usr/local/lib64/llvm-14/include/x.h"));
   assert_false(source_is_allowed("/usr/include/.x.h")
                || source_is_allowed("/usr/include/x.txt")
                || source_is_allowed("/usr/share/x.h") || source_is_allowed("/proc/x.c")
                || source_is_allowed("/home/x.c") || source_is_allowed("/tmp/x.c"));
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(code_of_c),
      cmocka_unit_test(code_of_rust),
      cmocka_unit_test(code_of_fortran),
      cmocka_unit_test(variables_of_c),
      cmocka_unit_test(variables_of_others),
      cmocka_unit_test(results),
      cmocka_unit_test(files),
   };
   folder_enter();
   const int status = UNIT_MAIN(argc, argv, tests);
   folder_leave();
   return status;
}
