// SPDX-License-Identifier: GPL-3.0-or-later
// Names of functions that allocate for others, and paths of libraries.  tests/annotate/objects and tests/known/objects have the scripts' and the
// tool's names of objects.
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/allocator_names.h"
#include "base/library_file.h"
#include "unit_main.h"

#define EACH(name, ...)                                                                        \
   for (const char* const* name = (const char* const[]){__VA_ARGS__, NULL}; *name; name++)

static void hand_on(void** state)
{
   (void)state;
   EACH(name, "malloc", "xmalloc", "g_malloc0", "av_calloc", "pool_alloc", "PyMem_Realloc",
        "strdup", "xstrndup", "posix_memalign", "alloc_array", "xmalloc_or_die",
        "alloc_zeroed_n", "AllocChecked2", "xmalloc.constprop.0", "xmalloc.part.0.cold",
        "my_alloc.lto_priv.0", "xmalloc@@LIB_1.2", "a.b_alloc", "std::vector<>::push_back",
        "alloc::vec::from_elem", "operator new", "__rust_alloc", "__rdl_x")
   if (!allocator_names_hand_on(*name)) fail_msg("%s", *name);
   EACH(name, "", "main", "allocate_grid", "allocs", "alloc_it", "xmalloc.x", "_", "12", "zero",
        "nullocate", "my::std::f", "strdups", "aligned")
   if (allocator_names_hand_on(*name)) fail_msg("%s", *name);
}

static void starts(void** state)
{
   (void)state;
   EACH(name, "(below main)", "_start", "clone", "__libc_start_main@@GLIBC_2.34",
        "start_thread")
   if (!allocator_names_start(*name)) fail_msg("%s", *name);
   EACH(name, "", "main", "clones", "clon", "_start_", "@clone")
   if (allocator_names_start(*name)) fail_msg("%s", *name);
}

// What is nearly a path of a library.
static void files(void** state)
{
   (void)state;
   EACH(path, "/usr/include/c++/12/vector", "/include/bits/x.h", "/x/include/a/b/bits/c.h",
        "/lib/gcc/x/include/y.h", "/lib/clang/14/a/include/y.h", "/rustc/ab/library/core/x.rs",
        "/src/rustc-1.63/vendor/x.rs", "/a/rustc-1/b/rustc-2/library/x.rs",
        "/x/rustlib/src/rust/library/y.rs", "/rust/deps/x.rs")
   if (!library_file(*path)) fail_msg("%s", *path);
   EACH(path, "", "a.c", "/usr/include/stdio.h", "/usr/include/xc++/y", "/include/bits",
        "/bits/include/x.h", "/lib/gcc/include/y.h", "/lib/gcc/x/y.h",
        "/x/rustc/ab/library/y.rs", "/rustc//library/y.rs", "/rustc/ab/vendor/y.rs",
        "/rustc-1/x/library/y.rs", "/rustc-/library/y.rs", "/x/rust/deps/y.rs")
   if (library_file(*path)) fail_msg("%s", *path);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(hand_on),
      cmocka_unit_test(starts),
      cmocka_unit_test(files),
   };
   return UNIT_MAIN(argc, argv, tests);
}
