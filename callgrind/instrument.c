// SPDX-License-Identifier: GPL-3.0-or-later
// Instrumentation; see instrument.h.
#include "callgrind/instrument.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"

#include "callgrind/allocators.h"
#include "callgrind/ir_build.h"
#include "callgrind/options.h"
#include "callgrind/symbols.h"
#include "callgrind/tls.h"
#include "engine/engine.h"
#include "engine/transfer_inl.h"

PendingResume instrument_resume;
Bool instrument_on;
ULong instrument_block_count;

// State of the instrumentation of one block.
typedef struct {
   IRSB* out;
   const IRSB* in;
   const VexGuestLayout* layout;
   Block* block;
   UInt n_instrs, n_sites, n_exits, n_segments;
   Bool inverted; // VEX negated the last conditional branch: its exit is the fall-through
   Addr next;     // address behind the current instruction
   // The segment so far.
   UInt ir, reads, writes, bus, branches;
   Addr last_line;       // code line fetched last
   Bool fetch_by_helper; // lines of the block share sets of I1
   IRExpr* time;         // of the block's fetches; NULL before the first
   CodeLine* run_line;   // line of the last instructions of the segment, with cache use
   UInt run_instrs;      // ... how many they are
   ULong run_mask;       // ... and which bytes of the line they have
   Site* pending_read;   // a read whose check has not been emitted yet
   IRExpr* pending_ea;
   UInt segment_first; // site
   IRExpr* views;      // address; NULL: not loaded yet
   // With sampling, the run of accesses that is being emitted.
   IRExpr* due;        // an access of the run is due; NULL: no run is open
   IRConst* run_turns; // how many accesses the run has, to be filled in at its end
   UInt run_first;     // its first site
   UShort turns;
   // SP as its value at block start plus a known number, by temporary.
   Long* sp_delta;
   Bool* sp_known;
   Bool sp_written, sp_may_rise;
} Emit;

static Site* add_site(Emit* e, SiteKind kind, UInt size_B)
{
   tl_assert(e->n_sites < e->block->n_sites);
   Site* s = &e->block->sites[e->n_sites];
   *s = (Site){.block = e->block,
               .size_B = (UShort)size_B,
               .instr = (UShort)(e->n_instrs - 1),
               .segment = (UShort)e->n_segments,
               .index = (UShort)e->n_sites,
               .kind = (UChar)kind,
               .is_write = kind == SITE_WRITE || kind == SITE_WRITE_MAYBE};
   e->n_sites++;
   return s;
}

// --- start of block -----------------------------------------------------------------------

static void emit_entry(Emit* e)
{
   Block* b = e->block;
   IRExpr* key = ir_load64(e->out, ir_const64((ULong)&b->key));
   IRExpr* now = ir_load64(e->out, ir_const64((ULong)&xg_now.key));
   IRExpr* stale = ir_test(e->out, Iop_CmpNE64, key, now);
   ir_call(e->out, &helpers.enter, mkIRExprVec_1(ir_const64((ULong)b)), stale);
   if (options.dump_every_blocks)
      ir_add_to(e->out, ir_const64((ULong)&instrument_block_count), 0, 1);
   if (options.check_blocks)
      ir_call(e->out, &helpers.check,
              mkIRExprVec_2(ir_const64((ULong)b), ir_stack_pointer(e->out, e->layout)), NULL);
}

static CodeCache* code_cache(void)
{
   return options.cache_use ? &engine.uses.i1 : &engine.caches.i1;
}

// --- use of code lines --------------------------------------------------------------------

// Adds the fetches of the segment's instructions from one line to its record.
static void flush_run(Emit* e)
{
   if (!e->run_line) return;
   ir_add_to(e->out, ir_const64((ULong)&e->run_line->count), 0, e->run_instrs);
   IRExpr* mask = ir_const64((ULong)&e->run_line->mask[0]);
   ir_store64(e->out, mask,
              ir_binop(e->out, Iop_Or64, ir_load64(e->out, mask), ir_const64(e->run_mask)));
   e->run_line = NULL;
   e->run_instrs = 0;
   e->run_mask = 0;
}

static void note_fetch_in(Emit* e, CodeLine* line, Addr address, UInt size_B)
{
   const CodeCache* i1 = &engine.uses.i1;
   if (e->run_line != line) flush_run(e);
   e->run_line = line;
   e->run_instrs++;
   Addr from = address > line->address ? address : line->address;
   Addr line_end = line->address + i1->geometry.line_B;
   Addr to = address + size_B < line_end ? address + size_B : line_end;
   e->run_mask |= line_use_bits(from - line->address, to - from);
}

