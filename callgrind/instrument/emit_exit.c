// SPDX-License-Identifier: GPL-3.0-or-later
// Segments and the ways out of a block; see emit_exit.h.
#include "pub_tool_libcbase.h"

#include "callgrind/instrument/block_flow.h"
#include "callgrind/instrument/emit_allocators.h"
#include "callgrind/instrument/emit_data.h"
#include "callgrind/instrument/emit_draft.h"
#include "callgrind/instrument/emit_exit.h"
#include "callgrind/instrument/emit_fetch.h"
#include "callgrind/instrument/emit_python.h"
#include "callgrind/instrument/emit_work.h"
#include "callgrind/instrument/ir_build.h"
#include "callgrind/options/options.h"
#include "callgrind/symbols/symbols.h"
#include "callgrind/threads/pending_block.h"
#include "engine/engine.h"
#include "engine/entry_points.h"
#include "engine/iterations/loop_trips.h"

// --- segments -----------------------------------------------------------------------------

static void count_segment(Emit* e)
{
   IRExpr* cost_centre = ir_load64(e->out, ir_const64((ULong)&e->block->cost_centre));
   ir_add_to(e->out, cost_centre,
             offsetof(CostCentre, executions) + e->n_segments * sizeof(ULong), 1);
   if (e->ir) ir_add_to(e->out, ir_const64((ULong)&xg_current.total[EV_IR]), 0, e->ir);
   if (e->reads && e->writes)
      ir_add_pair_to(e->out, (ULong)&xg_current.total[EV_DR], e->reads, e->writes);
   else if (e->reads)
      ir_add_to(e->out, ir_const64((ULong)&xg_current.total[EV_DR]), 0, e->reads);
   else if (e->writes)
      ir_add_to(e->out, ir_const64((ULong)&xg_current.total[EV_DW]), 0, e->writes);
   if (e->bus) ir_add_to(e->out, ir_const64((ULong)&xg_current.total[EV_GE]), 0, e->bus);
   if (options.cycles) block_flow_segment(e);
   if (options.work) emit_work_segment(e);
}

// Whether the block's code asks at each of its segments whether it leads into loops: a draft's does so itself, and what
// follows a draft is made anew when there are more of them.
static Bool asks_at_segments(const Emit* e)
{
   return options.loops && !e->draft && !e->block->draft;
}

static IRExpr* asks_loops(Emit* e)
{
   IRExpr* at = ir_const64((ULong)&e->block->asks_loops);
   return ir_as_64_bits(e->out, Ity_I8,
                        ir_bind(e->out, Ity_I8, IRExpr_Load(Iend_LE, Ity_I8, at)));
}

static void emit_segment_loops(Emit* e)
{
   const BlockLoops* l = e->block->loops;
   IRExpr* asks = NULL;
   if (asks_at_segments(e))
      asks = ir_test(e->out, Iop_CmpNE64, asks_loops(e), ir_const64(0));
   else if (e->draft || l->reached[e->n_segments])
      return;
   ir_call(e->out, "xg_loops", loop_heads_segment,
           mkIRExprVec_2(ir_const64((ULong)e->block), ir_const64(e->n_segments)), asks);
}

// The last instruction is about to lead to the address, if the guard holds (NULL: it does): perhaps into a loop.
static void emit_loop_entry(Emit* e, Addr to, IRExpr* guard)
{
   if (!options.loops || e->draft || asks_at_segments(e)) return;
   for (const LoopEntry* in = e->block->loops->entries; in; in = in->next)
      if (in->instr + 1 == e->n_instrs && (to == 0 || in->head->address == to))
         ir_call(e->out, "xg_loop_enter", loop_trips_enter,
                 mkIRExprVec_1(ir_const64((ULong)in->head)), guard);
}

void emit_loop_entry_next(Emit* e)
{
   emit_loop_entry(e, e->next, NULL);
}

