// SPDX-License-Identifier: GPL-3.0-or-later
//
// Loads that an access has to wait for: which of those that missed its address comes from, through registers, over
// the blocks that ran last.  A load that hits waits, too, if its line is on its way: it has the register that holds its
// address in common with the load that has missed there, and no block between the two has changed that.
//
// Generated code notes each block that begins (RecentBlocks).  Nothing is followed until an access misses
// while loads wait.
//
// Contract: a Block's summary is that of flow_end(); NULL in the ring: code of which nothing is known.  Time, `now_mc`,
// does not go back, except for what is forgotten.
//
//    Producers p = {.blocks = &recent};
//    uint64_t ready_mc = producers_ready(&p, needs, now_mc);  // 0: nothing to wait for
//    producers_missed(&p, site_index, done_mc);
#ifndef XG_CYCLES_PRODUCERS_H
#define XG_CYCLES_PRODUCERS_H

#include "cycles/flow.h"

enum { PRODUCERS_BLOCKS = 64, PRODUCERS_LOADS = 64 };

// A load that has missed.
typedef struct {
   uint64_t block;   // number of the execution of its block
   uint64_t done_mc; // when its line is there
   uint32_t load;    // its bit in Inputs
   int32_t base;     // as Value.base, of its address
} WaitingLoad;

// The blocks that ran last.
//
// Invariants: begun counts the executions of blocks; that of number n is ring[n % PRODUCERS_BLOCKS] if it is one of
// the last ones.  The running block is number begun - 1.
typedef struct {
   uint64_t begun;
   const BlockCycles* ring[PRODUCERS_BLOCKS];
} RecentBlocks;

// The loads that missed last, in those blocks.
typedef struct {
   const RecentBlocks* blocks;
   WaitingLoad load[PRODUCERS_LOADS]; // the last ones, a ring
   uint64_t n_loads;
   uint64_t
      first; // load that may still wait: those before it are done, or no longer in the ring
   // What was found last, and remains so: at the start of this block's execution, these registers, and what lies where they
   // point, wait for nothing that ran before.
   uint64_t free_block, free_registers, free_bases;
   uint64_t last_block; // the execution of a block of the load that was found last
} Producers;

// When the last one of the loads among the inputs, in the running block, is done; 0: they all are. Otherwise
// last_block is that load's.
uint64_t producers_ready(Producers* p, const Inputs* needs, uint64_t now_mc);
// ... in one of the blocks that ran last, by its number.
uint64_t producers_ready_in(Producers* p, uint64_t block, const Inputs* needs, uint64_t now_mc);
// A load of the running block has missed.
void producers_missed(Producers* p, uint32_t site, int32_t base, uint64_t done_mc);
// The place of one of the loads that missed last, which is done then; PRODUCERS_LOADS: there is none.
uint32_t producers_done(const Producers* p, uint64_t done_mc);
// What runs next is unrelated to what ran before.
void producers_forget(Producers* p);

// Threads that take turns: one that goes on sees its own blocks before the coming one, and those of the others not at all.  `left` is a copy of
// the blocks when it was left.  Returns by how much the numbers of its blocks have gone up.
uint64_t recent_blocks_resume(RecentBlocks* r, const RecentBlocks* left);
// Moves the numbers of the blocks of the loads of the thread, too.
void producers_move(Producers* p, uint64_t by);

#endif
