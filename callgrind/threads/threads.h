// SPDX-License-Identifier: GPL-3.0-or-later
//
// Threads, signals and forks: which shadow stack runs.
//
//    threads_run(tid);                                 // before anything is done for the thread
//    for (UInt t = 1; t < threads_end(); t++)
//       if (threads_exists(t)) ... threads_shadow_stack(t) ...
#ifndef XG_CALLGRIND_THREADS_THREADS_H
#define XG_CALLGRIND_THREADS_THREADS_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "callgraph/model.h"

// Registers the callbacks and makes the first thread's shadow stack.
void threads_init(void);
// True if the thread has run; threads are numbered from 1 to below threads_end().
Bool threads_exists(UInt thread);
UInt threads_end(void);
// What an existing thread runs on, or ran on last.
ShadowStack* threads_shadow_stack(UInt thread);
// Switches to the thread's shadow stack if it is not running yet.
void threads_run(ThreadId tid);

#endif
