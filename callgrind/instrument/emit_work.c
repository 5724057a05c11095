// SPDX-License-Identifier: GPL-3.0-or-later
// The work of a block; see emit_work.h.
#include "callgrind/instrument/emit_work.h"

#include "callgrind/instrument/ir_build.h"
#include "callgrind/instrument/operations.h"
#include "callgrind/options/options.h"
#include "engine/engine.h"

// Of the segment so far: bytes of loads and of stores, accesses to vectors, operations.
static ULong work[EV_FL - EV_DRB + 1];
static UShort* operations; // of the block, by instruction

static void add(Event e, ULong n)
{
   work[e - EV_DRB] += n;
}

void emit_work_begin(Emit* e)
{
   if (!options.work) return;
   // Most blocks have no operation of floating point.
   operations = NULL;
   e->block->operations = NULL;
   for (Event v = EV_DRB; v <= EV_FL; v++) work[v - EV_DRB] = 0;
}

void emit_work_access(const Site* s)
{
   if (!options.work) return;
   add(s->is_write ? EV_DWB : EV_DRB, s->size_B);
   add(EV_DVEC, site_is_vector(s));
}

static IROp operation_of(const IRStmt* st)
{
   if (st->tag != Ist_WrTmp) return Iop_INVALID;
   const IRExpr* x = st->Ist.WrTmp.data;
   switch (x->tag) {
   case Iex_Unop: return x->Iex.Unop.op;
   case Iex_Binop: return x->Iex.Binop.op;
   case Iex_Triop: return x->Iex.Triop.details->op;
   case Iex_Qop: return x->Iex.Qop.details->op;
   default: return Iop_INVALID;
   }
}

void emit_work_statement(const Emit* e, const IRStmt* st)
{
   if (!options.work) return;
   const UInt n = operation_count(operation_of(st));
   if (!n) return;
   if (!operations) {
      const SizeT size_B = e->block->n_instrs * sizeof *operations;
      operations = arena_alloc(&engine.graph.arena_blocks, size_B);
      host_memset(operations, 0, size_B);
      e->block->operations = operations;
   }
   operations[e->n_instrs - 1] = (UShort)(operations[e->n_instrs - 1] + n);
   add(EV_FL, n);
}

void emit_work_segment(const Emit* e)
{
   for (Event v = EV_DRB; v <= EV_FL; v++) {
      const ULong n = work[v - EV_DRB];
      if (n) ir_add_to(e->out, ir_const64((ULong)&xg_current.total[v]), 0, n);
      work[v - EV_DRB] = 0;
   }
}
