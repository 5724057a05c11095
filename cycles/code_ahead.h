// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lines of code that I1 lacks. The branch predictor runs ahead of the code, up to some instructions, and asks for the lines
// that it meets: they are late only behind a mispredicted branch, where it begins anew, or if they come from farther away
// than it is ahead. Lines come no faster than their level sends them; the one behind the line before may come sooner than one
// that the code jumps to: on Ice Lake each 4 and each 19 cycles, where later cores take 4 for both.
//
// Contract: code_ahead_restart() behind each mispredicted branch and where a thread's code begins anew,
// code_ahead_fetch() for each line that I1 lacks, in the order of the program.
//
//    code_ahead_restart(&a, &window);
//    uint64_t there_mc = code_ahead_fetch(&a, &window, line, FROM_L2);
//    uint64_t stall_mc = window_hold(&window, 0, there_mc);
#ifndef XG_CYCLES_CODE_AHEAD_H
#define XG_CYCLES_CODE_AHEAD_H

#include "cycles/window.h"

// Invariants: when the predictor began, the code was at these instructions and this time; the last line that it has asked
// for, `line`, is there at there_mc.
typedef struct {
   uint64_t instructions, begun_mc;
   uint64_t line, there_mc; // its address by the size of a line
} CodeAhead;

// The predictor begins where the code is now.
void code_ahead_restart(CodeAhead* a, const Window* w);

// The code comes to a line, an address by the size of a line, that I1 lacks and this level sends. Returns when the line is there,
// by the window's time, in thousandths of a cycle; before now if nobody waits for it.
uint64_t code_ahead_fetch(CodeAhead* a, const Window* w, uint64_t line, ServedFrom from);

#endif
