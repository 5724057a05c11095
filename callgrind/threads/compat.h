// SPDX-License-Identifier: GPL-3.0-or-later
//
// What must be undone or redone to get Callgrind's numbers with --compat=callgrind; without it,
// these functions do nothing, but for the last one, which is called with it only.
//
// Callgrind counts a block when the next one starts.  A block that ends with a system call or a
// client request is therefore not yet counted while the core answers: it is pending.  Without cache
// simulation that holds for its instructions; branches and bus events are counted immediately, and
// with cache simulation all costs are.  But they are written only once the block has been counted (uncounted.h).
//
//    compat_hide_pending_block();
//    dump_profile("Client Request", True);
//    compat_show_pending_block();
#ifndef XG_CALLGRIND_THREADS_COMPAT_H
#define XG_CALLGRIND_THREADS_COMPAT_H

#include "pub_tool_basics.h"

#include "callgraph/model.h"

// A thread ends: the block with its last system call is never counted.
void compat_forget_last_block(void);
// Around a dump or zeroing by client request: takes the pending block out of the profile, and puts
// it back.
void compat_hide_pending_block(void);
void compat_show_pending_block(void);
// A client request switches collection or instrumentation: the pending block is counted in the
// state that it leaves behind.  To be called while collection is on.
void compat_recount_pending_block(Bool is_on);
// A signal handler was left by longjmp or has ended by sigreturn: the block that was pending is
// never counted.
void compat_forget_interrupted_block(Block* b);
// Callgrind looks for the lazy-binding routine in dynamic linkers with these paths only.
Bool compat_may_hold_resolver(const HChar* module_name);

#endif
