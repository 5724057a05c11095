// SPDX-License-Identifier: GPL-3.0-or-later
// Instrumentation; see instrument.h.
#include "callgrind/instrument/instrument.h"
#include "callgrind/help/unknown_code.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"

#include "callgrind/arch/arch.h"
#include "callgrind/instrument/block_flow.h"
#include "callgrind/instrument/drafts.h"
#include "callgrind/instrument/emit_allocators.h"
#include "callgrind/instrument/emit_data.h"
#include "callgrind/instrument/emit_draft.h"
#include "callgrind/instrument/emit_exit.h"
#include "callgrind/instrument/emit_fetch.h"
#include "callgrind/instrument/emit_prefetch.h"
#include "callgrind/instrument/emit_python.h"
#include "callgrind/instrument/emit_stores.h"
#include "callgrind/instrument/emit_thread_pointer.h"
#include "callgrind/instrument/emit_timeline.h"
#include "callgrind/instrument/emit_work.h"
#include "callgrind/instrument/exact_registers.h"
#include "callgrind/instrument/ir_build.h"
#include "callgrind/instrument/jumps.h"
#include "callgrind/instrument/near_addresses.h"
#include "callgrind/instrument/result_use.h"
#include "callgrind/instrument/shape.h"
#include "callgrind/options/options.h"
#include "callgrind/ownership/tls.h"
#include "callgrind/python/interpreter.h"
#include "callgrind/result_files/columns.h"
#include "callgrind/symbols/symbols.h"
#include "engine/engine.h"
#include "engine/entry_points.h"
#include "engine/iterations/loop_heads.h"
#include "engine/sharing/possible_sharing.h"
#include "engine/translate.h"

Bool instrument_on;
ULong instrument_block_count;

// --- start of block -----------------------------------------------------------------------

// Whether entering the block and fetching its first line can be one call: nothing comes between them.
static Bool fetch_may_enter(const Emit* e)
{
   return options.cache_sim && !e->fetch_by_helper && !options.itlb.entries && !options.timeline
          && !options.dump_every_blocks && !(options.track_objects && e->block->is_entry);
}

static void emit_entry(Emit* e)
{
   Block* b = e->block;
   if (e->draft) { // the first segment makes it
      b->draft->asks_timeline = options.timeline && emit_timeline_asks(e->in);
      return;
   }
   IRExpr* key = ir_load64(e->out, ir_const64((ULong)&b->key));
   IRExpr* now = ir_load64(e->out, ir_const64((ULong)&xg_current.key));
   if (fetch_may_enter(e)) {
      // Before the time of the fetch is stored: some processors take a load that soon follows a store for one of what was
      // stored if the addresses differ by a multiple of 1 KiB, and caches took 1.6 times the time.
      e->stale = ir_binop(e->out, Iop_Xor64, key, now);
      return;
   }
   IRExpr* stale = ir_test(e->out, Iop_CmpNE64, key, now);
   ir_call(e->out, "xg_enter", entry_points.enter, mkIRExprVec_1(ir_const64((ULong)b)), stale);
   if (options.timeline) emit_timeline(e->out, e->in, b);
   if (options.dump_every_blocks)
      ir_add_to(e->out, ir_const64((ULong)&instrument_block_count), 0, 1);
   emit_entered_check(e);
}

// --- statements ---------------------------------------------------------------------------

static UInt clamp_size(UInt size_B)
{
   // Accesses of helpers (fxsave and the like) are cut to the smallest line, as no access may
   // touch more than two lines of a level.
   const HierarchyConfig* c = &engine.config.caches;
   UInt line_B = c->i1.line_B < c->d1.line_B ? c->i1.line_B : c->d1.line_B;
   for (UInt i = 0; i < hierarchy_between(c); i++)
      if (c->between[i].line_B < line_B) line_B = c->between[i].line_B;
   if (c->ll.line_B < line_B) line_B = c->ll.line_B;
   return size_B > line_B ? line_B : size_B;
}

static void bus_event(Emit* e)
{
   if (!options.collect_bus) return;
   e->bus++;
   emit_site(e, SITE_BUS, 0);
}

static void instruction(Emit* e, const IRStmt* st)
{
   Addr address = st->Ist.IMark.addr + st->Ist.IMark.delta;
   // VEX marks what it cannot decode with length zero.
   UInt size_B = st->Ist.IMark.len ? st->Ist.IMark.len : 1;
   emit_pending_read(e);
   emit_loop_entry_next(e);
   Instr* i = &e->block->instrs[e->n_instrs++];
   i->offset_B = (UShort)(address - e->block->start);
   i->size_B = (UChar)size_B;
   tl_assert(e->n_segments < 256);
   i->segment = (UChar)e->n_segments;
   e->next = address + size_B;
   e->ir++;
   if (!options.cache_sim) return;
   emit_fetch(e, address, size_B);
   emit_note_fetch(e, address, size_B);
}

