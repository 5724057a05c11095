// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a program repeats: loops and functions, and when each iteration or call of them was, from the journal.
//
// The entries of one call of a function tell in which order its blocks ran; those of all its calls are a graph, whose
// loops (loops/forest.h) are loops of the function without what is dense.  An iteration lasts from one execution of
// the header to the next one, or until the loop is left: until another block of that call runs, or the call ends.
// Where the header alone was executed last, unlike in all other iterations, that was the test at the top of
// a loop, and no iteration.  Irreducible loops are none here.
//
// Of a function that calls itself the outermost call of an execution state counts.
//
// Of a barrier (engine/repeats/borders.h) the stretches between its calls are a repetition, too: from one to the next one;
// from where the function begins that calls the first one; and until those that call them have ended.
//
//    Repetitions r = repetitions_find();
//    for (uint32_t i = 0; i < r.n; i++) ... r.repetition[i] ...      // those that cover most first
//    repetitions_free(&r);
#ifndef XG_ENGINE_REPEATS_REPETITIONS_H
#define XG_ENGINE_REPEATS_REPETITIONS_H

#include "callgraph/model.h"

// An instance: numbers of the journal's entries where it begins and where it ends.
typedef struct {
   uint32_t begin, end;
   bool unfinished;  // the journal ended before it
   bool is_bare_end; // the header alone, and then the loop was left
} RepetitionSpan;

// Of the function: its calls, a loop of it, what is between its calls.
typedef enum { REPEATS_CALLS, REPEATS_LOOP, REPEATS_BETWEEN } RepetitionKind;

// All instances on one stack; they do not overlap.
//
// Invariants: span[] is in order of time; instructions is the sum of what they take on the clock, longest the most.
typedef struct {
   const Function* function;
   RepetitionKind kind;
   const Block* header;      // where an instance begins
   const Block* first_block; // of the loop: those at the lowest and the highest address
   const Block* last_block;
   RepetitionSpan* span; // [n]
   uint32_t n;
   uint64_t instructions, longest;
} Repetition;

typedef struct {
   Repetition* repetition;
   uint32_t n;
} Repetitions;

// Those with three instances or more, none of which takes more than half of the time of all.
Repetitions repetitions_find(void);
void repetitions_free(Repetitions* r);
enum { REPETITIONS_CHOSEN = 4 }; // at most
// Chooses those to be folded, of a time of so many instructions: the one that covers most, and others that cover a
// fifth or more, beside what is chosen and not within it.  between: of stretches between the calls of a barrier; else
// of all others.  Returns how many.
uint32_t repetitions_choose(const Repetitions* r, bool between, uint64_t instructions,
                            const Repetition* chosen[REPETITIONS_CHOSEN]);
// Pins the blocks where those begin that would be chosen now.
void repetitions_pin(void);

#endif
