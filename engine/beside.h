// SPDX-License-Identifier: GPL-3.0-or-later
//
// Layouts that the program does not have (what_if.h), simulated beside the ones that it has: each access goes to a second
// hierarchy, too, there at the addresses of the layouts.
//
// Contract: the program as it is is simulated as without layouts.  Generated code calls beside_data() behind each data
// access; fetches and guarded accesses come here first.  What the second hierarchy misses, and the use of its
// lines, is charged to what the first one's would be, in the events of event_other() (charge_inl.h).  So it is with TLBs, and
// with time (cycles.h).
//
// Code does not move, so the second I1 misses what the first one does, and generated code notes fetches in the first
// one's lines alone: the second one takes them over before each miss.  Its lines are its own, as they come from lines of
// another L2 or LL; those of a core that is parked stay as they are.  Likewise there is one TLB of code, and what it misses is asked for in two of the second level.
//
// Ownership: the engine has one.
//
//    beside_init(&caches);                // by engine_init(), if config.beside
//    entry_points.beside(site, address);  // behind entry_points.data, which is called only if it must be
#ifndef XG_ENGINE_BESIDE_H
#define XG_ENGINE_BESIDE_H

#include "cachesim/hierarchy.h"
#include "cachesim/translation.h"
#include "callgraph/model.h"

typedef struct {
   Hierarchy caches;
   Translation translation; // without an itlb
   uint64_t now;            // time of the access at hand, of TLBs and hot slots
   // The access function chosen for this configuration (access.h).
   void (*data)(Site* site, uint64_t address);
   // Entry points of the program as it is.
   void (*fetch)(Site* site);
   void (*fetch_missed)(Site* site, CodeLine* first);
   void (*fetch_page)(Site* site);
   void (*data_guarded)(Site* site, uint64_t address);
} Beside;

void beside_init(const HierarchyConfig* caches);
// Empties caches and TLBs; line use is lost.
void beside_clear(void);
// Entry points.
void beside_data(Site* site, uint64_t address);
void beside_data_guarded(Site* site, uint64_t address);
void beside_fetch(Site* site);
void beside_fetch_missed(Site* site, CodeLine* first);
void beside_fetch_page(Site* site);
// With several cores: what follows runs on this one; before the first hierarchy is told.
void beside_run_on(uint32_t core);
// The second I1 has what the first one has: before its lines are evicted.
void beside_follow_all(void);
// Panics if an invariant is broken.
void beside_check(void);

#endif
