// SPDX-License-Identifier: GPL-3.0-or-later
// Where code may go on; see jumps.h.
#include "callgrind/instrument/jumps.h"

#include "engine/engine.h"

static void note(const Block* b, Int instr, const IRConst* target)
{
   if (instr >= 0) callgraph_note_jump(&engine.graph, b, (UInt)instr, target->Ico.U64);
}

void jumps_note(const Block* b, const IRSB* code)
{
   Int instr = -1;
   Addr next = 0;
   for (Int i = 0; i < code->stmts_used; i++) {
      const IRStmt* st = code->stmts[i];
      if (st->tag == Ist_IMark) {
         instr++;
         next = st->Ist.IMark.addr + st->Ist.IMark.delta + st->Ist.IMark.len;
      }
      if (st->tag == Ist_Exit && st->Ist.Exit.jk == Ijk_Boring)
         note(b, instr, st->Ist.Exit.dst);
   }
   if (code->jumpkind == Ijk_Call) {
      IRConst back = {.tag = Ico_U64, .Ico = {.U64 = next}};
      note(b, instr, &back);
   } else if (code->next->tag == Iex_Const) {
      note(b, instr, code->next->Iex.Const.con);
   }
}
