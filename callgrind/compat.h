// SPDX-License-Identifier: GPL-3.0-or-later
//
// --compat=callgrind: what must be undone at the end to get stock's numbers.
#ifndef XG_CALLGRIND_COMPAT_H
#define XG_CALLGRIND_COMPAT_H

#include "pub_tool_basics.h"

#include "callgraph/model.h"

// Stock counts a block when the next one starts, so the block whose system call ends the
// program is never counted: without cache simulation it is missing everywhere, with it only
// its own line is, and only if the block never ran before.
void compat_forget_last_block(void);
// Likewise, a block that ends in a client request is counted in the state that the request
// leaves behind.  `was_on` is the state of collection before.
void compat_recount_request_block(Block* b, Bool was_on, Bool is_on);
// Stock looks for the lazy-binding routine in dynamic linkers with these paths only.
Bool compat_may_hold_resolver(const HChar* object_name);

#endif
