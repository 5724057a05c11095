// SPDX-License-Identifier: GPL-3.0-or-later
//
// What must be undone or redone to get stock's numbers; most of it only with
// --compat=callgrind.
//
// Stock counts a block when the next one starts.  A block that ends by asking the core for
// something (a system call, a client request) is therefore not yet counted while the core
// answers.  Without cache simulation that holds for all its costs; with it, costs are counted
// as they come, but written only once the block has been counted at least once.
#ifndef XG_CALLGRIND_THREADS_COMPAT_H
#define XG_CALLGRIND_THREADS_COMPAT_H

#include "pub_tool_basics.h"

#include "callgraph/model.h"

// The block whose system call ends the thread is never counted.  Without cache simulation we do
// the same by default, so that totals agree with stock; with it only under --compat.
void compat_forget_last_block(void);
// Around a dump or zeroing by client request: takes the asking block out of the profile, and
// puts it back.
void compat_hide_pending_block(void);
void compat_show_pending_block(void);
// The request switches collection (or instrumentation, off): the asking block is counted in the
// state it leaves behind.  To be called while collection is on.
void compat_recount_pending_block(Bool is_on);
// A signal handler was left by longjmp: the block that it interrupted is never counted.
void compat_forget_interrupted_block(Block* b);
// Stock looks for the lazy-binding routine in dynamic linkers with these paths only.
Bool compat_may_hold_resolver(const HChar* object_name);

#endif
