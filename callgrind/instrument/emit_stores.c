// SPDX-License-Identifier: GPL-3.0-or-later
// Stores; see emit_stores.h.
#include "callgrind/instrument/emit_stores.h"

#include "pub_tool_libcassert.h"

#include "callgrind/arch/arch.h"
#include "callgrind/instrument/emit_data.h"
#include "callgrind/instrument/ir_build.h"
#include "callgrind/options/options.h"
#include "engine/entry_points.h"
#include "engine/stores/stores.h"

// --- accesses ---------------------------------------------------------------------------------

static void emit_load(Emit* e, IRExpr* address, UInt size_B, IRExpr* guard)
{
   if (options.dependences) {
      tl_assert(e->data_site);
      ir_call(e->out, "xg_loaded_by", entry_points.loaded_by,
              mkIRExprVec_3(ir_const64((ULong)e->data_site), emit_address(e, address),
                            ir_const64(size_B)),
              guard);
      return;
   }
   ir_call(e->out, "xg_loaded", entry_points.loaded,
           mkIRExprVec_2(emit_address(e, address), ir_const64(size_B)), guard);
}

static Bool is_past_caches(const Emit* e)
{
   const Instr* i = &e->block->instrs[e->n_instrs - 1];
   return code_stores_past_caches((const UChar*)(e->block->start + i->offset_B), i->size_B);
}

static void emit_store(Emit* e, IRExpr* address, UInt size_B, IRExpr* guard)
{
   tl_assert(e->data_site);
   const Bool past = is_past_caches(e);
   ir_call(e->out, past ? "xg_stored_past_caches" : "xg_stored",
           past ? entry_points.stored_past_caches : entry_points.stored,
           mkIRExprVec_3(ir_const64((ULong)e->data_site), emit_address(e, address),
                         ir_const64(size_B)),
           guard);
}

static UInt size_of(const Emit* e, const IRExpr* value)
{
   return (UInt)sizeofIRType(typeOfIRExpr(e->in->tyenv, value));
}

// A helper of VEX may do what it does under a condition.
static void emit_dirty(Emit* e, const IRDirty* d)
{
   if (d->mFx == Ifx_None) return;
   const Bool always = d->guard->tag == Iex_Const && d->guard->Iex.Const.con->Ico.U1;
   IRExpr* guard = always ? NULL : d->guard;
   if (d->mFx != Ifx_Write) emit_load(e, d->mAddr, (UInt)d->mSize, guard);
   if (d->mFx != Ifx_Read) emit_store(e, d->mAddr, (UInt)d->mSize, guard);
}

// True if what the instruction has found is what it expected.
static IRExpr* is_equal(Emit* e, IRTemp found, IRExpr* expected)
{
   const IRType type = typeOfIRTemp(e->in->tyenv, found);
   return ir_test(e->out, Iop_CmpEQ64, ir_as_64_bits(e->out, type, IRExpr_RdTmp(found)),
                  ir_as_64_bits(e->out, type, expected));
}

// It stores only if it has found what it expected.
static void emit_compare_and_swap(Emit* e, const IRCAS* c)
{
   const UInt size_B = size_of(e, c->dataLo) * (c->dataHi ? 2 : 1);
   emit_load(e, c->addr, size_B, NULL);
   IRExpr* swaps = is_equal(e, c->oldLo, c->expdLo);
   if (c->dataHi) {
      IRExpr* differs =
         ir_bind(e->out, Ity_I1, IRExpr_Unop(Iop_Not1, is_equal(e, c->oldHi, c->expdHi)));
      IRExpr* other = ir_bind(e->out, Ity_I1, IRExpr_Unop(Iop_Not1, swaps));
      swaps = ir_bind(e->out, Ity_I1, IRExpr_Unop(Iop_Not1, ir_or(e->out, differs, other)));
   }
   emit_store(e, c->addr, size_B, swaps);
}

