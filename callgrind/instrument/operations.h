// SPDX-License-Identifier: GPL-3.0-or-later
//
// How long the operations of Valgrind's intermediate representation take, and how many of floating point they are.
//
//    Int kind = operation_kind(op);       // OPERATION_FADD ...
//    UInt n = operation_count(op);        // 4: a vector of four sums
#ifndef XG_CALLGRIND_INSTRUMENT_OPERATIONS_H
#define XG_CALLGRIND_INSTRUMENT_OPERATIONS_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "cycles/processor.h"

// Of operations that have no OperationKind: none, as the processor has no instruction for them, or one cycle.
enum { OPERATION_FREE = -1, OPERATION_SIMPLE = -2 };

// OperationKind, OPERATION_FREE or OPERATION_SIMPLE.
Int operation_kind(IROp op);
// Operations of floating point: additions, subtractions, multiplications, divisions, square roots, minima and maxima, one
// for each element of a vector; two for a product that is added to something.  0: any other operation.
UInt operation_count(IROp op);

#endif
