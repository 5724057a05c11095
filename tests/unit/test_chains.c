// SPDX-License-Identifier: GPL-3.0-or-later
// Chains of operations that go through the rounds of a loop, in registers and in memory, against plain ones.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "cycles/chain.h"
#include "cycles/forwarding.h"
#include "host_libc.h"
#include "unit_main.h"
#include "xorshift.h"

enum { REG = 20, OTHER = 21, LATENCY_MC = 3 * CYCLE_MC, INSTRS = 6, ROUNDS_MAX = 5000 };

static RecentBlocks producers;
static Arena arena = {.what = "chains"};
static Chain* chain;
static uint64_t now_mc; // of the thread that runs
static int threads[2];
static const int* thread;
static Mispredicted mispredicted;

// The loop's own block, a sum in REG; one that leaves registers alone; one that sets REG anew.
static const BlockCycles sum = {.written = 1 << REG, .end = {[REG] = {.registers = 1 << REG}}};
static const BlockCycles bystander = {.written = 1 << OTHER};
static const BlockCycles reset = {.written = 1 << REG, .end = {[REG] = {.loads = 1}}};
// REG goes to OTHER, and comes back from there.
static const BlockCycles away = {.written = 1 << REG | 1 << OTHER,
                                 .end = {[OTHER] = {.registers = 1 << REG}}};
static const BlockCycles back = {.written = 1 << REG,
                                 .end = {[REG] = {.registers = 1 << OTHER}}};

// Rounds, plainly: when each of them enters, when its result is there, and when it and all before it have ended.
typedef struct {
   uint32_t window, latency_mc, n;
   uint32_t fits,
      between_mc; // of the window's rounds, with other blocks between, and what these add if the chain goes on
   uint64_t enters_mc[ROUNDS_MAX], done_mc[ROUNDS_MAX], ended_mc[ROUNDS_MAX];
} Plain;

static Plain plain;

static uint64_t later(uint64_t a, uint64_t b)
{
   return a > b ? a : b;
}

// A round that could enter so much after the last one.  Returns how much later it does.
static uint64_t plain_round(uint64_t after_mc, bool goes_on, bool waits_for_last)
{
   uint32_t n = plain.n++;
   bool first = n == 0;
   uint64_t could_mc = first ? after_mc : plain.enters_mc[n - 1] + after_mc;
   uint64_t enters_mc = could_mc;
   uint32_t fits = goes_on ? plain.fits : plain.window;
   if (n >= fits) enters_mc = later(enters_mc, plain.ended_mc[n - fits]);
   if (waits_for_last && !first) enters_mc = later(enters_mc, plain.ended_mc[n - 1]);
   plain.enters_mc[n] = enters_mc;
   plain.done_mc[n] =
      plain.latency_mc
      + (goes_on && !first ? later(enters_mc, plain.done_mc[n - 1] + plain.between_mc)
                           : enters_mc);
   plain.ended_mc[n] = later(plain.done_mc[n], first ? 0 : plain.ended_mc[n - 1]);
   return enters_mc - could_mc;
}

static void begin(uint32_t window)
{
   memset(&producers, 0, sizeof producers);
   producers.begun = 1000; // blocks of which nothing is known
   chain = chain_new(&arena, &(Chain){.latency_mc = LATENCY_MC,
                                      .reg = REG,
                                      .instrs = INSTRS,
                                      .room = window * INSTRS,
                                      .window = window});
   plain = (Plain){.window = window, .fits = window, .latency_mc = LATENCY_MC};
   now_mc = 777;
   thread = &threads[0];
   mispredicted = (Mispredicted){0};
}

static void run_block(const BlockCycles* b)
{
   producers.ring[producers.begun++ % PRODUCERS_BLOCKS] = b;
}

// One more round, so much after the last one.  Returns what it is charged.
static uint64_t one_round(uint64_t after_mc)
{
   now_mc += after_mc;
   run_block(&sum);
   uint32_t mc = chain_round(chain, &producers, &(Round){now_mc, thread, &mispredicted});
   now_mc += mc;
   return mc;
}

// Rounds of half a cycle, as the plain ones: the first one goes on, or not.
static void rounds(uint32_t n, bool goes_on)
{
   for (; n; n--, goes_on = true)
      assert_int_equal(one_round(CYCLE_MC / 2), plain_round(CYCLE_MC / 2, goes_on, false));
}

