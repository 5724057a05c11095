// SPDX-License-Identifier: GPL-3.0-or-later
// Chains of operations that go through the rounds of a loop, against their formula.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "cycles/chain.h"

enum { REG = 20, OTHER = 21, GROWTH_MC = 3 * CYCLE_MC };

static RecentBlocks recent;
static Chain chain;

// The loop's own block, a sum in REG; one that leaves registers alone; one that sets REG anew.
static const BlockCycles sum = {.written = 1 << REG, .end = {[REG] = {.registers = 1 << REG}}};
static const BlockCycles bystander = {.written = 1 << OTHER};
static const BlockCycles reset = {.written = 1 << REG, .end = {[REG] = {.loads = 1}}};
// REG goes to OTHER, and comes back from there.
static const BlockCycles away = {.written = 1 << REG | 1 << OTHER,
                                 .end = {[OTHER] = {.registers = 1 << REG}}};
static const BlockCycles back = {.written = 1 << REG,
                                 .end = {[REG] = {.registers = 1 << OTHER}}};

static void begin(uint32_t window)
{
   memset(&recent, 0, sizeof recent);
   recent.begun = 1000; // blocks of which nothing is known
   chain = (Chain){.growth_mc = GROWTH_MC, .reg = REG, .window = window};
}

static void run_block(const BlockCycles* b)
{
   recent.ring[recent.begun++ % PRODUCERS_BLOCKS] = b;
}

// What so many rounds of the loop are charged.
static uint64_t rounds(uint32_t n)
{
   uint64_t mc = 0;
   while (n--) {
      run_block(&sum);
      mc += chain_round(&chain, &recent);
   }
   return mc;
}

static uint64_t formula(uint64_t n, uint64_t w)
{
   return GROWTH_MC * n * n / (n + w);
}

static void test_rounds(void** state)
{
   (void)state;
   for (uint32_t w = 1; w < 100; w += 7)
      for (uint32_t n = 1; n <= 16 * w; n += 5) {
         begin(w);
         assert_int_equal(rounds(n), formula(n, w));
         // The next loop has a chain of its own, where something sets the register, or nobody knows.
         run_block(n % 2 ? &reset : NULL);
         assert_int_equal(rounds(n), formula(n, w));
      }
}

static void test_long_loop(void** state)
{
   (void)state;
   begin(10);
   rounds(160);
   assert_int_equal(rounds(1), GROWTH_MC);
   assert_int_equal(rounds(1000), 1000 * GROWTH_MC);
   run_block(&reset);
   assert_int_equal(rounds(20), formula(20, 10));
}

// One chain through two loops.
static void test_goes_on(void** state)
{
   (void)state;
   begin(50);
   uint64_t mc = rounds(30);
   run_block(&bystander);
   mc += rounds(30);
   run_block(&away);
   run_block(&back);
   mc += rounds(40);
   assert_int_equal(mc, formula(100, 50));
   // Away, and what comes back is another value.
   run_block(&away);
   run_block(&bystander);
   run_block(&back);
   assert_int_equal(rounds(9), formula(9, 50));
   run_block(&back);
   assert_int_equal(rounds(9), formula(9, 50));
}

// What is too far away to be known has ended.
static void test_distance(void** state)
{
   (void)state;
   for (uint32_t between = PRODUCERS_BLOCKS - 3; between < PRODUCERS_BLOCKS + 3; between++) {
      begin(50);
      uint64_t mc = rounds(30);
      for (uint32_t i = 0; i < between; i++) run_block(&bystander);
      mc += rounds(30);
      assert_int_equal(mc,
                       between + 1 < PRODUCERS_BLOCKS ? formula(60, 50) : 2 * formula(30, 50));
   }
}

// A misprediction that waits for the chain leaves nothing that the next loop could overlap with.
static void test_mispredicted(void** state)
{
   (void)state;
   const Origin of_chain = {.registers = 1 << REG}, of_other = {.registers = 1 << OTHER};
   begin(50);
   rounds(30);
   chain_mispredicted(&chain, &of_other);
   run_block(&reset);
   assert_int_equal(rounds(30), formula(30, 50));
   chain_mispredicted(&chain, &of_chain);
   run_block(&reset);
   assert_int_equal(rounds(30), 30 * GROWTH_MC);
   run_block(&reset);
   assert_int_equal(rounds(30), formula(30, 50));
   // The loop has gone on after it.
   chain_mispredicted(&chain, &of_chain);
   rounds(1);
   run_block(&reset);
   assert_int_equal(rounds(30), formula(30, 50));
}

// A block on its way round other blocks: what was found holds for 16 rounds with as many blocks between.
static void test_through_blocks(void** state)
{
   (void)state;
   for (int is_anew = 0; is_anew < 2; is_anew++) {
      uint64_t mc = 0;
      begin(1);
      for (uint32_t i = 0; i < 100; i++) {
         run_block(is_anew ? &reset : &bystander);
         mc += rounds(1);
      }
      assert_int_equal(mc, is_anew ? 100 * formula(1, 1) : formula(16, 1) + 84 * GROWTH_MC);
      // From now on it is the other way round.
      mc = 0;
      for (uint32_t i = 0; i < 16; i++) {
         run_block(is_anew ? &bystander : &reset);
         mc += rounds(1);
      }
      for (uint32_t i = 0; i < 100; i++) {
         run_block(is_anew ? &bystander : &reset);
         uint64_t now = rounds(1);
         assert_true(is_anew || now == formula(1, 1));
         mc = now;
      }
      assert_int_equal(mc, is_anew ? GROWTH_MC : formula(1, 1));
   }
}

// The block's other branches count no round.
static void test_two_branches(void** state)
{
   (void)state;
   begin(10);
   uint64_t mc = rounds(1);
   for (uint32_t i = 0; i < 20; i++) {
      assert_int_equal(chain_round(&chain, &recent), 0);
      mc += rounds(1);
   }
   assert_int_equal(mc, formula(21, 10));
}

static const BlockCycles* block_of(const Processor* p, OperationKind kind, uint32_t instrs,
                                   BlockEnd end)
{
   static Arena arena = {.what = "chains"};
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
         assert_int_equal(b->chain_mc[4], end == END_JUMP ? growth_mc : 0);
         assert_int_equal(b->chain != NULL, end == END_BRANCH);
         if (end != END_BRANCH) continue;
         assert_int_equal(b->chain->growth_mc, growth_mc);
         assert_int_equal(b->chain->reg, REG);
         assert_int_equal(b->chain->instr, 4);
         assert_int_equal(b->chain->window, p.window / 6);
      }
   assert_null(block_of(&p, OPERATION_KINDS, 6, END_BRANCH)->chain);
   p.window = 4; // less than a round
   assert_int_equal(block_of(&p, OPERATION_FDIV, 6, END_BRANCH)->chain->window, 1);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rounds),       cmocka_unit_test(test_through_blocks),
      cmocka_unit_test(test_two_branches), cmocka_unit_test(test_long_loop),
      cmocka_unit_test(test_goes_on),      cmocka_unit_test(test_distance),
      cmocka_unit_test(test_mispredicted), cmocka_unit_test(test_of_block),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
