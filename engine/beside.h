// SPDX-License-Identifier: GPL-3.0-or-later
//
// Simulations beside the program: each access goes to them, too, there at the addresses of their layouts (what_if.h).
//
// Contract: the program as it is is simulated as without them.  Generated code calls beside_data() behind each data
// access; fetches and guarded accesses come here first.  What a simulation misses, and the use of its lines, is charged to
// what the program's would be, in events of its own (charge_inl.h).  So it is with TLBs, and with time (cycles.h).
//
// Code does not move, so an I1 beside misses what the program's does, and generated code notes fetches in the program's
// lines alone: the others take them over before each miss.  Their lines are their own, as they come from lines of
// another L2 or LL; those of a core that is parked stay as they are.  Likewise there is one TLB of code, and what it misses
// is asked for in the second levels of all.
//
//    beside_init(&caches);                // by engine_init(), if config.beside
//    entry_points.beside(site, address);  // behind entry_points.data, which is called only if it must be
#ifndef XG_ENGINE_BESIDE_H
#define XG_ENGINE_BESIDE_H

#include "cachesim/hierarchy.h"
#include "callgraph/model.h"

struct Simulation;

typedef struct {
   uint64_t now; // time of the access at hand, of TLBs and hot slots
   // The access function chosen for this configuration (access.h).
   void (*data)(struct Simulation* sim, Site* site, uint64_t address);
   bool
      awaits_sample; // the access that a sample of the timeline records has been made by the program
} Beside;

// Entry points of the program as it is, which those of this file call.
typedef struct {
   void (*fetch)(Site* site);
   void (*fetch_missed)(Site* site, CodeLine* first);
   void (*fetch_page)(Site* site);
   void (*data_guarded)(Site* site, uint64_t address);
} EntryPointsBehind;

void beside_init(const HierarchyConfig* caches);
// Empties caches and TLBs; line use is lost.
void beside_clear(void);
// Entry points; one: of a run with one such simulation.
void beside_data_one(Site* site, uint64_t address);
void beside_data(Site* site, uint64_t address);
void beside_data_guarded(Site* site, uint64_t address);
void beside_fetch(Site* site);
void beside_fetch_missed(Site* site, CodeLine* first);
void beside_fetch_page(Site* site);
// With several cores: what follows runs on this one; before the program's hierarchy is told.
void beside_run_on(uint32_t core);
// Panics if an invariant is broken.
void beside_check(void);

#endif
