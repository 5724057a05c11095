// SPDX-License-Identifier: GPL-3.0-or-later
//
// execve() and execveat(): another program takes this one's place in the process.  What has run so far is written, as there
// is no later opportunity: always by the process that was started, and by a program that exec has started; by a forked
// child only if it has done more than what leads to exec (--before-exec-min).
//
// An interpreter that a script names, and that cannot be executed, fails the call as the kernel does, with nothing done so far; the core
// alone ends the process.
//
//    exec_before(number == __NR_execveat, args);
#ifndef XG_CALLGRIND_THREADS_EXEC_H
#define XG_CALLGRIND_THREADS_EXEC_H

#include "pub_tool_basics.h"

// The call may fail; then the program goes on, and files that it writes later have all costs.
void exec_before(Bool at, const UWord* args);
// At the end of the process: whether it is a forked child that has tried to run another program, without success, and has done
// no more than what leads to that.  What it has executed is told to its parent then.
Bool exec_leaves_no_profile(void);
// In the child.
void exec_after_fork(void);

#endif
