// SPDX-License-Identifier: GPL-3.0-or-later
//
// Simulations: everything that depends on where data lies.  engine.simulation[0] is that of the program as it is (PROGRAM);
// in those beside it (beside.h), objects have layouts that the program has not.  All see the same instructions, branches and
// calls; each has caches, TLBs, time, curves and shared lines of its own.
//
// A site's counters of simulation 1 begin Block.n_sites * Block.n_counters behind those of the program (charge_inl.h), and its
// events are event_in(e, 1): it has a profile, too.  The costs of memory objects follow each other in ObjectCosts.cost.  Of
// simulations apart (config.apart), of which there may be many, nothing is kept by site and by call: only totals, costs of
// memory objects, curves, and misses by set and line.
//
// Ownership: the engine has them all.
//
//    for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim)) hierarchy_check(&sim->caches);
#ifndef XG_ENGINE_SIMULATION_H
#define XG_ENGINE_SIMULATION_H

#include "cachesim/hierarchy.h"
#include "cachesim/translation.h"
#include "callgraph/site_events.h"
#include "engine/beside.h"
#include "engine/curves/miss_curves.h"
#include "engine/cycles.h"
#include "engine/sharing/possible_sharing.h"
#include "engine/touched_pages.h"
#include "engine/waiting.h"

// The program as it is, and those beside it.
enum { SIMULATIONS_MAX = 17 };

// Lines charged since the last part of the profile or the last zeroing, by level from LEVEL_L1.
typedef struct {
   uint64_t lines[LEVEL_LL], bytes[LEVEL_LL];
} EvictedLines;

// Invariant: number is its index in engine.simulation.
typedef struct Simulation {
   uint32_t number;
   Hierarchy caches;        // with cache_sim
   Translation translation; // with a TLB; beside: without an itlb
   TouchedPages touched;    // with a TLB of data and a processor
   SimulatedTime time;      // with a processor
   MissCurves curves;       // with curves.on
   Sharing sharing;         // with several cores, with waiting
   Waiting waiting;
   EvictedLines evicted; // with line_use
   // With miss classes and memory objects, by core and set of D1: where the heap allocation of the last conflict miss starts;
   // 0: it was on none.
   uint64_t* last_conflict;
   Beside beside; // not of the program
   // Of a simulation apart: costs so far, by Event, while the program's were collected; counters that nothing reads.
   uint64_t total[EV_COUNT], sink[SITE_COUNTERS];
} Simulation;

#endif
