// SPDX-License-Identifier: GPL-3.0-or-later
//
// Estimated cycles (docs/cycles.md): where the model of cycles/ meets caches, branches and call graph.
//
// Each cycle is charged once, to the instruction that causes it: what a block takes by itself with its
// instructions (Block.cycles), what a miss, a page or a misprediction adds when it happens.  Each thread has a
// window of its own, and time of its own.
//
// Contract: before each block, generated code notes it in xg_cycles.blocks.
//
// Each simulation (simulation.h) has a time of its own.  All are told of the same blocks, branches and mispredictions, and of
// misses of their own.
//
//    cycles_init(&processor);
//    if (xg_cycles.on) cycles_data(&payer, site, address, served.by);
#ifndef XG_ENGINE_CYCLES_H
#define XG_ENGINE_CYCLES_H

#include "cachesim/hierarchy.h"
#include "cachesim/translation.h"
#include "callgraph/model.h"
#include "cycles/chain.h"
#include "cycles/code_ahead.h"
#include "cycles/contention.h"
#include "cycles/forwarding.h"
#include "cycles/idle_lines.h"
#include "cycles/predictor.h"
#include "cycles/producers.h"
#include "cycles/recent_stores.h"
#include "cycles/streams.h"
#include "cycles/window.h"

struct Payer;
struct Simulation;

enum { CYCLES_WINDOWS = 64 };

// What a load that has missed is charged to.
typedef struct {
   const Site* site;
   struct ObjectCosts* object;
   uint32_t counter; // of the level that serves it
} MissedLoad;

// The time of a thread, in a simulation.
//
// Invariants: missed[n] is producers.load[n].
typedef struct {
   Window window;
   Producers producers;
   MissedLoad missed[PRODUCERS_LOADS];
   const ShadowStack* stack; // that these loads are of
   uint64_t moved;           // LeftBlocks.moved when their blocks had these numbers
   CodeAhead code;
} ThreadTime;

// The blocks of a stack that is not running, as it has left them, and by how much their numbers have gone up since it began.
typedef struct {
   const ShadowStack* stack;
   RecentBlocks blocks;
   uint64_t moved;
} LeftBlocks;

// Time in a simulation.
//
// Invariants: thread is that of `stack`, or it is NULL.
typedef struct {
   ThreadTime* thread; // that has run last
   // by thread; those that have this number of threads between them share one
   ThreadTime* threads[CYCLES_WINDOWS];
   Streams streams;
   IdleLines idle;           // without lines if LL is the program's own
   const ShadowStack* stack; // that has run last
   // The page of the access at hand was not in the first TLB.
   const Site* translated;
   uint64_t translated_mc; // when its address is known
   uint64_t delayed_mc;    // by the translation, beyond what was charged for that
   uint64_t rest_mc;       // of stalls, which are charged in whole cycles
   Contention* contention; // NULL: one core
   // The access at hand is to a line that cores contend for: what it waits for is charged.
   const Site* contended;
   const Site* atomic; // the last access to such a line
} SimulatedTime;

typedef struct {
   RecentBlocks blocks; // first: generated code notes blocks in it
   RecentStores stores; // ... and stores, of all threads, in this
   bool on;
   Processor processor;
   BranchHistory branches;
   uint64_t string_B;         // that the fast string instruction at hand has done
   uint64_t repetitions;      // of string instructions, which need no place in the window
   Mispredicted mispredicted; // the last branch that was
   LeftBlocks* left[CYCLES_WINDOWS]; // by thread, as in SimulatedTime.threads
} Cycles;

// Where a branch is.
typedef struct {
   uint64_t address;
   struct Chain* chain; // of its block; NULL: none
   const Site* site;
   uint32_t
      string_B; // it ends a fast string instruction, which goes on for so many bytes; 0: no
   uint8_t*
      goes; // what generated code compares: where it goes if it needs no call, or BRANCH_ASKS
   bool in_chain; // it counts the chain's rounds
} BranchPlace;

