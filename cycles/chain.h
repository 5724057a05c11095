// SPDX-License-Identifier: GPL-3.0-or-later
//
// The chain of dependent operations that goes through a block of a loop, such as a sum: each round, an execution of
// the block, waits for the last one.  Where a register's value does not come from the last round, there is no chain: the
// quotient that a block takes the root of has been made anew by another block.
//
// Where the loop runs anew with a chain of its own (the sum of the next row), its first rounds enter the window while
// the last ones of the chain before still wait, and overlap with them: with a window of w rounds, n rounds of growth
// g take g n^2 / (n + w), all of g n in a long loop, and next to nothing in a short one.  Each round is charged
// what it adds to that.  A chain that goes on (one sum over all rows) continues to count its rounds.
//
// Contract: chain_round() once in each round, after the block has been noted in RecentBlocks.
//
//    Chain c = {.growth_mc = 3 * CYCLE_MC, .reg = 17, .window = 60};
//    uint32_t mc = chain_round(&c, &recent);
#ifndef XG_CYCLES_CHAIN_H
#define XG_CYCLES_CHAIN_H

#include "cycles/producers.h"

// Invariants: the chain has had `round` rounds, the last one with block number `last`; rounds are no longer counted
// where they overlap with nothing before the loop; window is at least 1.
typedef struct Chain {
   uint32_t growth_mc; // that it adds to a round's own time
   uint32_t reg;       // that it goes through
   uint32_t instr;     // that writes it
   uint32_t window;    // rounds that fit into the window
   uint32_t round;
   uint64_t charged_mc; // of the chain's rounds
   bool drained;        // a misprediction that waited for the chain has emptied the window
   uint64_t last;
   uint32_t apart;   // blocks from one round to the next when that was found out
   uint32_t trusted; // rounds since then
   bool went_on;
} Chain;

// The running block is one more round.  Returns what the chain adds, in thousandths of a cycle.
uint32_t chain_round(Chain* c, const RecentBlocks* p);
// A branch that comes from `needs`, in this round, is mispredicted.
void chain_mispredicted(Chain* c, const Origin* needs);

#endif
