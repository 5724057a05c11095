// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fetches of instructions: the test whether their code lines are in I1, and their line use.
//
//    emit_fetch(&e, address, 4);
//    emit_note_fetch(&e, address, 4);
//    emit_fetches_noted(&e);              // at the end of the segment
#ifndef XG_CALLGRIND_INSTRUMENT_EMIT_FETCH_H
#define XG_CALLGRIND_INSTRUMENT_EMIT_FETCH_H

#include "callgrind/instrument/emit.h"

// How many bytes of an instruction are fetched: one that is longer than a line, as client requests are
// than lines of 16 bytes, is cut, as no request may touch more than two lines.
UInt emit_fetched_B(UInt size_B);
// An instruction is fetched.
void emit_fetch(Emit* e, Addr address, UInt size_B);
// Notes which bytes of its code lines an instruction uses.
void emit_note_fetch(Emit* e, Addr address, UInt size_B);
// Adds what was noted to the code lines.
void emit_fetches_noted(Emit* e);

#endif
