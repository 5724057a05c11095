// SPDX-License-Identifier: GPL-3.0-or-later
//
// Costs and calls of inlined functions in a part of the profile.
//
// Everything counted in a context is the context's own or that of one of its instances of inlined
// code.  An instance passes for a function called from where it was inlined: its inclusive cost is
// its own, that of calls from it, and that of what was inlined into it.  So the sum of all self
// costs stays as it is, and the inclusive cost of every function that was called.
//
// No instruction calls an instance.  Its calls are how often control has come to its code from
// other code.  Code that compilers mix is not entered anew within one block, and loops in it do not
// enter it, unless compilers give a part of the loop to the caller.  Where jumps from outside and from inside lead to one instruction, those inside count
// as taken each time, unless nothing else enters the code.
//
//    inlines_prepare(&graph);                                 // once for a part
//    Inlines inlines = {.graph = &graph, .blocks = &blocks, .context = context};
//    InlinedInstance* in = inlines_at(&inlines, block, address);  // NULL: the context's own code
//    inlines_add_cost(in, cost, EV_COUNT);                    // of that code or a call from it
//    inlines_note(in, address - block->bias, line);
//    inlines_count_calls(&inlines);                           // when all is added (inline_calls.h)
//    for (in = inlines.listed; in; in = in->next) ...         // all that inlines_at() gave
//    inlines_end(&inlines);
#ifndef XG_OUTPUT_INLINES_H
#define XG_OUTPUT_INLINES_H

#include "callgraph/callgraph.h"
#include "output/part_blocks.h"

typedef struct {
   CallGraph* graph;
   const PartBlocks* blocks; // of the part
   Context* context;
   InlinedInstance* listed;
} Inlines;

// Looks up all code that has run, before any other call for the part.
void inlines_prepare(const CallGraph* g);
// The instance that the instruction belongs to, the innermost one, or NULL.
InlinedInstance* inlines_at(Inlines* s, const Block* block, uint64_t address);
// Adds to the inclusive cost of the instance and of those that it is in.
void inlines_add_cost(InlinedInstance* in, const uint64_t* cost, uint32_t width);
// Notes an instruction of the instance, on `line`; its address is that in the module.
void inlines_note(InlinedInstance* in, uint64_t address, uint32_t line);
// Forgets what was added.
void inlines_end(Inlines* s);

// The context that code at the block's start belongs to: this one, which runs it, or that of an
// instance.
Context* inlines_context_at_start(CallGraph* g, Context* context, const Block* block);
// The line at which the function that the symbol names begins: `line` is its first instruction's,
// which may be inlined.
uint32_t inlines_function_line(const Block* first, uint32_t line);

#endif
