// SPDX-License-Identifier: GPL-3.0-or-later
// Branch predictors; see branch.h.
#include "cachesim/branch.h"

#include "base/arch.h"

static uint32_t low_bits(uint64_t x, int bits)
{
   return (uint32_t)(x & ((1u << bits) - 1));
}

bool branch_conditional(BranchPredictor* b, uint64_t address, bool taken)
{
   uint32_t i = low_bits(b->history, BRANCH_HISTORY_BITS) << BRANCH_ADDRESS_BITS
                | low_bits(address >> CODE_ZERO_BITS, BRANCH_ADDRESS_BITS);
   bool predicted = b->counter[i] >= 2;
   if (taken && b->counter[i] < 3) b->counter[i]++;
   if (!taken && b->counter[i] > 0) b->counter[i]--;
   b->history = b->history << 1 | taken;
   return predicted != taken;
}

bool branch_indirect(BranchPredictor* b, uint64_t address, uint64_t target)
{
   uint64_t* last = &b->target[low_bits(address >> CODE_ZERO_BITS, BRANCH_TARGET_BITS)];
   bool mispredicted = *last != target;
   *last = target;
   return mispredicted;
}
