// SPDX-License-Identifier: GPL-3.0-or-later
// Where most of the costs are; see measures.h.
#include "callgrind/summary/measures.h"

#include "pub_tool_options.h"

#include "callgrind/files/cycle_formula.h"
#include "callgrind/summary/summary.h"

static uint64_t weights[MEASURES][EV_COUNT];
static CostlyCode code;
static Bool on;

void measures_init(void)
{
   on = VG_(clo_verbosity) > 0 && !summary_is_callgrinds();
   weights[MEASURE_IR][EV_IR] = 1;
   cycle_formula_weights(weights[MEASURE_CYCLES]);
   weights[MEASURE_UNUSED_L1][EV_SPLOSS_L1] = 1;
   weights[MEASURE_UNUSED_L2][EV_SPLOSS_L2] = 1;
   weights[MEASURE_UNUSED_LL][EV_SPLOSS_LL] = 1;
   weights[MEASURE_FALSE_SHARING][EV_D1FALSE] = 1;
   weights[MEASURE_MISPREDICTIONS][EV_BCM] = weights[MEASURE_MISPREDICTIONS][EV_BIM] = 1;
   for (Event e = EV_ITM; e <= EV_DTMW; e++) weights[MEASURE_TLB_MISSES][e] = 1;
   costly_code_init(&code, (const uint64_t(*)[EV_COUNT])weights, MEASURES);
}

CostlyCode* measures_code(void)
{
   return on ? &code : NULL;
}
