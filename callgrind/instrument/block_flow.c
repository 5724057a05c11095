// SPDX-License-Identifier: GPL-3.0-or-later
// Estimated cycles of a block; see block_flow.h.
#include "callgrind/instrument/block_flow.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#include "callgrind/arch/registers.h"
#include "callgrind/instrument/ir_build.h"
#include "callgrind/instrument/operations.h"
#include "engine/cycles.h"
#include "engine/draft.h"
#include "engine/engine.h"

enum { NEARBY_B = 4096 };

static Flow flow;
static Value* value; // of each temporary
static SizeT n_values;
static CyclesSegments segments; // of the block
static Bool again;              // it has been told of before: what was made then remains
static IRExpr* in_burst;        // a bit
static Addr string_at;          // of the fast string instruction that ends the block
static UInt string_B;           // that it does in a round; 0: there is none
static const IRExpr* loaded_at[FLOW_LOADS];   // addresses of a loop's first loads, by site
static Arena branches = {.what = "branches"}; // close together: few lines of memory

// --- values -------------------------------------------------------------------------------

static Value of_atom(const IRExpr* e)
{
   return e->tag == Iex_RdTmp ? value[e->Iex.RdTmp.tmp] : flow_constant();
}

static void add(Value* v, const IRExpr* e)
{
   if (e->tag == Iex_RdTmp) flow_combine(v, &value[e->Iex.RdTmp.tmp]);
}

static Bool is_of_vectors(IROp op)
{
   IRType to, a, b, c, d;
   typeOfPrimop(op, &to, &a, &b, &c, &d);
   return to >= Ity_F32;
}

static void operate(IROp op, Value* v)
{
   const Int kind = operation_kind(op);
   if (kind >= 0)
      flow_use(&flow, (OperationKind)kind, v);
   else if (kind == OPERATION_SIMPLE)
      flow_delay(v,
                 is_of_vectors(op) ? flow.processor->operation_mc[OPERATION_VECTOR] : CYCLE_MC);
}

static Value of_get(const IRExpr* x)
{
   Bool whole;
   const Int reg = guest_register(x->Iex.Get.offset, sizeofIRType(x->Iex.Get.ty), &whole);
   if (reg < 0) return flow_constant();
   Value v = flow_get(&flow, (UInt)reg);
   v.is_vector = reg >= REGISTER_INTEGERS && reg != REGISTER_FLAGS;
   return v;
}

static Value of_call(const IRExpr* x)
{
   Value v = flow_constant();
   for (IRExpr** a = x->Iex.CCall.args; *a; a++) add(&v, *a);
   return v;
}

static Bool is_of_addresses(IROp op)
{
   return op == Iop_Add64 || op == Iop_Sub64 || op == Iop_Shl64;
}

// What computes addresses, or indices of them.
static Bool is_named(IROp op)
{
   return is_of_addresses(op) || op == Iop_And64 || op == Iop_Shr64 || op == Iop_32Uto64
          || op == Iop_32Sto64;
}

static ULong constant(const IRExpr* e)
{
   const IRConst* c = e->Iex.Const.con;
   return c->tag == Ico_U8 ? c->Ico.U8 : c->tag == Ico_U64 ? c->Ico.U64 : 0;
}

// Whether an address and this constant is that of something nearby: a member, a neighbour.  The address of an array
// is a constant, too, if it is static, and what lies there has little to do with another one's element.
static Bool is_nearby(ULong c)
{
   return c + NEARBY_B <= 2 * NEARBY_B;
}

// The base of an operation's result.
static Int base_of(IROp op, Int first, const IRExpr* second)
{
   if (!is_named(op)) return NO_BASE;
   const Bool is_constant = second && second->tag == Iex_Const;
   if (is_constant && (op == Iop_Add64 || op == Iop_Sub64) && is_nearby(constant(second)))
      return first;
   const Int other = !second || is_constant ? 0 : value[second->Iex.RdTmp.tmp].base;
   if (first == NO_BASE || other == NO_BASE) return flow_name(&flow, NULL);
   const Naming n = {(UInt)op, first, is_constant ? constant(second) : (ULong)other << 32};
   return flow_name(&flow, &n);
}