static void prefetch(Emit* e, Int at)
{
   PrefetchCode p;
   const Site* s = emit_prefetch(e, at, &p);
   if (s && options.cycles) block_flow_prefetch(s, &p);
}

static void dirty(Emit* e, const IRDirty* d)
{
   if (d->mFx == Ifx_None || !options.cache_sim) return;
   UInt size_B = clamp_size((UInt)d->mSize);
   if (d->mFx != Ifx_Write) emit_read(e, d->mAddr, size_B);
   if (d->mFx != Ifx_Read) emit_write(e, d->mAddr, size_B);
}

// Notes whether an atomic instruction that is about to run will leave memory as it is: what it expects is
// not there, or what it stores is.
static void note_if_memory_is_left(Emit* e, const IRCAS* c)
{
   IRType type = typeOfIRExpr(e->in->tyenv, c->dataLo);
   if (c->dataHi) return; // of 16 bytes: nobody waits with it
   emit_pending_read(e);
   IRExpr* is =
      ir_as_64_bits(e->out, type, ir_bind(e->out, type, IRExpr_Load(Iend_LE, type, c->addr)));
   IRExpr* other = ir_test(e->out, Iop_CmpNE64, is, ir_as_64_bits(e->out, type, c->expdLo));
   IRExpr* same = ir_test(e->out, Iop_CmpEQ64, is, ir_as_64_bits(e->out, type, c->dataLo));
   ir_store64(e->out, ir_const64((ULong)&possible_sharing.leaves_memory),
              ir_widen(e->out, ir_or(e->out, other, same)));
}

static void compare_and_swap(Emit* e, const IRCAS* c)
{
   UInt size_B = (UInt)sizeofIRType(typeOfIRExpr(e->in->tyenv, c->dataLo));
   if (c->dataHi) size_B *= 2;
   if (possible_sharing.on) note_if_memory_is_left(e, c);
   emit_read(e, c->addr, size_B);
   emit_write(e, c->addr, size_B);
   if (possible_sharing.on)
      ir_call(e->out, "xg_atomic", possible_sharing_atomic, mkIRExprVec_1(c->addr), NULL);
   bus_event(e);
}

// One half of an atomic instruction: a load that watches its memory, or a store that fails if another
// thread has written there since.  Callgrind counts the bus event at the store.
static void load_linked_or_store_conditional(Emit* e, const IRStmt* st)
{
   const IRTypeEnv* types = e->in->tyenv;
   const IRExpr* stored = st->Ist.LLSC.storedata;
   const IRType type =
      stored ? typeOfIRExpr(types, stored) : typeOfIRTemp(types, st->Ist.LLSC.result);
   if (!stored) {
      emit_read(e, st->Ist.LLSC.addr, (UInt)sizeofIRType(type));
      emit_pending_read(e); // now: the store may fail for each access that comes between
      return;
   }
   emit_write(e, st->Ist.LLSC.addr, (UInt)sizeofIRType(type));
   if (possible_sharing.on)
      ir_call(e->out, "xg_atomic", possible_sharing_atomic, mkIRExprVec_1(st->Ist.LLSC.addr),
              NULL);
   bus_event(e);
}

// Follows the stack pointer through the temporaries: is it ever raised by this block?
static void follow_sp(Emit* e, const IRStmt* st)
{
   Int sp = e->layout->offset_SP;
   if (st->tag == Ist_Put && st->Ist.Put.offset == sp) {
      e->sp_written = True;
      const IRExpr* v = st->Ist.Put.data;
      e->sp_at = v->tag == Iex_RdTmp ? v->Iex.RdTmp.tmp : IRTemp_INVALID;
      if (v->tag != Iex_RdTmp || !e->sp_known[v->Iex.RdTmp.tmp]
          || e->sp_delta[v->Iex.RdTmp.tmp] > 0)
         e->sp_may_rise = True;
      else
         e->sp_may_rise = False;
      return;
   }
   if (st->tag != Ist_WrTmp) return;
   IRTemp t = st->Ist.WrTmp.tmp;
   const IRExpr* v = st->Ist.WrTmp.data;
   if (v->tag == Iex_Get && v->Iex.Get.offset == sp) {
      e->sp_at = t;
      e->sp_known[t] = !e->sp_written; // read again after a Put, it is not the start's value
      e->sp_delta[t] = 0;
   } else if (v->tag == Iex_Binop
              && (v->Iex.Binop.op == Iop_Add64 || v->Iex.Binop.op == Iop_Sub64)
              && v->Iex.Binop.arg1->tag == Iex_RdTmp && v->Iex.Binop.arg2->tag == Iex_Const
              && e->sp_known[v->Iex.Binop.arg1->Iex.RdTmp.tmp]) {
      Long n = (Long)v->Iex.Binop.arg2->Iex.Const.con->Ico.U64;
      e->sp_known[t] = True;
      e->sp_delta[t] = e->sp_delta[v->Iex.Binop.arg1->Iex.RdTmp.tmp]
                       + (v->Iex.Binop.op == Iop_Add64 ? n : -n);
   }
}

