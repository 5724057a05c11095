// SPDX-License-Identifier: GPL-3.0-or-later
//
// The timeline: in blocks with a jump back, the question at the start whether something is due.  Entry points
// ask after calls, returns and indirect jumps, so that no program goes on without being asked.
//
//    emit_timeline(out, in, block);     // once the block has been entered
#ifndef XG_CALLGRIND_INSTRUMENT_EMIT_TIMELINE_H
#define XG_CALLGRIND_INSTRUMENT_EMIT_TIMELINE_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "callgraph/model.h"

// Whether a block asks at its start: it has a jump back.
Bool emit_timeline_asks(const IRSB* in);
void emit_timeline(IRSB* out, const IRSB* in, const Block* b);

#endif
