// SPDX-License-Identifier: GPL-3.0-or-later
//
// Iterations of each entry of a loop: the fewest and the most (docs/loops.md).
//
// Iterations need no counting: they are executions of the loop's head, which are counted anyway, since the loop was
// entered.  So a loop costs a call when it is entered, and nothing when it goes round, and how it is left does not matter: an
// entry has ended when there is another one, or when the profile is written.
//
// What several activations of a function do at a time in one context, in recursion that is deeper than its levels, is told
// apart: that of the outer one waits until the frame of the inner one has been left.  So it is with several stacks, which take turns.
//
// Contract: with CallGraphConfig.flow.  The profile's writer knows how many entries and iterations a loop has had, and asks for
// what is known here only if there are as many: writers/loop_scopes.c.  As counters begin anew with each part, so does
// all this; what is left of an entry of an earlier part is none of this one.
//
//    loop_trips_begin(head);                        // a head has been found
//    loop_trips_enter(head);                        // the loop is about to be entered
//    loop_trips_return(stack);                      // its innermost frame, which has_loop_trips, is about to be left
//    loop_trips_switch(to);                         // another stack is about to run
//    LoopTripsSum sum = loop_trips_sum(head, context);
//    loop_trips_end_part(thread);                   // counters are about to begin anew; 0: of all threads
#ifndef XG_ENGINE_ITERATIONS_LOOP_TRIPS_H
#define XG_ENGINE_ITERATIONS_LOOP_TRIPS_H

#include "engine/iterations/loop_heads.h"

// Entries of a loop in a context, since the part began.
typedef struct {
   uint64_t entries, iterations; // of what was entered in the part
   uint64_t least, most;         // iterations of one
   uint64_t left;                // iterations of an entry of an earlier part
} LoopTripsSum;

// An entry that has not ended, of one activation of the function.
typedef struct {
   const ShadowStack* stack;
   uint32_t depth; // of its frame
   uint64_t
      iterations; // so far, in this part; of the one that runs: head's executions before its first one
   bool is_carried; // it began in an earlier part
} OpenTrip;

typedef struct LoopTrips LoopTrips;
struct LoopTrips {
   Context* context;
   LoopHead* head;
   const uint64_t** counter; // executions of the head's blocks in the context
   uint32_t n_counters, counters_room;
   OpenTrip now; // of what runs, or ran last
   LoopTripsSum ended;
   bool is_mixed;    // nothing is known
   bool has_another; // activation, which had entered it before it was known
   bool is_shared;
   // Where several stacks run in the context: the trips of those that wait.
   OpenTrip* waiting;
   uint32_t n_waiting, waiting_room;
   LoopTrips* next_shared;
};

void loop_trips_begin(LoopHead* h);
void loop_trips_enter(LoopHead* h);
void loop_trips_return(const ShadowStack* s);
void loop_trips_switch(const ShadowStack* to);
// Zero where nothing is known.
LoopTripsSum loop_trips_sum(const LoopHead* h, const Context* context);
// The number of the part that has begun.
uint32_t loop_trips_part(void);
void loop_trips_end_part(uint32_t thread);

#endif
