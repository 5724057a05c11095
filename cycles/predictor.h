// SPDX-License-Identifier: GPL-3.0-or-later
//
// Branch prediction for the cycle model: two predictors, by branch alone and by the branches before it, and a
// choice between them for each branch (McFarling, "Combining Branch Predictors", 1993).  What a long history of
// branches has led to before goes before both, as in today's predictors (Seznec, Michaud, "A case for (partially)
// TAgged GEometric history length branch prediction", 2006), and so does the end of loops that run equally often
// each time.  --branch-sim is another one, Callgrind's.
//
//    static BranchHistory b;
//    bool wrong = predictor_conditional(&b, address, taken);
#ifndef XG_CYCLES_PREDICTOR_H
#define XG_CYCLES_PREDICTOR_H

#include <stdbool.h>
#include <stdint.h>

enum {
   PREDICTIONS = 1 << 15,
   LONG_PREDICTIONS = 1 << 14,
   BRANCHES = 1 << 13,
   TARGETS = 1 << 12
};

// What is known of a branch.  Counters have two bits: 0 and 1 say not taken, 2 and 3 taken.
typedef struct {
   uint8_t counter;
   uint8_t choice; // 2 and 3 prefer the prediction by history
   uint16_t run,
      last_run; // times that it has gone the way of its counter: since it went the other way, and before that
} Branch;

typedef struct {
   uint64_t history;        // of the last branches, the youngest in bit 0
   Branch branch[BRANCHES]; // by address
   uint8_t by_history[PREDICTIONS];
   uint16_t by_long_history[LONG_PREDICTIONS]; // a tag, and a counter of two bits
   uint64_t target[TARGETS];                   // by address and history
} BranchHistory;

// A conditional branch.  Returns whether it is mispredicted.
bool predictor_conditional(BranchHistory* b, uint64_t address, bool taken);
// An indirect jump or call.
bool predictor_indirect(BranchHistory* b, uint64_t address, uint64_t target);

#endif
