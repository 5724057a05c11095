// SPDX-License-Identifier: GPL-3.0-or-later
//
// How long lines stay in the last level that this program does not use: others on the computer, above all other guests of its host, load
// lines all the time, and displace them.
//
// Contract: some lines are loaded, displaced from L2 by others, and left alone for a time; then a walk through them takes as long as
// loads of LL, or as loads of memory. The time after which half of them are gone is searched for, up to STAYS_MAX_CYCLES: then LL
// is the program's own.
//
//    idle_lines_measure(&h);       // in each round, once the latencies are known
//    idle_lines_resolve();         // sets FIGURE_LL_STAYS, after figures_resolve()
#ifndef XG_CALIBRATE_IDLE_LINES_H
#define XG_CALIBRATE_IDLE_LINES_H

#include "calibrate/hierarchy.h"

// Measures once; the latencies of the last level and of memory are known.
void idle_lines_measure(const Hierarchy* h);
// Notes what one round has found, in cycles, 0: they stay; idle_lines_measure() does.
void idle_lines_note(double cycles);
// The middle of these times becomes the figure: what others do is no disturbance here, but what is measured.  0: they stayed in most rounds.
void idle_lines_resolve(void);

#endif
