// SPDX-License-Identifier: GPL-3.0-or-later
//
// The timeline: what the program does over time (docs/timeline.md).  Bins of time have the events in
// them, samples tell which code ran at a moment, and which data it accessed next.
//
// Clock: instructions executed since the program's start, by all threads and signal handlers, as far as
// collection was on.  It advances at the end of each segment of a block.
//
// Contract: with TimelineConfig.on only.  When xg_current.total[EV_IR] has reached xg_current.due_at,
// timeline_due() is called at the start of a block, the next one that can be told: generated code compares the
// two in blocks with a jump back, and after a call, a return or an indirect jump entry points do so (asking in
// each block takes 8 % of the time of cache simulation of a perl program).  So something due waits for some
// blocks of one function at most.  All that is due is done there: bins end, a sample is taken.  A sample then waits for one of the thread's next
// data accesses: until it has come, each of them takes the general path (hierarchy_ask_each()), which
// tells timeline_access().  Results of caches, TLBs and classes are those of a run without a timeline.
//
//    timeline_init();
//    if (xg_current.total[EV_IR] >= xg_current.due_at) timeline_due(block);
//    if (engine.timeline.accesses_left) timeline_access(site, address, by);
//    timeline_finish();                       // before it is read; all lines have been charged
#ifndef XG_ENGINE_OVER_TIME_TIMELINE_H
#define XG_ENGINE_OVER_TIME_TIMELINE_H

#include "base/map.h"
#include "cachesim/cache.h"
#include "callgraph/model.h"
#include "engine/fast_path.h"
#include "engine/over_time/timeline_ranges.h"
#include "memobj/object.h"
#include "timeline/bins.h"
#include "timeline/samples.h"

struct Simulation;

typedef enum { SAMPLE_NO_ACCESS, SAMPLE_LOAD, SAMPLE_STORE } SampleKind;

// What a tick records.
//
// Invariants: with SAMPLE_NO_ACCESS, all that is of the access is 0 or NULL.
typedef struct TimelineSample {
   uint64_t at; // clock
   uint32_t thread;
   uint8_t kind;       // SampleKind
   uint8_t served[2];  // ServedBy of the access, by simulation
   uint16_t size_B;    // ... its size
   const Block* block; // that starts here: the line is that of its first instruction
   const Function*
      function; // that runs, as the profile has it; inlined ones are not told apart
   const Function*
      caller; // of a library's code: the innermost one whose source is known; NULL: there is none
   uint64_t address; // of the access
   const Site* site; // ... its instruction's
   const Function* access_function;
   const MemObject* object; // that is accessed; NULL: objects are not known in this run
   TimelineRange* range;    // ... where it is; NULL: no range is known
} TimelineSample;

typedef struct {
   bool on;
   uint32_t samples_max; // most samples kept
   bool find_regions;    // regions are what the program repeats: see engine/repeats/journal.h
} TimelineConfig;

// Invariants: accesses_left is 0 unless the last sample waits for an access; then each access is asked
// for.  counted are the totals at the end of the last stretch of the bins, or when they began.
typedef struct {
   Bins bins;              // width EV_COUNT, by Event
   Samples samples;        // of TimelineSample
   uint32_t accesses_left; // until the one that the last sample records, that one included
   uint64_t counted[EV_COUNT];
   Map ranges; // of memory: see timeline_ranges.c
   // The entry points behind those of the timeline.
   void (*enter)(Block* block);
   TransferFunctions transfers;
} Timeline;

// Sets up; by engine_init().
void timeline_init(void);
// The clock: at the start of a block that of all that was executed before it.
uint64_t timeline_now(void);
// What the program has cost so far, by Event: of all threads, in and outside of signal handlers, and the
// use of the lines charged.  It only grows, also across dumps and zeroing.
void timeline_totals(uint64_t totals[EV_COUNT]);
// Something is due at the start of this block, which has been entered.
void timeline_due(const Block* block);
// The access of a site has been made, while a sample waits.
void timeline_access(const Site* site, uint64_t address, ServedBy by);
// ... in a simulation beside the program, behind that; or all of its bytes are dropped there, which counts as a hit.
void timeline_access_beside(struct Simulation* sim, const Site* site, uint64_t address,
                            ServedBy by);
void timeline_access_dropped(struct Simulation* sim);
// The last sample waits no longer: what runs next has nothing to do with it.
void timeline_break(void);
// Completes the bins and the last sample, so that they can be read.
void timeline_finish(void);
// The timeline begins anew, as costs were zeroed.
void timeline_zero(void);
// Panics if an invariant is broken.
void timeline_check(void);

#endif
