// SPDX-License-Identifier: GPL-3.0-or-later
//
// From counters to costs: what the executions and tallies of a centre mean for each instruction.
//
//    uint64_t cost[EV_COUNT];
//    costs_of_instr(centre, i, cost, cache_sim);
#ifndef XG_OUTPUT_COSTS_H
#define XG_OUTPUT_COSTS_H

#include "callgraph/model.h"

// Adds the costs of all instructions of the centre to rows[instr][event]; rows must be zero.
void costs_of_cost_centre(const CostCentre* c, uint64_t (*rows)[EV_COUNT]);
// Forgets them, those in CostCentre.end_cost only unless keep_end_cost.
void costs_clear(CostCentre* c, bool keep_end_cost);

#endif
