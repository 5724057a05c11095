// SPDX-License-Identifier: GPL-3.0-or-later
//
// The oracle of cache use in two passes, for tests.  What a line comes to belongs to its load, but
// is known only when the line's time is over.  A first run notes it under the load's number; a
// second run of the same program charges it at the load, as D1mr and its like are charged, and
// needs no tree: its inclusive costs are differences of running totals.  The two profiles must be
// the same.
//
// All loads have numbers, those on nobody's account and those forgotten later included: what
// becomes of their costs is left to what becomes of any cost charged at that moment, to a sink or
// zeroed.  With parts, the first run charges the part in which a line ends, the second that of its
// load: only sums over parts agree.  And not even they if a part ends before the profile is zeroed,
// or inside an outermost function whose call is found when it returns: such arcs begin with a part.
//
// The record also says who loads, so that the second run knows whether it is the same.
//
// Ownership: line_cost_record is NULL in ordinary runs, and nothing here is called.
//
//    line_cost_record_start(false);  ...  line_cost_record_write(&writer);
//    line_cost_record_start(true);   ...  if (!line_cost_record_feed(bytes, n)) ...
#ifndef XG_ENGINE_LINE_COST_RECORD_H
#define XG_ENGINE_LINE_COST_RECORD_H

#include "base/writer.h"
#include "engine/engine.h"

// Who loaded a line, and what the line came to.
typedef struct {
   uint64_t address; // of the instruction
   uint32_t thread;
   uint32_t metric[EV_USE_COUNT];
} RecordedLoad;

typedef struct {
   bool replay;      // the second run
   bool bad;         // what was fed is no record
   bool differs;     // a load was not the one recorded
   uint64_t n_loads; // so far
   uint64_t n_known; // in `chunks`: in the second run those read
   RecordedLoad** chunks;
   uint64_t n_chunks;
   void* free_tickets;
   uint64_t number, column, digits; // of the text fed so far: where it stands
} LineCostRecord;

extern LineCostRecord* line_cost_record;

// Starts the first or the second run; after engine_init().
void line_cost_record_start(bool replay);
// A line is loaded on this account, whose reference to a node becomes the record's: returns what
// the line is to keep in its place.  In the second run charges the site what the line comes to.
CostTarget line_cost_record_load(const Site* site, CostTarget account);
// The line that keeps this is over and came to `cost`: returns its account.
CostTarget line_cost_record_evicted(const CostTarget* kept, const uint64_t* cost);
// The account of the line that keeps this.
CostTarget line_cost_record_target(const CostTarget* kept);
// The account of a line that stays resident, which becomes nobody's.
CostTarget line_cost_record_forget(const CostTarget* kept);
// Writes the first run's record, a line for each load: address, thread, and metrics in the order
// of events.
void line_cost_record_write(Writer* w);
// Takes in the next n bytes of a record; false if that is not what was written.
bool line_cost_record_feed(const char* text, size_t n);

#endif
