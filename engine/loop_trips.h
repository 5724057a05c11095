// SPDX-License-Identifier: GPL-3.0-or-later
//
// Least and most iterations of loops that are left by one branch, where it is not taken (docs/loops.md).
//
// Iterations need no counting: they are executions of the branch since it was not taken last.  So a loop costs a call
// when it is left, and nothing when it goes round.  Whether what is between two such moments was one entry of
// one loop is known when the profile is written, and output/loop_scopes.c asks: sum and exits must be the loop's
// iterations and entries, and then least and most are its own.
//
// Contract: with CallGraphConfig.flow.  What several activations of a function, or several threads, do at a
// time in one context cannot be told apart: is_mixed.  As counters begin anew with each part, all is forgotten
// with the second one.
//
//    LoopBranch* b = loop_trips_branch(block);        // which ends in a branch back
//    loop_trips_left(b);                              // that was not taken; by generated code
//    const LoopTrips* t = loop_trips_find(module, address, context);
#ifndef XG_ENGINE_LOOP_TRIPS_H
#define XG_ENGINE_LOOP_TRIPS_H

#include "callgraph/model.h"

// Executions of a branch in a context, from one time that it was not taken to the next one.
typedef struct {
   const Context* context;
   const ShadowStack* stack; // of the last time
   uint64_t executions;      // of the branch at the last time, since the part began
   uint64_t exits;           // times that it was not taken
   uint64_t least, most;
   bool is_mixed;
} LoopTrips;

enum { LOOP_BRANCH_BLOCKS = 32 };

// A branch back, which ends one or more blocks.
typedef struct LoopBranch LoopBranch;
struct LoopBranch {
   LoopTrips* last; // of the context that left it last
   Block* block[LOOP_BRANCH_BLOCKS];
   uint32_t
      n_blocks; // more than there is room for: code that is replaced again and again, of which nothing is said
   uint64_t address;
   const Module* module;
   LoopBranch* next; // at the same address
};

LoopBranch* loop_trips_branch(Block* b);
void loop_trips_left(LoopBranch* b);
// NULL: not known.
const LoopTrips* loop_trips_find(const Module* module, uint64_t address,
                                 const Context* context);
// All that has run is in the part of the profile.
bool loop_trips_one_part(void);
// Counters are about to begin anew.
void loop_trips_end_part(void);

#endif
