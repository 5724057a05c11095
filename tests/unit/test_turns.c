// SPDX-License-Identifier: GPL-3.0-or-later
// Turns do not depend on the host: random programs of threads that wake and wait run on a model of a kernel that
// lets everything take as long as a random number says, and the turns must be the same each time.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/host.h"
#include "engine/turn_order.h"
#include "unit_main.h"

static uint64_t seed;

static uint32_t below(uint32_t n)
{
   seed ^= seed << 13;
   seed ^= seed >> 7;
   seed ^= seed << 17;
   return (uint32_t)(seed >> 20) % n;
}

// --- programs -----------------------------------------------------------------------------

enum {
   THREADS = 5,
   STEPS = 12,
   PLACES = 3,
   TURNS_MAX = 4000,
   HOSTS = 12,
   PROGRAMS = 400,
   PIPE_ROOM = 2
};

// What a thread does in a turn.  Futexes are counters: to wait takes one, or sleeps until another thread wakes;
// pipes have room for PIPE_ROOM.
typedef enum { RUN, QUIET, WAKE, WAIT, READ, WRITE } Do;
typedef struct {
   Do what;
   uint32_t at;
} Step;

static Step program[THREADS + 1][STEPS];

static void make_program(void)
{
   for (uint32_t t = 1; t <= THREADS; t++)
      for (int i = 0; i < STEPS; i++)
         program[t][i] = (Step){(Do)below(WRITE + 1), below(PLACES)};
}

// --- the host -----------------------------------------------------------------------------

typedef enum { NOT_STARTED, HERE, ENTERING, ASLEEP, LEAVING, ENDING, GONE } Where;

static TurnOrder order;
static Where where[THREADS + 1];
static int step[THREADS + 1];
static uint32_t tokens[PLACES], filled[PLACES], waiters[PLACES][THREADS], n_waiters[PLACES];
static uint32_t started, turns[TURNS_MAX], n_turns;

static const Step* step_of(uint32_t t)
{
   return &program[t][step[t]];
}

// Does the call if it can be done now.
static bool do_call(uint32_t t)
{
   const Step* s = step_of(t);
   uint32_t* n = s->what == WAIT ? &tokens[s->at] : &filled[s->at];
   if (s->what == WRITE ? *n == PIPE_ROOM : *n == 0) return false;
   *n += s->what == WRITE ? 1 : -1u;
   return true;
}

// Whoever sleeps in a pipe and can go on does so, one after the other.
static void run_pipes(void)
{
   for (uint32_t t = 1; t <= THREADS; t++)
      if (where[t] == ASLEEP && step_of(t)->what != WAIT && do_call(t))
         where[t] = LEAVING, t = 0;
}

static void enter_kernel(uint32_t t)
{
   const Step* s = step_of(t);
   where[t] = do_call(t) ? LEAVING : ASLEEP;
   if (s->what == WAIT && where[t] == ASLEEP) waiters[s->at][n_waiters[s->at]++] = t;
   if (s->what != WAIT) run_pipes();
}

static void wake_one(uint32_t at)
{
   if (!n_waiters[at]) {
      tokens[at]++;
      return;
   }
   where[waiters[at][0]] = LEAVING;
   n_waiters[at]--;
   memmove(waiters[at], waiters[at] + 1, n_waiters[at] * sizeof waiters[at][0]);
}

static void decide(void)
{
   for (uint32_t t; (t = turn_order_unresolved(&order));) {
      if (where[t] == ENTERING) enter_kernel(t);
      if (where[t] == ENDING) where[t] = GONE;
      turn_order_resolve(&order, t,
                         where[t] == GONE     ? SEEN_GONE
                         : where[t] == ASLEEP ? SEEN_ASLEEP
                                              : SEEN_BACK);
   }
   turn_order_next(&order);
}

// A thread is in the tool, without its turn.
static void come(uint32_t t)
{
   if (!order.owner) decide();
   if (order.owner != t) return;
   order.threads[t].state = TURN_RUNS;
   if (n_turns < TURNS_MAX) turns[n_turns++] = t;
}

static void take_step(uint32_t t)
{
   static const CallKind kind[] = {CALL_KEEPS_TURN, CALL_KEEPS_TURN, CALL_WAKES,
                                   CALL_MAY_WAIT,   CALL_MAY_WAIT,   CALL_MAY_WAIT};
   if (step[t] == STEPS) {
      where[t] = ENDING;
      turn_order_end(&order, t);
      return;
   }
   const Step* s = step_of(t);
   if (t == 1 && started < THREADS)
      where[++started] = LEAVING, turn_order_start(&order, started);
   const TurnCall call = {.kind = kind[s->what],
                          .wait = s->what <= WAIT ? WAIT_FUTEX : WAIT_OTHER,
                          .address = s->at + 1};
   turn_order_call(&order, t, &call);
   if (s->what == WAKE) wake_one(s->at);
   if (call.kind == CALL_MAY_WAIT) {
      where[t] = ENTERING;
      return;
   }
   step[t]++;
   if (s->what == RUN) turn_order_yield(&order, t);
}

