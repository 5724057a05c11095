// SPDX-License-Identifier: GPL-3.0-or-later
//
// Costs of cache lines: who loads a line, and what its use is charged to at its eviction (Inclusive
// paper, section 1).
//
// Contract: a line is charged to its cost target: the counters of the instruction that loaded it,
// in the context where that ran, and the node of the back-dating tree for the calls that had led
// there. The shadow stack's frames get a node when a line is loaded under them, so that calls
// without misses cost nothing.  All functions are for runs with line use or stores (engine/stores/stores.h), which
// are charged in the same way.
//
// Ownership: each line that is loaded holds a reference to the node of its target, which its
// eviction drops.
//
//    CostTarget t = line_costs_target(site);   // a line is loaded
//    backdate_hold(t.backdate_node);           // ... and keeps it
//    line_costs_charge(PROGRAM, &eviction);    // it is evicted; eviction.target is t
#ifndef XG_ENGINE_LINE_COSTS_H
#define XG_ENGINE_LINE_COSTS_H

#include "engine/engine.h"

// Sets up the back-dating forest; by engine_init().
void line_costs_init(void);
// The cost target of a line that this site loads now.  The caller holds the node for each line.
CostTarget line_costs_target(const Site* site);
// A line was evicted: charges its target and drops the node.
void line_costs_charge(Simulation* sim, const Eviction* e);
// Charges what an access of this site has evicted, and fills in the targets of what it has loaded.
void line_costs_of_access(Simulation* sim, const Site* site, LineChanges* changes);
// Charges all resident lines as if they were evicted now, and empties the caches: at the end of
// the run.
void line_costs_finish(void);
// Empties the caches because instrumentation is switched; the lines are charged.
void line_costs_clear(void);
// Passes pending costs up the back-dating trees, so that arcs are complete for a dump.
void line_costs_flush(void);
// Counts evicted lines from 0 again: a part of the profile begins.
void line_costs_begin_part(void);
// Forgets the costs of lines that this thread (0: any) has loaded, and of what it has stored, and begins a part:
// its profile is zeroed.
void line_costs_forget(uint32_t thread);
// Resident lines and stored bytes no longer belong to their memory objects; their targets may still be charged.
void line_costs_disown(void);

#endif
