// SPDX-License-Identifier: GPL-3.0-or-later
// Where most of the costs are; see metrics.h.
#include "callgrind/summary/metrics.h"

#include "pub_tool_options.h"

#include "callgrind/result_files/cycle_formula.h"
#include "callgrind/summary/whose_messages.h"

static uint64_t weights[METRICS][EV_COUNT], weights_of_layouts[METRICS][EV_COUNT];
static Bool on;

void metrics_init(void)
{
   on = VG_(clo_verbosity) > 0 && !messages_are_callgrinds();
#define METRIC(metric, id) weights[METRIC_##metric][EV_##id] = 1;
#include "base/events.def"
   cycle_formula_weights(weights[METRIC_CYCLES]);
   for (Int m = 0; m < METRICS; m++)
      for (Event e = EV_IR; e < EV_COUNT; e++)
         weights_of_layouts[m][event_in(e, 1)] += weights[m][e];
}

Bool metrics_are_asked(void)
{
   return on;
}

void metrics_begin(CostlyCode* code)
{
   costly_code_init(code, (const uint64_t(*)[EV_COUNT])weights, METRICS);
}

void metrics_begin_layouts(CostlyCode* code)
{
   costly_code_init(code, (const uint64_t(*)[EV_COUNT])weights_of_layouts, METRICS);
}
