// SPDX-License-Identifier: GPL-3.0-or-later
// Loops that wait for other threads, by hand: what is told, what it costs, and what is left of the line's weight.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/engine.h"
#include "engine/sharing/possible_sharing.h"
#include "engine/waiting.h"
#include "unit_main.h"

enum { THREADS = 3, FLAG = 64, OTHER = 72, FAR = 128, STACK = 1 << 20, SITES = 4 };

static ShadowStack stack[THREADS + 1];
static Frame frames[THREADS + 1][3];
static Block block;
static Instr instrs[SITES];
static Site reads[SITES], writes[SITES];
static uint64_t per_access; // instructions

static void run_thread(uint32_t thread)
{
   if (xg_current.stack)
      memcpy(xg_current.stack->exec.total, xg_current.total, sizeof xg_current.total);
   xg_current.stack = &stack[thread];
   memcpy(xg_current.total, stack[thread].exec.total, sizeof xg_current.total);
}

static void begin(void)
{
   block = (Block){.start = 0x1000, .instrs = instrs};
   possible_sharing_init(64);
   xg_current.stack = NULL;
   per_access = 3;
   for (uint32_t i = 0; i < SITES; i++) {
      instrs[i].offset_B = (uint16_t)(4 * i);
      reads[i] = (Site){.block = &block, .size_B = 8, .instr = (uint16_t)i, .kind = SITE_READ};
      writes[i] = (Site){.block = &block,
                         .size_B = 8,
                         .instr = (uint16_t)i,
                         .kind = SITE_WRITE,
                         .is_write = true};
   }
   for (uint32_t t = 1; t <= THREADS; t++) {
      stack[t] = (ShadowStack){.thread = t, .exec.collect = true};
      stack[t].frames = stack[t].floor = frames[t];
      stack[t].top = frames[t] + 2;
      frames[t][1].sp = STACK * t;
   }
   possible_sharing_start_thread(0, 1);
   for (uint32_t t = 2; t <= THREADS; t++) {
      run_thread(1);
      possible_sharing_start_thread(1, t);
   }
}

static void access_at(uint32_t thread, const Site* site, uint64_t address)
{
   run_thread(thread);
   xg_current.total[EV_IR] += per_access;
   possible_sharing_access(PROGRAM, site, address);
}

static void read_by(uint32_t thread, uint32_t site, uint64_t address)
{
   access_at(thread, &reads[site], address);
}

static void write_by(uint32_t thread, uint64_t address)
{
   access_at(thread, &writes[3], address);
}

// An atomic instruction that finds memory other than it expects, or as it would leave it; or not.
static void atomic_by(uint32_t thread, uint64_t address, bool leaves_memory)
{
   possible_sharing.leaves_memory = leaves_memory;
   access_at(thread, &writes[2], address);
   possible_sharing_atomic(address);
}

static void spin(uint32_t thread, int rounds)
{
   for (int i = 0; i < rounds; i++) read_by(thread, 0, FLAG);
}

// Episodes and instructions of all threads at all sites that wait, and the weight of the flag's line.
static void expect(uint64_t episodes, uint64_t instructions, uint64_t weight)
{
   uint64_t n = 0, sum = 0, cost[EV_COUNT];
   possible_sharing_close();
   possible_sharing_check();
   for (const WaitingSite* s = PROGRAM->waiting.sites; s; s = s->next) {
      if (!waiting_is_known(&PROGRAM->waiting, s->site)) continue;
      waiting_cost(s, cost);
      n += s->episodes;
      sum += cost[EV_IR];
   }
   SharingWeight w = possible_sharing_weight(map_get(&PROGRAM->sharing.lines, FLAG, 0));
   assert_int_equal(n, episodes);
   assert_int_equal(sum, instructions);
   assert_int_equal(w.truly + w.falsely, weight);
   possible_sharing_zero();
   assert_null(PROGRAM->waiting.sites);
   assert_null(PROGRAM->waiting.active);
}

// The first read tells of a loop; from the eighth on, each costs 3, and so does the access that ends the loop.
static void waits(void** state)
{
   (void)state;
   begin(); // until another thread writes
   spin(2, 100);
   for (int i = 0; i < 50; i++) write_by(1, FLAG);
   spin(2, 1), read_by(2, 1, FAR);
   expect(1, 3 * (101 - 8 + 1), 1); // the first read, which is before the loop is known
   begin();                         // the write comes before the loop is one
   write_by(1, FLAG);
   spin(2, 100), read_by(2, 1, FAR);
   expect(0, 0, 1);
   begin(); // seven rounds are none, eight are
   spin(2, 7), write_by(1, FLAG), read_by(2, 1, FAR);
   expect(0, 0, 1);
   begin();
   spin(2, 8), write_by(1, FLAG), read_by(2, 1, FAR);
   expect(1, 3, 1);
   begin(); // nobody writes what is read; another thread writes beside it 50 times
   for (int i = 0; i < 50; i++) write_by(1, OTHER);
   spin(2, 100), read_by(2, 1, FAR);
   expect(0, 0, 50);
   begin(); // what the loop reads is written by its own thread
   spin(2, 100), write_by(2, FLAG), spin(2, 1), read_by(2, 1, FAR);
   expect(0, 0, 0);
   begin(); // two threads wait
   spin(2, 100), spin(3, 50), write_by(1, FLAG);
   read_by(2, 1, FAR), read_by(3, 1, FAR);
   expect(2, 3 * (100 - 8 + 1 + 50 - 8 + 1), 2);
}

