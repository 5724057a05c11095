// SPDX-License-Identifier: GPL-3.0-or-later
//
// Small helpers to build VEX IR: each appends to the block and returns an atom.
//
//    IRExpr* p = ir_load64(out, ir_const64((ULong)&x));
//    ir_store64(out, ir_const64((ULong)&x), ir_binop(out, Iop_Add64, p, ir_const64(1)));
#ifndef XG_CALLGRIND_INSTRUMENT_IR_BUILD_H
#define XG_CALLGRIND_INSTRUMENT_IR_BUILD_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

// A constant.
IRExpr* ir_const64(ULong n);
// Binds an expression of the given type to a new temporary.
IRExpr* ir_bind(IRSB* out, IRType type, IRExpr* e);
IRExpr* ir_binop(IRSB* out, IROp op, IRExpr* a, IRExpr* b); // 64-bit result
IRExpr* ir_test(IRSB* out, IROp op, IRExpr* a, IRExpr* b);  // 1-bit result
IRExpr* ir_or(IRSB* out, IRExpr* a, IRExpr* b);             // of two 1-bit values
IRExpr* ir_widen(IRSB* out, IRExpr* bit);                   // 1 bit to 64
// An integer of 8 to 64 bits as 64: not every processor's VEX compares shorter ones.
IRExpr* ir_as_64_bits(IRSB* out, IRType type, IRExpr* value);
IRExpr* ir_load64(IRSB* out, IRExpr* address);
void ir_store64(IRSB* out, IRExpr* address, IRExpr* value);
// *(address + offset_B) += n
void ir_add_to(IRSB* out, IRExpr* address, ULong offset_B, ULong n);
// The two 64-bit words at a 16-byte aligned address += lo, hi.
void ir_add_pair_to(IRSB* out, ULong address, ULong lo, ULong hi);
// ... += *pair as it is when the code runs; 16-byte aligned.
void ir_add_pair_in(IRSB* out, ULong address, ULong (*pair)[2]);
// The guest's stack pointer now.
IRExpr* ir_stack_pointer(IRSB* out, const VexGuestLayout* layout);
// Reads a register of the guest, by its offset in the guest state.
IRExpr* ir_register(IRSB* out, Int offset);
// Calls a function if `guard` (NULL: always) holds.  The function may read its arguments and
// memory, but no register of the guest that is not declared: VEX may not have written it yet.
IRDirty* ir_call(IRSB* out, const HChar* name, void* function, IRExpr** args, IRExpr* guard);
// The call writes memory, so that VEX moves no load across it: without this, it may look up behind the call what was bound before.
void ir_declare_write(IRDirty* call, IRExpr* address, Int size_B);
// Declares that the call reads the registers that VG_(get_StackTrace) begins with.
void ir_declare_unwinding(IRDirty* call, const VexGuestLayout* layout);

#endif
