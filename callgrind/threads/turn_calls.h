// SPDX-License-Identifier: GPL-3.0-or-later
//
// What system calls mean for turns: which of them may wait, and what ends that.
//
//    TurnCall call = turn_call(number, args);
//    if (turn_call_timed_out(number, result)) ...
#ifndef XG_CALLGRIND_THREADS_TURN_CALLS_H
#define XG_CALLGRIND_THREADS_TURN_CALLS_H

#include "pub_tool_basics.h"

#include "engine/turn_order.h"

TurnCall turn_call(UInt number, const UWord* args);
// The call has ended since its time was over.
Bool turn_call_timed_out(UInt number, SysRes result);
// All other threads are ended by it, if it succeeds.
Bool turn_call_ends_others(UInt number);

#endif
