// SPDX-License-Identifier: GPL-3.0-or-later
//
// SIGKILL, which a process does not notice: calls of the program that send it, to its own process, whose results are written
// before, and to children that are profiled, of which the end of the run says that they have left no profile.
//
//    killed_before_syscall(number, args);
//    killed_after_syscall(number, args, result);
//    killed_describe(&lines, base);           // at the end of the run; base: the absolute name of its own profile
#ifndef XG_CALLGRIND_THREADS_KILLED_H
#define XG_CALLGRIND_THREADS_KILLED_H

#include "pub_tool_basics.h"

#include "callgrind/summary/end_lines.h"

// In a forked child: its parent's children are not its own.
void killed_after_fork(void);
// Writes the results so far if the call may end this process without the tool's being asked.
void killed_before_syscall(UInt number, const UWord* args);
void killed_after_syscall(UInt number, const UWord* args, SysRes result);
// Adds a line about the children that this process has killed while they were profiled, and that have no last profile beside
// this one; nothing of those that had become unprofiled programs.
void killed_describe(EndLines* l, const HChar* base);

#endif
