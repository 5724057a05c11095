// SPDX-License-Identifier: GPL-3.0-or-later
//
// The host's clocks, in one unit.
//
//    ULong begin = clock_ns(VKI_CLOCK_MONOTONIC);
#ifndef XG_CALLGRIND_CLOCK_H
#define XG_CALLGRIND_CLOCK_H

#include "pub_tool_basics.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"

// Nanoseconds since the clock's own beginning: VKI_CLOCK_REALTIME's is 1970.
static inline ULong clock_ns(vki_clockid_t clock)
{
   struct vki_timespec t;
   VG_(clock_gettime)(&t, clock);
   return (ULong)t.tv_sec * 1000000000ULL + (ULong)t.tv_nsec;
}

#endif
