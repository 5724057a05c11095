// SPDX-License-Identifier: GPL-3.0-or-later
//
// Estimated cycles: a formula over the events of the run, from the latencies of its hierarchy.
//
// A request costs what the latency of the level says that serves it (docs/hierarchy.md, "Estimated
// cycles").  As a request counts as a miss of each level that does not serve it, a miss of a level costs
// what the next level takes longer.
//
//    cycle_formula_write(&w);   // "event: CEst = Ir + 12 I1mr + ... : Cycle estimation"
//    cycle_formula_weights(weight);
#ifndef XG_CALLGRIND_RESULT_FILES_CYCLE_FORMULA_H
#define XG_CALLGRIND_RESULT_FILES_CYCLE_FORMULA_H

#include "base/event.h"
#include "base/writer.h"

// Writes the header line that defines CEst, if the hierarchy or its latencies were chosen: for
// Callgrind's caches KCachegrind has a formula of its own.
void cycle_formula_write(Writer* w);
// The cycles of each event, in that formula or in KCachegrind's; 0 for all others.  weight must be zero.
void cycle_formula_weights(uint64_t weight[EV_COUNT]);

#endif
