// SPDX-License-Identifier: GPL-3.0-or-later
// Prefetch instructions; see emit_prefetch.h.
#include "callgrind/instrument/emit_prefetch.h"

#include "callgrind/arch/arch.h"
#include "callgrind/arch/registers.h"
#include "callgrind/instrument/emit_data.h"
#include "callgrind/instrument/emit_draft.h"
#include "callgrind/instrument/ir_build.h"
#include "callgrind/options/options.h"
#include "engine/entry_points.h"

Bool emit_is_prefetch(const IRStmt* mark, PrefetchCode* p)
{
   if (!options.software_prefetch) return False;
   const Addr address = mark->Ist.IMark.addr;
   return prefetch_code((const UChar*)address, mark->Ist.IMark.len, address, p);
}

// --- the address ----------------------------------------------------------------------------

static IRExpr* lower_half(Emit* e, IRExpr* value, IROp widen)
{
   IRExpr* low = ir_bind(e->out, Ity_I32, IRExpr_Unop(Iop_64to32, value));
   return ir_bind(e->out, Ity_I64, IRExpr_Unop(widen, low));
}

static IRExpr* integer(Emit* e, Int number)
{
   return ir_register(e->out, INTEGERS_AT + 8 * number);
}

static IRExpr* index_of(Emit* e, const PrefetchCode* p)
{
   IRExpr* index = integer(e, p->index);
   if (p->index_as == PREFETCH_INDEX_U32) index = lower_half(e, index, Iop_32Uto64);
   if (p->index_as == PREFETCH_INDEX_S32) index = lower_half(e, index, Iop_32Sto64);
   return p->shift ? ir_binop(e->out, Iop_Shl64, index, IRExpr_Const(IRConst_U8(p->shift)))
                   : index;
}

static IRExpr* address_of(Emit* e, const PrefetchCode* p)
{
   IRExpr* sum = ir_const64(p->displacement);
   if (p->base != PREFETCH_NO_REGISTER)
      sum = ir_binop(e->out, Iop_Add64, integer(e, p->base), sum);
   if (p->index != PREFETCH_NO_REGISTER) sum = ir_binop(e->out, Iop_Add64, sum, index_of(e, p));
   if (p->is_32) sum = lower_half(e, sum, Iop_32Uto64);
   if (p->segment != PREFETCH_NO_SEGMENT)
      sum = ir_binop(e->out, Iop_Add64, sum,
                     ir_register(e->out, guest_segment[p->segment - PREFETCH_FS]));
   return sum;
}

// --- the instruction ------------------------------------------------------------------------

Site* emit_prefetch(Emit* e, Int at, PrefetchCode* p)
{
   if (!emit_is_prefetch(e->in->stmts[at], p)) return NULL;
   Site* s = emit_site(e, SITE_PREFETCH, 1);
   // The start of the smallest line: no address is then one that drafts take for none.
   IRExpr* ea = ir_binop(e->out, Iop_And64, emit_address(e, address_of(e, p)),
                         ir_const64(~(ULong)(LINE_MIN_B - 1)));
   if (e->draft)
      emit_draft_access(e, s, ea, NULL);
   else
      ir_call(e->out, "xg_prefetch", entry_points.prefetch,
              mkIRExprVec_2(ir_const64((ULong)s), ea), NULL);
   return s;
}
