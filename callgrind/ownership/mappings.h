// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory that no allocator gave out: variables, mappings, stacks, the program break.  Mappings and
// breaks are seen as they come and go; variables and stacks are looked up when they are accessed
// first, so that only those in use become objects.
#ifndef XG_CALLGRIND_OWNERSHIP_MAPPINGS_H
#define XG_CALLGRIND_OWNERSHIP_MAPPINGS_H

#include "pub_tool_basics.h"

#include "memobj/object.h"

// The name of the object of a module's data that no variable is known for.
#define OTHER_DATA "(other data)"

// Starts watching the program's memory.
void mappings_init(void);
// The thread is about to execute its first instruction.
void mappings_thread_starts(ThreadId tid);
// The range that holds an address which the map of ranges does not know; see host_memory_range().
MemRange* mappings_range_at(uint64_t address);

#endif
