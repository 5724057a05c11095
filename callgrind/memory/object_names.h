// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of memory objects on the command line, as xgrind_annotate prints them (docs/objects.md): a variable's
// symbol; a function that allocates, "create", its place, "particles.c:45", or both, "create (particles.c:45)".
//
// A pattern is a name in which `*` stands for any characters and `?` for one; it must describe the whole name.
// Files have no folders unless the pattern has one.  Of an allocation, the function that wanted it for
// itself is meant, or one between it and the allocator: functions like xmalloc, and the library's.
//
//    if (object_names_match(object, "particles.c:45")) ...
#ifndef XG_CALLGRIND_MEMORY_OBJECT_NAMES_H
#define XG_CALLGRIND_MEMORY_OBJECT_NAMES_H

#include "pub_tool_basics.h"

#include "memobj/object.h"

// Whether the pattern describes a name of the object.
Bool object_names_match(const MemObject* o, const HChar* pattern);

#endif
