// SPDX-License-Identifier: GPL-3.0-or-later
//
// What stays of a last level that others on the computer use, too: other guests of a virtual machine's host, other programs. They load
// lines all the time, which displace those that nobody here has used for a while, however few they are. On a virtual EPYC of family
// 25 model 1 nothing of 32 MiB is left after 2 ms: a list of 8 MiB, which takes longer than that to walk, comes from memory at each
// walk, a stream through the same 8 MiB from the last level.
//
// Contract: told of each request that the levels in front of LL have missed, with the time. A simulated last level is as large as what stays of such a list
// (xgrind_calibrate); time tells which of its lines are gone all the same, and which others are still there.
//
//    IdleLines i;
//    idle_lines_init(&i, &arena);
//    from = idle_lines_served(&i, processor.ll_stays_mc, line, now_mc, from);
#ifndef XG_CYCLES_IDLE_LINES_H
#define XG_CYCLES_IDLE_LINES_H

#include "base/arena.h"
#include "cycles/processor.h"

// Lines of which the last request is known: those of 64 MiB, more than others leave of a last level.
enum { IDLE_LINES_LOG2 = 20, IDLE_LINES = 1 << IDLE_LINES_LOG2, IDLE_LINE_SHIFT = 6 };

// Invariants: line is at its address's number modulo IDLE_LINES, or all is zero.
typedef struct {
   uint64_t line; // its address
   uint64_t at_mc;
} IdleLine;

typedef struct {
   IdleLine* lines;
} IdleLines;

void idle_lines_init(IdleLines* all, Arena* arena);

// A request for the line at this address, which the simulated caches serve from here: FROM_LL or FROM_MEMORY. Returns where it
// comes from, as lines stay so long: from memory if its last request is longer ago, from LL if it is not, and as simulated if
// there was none.
ServedFrom idle_lines_served(IdleLines* all, uint64_t stays_mc, uint64_t line, uint64_t now_mc,
                             ServedFrom from);

#endif
