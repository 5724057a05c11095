// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lines of code in a jitdump's record JIT_CODE_DEBUG_INFO, which stands before the record that loads the code.
//
//    JitdumpLines l = {0};
//    if (jitdump_lines_read(&l, body, size_B) && l.code == code->start) jitdump_lines_give(&l, code);
//    jitdump_lines_clear(&l);
#ifndef XG_CALLGRIND_SYMBOLS_JITDUMP_LINES_H
#define XG_CALLGRIND_SYMBOLS_JITDUMP_LINES_H

#include "callgrind/symbols/made_code.h"

typedef struct {
   Addr code; // whose lines they are
   MadeLine* line;
   UInt n;
} JitdumpLines;

// Reads a record's body in place of what was there; False: it is damaged, and there are no lines now.
Bool jitdump_lines_read(JitdumpLines* l, const UChar* body, SizeT size_B);
// Gives them to their code; False: they lie outside of it.
Bool jitdump_lines_give(JitdumpLines* l, MadeCode* code);
// Gives code the lines of what it is a copy of.
void jitdump_lines_move(MadeCode* code, const MadeCode* from);
void jitdump_lines_clear(JitdumpLines* l);

#endif
