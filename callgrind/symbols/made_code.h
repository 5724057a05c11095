// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions that the program makes while it runs: their code by address and time.
//
// Contract: code that is added where other code is ends that one as a whole, also where the new one does not reach.
// What was ever added stays, so that code which ran earlier can be named later.  Times are those of
// CLOCK_MONOTONIC; since 0 says that the time is not known: the code counts as having been there always.
//
//    MadeCode* c = made_code_add(start, size_B, "name", since_ns);
//    const MadeCode* at = made_code_at(address, MADE_CODE_NOW);   // NULL, or c->name, ...
#ifndef XG_CALLGRIND_SYMBOLS_MADE_CODE_H
#define XG_CALLGRIND_SYMBOLS_MADE_CODE_H

#include "pub_tool_basics.h"

#define MADE_CODE_NOW (~0ULL)

// The code from this address on, up to the next one, belongs to a line of a file.
typedef struct {
   Addr address;
   const HChar* file;
   UInt line; // 0: to none
} MadeLine;

typedef struct {
   Addr start, end;
   const HChar* name; // may be empty
   ULong since_ns, until_ns;
   const MadeLine* lines; // by address; NULL: not known
   UInt n_lines;
} MadeCode;

// A copy of a text for as long as the run takes; what would break a line of the profile becomes a blank.
const HChar* made_code_text(const HChar* text);
// Returns the new code, or NULL if there is none: its size is 0, or it goes beyond the end of memory.
MadeCode* made_code_add(Addr start, SizeT size_B, const HChar* name, ULong since_ns);
// Ends the code that is at an address.
void made_code_end(Addr address, ULong until_ns);
// The code at an address at a time.  If there was none, the one that came next: some runtimes list functions late.
// NULL: none.
const MadeCode* made_code_at(Addr address, ULong time_ns);
// The line that an address of the code belongs to; NULL: not known.
const MadeLine* made_code_line(const MadeCode* code, Addr address);

#endif
