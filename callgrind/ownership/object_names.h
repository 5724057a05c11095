// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of memory objects, as all of Xgrind prints them (docs/objects.md): of a variable its name in the source, "ns::table",
// or its symbol; of an allocation the function, "create", its place, "particles.c:45", or both, "create (particles.c:45)".
// Around these there may be what tells objects apart: "heap create < main:12 (particles.c:45: w->p) [app]".
//
// A name may be a pattern, in which `*` stands for any characters and `?` for one; it must describe the whole name.
// Files have no folders unless the pattern has one.  Of an allocation, the function that wanted it for
// itself is meant, or one between it and the allocator: functions that have returned what they allocated (handed_on.h), or are called like
// xmalloc, and the library's.  While nothing is known of a function, because its first call has not returned, those further out are
// meant, too, if the pattern has a line.
//
//    ObjectPattern p = object_pattern(text, VG_(strlen)(text));     // lives as long as the run
//    if (object_names_match(object, &p)) ...
//    const HChar* near = object_names_near(&engine.objects.set, &p);     // "did you mean ...?"
//    const ObjectFrame* f = object_names_frame(object);   // its function, file and line name the object
#ifndef XG_CALLGRIND_OWNERSHIP_OBJECT_NAMES_H
#define XG_CALLGRIND_OWNERSHIP_OBJECT_NAMES_H

#include "pub_tool_basics.h"

#include "memobj/objects.h"

// A name in its parts.  What only the source says, a variable that an allocation is for, is in none of them, nor is the number of an
// object in another run's file.
typedef struct {
   HChar* name;   // with its place
   HChar* caller; // further out: "main:12"; NULL: any
   HChar* module; // NULL: any
} ObjectPattern;

ObjectPattern object_pattern(const HChar* text, SizeT length);
// Whether the pattern describes a name of the object.
Bool object_names_match(const MemObject* o, const ObjectPattern* p);
// The name of an object that the pattern may misspell; NULL: there is none.  The caller frees it.
HChar* object_names_near(const ObjectSet* set, const ObjectPattern* p);
// What the source calls a variable, by its symbol; the caller frees it.
HChar* object_names_variable(const HChar* symbol);
// The call that names an allocation: the innermost one that wanted the memory for itself; if none did, the outermost one that is
// not start-up code.  NULL: it has no calls.  The rule is that of scripts/lib/Xgrind/Objects/ObjectNames.pm.
const ObjectFrame* object_names_frame(const MemObject* o);

#endif
