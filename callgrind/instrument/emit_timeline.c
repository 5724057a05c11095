// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline; see emit_timeline.h.
#include "callgrind/instrument/emit_timeline.h"

#include "callgrind/instrument/ir_build.h"
#include "engine/engine.h"
#include "engine/entry_points.h"

// Whether this exit, of an instruction at `from`, is a jump within the code that leads back, or repeats the
// instruction.
static Bool is_back(IRJumpKind kind, const IRConst* to, Addr from)
{
   return kind == Ijk_Boring && to->Ico.U64 <= from;
}

Bool emit_timeline_asks(const IRSB* in)
{
   Addr from = 0;
   for (Int i = 0; i < in->stmts_used; i++) {
      const IRStmt* st = in->stmts[i];
      if (st->tag == Ist_IMark) from = st->Ist.IMark.addr;
      if (st->tag == Ist_Exit && is_back(st->Ist.Exit.jk, st->Ist.Exit.dst, from)) return True;
   }
   return in->next->tag == Iex_Const && is_back(in->jumpkind, in->next->Iex.Const.con, from);
}

void emit_timeline(IRSB* out, const IRSB* in, const Block* b)
{
   if (!emit_timeline_asks(in)) return;
   IRExpr* executed = ir_load64(out, ir_const64((ULong)&xg_current.total[EV_IR]));
   IRExpr* due_at = ir_load64(out, ir_const64((ULong)&xg_current.due_at));
   ir_call(out, "xg_due", entry_points.due, mkIRExprVec_1(ir_const64((ULong)b)),
           ir_test(out, Iop_CmpLE64U, due_at, executed));
}
