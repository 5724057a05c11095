// SPDX-License-Identifier: GPL-3.0-or-later
//
// The pending block: the one that has ended with a system call or a client request which the core
// has not answered yet.
//
//    if (pending_block.block) ...
#ifndef XG_CALLGRIND_THREADS_PENDING_BLOCK_H
#define XG_CALLGRIND_THREADS_PENDING_BLOCK_H

#include "pub_tool_basics.h"

#include "callgraph/model.h"

// Set by generated code when such a block ends.
typedef struct {
   Block* block; // NULL: none is pending
   Addr next;    // where execution is due to go on, unless the core decides otherwise
} PendingBlock;

extern PendingBlock pending_block;

#endif