// Loops of n rounds, each with a chain of its own, where something sets the register, or nobody knows.
static void test_rounds(void** state)
{
   (void)state;
   for (uint32_t w = 1; w < 100; w += 7)
      for (uint32_t n = 1; n <= 5 * w; n += 5) {
         begin(w);
         for (uint32_t loop = 0; loop < 6; loop++) {
            rounds(n, false);
            run_block(n % 2 ? &reset : NULL);
         }
      }
}

// Known by construction: once the window is full, a round takes the latency; short loops cost nothing.
static void test_known(void** state)
{
   (void)state;
   begin(10);
   for (int i = 0; i < 10; i++) assert_int_equal(one_round(CYCLE_MC), 0);
   assert_int_equal(one_round(CYCLE_MC), 0);
   // 11 results take 33 cycles; the second one is there after 6, when the 12th round could enter after 11.
   for (int i = 0; i < 5; i++) one_round(CYCLE_MC);
   for (int i = 0; i < 50; i++) assert_int_equal(one_round(CYCLE_MC), 2 * CYCLE_MC);
   // What takes longer than the chain hides it.
   one_round(100 * CYCLE_MC);
   for (int i = 0; i < 50; i++) assert_int_equal(one_round(LATENCY_MC), 0);
   begin(100);
   for (int loop = 0; loop < 50; loop++) {
      for (int i = 0; i < 5; i++) assert_int_equal(one_round(CYCLE_MC), 0);
      run_block(&reset);
   }
}

// One chain through two loops.
static void test_goes_on(void** state)
{
   (void)state;
   begin(20);
   rounds(30, false);
   run_block(&bystander);
   rounds(30, true);
   run_block(&away);
   run_block(&back);
   rounds(40, true);
   // Away, and what comes back is another value.
   run_block(&away);
   run_block(&bystander);
   run_block(&back);
   rounds(9, true);
   run_block(&back);
   rounds(9, false);
}

// Rounds with another block between each and the one before.
static void rounds_with(const BlockCycles* between, uint32_t n, bool goes_on)
{
   for (; n; n--) {
      run_block(between);
      assert_int_equal(one_round(CYCLE_MC / 2), plain_round(CYCLE_MC / 2, goes_on, false));
   }
}

// Whether the chain goes on is found out each 16th time: here in rounds 1, 17, 33 and 49 with another block between.
static void test_trusted(void** state)
{
   (void)state;
   begin(20);
   rounds(1, false);
   rounds_with(&bystander, 40, true);
   rounds_with(&reset, 8, true);
   rounds_with(&reset, 60, false);
   rounds_with(&bystander, 4, false);
   rounds_with(&bystander, 60, true);
}

// What is too far away to be known has ended.
static void test_distance(void** state)
{
   (void)state;
   for (uint32_t between = PRODUCERS_BLOCKS - 3; between < PRODUCERS_BLOCKS + 3; between++) {
      begin(20);
      rounds(30, false);
      for (uint32_t i = 0; i < between; i++) run_block(&bystander);
      rounds(30, between + 1 < PRODUCERS_BLOCKS);
   }
}

// A branch of the running block that comes from these registers is mispredicted.
static void mispredict(uint64_t registers)
{
   mispredicted = (Mispredicted){producers.begun - 1, registers};
}

// A loop behind a misprediction, which enters once the branch is known, or not.
static void rounds_behind(bool drained)
{
   run_block(&reset);
   assert_int_equal(one_round(CYCLE_MC / 2), plain_round(CYCLE_MC / 2, false, drained));
   rounds(29, true);
}

// A misprediction that waits for the chain leaves nothing that the next loop could overlap with.
static void test_mispredicted(void** state)
{
   (void)state;
   begin(20);
   rounds(30, false);
   mispredict(1 << OTHER);
   rounds_behind(false);
   mispredict(1 << REG);
   rounds_behind(true);
   rounds_behind(false); // that was before the last round
   // In another block, behind the loop, that has the chain's value, or not.
   run_block(&bystander);
   mispredict(1 << REG);
   rounds_behind(true);
   run_block(&away);
   run_block(&bystander);
   mispredict(1 << OTHER);
   rounds_behind(true);
   run_block(&away);
   run_block(&bystander);
   run_block(&bystander);
   mispredict(1 << OTHER);
   rounds_behind(false);
   run_block(&away);
   run_block(&back);
   run_block(&bystander);
   mispredict(1 << REG);
   rounds_behind(true);
   // Too long ago.
   mispredict(1 << REG);
   for (int i = 0; i < PRODUCERS_BLOCKS; i++) run_block(&bystander);
   rounds_behind(false);
}

