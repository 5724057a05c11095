// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which events the counters of a site stand for, by kind of site, from the table in base/events.def:
// shared by the code that counts (engine/) and the code that turns counters into costs (writers/).
//
//    const SiteEvents* e = &site_events[site->kind];
//    row[e->event[MISSES_L1]] += counters[MISSES_L1];
#ifndef XG_CALLGRAPH_SITE_EVENTS_H
#define XG_CALLGRAPH_SITE_EVENTS_H

#include "callgraph/model.h"

// Instructions are counted by segments, never by sites: Ir stands for no event here.
enum { EV_NONE = EV_IR };

typedef struct {
   uint8_t executed;             // counted by executions of its segment: Event, or EV_NONE
   uint8_t event[SITE_COUNTERS]; // by counter: Event, or EV_NONE
} SiteEvents;

// Counters that only one event has.
#define BY_USE(id) (LINE_USE + EV_##id - EV_ACCOST_L1)
#define BY_CLASS(id) (MISSES_BY_CLASS + EV_##id - EV_D1COLD)
#define BY_STALL(id) (STALLS + EV_##id - EV_CYDEP)

// The column `sites` of the table.  Branches and bus events count executions beside those of their
// segment as EXTRA_EXECUTIONS, with --compat=callgrind only.
#define SITES_NONE(counter, e)
#define SITES_FETCHES(counter, e) [SITE_FETCH].event[counter] = e,
#define SITES_READS(counter, e)                                                                \
   [SITE_READ].event[counter] = e, [SITE_READ_GUARDED].event[counter] = e,
#define SITES_WRITES(counter, e)                                                               \
   [SITE_WRITE].event[counter] = e, [SITE_WRITE_GUARDED].event[counter] = e,
#define SITES_DATA(counter, e) SITES_READS(counter, e) SITES_WRITES(counter, e)
#define SITES_REQUESTS(counter, e) SITES_FETCHES(counter, e) SITES_DATA(counter, e)
#define SITES_PREFETCHES(counter, e) [SITE_PREFETCH].event[counter] = e,
// What loads lines: with prefetch instructions.
#define SITES_DATA_LOADERS(counter, e) SITES_DATA(counter, e) SITES_PREFETCHES(counter, e)
#define SITES_LOADERS(counter, e) SITES_REQUESTS(counter, e) SITES_PREFETCHES(counter, e)
#define SITES_BRANCH(counter, e) [SITE_BRANCH].event[counter] = e,
#define SITES_INDIRECT(counter, e) [SITE_INDIRECT].event[counter] = e,
#define SITES_ANY_BRANCH(counter, e) SITES_BRANCH(counter, e) SITES_INDIRECT(counter, e)
#define SITES_EXECUTED_READS(counter, e)                                                       \
   [SITE_READ].executed = e, [SITE_READ_GUARDED].event[counter] = e,
#define SITES_EXECUTED_WRITES(counter, e)                                                      \
   [SITE_WRITE].executed = e, [SITE_WRITE_GUARDED].event[counter] = e,
#define SITES_EXECUTED_BRANCH(counter, e)                                                      \
   [SITE_BRANCH].executed = e, [SITE_BRANCH].event[counter] = e,
#define SITES_EXECUTED_INDIRECT(counter, e)                                                    \
   [SITE_INDIRECT].executed = e, [SITE_INDIRECT].event[counter] = e,
#define SITES_EXECUTED_BUS(counter, e) [SITE_BUS].executed = e, [SITE_BUS].event[counter] = e,

static const SiteEvents site_events[] = {
#define EVENT(id, name, text, unit, with, sites, counter) SITES_##sites(counter, EV_##id)
#include "base/events.def"
};
// The column of memory objects that has the same event; 0: none, or accesses, which executions tell.
static const uint8_t object_of_event[EV_COUNT] = {
#define OBJECT(id, weight) [EV_##id] = OBJ_##id,
#include "base/events.def"
};
_Static_assert(sizeof site_events / sizeof site_events[0] == SITE_PREFETCH + 1,
               "a kind is missing");
_Static_assert((int)LINE_USE_END - (int)LINE_USE == (int)EV_LATE_COUNT - 1
                  && (int)MISSES_BY_CLASS_END - (int)MISSES_BY_CLASS == (int)EV_CLASS_COUNT - 1,
               "a counter for each late event, and for each of misses by class");

// How many counters the sites of a block need, where these EV_WITH_* are on; guarded: whether there is a
// guarded access in it.
uint32_t site_counters(uint32_t with, bool guarded);

#endif
