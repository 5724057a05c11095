// SPDX-License-Identifier: GPL-3.0-or-later
// Data accesses: the check of D1's hot lines, of memory objects, and of sampling; see emit_data.h.
#include "callgrind/instrument/emit_data.h"
#include "callgrind/arch/arch.h"
#include "callgrind/instrument/emit_draft.h"
#include "callgrind/instrument/emit_work.h"
#include "callgrind/instrument/ir_build.h"
#include "callgrind/options/options.h"
#include "engine/cycles.h"
#include "engine/engine.h"
#include "engine/entry_points.h"
#include "engine/probes.h"

// What the inline check needs to know about D1 and its hot slots.
typedef struct {
   Bool has_hot;
   UInt line_B, line_shift;
   ULong set_mask;
} InlineD1;

static InlineD1 inline_d1(void)
{
   const Cache* d1 = &PROGRAM->caches.d1;
   return (InlineD1){d1->hot != NULL, d1->geometry.line_B, d1->line_shift, d1->set_mask};
}

// Offset of the hot slot of the set that an access falls into.
static IRExpr* slot_offset(Emit* e, const InlineD1* d1, IRExpr* ea)
{
   // Hot slots are 64 bytes apart: for lines of 64 bytes a mask finds them.
   const UInt slot_shift = 6;
   IRExpr* scaled = ea;
   if (d1->line_shift > slot_shift)
      scaled = ir_binop(e->out, Iop_Shr64, ea,
                        IRExpr_Const(IRConst_U8((UChar)(d1->line_shift - slot_shift))));
   if (d1->line_shift < slot_shift)
      scaled = ir_binop(e->out, Iop_Shl64, ea,
                        IRExpr_Const(IRConst_U8((UChar)(slot_shift - d1->line_shift))));
   return ir_binop(e->out, Iop_And64, scaled, ir_const64(d1->set_mask << slot_shift));
}

static IRExpr* in_slot(Emit* e, IRExpr* offset, SizeT field)
{
   return ir_binop(e->out, Iop_Add64, offset, ir_const64((ULong)xg_d1_hot + field));
}

// True if the access does not lie within the hot line of its set.  One subtraction tests both
// the line and the straddle: address - hot line is at most line size - access size.
static IRExpr* data_is_cold(Emit* e, const InlineD1* d1, IRExpr* offset, IRExpr* ea,
                            UInt size_B)
{
   IRExpr* hot = ir_load64(e->out, in_slot(e, offset, offsetof(HotSlot, line)));
   IRExpr* distance = ir_binop(e->out, Iop_Sub64, ea, hot);
   IRExpr* hit = ir_test(e->out, Iop_CmpLT64U, distance, ir_const64(d1->line_B - size_B + 1));
   return ir_bind(e->out, Ity_I1, IRExpr_Unop(Iop_Not1, hit));
}

// Notes the access in the hot slot, which holds its (first) line by now; bits beyond the line fall
// off, or do not matter.
static void note_data(Emit* e, const InlineD1* d1, IRExpr* offset, IRExpr* ea, UInt size_B)
{
   IRExpr* start = ir_binop(e->out, Iop_And64, ea, ir_const64(d1->line_B - 1));
   IRExpr* shift = ir_bind(e->out, Ity_I8, IRExpr_Unop(Iop_64to8, start));
   IRExpr* bits = ir_binop(e->out, Iop_Shl64, ir_const64(line_use_bits(0, size_B)), shift);
   IRExpr* old = ir_load64(e->out, in_slot(e, offset, offsetof(HotSlot, mask)));
   ir_store64(e->out, in_slot(e, offset, offsetof(HotSlot, mask)),
              ir_binop(e->out, Iop_Or64, old, bits));
   IRExpr* count = ir_load64(e->out, in_slot(e, offset, offsetof(HotSlot, count)));
   ir_store64(e->out, in_slot(e, offset, offsetof(HotSlot, count)),
              ir_binop(e->out, Iop_Add64, count, ir_const64(1)));
}

// Notes the time of the access in the hot slot, for the TLB of data and D1's shadow cache.
static void note_time(Emit* e, const Site* s, IRExpr* offset)
{
   ir_store64(e->out, in_slot(e, offset, offsetof(HotSlot, used)), emit_site_time(e, s));
}

