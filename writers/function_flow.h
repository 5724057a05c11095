// SPDX-License-Identifier: GPL-3.0-or-later
//
// The flow of control in a function, as far as it has run: a graph whose edges are counted.
//
// A node is a stretch of instructions that begins where a block or a segment of one does, under whichever blocks they
// have run.  How often an edge was taken follows from executions: a segment that ends with an exit has been left
// there as often as the next one has not been executed.  Jumps to addresses that are computed, and where execution
// went on when a call did not return, are arcs (CallGraphConfig.flow).  An instruction that repeats itself, such as
// rep movs, has no edge for that, and counts as executed once for all its rounds.
//
// Assumed: a call returns to the address after it, as long as executions there are not known to come from elsewhere.
//
//    FunctionFlow f;
//    function_flow_begin(&f, contexts, n);          // all contexts of the function
//    for each context: function_flow_add(&f, context);
//    function_flow_resolve(&f);                      // executions and edges are complete
//    uint32_t node = function_flow_at(&f, address); // FLOW_NOWHERE: does not begin one
//    function_flow_clear(&f);                       // the same graph, nothing counted, for other contexts
//    function_flow_end(&f);
#ifndef XG_WRITERS_FUNCTION_FLOW_H
#define XG_WRITERS_FUNCTION_FLOW_H

#include "base/map.h"
#include "callgraph/callgraph.h"
#include "loops/forest.h"

enum { FLOW_NOWHERE = UINT32_MAX };

typedef struct {
   uint64_t address;    // of its first instruction
   uint64_t executions; // of all contexts that were added
   uint64_t arrived;    // by edges
   bool is_entry;       // calls lead there
} FlowNode;

// What the edges are of one number in `edge` and `taken`.
typedef struct {
   FlowNode* node; // in order of address
   uint32_t n_nodes;
   FlowEdge* edge;
   uint64_t* taken;
   bool* after_call; // the edge from a call to where it returns
   uint32_t n_edges, room;
   Map node_at; // by address: its number and 1
   Map edge_of; // by nodes and whether it is after a call: its number and 1
   const Function* function;
} FunctionFlow;

void function_flow_begin(FunctionFlow* f, Context* const* contexts, size_t n);
void function_flow_add(FunctionFlow* f, const Context* context);
void function_flow_resolve(FunctionFlow* f);
void function_flow_clear(FunctionFlow* f);
void function_flow_end(FunctionFlow* f);

// The node that begins at the address.
uint32_t function_flow_at(const FunctionFlow* f, uint64_t address);
// The node that an instruction of the block, which has run, is in.
uint32_t function_flow_of(const FunctionFlow* f, const Block* b, uint32_t instr);

#endif
