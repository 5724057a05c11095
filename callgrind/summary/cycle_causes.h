// SPDX-License-Identifier: GPL-3.0-or-later
//
// What estimated cycles went to, at the end of a run with --cycles=yes.
//
//    cycle_causes_add(&lines, totals);     // "Cycles: 61.2 % issue, 20.1 % TLBs, ..."
#ifndef XG_CALLGRIND_SUMMARY_CYCLE_CAUSES_H
#define XG_CALLGRIND_SUMMARY_CYCLE_CAUSES_H

#include "base/event.h"
#include "callgrind/summary/end_lines.h"

// Adds a line with the causes, the largest first, as far as they fit; totals: as counted.  What waits for data counts as
// one: "Cycles: 68.5 % waiting for data (40.1 % L2, 28.4 % rate of memory), 31.5 % issue".
void cycle_causes_add(EndLines* l, const uint64_t totals[EV_COUNT]);
// Cycles that waited for lines to be loaded into a level, from LEVEL_L1.
ULong cycle_causes_of_loads(UInt level, const uint64_t totals[EV_COUNT]);

#endif
