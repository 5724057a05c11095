// SPDX-License-Identifier: GPL-3.0-or-later
//
// Flow of values through a block of code: what the address of each access comes from, and how long the chains
// of dependent operations are that go through the block (docs/cycles.md).
//
// The code is told to it operation by operation.  A Value is what it knows of an operation's result: the
// registers and loads that it comes from, and how long after each register it is there.
//
// Registers are numbered by the caller, from 0, and have the values of the block's start until they are put.
//
//    BlockCycles* b = flow_begin(&flow, &processor, &arena, n, n_sites);
//    flow_instruction(&flow, 0);
//    Value a = flow_get(&flow, 3);                              // an address in register 3
//    Value v = flow_load(&flow, site_index, &a);
//    flow_put(&flow, 5, &v, true);
//    flow_end(&flow, &arena, CYCLE_MC, END_JUMP); // fills in *b
#ifndef XG_CYCLES_FLOW_H
#define XG_CYCLES_FLOW_H

#include "base/arch.h"
#include "base/arena.h"
#include "cycles/processor.h"

enum {
   FLOW_REGISTERS = ARCH_REGISTERS, // at most 64, the bits of Inputs
   FLOW_LOADS = 32,  // sites told apart in Inputs; the last one stands for all later ones
   FLOW_NAMES = 64,  // computed values told apart
   FLOW_SITES = 128, // of a block, whose place in its chain is known
   FLOW_INSTRS_MAX = 256
};

// What a value may come from, a bit each.
typedef struct {
   uint64_t registers; // as they are at the block's start
   // What holds addresses, but for a constant, of loads that it comes from: registers as they are at the
   // block's start, and values that the block computes.
   uint64_t bases, names;
   uint32_t loads; // sites of the block
} Inputs;

// The bit of a site in Inputs.loads.
static inline uint32_t flow_load_bit(uint32_t site)
{
   return 1U << (site < FLOW_LOADS ? site : FLOW_LOADS - 1);
}

// What an address is, but for a constant: a register's value at the block's start, or, FLOW_REGISTERS above
// its number, a value that the block has computed and given a name.
enum { NO_BASE = -1 };

// The addresses of sites and misses have it in common with those of the inputs' loads.
static inline bool flow_has_base(const Inputs* o, int32_t base)
{
   if (base == NO_BASE) return false;
   return base < FLOW_REGISTERS ? o->bases >> base & 1
                                : o->names >> (base - FLOW_REGISTERS) & 1;
}

// How a value is computed: equal ones have one name.
typedef struct {
   uint32_t operation; // of the caller's
   int32_t base;       // of its first operand
   uint64_t other;     // base of the second one, or a constant
} Naming;

typedef struct {
   Inputs inputs;
   int32_t base;
   uint32_t delay_mc[FLOW_REGISTERS]; // after each register of the inputs
   // What of that additions and shifts of this instruction have taken, which are free in an address.
   uint32_t address_mc;
   uint32_t instr;
   uint32_t after_load_mc; // of a load that it comes from
   bool is_vector;         // or of floating point, or comes from one; the caller's
   uint32_t loaded; // number of the instruction that has loaded it, from 1; 0: it is computed
} Value;

// What is known of a block once it is translated.
typedef struct BlockCycles {
   uint64_t written;           // registers, a bit each
   Inputs end[FLOW_REGISTERS]; // of each register written, at the block's end
   // How much later than the register's value at the start that at the end is there, of one that comes from itself.
   uint16_t through_mc[FLOW_REGISTERS];
   uint32_t instrs;
   const int8_t* base; // of each site's address: as Value.base
   const bool* loads;  // of each site: it loads, even if it stores, too
   bool fills;         // its last instruction stores whole lines (flow_string())
   bool forwards;      // its stores and loads are followed (recent_stores.h); the caller's
   uint32_t stores;
   Inputs stored;       // bases and names of addresses that are stored to
   Inputs data;         // what all that it stores comes from
   const Inputs* needs; // of each site: what its address, or a branch's condition, comes from
   // Of each site: what that takes behind the last load of the block that it comes from; behind the register of the block's
   // chain, as it is at the start, loads that hit among it (NULL: there is no chain); and the register behind its last load.
   const uint16_t *after_load_mc, *in_chain_mc;
   uint32_t chain_after_load_mc;
   uint64_t own_mc;          // sum of base_mc
   const uint16_t* base_mc;  // of each instruction: its part of the issue width and of units
   const uint16_t* chain_mc; // ... and what chains of dependent operations add
   struct Chain* chain; // of a block that ends with a branch, in place of chain_mc; NULL: none
} BlockCycles;

