// SPDX-License-Identifier: GPL-3.0-or-later
//
// The order in which threads take turns, with several cores: whose turn is next, as it follows from what the
// threads have done, and never from when a processor of the host got round to it.
//
// One thread has the turn.  It ends when the thread has executed its blocks, before a system call that may
// wait, and with the thread.  The next one is that of the thread with the next higher number, in a circle,
// that can run.  So before it is decided, all must be known: whether a thread that is in such a call sleeps
// there or has come back, and whether a call since then has ended its sleep.  The caller looks, and says.
//
// Contract: threads have numbers from 1 to below n.
//
//    turn_order_init(&o, n);
//    turn_order_start(&o, 2);                       // the first of them is started by thread 1, which has the turn
//    turn_order_call(&o, 1, &call); ... turn_order_arrive(&o, 1, false);
//    while ((t = turn_order_unresolved(&o))) turn_order_resolve(&o, t, what_it_does(t));
//    turn_order_next(&o);                           // and o.owner has the turn
#ifndef XG_ENGINE_TURN_ORDER_H
#define XG_ENGINE_TURN_ORDER_H

#include <stdbool.h>
#include <stdint.h>

// What a system call means for turns.
typedef enum {
   CALL_KEEPS_TURN, // waits for nobody, and ends nobody's sleep
   CALL_WAKES,      // as futex does: waits for nobody
   CALL_MAY_WAIT,
} CallKind;

// What ends a thread's sleep in a call.
typedef enum {
   WAIT_FUTEX,       // another thread that wakes who waits at the address
   WAIT_FUTEX_TIMED, // that, or time
   WAIT_TIME,        // time
   WAIT_OTHER,       // any call of another thread that may wait, such as a write to a pipe
} WaitKind;

typedef struct {
   CallKind kind;
   WaitKind wait;    // of CALL_MAY_WAIT
   uint64_t address; // of a futex; 0: any
   bool signals;     // it may end any sleep
} TurnCall;

typedef enum {
   TURN_NONE,   // no thread has this number
   TURN_ABLE,   // can run: waits for its turn, or is on its way to do so
   TURN_RUNS,   // has the turn
   TURN_CALLS,  // in a call that may wait; whether it sleeps is not known
   TURN_SLEEPS, // in such a call
   TURN_ENDS,   // has ended, but the kernel may not have seen to it yet
} TurnState;

// What the caller has seen.
typedef enum { SEEN_ASLEEP, SEEN_BACK, SEEN_GONE } TurnSeen;

typedef struct {
   TurnState state;
   TurnCall call; // the one that it is in
   bool asked;    // what has been done since it fell asleep may have ended its sleep
} TurnThread;

typedef struct {
   TurnThread* threads;
   uint32_t n, end;       // room for; threads that exist are below `end`
   uint32_t living;       // threads that exist
   uint32_t owner;        // has the turn; 0: that is to be decided
   uint32_t last;         // had it before
   bool unresolved;       // there may be threads to be looked at
   uint64_t out_of_order; // sleeps that neither a thread nor a turn of its own has ended
} TurnOrder;

void turn_order_init(TurnOrder* o, uint32_t n);
// Only this thread exists, and it has the turn.
void turn_order_keep(TurnOrder* o, uint32_t thread);
// The thread that has the turn starts another one.
void turn_order_start(TurnOrder* o, uint32_t thread);
// A thread makes a system call.
void turn_order_call(TurnOrder* o, uint32_t thread, const TurnCall* call);
// A thread comes back from a call, or is there for the first time; timed_out: it says that its time was over.
void turn_order_arrive(TurnOrder* o, uint32_t thread, bool timed_out);
// The thread's turn is over.
void turn_order_yield(TurnOrder* o, uint32_t thread);
// A thread ends, or was never started.
void turn_order_end(TurnOrder* o, uint32_t thread);

// A thread of which must be known what it does; 0: there is none left.
uint32_t turn_order_unresolved(TurnOrder* o);
void turn_order_resolve(TurnOrder* o, uint32_t thread, TurnSeen seen);
// Decides who has the turn; all threads are resolved.  owner is 0 if nobody can run.
void turn_order_next(TurnOrder* o);
// The owner has not come to take its turn: it is taken for asleep.
void turn_order_give_up(TurnOrder* o);
// The first able thread after the one that had the turn last; 0: there is none.
uint32_t turn_order_first(const TurnOrder* o);

#endif
