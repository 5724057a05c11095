// SPDX-License-Identifier: GPL-3.0-or-later
//
// What generated code calls, chosen once for the options of the run.
//
// Contract: engine_init() fills in the table, and nothing changes it afterwards.  Generated code
// has the functions' addresses; programs without Valgrind (unit tests, replay) call them through
// the table.  None of them reads or writes registers of the program: all they need are arguments.
//
//    if (block->key != xg_current.key) entry_points.enter(block);
//    entry_points_transfer(exit->kind)(exit, target_address, stack_pointer);
#ifndef XG_ENGINE_ENTRY_POINTS_H
#define XG_ENGINE_ENTRY_POINTS_H

#include "cachesim/code_cache.h"
#include "engine/fast_path.h"

struct EngineConfig;

typedef struct {
   // --- at the start of a block
   // If block->key != xg_current.key: makes block->cost_centre the counters of the current context.  With
   // a timeline it also does what is due: a call, return or jump below then leaves no key in its target.
   void (*enter)(Block* block);
   // With --xg-check-blocks=yes at each block, after `enter`: panics if an invariant is broken.
   void (*check)(const Block* block);

   // With a timeline, if xg_current.total[EV_IR] >= xg_current.due_at, after `enter`, in blocks with a
   // jump back.
   void (*due)(const Block* block);

   // --- at an exit, once its segment has been counted
   // A call instruction; sp: the stack pointer that the callee finds.
   TransferFunction* call;
   // A return instruction; sp: the stack pointer after it.
   TransferFunction* ret;
   // Any other exit that may leave the function or a frame: an indirect jump; one to an address
   // that starts a function or is in another module or section; one where the stack pointer is
   // above the innermost frame's; with --collect-jumps=yes any jump.
   TransferFunction* jump;

   // --- at a data access, which generated code counts by the executions of its segment
   // If it is not to the hot line of its set or, with memory objects, not to the last range of its
   // site; if there are no hot lines, at each access, likewise at accesses larger than a line of D1
   // and, with write-back simulation, at each write.
   void (*data)(Site* site, uint64_t address);
   // With sampling, for an access of a kind that is sampled: if it is not to the hot line or an
   // access of its run is due.
   void (*data_sampled)(Site* site, uint64_t address);
   // An access under a condition that holds; it is counted here.
   void (*data_guarded)(Site* site, uint64_t address);
   // With stores, behind each data access that has happened, by whatever code: a read; a write; a write by an
   // instruction that stores past the caches.
   void (*loaded)(uint64_t address, uint64_t size_B);
   void (*loaded_by)(const Site* site, uint64_t address, uint64_t size_B);
   void (*stored)(const Site* site, uint64_t address, uint64_t size_B);
   void (*stored_past_caches)(const Site* site, uint64_t address, uint64_t size_B);
   // Where the stack pointer rises within a stack: the memory that is not the stack's any longer.  Nothing happens
   // unless from < to.
   void (*stack_ends)(uint64_t from, uint64_t to);

   // At a prefetch instruction that is simulated.
   void (*prefetch)(Site* site, uint64_t address);
   // With simulations beside the program, behind each data access but guarded ones.
   void (*beside)(Site* site, uint64_t address);

   // --- at an instruction whose code line has not been fetched in this block
   // If two code lines of the block may share a set of I1.  With Hierarchy.asks_i1, at each
   // instruction that does not lie within the hot line of its set.
   void (*fetch)(Site* site);
   // Otherwise, if `first`, the line of its first byte, or the next one is not in I1.
   void (*fetch_missed)(Site* site, CodeLine* first);
   // At a block's first instruction, in place of `enter` and `fetch_missed`, if one of them is to be called.
   void (*enter_fetch)(Site* site, CodeLine* first);
   // With a TLB of code, before these, at an instruction whose page has not been fetched from in
   // this block: if the page is not in the TLB.  At an instruction in two pages always.
   void (*fetch_page)(Site* site);

   // --- with --branch-sim=yes (estimated cycles have branches of their own: cycles.h)
   // At each conditional branch.
   void (*branch)(Site* site, uint64_t taken);
   // At each indirect jump or call.
   void (*indirect)(Site* site, uint64_t target);
} EntryPoints;

extern EntryPoints entry_points;

// Fills in the table; by engine_init().
void entry_points_choose(const struct EngineConfig* config);

// The function for exits of this kind.
XG_INLINE TransferFunction* entry_points_transfer(ExitKind kind)
{
   return kind == EXIT_CALL     ? entry_points.call
          : kind == EXIT_RETURN ? entry_points.ret
                                : entry_points.jump;
}

#endif
