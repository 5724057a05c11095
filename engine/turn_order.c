// SPDX-License-Identifier: GPL-3.0-or-later
// Whose turn is next; see turn_order.h.
#include "engine/turn_order.h"

#include "base/host.h"

void turn_order_init(TurnOrder* o, uint32_t n)
{
   *o = (TurnOrder){.n = n, .threads = host_zalloc("turn_order", n * sizeof *o->threads)};
   turn_order_keep(o, 1);
}

void turn_order_keep(TurnOrder* o, uint32_t thread)
{
   for (uint32_t t = 1; t < o->end; t++) o->threads[t] = (TurnThread){0};
   o->threads[thread].state = TURN_RUNS;
   o->end = thread + 1;
   o->living = 1;
   o->owner = thread;
   o->unresolved = false;
}

void turn_order_start(TurnOrder* o, uint32_t thread)
{
   TurnThread* t = &o->threads[thread];
   if (t->state == TURN_NONE) o->living++;
   *t = (TurnThread){.state = TURN_ABLE};
   if (o->end <= thread) o->end = thread + 1;
}

// --- sleeps that end ------------------------------------------------------------------------

static bool is_futex(WaitKind wait)
{
   return wait == WAIT_FUTEX || wait == WAIT_FUTEX_TIMED;
}

static bool may_end_sleep(const TurnCall* call, const TurnCall* sleeper)
{
   if (call->signals) return true;
   if (call->kind == CALL_WAKES)
      return is_futex(sleeper->wait)
             && (!call->address || !sleeper->address || call->address == sleeper->address);
   return !is_futex(call->wait) && sleeper->wait == WAIT_OTHER;
}

static void ask_sleepers(TurnOrder* o, const TurnCall* call)
{
   for (uint32_t t = 1; t < o->end; t++) {
      TurnThread* sleeper = &o->threads[t];
      if (sleeper->state == TURN_SLEEPS && may_end_sleep(call, &sleeper->call))
         sleeper->asked = o->unresolved = true;
   }
}

// Whether a thread may come at any time, or is there already.
static bool others_may_come(const TurnOrder* o, uint32_t thread)
{
   for (uint32_t t = 1; t < o->end; t++) {
      const TurnThread* other = &o->threads[t];
      if (t == thread || other->state == TURN_NONE || other->state == TURN_ENDS) continue;
      const bool calls = other->state == TURN_CALLS || other->state == TURN_SLEEPS;
      if (!calls || other->call.wait != WAIT_FUTEX) return true;
   }
   return false;
}

// --- what threads do ------------------------------------------------------------------------

void turn_order_yield(TurnOrder* o, uint32_t thread)
{
   o->last = thread;
   o->owner = 0;
   o->threads[thread].state = TURN_ABLE;
}

void turn_order_call(TurnOrder* o, uint32_t thread, const TurnCall* call)
{
   if (call->kind == CALL_KEEPS_TURN) return;
   if (call->kind == CALL_MAY_WAIT) {
      turn_order_yield(o, thread);
      o->threads[thread] = (TurnThread){.state = TURN_CALLS, .call = *call};
      o->unresolved = true;
   }
   ask_sleepers(o, call);
}

void turn_order_arrive(TurnOrder* o, uint32_t thread, bool timed_out)
{
   TurnThread* t = &o->threads[thread];
   const bool slept = t->call.kind == CALL_MAY_WAIT && t->call.wait == WAIT_TIME;
   const bool uninvited = slept || (t->state == TURN_SLEEPS && !t->asked);
   if ((uninvited || timed_out) && others_may_come(o, thread)) o->out_of_order++;
   *t = (TurnThread){.state = o->owner == thread ? TURN_RUNS : TURN_ABLE};
}

void turn_order_end(TurnOrder* o, uint32_t thread)
{
   static const TurnCall any = {.signals = true};
   TurnThread* t = &o->threads[thread];
   if (o->owner == thread) {
      turn_order_yield(o, thread);
      t->state = TURN_ENDS;
      o->unresolved = true;
   } else if (t->state != TURN_NONE) {
      t->state = TURN_NONE;
      o->living--;
   }
   ask_sleepers(o, &any);
}

// --- decisions ------------------------------------------------------------------------------

uint32_t turn_order_unresolved(TurnOrder* o)
{
   if (!o->unresolved) return 0;
   for (uint32_t t = 1; t < o->end; t++)
      if (o->threads[t].state == TURN_CALLS || o->threads[t].state == TURN_ENDS) return t;
   // once nobody is on the way into the kernel any more, whom these have woken
   for (uint32_t t = 1; t < o->end; t++)
      if (o->threads[t].state == TURN_SLEEPS && o->threads[t].asked) return t;
   o->unresolved = false;
   return 0;
}

void turn_order_resolve(TurnOrder* o, uint32_t thread, TurnSeen seen)
{
   TurnThread* t = &o->threads[thread];
   t->asked = false;
   if (t->state == TURN_ENDS) {
      t->state = TURN_NONE;
      o->living--;
   } else if (seen == SEEN_ASLEEP) {
      t->state = TURN_SLEEPS;
   } else {
      t->state = TURN_ABLE;
      // A read that has ended makes room for a write.
      if (t->call.wait == WAIT_OTHER) ask_sleepers(o, &t->call);
   }
}

uint32_t turn_order_first(const TurnOrder* o)
{
   for (uint32_t i = 1; i <= o->end; i++) {
      const uint32_t t = (o->last + i) % o->end;
      if (o->threads[t].state == TURN_ABLE) return t;
   }
   return 0;
}

void turn_order_next(TurnOrder* o)
{
   o->owner = turn_order_first(o);
}

void turn_order_give_up(TurnOrder* o)
{
   o->threads[o->owner] = (TurnThread){.state = TURN_SLEEPS, .call.wait = WAIT_OTHER};
   o->owner = 0;
}
