// SPDX-License-Identifier: GPL-3.0-or-later
// Threads wait for their turns; see turns.h.
#include "callgrind/threads/turns.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "callgrind/arch/arch.h"
#include "callgrind/core_private.h"
#include "callgrind/core_versions.h"
#include "callgrind/options/options.h"
#include "callgrind/threads/host_task.h"
#include "callgrind/threads/turn_calls.h"
#include "engine/turn_order.h"

enum {
   LOOKS_BEFORE_PAUSE = 20,
   PAUSE_NS = 50000,
   LOOK_EVERY_NS = 50000000,
   PATIENCE_MS = 5000, // for a thread that is neither asleep nor back, or does not come
};

typedef struct {
   UInt woken; // number of times; the thread sleeps until it changes
   HostTask task;
} Slot;

static Bool on; // there has been more than one thread
static TurnOrder order;
static Slot* slots;         // by thread
static Bool slice_is_over;  // of the owner, which the core does not tell; False if it is alone
static UInt expected_since; // when a thread got the turn that was not there, in ms

// --- sleep and wake -----------------------------------------------------------------------

static void wake(ThreadId tid)
{
   __sync_fetch_and_add(&slots[tid].woken, 1);
   host_call(__NR_futex, (UWord)&slots[tid].woken, VKI_FUTEX_WAKE | VKI_FUTEX_PRIVATE_FLAG, 1,
             0);
}

// The thread that has the turn, or, if that is to be decided, somebody to decide: the first one that can run.
static void wake_next(void)
{
   const ThreadId next = order.owner ? order.owner : turn_order_first(&order);
   if (next) wake(next);
}

// --- what threads do that are in the kernel -----------------------------------------------

static void pause(void)
{
   struct vki_timespec t = {.tv_nsec = PAUSE_NS};
   host_call(__NR_nanosleep, (UWord)&t, 0, 0, 0);
}

// Looks until it is known whether the thread sleeps.
static TurnSeen await(ThreadId tid)
{
   UInt begin = 0;
   for (UInt looks = 0;; looks++) {
      switch (host_task_look(&slots[tid].task)) {
      case TASK_SLEEPS:
      case TASK_UNKNOWN: return SEEN_ASLEEP;
      case TASK_BACK: return SEEN_BACK;
      case TASK_GONE: return SEEN_GONE;
      case TASK_BUSY: break;
      }
      if (looks < LOOKS_BEFORE_PAUSE) {
         host_call(__NR_sched_yield, 0, 0, 0, 0);
         continue;
      }
      if (!begin) begin = VG_(read_millisecond_timer)();
      if (VG_(read_millisecond_timer)() - begin > PATIENCE_MS) return SEEN_ASLEEP;
      pause();
   }
}

static void decide(void)
{
   ThreadId tid;
   while ((tid = turn_order_unresolved(&order))) {
      const Bool ends = order.threads[tid].state == TURN_ENDS;
      turn_order_resolve(&order, tid, await(tid));
      if (ends) host_task_close(&slots[tid].task);
   }
   turn_order_next(&order);
   expected_since = 0;
}

// --- turns --------------------------------------------------------------------------------

static Bool is_my_turn(ThreadId tid)
{
   if (!order.owner) decide();
   if (order.owner != tid) return False;
   order.threads[tid].state = TURN_RUNS;
   return True;
}

// The thread that has the turn has not come for long.
static Bool owner_is_missing(void)
{
   if (!order.owner || order.threads[order.owner].state != TURN_ABLE) return False;
   const UInt now = VG_(read_millisecond_timer)();
   if (!expected_since) expected_since = now;
   return now - expected_since > PATIENCE_MS;
}

// Without the lock.  Nobody tells a thread that another one ends the process, so it looks now and then.
static void sleep_in_slot(ThreadId tid, UInt woken)
{
   const struct vki_timespec a_while = {.tv_nsec = LOOK_EVERY_NS};
   UInt* word = &slots[tid].woken;
   do
      host_call(__NR_futex, (UWord)word, VKI_FUTEX_WAIT | VKI_FUTEX_PRIVATE_FLAG, woken,
                (UWord)&a_while);
   while (__atomic_load_n(word, __ATOMIC_ACQUIRE) == woken && !VG_(is_exiting)(tid)
          && !owner_is_missing());
}

