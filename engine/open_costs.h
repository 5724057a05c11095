// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the open calls of the running stack have cost so far in this part: a call that has not
// returned costs what has happened since it was made, so no call costs less than one inside it.
//
// Contract: totals are up to date, and nothing runs between open_costs_begin() and open_costs_end().
// Late costs are those known so far, of lines that were evicted; they are known by caller and arc, so
// earlier calls by the same arc from the same open call are in them.
//
//    OpenCosts o;
//    open_costs_begin(&o);
//    open_costs_call(&o, frame, cost);
//    open_costs_end(&o);
#ifndef XG_ENGINE_OPEN_COSTS_H
#define XG_ENGINE_OPEN_COSTS_H

#include "engine/engine.h"

// Invariants: with line use or stores there is one record for each frame, by its index, and behind them one
// for each execution state; without, `use` is NULL.
typedef struct {
   uint64_t (*use)[EV_LATE_COUNT_BESIDE];
   uint32_t n_frames;
} OpenCosts;

void open_costs_begin(OpenCosts* o);
// The cost of the call of a frame, which has an arc.
void open_costs_call(const OpenCosts* o, const Frame* f, uint64_t cost[EV_COUNT]);
// The cost of an execution state: see shadow_stack_state().
void open_costs_state(const OpenCosts* o, uint32_t n, uint64_t cost[EV_COUNT]);
void open_costs_end(OpenCosts* o);

#endif