// What-if: outside the last range the access is noted where it is made, and here nowhere.
static IRExpr* spare_offset(Emit* e, IRExpr* outside, IRExpr* offset)
{
   const ULong spare = (ULong)SPARE_HOT_SLOT * sizeof(HotSlot);
   return ir_bind(e->out, Ity_I64, IRExpr_ITE(outside, ir_const64(spare), offset));
}

// The address of a part of the block's last_ranges.  Their own is loaded once: a constant of 64
// bits for each use is longer.
static IRExpr* in_last_ranges(Emit* e, const void* part)
{
   const UChar* last_ranges = e->block->last_ranges;
   if (!e->last_ranges)
      e->last_ranges = ir_load64(e->out, ir_const64((ULong)&e->block->last_ranges));
   return ir_binop(e->out, Iop_Add64, e->last_ranges,
                   ir_const64((ULong)((const UChar*)part - last_ranges)));
}

// True if the access is not to the range that the site has accessed last.
static IRExpr* outside_last_range(Emit* e, const Site* s, IRExpr* ea)
{
   const LastRanges* all = e->block->last_ranges;
   IRExpr* range = ir_load64(e->out, in_last_ranges(e, &all->watched[s->index]));
   IRExpr* start = ir_load64(e->out, range); // it comes first
   IRExpr* size = ir_load64(
      e->out, ir_binop(e->out, Iop_Add64, range, ir_const64(offsetof(MemRange, watched_B))));
   IRExpr* distance = ir_binop(e->out, Iop_Sub64, ea, start);
   return ir_bind(e->out, Ity_I1,
                  IRExpr_Unop(Iop_Not1, ir_test(e->out, Iop_CmpLT64U, distance, size)));
}

// Counts the segment at its end, as its instructions: an access that faults has not happened.
static void count_segment(Emit* e)
{
   Bool any = False;
   for (UInt i = e->segment_first; i < e->n_sites; i++)
      any |= object_costs_count_segments(&e->block->sites[i]);
   e->segment_first = e->n_sites;
   const LastRanges* all = e->block->last_ranges;
   if (any) ir_add_to(e->out, in_last_ranges(e, &all->executions[e->n_segments]), 0, 1);
}

// --- sampling -----------------------------------------------------------------------------

// Takes the run of accesses that begins off what is left of the period.
static void open_run(Emit* e, const Site* first)
{
   ULong left = (ULong)&engine.objects.sampling.left;
   e->run_length = IRConst_U64(0);
   IRExpr* now = ir_binop(e->out, Iop_Sub64, ir_load64(e->out, ir_const64(left)),
                          IRExpr_Const(e->run_length));
   ir_store64(e->out, ir_const64(left), now);
   e->due = ir_test(e->out, Iop_CmpLE64S, now, ir_const64(0));
   e->run_first = first->index;
   e->run_accesses = 0;
}

static void close_run(Emit* e)
{
   if (!e->due) return;
   e->due = NULL;
   e->run_length->Ico.U64 = e->run_accesses;
   for (UInt i = e->run_first; i < e->n_sites; i++)
      e->block->sites[i].run_accesses = e->run_accesses;
}

// Emits the check of an access of a kind that is sampled.  cold: NULL: it always needs the helper.
static void emit_sampled(Emit* e, Site* s, IRExpr** args, IRExpr* cold)
{
   if (!e->due) open_run(e, s);
   s->run_position = ++e->run_accesses;
   ir_call(e->out, "xg_data_sampled", entry_points.data_sampled, args,
           cold ? ir_or(e->out, cold, e->due) : NULL);
}

// --- sampled sets -------------------------------------------------------------------------

// True if an access may touch a set that is simulated.
static IRExpr* may_be_sampled(Emit* e, const UChar* table, IRExpr* ea)
{
   IRExpr* chunk =
      ir_binop(e->out, Iop_Shr64, ea, IRExpr_Const(IRConst_U8((UChar)CHUNK_SHIFT)));
   chunk = ir_binop(e->out, Iop_And64, chunk, ir_const64(sampled_sets_chunks() - 1));
   IRExpr* place = ir_binop(e->out, Iop_Add64, chunk, ir_const64((ULong)table));
   IRExpr* sampled = ir_bind(e->out, Ity_I8, IRExpr_Load(Iend_LE, Ity_I8, place));
   return ir_test(e->out, Iop_CmpNE64, ir_as_64_bits(e->out, Ity_I8, sampled), ir_const64(0));
}

