// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the end of a run asks of the code that was written to the profile: where most of it is.
//
//    metrics_init();                           // once options are known
//    CostlyCode code;
//    metrics_begin(&code);
//    CostlyPlace top = costly_code_top(&code, METRIC_CYCLES);
#ifndef XG_CALLGRIND_SUMMARY_METRICS_H
#define XG_CALLGRIND_SUMMARY_METRICS_H

#include "pub_tool_basics.h"

#include "writers/costly_code.h"

typedef enum {
   METRIC_IR,
   METRIC_CYCLES, // estimated
   METRIC_UNUSED_L1,
   METRIC_UNUSED_L2,
   METRIC_UNUSED_L3,
   METRIC_UNUSED_LL, // bytes loaded and never used
   METRIC_FALSE_SHARING,
   METRIC_MISPREDICTIONS,
   METRIC_TLB_MISSES,  // of the first level
   METRIC_NEVER_READ,  // bytes stored and never read
   METRIC_ONLY_STORED, // bytes loaded into LL in lines that were only stored to
   METRIC_MISSES_L1,
   METRIC_MISSES_L2,
   METRIC_MISSES_L3,
   METRIC_MISSES_LL,
   METRICS
} Metric;

_Static_assert(METRICS <= (int)COSTLY_METRICS_MAX, "each has its sums");

void metrics_init(void);
// Whether the end of the run says something of code.
Bool metrics_are_asked(void);
// Empty, with these metrics.
void metrics_begin(CostlyCode* code);
// ... of costs in layouts beside the program.
void metrics_begin_layouts(CostlyCode* code);

#endif
