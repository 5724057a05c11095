// SPDX-License-Identifier: GPL-3.0-or-later
// Flow of values through a block; see flow.h.
#include "cycles/flow.h"

#include "cycles/chain.h"

enum {
   ROUNDS = 16, // of a loop, in which the growth of its chains is found
   COST_MAX = UINT16_MAX
};

BlockCycles* flow_begin(Flow* f, const Processor* p, Arena* arena, uint32_t n_instrs,
                        uint32_t n_sites)
{
   f->processor = p;
   f->written = 0;
   f->instr = 0;
   f->n_instrs = n_instrs < FLOW_INSTRS_MAX ? n_instrs : FLOW_INSTRS_MAX;
   f->n_sites = n_sites;
   f->n_named = 0;
   f->string = 0;
   f->needs = arena_alloc(arena, (n_sites + 1) * sizeof *f->needs);
   host_memset(f->busy_mc, 0, f->n_instrs * sizeof f->busy_mc[0]);
   host_memset(f->loads_vector, 0, f->n_instrs * sizeof f->loads_vector[0]);
   f->block = arena_alloc(arena, sizeof *f->block);
   f->base = arena_alloc(arena, (n_sites + 1) * sizeof *f->base);
   f->loads = arena_alloc(arena, (n_sites + 1) * sizeof *f->loads);
   f->after_load_mc = arena_alloc(arena, (n_sites + 1) * sizeof *f->after_load_mc);
   f->block->stored = (Inputs){0};
   f->block->needs = f->needs;
   f->block->base = f->base;
   f->block->loads = f->loads;
   f->block->after_load_mc = f->after_load_mc;
   return f->block;
}

void flow_instruction(Flow* f, uint32_t instr)
{
   f->instr = instr < f->n_instrs ? instr : f->n_instrs - 1;
}

Value flow_constant(void)
{
   return (Value){.base = NO_BASE};
}

Value flow_get(const Flow* f, uint32_t reg)
{
   if (f->written >> reg & 1) return f->value[reg];
   Value v = flow_constant();
   v.inputs.registers = 1ULL << reg;
   v.base = (int32_t)reg;
   return v;
}

void flow_put(Flow* f, uint32_t reg, const Value* v, bool whole)
{
   Value now = *v;
   if (!whole) {
      Value old = flow_get(f, reg);
      flow_combine(&now, &old);
   }
   f->value[reg] = now;
   f->written |= 1ULL << reg;
   f->last_put[reg] = (uint16_t)f->instr;
}

static void add_inputs(Inputs* o, const Inputs* other)
{
   o->registers |= other->registers;
   o->bases |= other->bases;
   o->names |= other->names;
   o->loads |= other->loads;
}

void flow_combine(Value* result, const Value* other)
{
   for (uint64_t r = other->inputs.registers; r; r &= r - 1) {
      uint32_t reg = (uint32_t)__builtin_ctzll(r);
      if (result->delay_mc[reg] < other->delay_mc[reg])
         result->delay_mc[reg] = other->delay_mc[reg];
   }
   if (result->instr < other->instr) {
      result->instr = other->instr;
      result->address_mc = other->address_mc;
   } else if (result->instr == other->instr && result->address_mc < other->address_mc)
      result->address_mc = other->address_mc;
   result->base = NO_BASE;
   result->loaded = 0;
   result->is_vector |= other->is_vector;
   if (result->after_load_mc < other->after_load_mc)
      result->after_load_mc = other->after_load_mc;
   add_inputs(&result->inputs, &other->inputs);
}

static bool are_equal(const Naming* a, const Naming* b)
{
   return a->operation == b->operation && a->base == b->base && a->other == b->other;
}

// A block with more names than there are has values without one: they are not followed.
int32_t flow_name(Flow* f, const Naming* n)
{
   for (uint32_t i = 0; n && i < f->n_named; i++)
      if (are_equal(&f->named[i], n)) return (int32_t)(FLOW_REGISTERS + i);
   if (f->n_named == FLOW_NAMES) return NO_BASE;
   f->named[f->n_named] = n ? *n : (Naming){.base = NO_BASE};
   return (int32_t)(FLOW_REGISTERS + f->n_named++);
}

