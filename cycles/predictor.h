// SPDX-License-Identifier: GPL-3.0-or-later
//
// Branch prediction for the cycle model: two predictors, by branch alone and by the branches before it, and a
// choice between them for each branch (McFarling, "Combining Branch Predictors", 1993).  --branch-sim is
// another one, Callgrind's.
//
//    static BranchHistory b;
//    bool wrong = predictor_conditional(&b, address, taken);
#ifndef XG_CYCLES_PREDICTOR_H
#define XG_CYCLES_PREDICTOR_H

#include <stdbool.h>
#include <stdint.h>

enum { PREDICTIONS = 1 << 15, TARGETS = 1 << 12 };

// Counters of two bits: 0 and 1 say not taken, 2 and 3 taken.
typedef struct {
   uint64_t history;               // of the last branches, the youngest in bit 0
   uint8_t by_branch[PREDICTIONS]; // by address
   uint8_t by_history[PREDICTIONS];
   uint8_t choice[PREDICTIONS]; // by address: 2 and 3 prefer the one by history
   uint64_t target[TARGETS];    // by address and history
} BranchHistory;

// A conditional branch.  Returns whether it is mispredicted.
bool predictor_conditional(BranchHistory* b, uint64_t address, bool taken);
// An indirect jump or call.
bool predictor_indirect(BranchHistory* b, uint64_t address, uint64_t target);

#endif