void emit_segment(Emit* e)
{
   emit_pending_read(e);
   emit_fetches_noted(e);
   emit_accesses_end(e);
   // Guarded accesses count themselves.
   const Bool any = e->ir || e->reads || e->writes || e->bus || e->branches
                    || options.collect_jumps || options.loops;
   if (options.loops) emit_segment_loops(e);
   if (e->draft)
      emit_draft_segment(e, any);
   else if (any)
      count_segment(e);
   if (!any) return;
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
static Exit* set_exit(Emit* e, UInt index, ExitKind kind, const IRExpr* target,
                      Bool conditional)
{
   Exit* x = &e->block->exits[index];
   *x = (Exit){.block = e->block,
               .target = target->tag == Iex_Const ? target->Iex.Const.con->Ico.U64 : 0,
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
   return t->is_entry || t->section != e->block->section || t->module != e->block->module;
}

static void emit_transfer(Emit* e, Exit* x, IRExpr* target, IRExpr* guard)
{
   IRExpr* sp = ir_stack_pointer(e->out, e->layout);
   ir_call(e->out, "xg_transfer", entry_points_transfer(x->kind),
           mkIRExprVec_3(ir_const64((ULong)x), target, sp), guard);
}

static void emit_branch(Emit* e, IRExpr* guard, IRJumpKind jk, Bool inverted)
{
   if (!options_have_branches()) return;
   if (jk != Ijk_Boring && jk != Ijk_Call && jk != Ijk_Ret) return;
   Site* s = emit_site(e, SITE_BRANCH, 0);
   e->branches++;
   IRExpr* taken = ir_widen(e->out, guard);
   if (inverted) taken = ir_binop(e->out, Iop_Xor64, taken, ir_const64(1));
   if (e->draft)
      emit_draft_branch(e, s, taken);
   else if (options.branch_sim)
      ir_call(e->out, "xg_branch", entry_points.branch,
              mkIRExprVec_2(ir_const64((ULong)s), taken), NULL);
   if (options.cycles) block_flow_branch(e, s, guard, taken);
}

void emit_side_exit(Emit* e, const IRStmt* st, UInt index, UInt n_side_exits)
{
   Bool inverted = e->inverted && index + 1 == n_side_exits;
   emit_pending_read(e);
   emit_branch(e, st->Ist.Exit.guard, st->Ist.Exit.jk, inverted);
   emit_segment(e);
   IRExpr* target = IRExpr_Const(st->Ist.Exit.dst);
   ExitKind kind = exit_kind(st->Ist.Exit.jk, target, e->next);
   // An inverted exit is exchanged with the block's end.
   Exit* x = set_exit(e, inverted ? index + 1 : index, kind, target, !inverted);
   if (may_leave_function(e, kind, target->Iex.Const.con->Ico.U64))
      emit_transfer(e, x, target, st->Ist.Exit.guard);
   emit_loop_entry(e, target->Iex.Const.con->Ico.U64, st->Ist.Exit.guard);
}

// The frames that a risen stack pointer has left are popped even at plain jumps.
static IRExpr* sp_left_frame(Emit* e)
{
   IRExpr* stack = ir_load64(e->out, ir_const64((ULong)&xg_current.stack));
   IRExpr* top = ir_load64(
      e->out, ir_binop(e->out, Iop_Add64, stack, ir_const64(offsetof(ShadowStack, top))));
   Long back = (Long)offsetof(Frame, sp) - (Long)sizeof(Frame);
   IRExpr* frame_sp =
      ir_load64(e->out, ir_binop(e->out, Iop_Add64, top, ir_const64((ULong)back)));
   return ir_test(e->out, Iop_CmpLT64U, frame_sp, ir_stack_pointer(e->out, e->layout));
}

static Bool asks_the_core(IRJumpKind jk)
{
   return jk != Ijk_Boring && jk != Ijk_Call && jk != Ijk_Ret;
}

// True if the block asks the core for something with a module's last instruction.
static Bool is_behind_module(const Emit* e, const IRSB* in)
{
   const HChar* module = e->block->module->name;
   if (!asks_the_core(in->jumpkind) || VG_(strcmp)(module, "???") == 0) return False;
   Addr next = in->next->Iex.Const.con->Ico.U64;
   return next == e->next && VG_(strcmp)(symbols_block(next)->module->name, "???") == 0;
}

void emit_final_exit(Emit* e, UInt n_side_exits)
{
   const IRSB* in = e->in;
   Bool constant = in->next->tag == Iex_Const;
   emit_pending_read(e);
   if (options_have_branches() && !constant
       && (in->jumpkind == Ijk_Boring || in->jumpkind == Ijk_Call)) {
      Site* s = emit_site(e, SITE_INDIRECT, 0);
      e->branches++;
      if (e->draft)
         emit_draft_branch(e, s, in->next);
      else if (options.branch_sim)
         ir_call(e->out, "xg_indirect", entry_points.indirect,
                 mkIRExprVec_2(ir_const64((ULong)s), in->next), NULL);
      if (options.cycles) block_flow_indirect(e, s, in->next);
   }
   emit_segment(e);
   // What a call leads to is known once it returns.
   emit_loop_entry(
      e, constant && in->jumpkind != Ijk_Call ? in->next->Iex.Const.con->Ico.U64 : 0, NULL);
   ExitKind kind = exit_kind(in->jumpkind, in->next, e->next);
   UInt index = e->inverted ? n_side_exits - 1 : n_side_exits;
   Exit* x = set_exit(e, index, kind, in->next, e->inverted);
   // The branch itself ends the segment before the inverted exit.
   if (e->inverted) x->segment = e->block->exits[n_side_exits].segment;
   if (asks_the_core(in->jumpkind)) {
      ir_store64(e->out, ir_const64((ULong)&pending_block.block), ir_const64((ULong)e->block));
      ir_store64(e->out, ir_const64((ULong)&pending_block.next), in->next);
   }
   if (kind == EXIT_RETURN && e->interpreter) emit_python_return(e->out, e->layout);
   if (kind == EXIT_RETURN && options.track_objects) emit_allocators_return(e->out, e->layout);
   if (!constant)
      emit_transfer(e, x, in->next, NULL);
   else if (is_behind_module(e, in))
      return; // the program's last system call: what stands there is not executed
   else if (may_leave_function(e, kind, in->next->Iex.Const.con->Ico.U64))
      emit_transfer(e, x, in->next, NULL);
   else if (e->sp_may_rise)
      emit_transfer(e, x, in->next, sp_left_frame(e));
}
