// SPDX-License-Identifier: GPL-3.0-or-later
//
// Threads, signals and forks: which shadow stack runs.
//
//    threads_run(tid);                                 // before anything is done for the thread
#ifndef XG_CALLGRIND_THREADS_THREADS_H
#define XG_CALLGRIND_THREADS_THREADS_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "callgraph/model.h"

// Registers the callbacks and makes the first thread's shadow stack.
void threads_init(void);
// Switches to the thread's shadow stack if it is not running yet.
void threads_run(ThreadId tid);

#endif
