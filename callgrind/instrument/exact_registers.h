// SPDX-License-Identifier: GPL-3.0-or-later
//
// Blocks in which each register has its value behind each instruction.
//
// VEX leaves out of a block what the program cannot notice: a register that is written twice has only the last value, and the load that
// made the first one is gone.  A prefetch instruction, of which VEX makes nothing, may have its address from there, as in
// `movslq 64(%rdx),%rax; prefetcht0 (%rcx,%rax,8); movslq (%rdx),%rax`.  What VEX does is said for all blocks, before one is
// translated, and what a block has is known behind that: so a block that was translated in the wrong way becomes one that asks for
// its translation anew.  Others are as they were.
//
//    IRSB* again = exact_registers_again(nraddr, in, needed);
//    if (again) return again;
#ifndef XG_CALLGRIND_INSTRUMENT_EXACT_REGISTERS_H
#define XG_CALLGRIND_INSTRUMENT_EXACT_REGISTERS_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

// NULL if VEX has translated the block in the way that it needs; or what is to run in its place, once.
IRSB* exact_registers_again(Addr address, const IRSB* in, Bool needed);
// The translation of this address is discarded; whether it is one of those.
Bool exact_registers_discarded(Addr address);

#endif
