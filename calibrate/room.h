// SPDX-License-Identifier: GPL-3.0-or-later
//
// How much of the last level stays for one program, on a computer whose other programs, or whose other guests, use it, too.
//
// Contract: a walk in random order through some memory, again and again, finds a line in the last level or in memory; from its
// latency follows the part that was found, and from that how many bytes stayed. Of the walks through LL/2, LL/4, and
// so on, the most bytes count. Who has more than ROOM_WHOLE of what was walked through, has the whole level.
//
//    room_measure(&h);       // in each round, once the latencies are known
//    room_resolve(&h);              // sets h.ll_B
//    room_tell(stderr, "prefix: ");
#ifndef XG_CALIBRATE_ROOM_H
#define XG_CALIBRATE_ROOM_H

#include <stdio.h>

#include "calibrate/hierarchy.h"
#include "calibrate/rings.h"

// Measures once; the latencies of the last level and of memory are known.
void room_measure(const Hierarchy* h);
// Bytes that stayed of a walk through size_B, whose loads took so many cycles, where the last level takes level and memory memory.
double room_of(double size_B, double cycles, double level, double memory);
// Notes what one round has found, in bytes; room_measure() does.
void room_note(double bytes);
// The one of what was noted that counts (figures_which_counts()) becomes the size of the last level, as a power of two of sets, if it is clearly less.
void room_resolve(Hierarchy* h);
// A sentence, if the last level that a program has is smaller than that of the processor.
void room_tell(FILE* to, const char* prefix);

#endif
