// SPDX-License-Identifier: GPL-3.0-or-later
//
// Regions of the timeline: all executions of a function, or of what client requests delimit, and what
// they look like laid over each other (timeline/fold.h).
//
// An instance of a function's region lasts from its outermost call on a shadow stack until that is left.
// It has the cost that its call arc has: what its execution state (the thread's own code, a coroutine, a
// signal handler) has cost in the meantime, so no handler that has interrupted it.  An instance between
// requests has the cost of its thread, handlers included.  Of cache line use both have what was charged
// for all lines evicted in the meantime, as bins have.
//
// Samples fall into the instances that are open in what runs at the tick.
//
// Contract: with TimelineConfig.on only.  Each tick comes here twice: at its block's start, when totals are
// exact, and when its access has come or it is known that none will.
//
//    timeline_regions_init();
//    if (f->settings.timeline_region) timeline_regions_enter(f);   // the call has been made
//    if (f->settings.timeline_region) timeline_regions_leave(f);   // it has been left
//    timeline_regions_tick(&sample);
//    timeline_regions_sample(&sample);
//    timeline_regions_finish();                                    // before they are read
//    for (uint32_t i = 0; i < engine.regions.n; i++) ... engine.regions.region[i] ...
#ifndef XG_ENGINE_OVER_TIME_TIMELINE_REGIONS_H
#define XG_ENGINE_OVER_TIME_TIMELINE_REGIONS_H

#include "callgraph/model.h"
#include "engine/over_time/timeline.h"
#include "timeline/fold.h"

enum { TIMELINE_REGIONS_MAX = 64 };

// The n-th call of MPI or OpenMP in an instance, of those in which it calls the same function as in the first one.
typedef struct {
   const Function* function;
   Statistic x; // in parts of FOLD_SHARE
} RegionBorder;
enum { REGION_BORDERS = 16 };

typedef enum { REGION_REQUEST, REGION_FUNCTION, REGION_LOOP, REGION_BARRIER } RegionKind;

typedef struct {
   const char* name;
   RegionKind kind;
   const Function*
      function; // that is called or has the loop; of a barrier: what is between its calls; NULL: it is delimited by requests
   // What nobody has asked for: see engine/repeats/found_regions.h.
   bool found;
   uint64_t instructions;                 // that its instances take on the clock
   const Block* header;                   // where an instance begins
   const Block *first_block, *last_block; // of a loop: at its lowest and highest address
   RegionBorder border[REGION_BORDERS];
   uint32_t n_borders;
   Fold fold; // of the events in TimelineRegions.event; samples are TimelineSample,
              // without range
   uint64_t
      unfinished; // instances that have not ended by themselves, but with their thread, the
                  // program or instrumentation
} TimelineRegion;

// An instance that has not ended.
typedef struct OpenRegion OpenRegion;
struct OpenRegion {
   TimelineRegion* region;
   FoldInstance* instance;
   const ShadowStack* stack; // of a function; NULL: of requests
   uint32_t n_handlers;      // ... and which of its execution states
   uint32_t thread;
   OpenRegion* next;
};

// Invariants: event[] are those that are counted, without repetition; index[event[i]] is i, and that of
// the others NOT_AN_EVENT.
typedef struct {
   TimelineRegion* region[TIMELINE_REGIONS_MAX]; // in the order of their first instances
   uint32_t n;
   uint32_t n_events;
   uint8_t event[EV_COUNT]; // Event
   uint8_t index[EV_COUNT];
   OpenRegion* open; // in the order in which they began
   uint32_t n_open;
   const char* left_out; // the first one for which there was no room; NULL: there is none
} TimelineRegions;
enum { NOT_AN_EVENT = 255 };

// Sets up; by timeline_init().
void timeline_regions_init(void);

// A tick, at the start of a block: its sample lacks the access.
void timeline_regions_tick(const TimelineSample* sample);
// The last tick's sample is complete.  The clock may be past sample->at; instances that have ended in the
// meantime keep the sample without an access.
void timeline_regions_sample(const TimelineSample* sample);

// The function has been called: its frame is the innermost one.
void timeline_regions_enter(const Function* f);
// The function has been left for good; the running totals are those at its end.
void timeline_regions_leave(const Function* f);
// All calls of the execution state that runs are left, unless they are already; finished: as the program
// wants it.
void timeline_regions_leave_all(bool finished);

// Begins an instance of a region of requests in the running thread; the name must live on.  NULL: there
// are too many regions.
OpenRegion* timeline_regions_begin(const char* name);
// Ends it; NULL is ignored.
void timeline_regions_end(OpenRegion* o, bool finished);

// A region of its own, for instances that were: the name must live on.  NULL: there are too many regions.
TimelineRegion* timeline_regions_add(RegionKind kind, const Function* f, const char* name);

// Forgets all instances; those that are open begin anew.
void timeline_regions_zero(void);
// Ends the instances that are open: the program is over.
void timeline_regions_finish(void);
// Panics if an invariant is broken.
void timeline_regions_check(void);

#endif