// Something that can happen next on the host; false: nothing can.
static bool happen(void)
{
   uint32_t can[THREADS + 1], n = 0;
   for (uint32_t t = 1; t <= THREADS; t++) {
      const bool here = where[t] == HERE && (!order.owner || order.owner == t);
      if (here || where[t] == ENTERING || where[t] == LEAVING || where[t] == ENDING)
         can[n++] = t;
   }
   if (!n) return false;
   const uint32_t t = can[below(n)];
   switch (where[t]) {
   case HERE:
      if (order.threads[t].state == TURN_RUNS)
         take_step(t);
      else
         come(t);
      break;
   case ENTERING: enter_kernel(t); break;
   case LEAVING:
      where[t] = HERE;
      step[t] +=
         order.threads[t].call.kind == CALL_MAY_WAIT; // or it is there for the first time
      turn_order_arrive(&order, t, false);
      come(t);
      break;
   default: where[t] = GONE; break;
   }
   return true;
}

static void run_on_host(uint64_t host)
{
   seed = host * 0x9E3779B97F4A7C15ULL + 1;
   memset(where, 0, sizeof where);
   memset(step, 0, sizeof step);
   memset(tokens, 0, sizeof tokens);
   memset(filled, 0, sizeof filled);
   memset(n_waiters, 0, sizeof n_waiters);
   n_turns = 0;
   started = 1;
   where[1] = HERE;
   host_free(order.threads);
   turn_order_init(&order, THREADS + 1);
   while (happen()) {
   }
}

static void turns_are_the_programs(void** unused)
{
   (void)unused;
   static uint32_t first[TURNS_MAX];
   uint32_t all = 0, longest = 0;
   for (uint64_t p = 1; p <= PROGRAMS; p++) {
      seed = p * 88172645463325252ULL;
      make_program();
      for (uint64_t host = 1; host <= HOSTS; host++) {
         run_on_host(host);
         assert_int_equal(order.out_of_order, 0);
         if (host == 1) memcpy(first, turns, sizeof turns), all = n_turns;
         assert_int_equal(n_turns, all);
         assert_memory_equal(first, turns, n_turns * sizeof *turns);
         if (all > longest) longest = all;
         // who has not come to an end sleeps
         for (uint32_t t = 1; t <= started; t++)
            assert_true(where[t] == GONE || where[t] == ASLEEP);
      }
   }
   assert_true(longest > THREADS * STEPS / 2);
}

// --- by hand ------------------------------------------------------------------------------

static const TurnCall sleeps = {.kind = CALL_MAY_WAIT, .wait = WAIT_TIME},
                      reads = {.kind = CALL_MAY_WAIT, .wait = WAIT_OTHER},
                      waits = {.kind = CALL_MAY_WAIT, .wait = WAIT_FUTEX, .address = 8},
                      waits_timed = {
                         .kind = CALL_MAY_WAIT, .wait = WAIT_FUTEX_TIMED, .address = 8};

// Threads 1 to n, of which the first one has the turn.
static void begin(uint32_t n)
{
   host_free(order.threads);
   turn_order_init(&order, 10);
   for (uint32_t t = 2; t <= n; t++) turn_order_start(&order, t);
}

static void sees(uint32_t thread, TurnSeen seen)
{
   assert_int_equal(turn_order_unresolved(&order), thread);
   turn_order_resolve(&order, thread, seen);
}

static void next_is(uint32_t thread)
{
   assert_int_equal(turn_order_unresolved(&order), 0);
   turn_order_next(&order);
   assert_int_equal(order.owner, thread);
   if (thread) order.threads[thread].state = TURN_RUNS;
}

// The owner makes the call, and sleeps.
static void falls_asleep(const TurnCall* call, uint32_t next)
{
   const uint32_t t = order.owner;
   turn_order_call(&order, t, call);
   sees(t, SEEN_ASLEEP);
   next_is(next);
}

static void arrives(uint32_t thread, bool timed_out, uint64_t out_of_order)
{
   turn_order_arrive(&order, thread, timed_out);
   assert_int_equal(order.out_of_order, out_of_order);
}

