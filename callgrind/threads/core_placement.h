// SPDX-License-Identifier: GPL-3.0-or-later
//
// Threads on simulated cores (--cores): which thread runs where, and how often threads change.
//
// Contract: with one core, all functions do nothing.
//
//    core_placement_init();                         // after the engine; threads that start are placed
//    core_placement_run(thread);                    // a thread goes on
//    if (core_placement_request(thread, args)) ...  // a client request of ours
#ifndef XG_CALLGRIND_THREADS_CORE_PLACEMENT_H
#define XG_CALLGRIND_THREADS_CORE_PLACEMENT_H

#include "pub_tool_basics.h"

#include "writers/sharing_data.h"

typedef enum { PLACE_IN_ORDER, PLACE_ROUND_ROBIN, PLACE_ON_REQUEST } CorePlacement;

// Chooses how often threads change, and says so, before the core starts the program.
void core_placement_choose_quantum(void);
// Sets up, and registers for starts of threads.
void core_placement_init(void);
void core_placement_run(ThreadId tid);
void core_placement_end(ThreadId tid);
// This is the only thread of a forked child.
void core_placement_after_fork(ThreadId tid);
// Counts are zero again.
void core_placement_zero(void);
// Obeys a client request; False: it is not one of ours.
Bool core_placement_request(ThreadId tid, const UWord* args);
// A system call begins or ends.
void core_placement_before_syscall(ThreadId tid, UInt number, const UWord* args);
void core_placement_after_syscall(ThreadId tid, UInt number, const UWord* args);
// Where a thread is, with several cores.
UInt core_placement_core(ThreadId tid);
// Where threads were, for the data file; the arrays live until the next call.
PlacementData core_placement_data(void);

#endif
