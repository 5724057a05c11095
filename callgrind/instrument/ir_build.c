// SPDX-License-Identifier: GPL-3.0-or-later
// IR construction; see ir_build.h.
#include "callgrind/instrument/ir_build.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"

IRExpr* ir_const64(ULong n)
{
   return IRExpr_Const(IRConst_U64(n));
}

IRExpr* ir_bind(IRSB* out, IRType type, IRExpr* e)
{
   IRTemp t = newIRTemp(out->tyenv, type);
   addStmtToIRSB(out, IRStmt_WrTmp(t, e));
   return IRExpr_RdTmp(t);
}

IRExpr* ir_binop(IRSB* out, IROp op, IRExpr* a, IRExpr* b)
{
   return ir_bind(out, Ity_I64, IRExpr_Binop(op, a, b));
}

IRExpr* ir_test(IRSB* out, IROp op, IRExpr* a, IRExpr* b)
{
   return ir_bind(out, Ity_I1, IRExpr_Binop(op, a, b));
}

IRExpr* ir_widen(IRSB* out, IRExpr* bit)
{
   return ir_bind(out, Ity_I64, IRExpr_Unop(Iop_1Uto64, bit));
}

IRExpr* ir_or(IRSB* out, IRExpr* a, IRExpr* b)
{
   IRExpr* any = ir_binop(out, Iop_Or64, ir_widen(out, a), ir_widen(out, b));
   return ir_bind(out, Ity_I1, IRExpr_Unop(Iop_CmpNEZ64, any));
}

IRExpr* ir_as_64_bits(IRSB* out, IRType type, IRExpr* value)
{
   switch (type) {
   case Ity_I8: return ir_bind(out, Ity_I64, IRExpr_Unop(Iop_8Uto64, value));
   case Ity_I16: return ir_bind(out, Ity_I64, IRExpr_Unop(Iop_16Uto64, value));
   case Ity_I32: return ir_bind(out, Ity_I64, IRExpr_Unop(Iop_32Uto64, value));
   default: return value;
   }
}

IRExpr* ir_load64(IRSB* out, IRExpr* address)
{
   return ir_bind(out, Ity_I64, IRExpr_Load(Iend_LE, Ity_I64, address));
}

void ir_store64(IRSB* out, IRExpr* address, IRExpr* value)
{
   addStmtToIRSB(out, IRStmt_Store(Iend_LE, address, value));
}

static IRExpr* beside(IRSB* out, IRExpr* address, ULong offset_B)
{
   return offset_B ? ir_binop(out, Iop_Add64, address, ir_const64(offset_B)) : address;
}

void ir_add_to(IRSB* out, IRExpr* address, ULong offset_B, ULong n)
{
   // Two sums, each of which becomes part of its instruction; a shared one would take an instruction of its own.
   IRExpr* old = ir_load64(out, beside(out, address, offset_B));
   ir_store64(out, beside(out, address, offset_B),
              ir_binop(out, Iop_Add64, old, ir_const64(n)));
}

void ir_add_pair_to(IRSB* out, ULong address, ULong lo, ULong hi)
{
   // A vector constant of this kind must come from memory; such pairs are few and shared.
   enum { SMALL = 32 };
   static ULong(*table[SMALL][SMALL])[2];
   ULong(*pair)[2] = lo < SMALL && hi < SMALL ? table[lo][hi] : NULL;
   if (!pair) {
      pair = VG_(malloc)("xg.pairs", sizeof *pair); // 16-byte aligned
      (*pair)[0] = lo;
      (*pair)[1] = hi;
      if (lo < SMALL && hi < SMALL) table[lo][hi] = pair;
   }
   ir_add_pair_in(out, address, pair);
}

void ir_add_pair_in(IRSB* out, ULong address, ULong (*pair)[2])
{
   IRExpr* sum = ir_const64(address);
   IRExpr* old = ir_bind(out, Ity_V128, IRExpr_Load(Iend_LE, Ity_V128, sum));
   IRExpr* add =
      ir_bind(out, Ity_V128, IRExpr_Load(Iend_LE, Ity_V128, ir_const64((ULong)pair)));
   IRExpr* now = ir_bind(out, Ity_V128, IRExpr_Binop(Iop_Add64x2, old, add));
   addStmtToIRSB(out, IRStmt_Store(Iend_LE, sum, now));
}

IRExpr* ir_stack_pointer(IRSB* out, const VexGuestLayout* layout)
{
   return ir_register(out, layout->offset_SP);
}

IRExpr* ir_register(IRSB* out, Int offset)
{
   return ir_bind(out, Ity_I64, IRExpr_Get(offset, Ity_I64));
}

IRDirty* ir_call(IRSB* out, const HChar* name, void* function, IRExpr** args, IRExpr* guard)
{
   // Only on 32-bit hosts VEX has to know how many arguments are in registers.
   IRDirty* d = unsafeIRDirty_0_N(0, name, VG_(fnptr_to_fnentry)(function), args);
   if (guard) d->guard = guard;
   addStmtToIRSB(out, IRStmt_Dirty(d));
   return d;
}

void ir_declare_write(IRDirty* call, IRExpr* address, Int size_B)
{
   call->mFx = Ifx_Write;
   call->mAddr = address;
   call->mSize = size_B;
}

void ir_declare_unwinding(IRDirty* call, const VexGuestLayout* layout)
{
   const Int offset[] = {layout->offset_IP, layout->offset_SP, layout->offset_FP};
   const Int size_B[] = {layout->sizeof_IP, layout->sizeof_SP, layout->sizeof_FP};
   call->nFxState = layout->sizeof_FP ? 3 : 2; // where nothing is unwound by it, it has no size
   VG_(memset)(call->fxState, 0, sizeof call->fxState);
   for (Int i = 0; i < call->nFxState; i++) {
      call->fxState[i].fx = Ifx_Read;
      call->fxState[i].offset = (UShort)offset[i];
      call->fxState[i].size = (UShort)size_B[i];
   }
}
