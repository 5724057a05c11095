// SPDX-License-Identifier: GPL-3.0-or-later
//
// The events Xgrind counts, from the table in base/events.def.
//
// A cost is an array of uint64_t indexed by Event.  Which events are counted depends on the
// options; the number of leading array elements that a mode touches is its `width`, so that
// the call path copies no more than needed: events are in the order of their width classes.
//
//    uint64_t sum[EV_COUNT] = {0};
//    for (uint32_t e = 0; e < width; e++) sum[e] += cost[e];
//    writer_text(&w, event_name(EV_IR, false));
//    writer_number(&w, sum[EV_IR]);
#ifndef XG_BASE_EVENT_H
#define XG_BASE_EVENT_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
typedef enum {
#define EVENT_PLAIN(id, ...) EV_##id,
#include "base/events.def"
   EV_WIDTH_PLAIN, // Ir alone
   EV_END_PLAIN = EV_WIDTH_PLAIN - 1,
#define EVENT_COUNTS(id, ...) EV_##id,
#include "base/events.def"
   EV_WIDTH_COUNTS, // and what code does, miss or no miss
   EV_END_COUNTS = EV_WIDTH_COUNTS - 1,
#define EVENT_CACHE(id, ...) EV_##id,
#include "base/events.def"
   EV_WIDTH_CACHE, // and the misses of the plain cache simulation
   EV_END_CACHE = EV_WIDTH_CACHE - 1,
#define EVENT_HIERARCHY(id, ...) EV_##id,
#include "base/events.def"
   EV_WIDTH_HIERARCHY, // and what L2, TLBs and prefetchers add
   EV_END_HIERARCHY = EV_WIDTH_HIERARCHY - 1,
#define EVENT_CLASSES(id, ...) EV_##id,
#include "base/events.def"
   EV_WIDTH_CLASSES, // and misses by class
   EV_END_CLASSES = EV_WIDTH_CLASSES - 1,
#define EVENT_USE_2(id, ...) EV_##id,
#include "base/events.def"
   EV_WIDTH_USE_2, // and cache line use of two levels
   EV_END_USE_2 = EV_WIDTH_USE_2 - 1,
#define EVENT_USE(id, ...) EV_##id,
#include "base/events.def"
   EV_WIDTH_USE, // and of L2
   EV_END_USE = EV_WIDTH_USE - 1,
#define EVENT_USE_L3(id, ...) EV_##id,
#include "base/events.def"
   EV_WIDTH_USE_L3, // and of L3
   EV_END_USE_L3 = EV_WIDTH_USE_L3 - 1,
#define EVENT_STORES(id, ...) EV_##id,
#include "base/events.def"
   EV_WIDTH_STORES, // and what became of stores
   EV_END_STORES = EV_WIDTH_STORES - 1,
// Cache line use in simulations beside the program (event_in()), in the same order.
#define EVENT_USE_2(id, ...) EV_BESIDE_##id,
#include "base/events.def"
#define EVENT_USE(id, ...) EV_BESIDE_##id,
#include "base/events.def"
#define EVENT_USE_L3(id, ...) EV_BESIDE_##id,
#include "base/events.def"
   EV_WIDTH_BESIDE_USE,
   EV_END_BESIDE_USE = EV_WIDTH_BESIDE_USE - 1,
#define EVENT_ALL(id, ...) EV_##id,
#include "base/events.def"
   EV_WIDTH_ALL, // and all others
   EV_END_ALL = EV_WIDTH_ALL - 1,
#define BESIDE(id) EV_BESIDE_##id,
#include "base/events.def"
   EV_COUNT,
   EV_WIDTH_BESIDE = EV_COUNT, // and those of simulations beside the program
} Event;

enum {
   EV_USE_COUNT = EV_WIDTH_USE_L3 - EV_WIDTH_CLASSES,     // events of cache use
   EV_USE_COUNT_3 = EV_WIDTH_USE - EV_WIDTH_CLASSES,      // ... without those of L3
   EV_USE_COUNT_2 = EV_WIDTH_USE_2 - EV_WIDTH_CLASSES,    // ... and of L2
   EV_LATE_COUNT = EV_WIDTH_STORES - EV_WIDTH_CLASSES,     // these and those of stores
   EV_LATE_COUNT_BESIDE = EV_WIDTH_BESIDE_USE - EV_WIDTH_CLASSES, // ... and of simulations beside the program
   EV_CLASS_COUNT = EV_WIDTH_CLASSES - EV_WIDTH_HIERARCHY, // events of misses by class
   EV_STALL_COUNT = EV_CYCOH - EV_CYDEP + 1 // of cycles that an access or a branch adds
};
_Static_assert((int)EV_ACCOST_L1 == (int)EV_WIDTH_CLASSES
                  && (int)EV_D1COLD == (int)EV_WIDTH_HIERARCHY,
               "events of line use and miss classes are counted from these");