static void memory_accesses(Emit* e, const IRStmt* st)
{
   const IRTypeEnv* types = e->in->tyenv;
   switch (st->tag) {
   case Ist_WrTmp:
      if (st->Ist.WrTmp.data->tag == Iex_Load)
         emit_read(e, st->Ist.WrTmp.data->Iex.Load.addr,
                   (UInt)sizeofIRType(st->Ist.WrTmp.data->Iex.Load.ty));
      break;
   case Ist_Store:
      emit_write(e, st->Ist.Store.addr,
                 (UInt)sizeofIRType(typeOfIRExpr(types, st->Ist.Store.data)));
      break;
   case Ist_StoreG: {
      const IRStoreG* s = st->Ist.StoreG.details;
      emit_guarded(e, s->addr, (UInt)sizeofIRType(typeOfIRExpr(types, s->data)), s->guard,
                   True);
      break;
   }
   case Ist_LoadG: {
      const IRLoadG* l = st->Ist.LoadG.details;
      IRType wide, loaded;
      typeOfIRLoadGOp(l->cvt, &wide, &loaded);
      emit_guarded(e, l->addr, (UInt)sizeofIRType(loaded), l->guard, False);
      break;
   }
   case Ist_Dirty: dirty(e, st->Ist.Dirty.details); break;
   case Ist_CAS: compare_and_swap(e, st->Ist.CAS.details); break;
   case Ist_LLSC: load_linked_or_store_conditional(e, st); break;
   default: break; // touches no memory: shape_of() has refused what it does not know
   }
}

static Bool writes_memory(const IRStmt* st)
{
   switch (st->tag) {
   case Ist_Store:
   case Ist_StoreG:
   case Ist_CAS: return True;
   case Ist_LLSC: return st->Ist.LLSC.storedata != NULL;
   case Ist_Dirty:
      return st->Ist.Dirty.details->mFx == Ifx_Write
             || st->Ist.Dirty.details->mFx == Ifx_Modify;
   default: return False;
   }
}

// --- blocks -------------------------------------------------------------------------------

static Block* new_block(Addr address, const Shape* shape)
{
   Block* b = symbols_block(address);
   if (b->translated) { // translated before without having been discarded
      engine_retire_block(b);
      b = symbols_block(address);
   }
   symbols_resolve(b);
   callgraph_shape_block(&engine.graph, b, shape->instrs, shape->sites, shape->exits + 1,
                         shape->exits + 1);
   b->n_counters = (UChar)columns_counters(shape->guarded);
   if (options.collect_objects) object_costs_prepare_block(b);
   if (options.loops) loop_heads_prepare(b, shape->exits + 1);
   if (options.track_objects) tls_code_of(b->module->name);
   return b;
}

// The block whose draft was made from this code, or a new one.
static Block* block_for(Addr address, const Shape* shape)
{
   const UInt code_B = (UInt)(shape->next - address);
   Block* b = drafts_take_kept(symbols_block(address), code_B);
   return b ? b : new_block(address, shape);
}

// While instrumentation is off: which memory is whose, and what Python executes, is needed when it is on again.
static IRSB* instrument_idle(IRSB* in, const VexGuestLayout* layout, Int first)
{
   if (!options.track_objects && !options.python) return in;
   IRSB* out = deepCopyIRSBExceptStmts(in);
   const IRStmt* mark = in->stmts[first];
   const Addr start = mark->Ist.IMark.addr + mark->Ist.IMark.delta;
   for (Int i = 0; i < first; i++) addStmtToIRSB(out, in->stmts[i]);
   if (options.track_objects) emit_allocators_idle_entry(out, start, layout);
   if (options.python) emit_python_idle_entry(out, start, layout);
   for (Int i = first; i < in->stmts_used; i++) {
      addStmtToIRSB(out, in->stmts[i]);
      if (options.track_objects) emit_thread_pointer(out, in->stmts[i]);
   }
   if (in->jumpkind != Ijk_Ret) return out;
   if (options.track_objects) emit_allocators_idle_return(out, layout);
   if (options.python) emit_python_idle_return(out, start, layout);
   return out;
}

