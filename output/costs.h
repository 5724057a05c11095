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
void costs_of_centre(const Centre* c, uint64_t (*rows)[EV_COUNT]);
// Forgets them, those in Centre.extra only unless keep_extra.
void costs_clear(Centre* c, bool keep_extra);

#endif
