// SPDX-License-Identifier: GPL-3.0-or-later
//
// The fast path: transfers of control that repeat an earlier one.
//
// Each function here makes such a transfer by itself.  Any other goes through engine_transfer(),
// and what that does to the call stack is remembered for the next time.  There is one set of
// functions per width of a cost, one for all widths with a calling-context tree, and one that
// always takes the slow path, for options that the fast path does not know.
//
//    TransferFunctions f = fast_path_choose(&config.graph);
//    f.call(exit, target_address, stack_pointer);
#ifndef XG_ENGINE_FAST_PATH_H
#define XG_ENGINE_FAST_PATH_H

#include "callgraph/callgraph.h"

// Leaves a block by `exit` towards the address `target`; sp: the stack pointer there.
typedef void TransferFunction(Exit* exit, uint64_t target, uint64_t sp);

typedef struct {
   TransferFunction *call, *ret, *jump; // by the exit's kind
} TransferFunctions;

// The functions for these options.  Forgets all transfers made before.
TransferFunctions fast_path_choose(const CallGraphConfig* config);
// Forgets the transfers that lead to a block which is about to be retired.
void fast_path_forget(const Block* target);

#endif
