// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the code of a block may go on: for writers/inlined_costs.h, and for writers/loops.h.
#ifndef XG_CALLGRIND_INSTRUMENT_JUMPS_H
#define XG_CALLGRIND_INSTRUMENT_JUMPS_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "callgraph/callgraph.h"

// Notes the constant addresses that the block's code jumps to, and that it comes back to after a call.
void jumps_note(const Block* b, const IRSB* code);

#endif
