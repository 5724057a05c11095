// SPDX-License-Identifier: GPL-3.0-or-later
//
// Chains of a loop through memory: a round loads what an earlier one has stored, and the processor forwards it from the
// store buffer, at the latency of that: `counts[i]++`, `v[i] = v[i - 1] + u[i]`.  Whether and how far apart is found
// out in bursts of rounds, by their addresses; in between, what the last burst has found holds.
//
// Contract: forwarding_round() in each round of a burst, which has a number of its own, not 0.
//
//    Forwarding f = {.operations_mc = 5000, .is_vector = true};
//    if (forwarding_round(&f, &processor, burst, loaded, stored)) use(f.latency_mc);
#ifndef XG_CYCLES_FORWARDING_H
#define XG_CYCLES_FORWARDING_H

#include <stdbool.h>
#include <stdint.h>

#include "cycles/processor.h"

enum {
   FORWARDING_STORES =
      8, // last ones that a load is compared with; others have long been written
   FORWARDING_ROUNDS_MIN = 4, // of a burst that says something
   FORWARDING_BURST = 16,     // blocks of a burst,
   FORWARDING_EVERY = 256     // of so many; powers of two
};

// A value in memory.
typedef struct {
   uint64_t address;
   uint64_t chain_mc; // that has led to it
   uint32_t begun;    // round in which that chain has
} StoredValue;

// A load and a store of one block, of values that come from what it loads.
// Invariants: the burst's last stores are stored[n % FORWARDING_STORES], n < rounds.
typedef struct Forwarding {
   uint32_t operations_mc; // from the load's result to what is stored
   bool is_vector;         // or of floating point
   uint64_t burst;
   uint64_t longest_mc; // chain of the burst,
   uint32_t over;       // of so many rounds
   uint32_t rounds;
   uint32_t latency_mc; // of the chain, each round, by the last burst; 0: none
   StoredValue stored[FORWARDING_STORES];
} Forwarding;

// One more round of a burst.  Returns whether it is a new burst's first one, and latency_mc says what the last one has found.
bool forwarding_round(Forwarding* f, const Processor* p, uint64_t burst, uint64_t loaded,
                      uint64_t stored);

#endif
