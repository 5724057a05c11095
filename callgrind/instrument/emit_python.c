// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of Python; see emit_python.h.
#include "callgrind/instrument/emit_python.h"

#include "callgrind/arch/arch.h"
#include "callgrind/instrument/ir_build.h"
#include "callgrind/python/frames.h"
#include "callgrind/python/interpreter.h"
#include "callgrind/symbols/symbols.h"

// The word at an address and an offset in bytes.
static IRExpr* word_at(IRSB* out, IRExpr* address, Int offset_B)
{
   return ir_load64(out, ir_binop(out, Iop_Add64, address, ir_const64((ULong)offset_B)));
}

static void emit_step(IRSB* out, const VexGuestLayout* layout)
{
   const PythonLayout* l = &interpreter.layout;
   IRExpr* frame = ir_load64(out, ir_load64(out, ir_const64((ULong)&python_now.where)));
   if (l->cframe_frame >= 0) frame = word_at(out, frame, l->cframe_frame);
   // There is none before the program's first function.
   IRExpr* none = ir_test(out, Iop_CmpEQ64, frame, ir_const64(0));
   IRExpr* readable =
      ir_bind(out, Ity_I64, IRExpr_ITE(none, ir_const64((ULong)python_no_frame), frame));
   IRExpr* instruction = word_at(out, readable, l->frame_instruction);
   IRExpr* frame_before = ir_load64(out, ir_const64((ULong)&python_now.frame));
   IRExpr* instruction_before = ir_load64(out, ir_const64((ULong)&python_now.instruction));
   IRExpr* moved = ir_or(out, ir_test(out, Iop_CmpNE64, frame, frame_before),
                         ir_test(out, Iop_CmpNE64, instruction, instruction_before));
   ir_call(out, "xg_python_step", python_frames_step,
           mkIRExprVec_1(ir_stack_pointer(out, layout)), moved);
}

static void emit_enter(IRSB* out, const VexGuestLayout* layout)
{
   ir_call(out, "xg_python_enter", python_frames_enter,
           mkIRExprVec_3(ir_register(out, guest_argument[0]),
                         ir_register(out, guest_argument[1]), ir_stack_pointer(out, layout)),
           NULL);
}

void emit_python_block(IRSB* out, const Block* b, const VexGuestLayout* layout)
{
   if (b->is_entry)
      emit_enter(out, layout);
   else
      emit_step(out, layout);
}

void emit_python_return(IRSB* out, const VexGuestLayout* layout)
{
   ir_call(out, "xg_python_leave", python_frames_leave,
           mkIRExprVec_1(ir_stack_pointer(out, layout)), NULL);
}

// The block at an address of the interpreter's function, or NULL.
static const Block* idle_block(Addr start)
{
   if (!interpreter_has_address(start)) return NULL;
   Block* b = symbols_block(start);
   symbols_resolve(b);
   return interpreter_has(b) ? b : NULL;
}

void emit_python_idle_entry(IRSB* out, Addr start, const VexGuestLayout* layout)
{
   const Block* b = idle_block(start);
   if (b && b->is_entry) emit_enter(out, layout);
}

void emit_python_idle_return(IRSB* out, Addr start, const VexGuestLayout* layout)
{
   if (idle_block(start)) emit_python_return(out, layout);
}
