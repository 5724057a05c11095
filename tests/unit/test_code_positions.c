// SPDX-License-Identifier: GPL-3.0-or-later
// Places of code that was inlined: whose it is, and where.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/library_file.h"
#include "host_libc.h"
#include "unit_main.h"
#include "writers/code_position.h"

static Module module = {"app", 1}, other_module = {"lib.so", 2};
static SourceFile own = {"/src/app.cpp", &module, 1}, header = {"/src/grid.h", &module, 2},
                  vector = {"/usr/include/c++/12/bits/stl_vector.h", &module, 3};
static Function containing = {.name = "main", .file = &own};
static const Inlined outer = {.name = "sweep", .call_file = &own, .call_line = 90},
                     inner = {.outer = &outer,
                              .name = "operator[]",
                              .call_file = &header,
                              .call_line = 7},
                     alone = {.name = "size", .call_file = &own, .call_line = 12};
static const Inlined* of_code; // what the code was inlined from

static const Inlined* inlined(const Block* b, uint64_t address)
{
   (void)b;
   (void)address;
   return of_code;
}

// The place of code in a file, at line 0x100 (see host_position()).
static CodePosition place(const Inlined* in, SourceFile* file)
{
   static Instr instr = {.offset_B = 0};
   static Block block = {
      .start = 0x1000, .function = &containing, .n_instrs = 1, .instrs = &instr};
   static const Site site = {.block = &block};
   host_libc.with_lines = true;
   host_libc.inlined = inlined;
   host_libc.file = file;
   of_code = in;
   return code_position_of(&site);
}

static void expect(CodePosition p, const char* name, const char* file, uint32_t line,
                   bool is_inlined)
{
   assert_string_equal(p.name, name);
   assert_string_equal(p.file, file);
   assert_int_equal(p.line, line);
   assert_int_equal(p.inlined, is_inlined);
   assert_ptr_equal(p.function, &containing);
   const DataFunction f = code_position_function(&p);
   assert_string_equal(f.name, name);
   assert_string_equal(f.module, "app");
   assert_int_equal(f.inlined, is_inlined);
}

static void test_code_positions(void** state)
{
   (void)state;
   expect(place(NULL, &own), "main", own.name, 0x100, false);
   expect(place(&outer, &header), "sweep", header.name, 0x100, true);
   // The library's code is where it was called, in what called it.
   expect(place(&inner, &vector), "sweep", header.name, 7, true);
   expect(place(&alone, &vector), "main", own.name, 12, false);
   // The library's own function, not inlined.
   expect(place(NULL, &vector), "main", vector.name, 0x100, false);
}

static void test_libraries(void** state)
{
   (void)state;
   static const char* const library[] = {
      "/usr/include/c++/12/vector",
      "/usr/include/x86_64-linux-gnu/bits/stdio2.h",
      "/usr/lib/gcc/x86_64-linux-gnu/12/include/emmintrin.h",
      "/usr/lib/llvm-14/lib/clang/14.0.6/include/immintrin.h",
      "/rustc/9fc6b43126469e3858e2fe86cafb4f0fd5068869/library/core/src/ptr/mod.rs",
      "/usr/lib/rustlib/src/rust/library/alloc/src/vec/mod.rs",
      "/rust/deps/hashbrown-0.14.5/src/raw/mod.rs"};
   static const char* const users[] = {
      "/src/bits/own.c",         "/src/include/main.c", "a.c", "???", "",
      "/home/rustc/src/main.rs", "/work/library/x.rs"};
   for (size_t i = 0; i < sizeof library / sizeof library[0]; i++)
      if (!library_file(library[i])) fail_msg("%s", library[i]);
   for (size_t i = 0; i < sizeof users / sizeof users[0]; i++)
      if (library_file(users[i])) fail_msg("%s", users[i]);
}

// In order of module, name, whether it is inlined, file and line; of one place whichever Function it is in.
static void test_order(void** state)
{
   (void)state;
   static SourceFile elsewhere = {"a.c", &other_module, 4};
   static const Function f = {.name = "f", .file = &own},
                         again = {.name = "f", .file = &header},
                         in_other = {.name = "a", .file = &elsewhere};
   static const CodePosition sorted[] = {
      {&f, "e", "z.c", 9, false}, {&f, "f", "a.c", 1, false},
      {&f, "f", "a.c", 2, false}, {&f, "f", "b.c", 1, false},
      {&f, "f", "a.c", 1, true},  {&in_other, "a", "a.c", 1, false}};
   enum { N = sizeof sorted / sizeof sorted[0] };
   for (int i = 0; i < N; i++)
      for (int k = 0; k < N; k++)
         assert_int_equal(code_position_compare(&sorted[i], &sorted[k]), (i > k) - (i < k));
   char name[] = "f", file[] = "a.c";
   const CodePosition same = {&again, name, file, 2, false};
   assert_int_equal(code_position_compare(&same, &sorted[2]), 0);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_code_positions),
      cmocka_unit_test(test_libraries),
      cmocka_unit_test(test_order),
   };
   return UNIT_MAIN(argc, argv, tests);
}
