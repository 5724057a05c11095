// SPDX-License-Identifier: GPL-3.0-or-later
// The levels between L1 and LL; see levels.h.
#include "callgrind/processor/levels.h"

#include "callgrind/options/options.h"

const LevelBetween level_between[LEVELS_BETWEEN] = {
   {"L2", EV_L2MI, EV_L2MR, EV_L2MW, EV_L2COLD, LATENCY_L2},
   {"L3", EV_L3MI, EV_L3MR, EV_L3MW, EV_L3COLD, LATENCY_L3}};

UInt levels_between(void)
{
   UInt n = 0;
   while (n < LEVELS_BETWEEN && options.between[n].size_B) n++;
   return n;
}
