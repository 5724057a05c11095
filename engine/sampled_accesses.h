// SPDX-License-Identifier: GPL-3.0-or-later
//
// Entry points of a run with sampled sets (sampled_sets.h).
//
// Contract: generated code calls that of data only for accesses that may touch the sample, by xg_sampled_chunks[], and
// counts all others as executed.  Each line of an access or a fetch that is in the sample is asked for by itself.
//
//    sampled_accesses_init();                       // when they are chosen
//    sampled_accesses_data(site, address);          // may touch the sample
#ifndef XG_ENGINE_SAMPLED_ACCESSES_H
#define XG_ENGINE_SAMPLED_ACCESSES_H

#include "cachesim/code_cache.h"
#include "callgraph/model.h"

void sampled_accesses_init(void);
// A data access that may touch the sample; its use is counted here.
void sampled_accesses_data(Site* site, uint64_t address);
// ... under a condition that holds; its execution is counted here.
void sampled_accesses_data_guarded(Site* site, uint64_t address);
// As access_fetch() and what access_choose_fetch_missed() returns.
void sampled_accesses_fetch(Site* site);
void sampled_accesses_fetch_missed(Site* site, CodeLine* first);

#endif
