// SPDX-License-Identifier: GPL-3.0-or-later
//
// Watches the program's own allocator, which is not replaced, as its behaviour is measured: the
// functions that allocate and free are known by name; their arguments are noted when they are
// entered, and their results when they return.
//
//    if (options.collect_objects) allocators_emit_entry(out, block, layout);
#ifndef XG_CALLGRIND_MEMORY_ALLOCATORS_H
#define XG_CALLGRIND_MEMORY_ALLOCATORS_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "callgraph/model.h"

// At the start of a block: if it is the entry of a function that allocates or frees, emits a call
// that notes it.
void allocators_emit_entry(IRSB* out, const Block* b, const VexGuestLayout* layout);
// At the end of a block that returns, before the call stack is told.
void allocators_emit_return(IRSB* out, const VexGuestLayout* layout);
// At the start, and at a return, of a block that is not instrumented otherwise.
void allocators_emit_idle_entry(IRSB* out, Addr start, const VexGuestLayout* layout);
void allocators_emit_idle_return(IRSB* out, const VexGuestLayout* layout);
// The thread has ended; its open allocations never return.
void allocators_forget_thread(ThreadId tid);
// The running thread is within an allocator: what it maps is for cutting blocks from.
Bool allocators_running(void);

#endif
