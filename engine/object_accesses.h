// SPDX-License-Identifier: GPL-3.0-or-later
//
// Entry points of a run with memory objects: whose an access is (object_costs.h), before the caches are asked.
//
//    object_accesses_data(site, address);   // outside the hot line or the site's last range
#ifndef XG_ENGINE_OBJECT_ACCESSES_H
#define XG_ENGINE_OBJECT_ACCESSES_H

#include "cachesim/code_cache.h"
#include "callgraph/model.h"

// A data access outside the hot line or outside the site's last range; the caller counts it.
void object_accesses_data(Site* site, uint64_t address);
// A data access under a condition that holds; it is counted here.
void object_accesses_data_guarded(Site* site, uint64_t address);
// With sampling: an access of a kind that is sampled, outside the hot line or in a run in which one
// is due; counted here if it is recorded.
void object_accesses_data_sampled(Site* site, uint64_t address);
// The site's accesses are to the object of this address from now on: whoever makes the access calls it first.
// True if it is outside the site's last range; `range` then says where it is.
bool object_accesses_turn(Site* site, uint64_t address);
// Likewise, of a prefetch instruction, which is no access: with sampling of loads it is of no recorded object.
void object_accesses_prefetch(Site* site, uint64_t address);
// Likewise, of a guarded access, which is counted.
void object_accesses_count_guarded(Site* site, uint64_t address);
// Instruction fetches.
void object_accesses_fetch(Site* site);
void object_accesses_fetch_page(Site* site); // from another page than before
void object_accesses_fetch_missed(Site* site, CodeLine* first);

#endif
