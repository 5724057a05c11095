// SPDX-License-Identifier: GPL-3.0-or-later
// Entries and returns of allocators; see emit_allocators.h.
#include "callgrind/instrument/emit_allocators.h"

#include "pub_tool_debuginfo.h"

#include "callgrind/arch/arch.h"
#include "callgrind/instrument/ir_build.h"
#include "callgrind/ownership/allocators.h"
#include "callgrind/ownership/handed_on.h"

static void emit_entered(IRSB* out, const HChar* function, const VexGuestLayout* layout)
{
   const Allocator* a = allocator_named(function);
   if (!a) return;
   IRExpr* first = ir_register(out, guest_argument[0]);
   IRExpr* second = ir_register(out, guest_argument[1]);
   IRExpr* third = ir_register(out, guest_argument[2]);
   IRDirty* d = ir_call(
      out, "xg_allocator_entered", allocators_entered,
      mkIRExprVec_5(ir_const64((ULong)a), ir_stack_pointer(out, layout), first, second, third),
      NULL);
   ir_declare_unwinding(d, layout); // while instrumentation is off
}

void emit_allocators_entry(IRSB* out, const Block* b, const VexGuestLayout* layout)
{
   if (b->is_entry) emit_entered(out, b->function->name, layout);
}

void emit_allocators_idle_entry(IRSB* out, Addr start, const VexGuestLayout* layout)
{
   const HChar* name;
   if (VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), start, &name))
      emit_entered(out, name, layout);
}

// Calls allocators_returned() while `n`, a number of allocations that have not returned, is not
// zero.
static void emit_returned(IRSB* out, const ULong* n, const VexGuestLayout* layout)
{
   IRExpr* open = ir_load64(out, ir_const64((ULong)n));
   IRExpr* result = ir_register(out, GUEST_RESULT);
   ir_call(out, "xg_allocator_returned", allocators_returned,
           mkIRExprVec_2(ir_stack_pointer(out, layout), result),
           ir_test(out, Iop_CmpNE64, open, ir_const64(0)));
}

// Calls handed_on_returned() if the return leaves a call that is watched.
static void emit_handed_on(IRSB* out, const VexGuestLayout* layout)
{
   IRExpr* from = ir_load64(out, ir_const64((ULong)&handed_on_sp));
   IRExpr* sp = ir_stack_pointer(out, layout);
   ir_call(out, "xg_handed_on", handed_on_returned,
           mkIRExprVec_2(sp, ir_register(out, GUEST_RESULT)),
           ir_test(out, Iop_CmpLE64U, from, sp));
}

void emit_allocators_return(IRSB* out, const VexGuestLayout* layout)
{
   // First: what the allocator itself returns begins to be watched by the second call.
   emit_handed_on(out, layout);
   emit_returned(out, &allocators_open.all, layout);
}

void emit_allocators_idle_return(IRSB* out, const VexGuestLayout* layout)
{
   emit_returned(out, &allocators_open.idle, layout);
}
