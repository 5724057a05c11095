// SPDX-License-Identifier: GPL-3.0-or-later
// The level whose misses cost most; see costly_level.h.
#include "callgrind/summary/costly_level.h"

#include "callgrind/result_files/dump.h"

static ULong cost_of(const CostlyLevel* u)
{
   const uint64_t *sums = dump_code()->sums, *weights = dump_code()->weights[METRIC_CYCLES];
   const Event events[] = {u->fetches, u->loads, u->stores};
   ULong cost = 0;
   for (UInt e = 0; e < 3; e++) cost += sums[events[e]] * weights[events[e]];
   return cost;
}

Bool costly_level_matters(void)
{
   return 100 * cost_of(costly_level()) >= costly_code_total(dump_code(), METRIC_CYCLES);
}

const CostlyLevel* costly_level(void)
{
   static const CostlyLevel level[] = {{"L1", METRIC_MISSES_L1, EV_I1MR, EV_D1MR, EV_D1MW},
                                       {"L2", METRIC_MISSES_L2, EV_L2MI, EV_L2MR, EV_L2MW},
                                       {"L3", METRIC_MISSES_L3, EV_L3MI, EV_L3MR, EV_L3MW},
                                       {"LL", METRIC_MISSES_LL, EV_ILMR, EV_DLMR, EV_DLMW}};
   const CostlyLevel* worst = &level[0];
   for (UInt i = 1; i < sizeof level / sizeof level[0]; i++)
      if (cost_of(&level[i]) > cost_of(worst)) worst = &level[i];
   return worst;
}
