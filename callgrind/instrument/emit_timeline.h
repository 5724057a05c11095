// SPDX-License-Identifier: GPL-3.0-or-later
//
// The timeline: the question at the start of each block whether something is due.
//
//    emit_timeline(out, block);     // once the block has been entered
#ifndef XG_CALLGRIND_INSTRUMENT_EMIT_TIMELINE_H
#define XG_CALLGRIND_INSTRUMENT_EMIT_TIMELINE_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "callgraph/model.h"

void emit_timeline(IRSB* out, const Block* b);

#endif
