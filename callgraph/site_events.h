// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which events the counters of a site stand for, by kind of site: shared by the code that counts
// (engine/) and the code that turns counters into costs (output/).
//
//    const SiteEvents* e = &site_events[site->kind];
//    xg_current.total[e->miss[MISSES_L1]]++;
#ifndef XG_CALLGRAPH_SITE_EVENTS_H
#define XG_CALLGRAPH_SITE_EVENTS_H

#include "callgraph/model.h"

enum {
   N_MISS_COUNTERS = MISSES_LL_DIRTY + 1,
   N_MORE_COUNTERS = COUNTERS_HIERARCHY - MISSES_L2,
   EV_NONE = EV_COUNT
};
#define NO_MORE                                                                                \
   {                                                                                           \
      EV_NONE, EV_NONE, EV_NONE, EV_NONE                                                       \
   }
_Static_assert(MISSES_L1 == 0 && MISSES_LL == 1 && MISSES_LL_DIRTY == 2
                  && (int)ACCESSES == (int)N_MISS_COUNTERS,
               "miss counters come first");
_Static_assert((int)EXTRA_EXECUTIONS == (int)MISSES_LL, "column of EXTRA_EXECUTIONS");

typedef struct {
   uint8_t executed;              // counted each time: Event, or EV_NONE
   uint8_t miss[N_MISS_COUNTERS]; // by miss counter: Event, or EV_NONE
   uint8_t more[N_MORE_COUNTERS]; // by counter from MISSES_L2 on: Event, or EV_NONE
   bool guarded;                  // ACCESSES says how often, not executions
} SiteEvents;

// Branches and bus events count executions beside those of their segment as EXTRA_EXECUTIONS, with
// --compat=callgrind only.
static const SiteEvents site_events[] = {
   [SITE_FETCH] = {EV_NONE,
                   {EV_I1MR, EV_ILMR, EV_ILDMR},
                   {EV_L2MI, EV_ITM, EV_STM, EV_PFUSED},
                   false},
   [SITE_READ] = {EV_DR,
                  {EV_D1MR, EV_DLMR, EV_DLDMR},
                  {EV_L2MR, EV_DTMR, EV_STM, EV_PFUSED},
                  false},
   [SITE_WRITE] = {EV_DW,
                   {EV_D1MW, EV_DLMW, EV_DLDMW},
                   {EV_L2MW, EV_DTMW, EV_STM, EV_PFUSED},
                   false},
   [SITE_READ_GUARDED] = {EV_DR,
                          {EV_D1MR, EV_DLMR, EV_DLDMR},
                          {EV_L2MR, EV_DTMR, EV_STM, EV_PFUSED},
                          true},
   [SITE_WRITE_GUARDED] = {EV_DW,
                           {EV_D1MW, EV_DLMW, EV_DLDMW},
                           {EV_L2MW, EV_DTMW, EV_STM, EV_PFUSED},
                           true},
   [SITE_BRANCH] = {EV_BC, {EV_BCM, EV_BC, EV_NONE}, NO_MORE, false},
   [SITE_INDIRECT] = {EV_BI, {EV_BIM, EV_BI, EV_NONE}, NO_MORE, false},
   [SITE_BUS] = {EV_GE, {EV_NONE, EV_GE, EV_NONE}, NO_MORE, false},
};
_Static_assert(sizeof site_events / sizeof site_events[0] == SITE_BUS + 1, "a kind is missing");

#endif
