// SPDX-License-Identifier: GPL-3.0-or-later
//
// Segments and exits: counts executions, and calls the call graph where an exit may leave the
// function.
//
//    emit_side_exit(&e, statement, index, n_side_exits);
//    emit_final_exit(&e, n_side_exits);
#ifndef XG_CALLGRIND_INSTRUMENT_EMIT_EXIT_H
#define XG_CALLGRIND_INSTRUMENT_EMIT_EXIT_H

#include "callgrind/instrument/emit.h"

// Ends the segment: counts it.
void emit_segment(Emit* e);
// The last instruction leads on to the next one, which is about to run: perhaps into a loop.
void emit_loop_entry_next(Emit* e);
// The side exit of number `index`, from 0, of n_side_exits.
void emit_side_exit(Emit* e, const IRStmt* st, UInt index, UInt n_side_exits);
// The end of the block.
void emit_final_exit(Emit* e, UInt n_side_exits);

#endif