// Threads take turns: each one's time is its own, and the loop goes on.
static void test_threads(void** state)
{
   (void)state;
   begin(20);
   uint64_t of_other = 5000000;
   for (int turn = 0; turn < 20; turn++) {
      rounds(turn, true);
      uint64_t mine = now_mc;
      now_mc = of_other;
      of_other = mine;
      thread = &threads[turn % 2];
      run_block(&reset);
      if (turn) {
         assert_int_equal(one_round(CYCLE_MC), plain_round(0, true, false));
      } else
         rounds(1, false);
   }
}

// A thread's time goes back where costs are not collected for a while: the loop goes on.
static void test_time_goes_back(void** state)
{
   (void)state;
   begin(20);
   now_mc = 1000 * CYCLE_MC;
   for (uint32_t n = 1; n < 90; n += 4) {
      rounds(n, n != 1);
      now_mc -= n * CYCLE_MC + CYCLE_MC;
      assert_int_equal(one_round(CYCLE_MC / 2), plain_round(0, true, false));
   }
}

static void test_random(void** state)
{
   (void)state;
   for (int run = 0; run < 300; run++) {
      begin(1 + next_random() % 60);
      plain.latency_mc = chain->latency_mc = next_random() % (8 * CYCLE_MC);
      for (uint32_t i = 0; i < 300; i++) {
         bool anew = next_random() % 20 == 0, wrong = anew && next_random() % 2;
         uint64_t after_mc =
            next_random() % 5 ? next_random() % CYCLE_MC : next_random() % (30 * CYCLE_MC);
         if (wrong) mispredict(1 << REG);
         if (anew) run_block(&reset);
         assert_int_equal(one_round(after_mc), plain_round(after_mc, !anew, wrong));
      }
   }
}

// A block on its way round other blocks: what was found holds for 16 rounds with as many blocks between.
static void test_through_blocks(void** state)
{
   (void)state;
   for (int is_anew = 0; is_anew < 2; is_anew++) {
      begin(1);
      for (uint32_t i = 0; i < 100; i++) {
         run_block(is_anew ? &reset : &bystander);
         rounds(1, !is_anew);
      }
      // From now on it is the other way round.
      for (uint32_t i = 0; i < 100; i++) {
         run_block(is_anew ? &bystander : &reset);
         rounds(1, i < 15 ? !is_anew : is_anew);
      }
   }
}

// One that adds four cycles to REG; one that is long, and leaves it alone.
static const BlockCycles adds = {.written = 1 << REG,
                                 .end = {[REG] = {.registers = 1 << REG}},
                                 .through_mc = {[REG] = 4 * CYCLE_MC},
                                 .instrs = 3};
static const BlockCycles is_long = {.instrs = 15};

// Known by construction: with a block between, each round takes the latency of both.
static void test_between(void** state)
{
   (void)state;
   begin(12);
   for (int i = 0; i < 100; i++) {
      run_block(&adds);
      uint64_t mc = one_round(CYCLE_MC);
      assert_int_equal(mc, i < 9 ? 0 : i == 9 ? CYCLE_MC : 6 * CYCLE_MC);
   }
   // Longer than the chain of the block alone: found out at the 256th time that this has ended.
   begin(12);
   uint64_t sum_mc = 0;
   for (int i = 0; i < 2000; i++) {
      run_block(&adds);
      uint64_t mc = one_round(5 * CYCLE_MC);
      if (i < 256) assert_int_equal(mc, 0);
      sum_mc += mc;
   }
   assert_in_range(sum_mc, 1700 * 2 * CYCLE_MC, 1800 * 2 * CYCLE_MC);
}

// What lies between two rounds, up to two blocks, and what is known of that, as chain.h has it.
typedef struct {
   const BlockCycles* block[2];
   uint32_t n, ended, trusted, apart, fits, between_mc;
   bool goes_on;
} Between;

