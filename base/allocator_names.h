// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions between an allocator and the code that wanted the memory, by their names.
//
//    char* name = code_name("xmalloc.constprop.0");
//    allocator_names_hand_on(name)                  // true
//    allocator_names_start("__libc_start_main@@GLIBC_2.34")
#ifndef XG_BASE_ALLOCATOR_NAMES_H
#define XG_BASE_ALLOCATOR_NAMES_H

#include "base/host.h"

// Whether a function with this name, as code_name() has it, allocates for its callers: it is the library's, or Rust's between its library and
// the allocator, or called like xmalloc, g_malloc0, av_calloc, pool_alloc, PyMem_Realloc, strdup, ... but not allocate_grid, which says what for.
bool allocator_names_hand_on(const char* name);
// Whether a function runs before main, and allocates for others.
bool allocator_names_start(const char* function);

#endif
