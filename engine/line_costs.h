// SPDX-License-Identifier: GPL-3.0-or-later
//
// Cache use: who loaded a line, and what that comes to when the line goes (Inclusive paper).
//
// A line is on the account of the instruction that loaded it, in the place where that ran, and of
// the calls that had led there.  The shadow stack's frames get a node of the back-dating tree when
// a line is loaded under them, so that calls without misses cost nothing.
#ifndef XG_ENGINE_LINE_COSTS_H
#define XG_ENGINE_LINE_COSTS_H

#include "engine/engine.h"

// Sets up caches with records of use, and the forest; by engine_init().
void use_init(const HierarchyConfig* caches);
// On whose account a line is that this site loads now.  The caller holds the node for each line.
CostTarget use_loader(const Site* site);
// A line's time is over: charges its loader and lets the node go.
void use_charge(const Eviction* end);
// Data access as in engine_data(); in hot slots the caller notes the use of its first line.
void use_data(Site* site, uint64_t address);
void use_data_avx2(Site* site, uint64_t address); // the same, for processors with AVX2
// The same for an access under a condition; counted and noted here.
void line_use_data_guarded(Site* site, uint64_t address);
// An instruction fetch, noted here.
void use_fetch(Site* site, uint64_t address);
// The same as use_hierarchy_fetch_missed().
void use_fetch_missed(Site* site, CodeLine* first, uint64_t address);
void use_fetch_missed_avx2(Site* site, CodeLine* first, uint64_t address);
// Charges all resident lines as if they were evicted now, and empties the caches: at the end of
// the run.
void use_finish(void);
// Empties the caches because instrumentation is switched; the lines are charged.
void use_clear(void);
// Passes pending costs up the trees, so that the arcs are complete for a dump.
void use_settle(void);
// Forgets the costs of lines that this thread (0: any) has loaded: its profile is zeroed.
void use_forget(uint32_t thread);
// Resident lines are not their objects' any more, though their loaders may still be charged.
void use_disown(void);

#endif
