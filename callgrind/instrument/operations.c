// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of operations; see operations.h.
#include "callgrind/instrument/operations.h"

// Changes of a value's type: parts of what an instruction does, or renamed away.
static Bool is_free(IROp op)
{
   switch (op) {
   case Iop_8Uto16:
   case Iop_8Uto32:
   case Iop_8Uto64:
   case Iop_8Sto16:
   case Iop_8Sto32:
   case Iop_8Sto64:
   case Iop_16Uto32:
   case Iop_16Uto64:
   case Iop_16Sto32:
   case Iop_16Sto64:
   case Iop_32Uto64:
   case Iop_32Sto64:
   case Iop_16to8:
   case Iop_32to8:
   case Iop_32to16:
   case Iop_64to1:
   case Iop_64to8:
   case Iop_64to16:
   case Iop_64to32:
   case Iop_32to1:
   case Iop_1Uto8:
   case Iop_1Uto32:
   case Iop_1Uto64:
   case Iop_64HIto32:
   case Iop_32HLto64:
   case Iop_128HIto64:
   case Iop_128to64:
   case Iop_64HLto128:
   case Iop_V128to32:
   case Iop_V128to64:
   case Iop_V128HIto64:
   case Iop_64HLtoV128:
   case Iop_64UtoV128:
   case Iop_32UtoV128:
   case Iop_SetV128lo32:
   case Iop_SetV128lo64:
   case Iop_V256toV128_0:
   case Iop_V256toV128_1:
   case Iop_V128HLtoV256:
   case Iop_V256to64_0:
   case Iop_V256to64_1:
   case Iop_V256to64_2:
   case Iop_V256to64_3:
   case Iop_64x4toV256:
   case Iop_ReinterpF64asI64:
   case Iop_ReinterpI64asF64:
   case Iop_ReinterpF32asI32:
   case Iop_ReinterpI32asF32: return True;
   default: return False;
   }
}

Int operation_kind(IROp op)
{
   if (is_free(op)) return OPERATION_FREE;
   switch (op) {
   case Iop_AddF64:
   case Iop_SubF64:
   case Iop_AddF32:
   case Iop_SubF32:
   case Iop_CmpF64:
   case Iop_CmpF32:
   case Iop_Add64F0x2:
   case Iop_Sub64F0x2:
   case Iop_Add32F0x4:
   case Iop_Sub32F0x4:
   case Iop_Add64Fx2:
   case Iop_Sub64Fx2:
   case Iop_Add32Fx4:
   case Iop_Sub32Fx4:
   case Iop_Add64Fx4:
   case Iop_Sub64Fx4:
   case Iop_Add32Fx8:
   case Iop_Sub32Fx8:
   case Iop_Max64F0x2:
   case Iop_Min64F0x2:
   case Iop_Max32F0x4:
   case Iop_Min32F0x4:
   case Iop_Max64Fx2:
   case Iop_Min64Fx2:
   case Iop_Max32Fx4:
   case Iop_Min32Fx4:
   case Iop_Max64Fx4:
   case Iop_Min64Fx4:
   case Iop_Max32Fx8:
   case Iop_Min32Fx8:
   case Iop_I32StoF64:
   case Iop_I64StoF64:
   case Iop_I64StoF32:
   case Iop_I32StoF32:
   case Iop_F64toI32S:
   case Iop_F64toI64S:
   case Iop_F32toI32S:
   case Iop_F32toI64S:
   case Iop_F32toF64:
   case Iop_F64toF32:
   case Iop_I32StoF32x4: return OPERATION_FADD;
   case Iop_MulF64:
   case Iop_MulF32:
   case Iop_Mul64F0x2:
   case Iop_Mul32F0x4:
   case Iop_Mul64Fx2:
   case Iop_Mul32Fx4:
   case Iop_Mul64Fx4:
   case Iop_Mul32Fx8:
   case Iop_MAddF64:
   case Iop_MSubF64:
   case Iop_MAddF32:
   case Iop_MSubF32: return OPERATION_FMUL;
   case Iop_DivF64:
   case Iop_DivF32:
   case Iop_Div64F0x2:
   case Iop_Div32F0x4:
   case Iop_Div64Fx2:
   case Iop_Div32Fx4:
   case Iop_Div64Fx4:
   case Iop_Div32Fx8: return OPERATION_FDIV;
   case Iop_SqrtF64:
   case Iop_SqrtF32:
   case Iop_Sqrt64F0x2:
   case Iop_Sqrt32F0x4:
   case Iop_Sqrt64Fx2:
   case Iop_Sqrt32Fx4:
   case Iop_Sqrt64Fx4:
   case Iop_Sqrt32Fx8: return OPERATION_FSQRT;
   case Iop_Mul8:
   case Iop_Mul16:
   case Iop_Mul32:
   case Iop_Mul64:
   case Iop_MullS8:
   case Iop_MullS16:
   case Iop_MullS32:
   case Iop_MullS64:
   case Iop_MullU8:
   case Iop_MullU16:
   case Iop_MullU32:
   case Iop_MullU64:
   case Iop_Mul16x8:
   case Iop_Mul32x4:
   case Iop_MullEven32Ux4:
   case Iop_MullEven32Sx4:
   case Iop_Mul16x16:
   case Iop_Mul32x8: return OPERATION_IMUL;
   case Iop_DivU32:
   case Iop_DivS32:
   case Iop_DivU64:
   case Iop_DivS64:
   case Iop_DivModU64to32:
   case Iop_DivModS64to32:
   case Iop_DivModU128to64:
   case Iop_DivModS128to64: return OPERATION_IDIV;
   default: return OPERATION_SIMPLE;
   }
}

