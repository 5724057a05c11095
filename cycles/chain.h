// SPDX-License-Identifier: GPL-3.0-or-later
//
// The chain of dependent operations that goes through a block of a loop, such as a sum: each round, an execution of
// the block, waits for the last one.  Where a register's value does not come from the last round, there is no chain: the
// quotient that a block takes the root of has been made anew by another block.  What blocks between two rounds do to the
// register on its way adds to the chain, and their instructions take room in the window.
//
// Each round ends a latency after the last one's end, and after those before it: so the window fills with rounds, and then
// each of them enters when the one that is a window before it has ended.  Where the loop runs anew with a chain of its own
// (the sum of the next row), its rounds enter, and begin, while the last ones of the chain before still wait: a short
// loop's chain costs nothing, a long one's all but what the window hides.  A chain that goes on (one sum over all rows) is
// one chain.
//
// Where threads take turns in a loop, the next one goes on as the last one did; so does a thread whose time has gone back, as
// costs are not collected for a while.
//
// Contract: chain_round() once in each round, after the block has been noted in the producers' ring.
//
//    Chain* c = chain_new(&arena, &(Chain){.latency_mc = 3 * CYCLE_MC, .reg = 17, .window = 60});
//    uint32_t mc = chain_round(c, &producers, &(Round){now_mc, thread, &last});
#ifndef XG_CYCLES_CHAIN_H
#define XG_CYCLES_CHAIN_H

#include "cycles/producers.h"

enum { CHAIN_IN_MEMORY = FLOW_REGISTERS };

// The last branch that was mispredicted.
typedef struct {
   uint64_t block;     // number of the execution of its block
   uint64_t registers; // that it comes from, as they are at the block's start
} Mispredicted;

// Invariants: at < window, which is at least 1; of the last rounds, a ring, ended_mc[at] is the oldest one's.  fits is at
// least 1, and at most window.
typedef struct Chain {
   uint32_t latency_mc; // of a round
   uint32_t reg;        // that it goes through, or CHAIN_IN_MEMORY: a chain of adjacent rounds
   uint32_t instr;      // that writes it
   uint32_t instrs;     // of a round,
   uint32_t room;       // in a window of so many,
   uint32_t window;     // so that so many rounds fit into it
   uint32_t at;
   bool went_on;
   uint32_t fits;       // rounds, with the blocks between,
   uint32_t between_mc; // which add so much to the chain
   uint32_t
      apart; // blocks from one round to the next when it was found out whether the chain goes on
   uint32_t trusted; // rounds since then
   uint32_t ended;   // rounds before which all of it had ended
   uint64_t last;    // block of the last round
   uint64_t
      entered_mc; // when that entered the window, and in the time of chains, which the next ones go by:
   uint64_t clock_mc;
   uint64_t done_mc; // when its result is there, and it has ended
   uint64_t end_mc;
   const void* thread; // of the last round
   uint64_t ended_mc[];
} Chain;

typedef struct {
   uint64_t now_mc;    // when it enters the window
   const void* thread; // that runs, any address of its own
   const Mispredicted* mispredicted;
} Round;

// A chain that has had no round yet.
Chain* chain_new(Arena* arena, const Chain* as);
// The running block is one more round, which enters at this time.  Returns what the chain adds, in thousandths of a cycle:
// the round enters so much later.
uint32_t chain_round(Chain* c, const RecentBlocks* p, const Round* r);

// What operations take from the end of the load that a site waits for to what the site needs: additions to an index, for example. The load
// is of the same execution of the block, or, if what the site needs goes through the block's chain, of an earlier round; of
// other code nothing is known, which is taken for 0.
uint32_t chain_beyond_load(const BlockCycles* b, uint32_t site, bool is_of_this_round);

#endif
