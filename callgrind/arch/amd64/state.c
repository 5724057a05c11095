// SPDX-License-Identifier: GPL-3.0-or-later
// How a helper gets the registers; see callgrind/arch/arch.h.  VEX hands them.
#include "callgrind/arch/arch.h"

void* state_call(StateHelper* helper, IRExpr*** args)
{
   *args = mkIRExprVec_1(IRExpr_GSPTR());
   return helper;
}