// A branch: what most of its calls need, in 16 bytes, as a program has many of them that run often.
//
// Invariants: at->in_chain only if at->chain, which a loop also has for chains through memory that are not there yet; then
// *at->goes is BRANCH_ASKS, as it is with string_B.
typedef struct {
   Branch is;
   BranchPlace* at;
} CyclesBranch;

enum { PAIRS_MAX = 4 };

// Chains that go through a loop's block and memory, by pairs of a load and a store; its branch counts the rounds of the
// longest one.
//
// Invariants: pairs are the first n; branch->at->chain is there.
typedef struct {
   struct {
      uint32_t load, store; // sites
      Forwarding is;
   } pair[PAIRS_MAX];
   uint32_t n;
   CyclesBranch* branch;
   uint32_t own_mc;      // of the block without chains
   uint32_t register_mc; // of the chain through reg; 0: there is none
   uint32_t reg;
} MemoryChains;

// Of each segment of a block: what it adds to EV_CYBASE and EV_CYDEP, and the branch at its end, or NULL.
typedef struct {
   uint64_t (*cost)[2];
   CyclesBranch** branch;
   MemoryChains* memory; // of a loop; NULL: the block is none
} CyclesSegments;

extern Cycles xg_cycles;

void cycles_init(const Processor* p, uint32_t cores);
// Another stack is about to run.
void cycles_switch(const ShadowStack* to);
// The block is about to run, with a draft; else generated code notes it.
XG_INLINE void cycles_begin(const Block* b)
{
   RecentBlocks* r = &xg_cycles.blocks;
   r->ring[r->begun++ % PRODUCERS_BLOCKS] = b->cycles;
}
// Entry point: a load that the store buffer may have in pieces, recent_suspects(), or a store that loads first.
void cycles_forward(const Site* site, uint64_t address);
// Whether the site's accesses are among those: what is at the top of the stack comes and goes as whole words, and there is
// much of it.
XG_INLINE bool cycles_follows(const Site* site)
{
   return site->block->cycles->forwards && !site->at_top;
}
// A data access without a condition that runs in a draft; else generated code does this.
XG_INLINE void cycles_access(const Site* site, uint64_t address)
{
   if (!cycles_follows(site)) return;
   if ((!site->is_write || site->is_changed) && recent_may_fail(site->size_B)
       && recent_suspects(&xg_cycles.stores, address, site->size_B))
      cycles_forward(site, address);
   if (site->is_write)
      recent_store(&xg_cycles.stores, address, site->size_B, xg_cycles.blocks.begun);
}
// With several cores: any data access, before cycles_data() if that is called, too.
void cycles_shared(struct Simulation* sim, const Site* site, uint64_t address, Served served);
// ... behind those of an atomic operation.
void cycles_atomic(struct Simulation* sim, uint64_t address);
// A data access has missed D1, or takes the line that it hits from other cores.
void cycles_data(const struct Payer* p, const Site* site, uint64_t address, Served served);
// A prefetch instruction asks for a line that D1 had not; `by` has its page.
void cycles_prefetch(struct Simulation* sim, const Site* site, uint64_t address, Served served,
                     TranslatedBy by);
// While the caches await lines: a data access, behind cycles_data() if that is called, too.
void cycles_await(struct Simulation* sim, const Site* site, uint64_t address, Served served);
// A fetch has missed I1.
void cycles_fetch(const struct Payer* p, uint64_t last_byte, ServedBy by);
// The page of the access at hand was not touched before.
void cycles_first_touch(const struct Payer* p, bool is_huge);
// A page is not in the first TLB; walk: nor in the second one.
void cycles_translate(const struct Payer* p, const Site* site, SiteKind kind, uint64_t address,
                      bool walk);
// Entry points: a conditional branch, which needs not be told while it goes where *at->goes says, and an indirect jump or
// call.
void cycles_branch(CyclesBranch* b, uint64_t taken);
void cycles_indirect(CyclesBranch* b, uint64_t target);
// Entry point, in a burst: a round of a loop with the addresses of a pair.
void cycles_through_memory(MemoryChains* m, uint64_t pair, uint64_t loaded, uint64_t stored);

#endif