// Most accesses end at this check, whatever they hit: no hot line is looked at.
static void emit_sampled_set(Emit* e, const Site* s, IRExpr* ea, IRExpr* guard)
{
   IRExpr** args = mkIRExprVec_2(ir_const64((ULong)s), ea);
   if (guard) { // the helper counts it as executed
      ir_call(e->out, "xg_data_guarded", entry_points.data_guarded, args, guard);
      return;
   }
   const UChar* table = sampled_sets_table(s->size_B);
   ir_call(e->out, "xg_data", entry_points.data, args,
           table ? may_be_sampled(e, table, ea) : NULL);
}

// --- forwarding ---------------------------------------------------------------------------

// Where the word of an address lies in the arrays of xg_cycles.stores.
static IRExpr* recent_offset(Emit* e, IRExpr* ea)
{
   enum { MASK = (RECENT_WORDS - 1) * RECENT_WORD_B };
   return ir_binop(e->out, Iop_And64, ea, ir_const64(MASK));
}

static IRExpr* in_recent(Emit* e, const uint64_t* array, IRExpr* offset)
{
   return ir_binop(e->out, Iop_Add64, offset, ir_const64((ULong)array));
}

// True if the word's last store may make the load fail: recent_suspects_part().
static IRExpr* is_suspect(Emit* e, const RecentRange* range, IRExpr* ea, IRExpr* own)
{
   IRExpr* mark = ir_load64(e->out, in_recent(e, xg_cycles.stores.mark, recent_offset(e, ea)));
   IRExpr* distance = ir_binop(e->out, range->by_bits ? Iop_Xor64 : Iop_Sub64, mark, own);
   IRExpr* from_first = ir_binop(e->out, Iop_Sub64, distance, ir_const64(range->first));
   return ir_test(e->out, Iop_CmpLT64U, from_first, ir_const64(range->n));
}

static IRExpr* plus(Emit* e, IRExpr* a, ULong n)
{
   return n ? ir_binop(e->out, Iop_Add64, a, ir_const64(n)) : a;
}

// What cycles_access() does.
static void emit_forwarding(Emit* e, const Site* s, IRExpr* ea)
{
   if (!cycles_follows(s)) return;
   IRExpr* own =
      ir_binop(e->out, Iop_Shl64, ea, IRExpr_Const(IRConst_U8(RECENT_ADDRESS_SHIFT)));
   const UInt parts = recent_parts(s->size_B);
   if ((!s->is_write || s->is_changed) && recent_may_fail(s->size_B)) {
      const RecentRange range = recent_range(s->size_B);
      IRExpr* suspect = NULL;
      for (UInt i = 0; i < parts; i++) {
         IRExpr* is = is_suspect(e, &range, plus(e, ea, i * RECENT_WORD_B),
                                 plus(e, own, (i * RECENT_WORD_B) << RECENT_ADDRESS_SHIFT));
         suspect = suspect ? ir_or(e->out, suspect, is) : is;
      }
      IRDirty* call = ir_call(e->out, "xg_forward", cycles_forward,
                              mkIRExprVec_2(ir_const64((ULong)s), ea), suspect);
      // It forgets stores: a load that follows is not to be looked up before.
      ir_declare_write(call, ir_const64((ULong)xg_cycles.stores.mark), 1);
   }
   if (!s->is_write) return;
   for (UInt i = 0; i < parts; i++) {
      IRExpr* at = recent_offset(e, plus(e, ea, i * RECENT_WORD_B));
      const ULong narrow =
         recent_narrowness(s->size_B) + ((ULong)(i * RECENT_WORD_B) << RECENT_ADDRESS_SHIFT);
      ir_store64(e->out, in_recent(e, xg_cycles.stores.mark, at), plus(e, own, narrow));
      ir_store64(e->out, in_recent(e, xg_cycles.stores.begun, at), e->begun);
   }
}

IRExpr* emit_address(Emit* e, IRExpr* ea)
{
   if (!ADDRESS_TAG_BITS) return ea;
   return ir_binop(e->out, Iop_And64, ea, ir_const64(~0ULL >> ADDRESS_TAG_BITS));
}