static void rounds(void** state)
{
   (void)state;
   begin(); // a round of three reads, one on the stack, and a store to it
   for (int i = 0; i < 100; i++) {
      read_by(2, 0, FLAG), read_by(2, 1, FAR);
      read_by(2, 2, 2 * STACK - 64);
      write_by(2, 2 * STACK - 64);
   }
   write_by(1, FLAG);
   read_by(2, 1, FAR + 8);
   expect(1, 12 * (100 - 8) + 3 + 3, 1); // the last store, and the read that ends it
   begin();                              // its own stores are no news
   for (int i = 0; i < 100; i++) {
      read_by(2, 0, FLAG), read_by(2, 2, 2 * STACK - 64);
      write_by(2, 2 * STACK - 64);
   }
   read_by(2, 1, FAR), write_by(1, FLAG);
   expect(0, 0, 1);
   begin(); // a store to other memory than the stack
   for (int i = 0; i < 100; i++) read_by(2, 0, FLAG), write_by(2, FAR);
   for (int i = 0; i < 10; i++) write_by(1, FLAG);
   expect(0, 0, 10);
   begin(); // to the stack of another thread, and above its own
   for (int i = 0; i < 100; i++) read_by(2, 0, FLAG), write_by(2, 3 * STACK - 64);
   for (int i = 0; i < 100; i++) read_by(2, 0, FLAG), write_by(2, 2 * STACK + 8);
   write_by(1, FLAG);
   expect(0, 0, 1);
   begin(); // a round that has one read twice is known from the 8th access on, and has been repeated 8 times after 35
   for (int i = 0; i < 100; i++)
      read_by(2, 0, FLAG), read_by(2, 1, FAR), read_by(2, 0, FLAG), read_by(2, 2, FAR);
   write_by(1, FLAG), read_by(2, 1, FAR + 8);
   expect(1, 3 * (401 - 35), 1);
   begin(); // it walks
   for (uint64_t i = 0; i < 100; i++) read_by(2, 0, FLAG), read_by(2, 1, FAR + 8 * i);
   write_by(1, FLAG), read_by(2, 1, FAR);
   expect(0, 0, 1);
   begin(); // one round works much
   per_access = WAIT_INSTRUCTIONS_MAX + 1;
   spin(2, 100), write_by(1, FLAG), read_by(2, 1, FAR);
   expect(0, 0, 1);
   begin(); // ... or just enough
   per_access = WAIT_INSTRUCTIONS_MAX;
   spin(2, 100), write_by(1, FLAG), read_by(2, 1, FAR);
   expect(1, WAIT_INSTRUCTIONS_MAX * 93, 1);
   begin(); // a signal comes
   spin(2, 50), write_by(1, FLAG);
   stack[2].n_handlers = 1;
   spin(2, 1), read_by(2, 1, FAR);
   expect(0, 0, 1);
}

static void atomics(void** state)
{
   (void)state;
   begin(); // a lock that is taken; each attempt counts as a write
   for (int i = 0; i < 100; i++) atomic_by(2, FLAG, true);
   write_by(1, FLAG);
   atomic_by(2, FLAG, true), atomic_by(2, FLAG, false);
   expect(1, 3 * (101 - 8 + 1), 2);
   begin(); // a counter
   for (int i = 0; i < 100; i++) atomic_by(2, FLAG, false);
   write_by(1, FLAG);
   expect(0, 0, 2);
   begin(); // attempts of another thread are no news
   for (int i = 0; i < 100; i++) atomic_by(2, FLAG, true), atomic_by(3, FLAG, true);
   read_by(2, 1, FAR), read_by(3, 1, FAR);
   expect(0, 0, 200);
   begin();
   spin(2, 100), atomic_by(3, FLAG, true), read_by(2, 1, FAR);
   expect(0, 0, 1);
   begin(); // a thread that gives up and sleeps has waited
   spin(2, 100);
   possible_sharing_begin_futex(2, FLAG + 4, true, false);
   expect(1, 3 * (100 - 8), 0);
   begin(); // one that sleeps elsewhere, or wakes others, has not
   spin(2, 100);
   possible_sharing_begin_futex(2, FAR, true, false);
   possible_sharing_end_futex(2);
   spin(2, 100);
   possible_sharing_begin_futex(2, FLAG, false, true);
   write_by(1, FLAG);
   expect(0, 0, 1);
   begin(); // loops that are known to wait count where they give up, before and after
   spin(2, 100), read_by(2, 1, FAR);
   spin(2, 100), write_by(1, FLAG), read_by(2, 1, FAR);
   spin(2, 100), read_by(2, 1, FAR);
   expect(1, 3 * 3 * 93, 1);
}

static void misses(void** state)
{
   (void)state;
   begin();
   spin(2, 100), write_by(1, FLAG);
   run_thread(2);
   xg_current.total[EV_D1TRUE] += 5;
   xg_current.total[EV_D1FALSE] += 2;
   spin(2, 1), read_by(2, 1, FAR);
   const SharedLine* l = map_get(&PROGRAM->sharing.lines, FLAG, 0);
   assert_int_equal(l->waiting_misses[0], 5);
   assert_int_equal(l->waiting_misses[1], 2);
   run_thread(2);
   spin(2, 100), write_by(1, FLAG);
   stack[2].exec.collect = false; // what is not collected is no part of a loop
   spin(2, 100);
   expect(2, 3 * (101 - 8 + 1) + 3 * (100 - 8 + 1), 2);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(waits),
      cmocka_unit_test(rounds),
      cmocka_unit_test(atomics),
      cmocka_unit_test(misses),
   };
   return UNIT_MAIN(argc, argv, tests);
}