// Threads that are ended by another one get no turn any more.
static void wait_for_turn(ThreadId tid)
{
   while (!is_my_turn(tid) && !VG_(is_exiting)(tid)) {
      const UInt woken = slots[tid].woken;
      const ThreadId owner = order.owner;
      VG_(release_BigLock)(tid, STATUS_YIELDING, "end of turn");
      wake(owner);
      sleep_in_slot(tid, woken);
      VG_(acquire_BigLock)(tid, "turn");
      if (owner_is_missing()) turn_order_give_up(&order);
      if (order.threads[tid].state == TURN_SLEEPS) turn_order_arrive(&order, tid, False);
   }
}

void turns_begin_thread(ThreadId tid)
{
   if (!on) return;
   turn_order_arrive(&order, tid, False);
   wait_for_turn(tid);
   host_task_open(&slots[tid].task);
}

// The core's event counter: how many more blocks the thread runs.
enum { BLOCKS_LEFT = offsetof(GuestState, host_EvC_COUNTER) };

static Int blocks_left(ThreadId tid)
{
   Int n;
   VG_(get_shadow_regs_area)(tid, (UChar*)&n, 0, BLOCKS_LEFT, sizeof n);
   return n;
}

static void set_blocks_left(ThreadId tid, Int n)
{
   VG_(set_shadow_regs_area)(tid, 0, BLOCKS_LEFT, sizeof n, (const UChar*)&n);
}

// It is below zero when the thread has run all of them.  Elsewhere, the core has to go on with what it has begun: where
// none is left but the last block ended in another way, as a spin lock's in a pause, the turn ends at the next block.
void turns_stop_code(ThreadId tid)
{
   if (!on || order.living == 1) return;
   const Int left = blocks_left(tid);
   slice_is_over = left == 0 && order.owner == tid;
   if (left >= 0) return;
   if (order.owner == tid)
      turn_order_yield(&order, tid);
   else
      turn_order_arrive(&order, tid, False);
   wait_for_turn(tid);
}

// Without the turn: a signal that is ignored has ended a call.  The core has looked up the block to run, which
// may not be there any more after a wait; so none is run, and the wait comes when the core stops.  A thread that is
// alone does not wait.
void turns_start_code(ThreadId tid)
{
   if (!on) return;
   if (order.living == 1) {
      slice_is_over = False; // the others have ended since
      if (order.owner != tid) turns_before_signal(tid);
      return;
   }
   if (order.owner != tid || slice_is_over)
      set_blocks_left(tid, 0);
   else if (!CORE_HAS_QUANTUM && order.living > 1 && blocks_left(tid) > core_quantum())
      set_blocks_left(tid, (Int)core_quantum());
}

// --- threads, calls, signals --------------------------------------------------------------

void turns_start_thread(ThreadId child)
{
   if (!slots) return;
   const ThreadId parent = order.owner;
   on = True;
   host_task_open(&slots[parent].task);
   turn_order_start(&order, child);
}

void turns_end_thread(ThreadId tid)
{
   if (!on) return;
   turn_order_end(&order, tid);
   if (order.threads[tid].state == TURN_NONE) host_task_close(&slots[tid].task);
   wake_next(); // one that is ended by another thread may have had to decide
}

void turns_after_fork(ThreadId tid)
{
   if (!on) return;
   for (ThreadId t = 1; t < order.end; t++) host_task_close(&slots[t].task);
   turn_order_keep(&order, tid);
   order.out_of_order = 0;
   on = False;
}

void turns_before_syscall(ThreadId tid, UInt number, const UWord* args)
{
   if (!on || order.living == 1 || order.owner != tid) return;
   if (turn_call_ends_others(number)) {
      for (ThreadId t = 1; t < order.end; t++)
         if (order.threads[t].state == TURN_ABLE) wake(t);
      return;
   }
   const TurnCall call = turn_call(number, args);
   turn_order_call(&order, tid, &call);
   if (!order.owner) wake_next();
}

void turns_after_syscall(ThreadId tid, UInt number, SysRes result)
{
   if (!on || order.owner == tid) return;
   turn_order_arrive(&order, tid, turn_call_timed_out(number, result));
   wait_for_turn(tid);
}

void turns_before_signal(ThreadId tid)
{
   if (!on || order.owner == tid) return;
   turn_order_arrive(&order, tid, False);
   wait_for_turn(tid);
}

ULong turns_out_of_order(void)
{
   return order.out_of_order;
}

Bool turns_are_possible(void)
{
   return options.cores > 1 && VG_(clo_fair_sched) != disable_fair_sched
          && VG_(strcmp)(VG_(name_of_ThreadStatus)(STATUS_YIELDING), "VgTs_Yielding") == 0;
}

void turns_init(void)
{
   if (!turns_are_possible()) return;
   turn_order_init(&order, VG_N_THREADS);
   slots = VG_(calloc)("xg.turns", VG_N_THREADS, sizeof *slots);
}
