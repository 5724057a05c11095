// SPDX-License-Identifier: GPL-3.0-or-later
// How a helper gets the registers; see callgrind/arch/arch.h.  VEX has no code that hands them (IRExpr_GSPTR) on this
// processor, but all generated code has them in x21, which its callees must preserve.
#include "callgrind/arch/arch.h"

// Calls its argument with what x21 has.
void xg_call_with_state(StateHelper* helper);
__asm__(".text\n"
        ".balign 4\n"
        ".type xg_call_with_state, %function\n"
        ".globl xg_call_with_state\n"
        "xg_call_with_state:\n"
        "   mov x9, x0\n"
        "   mov x0, x21\n"
        "   br x9\n"
        ".size xg_call_with_state, . - xg_call_with_state\n");

void* state_call(StateHelper* helper, IRExpr*** args)
{
   *args = mkIRExprVec_1(IRExpr_Const(IRConst_U64((Addr)helper)));
   return xg_call_with_state;
}
