// SPDX-License-Identifier: GPL-3.0-or-later
//
// Costs and calls of inlined functions, and of loops, in a part of the profile.
//
// Everything counted in a context is the context's own or that of one of its instances of inlined
// code.  An instance passes for a function called from where it was inlined: its inclusive cost is
// its own, that of calls from it, and that of what was inlined into it.  So the sum of all self
// costs stays as it is, and the inclusive cost of every function that was called.
//
// No instruction calls an instance.  Its calls are how often control has come to its code from
// other code.  Code that compilers mix is not entered anew within one block, and loops in it do not
// enter it, unless compilers give a part of the loop to the caller.  Where jumps from outside and from inside lead to one instruction, those inside count
// as taken each time, unless nothing else enters the code.  Entries of loops are counted (loop_scopes.h).
//
//    inlined_costs_prepare(&graph);                                 // once for a part
//    InlinedCosts inlines = {.graph = &graph, .blocks = &blocks, .context = context};
//    InlinedInstance* in = inlined_costs_at(&inlines, block, address);  // NULL: the context's own code
//    inlined_costs_add_cost(in, cost, EV_COUNT);                    // of that code or a call from it
//    inlined_costs_note(in, address - block->bias, line);
//    inlined_costs_count_calls(&inlines);                           // when all is added
//    for (in = inlines.listed; in; in = in->next) ...         // all that inlined_costs_at() gave
//    inlined_costs_end(&inlines);
#ifndef XG_WRITERS_INLINED_COSTS_H
#define XG_WRITERS_INLINED_COSTS_H

#include "callgraph/callgraph.h"
#include "writers/loop_scopes.h"
#include "writers/part_blocks.h"

typedef struct {
   CallGraph* graph;
   const PartBlocks* blocks; // of the part
   Context* context;
   LoopScopes* loops; // of its function; NULL: not asked for
   InlinedInstance* listed;
} InlinedCosts;

// Looks up all code that has run, before any other call for the part.
void inlined_costs_prepare(const CallGraph* g);
// The instance that the instruction belongs to, the innermost one, or NULL.
InlinedInstance* inlined_costs_at(InlinedCosts* s, const Block* block, uint64_t address);
// Adds to the inclusive cost of the instance and of those that it is in.
void inlined_costs_add_cost(InlinedInstance* in, const uint64_t* cost, uint32_t width);
// Notes an instruction of the instance, on `line`; its address is that in the module.
void inlined_costs_note(InlinedInstance* in, uint64_t address, uint32_t line);
// Forgets what was added.
void inlined_costs_end(InlinedCosts* s);

// The context that code at the block's start belongs to, when `context` runs it: this one, or that of an instance.
Context* inlined_costs_context_at_start(const InlinedCosts* s, Context* context,
                                        const Block* block);
// The line at which the function that the symbol names begins: `line` is its first instruction's,
// which may be inlined.
uint32_t inlined_costs_function_line(const Block* first, uint32_t line);
// Sets calls and entries of the listed instances, when all costs of the context are added.
void inlined_costs_count_calls(InlinedCosts* s);
// Iterations; least and most of an entry, 0 if they are not known.
typedef struct {
   uint64_t all, least, most;
} LoopIterations;

// Iterations of the loops that have this context: all those of copies of an inlined function.
LoopIterations inlined_costs_iterations(const InlinedCosts* s, const Context* context);

#endif