// Whether the chain is taken for one that goes on; sets plain's figures.
static bool plain_between(Between* b, uint64_t could_mc)
{
   uint32_t instrs = INSTRS, add_mc = 0, apart = b->n + 1;
   bool resets = false;
   for (uint32_t i = 0; i < b->n; i++) {
      instrs += b->block[i]->instrs;
      add_mc += b->block[i]->through_mc[REG];
      resets |= b->block[i] == &reset;
   }
   plain.fits = plain.window;
   plain.between_mc = 0;
   if (plain.ended_mc[plain.n - 1] + (apart == b->apart ? b->between_mc : 0) <= could_mc) {
      if (apart == 1 || ++b->ended < 256) return false;
      b->ended = 0;
   }
   if (apart == 1) return true;
   if (apart != b->apart || ++b->trusted == 16) {
      uint32_t fits = plain.window * INSTRS / instrs;
      b->apart = apart;
      b->trusted = 0;
      b->goes_on = !resets;
      b->between_mc = resets ? 0 : add_mc;
      b->fits = fits ? fits : 1;
   }
   plain.fits = b->fits;
   plain.between_mc = b->between_mc;
   return b->goes_on;
}

static void test_random_between(void** state)
{
   (void)state;
   static const BlockCycles* const blocks[] = {&adds, &is_long, &bystander, &reset};
   for (int run = 0; run < 100; run++) {
      begin(1 + next_random() % 40);
      Between b = {0};
      rounds(1, false);
      for (uint32_t i = 0; i < 4000; i++) {
         if (next_random() % (run % 2 ? 25 : 700) == 0) {
            b.n = next_random() % 3;
            for (uint32_t k = 0; k < b.n; k++) b.block[k] = blocks[next_random() % 4];
         }
         for (uint32_t k = 0; k < b.n; k++) run_block(b.block[k]);
         uint64_t after_mc = next_random() % (run % 9 * CYCLE_MC + 1);
         bool same = plain_between(&b, plain.enters_mc[plain.n - 1] + after_mc);
         assert_int_equal(one_round(after_mc), plain_round(after_mc, same, false));
      }
   }
}

// The block's other branches count no round.
static void test_two_branches(void** state)
{
   (void)state;
   begin(10);
   rounds(1, false);
   for (uint32_t i = 0; i < 20; i++) {
      assert_int_equal(chain_round(chain, &producers, &(Round){now_mc, thread, &mispredicted}),
                       0);
      rounds(1, true);
   }
}

// A chain through memory is one of adjacent rounds.
static void test_in_memory(void** state)
{
   (void)state;
   begin(5);
   chain->reg = CHAIN_IN_MEMORY;
   rounds(30, false);
   run_block(&bystander);
   mispredict(1 << REG);
   rounds(30, false);
}

// --- through memory -------------------------------------------------------------------------

static Processor figures(void)
{
   Processor p = PROCESSOR_DEFAULT;
   p.operation_mc[OPERATION_FORWARD_NEXT] = 300;
   p.operation_mc[OPERATION_FORWARD] = 7 * CYCLE_MC;
   p.operation_mc[OPERATION_FORWARD_VECTOR] = 9 * CYCLE_MC;
   return p;
}

// The chain of bursts whose round n loads from one address, and stores to another one.
static uint32_t chain_of(bool is_vector, uint32_t n, uint64_t (*loads)(uint32_t),
                         uint64_t (*stores)(uint32_t))
{
   Forwarding f = {.operations_mc = CYCLE_MC, .is_vector = is_vector};
   const Processor p = figures();
   for (uint32_t i = 0; i < n; i++)
      assert_int_equal(forwarding_round(&f, &p, 1, loads(i), stores(i)), i == 0);
   assert_true(forwarding_round(&f, &p, 2, 0, 0));
   return f.latency_mc;
}

static uint64_t same(uint32_t i)
{
   return 64 + 0 * i;
}

static uint64_t in_turn(uint32_t i)
{
   return 64 + 8 * (i % 4);
}

static uint64_t too_many(uint32_t i)
{
   return 64 + 8 * (i % (FORWARDING_STORES + 1));
}

static uint64_t next(uint32_t i)
{
   return 64 + 8 * i;
}

static uint64_t last(uint32_t i)
{
   return 64 + 8 * i - 8;
}