void flow_delay(Value* result, uint32_t delay_mc)
{
   for (uint64_t r = result->inputs.registers; r; r &= r - 1)
      result->delay_mc[__builtin_ctzll(r)] += delay_mc;
   if (result->inputs.loads) result->after_load_mc += delay_mc;
}

void flow_add(const Flow* f, Value* result)
{
   if (result->instr != f->instr) result->address_mc = 0;
   result->instr = f->instr;
   result->address_mc += CYCLE_MC;
   flow_delay(result, CYCLE_MC);
}

static void occupy(Flow* f, UnitKind unit, uint32_t mc)
{
   if (f->string) return; // it is the block's last instruction
   uint32_t sum = f->busy_mc[f->instr][unit] + mc;
   f->busy_mc[f->instr][unit] = (uint16_t)(sum < COST_MAX ? sum : COST_MAX);
}

static UnitKind unit_of(OperationKind kind)
{
   switch (kind) {
   case OPERATION_FADD: return UNIT_FADD;
   case OPERATION_FDIV: return UNIT_FDIV;
   case OPERATION_FSQRT: return UNIT_FSQRT;
   case OPERATION_IDIV: return UNIT_IDIV;
   default: return UNIT_FMUL;
   }
}

void flow_use(Flow* f, OperationKind kind, Value* result)
{
   uint32_t mc = f->processor->operation_mc[kind];
   flow_delay(result, mc);
   UnitKind unit = unit_of(kind);
   if (kind == OPERATION_ATOMIC)
      occupy(f, UNIT_FDIV, mc); // nothing else goes on
   else if (unit == UNIT_FSQRT || unit == UNIT_IDIV)
      occupy(f, UNIT_FDIV, f->processor->unit_mc[unit]);
   else
      occupy(f, unit, f->processor->unit_mc[unit]);
}

static uint16_t limited(uint64_t mc)
{
   return (uint16_t)(mc < COST_MAX ? mc : COST_MAX);
}

// Without what an address does for free.
static uint16_t without(uint32_t mc, uint32_t free_mc)
{
   return mc > free_mc ? limited(mc - free_mc) : 0;
}

static void note_need(Flow* f, uint32_t site, const Value* v, uint32_t free_mc)
{
   if (site >= f->n_sites) return;
   f->needs[site] = v->inputs;
   f->base[site] = (int8_t)v->base;
   f->after_load_mc[site] = without(v->after_load_mc, free_mc);
   if (site >= FLOW_SITES) return;
   for (uint64_t r = v->inputs.registers; r; r &= r - 1) {
      const uint32_t reg = (uint32_t)__builtin_ctzll(r);
      f->in_chain_mc[site][reg] = without(v->delay_mc[reg], free_mc);
   }
}

// What the address does for free.
static uint32_t free_in_address(const Flow* f, const Value* v)
{
   return v->instr == f->instr ? v->address_mc : 0;
}

static void add_base(Inputs* o, int32_t base)
{
   if (base >= FLOW_REGISTERS)
      o->names |= 1ULL << (base - FLOW_REGISTERS);
   else if (base != NO_BASE)
      o->bases |= 1ULL << base;
}

Value flow_load(Flow* f, uint32_t site, const Value* address)
{
   const uint32_t free_mc = free_in_address(f, address);
   note_need(f, site, address, free_mc);
   if (site < f->n_sites) f->loads[site] = true;
   occupy(f, UNIT_LOAD, f->processor->unit_mc[UNIT_LOAD]);
   occupy(f, UNIT_VECTOR_LOAD, f->processor->unit_mc[UNIT_VECTOR_LOAD]);
   Value v = *address;
   uint32_t load_mc = f->processor->operation_mc[OPERATION_LOAD];
   flow_delay(&v, load_mc > free_mc ? load_mc - free_mc : 0);
   v.address_mc = v.after_load_mc = 0;
   v.is_vector = false;
   v.inputs.loads |= flow_load_bit(site);
   add_base(&v.inputs, v.base);
   v.base = flow_name(f, NULL);
   v.loaded = f->instr + 1;
   return v;
}

