// SPDX-License-Identifier: GPL-3.0-or-later
//
// Costs and calls of inlined functions in a part of the profile.
//
// Everything counted in a place is the place's own or that of one of its instances of inlined
// code.  An instance passes for a function called from where it was inlined: its inclusive cost is
// its own, that of calls from it, and that of what was inlined into it.  So the sum of all self
// costs stays as it is, and the inclusive cost of every function that was called.
//
// No instruction calls an instance.  Its calls are the executions of that instruction of its code
// which ran first in the place.
//
//    inlines_prepare(&graph);                                 // once for a part
//    Inlines inlines = {.graph = &graph, .place = place};
//    Instance* in = inlines_at(&inlines, block, address);     // NULL: the place's own code
//    inlines_add_cost(in, cost, EV_COUNT);                    // of that code or a call from it
//    inlines_add_executions(in, address - block->bias, line, n); // oldest blocks first
//    for (in = inlines.listed; in; in = in->next) ...         // all that inlines_at() gave
//    inlines_end(&inlines);
#ifndef XG_OUTPUT_INLINES_H
#define XG_OUTPUT_INLINES_H

#include "callgraph/callgraph.h"

typedef struct {
   CallGraph* graph;
   Place* place;
   Instance* listed;
} Inlines;

// Looks up all code that has run, before any other call for the part.
void inlines_prepare(const CallGraph* g);
// The instance that the instruction belongs to, the innermost one, or NULL.
Instance* inlines_at(Inlines* s, const Block* block, uint64_t address);
// Adds to the inclusive cost of the instance and of those that it is in.
void inlines_add_cost(Instance* in, const uint64_t* cost, uint32_t width);
// Counts calls of the instance and of those that it is in; `address`, in the object file, and
// `line` are the instruction's.
void inlines_add_executions(Instance* in, uint64_t address, uint32_t line, uint64_t n);
// Forgets what was added.
void inlines_end(Inlines* s);

// What code at the block's start is of in a place that runs it: the place or an instance's.
Place* inlines_place_at_start(CallGraph* g, Place* place, const Block* block);
// The line at which the function that the symbol names begins: `line` is its first instruction's,
// which may be inlined.
uint32_t inlines_function_line(const Block* first, uint32_t line);

#endif