// Notes the use that an instruction makes of its code lines.
static void note_fetch(Emit* e, Addr address, UInt size_B)
{
   if (!options.cache_use || e->fetch_by_helper) return;
   CodeCache* i1 = &engine.uses.i1;
   CodeLine* line = code_cache_line(i1, address);
   note_fetch_in(e, line, address, size_B);
   if (code_cache_start(i1, address + size_B - 1) != line->address)
      note_fetch_in(e, code_cache_next(i1, line), address, size_B);
}

// --- caches -------------------------------------------------------------------------------

// Notes that the block's code is fetched now; one time will do for all its lines, as each is of
// another set of I1.
static void emit_time(Emit* e)
{
   IRExpr* time = ir_const64((ULong)&code_cache()->now);
   e->time = ir_binop(e->out, Iop_Add64, ir_load64(e->out, time), ir_const64(1));
   ir_store64(e->out, time, e->time);
}

static IRExpr* line_is_absent(Emit* e, const CodeLine* line)
{
   return ir_test(e->out, Iop_CmpEQ64, ir_load64(e->out, ir_const64((ULong)&line->used)),
                  ir_const64(0));
}

static void emit_fetch(Emit* e, Addr address, UInt size_B)
{
   CodeCache* i1 = code_cache();
   Addr first = code_cache_start(i1, address);
   Addr last = code_cache_start(i1, address + size_B - 1);
   Bool each = options.cache_use && e->fetch_by_helper; // the helper counts instructions
   if (first == last && first == e->last_line && !each) return;
   Site* s = add_site(e, SITE_FETCH, size_B);
   Bool first_is_new = first != e->last_line;
   e->last_line = last;
   if (e->fetch_by_helper) {
      ir_call(e->out, &helpers.fetch, mkIRExprVec_1(ir_const64((ULong)s)), NULL);
      return;
   }
   if (!e->time) emit_time(e);
   CodeLine* line = code_cache_line(i1, address);
   CodeLine* other = last == first ? NULL : code_cache_next(i1, line);
   IRExpr* absent = line_is_absent(e, first_is_new ? line : other);
   if (first_is_new && other) absent = ir_or(e->out, absent, line_is_absent(e, other));
   ir_call(e->out, &helpers.fetch_missed,
           mkIRExprVec_2(ir_const64((ULong)s), ir_const64((ULong)line)), absent);
   if (first_is_new) ir_store64(e->out, ir_const64((ULong)&line->used), e->time);
   if (other) ir_store64(e->out, ir_const64((ULong)&other->used), e->time);
}

// What the inline check needs to know about D1 and its hot slots.
typedef struct {
   Bool has_hot;
   UInt line_B, line_shift;
   ULong set_mask;
} InlineD1;