void flow_prefetch(Flow* f, uint32_t site, const Value* address)
{
   note_need(f, site, address, free_in_address(f, address));
   occupy(f, UNIT_LOAD, f->processor->unit_mc[UNIT_LOAD]);
}

void flow_store(Flow* f, uint32_t site, const Value* address)
{
   note_need(f, site, address, free_in_address(f, address));
   add_base(&f->block->stored, address->base);
   f->block->stores++;
   occupy(f, UNIT_STORE, f->processor->unit_mc[UNIT_STORE]);
}

void flow_stored(Flow* f, const Value* v)
{
   add_inputs(&f->block->data, &v->inputs);
}

void flow_vector(Flow* f, const Value* v)
{
   if (v->loaded) f->loads_vector[v->loaded - 1] = true;
}

void flow_string(Flow* f, uint32_t size_B)
{
   f->string = f->instr + 1;
   f->block->fills = true;
   f->string_mc = size_B * f->processor->unit_mc[UNIT_STRING] / STRING_B;
}

// The comparison, of which the code of one instruction may have many operations here, is part of what a misprediction costs.
void flow_branch(Flow* f, uint32_t site, const Value* v)
{
   note_need(f, site, v, v->after_load_mc);
}

// --- at the end ---------------------------------------------------------------------------

// How long an instruction keeps a unit busy; that a load is one of vectors is known once its result is used.
static uint32_t busy_mc(const Flow* f, uint32_t instr, UnitKind unit)
{
   return unit == UNIT_VECTOR_LOAD && !f->loads_vector[instr] ? 0 : f->busy_mc[instr][unit];
}

// The unit that the block keeps busy longest, and for how long.
static uint32_t busiest(const Flow* f, UnitKind* unit)
{
   uint32_t longest = 0;
   for (UnitKind u = 0; u < UNIT_KINDS; u++) {
      uint32_t sum = 0;
      for (uint32_t i = 0; i < f->n_instrs; i++) sum += busy_mc(f, i, u);
      if (sum <= longest) continue;
      longest = sum;
      *unit = u;
   }
   return longest;
}

// Each instruction has its part of the issue width; what a unit needs beyond that is of the instructions that use
// it, and what is missing to what a block takes at least, as it ends with a branch, of the last one.
static const uint16_t* base_costs(const Flow* f, Arena* arena, uint32_t least_mc)
{
   uint16_t* cost = arena_alloc(arena, f->n_instrs * sizeof *cost);
   uint32_t share = CYCLE_MC / f->processor->width;
   uint32_t sum = share * (f->n_instrs - (f->string != 0));
   UnitKind unit = 0;
   uint32_t longest = busiest(f, &unit), beyond = longest > sum ? longest - sum : 0;
   for (uint32_t i = 0; i < f->n_instrs; i++)
      cost[i] =
         limited(share + (beyond ? (uint64_t)beyond * busy_mc(f, i, unit) / longest : 0));
   if (f->string)
      cost[f->string - 1] = limited(f->string_mc);
   else if (sum + beyond < least_mc)
      cost[f->n_instrs - 1] += (uint16_t)(least_mc - (sum + beyond));
   return cost;
}

// A round of a loop over the block: when each register is there, from when it was there the round before.
static void next_round(const Flow* f, uint64_t at[FLOW_REGISTERS])
{
   uint64_t next[FLOW_REGISTERS];
   host_memcpy(next, at, sizeof next);
   for (uint64_t w = f->written; w; w &= w - 1) {
      uint32_t to = (uint32_t)__builtin_ctzll(w);
      const Value* v = &f->value[to];
      next[to] = 0;
      for (uint64_t r = v->inputs.registers & f->written; r; r &= r - 1) {
         uint32_t from = (uint32_t)__builtin_ctzll(r);
         if (at[from] + v->delay_mc[from] > next[to]) next[to] = at[from] + v->delay_mc[from];
      }
   }
   host_memcpy(at, next, sizeof next);
}

