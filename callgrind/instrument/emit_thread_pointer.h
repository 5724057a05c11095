// SPDX-License-Identifier: GPL-3.0-or-later
//
// Instructions that set the thread pointer, as those of arm64 do: the thread has its variables from then on.
//
//    addStmtToIRSB(out, st);
//    emit_thread_pointer(out, st);
#ifndef XG_CALLGRIND_INSTRUMENT_EMIT_THREAD_POINTER_H
#define XG_CALLGRIND_INSTRUMENT_EMIT_THREAD_POINTER_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

// Whether a statement writes the register.
Bool emit_sets_thread_pointer(const IRStmt* st);
// Calls tls_thread_starts() behind a statement that writes the register; nothing behind others.
void emit_thread_pointer(IRSB* out, const IRStmt* st);

#endif