static void test_forwarding(void** state)
{
   (void)state;
   assert_int_equal(chain_of(false, 16, same, same), 1300);
   assert_int_equal(chain_of(true, 16, same, same), 10 * CYCLE_MC);
   assert_int_equal(chain_of(false, 16, in_turn, in_turn), 2 * CYCLE_MC);
   assert_int_equal(chain_of(true, 16, in_turn, in_turn), 2500);
   assert_int_equal(chain_of(true, 100, last, next), 10 * CYCLE_MC);
   assert_int_equal(chain_of(true, 100, next, next), 0);
   assert_int_equal(chain_of(true, 100, next, last), 0);
   assert_int_equal(chain_of(true, 100, too_many, too_many), 0);
   assert_int_equal(chain_of(false, FORWARDING_ROUNDS_MIN - 1, same, same), 0);
   assert_int_equal(chain_of(false, FORWARDING_ROUNDS_MIN, same, same), 1300);
}

// What a burst has found holds until the next one that says something.
static void test_bursts(void** state)
{
   (void)state;
   Forwarding f = {.operations_mc = CYCLE_MC, .is_vector = true};
   const Processor p = figures();
   for (uint32_t i = 0; i < 16; i++) forwarding_round(&f, &p, 1, 8, 8);
   forwarding_round(&f, &p, 2, 8, 8);
   assert_int_equal(f.latency_mc, 10 * CYCLE_MC);
   for (uint32_t i = 0; i < 16; i++) forwarding_round(&f, &p, 3, next(i), next(i));
   assert_int_equal(f.latency_mc, 10 * CYCLE_MC);
   forwarding_round(&f, &p, 4, 8, 8);
   assert_int_equal(f.latency_mc, 0);
}

// With all stores of the burst in an array: the longest chain, over the rounds that it takes.
static void test_random_bursts(void** state)
{
   (void)state;
   const Processor p = figures();
   for (int run = 0; run < 2000; run++) {
      Forwarding f = {.operations_mc = next_random() % (4 * CYCLE_MC),
                      .is_vector = next_random() % 2};
      uint64_t stored[FORWARDING_BURST], chain_mc[FORWARDING_BURST], longest = 0;
      uint32_t first[FORWARDING_BURST], over = 0, places = 1 + next_random() % 12;
      for (uint32_t i = 0; i < FORWARDING_BURST; i++) {
         uint64_t loaded = next_random() % places;
         chain_mc[i] = 0;
         first[i] = i;
         for (uint32_t k = 1; k <= i && k <= FORWARDING_STORES; k++) {
            if (stored[i - k] != loaded) continue;
            OperationKind how = f.is_vector ? OPERATION_FORWARD_VECTOR
                                : k == 1    ? OPERATION_FORWARD_NEXT
                                            : OPERATION_FORWARD;
            chain_mc[i] = chain_mc[i - k] + p.operation_mc[how] + f.operations_mc;
            first[i] = first[i - k];
            break;
         }
         stored[i] = next_random() % places;
         if (chain_mc[i] > longest) {
            longest = chain_mc[i];
            over = i - first[i];
         }
         forwarding_round(&f, &p, 1, loaded, stored[i]);
      }
      forwarding_round(&f, &p, 2, 0, 0);
      assert_int_equal(f.latency_mc, over ? longest / over : 0);
   }
}

static const BlockCycles* block_of(const Processor* p, OperationKind kind, uint32_t instrs,
                                   BlockEnd end)
{
   static Flow flow;
   const BlockCycles* b = flow_begin(&flow, p, &arena, instrs, 0);
   flow_instruction(&flow, instrs - 2);
   Value v = flow_get(&flow, REG);
   if (kind != OPERATION_KINDS) flow_use(&flow, kind, &v);
   flow_put(&flow, REG, &v, true);
   flow_end(&flow, &arena, CYCLE_MC, end);
   return b;
}