// Whether a register's value at the block's end comes from what it was at the start.
static bool comes_from_itself(const Flow* f, uint32_t reg)
{
   return f->value[reg].inputs.registers >> reg & 1;
}

// By how much a loop over the block takes longer than its last round, through the registers that it both reads
// and writes: the mean of several rounds.  *critical: of the registers that come so much later, the first one that
// is there, but rather one that comes from itself than a copy of another one.
static uint64_t growth(const Flow* f, uint32_t* critical)
{
   uint64_t at[FLOW_REGISTERS] = {0}, half[FLOW_REGISTERS], most = 0;
   for (uint32_t round = 0; round < ROUNDS; round++) {
      if (round == ROUNDS / 2) host_memcpy(half, at, sizeof half);
      next_round(f, at);
   }
   for (uint64_t w = f->written; w; w &= w - 1) {
      uint32_t r = (uint32_t)__builtin_ctzll(w);
      uint64_t grown = at[r] - half[r];
      if (!grown || grown < most) continue;
      if (grown == most) {
         bool own = comes_from_itself(f, r), before = comes_from_itself(f, *critical);
         if (own == before ? at[r] >= at[*critical] : before) continue;
      }
      most = grown;
      *critical = r;
   }
   return most / (ROUNDS / 2);
}

// Where sites are in the chain through a register.
static void place_in_chain(Flow* f, Arena* arena, uint32_t reg)
{
   uint16_t* in_chain_mc = arena_alloc(arena, (f->n_sites + 1) * sizeof *in_chain_mc);
   for (uint32_t i = 0; i < f->n_sites && i < FLOW_SITES; i++)
      if (f->needs[i].registers >> reg & 1) in_chain_mc[i] = f->in_chain_mc[i][reg];
   f->block->in_chain_mc = in_chain_mc;
   f->block->chain_after_load_mc = f->value[reg].after_load_mc;
}

Chain* flow_new_chain(const Flow* f, Arena* arena, uint32_t latency_mc, uint32_t reg)
{
   uint32_t room = f->processor->window * 2 / 3, rounds = room / f->n_instrs;
   return chain_new(arena, &(Chain){.latency_mc = latency_mc,
                                    .reg = reg,
                                    .instr = reg < FLOW_REGISTERS ? f->last_put[reg] : 0,
                                    .instrs = f->n_instrs,
                                    .room = room,
                                    .window = rounds ? rounds : 1});
}

static void set_chain(Flow* f, Arena* arena, BlockEnd end)
{
   BlockCycles* b = f->block;
   uint16_t* cost = arena_alloc(arena, f->n_instrs * sizeof *cost);
   uint64_t sum = 0;
   for (uint32_t i = 0; i < f->n_instrs; i++) sum += b->base_mc[i];
   b->own_mc = sum;
   uint32_t critical = 0;
   uint64_t chain = f->string ? 0 : growth(f, &critical);
   uint32_t grown_mc = chain > sum ? limited(chain - sum) : 0;
   b->chain_mc = cost;
   b->chain =
      end == END_BRANCH && grown_mc ? flow_new_chain(f, arena, limited(chain), critical) : NULL;
   if (b->chain) place_in_chain(f, arena, critical);
   if (grown_mc && end == END_JUMP) cost[f->last_put[critical]] = (uint16_t)grown_mc;
}

void flow_end(Flow* f, Arena* arena, uint32_t least_mc, BlockEnd end)
{
   BlockCycles* b = f->block;
   b->written = f->written;
   for (uint64_t w = f->written; w; w &= w - 1) {
      uint32_t r = (uint32_t)__builtin_ctzll(w);
      b->end[r] = f->value[r].inputs;
      b->through_mc[r] = limited(f->value[r].delay_mc[r]);
   }
   b->instrs = f->n_instrs;
   b->base_mc = base_costs(f, arena, least_mc);
   set_chain(f, arena, end);
}
