// SPDX-License-Identifier: GPL-3.0-or-later
//
// Number and time of system calls (--collect-systime), charged to the block that makes the call.
//
//    syscall_times_begin(tid);
//    syscall_times_end(tid);      // the thread runs again
#ifndef XG_CALLGRIND_THREADS_SYSCALL_TIMES_H
#define XG_CALLGRIND_THREADS_SYSCALL_TIMES_H

#include "pub_tool_basics.h"

#include "callgraph/model.h"

void syscall_times_init(void);
void syscall_times_begin(ThreadId tid);
void syscall_times_end(ThreadId tid);
// Has the time of the thread's open system call charged to this block, if it is one.
void syscall_times_charge_to(ThreadId tid, Block* block);

#endif
