// SPDX-License-Identifier: GPL-3.0-or-later
//
// How long the operations of Valgrind's intermediate representation take.
//
//    Int kind = operation_kind(op);       // OPERATION_FADD ...
#ifndef XG_CALLGRIND_INSTRUMENT_OPERATIONS_H
#define XG_CALLGRIND_INSTRUMENT_OPERATIONS_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "cycles/processor.h"

// Of operations that have no OperationKind: none, as the processor has no instruction for them, or one cycle.
enum { OPERATION_FREE = -1, OPERATION_SIMPLE = -2 };

// OperationKind, OPERATION_FREE or OPERATION_SIMPLE.
Int operation_kind(IROp op);

#endif
