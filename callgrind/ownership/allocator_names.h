// SPDX-License-Identifier: GPL-3.0-or-later
//
// The functions that allocate and free, by the names of the C, C++ and other libraries' own.
//
//    const Allocator* a = allocator_named("calloc");   // a->form == CALLOC
#ifndef XG_CALLGRIND_OWNERSHIP_ALLOCATOR_NAMES_H
#define XG_CALLGRIND_OWNERSHIP_ALLOCATOR_NAMES_H

#include "pub_tool_basics.h"

// What the arguments are.
typedef enum {
   MALLOC,         // (size)
   CALLOC,         // (n, size)
   REALLOC,        // (address, size)
   REALLOCARRAY,   // (address, n, size)
   ALIGNED,        // (alignment, size)
   POSIX_MEMALIGN, // (where to put the address, alignment, size); 0 if it has worked
   FREE,           // (address)
} Form;

typedef struct {
   const HChar* name;
   Form form;
} Allocator;

// The function of this name, as symbol tables have it; NULL: it does not allocate.
const Allocator* allocator_named(const HChar* function);

#endif
