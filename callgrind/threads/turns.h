// SPDX-License-Identifier: GPL-3.0-or-later
//
// Threads take turns in an order of our own, with several cores (--cores): which thread runs is up to
// engine/turn_order.h, not to the core's lock and the host's kernel.
//
// A thread without the turn sleeps here, and its waker is the one whose turn has ended: so one thread at a time
// wants the core's lock.  Valgrind's quantum ends turns.
//
// Contract: with one core, or --fair-sched=no, threads take turns as Valgrind has them, and all functions do nothing.
// The caller has the core's lock.  Functions that wait for the turn release it meanwhile, so that other threads run:
// what the caller knows of the running thread is void when they return.
//
//    turns_init();
//    turns_before_syscall(tid, number, args);          // the last thing that is done before it
//    turns_after_syscall(tid, number, result);         // the first thing after it
#ifndef XG_CALLGRIND_THREADS_TURNS_H
#define XG_CALLGRIND_THREADS_TURNS_H

#include "pub_tool_basics.h"

// Whether there is such an order, by options alone.
Bool turns_are_possible(void);
void turns_init(void);
// A thread that has the turn starts another one.
void turns_start_thread(ThreadId child);
// It is about to execute its first instruction.
void turns_begin_thread(ThreadId tid);
// A thread is about to execute code of the program.
void turns_start_code(ThreadId tid);
// ... has stopped.
void turns_stop_code(ThreadId tid);
void turns_end_thread(ThreadId tid);
// This is the only thread of a forked child.
void turns_after_fork(ThreadId tid);
void turns_before_syscall(ThreadId tid, UInt number, const UWord* args);
void turns_after_syscall(ThreadId tid, UInt number, SysRes result);
void turns_before_signal(ThreadId tid);
// Turns whose moment time, or something outside the program, has decided.
ULong turns_out_of_order(void);

#endif
