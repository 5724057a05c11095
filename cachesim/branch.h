// SPDX-License-Identifier: GPL-3.0-or-later
//
// Branch predictors: direction of conditional branches, target of indirect ones.
//
// The direction predictor has 16384 two-bit counters selected by the last seven outcomes and
// seven address bits; the target predictor remembers the last target of 512 branches
// (docs/cache-model.md).  All zero is their state at start.
//
// Ownership: a BranchPredictor is a plain value of the caller.
//
//    static BranchPredictor b;
//    if (branch_conditional(&b, address, taken)) ...   // mispredicted
#ifndef XG_CACHESIM_BRANCH_H
#define XG_CACHESIM_BRANCH_H

#include "base/host.h"

enum { BRANCH_HISTORY_BITS = 7, BRANCH_ADDRESS_BITS = 7, BRANCH_TARGET_BITS = 9 };

typedef struct {
   uint32_t history; // last outcomes, newest in bit 0
   uint8_t counter[1 << (BRANCH_HISTORY_BITS + BRANCH_ADDRESS_BITS)]; // 0 to 3; >= 2: taken
   uint64_t target[1 << BRANCH_TARGET_BITS];
} BranchPredictor;

// Predicts the branch at `address`, then learns its outcome; true if it was mispredicted.
bool branch_conditional(BranchPredictor* b, uint64_t address, bool taken);
// Predicts the target of the indirect branch at `address`, then learns it; true if mispredicted.
bool branch_indirect(BranchPredictor* b, uint64_t address, uint64_t target);

#endif
