// SPDX-License-Identifier: GPL-3.0-or-later
// Names of allocators; see allocator_names.h.
#include "callgrind/ownership/allocator_names.h"

#include "pub_tool_libcbase.h"

// Names as in symbol tables, without versions; those that end in '*' stand for all that begin so.
// Operators are there twice, as names of C++ may be shown mangled.  A function of several names
// goes by the shortest, so libraries' own names for the standard functions are here as well.
static const Allocator allocators[] = {
   {"malloc", MALLOC},
   {"__libc_malloc", MALLOC},
   {"calloc", CALLOC},
   {"__libc_calloc", CALLOC},
   {"realloc", REALLOC},
   {"__libc_realloc", REALLOC},
   {"reallocarray", REALLOCARRAY},
   {"memalign", ALIGNED},
   {"__libc_memalign", ALIGNED},
   {"aligned_alloc", ALIGNED},
   {"posix_memalign", POSIX_MEMALIGN},
   {"valloc", MALLOC},
   {"pvalloc", MALLOC},
   {"free", FREE},
   {"__libc_free", FREE},
   {"cfree", FREE},
   {"free_sized", FREE},
   {"free_aligned_sized", FREE},
   {"operator new(*", MALLOC},
   {"operator new[](*", MALLOC},
   {"operator delete(*", FREE},
   {"operator delete[](*", FREE},
   {"_Znw*", MALLOC},
   {"_Zna*", MALLOC},
   {"_Zdl*", FREE},
   {"_Zda*", FREE},
   // tcmalloc
   {"tc_malloc", MALLOC},
   {"tc_malloc_skip_new_handler", MALLOC},
   {"tc_calloc", CALLOC},
   {"tc_realloc", REALLOC},
   {"tc_memalign", ALIGNED},
   {"tc_posix_memalign", POSIX_MEMALIGN},
   {"tc_valloc", MALLOC},
   {"tc_pvalloc", MALLOC},
   {"tc_new*", MALLOC}, // (size), or (size, alignment), as of C++
   {"tc_free", FREE},
   {"tc_cfree", FREE},
   {"tc_free_sized", FREE},
   {"tc_delete*", FREE},
   // jemalloc's own interface
   {"mallocx", MALLOC},
   {"rallocx", REALLOC},
   {"dallocx", FREE},
   {"sdallocx", FREE},
};

static Bool ends_in(const HChar* name, const HChar* end)
{
   SizeT n = VG_(strlen)(name), n_end = VG_(strlen)(end);
   return n > n_end && VG_(strcmp)(name + n - n_end, end) == 0;
}

// The forms of new and delete with a placement argument neither allocate nor free.
static Bool is_placement(const HChar* name)
{
   if (VG_(strncmp)(name, "operator ", 9) == 0) return ends_in(name, ", void*)");
   return VG_(strncmp)(name, "_Z", 2) == 0 && (ends_in(name, "mPv") || ends_in(name, "PvS_"));
}

static Bool matches(const HChar* pattern, const HChar* name)
{
   SizeT n = VG_(strlen)(pattern);
   if (pattern[n - 1] == '*')
      return VG_(strncmp)(pattern, name, n - 1) == 0 && !is_placement(name);
   return VG_(strncmp)(pattern, name, n) == 0 && (!name[n] || name[n] == '@');
}

const Allocator* allocator_named(const HChar* function)
{
   for (UInt i = 0; i < sizeof allocators / sizeof allocators[0]; i++)
      if (matches(allocators[i].name, function)) return &allocators[i];
   return NULL;
}
