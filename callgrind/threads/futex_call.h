// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a futex system call does: whether it waits or wakes, and where.
//
//    FutexCall f;
//    if (futex_call_read(number, args, &f) && f.waits) ... f.address ...
#ifndef XG_CALLGRIND_THREADS_FUTEX_CALL_H
#define XG_CALLGRIND_THREADS_FUTEX_CALL_H

#include "pub_tool_basics.h"

typedef struct {
   Addr address;
   Bool waits, wakes; // waitv waits at several addresses, and is neither here
   Bool timed;        // no longer than some time
   Bool moves;        // who waits may wait elsewhere from then on
} FutexCall;

// False: it is another system call.
Bool futex_call_read(UInt number, const UWord* args, FutexCall* f);

#endif
