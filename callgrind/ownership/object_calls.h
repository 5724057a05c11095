// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory objects are told apart by the calls that make them: as many as --object-depth says, of
// the running thread, as return addresses, innermost first.
//
//    MemObject* o = object_calls_now(OBJECT_MMAP);     // the program maps memory
//
//    uint64_t calls[options.object_depth];             // calls that are used later
//    UInt n = object_calls_unwound(calls);
//    o = object_calls_made_by(OBJECT_HEAP, calls, n);
#ifndef XG_CALLGRIND_OWNERSHIP_OBJECT_CALLS_H
#define XG_CALLGRIND_OWNERSHIP_OBJECT_CALLS_H

#include "pub_tool_basics.h"

#include "callgraph/model.h"
#include "memobj/object.h"

// The object that these n calls make.
MemObject* object_calls_made_by(ObjectKind kind, const uint64_t* calls, UInt n);
// The object that the calls up to this frame of the shadow stack make.
MemObject* object_calls_of_frame(ObjectKind kind, const Frame* innermost);
// The object that the running thread's calls make now.
MemObject* object_calls_now(ObjectKind kind);
// The open calls as a debugger finds them, for when there is no shadow stack; `calls` has room for
// as many as --object-depth says.  Returns how many there are.
UInt object_calls_unwound(uint64_t* calls);

#endif
