// SPDX-License-Identifier: GPL-3.0-or-later
// Uses of functions' results; see result_use.h.
#include "callgrind/instrument/result_use.h"

#include "callgrind/arch/arch.h"
#include "callgrind/instrument/instrument.h"
#include "engine/engine.h"

enum { BLOCKS_MAX = 6 }; // that are followed, one behind the other

static Bool is_result(Int offset, Int size_B)
{
   return offset < GUEST_RESULT + 8 && offset + size_B > GUEST_RESULT;
}

// Of a helper's registers.
static ResultUse of_helper(const IRDirty* d)
{
   for (Int i = 0; i < d->nFxState; i++) {
      const Int at = d->fxState[i].offset;
      if (!is_result(at, d->fxState[i].size)) continue;
      return d->fxState[i].fx == Ifx_Write ? RESULT_WRITTEN : RESULT_READ;
   }
   return RESULT_LEFT;
}

static Bool is_temporary(const IRExpr* e, IRTemp t)
{
   return e->tag == Iex_RdTmp && e->Iex.RdTmp.tmp == t;
}

// Whether the value computed needs all of the temporary, by the kinds of operations that addresses go through.
static Bool computes_with(const IRExpr* e, IRTemp t)
{
   switch (e->tag) {
   case Iex_RdTmp: return is_temporary(e, t);
   case Iex_Load: return is_temporary(e->Iex.Load.addr, t);
   case Iex_Unop: {
      const IROp op = e->Iex.Unop.op;
      const Bool cuts =
         op == Iop_64to32 || op == Iop_64to16 || op == Iop_64to8 || op == Iop_64to1;
      return !cuts && is_temporary(e->Iex.Unop.arg, t);
   }
   case Iex_Binop:
      return is_temporary(e->Iex.Binop.arg1, t) || is_temporary(e->Iex.Binop.arg2, t);
   case Iex_ITE:
      return is_temporary(e->Iex.ITE.iftrue, t) || is_temporary(e->Iex.ITE.iffalse, t);
   case Iex_CCall:
      for (IRExpr** arg = e->Iex.CCall.args; *arg; arg++)
         if (is_temporary(*arg, t)) return True;
      return False;
   default: return False;
   }
}

static Bool uses_all(const IRStmt* st, IRTemp t)
{
   switch (st->tag) {
   case Ist_WrTmp: return computes_with(st->Ist.WrTmp.data, t);
   case Ist_Put: return is_temporary(st->Ist.Put.data, t);
   case Ist_Store:
      return is_temporary(st->Ist.Store.addr, t) || is_temporary(st->Ist.Store.data, t);
   default: return False;
   }
}

// Of a register that statement `at` reads.
static ResultUse of_reading(const IRSB* in, Int at)
{
   for (Int i = at + 1; i < in->stmts_used; i++)
      if (uses_all(in->stmts[i], in->stmts[at]->Ist.WrTmp.tmp)) return RESULT_READ;
   return RESULT_READ_IN_PART;
}

ResultUse result_use_of(const IRSB* in)
{
   ResultUse use = RESULT_LEFT;
   for (Int i = 0; i < in->stmts_used && use == RESULT_LEFT; i++) {
      const IRStmt* st = in->stmts[i];
      if (st->tag == Ist_WrTmp && st->Ist.WrTmp.data->tag == Iex_Get) {
         const IRExpr* e = st->Ist.WrTmp.data;
         if (is_result(e->Iex.Get.offset, sizeofIRType(e->Iex.Get.ty))) use = of_reading(in, i);
      } else if (st->tag == Ist_Put) {
         const IRType type = typeOfIRExpr(in->tyenv, st->Ist.Put.data);
         if (is_result(st->Ist.Put.offset, sizeofIRType(type))) use = RESULT_WRITTEN;
      } else if (st->tag == Ist_Dirty)
         use = of_helper(st->Ist.Dirty.details);
   }
   return use;
}

static Bool is_read_within(Addr address, UInt blocks, Bool (*returns)(Addr address))
{
   const Block* b = callgraph_find_block(&engine.graph, address, false);
   if (!b || !blocks || b->result_use == RESULT_UNKNOWN) return False;
   if (b->result_use != RESULT_LEFT) return b->result_use == RESULT_READ;
   Bool is_read = False;
   for (UInt i = 0; i < b->n_exits && !is_read; i++) {
      const Exit* x = &b->exits[i];
      if (x->kind == EXIT_RETURN) is_read = returns(address);
      // A call leaves nothing in the register, unless it is the first argument's, too.
      else if (x->target && (x->kind != EXIT_CALL || GUEST_RESULT == guest_argument[0]))
         is_read = is_read_within(x->target, blocks - 1, returns);
   }
   return is_read;
}

Bool result_use_is_read(Addr address, Bool (*returns)(Addr address))
{
   return is_read_within(address, BLOCKS_MAX, returns);
}
