// SPDX-License-Identifier: GPL-3.0-or-later
//
// Branch prediction for the cycle model: two predictors, by branch alone and by the branches before it, and a
// choice between them for each branch (McFarling, "Combining Branch Predictors", 1993).  What a long history of
// branches has led to before goes before both, as in today's predictors (Seznec, Michaud, "A case for (partially)
// TAgged GEometric history length branch prediction", 2006), and so does the end of loops that run equally often
// each time.  Branches that have long gone one way stay out of the tables, and of the history, as long as they do so (Chang,
// Evers, Patt, "Improving Branch Prediction Accuracy by Reducing Pattern History Table Interference", 1996): most branches
// are such, and nothing has to be done for them.  --branch-sim is another predictor, Callgrind's.
//
// Tables have the size of the processor's (Processor.predictor): an older one forgets sooner what it has seen.
//
//    static BranchHistory b;
//    static Branch branch;
//    predictor_init(&b, processor.predictor);
//    bool wrong = predictor_conditional(&b, &branch, 0x401234, taken);
#ifndef XG_CYCLES_PREDICTOR_H
#define XG_CYCLES_PREDICTOR_H

#include <stdbool.h>
#include <stdint.h>

enum {
   PREDICTOR_MIN = 1 << 10,
   PREDICTOR_MAX = 1 << 18, // of Processor.predictor
   PREDICTIONS_MAX = PREDICTOR_MAX / 2,
   LONG_PREDICTIONS_MAX = PREDICTOR_MAX / 4,
   TARGETS = 1 << 12,
   LONG_RUN = 128,     // times one way, after which a branch stays out of the tables
   LONG_RUN_AGAIN = 8, // ... if it was such a long time before it went the other way
   BRANCH_ASKS = 2
};

// What is known of a branch; zeros to begin with.  Counters have two bits: 0 and 1 say not taken, 2 and 3 taken.
typedef struct {
   uint8_t counter;
   uint8_t choice; // 2 and 3 prefer the prediction by history
   uint8_t run,
      last_run; // times that it has gone the way of its counter, up to LONG_RUN: since it went the other way, and before that
} Branch;

// Invariants: of by_history, short_mask + 1 counters are used, a power of two; of by_long_history, half as many, of which
// long_shift leaves an index of a 64-bit hash.
typedef struct {
   uint64_t history; // of the last branches, the youngest in bit 0
   uint32_t short_mask, long_shift;
   uint64_t target[TARGETS];                       // by address and history
   uint8_t by_history[PREDICTIONS_MAX / 4];        // four counters each
   uint16_t by_long_history[LONG_PREDICTIONS_MAX]; // a tag, and a counter of two bits
} BranchHistory;

// Tables for a predictor that knows by heart so many random outcomes of one branch, if they are repeated; the next power of two
// within PREDICTOR_MIN and PREDICTOR_MAX.  All else is zero.
void predictor_init(BranchHistory* h, uint32_t outcomes);

// Where a branch goes that has long gone one way, 1 if it is taken: while it goes on, the predictor needs not be told.
// BRANCH_ASKS: it is none.
static inline uint8_t predictor_goes(const Branch* b)
{
   const uint32_t least = b->last_run == LONG_RUN ? LONG_RUN_AGAIN : LONG_RUN;
   return b->run >= least && (b->counter == 0 || b->counter == 3) ? b->counter >> 1
                                                                  : BRANCH_ASKS;
}

// A conditional branch.  Returns whether it is mispredicted.
bool predictor_conditional(BranchHistory* h, Branch* b, uint64_t address, bool taken);
// An indirect jump or call.
bool predictor_indirect(BranchHistory* h, uint64_t address, uint64_t target);

#endif