// A block that ends with a branch has a chain, if that is longer than its own time; one that goes on elsewhere has
// costs for each execution; one that calls has nothing.
static void test_of_block(void** state)
{
   (void)state;
   Processor p = PROCESSOR_DEFAULT;
   for (uint32_t kind = OPERATION_FADD; kind <= OPERATION_FMUL; kind++)
      for (BlockEnd end = END_BRANCH; end <= END_CALL; end++) {
         const BlockCycles* b = block_of(&p, (OperationKind)kind, 6, end);
         uint32_t growth_mc = p.operation_mc[kind] - CYCLE_MC;
         assert_int_equal(b->own_mc, CYCLE_MC);
         assert_int_equal(b->chain_mc[4], end == END_JUMP ? growth_mc : 0);
         assert_int_equal(b->chain != NULL, end == END_BRANCH);
         if (end != END_BRANCH) continue;
         assert_int_equal(b->chain->latency_mc, p.operation_mc[kind]);
         assert_int_equal(b->chain->reg, REG);
         assert_int_equal(b->chain->instr, 4);
         assert_int_equal(b->chain->window, p.window * 2 / 3 / 6);
         assert_int_equal(b->chain->room, p.window * 2 / 3);
         assert_int_equal(b->chain->instrs, 6);
         assert_int_equal(b->instrs, 6);
         assert_int_equal(b->through_mc[REG], p.operation_mc[kind]);
      }
   assert_null(block_of(&p, OPERATION_KINDS, 6, END_BRANCH)->chain);
   p.window = 4; // less than a round
   assert_int_equal(block_of(&p, OPERATION_FDIV, 6, END_BRANCH)->chain->window, 1);
}

// A copy of the chain's register comes from another one, wherever it is, and is as late: the chain is that of the register
// that comes from itself.  What goes round two registers has one of them.
static void test_of_copies(void** state)
{
   (void)state;
   static Flow flow;
   const Processor p = PROCESSOR_DEFAULT;
   for (uint32_t copy = REG - 1; copy <= REG + 1; copy++) {
      const BlockCycles* b = flow_begin(&flow, &p, &arena, 2, 0);
      flow_instruction(&flow, 0);
      Value v = flow_get(&flow, REG), w = v;
      flow_put(&flow, copy, &w, true);
      flow_use(&flow, OPERATION_FMUL, &v);
      flow_put(&flow, copy == REG ? OTHER : REG, &v, true);
      if (copy == REG) flow_put(&flow, REG, &v, true);
      flow_end(&flow, &arena, CYCLE_MC, END_BRANCH);
      assert_int_equal(b->chain->reg, REG);
      assert_int_equal(b->chain->latency_mc, p.operation_mc[OPERATION_FMUL]);
      assert_int_equal(b->through_mc[REG], p.operation_mc[OPERATION_FMUL]);
   }
   const BlockCycles* b = flow_begin(&flow, &p, &arena, 2, 0);
   Value one = flow_get(&flow, REG), other = flow_get(&flow, OTHER);
   flow_use(&flow, OPERATION_FMUL, &one);
   flow_use(&flow, OPERATION_FMUL, &other);
   flow_put(&flow, OTHER, &one, true);
   flow_put(&flow, REG, &other, true);
   flow_end(&flow, &arena, CYCLE_MC, END_BRANCH);
   assert_int_equal(b->chain->reg, REG);
   assert_int_equal(b->through_mc[REG], 0);
}

// A block that ends with a string instruction: the others share the width, or need what their unit does; that one takes its
// bytes' time, needs no unit, and makes no chain, nor do the registers that it counts with.
static void test_string(void** state)
{
   (void)state;
   static Flow flow;
   const Processor p = PROCESSOR_DEFAULT;
   for (uint32_t size_B = 1; size_B <= 8; size_B *= 2)
      for (uint32_t others = 0; others < 3; others++) {
         const BlockCycles* b = flow_begin(&flow, &p, &arena, others + 1, 1);
         Value v = flow_get(&flow, REG);
         for (uint32_t i = 0; i < others; i++) {
            flow_instruction(&flow, i);
            flow_store(&flow, 0, &v);
         }
         flow_put(&flow, REG, &v, true);
         flow_instruction(&flow, others);
         flow_string(&flow, size_B);
         Value to = flow_get(&flow, OTHER);
         flow_store(&flow, 0, &to);
         flow_add(&flow, &to);
         flow_put(&flow, OTHER, &to, true);
         flow_end(&flow, &arena, 9 * CYCLE_MC, END_BRANCH);
         assert_int_equal(b->base_mc[others], CYCLE_MC * size_B / 32);
         for (uint32_t i = 0; i < others; i++)
            assert_int_equal(b->base_mc[i], p.unit_mc[UNIT_STORE]);
         for (uint32_t i = 0; i <= others; i++) assert_int_equal(b->chain_mc[i], 0);
         assert_null(b->chain);
         assert_int_equal(b->own_mc, others * p.unit_mc[UNIT_STORE] + CYCLE_MC * size_B / 32);
      }
}

