// SPDX-License-Identifier: GPL-3.0-or-later
//
// What could happen if threads ran at the same time: which lines of memory one thread writes and
// another one uses between two synchronisations (docs/miss-classes.md has the definition).
//
// A simulated run is one interleaving of many.  So each access is counted by line, thread and interval:
// an interval of a thread ends when it starts or ends a futex system call or a thread, and, for all
// other lines, at an atomic instruction.  An interval is exposed if another thread writes the line in one that
// overlaps it in time.  A thread cannot miss more often than its exposed intervals have accesses, nor than
// others write the line meanwhile: the smaller number, of all threads together, is the line's weight.
//
// Each simulation (simulation.h) has lines of its own: accesses are told of each, all else is told once, and concerns all.
//
// Contract: all functions are for runs with several cores.  The caller tells of each data access, in
// order, and of synchronisations.  Threads have numbers from 1.  Of a line, the first SHARING_USERS_MAX
// threads are told apart; others are not looked at.
//
// Ownership: a Sharing belongs to its simulation, its records to the Sharing.
//
//    possible_sharing_start_thread(0, 1);                       // nobody's child
//    possible_sharing_access(sim, site, address);
//    possible_sharing_atomic(address);                          // after its access
//    possible_sharing_begin_futex(thread, address, is_wait, wakes); ... possible_sharing_end_futex(thread);
//    possible_sharing_close();                                  // before weights are read
#ifndef XG_ENGINE_SHARING_POSSIBLE_SHARING_H
#define XG_ENGINE_SHARING_POSSIBLE_SHARING_H

#include "base/arena.h"
#include "base/map.h"
#include "cachesim/coherence.h"
#include "callgraph/model.h"
#include "engine/sharing/sharing_pieces.h"
#include "memobj/objects.h"

enum { SHARING_USERS_MAX = 64, SHARING_ALLOCATIONS_MAX = 8, SHARING_RECENT = 8192 };

// Intervals of one user that have ended, with equal bytes and exposure, which the same intervals of
// other threads overlap.
typedef struct ClosedInterval ClosedInterval;
struct ClosedInterval {
   uint64_t end;
   uint64_t writes;
   uint64_t seen_by; // users, by index, that have an interval which overlaps one of these
   bool exposed;     // ... and is one that writes the line
   SharingPieces pieces;
   ClosedInterval* next; // that ended earlier
   uint64_t written[];   // [words]: bytes
};

// Accesses of a user that are exposed: how many of each piece touch bytes that others write meanwhile.
typedef struct {
   SharingPieces pieces; // all
   uint64_t truly[SHARING_PIECES_MAX];
} ExposedAccesses;

// Accesses of a site to a line that several threads use.
typedef struct SharingSite SharingSite;
struct SharingSite {
   const Site* site;
   uint64_t accesses;
   SharingSite* next;
};

typedef struct SharedLine SharedLine;
typedef struct LineUser LineUser;

// A thread's use of a line.
//
// Invariants: an interval that is open is in its thread's list `open`; pieces, interval_writes and the first
// mask are empty outside of one.
struct LineUser {
   SharedLine* line;
   uint32_t thread;
   uint8_t index;        // among the line's users
   bool is_open;         // the running interval has an access
   uint64_t start;       // of the open interval
   SharingPieces pieces; // its accesses
   uint64_t interval_writes;
   uint64_t reads, writes; // of all intervals
   ClosedInterval* closed;
   ExposedAccesses* exposed;   // NULL: none is
   uint64_t writes_of_others;  // in intervals that overlap this thread's
   SharingSite* sites;         // since a second thread has used the line
   LineUser *next, *next_open; // of the line; of the thread
   uint64_t
      mask[]; // [3 * words]: bytes written in the open interval, and read and written ever
};

// An allocation or variable that was accessed in a line that several threads use.
typedef struct {
   const MemObject* object;
   uint64_t start, size_B;
   uint32_t thread; // that allocated it
} LineAllocation;

struct SharedLine {
   uint64_t address;
   LineUser* users; // newest first
   uint32_t n_users, n_allocations;
   uint64_t waiting_misses[2];  // of sharing, true and false, in D1, of loops that wait for it
   LineAllocation* allocations; // [SHARING_ALLOCATIONS_MAX], or NULL
   SharedLine* next;            // all lines, newest first
};

// A thread.
typedef struct {
   bool exists, runs; // runs: an interval is open, with or without accesses
   bool waits;        // in a futex call
   uint64_t start;    // of the running interval
   uint64_t address;  // that it waits at
   uint64_t woken; // when another thread has woken who waits there, the last time; 0: none has
   LineUser* open;
} SharingThread;

// A line that was accessed not long ago.
//
// Invariant: sole is the line's only user, or NULL.
typedef struct {
   uint64_t line;  // its address
   SharedLine* at; // NULL: none is
   LineUser* sole;
} RecentLine;

// What happens in a simulation.
typedef struct {
   uint64_t time; // events so far
   SharingThread* threads;
   uint32_t n_threads;   // room for
   uint32_t end_threads; // threads that exist are below this
   Map lines;            // by address
   SharedLine* first;
   RecentLine recent[SHARING_RECENT]; // by number modulo
   ClosedInterval* free;              // to be used again
   SharingPiecesPool pool;
   Arena arena;
} Sharing;

// What all simulations have in common.
typedef struct {
   // Set by generated code: the atomic instruction that runs will not change memory.
   uint64_t leaves_memory;
   bool on;
   uint32_t line_shift, words;
   Map allocated_by; // thread, by start of an allocation
} PossibleSharing;

extern PossibleSharing possible_sharing;

struct Simulation;

// Sets up, for caches with lines of line_B bytes; by engine_init().
void possible_sharing_init(uint32_t line_B);
// Forgets all accesses; threads go on.
void possible_sharing_zero(void);
// All intervals end, and others begin: code has run that nobody has seen.
void possible_sharing_break(void);
// Ends all intervals, so that weights are complete.  The next ones begin at their thread's last
// synchronisation, not here: they overlap what these have overlapped.
void possible_sharing_close(void);

// A thread is started by another one (0: by nobody); it ends.
void possible_sharing_start_thread(uint32_t parent, uint32_t thread);
void possible_sharing_end_thread(uint32_t thread);
// Only this thread is left: the process has forked.
void possible_sharing_keep_thread(uint32_t thread);
// A futex system call begins; is_wait: it may wait at the address; wakes: it may wake who does.
void possible_sharing_begin_futex(uint32_t thread, uint64_t address, bool is_wait, bool wakes);
void possible_sharing_end_futex(uint32_t thread);
// A data access of the running thread.
void possible_sharing_access(struct Simulation* sim, const Site* site, uint64_t address);
// An atomic instruction of the running thread has accessed this address.
void possible_sharing_atomic(uint64_t address);
// Counts accesses of a thread that were held back (waiting.h).
void possible_sharing_count(struct Simulation* sim, uint32_t thread, const Site* site,
                            uint64_t address, uint64_t n);
// A loop that waits for what is at the address has had so many misses of sharing.
void possible_sharing_note_waiting(struct Simulation* sim, uint64_t address, uint64_t truly,
                                   uint64_t falsely);
// The running thread has allocated memory.
void possible_sharing_note_allocation(uint64_t start);

// Accesses to a line that are exposed, or misses that they can have: those to bytes that others write, and
// those to others.
typedef struct {
   uint64_t truly, falsely;
} SharingWeight;
SharingWeight possible_sharing_exposed(const LineUser* u);
SharingWeight possible_sharing_weight(const SharedLine* l);
// Panics if an invariant is broken.
void possible_sharing_check(void);

#endif