// Whether an operation puts a value into a register of vectors, or of floating point.
static Bool makes_vector(IROp op)
{
   return op == Iop_64UtoV128 || op == Iop_32UtoV128 || op == Iop_ReinterpI64asF64
          || op == Iop_ReinterpI32asF32;
}

static Value of_unop(const IRExpr* x)
{
   Value v = of_atom(x->Iex.Unop.arg);
   if (makes_vector(x->Iex.Unop.op)) flow_vector(&flow, &v);
   v.base = base_of(x->Iex.Unop.op, v.base, NULL);
   operate(x->Iex.Unop.op, &v);
   return v;
}

static Value of_binop(const IRExpr* x)
{
   const IROp op = x->Iex.Binop.op;
   Value v = of_atom(x->Iex.Binop.arg1);
   const Int base = base_of(op, v.base, x->Iex.Binop.arg2);
   add(&v, x->Iex.Binop.arg2);
   v.base = base;
   if (is_of_addresses(op))
      flow_add(&flow, &v);
   else
      operate(op, &v);
   return v;
}

static Value of_expression(const IRExpr* x, UInt site)
{
   Value v = flow_constant();
   switch (x->tag) {
   case Iex_Get: return of_get(x);
   case Iex_RdTmp: return of_atom(x);
   case Iex_Unop: return of_unop(x);
   case Iex_Binop: return of_binop(x);
   case Iex_Triop:
      add(&v, x->Iex.Triop.details->arg2); // the first one is the rounding mode
      add(&v, x->Iex.Triop.details->arg3);
      operate(x->Iex.Triop.details->op, &v);
      return v;
   case Iex_Qop:
      add(&v, x->Iex.Qop.details->arg2);
      add(&v, x->Iex.Qop.details->arg3);
      add(&v, x->Iex.Qop.details->arg4);
      operate(x->Iex.Qop.details->op, &v);
      return v;
   case Iex_Load: {
      const Value address = of_atom(x->Iex.Load.addr);
      v = flow_load(&flow, site, &address);
      v.is_vector = x->Iex.Load.ty >= Ity_F32;
      if (v.is_vector) flow_vector(&flow, &v);
      if (site < FLOW_LOADS - 1) loaded_at[site] = x->Iex.Load.addr;
      return v;
   }
   case Iex_ITE:
      add(&v, x->Iex.ITE.cond);
      add(&v, x->Iex.ITE.iftrue);
      add(&v, x->Iex.ITE.iffalse);
      flow_delay(&v, CYCLE_MC);
      return v;
   case Iex_CCall: return of_call(x); // flags of an operation that has been counted
   default: return v;
   }
}

static void load_guarded(const IRLoadG* l, UInt site)
{
   const Value address = of_atom(l->addr);
   Value v = flow_load(&flow, site, &address);
   add(&v, l->alt);
   add(&v, l->guard);
   value[l->dst] = v;
}

// Notes what may be a chain through memory: loads, and a store of what comes from them.
static void note_pairs(const Value* v, UInt site)
{
   MemoryChains* m = segments.memory;
   for (UInt loads = v->inputs.loads; loads && m->n < PAIRS_MAX; loads &= loads - 1) {
      const UInt load = (UInt)__builtin_ctz(loads);
      if (!loaded_at[load]) continue;
      m->pair[m->n].load = load;
      m->pair[m->n].store = site;
      m->pair[m->n++].is =
         (Forwarding){.operations_mc = v->after_load_mc, .is_vector = v->is_vector};
   }
}

// In a burst, a loop's code tells the addresses of the store's pairs.
static void tell_pairs(const Emit* e, IRExpr* to, UInt site)
{
   const MemoryChains* m = segments.memory;
   for (UInt i = 0; m && i < m->n; i++)
      if (m->pair[i].store == site)
         ir_call(e->out, "xg_cycles_through_memory", cycles_through_memory,
                 mkIRExprVec_4(ir_const64((ULong)m), ir_const64(i),
                               deepCopyIRExpr(loaded_at[m->pair[i].load]), to),
                 in_burst);
}

static void store(Emit* e, IRExpr* to, const IRExpr* data, UInt site)
{
   const Value address = of_atom(to), v = of_atom(data);
   flow_store(&flow, site, &address);
   flow_stored(&flow, &v);
   if (segments.memory) note_pairs(&v, site);
   tell_pairs(e, to, site);
}