IRSB* instrument(VgCallbackClosure* closure, IRSB* in, const VexGuestLayout* layout,
                 const VexGuestExtents* extents, const VexArchInfo* arch, IRType guest_word,
                 IRType host_word)
{
   (void)extents, (void)arch, (void)guest_word, (void)host_word;
   unknown_code_explain(in);
   Shape shape = shape_of(in);
   if (shape.first < 0) return in;
   if (!instrument_on) return instrument_idle(in, layout, shape.first);
   IRSB* again = exact_registers_again(closure->nraddr, in, shape.prefetches);
   if (again) return again;
   shape_choose_fetches(&shape);
   tl_assert(shape.sites <= TIMED_SITES_MAX);
   // It matters to us alone: VEX generates the same code for both.
   if (in->jumpkind == Ijk_Call && !engine.config.graph.callgrind_compat
       && code_is_no_call((const UChar*)shape.next))
      in->jumpkind = Ijk_Boring;
   const IRStmt* mark = in->stmts[shape.first];
   Emit e = {.out = deepCopyIRSBExceptStmts(in), .in = in, .layout = layout};
   e.block = block_for(mark->Ist.IMark.addr + mark->Ist.IMark.delta, &shape);
   e.inverted = shape.inverted;
   e.last_line = e.last_page = ~(Addr)0;
   e.sp_at = IRTemp_INVALID;
   e.fetch_by_helper = shape.fetch_by_helper;
   e.block->notes_fetches = options.line_use && !e.fetch_by_helper;
   const Bool had_draft = e.block->draft != NULL;
   e.draft = drafts_begin(e.block, &shape, layout);
   SizeT n_temps = (SizeT)in->tyenv->types_used;
   Long sp_delta[n_temps + 1];
   Bool sp_known[n_temps + 1];
   VG_(memset)(sp_known, 0, sizeof sp_known);
   e.sp_delta = sp_delta;
   e.sp_known = sp_known;

   for (Int i = 0; i < shape.first; i++) addStmtToIRSB(e.out, in->stmts[i]);
   e.interpreter = interpreter_has(e.block);
   if (e.interpreter) emit_python_block(e.out, e.block, layout);
   emit_entry(&e);
   if (options.cycles) block_flow_begin(&e, &shape, had_draft);
   emit_work_begin(&e);
   if (options.stores) emit_stores_code(&e, shape.next);
   if (options.track_objects) e.block->result_use = result_use_of(in);
   if (options.track_objects) emit_allocators_entry(e.out, e.block, layout);
   for (Int i = shape.first; i < in->stmts_used; i++) {
      IRStmt* st = in->stmts[i];
      const UInt first_site = e.n_sites;
      if (st->tag == Ist_IMark)
         instruction(&e, st);
      else if (st->tag == Ist_Exit)
         emit_side_exit(&e, st, e.n_exits++, shape.exits);
      else
         memory_accesses(&e, st);
      follow_sp(&e, st);
      if (e.draft && writes_memory(st)) emit_draft_before_store(&e);
      if (options.cycles) block_flow_statement(&e, st, first_site);
      if (st->tag == Ist_IMark) prefetch(&e, i);
      emit_work_statement(&e, st);
      if (options.stores) emit_stores_before(&e, st, e.n_instrs == (UInt)shape.instrs);
      addStmtToIRSB(e.out, st);
      if (options.stores) emit_stores_after(&e, st);
      if (options.track_objects) emit_thread_pointer(e.out, st);
   }
   emit_final_exit(&e, shape.exits);
   if (!had_draft && (options.inlined || options.collect_objects || options.loops))
      jumps_note(e.block, in);
   e.block->n_sites = (UShort)e.n_sites;
   e.block->n_segments = (UShort)e.n_segments;
   if (options.cycles) block_flow_end(&e);
   if (!had_draft && options.loops) loop_heads_note(e.block);
   return HAS_FAR_DISPLACEMENTS && !e.draft ? near_addresses(e.out) : e.out;
}

void instrument_discarded(Addr address, VexGuestExtents extents)
{
   if (exact_registers_discarded(address)) return;
   Block* b = callgraph_find_block(&engine.graph, extents.base[0], false);
   if (b && !drafts_keep(b)) engine_retire_block(b);
}
