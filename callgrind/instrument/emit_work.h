// SPDX-License-Identifier: GPL-3.0-or-later
//
// The work of a block (--collect-work=yes, docs/work.md): bytes of its accesses, accesses to vectors, and floating-point
// operations.  All of it is known when the block is translated, so that generated code adds constants.
//
//    emit_work_begin(&e);                     // before the first statement
//    emit_work_access(site);                  // happens each time that its segment is executed
//    emit_work_statement(&e, statement);
//    emit_work_segment(&e);                   // adds the segment's work to the totals
#ifndef XG_CALLGRIND_INSTRUMENT_EMIT_WORK_H
#define XG_CALLGRIND_INSTRUMENT_EMIT_WORK_H

#include "callgrind/instrument/emit.h"

void emit_work_begin(Emit* e);
void emit_work_access(const Site* s);
void emit_work_statement(const Emit* e, const IRStmt* st);
void emit_work_segment(const Emit* e);

#endif
