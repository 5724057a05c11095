// SPDX-License-Identifier: GPL-3.0-or-later
//
// Limits that the program sets for its own process, with which the tool cannot go on.
// A limit on memory does not hold for the process at all, as most of its memory is the tool's.  Of limits on the size of files and on
// processor time, only the soft one holds: the hard one would refuse the tool's files, or kill the process.  The program is told what it
// has set.  Where the program's memory has these limits for reading only, they hold, and the results so far are written before.
//
//    limits_before_syscall(number, args);
//    limits_after_syscall(tid, number, args, result);
//    limits_before_unprofiled();                        // they are that program's, and hold from now on
#ifndef XG_CALLGRIND_THREADS_LIMITS_H
#define XG_CALLGRIND_THREADS_LIMITS_H

#include "pub_tool_basics.h"

void limits_before_syscall(UInt number, const UWord* args);
void limits_after_syscall(ThreadId tid, UInt number, const UWord* args, SysRes result);
void limits_before_unprofiled(void);

#endif
