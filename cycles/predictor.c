// SPDX-License-Identifier: GPL-3.0-or-later
// Branch prediction; see predictor.h.
#include "cycles/predictor.h"

enum { HISTORY_BITS = 15 };
_Static_assert(1 << HISTORY_BITS == PREDICTIONS, "the history is an index of the table");

static uint8_t moved(uint8_t counter, bool up)
{
   return up ? counter + (counter < 3) : counter - (counter > 0);
}

bool predictor_conditional(BranchHistory* b, uint64_t address, bool taken)
{
   uint32_t own = (uint32_t)(address ^ address >> 15) % PREDICTIONS;
   uint32_t both = (own * 5 ^ (uint32_t)b->history) % PREDICTIONS;
   uint8_t alone = b->by_branch[own], before = b->by_history[both];
   bool says_alone = alone >= 2, says_before = before >= 2;
   bool says = b->choice[own] >= 2 ? says_before : says_alone;
   b->by_branch[own] = moved(alone, taken);
   b->by_history[both] = moved(before, taken);
   if (says_alone != says_before) b->choice[own] = moved(b->choice[own], says_before == taken);
   b->history = b->history << 1 | taken;
   return says != taken;
}

bool predictor_indirect(BranchHistory* b, uint64_t address, uint64_t target)
{
   uint64_t* known = &b->target[(address ^ address >> 12 ^ b->history * 7) % TARGETS];
   bool wrong = *known != target;
   *known = target;
   b->history = b->history << 2 ^ target >> 2;
   return wrong;
}
