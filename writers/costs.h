// SPDX-License-Identifier: GPL-3.0-or-later
//
// From counters to costs: what the counters of a cost centre mean for each instruction.
//
//    uint64_t rows[n_instrs][EV_COUNT] = {{0}};
//    costs_of_cost_centre(c, rows);
#ifndef XG_WRITERS_COSTS_H
#define XG_WRITERS_COSTS_H

#include "callgraph/model.h"

// Adds the costs of all instructions of the block to rows[instr][event]; rows must be zero.
void costs_of_cost_centre(const CostCentre* c, uint64_t (*rows)[EV_COUNT]);
// Sets the counters to zero; CostCentre.end_cost only unless keep_end_cost.
void costs_clear(CostCentre* c, bool keep_end_cost);

#endif
