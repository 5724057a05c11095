// SPDX-License-Identifier: GPL-3.0-or-later
//
// Data accesses: the comparison with the hot line of D1 and the last range of the site, and
// sampling.
//
//    emit_read(&e, ea, 8);
//    emit_pending_read(&e);               // at the end of the instruction
//    emit_accesses_end(&e);               // at the end of the segment
#ifndef XG_CALLGRIND_INSTRUMENT_EMIT_DATA_H
#define XG_CALLGRIND_INSTRUMENT_EMIT_DATA_H

#include "callgrind/instrument/emit.h"

// The instruction reads or writes; guard says whether it does.
void emit_read(Emit* e, IRExpr* ea, UInt size_B);
void emit_write(Emit* e, IRExpr* ea, UInt size_B);
void emit_guarded(Emit* e, IRExpr* ea, UInt size_B, IRExpr* guard, Bool write);
// A read waits for the end of its instruction or the next access: a write to the address that was
// read makes both a modify, which counts as a write.
void emit_pending_read(Emit* e);
// The address without what the processor ignores of it.
IRExpr* emit_address(Emit* e, IRExpr* ea);
// The segment ends, and what has been gathered of its accesses.
void emit_accesses_end(Emit* e);

#endif
