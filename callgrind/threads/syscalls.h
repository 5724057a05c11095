// SPDX-License-Identifier: GPL-3.0-or-later
//
// System calls: the results of a program that is about to be replaced by execve(), and the status that it exits with.
#ifndef XG_CALLGRIND_THREADS_SYSCALLS_H
#define XG_CALLGRIND_THREADS_SYSCALLS_H

#include "pub_tool_basics.h"

enum { SYSCALLS_NO_EXIT = -1 };

// The status that the program has exited with; SYSCALLS_NO_EXIT: it has not, a signal ends it.
Int syscalls_exit_status(void);
// Registers the callbacks.
void syscalls_init(void);

#endif
