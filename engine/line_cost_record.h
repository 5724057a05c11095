// SPDX-License-Identifier: GPL-3.0-or-later
//
// The oracle of line costs in two passes, for tests.  The cost of a line belongs to its load, but
// is known only at its eviction.  A first run records it under the number of the load; a second run
// of the same program charges it at the load, as D1mr and other misses are charged, and needs no
// tree: its inclusive costs are differences of running totals.  The two profiles must be equal.
//
// All loads have numbers, including those that are charged to nobody and those forgotten later: the
// second run treats their costs as any cost charged at that moment, to a sink or zeroed.  With
// parts, the first run charges the part in which a line is evicted, the second that of its load:
// only sums over parts agree, unless a part ends before the profile is zeroed, or inside an
// outermost function whose call is found when it returns, since such arcs begin with a part.
//
// The record also contains who loads, so that the second run notices if it is another program run.
//
// Contract: only the checked build has it (XG_DEBUG_CHECKS). line_cost_record is NULL in ordinary runs of
// that build, and no function is called.
// Ownership: records live until the program ends, as does the memory of tickets: what a line keeps
// in place of its target, the target and the number of the load.
//
//    line_cost_record_start(false);  ...  line_cost_record_write(&writer);
//    line_cost_record_start(true);   ...  if (!line_cost_record_feed(bytes, n)) ...
#ifndef XG_ENGINE_LINE_COST_RECORD_H
#define XG_ENGINE_LINE_COST_RECORD_H

#include "base/writer.h"
#include "engine/engine.h"

// Who loaded a line, and what the line cost.
typedef struct {
   uint64_t address; // of the instruction
   uint32_t thread;
   uint32_t use_event[EV_USE_COUNT];
} RecordedLoad;

typedef struct {
   bool replay;      // the second run
   bool bad;         // what was fed is no record
   bool differs;     // a load is not the recorded one
   uint64_t n_loads; // so far
   uint64_t n_known; // in `chunks`: in the second run those read
   RecordedLoad** chunks;
   uint64_t n_chunks;
   void* free_tickets;
   uint64_t number, column, digits; // state of line_cost_record_feed()
} LineCostRecord;

extern LineCostRecord* line_cost_record;

// Whether this is one of the two runs: a constant in the product, so that the compiler drops what asks.
#define LINE_COSTS_RECORDED (XG_DEBUG_CHECKS && line_cost_record)

// Starts the first or the second run; after engine_init().
void line_cost_record_start(bool replay);
// A line is loaded that is charged to `target`, whose reference to a node becomes the record's:
// returns what the line keeps in its place.  In the second run charges the site with the line's
// cost.
CostTarget line_cost_record_load(const Site* site, CostTarget target);
// The line that keeps this was evicted at this cost: returns its target.
CostTarget line_cost_record_evicted(const CostTarget* kept, const uint64_t* cost);
// The target of the line that keeps this.
CostTarget line_cost_record_target(const CostTarget* kept);
// The target of a line that stays resident, and is charged to nobody from now on.
CostTarget line_cost_record_forget(const CostTarget* kept);
// Writes the first run's record, a line for each load: address, thread, and events of line use in the order
// of events.
void line_cost_record_write(Writer* w);
// Takes in the next n bytes of a record; false if that is not what was written.
bool line_cost_record_feed(const char* text, size_t n);

#endif