UInt operation_count(IROp op)
{
   switch (op) {
   case Iop_AddF64:
   case Iop_SubF64:
   case Iop_MulF64:
   case Iop_DivF64:
   case Iop_SqrtF64:
   case Iop_AddF32:
   case Iop_SubF32:
   case Iop_MulF32:
   case Iop_DivF32:
   case Iop_SqrtF32:
   case Iop_Add64F0x2:
   case Iop_Sub64F0x2:
   case Iop_Mul64F0x2:
   case Iop_Div64F0x2:
   case Iop_Sqrt64F0x2:
   case Iop_Min64F0x2:
   case Iop_Max64F0x2:
   case Iop_Add32F0x4:
   case Iop_Sub32F0x4:
   case Iop_Mul32F0x4:
   case Iop_Div32F0x4:
   case Iop_Sqrt32F0x4:
   case Iop_Min32F0x4:
   case Iop_Max32F0x4: return 1;
   case Iop_MAddF64:
   case Iop_MSubF64:
   case Iop_MAddF32:
   case Iop_MSubF32:
   case Iop_Add64Fx2:
   case Iop_Sub64Fx2:
   case Iop_Mul64Fx2:
   case Iop_Div64Fx2:
   case Iop_Sqrt64Fx2:
   case Iop_Min64Fx2:
   case Iop_Max64Fx2: return 2;
   case Iop_Add32Fx4:
   case Iop_Sub32Fx4:
   case Iop_Mul32Fx4:
   case Iop_Div32Fx4:
   case Iop_Sqrt32Fx4:
   case Iop_Min32Fx4:
   case Iop_Max32Fx4:
   case Iop_Add64Fx4:
   case Iop_Sub64Fx4:
   case Iop_Mul64Fx4:
   case Iop_Div64Fx4:
   case Iop_Sqrt64Fx4:
   case Iop_Min64Fx4:
   case Iop_Max64Fx4: return 4;
   case Iop_Add32Fx8:
   case Iop_Sub32Fx8:
   case Iop_Mul32Fx8:
   case Iop_Div32Fx8:
   case Iop_Sqrt32Fx8:
   case Iop_Min32Fx8:
   case Iop_Max32Fx8: return 8;
   default: return 0;
   }
}