// A round of a loop with so many loads, one after the other: multiplications before the first one, additions before each, in its
// address or in an instruction of their own, and multiplications behind each. The last site is a branch on the register.
typedef struct {
   uint32_t loads, before, adds, behind;
   bool are_apart;
} Chase;

static const BlockCycles* chase(const Processor* p, const Chase* c)
{
   static Flow flow;
   const BlockCycles* b = flow_begin(&flow, p, &arena, 2 * c->loads + 2, c->loads + 1);
   Value v = flow_get(&flow, REG);
   for (uint32_t i = 0; i < c->before; i++) flow_use(&flow, OPERATION_FMUL, &v);
   for (uint32_t site = 0; site < c->loads; site++) {
      flow_instruction(&flow, 2 * site + 1);
      for (uint32_t i = 0; i < c->adds; i++) flow_add(&flow, &v);
      if (c->are_apart) flow_instruction(&flow, 2 * site + 2);
      v = flow_load(&flow, site, &v);
      for (uint32_t i = 0; i < c->behind; i++) flow_use(&flow, OPERATION_FMUL, &v);
   }
   flow_instruction(&flow, 2 * c->loads + 1);
   flow_put(&flow, REG, &v, true);
   flow_branch(&flow, c->loads, &v);
   flow_end(&flow, &arena, CYCLE_MC, END_BRANCH);
   return b;
}

static void check_chase(const Processor* p, const Chase* c)
{
   const BlockCycles* b = chase(p, c);
   const uint32_t fmul_mc = p->operation_mc[OPERATION_FMUL];
   const uint32_t adds_mc = c->are_apart ? c->adds * CYCLE_MC : 0,
                  behind_mc = c->behind * fmul_mc;
   const uint32_t step_mc = adds_mc + p->operation_mc[OPERATION_LOAD] + behind_mc;
   assert_int_equal(b->chain->latency_mc, c->before * fmul_mc + c->loads * step_mc);
   for (uint32_t site = 0; site < c->loads; site++) {
      assert_int_equal(chain_beyond_load(b, site, true), site ? behind_mc + adds_mc : 0);
      assert_int_equal(chain_beyond_load(b, site, false),
                       behind_mc + c->before * fmul_mc + site * step_mc + adds_mc);
   }
   // what a branch does with what is loaded is no part of that
   assert_int_equal(chain_beyond_load(b, c->loads, true), 0);
   assert_int_equal(chain_beyond_load(b, c->loads, false),
                    c->before * fmul_mc + c->loads * step_mc);
}

// What a site needs takes, beyond the load that it waits for, what operations come between, of this round or of the next one:
// known by construction. Additions in an address take nothing.
static void test_beyond_load(void** state)
{
   (void)state;
   const Processor p = PROCESSOR_DEFAULT;
   for (uint32_t loads = 1; loads <= 4; loads *= 2)
      for (uint32_t before = 0; before < 3; before++)
         for (uint32_t adds = 0; adds < 3; adds++)
            for (uint32_t behind = 0; behind < 3; behind++)
               for (int are_apart = 0; are_apart < 2; are_apart++)
                  check_chase(&p, &(Chase){loads, before, adds, behind, are_apart});
}

// Nothing is known of loads of earlier rounds where what a site needs is not the block's chain, or that goes through memory.
static void test_beside_chain(void** state)
{
   (void)state;
   static Flow flow;
   const Processor p = PROCESSOR_DEFAULT;
   const BlockCycles* b = flow_begin(&flow, &p, &arena, 2, 3);
   Value v = flow_get(&flow, REG), other = flow_get(&flow, OTHER);
   v = flow_load(&flow, 0, &v);
   other = flow_load(&flow, 1, &other);
   flow_use(&flow, OPERATION_FMUL, &v);
   flow_use(&flow, OPERATION_FMUL, &other);
   flow_branch(&flow, 2, &other);
   flow_put(&flow, REG, &v, true);
   flow_end(&flow, &arena, CYCLE_MC, END_BRANCH);
   assert_int_equal(chain_beyond_load(b, 0, false), p.operation_mc[OPERATION_FMUL]);
   assert_int_equal(chain_beyond_load(b, 1, false), 0);
   assert_int_equal(chain_beyond_load(b, 2, false), 0);
   assert_int_equal(chain_beyond_load(b, 2, true), 0);
   b->chain->reg = CHAIN_IN_MEMORY;
   assert_int_equal(chain_beyond_load(b, 0, false), 0);
   const BlockCycles* none = block_of(&p, OPERATION_KINDS, 6, END_BRANCH);
   assert_null(none->chain);
}