// Invariants: value[r] is that of register r if written has its bit.
typedef struct {
   const Processor* processor;
   uint64_t written;
   Value value[FLOW_REGISTERS];
   uint16_t last_put[FLOW_REGISTERS]; // instruction
   BlockCycles* block;
   Inputs* needs;                                    // block->needs
   int8_t* base;                                     // block->base
   bool* loads;                                      // block->loads
   uint16_t* after_load_mc;                          // block->after_load_mc
   uint16_t in_chain_mc[FLOW_SITES][FLOW_REGISTERS]; // of the first sites, behind each register
   uint32_t instr, n_instrs, n_sites;
   uint32_t n_named;
   Naming named[FLOW_NAMES];
   uint16_t busy_mc[FLOW_INSTRS_MAX][UNIT_KINDS]; // units that an instruction occupies
   bool loads_vector[FLOW_INSTRS_MAX];
   uint32_t string; // number of the fast string instruction, from 1; 0: none
   uint32_t string_mc;
} Flow;

// A block of so many instructions and sites, at most.  What is returned is filled in by flow_end().
BlockCycles* flow_begin(Flow* f, const Processor* p, Arena* arena, uint32_t n_instrs,
                        uint32_t n_sites);
// What follows belongs to this instruction.
void flow_instruction(Flow* f, uint32_t instr);
// A constant.
Value flow_constant(void);
Value flow_get(const Flow* f, uint32_t reg);
// whole: nothing of the old value is left.
void flow_put(Flow* f, uint32_t reg, const Value* v, bool whole);
// Makes *result what comes from both.
void flow_combine(Value* result, const Value* other);
// The base of a value that is computed so; NULL: by an operation that no other one equals.
int32_t flow_name(Flow* f, const Naming* n);
// It takes so much longer.
void flow_delay(Value* result, uint32_t delay_mc);
// An addition or a shift, which may compute an address.
void flow_add(const Flow* f, Value* result);
// An operation on units that are not there for each instruction.
void flow_use(Flow* f, OperationKind kind, Value* result);
// A load or a store of a site; v is its address.  Returns the load's result.
Value flow_load(Flow* f, uint32_t site, const Value* address);
void flow_store(Flow* f, uint32_t site, const Value* address);
// A prefetch instruction of a site: a load that nothing comes from.
void flow_prefetch(Flow* f, uint32_t site, const Value* address);
// What a store of the block stores.
void flow_stored(Flow* f, const Value* v);
// The value is one of vectors, or of floating point: if it has been loaded, that was a load of them.
void flow_vector(Flow* f, const Value* v);
// The instruction, the block's last, is a fast string instruction, of which each execution of the block does so many
// bytes.  It takes what its unit does, nothing else, and no chain of the block goes through it.
void flow_string(Flow* f, uint32_t size_B);
// A branch of a site depends on v.
void flow_branch(Flow* f, uint32_t site, const Value* v);
// A chain of the block, of so much in each round.
struct Chain* flow_new_chain(const Flow* f, Arena* arena, uint32_t latency_mc, uint32_t reg);
// How a block ends: with a conditional branch, at which what its chains add is found; goes on elsewhere,
// and is taken for a loop; with a call or a return, behind which registers have other values.
typedef enum { END_BRANCH, END_JUMP, END_CALL } BlockEnd;

// The block ends; least_mc: what it takes at least.
void flow_end(Flow* f, Arena* arena, uint32_t least_mc, BlockEnd end);

#endif
