// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the end of a run asks of the code that was written to the profile: where most of it is.
//
//    measures_init();                           // once options are known
//    CostlyCode code;
//    measures_begin(&code);
//    CostlyPlace top = costly_code_top(&code, MEASURE_CYCLES);
#ifndef XG_CALLGRIND_SUMMARY_MEASURES_H
#define XG_CALLGRIND_SUMMARY_MEASURES_H

#include "pub_tool_basics.h"

#include "output/costly_code.h"

typedef enum {
   MEASURE_IR,
   MEASURE_CYCLES, // estimated
   MEASURE_UNUSED_L1,
   MEASURE_UNUSED_L2,
   MEASURE_UNUSED_LL, // bytes loaded and never used
   MEASURE_FALSE_SHARING,
   MEASURE_MISPREDICTIONS,
   MEASURE_TLB_MISSES, // of the first level
   MEASURES
} Measure;

_Static_assert(MEASURES <= (int)COSTLY_MEASURES_MAX, "each has its sums");

void measures_init(void);
// Whether the end of the run says something of code.
Bool measures_are_asked(void);
// Empty, with these measures.
void measures_begin(CostlyCode* code);

#endif
