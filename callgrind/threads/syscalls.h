// SPDX-License-Identifier: GPL-3.0-or-later
//
// System calls: their number and time (--collect-systime), and the results of a program that is
// about to be replaced by execve().
#ifndef XG_CALLGRIND_THREADS_SYSCALLS_H
#define XG_CALLGRIND_THREADS_SYSCALLS_H

// Registers the callbacks.
void syscalls_init(void);

#endif
