// SPDX-License-Identifier: GPL-3.0-or-later
//
// The events Xgrind counts, in an order that lets each mode copy the first ones alone; the order of
// the profile's `events:` line is that of callgrind/files/columns.c.
//
// A cost is an array of uint64_t indexed by Event.  Which events are counted depends on the
// options; the number of leading array elements that a mode touches is its `width`, so that
// the call path copies no more than needed.
//
//    uint64_t sum[EV_COUNT] = {0};
//    for (uint32_t e = 0; e < width; e++) sum[e] += cost[e];
//    writer_text(&w, event_name[EV_IR]);
//    writer_number(&w, sum[EV_IR]);
#ifndef XG_BASE_EVENT_H
#define XG_BASE_EVENT_H

#include <stdint.h>

typedef enum {
   EV_IR,   // instructions executed
   EV_DR,   // data reads
   EV_DW,   // data writes; a read-modify-write instruction is one write
   EV_I1MR, // instruction fetches that miss L1
   EV_D1MR, // data reads that miss L1
   EV_D1MW, // data writes that miss L1
   EV_ILMR, // instruction fetches that miss the last level
   EV_DLMR, // data reads that miss the last level
   EV_DLMW, // data writes that miss the last level
   // Cache use (Inclusive paper, section 1), charged to the instruction that loaded the line:
   EV_ACCOST1, // sum over lines of L1 of 1 / accesses, in millionths
   EV_SPLOSS1, // bytes loaded into L1 and not used
   EV_ACCOST2, // the same for the last level
   EV_SPLOSS2,
   EV_PFUNUSED, // lines prefetched into the last level and not used
   EV_ILDMR,    // as ILmr, evicting a dirty line (write-back simulation)
   EV_DLDMR,    // as DLmr, evicting a dirty line
   EV_DLDMW,    // as DLmw, evicting a dirty line
   EV_BC,       // conditional branches executed
   EV_BCM,      // ... mispredicted
   EV_BI,       // indirect branches executed
   EV_BIM,      // ... mispredicted
   EV_GE,       // global bus events (atomic read-modify-write)
   EV_SYSCOUNT, // system calls
   EV_SYSTIME,  // elapsed time in system calls, in the unit of --collect-systime
   EV_SYSCPU,   // processor time in system calls, ns
   EV_COUNT,
} Event;

enum {
   EV_WIDTH_COUNTS = EV_I1MR,   // what code does, miss or no miss
   EV_WIDTH_PLAIN = 1,          // Ir alone
   EV_WIDTH_CACHE = EV_ACCOST1, // the nine events of the plain cache simulation
   EV_WIDTH_USE = EV_ILDMR,     // and cache use
   EV_WIDTH_ALL = EV_COUNT,
   EV_USE_COUNT = EV_WIDTH_USE - EV_ACCOST1, // events of cache use
};

// Short names as in the profile, by Event.
extern const char* const event_name[EV_COUNT];

#endif
