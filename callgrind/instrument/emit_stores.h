// SPDX-License-Identifier: GPL-3.0-or-later
//
// Stores and what becomes of them (engine/stores/stores.h): every access tells its bytes, and every rise of the stack
// pointer which memory is the stack's no longer.
//
//    emit_stores_before(&e, statement, is_last_instruction);   // the caller then appends the statement
//    emit_stores_after(&e, statement, site);
#ifndef XG_CALLGRIND_INSTRUMENT_EMIT_STORES_H
#define XG_CALLGRIND_INSTRUMENT_EMIT_STORES_H

#include "callgrind/instrument/emit.h"

// is_last: the statement is of the block's last instruction.
void emit_stores_before(Emit* e, const IRStmt* st, Bool is_last);
// The last site of a data access is the one of the statement's write, if it has one.
void emit_stores_after(Emit* e, const IRStmt* st);
// The block's code, up to `end`, is read.
void emit_stores_code(const Emit* e, Addr end);

#endif