// What is counted by memory object, in the order of the data file.
typedef enum {
#define OBJECT(id, weight) OBJ_##id,
#define OBJECT_ONLY(id, ...) OBJ_##id,
#include "base/events.def"
   OBJ_EVENTS
} ObjectEvent;
// clang-format on

// What may be on in a run; an event is there if all that it needs is.
enum {
   EV_WITH_CACHES = 1 << 0,
   EV_WITH_L2 = 1 << 1, // in front of the last level
   EV_WITH_ITLB = 1 << 2,
   EV_WITH_DTLB = 1 << 3,
   EV_WITH_STLB = 1 << 4,
   EV_WITH_CLASSES = 1 << 5,
   EV_WITH_CORES = 1 << 6, // several
   EV_WITH_WRITE_BACK = 1 << 7,
   EV_WITH_BRANCHES = 1 << 8,
   EV_WITH_USE = 1 << 9,
   EV_WITH_PREFETCHERS = 1 << 10,  // of caches
   EV_WITH_PREFETCH_USE = 1 << 11, // cache use, with these or Callgrind's
   EV_WITH_BUS = 1 << 12,
   EV_WITH_SYSTIME = 1 << 13,
   EV_WITH_SYSCPU = 1 << 14,
   EV_WITH_OBJECTS = 1 << 15,
   EV_WITH_CYCLES = 1 << 16,
   EV_WITH_STORES = 1 << 17,
   EV_WITH_STORED_LINES =
      1 << 18, // stores and cache use, of an LL whose evictions are a line's last
   EV_WITH_WORK = 1 << 19,
   EV_WITH_PAGES = 1 << 20,             // cycles, and a TLB of data
   EV_WITH_SOFTWARE_PREFETCH = 1 << 21, // prefetch instructions
   EV_WITH_L3 = 1 << 22,                // between L2 and the last level
};

typedef enum {
   UNIT_COUNT,
   UNIT_BYTES,
   UNIT_MILLIONTHS,
   UNIT_MILLICYCLES,
   UNIT_TIME,
   UNIT_NANOSECONDS
} EventUnit;

typedef struct {
   const char* long_name; // for KCachegrind; NULL: it has one of its own
   uint32_t with;         // EV_WITH_*
   uint8_t unit;          // EventUnit
} EventInfo;
extern const EventInfo event_info[EV_COUNT];

// What an entry of a column stands for, with sampling.
typedef enum { WEIGHT_LOADS, WEIGHT_STORES, WEIGHT_BOTH } ObjectWeight;

typedef struct {
   uint32_t with;  // EV_WITH_*
   uint8_t event;  // of the profile, which the column adds up to; EV_COUNT: none
   uint8_t unit;   // EventUnit
   uint8_t weight; // ObjectWeight
} ObjectInfo;
extern const ObjectInfo object_info[OBJ_EVENTS];

// Whether the event is known after what it is charged to: it is in no running total, but charged to the calls
// that were open then.
static inline bool event_is_late(uint32_t e)
{
   return e >= EV_WIDTH_CLASSES && e < EV_WIDTH_BESIDE_USE;
}

// What counts this event in a simulation (engine/simulation.h): 0 is the program, for which it is the event itself, as it is if
// it is the same in all.
Event event_in(Event e, uint32_t simulation);
// Of late events, which count from EV_ACCOST_L1.
static inline uint32_t late_event_in(uint32_t e, uint32_t simulation)
{
   return simulation ? EV_BESIDE_ACCOST_L1 - EV_ACCOST_L1 + e : e;
}
// The short name, as in the profile, or Callgrind's own where that is another (--compat=callgrind).
const char* event_name(Event e, bool callgrinds);
// That of a column of memory objects.
const char* object_name(ObjectEvent column);
// What is left of the costs that have been shown: event_shown() adds it to the next one of its event.
typedef struct {
   uint32_t rest[EV_COUNT];
} ShownRest;
// How many parts of its unit an event is counted in: 1000 for cycles that instructions take, or 1.
uint32_t event_parts(Event e);
// A cost in whole units, as files have it.  What is left over goes to *rest, if there is one, so that the sum of what
// is shown of several costs is what is shown of their sum.
uint64_t event_shown(Event e, uint64_t cost, ShownRest* rest);
// The width of a mode whose last event this is.
uint32_t event_width(Event last);

#endif