// A statement of a block that had a draft: only what generated code tells.
static void tell_again(const Emit* e, const IRStmt* st, UInt site)
{
   if (st->tag == Ist_WrTmp && st->Ist.WrTmp.data->tag == Iex_Load && site < FLOW_LOADS - 1)
      loaded_at[site] = st->Ist.WrTmp.data->Iex.Load.addr;
   else if (st->tag == Ist_Store)
      tell_pairs(e, st->Ist.Store.addr, site);
   else if (st->tag == Ist_StoreG)
      tell_pairs(e, st->Ist.StoreG.details->addr, site);
}

static void compare_and_swap(const IRCAS* c, UInt site)
{
   const Value address = of_atom(c->addr);
   Value v = flow_load(&flow, site, &address);
   flow_store(&flow, site + 1, &address);
   flow_use(&flow, OPERATION_ATOMIC, &v);
   value[c->oldLo] = v;
   if (c->oldHi != IRTemp_INVALID) value[c->oldHi] = v;
}

static void link_or_store(const IRStmt* st, UInt site)
{
   const Value address = of_atom(st->Ist.LLSC.addr);
   Value v = flow_constant();
   if (!st->Ist.LLSC.storedata) {
      v = flow_load(&flow, site, &address);
   } else {
      flow_store(&flow, site, &address);
      flow_use(&flow, OPERATION_ATOMIC, &v);
   }
   value[st->Ist.LLSC.result] = v;
}

static void put(const Emit* e, Int offset, const IRExpr* data)
{
   Bool whole;
   const Int size_B = sizeofIRType(typeOfIRExpr(e->in->tyenv, data));
   const Int reg = guest_register(offset, size_B, &whole);
   if (reg < 0) return;
   const Value v = of_atom(data);
   if (reg >= REGISTER_INTEGERS && reg != REGISTER_FLAGS) flow_vector(&flow, &v);
   flow_put(&flow, (UInt)reg, &v, whole);
}

void block_flow_statement(Emit* e, const IRStmt* st, UInt site)
{
   if (again) {
      tell_again(e, st, site);
      return;
   }
   switch (st->tag) {
   case Ist_IMark:
      flow_instruction(&flow, e->n_instrs - 1);
      if (string_B && st->Ist.IMark.addr == string_at) flow_string(&flow, string_B);
      break;
   case Ist_WrTmp: value[st->Ist.WrTmp.tmp] = of_expression(st->Ist.WrTmp.data, site); break;
   case Ist_Put: put(e, st->Ist.Put.offset, st->Ist.Put.data); break;
   case Ist_Store: store(e, st->Ist.Store.addr, st->Ist.Store.data, site); break;
   case Ist_StoreG:
      store(e, st->Ist.StoreG.details->addr, st->Ist.StoreG.details->data, site);
      break;
   case Ist_LoadG: load_guarded(st->Ist.LoadG.details, site); break;
   case Ist_CAS: compare_and_swap(st->Ist.CAS.details, site); break;
   case Ist_LLSC: link_or_store(st, site); break;
   case Ist_Dirty:
      if (st->Ist.Dirty.details->tmp != IRTemp_INVALID)
         value[st->Ist.Dirty.details->tmp] = flow_constant();
      break;
   default: break;
   }
}

// What an integer register holds, by the architecture's number.
static Value of_integer(Int number)
{
   Bool whole;
   const Int reg =
      number == PREFETCH_NO_REGISTER ? -1 : guest_register(INTEGERS_AT + 8 * number, 8, &whole);
   return reg < 0 ? flow_constant() : flow_get(&flow, (UInt)reg);
}

void block_flow_prefetch(const Site* s, const PrefetchCode* p)
{
   if (again) return;
   Value address = of_integer(p->base);
   const Value index = of_integer(p->index);
   if (p->index != PREFETCH_NO_REGISTER) {
      flow_combine(&address, &index);
      address.base = flow_name(&flow, NULL);
   }
   flow_prefetch(&flow, s->index, &address);
}

// Side by side, so that those of branches that run together lie in few lines.
static UChar* new_goes(void)
{
   enum { GOES = 4096 };
   static UChar* goes;
   static UInt n = GOES;
   if (n == GOES) {
      goes = arena_alloc(&branches, GOES);
      n = 0;
   }
   goes[n] = BRANCH_ASKS;
   return &goes[n++];
}

