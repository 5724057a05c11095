// SPDX-License-Identifier: GPL-3.0-or-later
//
// Without a model of the processor nobody knows cycles: the end of a run then tells of the misses of one level of caches, that
// whose misses cost most by the latencies of the hierarchy.
//
//    const CostlyLevel* u = costly_level();
//    end_lines_add(l, END_FINDING, "Data with most misses of %s: ...", u->name);
#ifndef XG_CALLGRIND_SUMMARY_COSTLY_LEVEL_H
#define XG_CALLGRIND_SUMMARY_COSTLY_LEVEL_H

#include "base/event.h"
#include "callgrind/summary/metrics.h"

typedef struct {
   const HChar* name;            // "L1"
   Metric metric;                // its misses
   Event fetches, loads, stores; // that miss it
} CostlyLevel;

// That of the profile that was written.
const CostlyLevel* costly_level(void);
// Whether its misses cost a hundredth of all.
Bool costly_level_matters(void);

#endif
