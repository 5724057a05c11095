// SPDX-License-Identifier: GPL-3.0-or-later
//
// Branch prediction for the cycle model: two predictors, by branch alone and by the branches before it, and a
// choice between them for each branch (McFarling, "Combining Branch Predictors", 1993).  What a long history of
// branches has led to before goes before both, as in today's predictors (Seznec, Michaud, "A case for (partially)
// TAgged GEometric history length branch prediction", 2006), and so does the end of loops that run equally often
// each time.  Branches that have long gone one way stay out of the tables as long as they do so (Chang, Evers, Patt,
// "Improving Branch Prediction Accuracy by Reducing Pattern History Table Interference", 1996): most branches are
// such, and this is quick.  --branch-sim is another predictor, Callgrind's.
//
//    static BranchHistory b;
//    static Branch branch;
//    bool wrong = predictor_conditional(&b, &branch, 0x401234, taken);
#ifndef XG_CYCLES_PREDICTOR_H
#define XG_CYCLES_PREDICTOR_H

#include <stdbool.h>
#include <stdint.h>

enum {
   PREDICTIONS = 1 << 15,
   LONG_PREDICTIONS = 1 << 14,
   TARGETS = 1 << 12,
   LONG_RUN = 32 // times one way, after which a branch stays out of the tables
};

// What is known of a branch; zeros to begin with.  Counters have two bits: 0 and 1 say not taken, 2 and 3 taken.
typedef struct {
   uint8_t counter;
   uint8_t choice; // 2 and 3 prefer the prediction by history
   uint16_t run,
      last_run; // times that it has gone the way of its counter: since it went the other way, and before that
} Branch;

typedef struct {
   uint64_t history;                           // of the last branches, the youngest in bit 0
   uint8_t by_history[PREDICTIONS / 4];        // four counters each
   uint16_t by_long_history[LONG_PREDICTIONS]; // a tag, and a counter of two bits
   uint64_t target[TARGETS];                   // by address and history
} BranchHistory;

// The branch has long gone one way, and is predicted to go on.
static inline bool predictor_is_steady(const Branch* b)
{
   return b->run >= LONG_RUN && (b->counter == 0 || b->counter == 3);
}

// A branch that is steady goes on, or false.
static inline bool predictor_goes_on(BranchHistory* h, Branch* b, bool taken)
{
   if (!predictor_is_steady(b) || b->counter >> 1 != taken) return false;
   b->run += b->run < UINT16_MAX;
   h->history = h->history << 1 | taken;
   return true;
}

// Any other conditional branch.  Returns whether it is mispredicted.
bool predictor_unsteady(BranchHistory* h, Branch* b, uint64_t address, bool taken);

// A conditional branch.  Returns whether it is mispredicted.
static inline bool predictor_conditional(BranchHistory* h, Branch* b, uint64_t address,
                                         bool taken)
{
   return !predictor_goes_on(h, b, taken) && predictor_unsteady(h, b, address, taken);
}
// An indirect jump or call.
bool predictor_indirect(BranchHistory* h, uint64_t address, uint64_t target);

#endif
