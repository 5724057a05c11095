// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the program's threads have at the moment.
//
//    Addr thread = guest_register(tid, GUEST_THREAD_POINTER);
#ifndef XG_CALLGRIND_THREADS_GUEST_H
#define XG_CALLGRIND_THREADS_GUEST_H

#include "pub_tool_basics.h"
#include "pub_tool_machine.h"

#include "callgrind/arch/arch.h"
#include "engine/engine.h"

// A register of a thread, by its offset in the guest state.
static inline UWord guest_register(ThreadId tid, PtrdiffT offset)
{
   UWord value;
   VG_(get_shadow_regs_area)(tid, (UChar*)&value, 0, offset, sizeof value);
   return value;
}

// Instructions executed so far: the time by which memory objects are born and die.
static inline ULong guest_now(void)
{
   return shadow_stack_now(&xg_current);
}

#endif
