// SPDX-License-Identifier: GPL-3.0-or-later
//
// Accesses to the program's memory that its code does not make, for what becomes of stores: the kernel's, which reads
// and writes buffers of system calls and makes signal frames; and memory that other processes see, or whose contents
// a system call discards.
//
//    outside_accesses_init();                                  // with stores
//    outside_accesses_after_syscall(number, args, result);
#ifndef XG_CALLGRIND_OWNERSHIP_OUTSIDE_ACCESSES_H
#define XG_CALLGRIND_OWNERSHIP_OUTSIDE_ACCESSES_H

#include "pub_tool_basics.h"

void outside_accesses_init(void);
void outside_accesses_after_syscall(UInt number, const UWord* args, SysRes result);

#endif
