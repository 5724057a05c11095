// SPDX-License-Identifier: GPL-3.0-or-later
//
// The processors that the program sees with several simulated cores: as many as there are cores, on any host, so that
// OpenMP starts as many threads (docs/miss-classes.md).
//
// Contract: with one core, all functions do nothing, and the program sees the host's.
//
//    processors_init();                             // once options are known
//    processors_answer(thread, number, args, result);    // after each system call
#ifndef XG_CALLGRIND_THREADS_PROCESSORS_H
#define XG_CALLGRIND_THREADS_PROCESSORS_H

#include "pub_tool_basics.h"

void processors_init(void);
// The child may run where its parent may.
void processors_start_thread(ThreadId parent, ThreadId child);
// A system call has told the program of the host's processors: it is told of cores instead.
void processors_answer(ThreadId tid, UInt number, const UWord* args, SysRes result);

#endif