static CyclesBranch* new_branch(const Site* s, const IRExpr* depends)
{
   const Value v = of_atom(depends);
   flow_branch(&flow, s->index, &v);
   BranchPlace* at = arena_alloc(&engine.graph.arena_blocks, sizeof *at);
   *at = (BranchPlace){.address = callgraph_site_address(s), .site = s, .goes = new_goes()};
   CyclesBranch* b = arena_alloc(&branches, sizeof *b);
   *b = (CyclesBranch){.at = at};
   return b;
}

// The branch at the segment's end.
static CyclesBranch* branch_at_end(const Emit* e, const Site* s, const IRExpr* depends)
{
   CyclesBranch** b = &segments.branch[e->n_segments];
   if (!again) *b = new_branch(s, depends);
   return *b;
}

static void call(Emit* e, const HChar* name, void* helper, CyclesBranch* b, IRExpr* way,
                 IRExpr* guard)
{
   ir_call(e->out, name, helper, mkIRExprVec_2(ir_const64((ULong)b), way), guard);
}

void block_flow_branch(Emit* e, Site* s, const IRExpr* depends, IRExpr* taken)
{
   CyclesBranch* b = branch_at_end(e, s, depends);
   if (e->draft) return;
   IRExpr* goes =
      ir_bind(e->out, Ity_I8, IRExpr_Load(Iend_LE, Ity_I8, ir_const64((ULong)b->at->goes)));
   call(e, "xg_cycles_branch", cycles_branch, b, taken,
        ir_test(e->out, Iop_CmpNE64, ir_as_64_bits(e->out, Ity_I8, goes), taken));
}

void block_flow_indirect(Emit* e, Site* s, IRExpr* target)
{
   CyclesBranch* b = branch_at_end(e, s, target);
   if (!e->draft) call(e, "xg_cycles_indirect", cycles_indirect, b, target, NULL);
}

// --- the block ----------------------------------------------------------------------------

static Addr target(const IRExpr* next)
{
   return next->tag == Iex_Const ? (Addr)next->Iex.Const.con->Ico.U64 : 0;
}

// The conditional branch that ends the block; NULL: none.
static const IRStmt* last_branch(const IRSB* in)
{
   for (Int i = in->stmts_used - 1; i >= 0 && in->stmts[i]->tag != Ist_IMark; i--)
      if (in->stmts[i]->tag == Ist_Exit) return in->stmts[i];
   return NULL;
}

// Whether the block ends with a branch to itself, taken or not.
static Bool is_loop(const IRSB* in, Addr start)
{
   const IRStmt* last = last_branch(in);
   return last && (last->Ist.Exit.dst->Ico.U64 == start || target(in->next) == start);
}

// A block's last instruction that stores and then jumps to itself: it fills or copies (rep stos, rep movs).  Others that are
// repeated store nothing, and go on or end by what they find.
static void find_string(const IRSB* in)
{
   string_B = 0;
   UInt size_B = 0;
   for (Int i = in->stmts_used - 1; i >= 0; i--) {
      const IRStmt* st = in->stmts[i];
      if (st->tag == Ist_Store)
         size_B = (UInt)sizeofIRType(typeOfIRExpr(in->tyenv, st->Ist.Store.data));
      if (st->tag != Ist_IMark) continue;
      string_at = st->Ist.IMark.addr;
      if (in->jumpkind == Ijk_Boring && target(in->next) == string_at) string_B = size_B;
      return;
   }
}

// Puts the block into the ring of those that ran last.
static void note_block(Emit* e, const BlockCycles* b)
{
   RecentBlocks* p = &xg_cycles.blocks;
   IRExpr* begun = ir_load64(e->out, ir_const64((ULong)&p->begun));
   IRExpr* slot = ir_binop(e->out, Iop_And64, begun, ir_const64(PRODUCERS_BLOCKS - 1));
   IRExpr* offset = ir_binop(e->out, Iop_Shl64, slot, IRExpr_Const(IRConst_U8(3)));
   ir_store64(e->out, ir_binop(e->out, Iop_Add64, offset, ir_const64((ULong)p->ring)),
              ir_const64((ULong)b));
   e->begun = ir_binop(e->out, Iop_Add64, begun, ir_const64(1));
   ir_store64(e->out, ir_const64((ULong)&p->begun), e->begun);
}

