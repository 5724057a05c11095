// SPDX-License-Identifier: GPL-3.0-or-later
//
// System calls after which the process may not create files where it could before, as daemons make them.
// Before one that filters calls, the results so far are written: the process may end at the tool's next call.
//
//    privileges_before_syscall(number, args);
//    privileges_after_syscall(number, result);
#ifndef XG_CALLGRIND_THREADS_PRIVILEGES_H
#define XG_CALLGRIND_THREADS_PRIVILEGES_H

#include "pub_tool_basics.h"

void privileges_before_syscall(UInt number, const UWord* args);
void privileges_after_syscall(UInt number, SysRes result);

#endif
