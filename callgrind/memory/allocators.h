// SPDX-License-Identifier: GPL-3.0-or-later
//
// Watches the program's own allocator (DESIGN: it stays in place, as what it does is measured): the
// functions that allocate and free are known by name; what they are asked for is seen when they
// are entered, and what they give when they return.
#ifndef XG_CALLGRIND_MEMORY_ALLOCATORS_H
#define XG_CALLGRIND_MEMORY_ALLOCATORS_H

#include "pub_tool_basics.h"

#include "callgrind/memory/allocator_names.h"

// Allocations that have not returned; generated code tests it.
typedef struct {
   ULong all;
   ULong idle; // those begun while instrumentation was off
} AllocationsOpen;
extern AllocationsOpen allocators_open;

// The running thread has entered a function that allocates or frees, with this stack pointer and these
// first arguments; before the call stack is told of what the block does.
void allocators_entered(const Allocator* a, Addr sp, UWord first, UWord second, UWord third);
// It returns from some function, with `sp` behind the return address; result: what is in RAX.
void allocators_returned(Addr sp, UWord result);
// The thread is gone; allocations that it was in never return.
void allocators_forget_thread(ThreadId tid);
// The running thread is within an allocator: what it maps is for cutting blocks from.
Bool allocators_running(void);

#endif
