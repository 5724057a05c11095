// SPDX-License-Identifier: GPL-3.0-or-later
//
// Threads that wait in a loop for what another thread writes (docs/miss-classes.md, "Waiting").
//
// A loop waits if it reads the same addresses round by round, at the same sites, stores nothing but to the thread's own
// stack, and goes on until another thread has written what it reads.  An atomic instruction that leaves memory as it is
// counts as a read.
//
// Each simulation (simulation.h) has loops of its own, as its accesses are others.
//
// Contract: with several cores.  Accesses of a loop that may wait are held back from its second round on; if it turns out
// that it has not waited, waiting.c hands them to possible_sharing_count().  Costs count from the WAIT_ROUNDS_MIN-th
// round on.
//
//    if (waiting_holds(sim, thread, site, address, leaves_memory)) return;  // a data access: waiting_inl.h
//    waiting_note_write(sim, thread, address, size_B);      // of one that changes memory
//    waiting_end(sim, thread);                              // no loop goes beyond this
//    for (const WaitingSite* s = sim->waiting.sites; s; s = s->next) if (s->episodes) ...
#ifndef XG_ENGINE_WAITING_H
#define XG_ENGINE_WAITING_H

#include "callgraph/model.h"
#include "engine/sharing/possible_sharing.h"

enum {
   WAIT_PATTERN_MAX = 64,       // reads of a round
   WAIT_ROUNDS_MIN = 8,         // of a loop that waits
   WAIT_INSTRUCTIONS_MAX = 256, // of a round, on average
};

// What waiting at a site has cost a thread: the site reads what another thread has written.
//
// Invariant: cost is that of episodes, given_up_cost that of loops that have ended otherwise.
typedef struct WaitingSite WaitingSite;
struct WaitingSite {
   const Site* site;
   const Function*
      function; // that runs, as the profile has it: without symbols not the block's
   uint32_t thread;
   uint64_t episodes, given_up;
   uint64_t cost[EV_COUNT], given_up_cost[EV_COUNT];
   WaitingSite* next; // newest first
};

typedef struct Waiter Waiter; // a thread's loop: waiting_inl.h

typedef struct {
   Waiter** waiters; // by thread; NULL: it has had no access
   uint32_t n_waiters;
   Waiter* active; // those that repeat a round
   WaitingSite* sites;
} Waiting;

struct Simulation;

// The thread changes memory: others may have waited for it.
void waiting_note_write(struct Simulation* sim, uint32_t thread, uint64_t address,
                        uint64_t size_B);
// The thread goes to sleep until another one changes this address.
void waiting_sleep(struct Simulation* sim, uint32_t thread, uint64_t address);
// The thread's loop, if there is one, ends here; ... of all threads.
void waiting_end(struct Simulation* sim, uint32_t thread);
void waiting_end_all(struct Simulation* sim);
// Forgets all loops and costs.
void waiting_zero(struct Simulation* sim);

// Whether any thread has waited at this site; what it has cost this thread, given up or not.
bool waiting_is_known(const Waiting* w, const Site* site);
void waiting_cost(const WaitingSite* s, uint64_t cost[EV_COUNT]);

#endif
