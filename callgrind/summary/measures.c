// SPDX-License-Identifier: GPL-3.0-or-later
// Where most of the costs are; see measures.h.
#include "callgrind/summary/measures.h"

#include "pub_tool_options.h"

#include "callgrind/files/cycle_formula.h"
#include "callgrind/summary/summary.h"

static uint64_t weights[MEASURES][EV_COUNT];
static Bool on;

void measures_init(void)
{
   on = VG_(clo_verbosity) > 0 && !summary_is_callgrinds();
#define MEASURE(measure, id) weights[MEASURE_##measure][EV_##id] = 1;
#include "base/events.def"
   cycle_formula_weights(weights[MEASURE_CYCLES]);
}

Bool measures_are_asked(void)
{
   return on;
}

void measures_begin(CostlyCode* code)
{
   costly_code_init(code, (const uint64_t(*)[EV_COUNT])weights, MEASURES);
}
