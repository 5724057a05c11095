// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the engine asks of the program around it, chosen at link time like base/port.h:
// the tool writes profile parts, tests record the call.
#ifndef XG_ENGINE_HOST_H
#define XG_ENGINE_HOST_H

#include "callgraph/model.h"
#include "memobj/range_map.h"

// Source position of the instruction at `address` in block b: true and *file, *line, or false
// and *line = 0 without touching *file.
bool host_position(const Block* b, uint64_t address, SourceFile** file, uint32_t* line);
// What the instruction at `address` in block b was inlined from, the innermost function; NULL if it
// was not or if nobody has asked for it.
const Inlined* host_inlined(const Block* b, uint64_t address);
// Fills in the functions of all that host_inlined() has given.
void host_resolve_inlined(void);
// Write a profile part now and start a new one; `option` and `function` name the reason.
void host_dump(const char* option, const char* function);
// A handler was left by longjmp; `pending` is the block that had asked the core for something
// when the signal came, or NULL.
void host_handler_abandoned(Block* pending);
// The block of memory that holds an address which the map of blocks does not know, or knows only
// by a region that may hold variables: one that has been added now, the region, or NULL.
MemRange* host_memory_range(uint64_t address);
// Forget all costs of the running thread.
void host_zero(void);

#endif