// Whether a burst is running: what generated code, in a draft, too, finds before the block is noted.
static IRExpr* is_burst(Emit* e)
{
   IRExpr* begun = ir_load64(e->out, ir_const64((ULong)&xg_cycles.blocks.begun));
   IRExpr* after =
      ir_binop(e->out, Iop_And64, begun, ir_const64(FORWARDING_EVERY - FORWARDING_BURST));
   return ir_test(e->out, Iop_CmpEQ64, after, ir_const64(0));
}

static void new_flow(Emit* e, const Shape* shape)
{
   const SizeT n = (SizeT)e->in->tyenv->types_used, n_segments = shape->exits + 1;
   if (n > n_values) {
      value = VG_(realloc)("xg.values", value, n * sizeof *value);
      n_values = n;
   }
   e->block->cycles = flow_begin(&flow, &xg_cycles.processor, &engine.graph.arena_blocks,
                                 shape->instrs, shape->sites);
   Arena* arena = &engine.graph.arena_blocks;
   segments.cost = arena_alloc(arena, n_segments * sizeof *segments.cost);
   segments.branch = arena_alloc(arena, n_segments * sizeof *segments.branch);
   find_string(e->in);
   // What stores whole lines is forwarded by other rules.
   e->block->cycles->forwards = !string_B;
   segments.memory = !string_B && is_loop(e->in, e->block->address)
                        ? arena_alloc(arena, sizeof *segments.memory)
                        : NULL;
}

void block_flow_begin(Emit* e, const Shape* shape, Bool is_again)
{
   Draft* draft = e->block->draft;
   again = is_again;
   if (again)
      segments = draft->cycles;
   else
      new_flow(e, shape);
   if (draft) draft->cycles = segments;
   VG_(memset)(loaded_at, 0, sizeof loaded_at);
   if (segments.memory) in_burst = is_burst(e);
   if (!e->draft) note_block(e, e->block->cycles);
}

void block_flow_segment(Emit* e)
{
   if (!e->ir) return;
   ir_add_pair_in(e->out, (ULong)&xg_current.total[EV_CYBASE],
                  (ULong(*)[2]) & segments.cost[e->n_segments]);
}

// Where one taken branch begins in a cycle, two do that are not: a loop takes a cycle for each round, whether it is
// one block, or two, the first of which ends with a branch that is mostly not taken.
static UInt least_mc(const IRSB* in, Addr start)
{
   const UInt taken_mc = xg_cycles.processor.unit_mc[UNIT_BRANCH];
   return last_branch(in) && !is_loop(in, start) ? taken_mc / 2 : taken_mc;
}

static BlockEnd end_of(const IRSB* in)
{
   if (last_branch(in)) return END_BRANCH;
   return in->jumpkind == Ijk_Call || in->jumpkind == Ijk_Ret ? END_CALL : END_JUMP;
}

// The loop's chains through memory take turns with the one through registers.
static void end_loop(CyclesBranch* last, const BlockCycles* b)
{
   MemoryChains* m = segments.memory;
   const Chain* c = b->chain;
   m->branch = last;
   m->own_mc = (UInt)b->own_mc;
   m->register_mc = c ? c->latency_mc : 0;
   m->reg = c ? c->reg : CHAIN_IN_MEMORY;
   if (!c)
      last->at->chain = flow_new_chain(&flow, &engine.graph.arena_blocks, 0, CHAIN_IN_MEMORY);
}

void block_flow_end(Emit* e)
{
   const Block* b = e->block;
   if (again) return;
   flow_end(&flow, &engine.graph.arena_blocks, least_mc(e->in, b->address), end_of(e->in));
   for (UInt i = 0; i < e->n_instrs; i++) {
      uint64_t* cost = segments.cost[b->instrs[i].segment];
      cost[0] += b->cycles->base_mc[i];
      cost[1] += b->cycles->chain_mc[i];
   }
   CyclesBranch* last = NULL;
   for (UInt i = 0; i < e->n_segments; i++) {
      CyclesBranch* branch = segments.branch[i];
      if (!branch) continue;
      last = branch;
      branch->at->chain = b->cycles->chain;
      branch->at->in_chain = b->cycles->chain != NULL;
   }
   if (string_B && last) last->at->string_B = string_B;
   if (segments.memory && segments.memory->n) end_loop(last, b->cycles);
}