static void order_by_hand(void** unused)
{
   (void)unused;
   begin(3); // in a circle, those that can run
   turn_order_yield(&order, 1), next_is(2);
   turn_order_yield(&order, 2), next_is(3);
   turn_order_yield(&order, 3), next_is(1);
   falls_asleep(&waits, 2);
   turn_order_yield(&order, 2), next_is(3);
   turn_order_yield(&order, 3), next_is(2);
   // one that came back at once can go on
   turn_order_call(&order, 2, &reads);
   sees(2, SEEN_BACK);
   next_is(3);
   turn_order_yield(&order, 3), next_is(2);
   // threads that end are looked at, too, and then all that sleep
   turn_order_end(&order, 2);
   sees(2, SEEN_GONE);
   assert_int_equal(order.living, 2);
   sees(1, SEEN_BACK);
   next_is(3);
   turn_order_yield(&order, 3), next_is(1);
   // one that is ended by another one, or was never started
   turn_order_end(&order, 3);
   assert_int_equal(order.living, 1);
   turn_order_start(&order, 3);
   assert_int_equal(order.living, 2);
   turn_order_start(&order, 4);
   turn_order_yield(&order, 1), next_is(3);
   turn_order_keep(&order, 3);
   assert_int_equal(order.living, 1);
   assert_int_equal(order.owner, 3);
   turn_order_yield(&order, 3), next_is(3);
   // who does not come is passed over, and its time comes again
   begin(3);
   turn_order_yield(&order, 1), turn_order_next(&order);
   assert_int_equal(order.owner, 2);
   turn_order_give_up(&order);
   assert_int_equal(order.owner, 0);
   next_is(3);
   arrives(2, false, 1);
   turn_order_yield(&order, 3), next_is(1);
   turn_order_yield(&order, 1), next_is(2);
}

// Which calls may end whose sleep.
static void sleeps_that_end(void** unused)
{
   (void)unused;
   const TurnCall wakes = {.kind = CALL_WAKES, .address = 8},
                  wakes_other = {.kind = CALL_WAKES, .address = 16},
                  wakes_any = {.kind = CALL_WAKES}, quiet = {.kind = CALL_KEEPS_TURN},
                  kills = {.kind = CALL_MAY_WAIT, .wait = WAIT_OTHER, .signals = true};
   const struct {
      const TurnCall *sleeper, *call;
      bool asked;
   } cases[] = {
      {&waits, &wakes, true},       {&waits, &wakes_other, false}, {&waits, &wakes_any, true},
      {&waits_timed, &wakes, true}, {&reads, &wakes, false},       {&sleeps, &wakes, false},
      {&reads, &reads, true},       {&waits, &reads, false},       {&sleeps, &reads, false},
      {&reads, &waits, false},      {&reads, &quiet, false},       {&sleeps, &kills, true},
      {&waits, &kills, true},       {&waits, &sleeps, false},
   };
   for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
      begin(2);
      falls_asleep(cases[i].sleeper, 2);
      turn_order_call(&order, 2, cases[i].call);
      assert_int_equal(order.threads[1].asked, cases[i].asked);
      assert_int_equal(order.owner, cases[i].call->kind == CALL_MAY_WAIT ? 0 : 2);
   }
   // a read that ends may end a write
   begin(3);
   falls_asleep(&reads, 2);
   turn_order_call(&order, 2, &reads);
   sees(2, SEEN_ASLEEP);
   sees(1, SEEN_ASLEEP);
   next_is(3);
   turn_order_call(&order, 3, &reads);
   sees(3, SEEN_BACK);
   sees(1, SEEN_ASLEEP);
   sees(2, SEEN_BACK);
   sees(1, SEEN_BACK);
   next_is(1);
}

static void out_of_order_by_hand(void** unused)
{
   (void)unused;
   begin(2); // time ends a sleep while another thread runs
   falls_asleep(&sleeps, 2);
   arrives(1, false, 1);
   begin(2); // ... while it sleeps until this one wakes it
   falls_asleep(&sleeps, 2);
   falls_asleep(&waits, 0);
   arrives(1, false, 0);
   begin(2); // ... while it sleeps until time, or something else, wakes it
   falls_asleep(&sleeps, 2);
   falls_asleep(&waits_timed, 0);
   arrives(1, false, 1);
   begin(2); // a thread that has been looked at or not
   falls_asleep(&reads, 2);
   turn_order_call(&order, 2, &sleeps);
   arrives(2, false, 1);
   begin(2);
   falls_asleep(&reads, 2);
   turn_order_call(&order, 2, &sleeps);
   sees(2, SEEN_BACK);
   arrives(2, false, 1);
   arrives(2, false, 1);
   begin(2);
   falls_asleep(&reads, 2);
   turn_order_call(&order, 2, &reads);
   arrives(2, false, 0);
   begin(2); // a call may have ended it
   falls_asleep(&reads, 2);
   turn_order_call(&order, 2, &reads);
   arrives(1, false, 0);
   begin(2); // the call says that it was time
   falls_asleep(&waits_timed, 2);
   turn_order_call(&order, 2, &(TurnCall){.kind = CALL_WAKES, .address = 8});
   arrives(1, true, 1);
   begin(2); // the other one has ended
   falls_asleep(&sleeps, 2);
   turn_order_end(&order, 2);
   arrives(1, false, 0);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(order_by_hand),
      cmocka_unit_test(sleeps_that_end),
      cmocka_unit_test(out_of_order_by_hand),
      cmocka_unit_test(turns_are_the_programs),
   };
   return UNIT_MAIN(argc, argv, tests);
}
