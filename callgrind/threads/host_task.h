// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a thread of the program does as the kernel sees it: whether it sleeps in a system call of the program.
//
// Contract: its files are opened while no other thread of the program can make a system call, so that the program's
// own files have the numbers that they have otherwise.
//
//    host_task_open(&task);                                // by the thread itself
//    if (host_task_look(&task) == TASK_SLEEPS) ...
//    host_task_close(&task);
#ifndef XG_CALLGRIND_THREADS_HOST_TASK_H
#define XG_CALLGRIND_THREADS_HOST_TASK_H

#include "pub_tool_basics.h"

#include "callgrind/core_private.h"

// A system call of the tool's own; an error is a number below zero.
static inline Word host_call(UWord number, UWord a, UWord b, UWord c, UWord d)
{
   const SysRes r = VG_(do_syscall)(number, a, b, c, d, 0, 0, 0, 0);
   return sr_isError(r) ? -(Word)sr_Err(r) : (Word)sr_Res(r);
}

typedef enum {
   TASK_BUSY,   // runs, or is about to
   TASK_SLEEPS, // in a system call that the program has made
   TASK_BACK,   // sleeps elsewhere: it waits for the core, after such a call
   TASK_GONE,
   TASK_UNKNOWN, // the kernel does not say
} TaskSight;

typedef struct {
   Bool is_open;
   Int stat, call; // files in /proc; -1: cannot be opened
} HostTask;

void host_task_open(HostTask* task);
void host_task_close(HostTask* task);
TaskSight host_task_look(const HostTask* task);

#endif
