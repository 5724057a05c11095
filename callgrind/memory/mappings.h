// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory that no allocator gave out: variables, mappings, stacks, the program break.  Mappings and
// breaks are seen as they come and go; variables and stacks are looked up when they are accessed
// first, so that only those in use become objects.  (host_memory_range() is answered here.)
#ifndef XG_CALLGRIND_MEMORY_MAPPINGS_H
#define XG_CALLGRIND_MEMORY_MAPPINGS_H

#include "pub_tool_basics.h"

// Starts watching the program's memory.
void mappings_init(void);
// The thread is about to execute its first instruction.
void mappings_thread_starts(ThreadId tid);

#endif
