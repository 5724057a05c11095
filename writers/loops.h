// SPDX-License-Identifier: GPL-3.0-or-later
//
// Loop nests, from the jumps that lead back within a function: what one iteration does belongs together.
//
// A nest is the code between the target of a jump back and the jump, with all nests that it overlaps; what a
// compiler has moved out of it is not in it.  Jumps are those of blocks that have run, by constant addresses.
//
// Invariant: loop[0] to loop[n - 1] are in order of function and address, and no two of one function overlap.
//
//    Loops l = loops_of(&graph);
//    uint32_t number = loops_at(&l, function, address);    // from 1; 0: in no loop
//    loops_free(&l);
#ifndef XG_WRITERS_LOOPS_H
#define XG_WRITERS_LOOPS_H

#include "callgraph/callgraph.h"

typedef struct {
   const Function* function;
   uint64_t start, last; // addresses of the first and the last instruction
} Loop;

typedef struct {
   Loop* loop;
   uint32_t n;
} Loops;

Loops loops_of(const CallGraph* g);
uint32_t loops_at(const Loops* l, const Function* function, uint64_t address);
void loops_free(Loops* l);

#endif
