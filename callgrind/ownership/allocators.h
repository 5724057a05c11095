// SPDX-License-Identifier: GPL-3.0-or-later
//
// Watches the program's own allocator, which is not replaced, as its behaviour is measured: the
// functions that allocate and free are known by name; their arguments are noted when they are
// entered, and their results when they return.
//
//    allocators_entered(allocator_named("malloc"), sp, first, second, third);  // by generated code
//    allocators_returned(sp, result);
#ifndef XG_CALLGRIND_OWNERSHIP_ALLOCATORS_H
#define XG_CALLGRIND_OWNERSHIP_ALLOCATORS_H

#include "pub_tool_basics.h"

#include "callgrind/ownership/allocator_names.h"
#include "memobj/object.h"

// Allocations that have not returned; generated code tests it.
typedef struct {
   ULong all;
   ULong idle; // those begun while instrumentation was off
} AllocationsOpen;
extern AllocationsOpen allocators_open;

// The running thread has entered a function that allocates or frees, with this stack pointer and
// these first arguments; called before the shadow stack is updated.
void allocators_entered(const Allocator* a, Addr sp, UWord first, UWord second, UWord third);
// It returns from some function, with `sp` behind the return address; result: what is in its register.
void allocators_returned(Addr sp, UWord result);
// The thread has ended; its open allocations never return.
void allocators_forget_thread(ThreadId tid);
// The running thread is within an allocator: what it maps is memory that it will cut ranges from.
Bool allocators_running(void);
// The object that the running allocation will belong to, or NULL.
MemObject* allocators_object(void);

#endif
