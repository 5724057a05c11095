// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline; see emit_timeline.h.
#include "callgrind/instrument/emit_timeline.h"

#include "callgrind/instrument/ir_build.h"
#include "engine/engine.h"
#include "engine/entry_points.h"

void emit_timeline(IRSB* out, const Block* b)
{
   IRExpr* executed = ir_load64(out, ir_const64((ULong)&xg_current.total[EV_IR]));
   IRExpr* due_at = ir_load64(out, ir_const64((ULong)&xg_current.due_at));
   ir_call(out, "xg_due", entry_points.due, mkIRExprVec_1(ir_const64((ULong)b)),
           ir_test(out, Iop_CmpLE64U, due_at, executed));
}