// Emits the check of one access; `guard` (may be NULL) says whether it happens.
static void emit_data(Emit* e, Site* s, IRExpr* ea, IRExpr* guard)
{
   ea = emit_address(e, ea);
   if (e->draft) {
      emit_draft_access(e, s, ea, guard);
      return;
   }
   if (e->begun && !guard) emit_forwarding(e, s, ea);
   if (engine.sampled.on) {
      emit_sampled_set(e, s, ea, guard);
      return;
   }
   if (probes.access)
      ir_call(e->out, "xg_access", probes.access, mkIRExprVec_2(ir_const64((ULong)s), ea),
              guard);
   IRExpr** args = mkIRExprVec_2(ir_const64((ULong)s), ea);
   if (guard) {
      close_run(e); // it takes itself off what is left
      ir_call(e->out, "xg_data_guarded", entry_points.data_guarded, args, guard);
      return;
   }
   InlineD1 d1 = inline_d1();
   Bool has_hot = d1.has_hot && s->size_B <= d1.line_B;
   IRExpr* offset = has_hot ? slot_offset(e, &d1, ea) : NULL;
   // With write-back simulation all writes reach LL.
   Bool always = !has_hot || (s->is_write && engine.config.caches.write_back);
   IRExpr* cold = always ? NULL : data_is_cold(e, &d1, offset, ea, s->size_B);
   Bool sampled = sampling_applies(&engine.objects.sampling, s->is_write);
   Bool what_if = has_hot && engine.config.what_if && !engine.config.beside;
   IRExpr* outside = !sampled && options.collect_objects && (cold || what_if)
                        ? outside_last_range(e, s, ea)
                        : NULL;
   if (sampled)
      emit_sampled(e, s, args, cold);
   else {
      IRDirty* call = ir_call(e->out, "xg_data", entry_points.data, args,
                              cold && outside ? ir_or(e->out, cold, outside) : cold);
      // The call changes the last range; what is asked of it before is not to be looked up behind.
      if (what_if) ir_declare_write(call, ir_const64((ULong)e->block->last_ranges), 1);
   }
   if (what_if) offset = spare_offset(e, outside, offset);
   if (has_hot && engine_slots_are_timed()) note_time(e, s, offset);
   if (has_hot && options.line_use) note_data(e, &d1, offset, ea, s->size_B);
   if (engine.config.beside)
      ir_call(e->out, "xg_beside", entry_points.beside, mkIRExprVec_2(ir_const64((ULong)s), ea),
              NULL);
}

void emit_pending_read(Emit* e)
{
   if (!e->pending_read) return;
   e->reads++;
   emit_work_access(e->pending_read);
   if (!e->draft) emit_data(e, e->pending_read, e->pending_ea, NULL);
   e->pending_read = NULL;
}

static Site* data_site(Emit* e, SiteKind kind, const IRExpr* ea, UInt size_B)
{
   Site* s = emit_site(e, kind, size_B);
   s->at_top = ea->tag == Iex_RdTmp && ea->Iex.RdTmp.tmp == e->sp_at;
   return s;
}

void emit_read(Emit* e, IRExpr* ea, UInt size_B)
{
   if (!options.cache_sim) return;
   emit_pending_read(e);
   e->pending_read = e->data_site = data_site(e, SITE_READ, ea, size_B);
   e->pending_ea = ea;
   if (e->draft) emit_draft_access(e, e->pending_read, emit_address(e, ea), NULL);
}

void emit_write(Emit* e, IRExpr* ea, UInt size_B)
{
   if (!options.cache_sim) return;
   Site* r = e->pending_read;
   if (r && r->size_B == size_B && r->instr == e->n_instrs - 1 && eqIRAtom(e->pending_ea, ea)) {
      r->kind = SITE_WRITE;
      r->is_write = true;
      r->is_changed = true;
      e->pending_read = NULL;
      e->writes++;
      emit_work_access(r);
      if (!e->draft) emit_data(e, r, ea, NULL);
      return;
   }
   emit_pending_read(e);
   e->writes++;
   e->data_site = data_site(e, SITE_WRITE, ea, size_B);
   emit_work_access(e->data_site);
   emit_data(e, e->data_site, ea, NULL);
}

void emit_guarded(Emit* e, IRExpr* ea, UInt size_B, IRExpr* guard, Bool write)
{
   if (!options.cache_sim) return;
   emit_pending_read(e);
   e->data_site = emit_site(e, write ? SITE_WRITE_GUARDED : SITE_READ_GUARDED, size_B);
   emit_data(e, e->data_site, ea, guard);
}

void emit_accesses_end(Emit* e)
{
   close_run(e);
   if (options.collect_objects && !e->draft) count_segment(e);
}