// A conditional store says itself whether it has happened.
static void emit_load_linked_or_store_conditional(Emit* e, const IRStmt* st)
{
   IRExpr* result = IRExpr_RdTmp(st->Ist.LLSC.result);
   IRExpr* stored = st->Ist.LLSC.storedata;
   if (stored)
      emit_store(e, st->Ist.LLSC.addr, size_of(e, stored), result);
   else
      emit_load(e, st->Ist.LLSC.addr, size_of(e, result), NULL);
}

void emit_stores_after(Emit* e, const IRStmt* st)
{
   IRType wide, loaded;
   switch (st->tag) {
   case Ist_WrTmp: {
      const IRExpr* v = st->Ist.WrTmp.data;
      if (v->tag == Iex_Load)
         emit_load(e, v->Iex.Load.addr, (UInt)sizeofIRType(v->Iex.Load.ty), NULL);
      break;
   }
   case Ist_Store:
      emit_store(e, st->Ist.Store.addr, size_of(e, st->Ist.Store.data), NULL);
      break;
   case Ist_StoreG: {
      const IRStoreG* s = st->Ist.StoreG.details;
      emit_store(e, s->addr, size_of(e, s->data), s->guard);
      break;
   }
   case Ist_LoadG: {
      const IRLoadG* l = st->Ist.LoadG.details;
      typeOfIRLoadGOp(l->cvt, &wide, &loaded);
      emit_load(e, l->addr, (UInt)sizeofIRType(loaded), l->guard);
      break;
   }
   case Ist_LLSC: emit_load_linked_or_store_conditional(e, st); break;
   case Ist_Dirty: emit_dirty(e, st->Ist.Dirty.details); break;
   case Ist_CAS: emit_compare_and_swap(e, st->Ist.CAS.details); break;
   default: break;
   }
}

// --- the stack --------------------------------------------------------------------------------

static const IRExpr* definition(const Emit* e, IRTemp t)
{
   for (Int i = 0; i < e->in->stmts_used; i++) {
      const IRStmt* st = e->in->stmts[i];
      if (st->tag == Ist_WrTmp && st->Ist.WrTmp.tmp == t) return st->Ist.WrTmp.data;
   }
   return NULL;
}

// Whether the new stack pointer is known to point into the same stack: it is the old one, or the frame pointer,
// and so many bytes.  Any other may be of another stack, as of a coroutine.
static Bool stays_on_stack(const Emit* e, const IRExpr* v)
{
   while (v && v->tag == Iex_RdTmp) {
      v = definition(e, v->Iex.RdTmp.tmp);
      if (v && v->tag == Iex_Binop
          && (v->Iex.Binop.op == Iop_Add64 || v->Iex.Binop.op == Iop_Sub64)
          && v->Iex.Binop.arg2->tag == Iex_Const)
         v = v->Iex.Binop.arg1;
   }
   return v && v->tag == Iex_Get
          && (v->Iex.Get.offset == e->layout->offset_SP
              || v->Iex.Get.offset == GUEST_FRAME_POINTER);
}

void emit_stores_before(Emit* e, const IRStmt* st, Bool is_last)
{
   if (st->tag != Ist_Put || st->Ist.Put.offset != e->layout->offset_SP) return;
   IRExpr* sp = st->Ist.Put.data;
   if (sp->tag != Iex_RdTmp || !stays_on_stack(e, sp)) return;
   IRExpr* old = ir_stack_pointer(e->out, e->layout);
   IRExpr* rises = ir_test(e->out, Iop_CmpLT64U, old, sp);
   // A caller has nothing below its stack pointer while it calls.
   const Bool returns = is_last && e->in->jumpkind == Ijk_Ret;
   IRExpr* below = ir_const64(RED_ZONE_B);
   IRExpr* from = ir_binop(e->out, Iop_Sub64, old, below);
   IRExpr* to = returns ? sp : ir_binop(e->out, Iop_Sub64, sp, below);
   ir_call(e->out, "xg_stack_ends", entry_points.stack_ends, mkIRExprVec_2(from, to), rises);
}

void emit_stores_code(const Emit* e, Addr end)
{
   stores_read_outside(e->block->start, end - e->block->start);
}
