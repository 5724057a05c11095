// SPDX-License-Identifier: GPL-3.0-or-later
//
// The shadow stack that each thread runs on, or ran on last.
//
//    for (UInt t = 1; t < thread_stacks_end(); t++)
//       if (thread_stacks_has(t)) ... thread_stacks_of(t) ...
#ifndef XG_CALLGRIND_THREADS_THREAD_STACKS_H
#define XG_CALLGRIND_THREADS_THREAD_STACKS_H

#include "pub_tool_basics.h"

#include "callgraph/model.h"

void thread_stacks_init(void);
// True if the thread has run; threads are numbered from 1 to below thread_stacks_end().
Bool thread_stacks_has(UInt thread);
UInt thread_stacks_end(void);
// That of a thread which has run.
ShadowStack* thread_stacks_of(UInt thread);
// The thread that runs; 0: none has run yet.
UInt thread_stacks_running(void);
// This thread runs from now on: the stack that the caller is to switch to.
ShadowStack* thread_stacks_choose(UInt thread);

#endif