// A block of more sites than have a place in its chain: those behind have none.
static void test_many_sites(void** state)
{
   (void)state;
   static Flow flow;
   const Processor p = PROCESSOR_DEFAULT;
   const BlockCycles* b = flow_begin(&flow, &p, &arena, 2, FLOW_SITES + 2);
   Value v = flow_get(&flow, REG);
   for (uint32_t site = 0; site < FLOW_SITES + 2; site++) v = flow_load(&flow, site, &v);
   flow_put(&flow, REG, &v, true);
   flow_end(&flow, &arena, CYCLE_MC, END_BRANCH);
   const uint32_t load_mc = p.operation_mc[OPERATION_LOAD];
   for (uint32_t site = 0; site < FLOW_SITES + 2; site++) {
      const uint32_t in_chain_mc = site < FLOW_SITES ? site * load_mc : 0;
      assert_int_equal(chain_beyond_load(b, site, false),
                       in_chain_mc < UINT16_MAX ? in_chain_mc : UINT16_MAX);
   }
}

// What comes between a load and a store of what comes from it: the operations behind the last load, those of the longest
// way; that of the load itself is not among them, and a value without a load has none.
static void test_after_load(void** state)
{
   (void)state;
   static Flow flow;
   const Processor p = PROCESSOR_DEFAULT;
   const uint32_t fadd_mc = p.operation_mc[OPERATION_FADD];
   flow_begin(&flow, &p, &arena, 8, 3);
   flow_instruction(&flow, 0);
   Value at = flow_get(&flow, REG);
   flow_add(&flow, &at);
   assert_int_equal(at.after_load_mc, 0); // no load yet
   Value v = flow_load(&flow, 0, &at);
   assert_int_equal(v.after_load_mc, 0);
   flow_instruction(&flow, 1);
   flow_add(&flow, &v);
   assert_int_equal(v.after_load_mc, CYCLE_MC);
   flow_use(&flow, OPERATION_FADD, &v);
   assert_int_equal(v.after_load_mc, CYCLE_MC + fadd_mc);
   Value w = flow_load(&flow, 1, &at), sum = w;
   flow_delay(&w, 9 * CYCLE_MC);
   flow_combine(&sum, &v);
   assert_int_equal(sum.after_load_mc, CYCLE_MC + fadd_mc);
   flow_combine(&sum, &w);
   assert_int_equal(sum.after_load_mc, 9 * CYCLE_MC);
   flow_combine(&sum, &v);
   assert_int_equal(sum.after_load_mc, 9 * CYCLE_MC);
   Value again = flow_load(&flow, 2, &sum); // its address comes from them
   assert_int_equal(again.after_load_mc, 0);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rounds),         cmocka_unit_test(test_known),
      cmocka_unit_test(test_goes_on),        cmocka_unit_test(test_trusted),
      cmocka_unit_test(test_distance),       cmocka_unit_test(test_mispredicted),
      cmocka_unit_test(test_threads),        cmocka_unit_test(test_random),
      cmocka_unit_test(test_through_blocks), cmocka_unit_test(test_two_branches),
      cmocka_unit_test(test_in_memory),      cmocka_unit_test(test_forwarding),
      cmocka_unit_test(test_bursts),         cmocka_unit_test(test_random_bursts),
      cmocka_unit_test(test_of_block),       cmocka_unit_test(test_beyond_load),
      cmocka_unit_test(test_beside_chain),   cmocka_unit_test(test_many_sites),
      cmocka_unit_test(test_string),         cmocka_unit_test(test_after_load),
      cmocka_unit_test(test_time_goes_back), cmocka_unit_test(test_between),
      cmocka_unit_test(test_random_between), cmocka_unit_test(test_of_copies),
   };
   int failed = UNIT_MAIN(argc, argv, tests);
   arena_clear(&arena);
   return failed;
}
