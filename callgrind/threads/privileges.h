// SPDX-License-Identifier: GPL-3.0-or-later
//
// System calls after which the process may not create files where it could before, as daemons make them.
//
//    privileges_before_syscall(number);
//    privileges_after_syscall(number, result);
#ifndef XG_CALLGRIND_THREADS_PRIVILEGES_H
#define XG_CALLGRIND_THREADS_PRIVILEGES_H

#include "pub_tool_basics.h"

void privileges_before_syscall(UInt number);
void privileges_after_syscall(UInt number, SysRes result);

#endif