static InlineD1 inline_d1(void)
{
   const SetCache* d1 = options.cache_use ? &engine.uses.d1.base : &engine.caches.d1;
   const HotSlot* hot = options.cache_use ? engine.uses.hot : engine.caches.d1_hot;
   return (InlineD1){hot != NULL, d1->geometry.line_B, d1->line_shift, d1->set_mask};
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

// The address of a part of the block's views.  Their own is loaded once: a constant of 64 bits for
// each use is longer.
static IRExpr* in_views(Emit* e, const void* part)
{
   const UChar* views = e->block->views;
   if (!e->views) e->views = ir_load64(e->out, ir_const64((ULong)&e->block->views));
   return ir_binop(e->out, Iop_Add64, e->views,
                   ir_const64((ULong)((const UChar*)part - views)));
}

// True if the access is not to the block of memory that the site has accessed last.
static IRExpr* out_of_view(Emit* e, const Site* s, IRExpr* ea)
{
   const View* view = &((Views*)e->block->views)->view[s->index];
   IRExpr* start = ir_load64(e->out, in_views(e, &view->start));
   IRExpr* size = ir_load64(e->out, in_views(e, &view->size_B));
   IRExpr* distance = ir_binop(e->out, Iop_Sub64, ea, start);
   return ir_bind(e->out, Ity_I1,
                  IRExpr_Unop(Iop_Not1, ir_test(e->out, Iop_CmpLT64U, distance, size)));
}

// Counts the segment at its end, as its instructions: an access that faults has not happened.
static void count_run(Emit* e)
{
   Bool any = False;
   for (UInt i = e->segment_first; i < e->n_sites; i++)
      any |= accounts_count_runs(&e->block->sites[i]);
   e->segment_first = e->n_sites;
   const Views* all = e->block->views;
   if (any) ir_add_to(e->out, in_views(e, &all->runs[e->n_segments]), 0, 1);
}

// --- sampling -----------------------------------------------------------------------------

// Takes the run of accesses that begins off what is left of the period.
static void open_run(Emit* e, const Site* first)
{
   ULong left = (ULong)&engine.accounts.sampling.left;
   e->run_turns = IRConst_U64(0);
   IRExpr* now = ir_binop(e->out, Iop_Sub64, ir_load64(e->out, ir_const64(left)),
                          IRExpr_Const(e->run_turns));
   ir_store64(e->out, ir_const64(left), now);
   e->due = ir_test(e->out, Iop_CmpLE64S, now, ir_const64(0));
   e->run_first = first->index;
   e->turns = 0;
}

static void close_run(Emit* e)
{
   if (!e->due) return;
   e->due = NULL;
   e->run_turns->Ico.U64 = e->turns;
   for (UInt i = e->run_first; i < e->n_sites; i++) e->block->sites[i].turns = e->turns;
}

// Emits the check of an access of a kind that is sampled.  cold: NULL: it always needs the helper.
static void emit_sampled(Emit* e, Site* s, IRExpr** args, IRExpr* cold)
{
   if (!e->due) open_run(e, s);
   s->turn = ++e->turns;
   ir_call(e->out, &helpers.data_sampled, args, cold ? ir_or(e->out, cold, e->due) : NULL);
}

// Emits the check of one access; `guard` (may be NULL) says whether it happens.
static void emit_data(Emit* e, Site* s, IRExpr* ea, IRExpr* guard)
{
   IRExpr** args = mkIRExprVec_2(ir_const64((ULong)s), ea);
   if (guard) {
      close_run(e);                                      // it takes itself off what is left
      ir_call(e->out, &helpers.data_maybe, args, guard); // counted when it happens
      return;
   }
   InlineD1 d1 = inline_d1();
   Bool has_hot = d1.has_hot && s->size_B <= d1.line_B;
   IRExpr* offset = has_hot ? slot_offset(e, &d1, ea) : NULL;
   // With write-back simulation all writes reach LL.
   Bool always = !has_hot || (s->is_write && engine.config.caches.write_back);
   IRExpr* cold = always ? NULL : data_is_cold(e, &d1, offset, ea, s->size_B);
   Bool sampled = sampling_applies(&engine.accounts.sampling, s->is_write);
   if (sampled) {
      emit_sampled(e, s, args, cold);
   } else {
      if (cold && options.collect_objects) cold = ir_or(e->out, cold, out_of_view(e, s, ea));
      ir_call(e->out, &helpers.data, args, cold);
   }
   if (has_hot && options.cache_use) note_data(e, &d1, offset, ea, s->size_B);
}

// A read waits for the end of its instruction or the next access: a write of the same place
// turns it into a modify, which counts as a write.
static void flush_read(Emit* e)
{
   if (!e->pending_read) return;
   e->reads++;
   emit_data(e, e->pending_read, e->pending_ea, NULL);
   e->pending_read = NULL;
}

static UInt clamp_size(UInt size_B)
{
   // Accesses of helpers (fxsave and the like) are cut to the smallest line, as no access may
   // touch more than two lines of a level.
   const HierarchyConfig* c = &engine.config.caches;
   UInt line_B = c->i1.line_B < c->d1.line_B ? c->i1.line_B : c->d1.line_B;
   if (c->ll.line_B < line_B) line_B = c->ll.line_B;
   return size_B > line_B ? line_B : size_B;
}

static void data_read(Emit* e, IRExpr* ea, UInt size_B)
{
   if (!options.cache_sim) return;
   flush_read(e);
   e->pending_read = add_site(e, SITE_READ, size_B);
   e->pending_ea = ea;
}

static void data_write(Emit* e, IRExpr* ea, UInt size_B)
{
   if (!options.cache_sim) return;
   Site* r = e->pending_read;
   if (r && r->size_B == size_B && r->instr == e->n_instrs - 1 && eqIRAtom(e->pending_ea, ea)) {
      r->kind = SITE_WRITE;
      r->is_write = true;
      e->pending_read = NULL;
      e->writes++;
      emit_data(e, r, ea, NULL);
      return;
   }
   flush_read(e);
   e->writes++;
   emit_data(e, add_site(e, SITE_WRITE, size_B), ea, NULL);
}

static void data_guarded(Emit* e, IRExpr* ea, UInt size_B, IRExpr* guard, Bool write)
{
   if (!options.cache_sim) return;
   flush_read(e);
   emit_data(e, add_site(e, write ? SITE_WRITE_MAYBE : SITE_READ_MAYBE, size_B), ea, guard);
}

static void bus_event(Emit* e)
{
   if (!options.collect_bus) return;
   e->bus++;
   add_site(e, SITE_BUS, 0);
}

// --- segments -----------------------------------------------------------------------------

static void emit_segment(Emit* e)
{
   flush_read(e);
   flush_run(e);
   close_run(e);
   if (options.collect_objects) count_run(e);
   Bool any = e->ir || e->reads || e->writes || e->bus || e->branches;
   // Guarded accesses count themselves.
   if (!any && !options.collect_jumps) return;
   IRExpr* centre = ir_load64(e->out, ir_const64((ULong)&e->block->centre));
   ir_add_to(e->out, centre, offsetof(Centre, executions) + e->n_segments * sizeof(ULong), 1);
   if (e->ir) ir_add_to(e->out, ir_const64((ULong)&xg_now.total[EV_IR]), 0, e->ir);
   if (e->reads && e->writes)
      ir_add_pair_to(e->out, (ULong)&xg_now.total[EV_DR], e->reads, e->writes);
   else if (e->reads)
      ir_add_to(e->out, ir_const64((ULong)&xg_now.total[EV_DR]), 0, e->reads);
   else if (e->writes)
      ir_add_to(e->out, ir_const64((ULong)&xg_now.total[EV_DW]), 0, e->writes);
   if (e->bus) ir_add_to(e->out, ir_const64((ULong)&xg_now.total[EV_GE]), 0, e->bus);
   e->n_segments++;
   e->ir = e->reads = e->writes = e->bus = e->branches = 0;
}

// --- exits --------------------------------------------------------------------------------

static ExitKind exit_kind(IRJumpKind jk, const IRExpr* target, Addr next)
{
   if (jk == Ijk_Call) return EXIT_CALL;
   if (jk == Ijk_Ret) return EXIT_RETURN;
   if (target->tag == Iex_Const && target->Iex.Const.con->Ico.U64 == next) return EXIT_NEXT;
   return EXIT_JUMP;
}

// Fills in exit record `index`; the segment that ends here has just been emitted.
static Exit* set_exit(Emit* e, UInt index, ExitKind kind, Bool conditional)
{
   Exit* x = &e->block->exits[index];
   *x = (Exit){.block = e->block,
               .after_B = (UShort)(e->next - e->block->start),
               .instr = (UShort)(e->n_instrs - 1),
               .segment = (UChar)(e->n_segments ? e->n_segments - 1 : 0),
               .kind = (UChar)kind,
               .conditional = conditional};
   return x;
}

// True if going from this block to a constant address may change the current function.
static Bool may_leave_function(const Emit* e, ExitKind kind, Addr target)
{
   if (kind == EXIT_CALL || kind == EXIT_RETURN) return True;
   if (options.collect_jumps && kind == EXIT_JUMP) return True;
   const Block* t = symbols_block(target);
   return t->is_entry || t->section != e->block->section || t->object != e->block->object;
}

static const HelperRef* helper_for(ExitKind kind)
{
   return kind == EXIT_CALL     ? &helpers.call
          : kind == EXIT_RETURN ? &helpers.ret
                                : &helpers.jump;
}

static void emit_transfer(Emit* e, Exit* x, IRExpr* target, IRExpr* guard)
{
   IRExpr* sp = ir_stack_pointer(e->out, e->layout);
   ir_call(e->out, helper_for(x->kind), mkIRExprVec_3(ir_const64((ULong)x), target, sp), guard);
}

static void emit_branch(Emit* e, IRExpr* guard, IRJumpKind jk, Bool inverted)
{
   if (!options.branch_sim) return;
   if (jk != Ijk_Boring && jk != Ijk_Call && jk != Ijk_Ret) return;
   Site* s = add_site(e, SITE_BRANCH, 0);
   e->branches++;
   IRExpr* taken = ir_widen(e->out, guard);
   if (inverted) taken = ir_binop(e->out, Iop_Xor64, taken, ir_const64(1));
   ir_call(e->out, &helpers.branch, mkIRExprVec_2(ir_const64((ULong)s), taken), NULL);
}

static void side_exit(Emit* e, const IRStmt* st, UInt index, UInt n_side_exits)
{
   Bool inverted = e->inverted && index + 1 == n_side_exits;
   flush_read(e);
   emit_branch(e, st->Ist.Exit.guard, st->Ist.Exit.jk, inverted);
   emit_segment(e);
   IRExpr* target = IRExpr_Const(st->Ist.Exit.dst);
   ExitKind kind = exit_kind(st->Ist.Exit.jk, target, e->next);
   // An inverted exit trades places with the block's end.
   Exit* x = set_exit(e, inverted ? index + 1 : index, kind, !inverted);
   if (may_leave_function(e, kind, target->Iex.Const.con->Ico.U64))
      emit_transfer(e, x, target, st->Ist.Exit.guard);
}

// The frames that a risen stack pointer has left are popped even at plain jumps.
static IRExpr* sp_left_frame(Emit* e)
{
   IRExpr* strand = ir_load64(e->out, ir_const64((ULong)&xg_now.strand));
   IRExpr* top =
      ir_load64(e->out, ir_binop(e->out, Iop_Add64, strand, ir_const64(offsetof(Strand, top))));
   Long back = (Long)offsetof(Frame, sp) - (Long)sizeof(Frame);
   IRExpr* frame_sp =
      ir_load64(e->out, ir_binop(e->out, Iop_Add64, top, ir_const64((ULong)back)));
   return ir_test(e->out, Iop_CmpLT64U, frame_sp, ir_stack_pointer(e->out, e->layout));
}

static Bool asks_the_core(IRJumpKind jk)
{
   return jk != Ijk_Boring && jk != Ijk_Call && jk != Ijk_Ret;
}

// True if the block asks the core for something with an object's last instruction.
static Bool is_behind_object(const Emit* e, const IRSB* in)
{
   const HChar* object = e->block->object->name;
   if (!asks_the_core(in->jumpkind) || VG_(strcmp)(object, "???") == 0) return False;
   Addr next = in->next->Iex.Const.con->Ico.U64;
   return next == e->next && VG_(strcmp)(symbols_block(next)->object->name, "???") == 0;
}

static void final_exit(Emit* e, UInt n_side_exits)
{
   const IRSB* in = e->in;
   Bool constant = in->next->tag == Iex_Const;
   flush_read(e);
   if (options.branch_sim && !constant
       && (in->jumpkind == Ijk_Boring || in->jumpkind == Ijk_Call)) {
      Site* s = add_site(e, SITE_INDIRECT, 0);
      e->branches++;
      ir_call(e->out, &helpers.indirect, mkIRExprVec_2(ir_const64((ULong)s), in->next), NULL);
   }
   emit_segment(e);
   ExitKind kind = exit_kind(in->jumpkind, in->next, e->next);
   UInt index = e->inverted ? n_side_exits - 1 : n_side_exits;
   Exit* x = set_exit(e, index, kind, e->inverted);
   // The branch itself ends the segment before the inverted exit.
   if (e->inverted) x->segment = e->block->exits[n_side_exits].segment;
   if (asks_the_core(in->jumpkind)) {
      ir_store64(e->out, ir_const64((ULong)&instrument_resume.block),
                 ir_const64((ULong)e->block));
      ir_store64(e->out, ir_const64((ULong)&instrument_resume.next), in->next);
   }
   if (!constant)
      emit_transfer(e, x, in->next, NULL);
   else if (is_behind_object(e, in))
      return; // the program's last system call: what stands there is not executed
   else if (may_leave_function(e, kind, in->next->Iex.Const.con->Ico.U64))
      emit_transfer(e, x, in->next, NULL);
   else if (e->sp_may_rise)
      emit_transfer(e, x, in->next, sp_left_frame(e));
}

// --- statements ---------------------------------------------------------------------------

static void instruction(Emit* e, const IRStmt* st)
{
   Addr address = st->Ist.IMark.addr + st->Ist.IMark.delta;
   // VEX marks what it cannot decode with length zero.
   UInt size_B = st->Ist.IMark.len ? st->Ist.IMark.len : 1;
   flush_read(e);
   Instr* i = &e->block->instrs[e->n_instrs++];
   i->offset_B = (UShort)(address - e->block->start);
   i->size_B = (UChar)size_B;
   tl_assert(e->n_segments < 256);
   i->segment = (UChar)e->n_segments;
   e->next = address + size_B;
   e->ir++;
   if (!options.cache_sim) return;
   emit_fetch(e, address, size_B);
   note_fetch(e, address, size_B);
}

static void dirty(Emit* e, const IRDirty* d)
{
   if (d->mFx == Ifx_None || !options.cache_sim) return;
   UInt size_B = clamp_size((UInt)d->mSize);
   if (d->mFx != Ifx_Write) data_read(e, d->mAddr, size_B);
   if (d->mFx != Ifx_Read) data_write(e, d->mAddr, size_B);
}

static void compare_and_swap(Emit* e, const IRCAS* c)
{
   UInt size_B = (UInt)sizeofIRType(typeOfIRExpr(e->in->tyenv, c->dataLo));
   if (c->dataHi) size_B *= 2;
   data_read(e, c->addr, size_B);
   data_write(e, c->addr, size_B);
   bus_event(e);
}

// Follows the stack pointer through the temporaries: is it ever raised by this block?
static void follow_sp(Emit* e, const IRStmt* st)
{
   Int sp = e->layout->offset_SP;
   if (st->tag == Ist_Put && st->Ist.Put.offset == sp) {
      e->sp_written = True;
      const IRExpr* v = st->Ist.Put.data;
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
         data_read(e, st->Ist.WrTmp.data->Iex.Load.addr,
                   (UInt)sizeofIRType(st->Ist.WrTmp.data->Iex.Load.ty));
      break;
   case Ist_Store:
      data_write(e, st->Ist.Store.addr,
                 (UInt)sizeofIRType(typeOfIRExpr(types, st->Ist.Store.data)));
      break;
   case Ist_StoreG: {
      const IRStoreG* s = st->Ist.StoreG.details;
      data_guarded(e, s->addr, (UInt)sizeofIRType(typeOfIRExpr(types, s->data)), s->guard,
                   True);
      break;
   }
   case Ist_LoadG: {
      const IRLoadG* l = st->Ist.LoadG.details;
      IRType wide, loaded;
      typeOfIRLoadGOp(l->cvt, &wide, &loaded);
      data_guarded(e, l->addr, (UInt)sizeofIRType(loaded), l->guard, False);
      break;
   }
   case Ist_Dirty: dirty(e, st->Ist.Dirty.details); break;
   case Ist_CAS: compare_and_swap(e, st->Ist.CAS.details); break;
   default: break;
   }
}

// Upper bounds for the block's arrays, close ones since blocks are many; and whether VEX
// inverted the last branch.
typedef struct {
   UInt instrs, sites, exits;
   Bool inverted;
   Bool guarded;               // has guarded accesses
   Bool fetch_by_helper;       // as in Emit
   Int first;                  // first statement of guest code; before it stands VEX's preamble
   Addr next;                  // behind the instruction looked at
   Addr first_line, last_line; // of the code, as far as looked at
} Shape;

static void shape_instruction(Shape* s, const IRStmt* st)
{
   Addr address = st->Ist.IMark.addr + st->Ist.IMark.delta;
   UInt size_B = st->Ist.IMark.len ? st->Ist.IMark.len : 1;
   s->instrs++;
   s->inverted = False;
   s->next = address + size_B;
   if (!options.cache_sim) return;
   const CodeCache* i1 = code_cache();
   Addr line = code_cache_start(i1, s->next - 1);
   if (line != s->last_line || code_cache_start(i1, address) != line) s->sites++;
   if (s->instrs == 1) s->first_line = code_cache_start(i1, address);
   s->last_line = line;
}

// Sites that the accesses of a statement ask for at most.
static UInt sites_of(Shape* s, const IRStmt* st)
{
   switch (st->tag) {
   case Ist_WrTmp: return st->Ist.WrTmp.data->tag == Iex_Load;
   case Ist_Store: return 1;
   case Ist_LoadG:
   case Ist_StoreG: s->guarded = True; return 1;
   case Ist_Dirty: return st->Ist.Dirty.details->mFx == Ifx_None ? 0 : 2;
   case Ist_CAS: return 3; // read, write, bus event
   default: return 0;
   }
}

static Shape shape_of(const IRSB* in)
{
   Shape s = {.first = -1, .last_line = ~(Addr)0};
   for (Int i = 0; i < in->stmts_used; i++) {
      const IRStmt* st = in->stmts[i];
      if (st->tag == Ist_IMark) {
         if (s.first < 0) s.first = i;
         shape_instruction(&s, st);
      } else if (s.first >= 0 && st->tag == Ist_Exit) {
         s.exits++;
         s.sites += options.branch_sim;
         s.inverted = st->Ist.Exit.dst->Ico.U64 == s.next;
      } else if (options.cache_sim || options.collect_bus) {
         s.sites += sites_of(&s, st);
      }
   }
   s.sites += options.branch_sim; // an indirect branch at the end
   return s;
}

// True if two of the block's code lines may be of one set of I1.
static Bool lines_share_sets(const Shape* s)
{
   const CodeCache* i1 = code_cache();
   return s->last_line < s->first_line
          || (s->last_line - s->first_line) >> i1->line_shift >= i1->sets;
}

static void choose_fetches(Shape* s)
{
   if (!options.cache_sim) return;
   const CodeCache* i1 = code_cache();
   s->fetch_by_helper = lines_share_sets(s) || i1->words > 1;
   // A helper that counts instructions needs a site for each.
   if (s->fetch_by_helper && options.cache_use) s->sites += s->instrs;
}

static Block* block_for(Addr address, const Shape* shape)
{
   Block* b = symbols_block(address);
   if (b->translated) { // translated before without having been discarded
      callgraph_retire_block(&engine.graph, b);
      b = symbols_block(address);
   }
   symbols_resolve(b);
   callgraph_shape_block(&engine.graph, b, shape->instrs, shape->sites, shape->exits + 1,
                         shape->exits + 1);
   b->tally_width = options.cache_use                      ? TALLY_WIDTH_USE
                    : shape->guarded || options.write_back ? TALLY_WIDTH_FULL
                                                           : TALLY_WIDTH_PLAIN;
   if (options.collect_objects) {
      accounts_make_views(b);
      tls_code_of(b->object->name);
   }
   return b;
}

IRSB* instrument(VgCallbackClosure* closure, IRSB* in, const VexGuestLayout* layout,
                 const VexGuestExtents* extents, const VexArchInfo* arch, IRType guest_word,
                 IRType host_word)
{
   (void)closure, (void)extents, (void)arch, (void)guest_word, (void)host_word;
   Shape shape = shape_of(in);
   if (!instrument_on || shape.first < 0) return in;
   choose_fetches(&shape);
   const IRStmt* mark = in->stmts[shape.first];
   Emit e = {.out = deepCopyIRSBExceptStmts(in), .in = in, .layout = layout};
   e.block = block_for(mark->Ist.IMark.addr + mark->Ist.IMark.delta, &shape);
   e.inverted = shape.inverted;
   e.last_line = ~(Addr)0;
   e.fetch_by_helper = shape.fetch_by_helper;
   SizeT n_temps = (SizeT)in->tyenv->types_used;
   Long sp_delta[n_temps + 1];
   Bool sp_known[n_temps + 1];
   VG_(memset)(sp_known, 0, sizeof sp_known);
   e.sp_delta = sp_delta;
   e.sp_known = sp_known;

   for (Int i = 0; i < shape.first; i++) addStmtToIRSB(e.out, in->stmts[i]);
   emit_entry(&e);
   if (options.collect_objects) allocators_emit_entry(e.out, e.block, layout);
   for (Int i = shape.first; i < in->stmts_used; i++) {
      IRStmt* st = in->stmts[i];
      if (st->tag == Ist_IMark)
         instruction(&e, st);
      else if (st->tag == Ist_Exit)
         side_exit(&e, st, e.n_exits++, shape.exits);
      else
         memory_accesses(&e, st);
      follow_sp(&e, st);
      addStmtToIRSB(e.out, st);
   }
   final_exit(&e, shape.exits);
   e.block->n_sites = (UShort)e.n_sites;
   e.block->n_segments = (UShort)e.n_segments;
   return e.out;
}

void instrument_discarded(Addr address, VexGuestExtents extents)
{
   (void)address;
   Block* b = callgraph_find_block(&engine.graph, extents.base[0], false);
   if (b) callgraph_retire_block(&engine.graph, b);
   VG_(memset)(xg_known, 0, sizeof xg_known); // some entry may lead to this address
}
