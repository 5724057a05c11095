// SPDX-License-Identifier: GPL-3.0-or-later
//
// The common case of waiting.h, to be inlined: an access of a thread whose loop repeats nothing yet.
//
//    if (waiting_holds(sim, thread, site, address, leaves_memory)) return;
#ifndef XG_ENGINE_WAITING_INL_H
#define XG_ENGINE_WAITING_INL_H

#include "engine/engine.h"
#include "engine/waiting.h"

enum {
   STACK_BELOW_B = 65536, // the frames of functions that run now
   SHORT_ROUND_MAX = 8,   // reads of a round that is found wherever it begins
};

// A read of a round.
typedef struct {
   const Site* site;
   uint64_t address;
} WaitAccess;

// Invariants: while rounds, the number of those that are over, is 0, the pattern grows; else pattern[0] to
// pattern[n - 1] is a round, of which the accesses before `at` have come, the waiter is active, and the members from
// is_released on are defined; since is, from WAIT_ROUNDS_MIN rounds on.
struct Waiter {
   uint32_t thread, n, at;
   uint64_t rounds;
   bool
      is_long; // a round may have one access twice, and is looked for from the start of the pattern only
   bool is_released;    // another thread has written what is read
   uint32_t released;   // ... by this access of a round
   uint32_t n_handlers; // of the stack, at the start
   uint64_t lines;      // a bit for each line that is read, of several lines perhaps the same
   const ShadowStack* stack;
   const Context* context;   // where it waits
   Waiter* next;             // active
   uint64_t since[EV_COUNT]; // totals
   WaitAccess pattern[WAIT_PATTERN_MAX];
};

// Makes the thread's loop, which there is not yet.
Waiter* waiting_make(Simulation* sim, uint32_t thread);
// The reads from number `start` on are a round, which the access that follows them repeats: it is held back.
bool waiting_begins(Simulation* sim, Waiter* w, uint32_t start);
// An access while rounds are repeated: whether it is held back.
bool waiting_goes_on(Simulation* sim, Waiter* w, const Site* site, uint64_t address,
                     bool changes_memory);

XG_INLINE Waiter* waiting_of(Simulation* sim, uint32_t thread)
{
   const Waiting* all = &sim->waiting;
   Waiter* w = thread < all->n_waiters ? all->waiters[thread] : NULL;
   return XG_LIKELY(w != NULL) ? w : waiting_make(sim, thread);
}

XG_INLINE bool waiting_is_own_stack(uint64_t address)
{
   const ShadowStack* s = xg_current.stack;
   if (s->top <= s->frames + 1) return false;
   const uint64_t lowest = s->top[-1].sp - STACK_BELOW_B;
   return address >= lowest && address <= s->frames[1].sp;
}

XG_INLINE bool waiting_is_at(const Waiter* w, uint32_t i, const Site* site, uint64_t address)
{
   return w->pattern[i].address == address && w->pattern[i].site == site;
}

// Where the round before began, if this access may be the first one of another round; else n.
XG_INLINE uint32_t waiting_start_of_round(const Waiter* w, const Site* site, uint64_t address)
{
   if (w->is_long) return w->n && waiting_is_at(w, 0, site, address) ? 0 : w->n;
   for (uint32_t i = w->n; i-- > 0 && i + SHORT_ROUND_MAX >= w->n;)
      if (XG_UNLIKELY(waiting_is_at(w, i, site, address))) return i;
   return w->n;
}

// Whether a read begins a round that may repeat one.
XG_INLINE bool waiting_learns(Simulation* sim, Waiter* w, const Site* site, uint64_t address)
{
   const uint32_t start = waiting_start_of_round(w, site, address);
   if (XG_UNLIKELY(start < w->n)) return waiting_begins(sim, w, start);
   if (w->n == WAIT_PATTERN_MAX) w->n = 0;
   w->pattern[w->n++] = (WaitAccess){site, address};
   return false;
}

// Whether this data access of the running thread is held back.  leaves_memory: it changes nothing, though it may be a
// write.
XG_INLINE bool waiting_holds(Simulation* sim, uint32_t thread, const Site* site,
                             uint64_t address, bool leaves_memory)
{
   Waiter* w = waiting_of(sim, thread);
   const bool changes_memory = site->is_write && !leaves_memory;
   if (XG_UNLIKELY(w->rounds)) return waiting_goes_on(sim, w, site, address, changes_memory);
   if (!changes_memory) return waiting_learns(sim, w, site, address);
   if (w->n && !waiting_is_own_stack(address)) w->n = w->at = 0;
   return false;
}

#endif
