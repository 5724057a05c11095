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
   // Of a hierarchy with more than Callgrind's caches:
   EV_L2MI,   // instruction fetches that miss L2, where there is one in front of the last level
   EV_L2MR,   // data reads that miss L2
   EV_L2MW,   // data writes that miss L2
   EV_ITM,    // instruction fetches whose page is not in the first-level TLB
   EV_DTMR,   // data reads whose page is not in the first-level TLB
   EV_DTMW,   // data writes whose page is not in the first-level TLB
   EV_STM,    // accesses and fetches whose page is in no TLB
   EV_PFUSED, // accesses and fetches of a prefetched line, each line's first one
   // Misses by class (cachesim/miss_class.h), in its order: of data accesses in L1, then of all in L2,
   // if there is one, and in the last level.
   EV_D1COLD,
   EV_D1CAP,
   EV_D1CONF,
   EV_D1TRUE,
   EV_D1FALSE,
   EV_L2COLD,
   EV_L2CAP,
   EV_L2CONF,
   EV_L2TRUE,
   EV_L2FALSE,
   EV_LLCOLD,
   EV_LLCAP,
   EV_LLCONF,
   EV_LLTRUE,
   EV_LLFALSE,
   // Cache use (Inclusive paper, section 1), charged to the instruction that loaded the line:
   EV_ACCOST_L1, // sum over lines of L1 of 1 / accesses, in millionths
   EV_SPLOSS_L1, // bytes loaded into L1 and not used
   EV_ACCOST_LL, // sum over lines of the last level of 1 / accesses, in millionths
   EV_SPLOSS_LL, // bytes loaded into the last level and not used
   EV_PFUNUSED,  // lines prefetched and not used
   EV_ACCOST_L2, // as for L1, of L2 in front of the last level
   EV_SPLOSS_L2,
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
   EV_WIDTH_COUNTS = EV_I1MR,       // what code does, miss or no miss
   EV_WIDTH_PLAIN = 1,              // Ir alone
   EV_WIDTH_CACHE = EV_L2MI,        // the nine events of the plain cache simulation
   EV_WIDTH_HIERARCHY = EV_D1COLD,  // and what L2, TLBs and prefetchers add
   EV_WIDTH_CLASSES = EV_ACCOST_L1, // and misses by class
   EV_WIDTH_USE = EV_ILDMR,         // and cache use
   EV_WIDTH_ALL = EV_COUNT,
   EV_USE_COUNT = EV_WIDTH_USE - EV_ACCOST_L1,    // events of cache use
   EV_USE_COUNT_2 = EV_ACCOST_L2 - EV_ACCOST_L1,  // ... without those of L2
   EV_CLASS_COUNT = EV_WIDTH_CLASSES - EV_D1COLD, // events of misses by class
};

// Short names as in the profile, by Event, for two levels of caches.
extern const char* event_name[EV_COUNT];
// The numbers in the names are those of three levels from now on: the last one's is 3.
void event_names_for_three_levels(void);

#endif
