// SPDX-License-Identifier: GPL-3.0-or-later
//
// Costs by miss class: charges each miss to its class, at its site and, with memory objects, by object,
// set and line of memory.
//
// Contract: the misses themselves have been charged (charge_inl.h).  D1CONF_OTHER of an object are its
// conflict misses in D1 on a heap allocation whose set had its conflict miss before that one on another
// heap allocation: one that starts elsewhere.
//
//    charge_data(sim, site, address, served);
//    miss_costs_of_data(sim, site, address, served.by);
#ifndef XG_ENGINE_MISS_COSTS_H
#define XG_ENGINE_MISS_COSTS_H

#include "engine/engine.h"

// Sets up; by engine_init(), with miss classes.
void miss_costs_init(void);
// A data access that `by` has served.
void miss_costs_of_data(Simulation* sim, const Site* site, uint64_t address, ServedBy by);
// A fetch that `by` has served.
void miss_costs_of_fetch(Simulation* sim, const Site* site, ServedBy by);
// Counts by set and by line start again; by object_costs_zero().
void miss_costs_zero(void);

#endif
