// SPDX-License-Identifier: GPL-3.0-or-later
// Iterations of loops that are left by one branch: random executions of branches, in blocks that the code was divided into,
// in contexts and on stacks at random, against a count of each execution.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/engine.h"
#include "engine/loop_trips.h"
#include "host_libc.h"
#include "xorshift.h"

// Branches 0 and 1 are at one address, in two modules.  What runs is of the first contexts and stacks in most programs, so that some
// loops are left by one stack only.
enum { BRANCHES = 4, BLOCKS_EACH = 3, CONTEXTS = 3, STACKS = 2, LEVELS = 2, STEPS = 20000 };

static uint32_t below(uint32_t n)
{
   return (uint32_t)((next_random() >> 32) * n >> 32);
}

static Module module[2];
static Context context[CONTEXTS];
static ShadowStack stack[STACKS];
static uint32_t active[STACKS][CONTEXTS];
static LoopBranch* branch[BRANCHES];
static Block block[BRANCHES][BLOCKS_EACH];
static Instr instrs[BRANCHES][BLOCKS_EACH][2];

// --- the model --------------------------------------------------------------------------------

typedef struct {
   uint64_t since, exits, least, most; // since: executions since the last exit
   const ShadowStack* stack;
   bool is_mixed;
} Expected;

static Expected expected[BRANCHES][CONTEXTS];

static void model_left(uint32_t br, uint32_t c, const ShadowStack* on)
{
   Expected* e = &expected[br][c];
   if (!e->exits || e->since < e->least) e->least = e->since;
   if (e->since > e->most) e->most = e->since;
   if (!e->exits) e->stack = on;
   e->is_mixed |= e->stack != on || active[on - stack][c] > LEVELS;
   e->exits++;
   e->since = 0;
}

// --- the code ----------------------------------------------------------------------------------

static uint64_t address_of(uint32_t br)
{
   return 0x1000 + 0x100 * (br ? br - 1 : 0);
}

// The branch is the last instruction of each of its blocks, which begin at other addresses and have it in another segment.
static void make_block(uint32_t br, uint32_t i)
{
   Block* b = &block[br][i];
   Instr* in = instrs[br][i];
   in[1].offset_B = (uint16_t)(8 * i + 4);
   in[1].segment = (uint16_t)(i % 2);
   *b = (Block){.start = address_of(br) - in[1].offset_B,
                .module = &module[br == 1],
                .instrs = in,
                .n_instrs = 2,
                .n_segments = 2};
   for (uint32_t c = 0; c < CONTEXTS; c++) {
      CostCentre* in_c = host_zalloc("test", sizeof *in_c + 2 * sizeof in_c->executions[0]);
      in_c->block = b;
      map_put(&engine.graph.cost_centres, (uintptr_t)b, (uintptr_t)&context[c], in_c);
   }
}

static CostCentre* costs(const Block* b, uint32_t c)
{
   return map_get(&engine.graph.cost_centres, (uintptr_t)b, (uintptr_t)&context[c]);
}

static void start(void)
{
   for (uint32_t c = 0; c < CONTEXTS; c++)
      context[c] = (Context){.function_number = c, .levels = LEVELS};
   for (uint32_t s = 0; s < STACKS; s++) stack[s].active = active[s];
   for (uint32_t br = 0; br < BRANCHES; br++)
      for (uint32_t i = 0; i < BLOCKS_EACH; i++) {
         make_block(br, i);
         LoopBranch* b = loop_trips_branch(&block[br][i]);
         assert_true(!i || b == branch[br]);
         branch[br] = b;
         assert_ptr_equal(loop_trips_branch(&block[br][i]), b);
      }
   assert_ptr_not_equal(branch[0], branch[1]);
}

// The block's keys are of contexts that ran in it lately, or of none.
static void execute(uint32_t br, uint32_t c)
{
   const uint32_t i = below(BLOCKS_EACH), others = below(CONTEXTS);
   Block* b = &block[br][i];
   costs(b, c)->executions[i % 2]++;
   costs(b, c)->executions[1 - i % 2] += below(3);
   b->other_key = &context[others];
   b->other_cost_centre = costs(b, others);
   b->key = below(2) ? &context[c] : NULL;
   b->cost_centre = costs(b, c);
   expected[br][c].since++;
}

static void leave(uint32_t br, uint32_t c, uint32_t s)
{
   xg_current.stack = &stack[s];
   stack[s].exec.context = &context[c];
   const bool counts = below(8);
   xg_current.key = counts ? &context[c] : NULL;
   active[s][c] = c ? 1 + below(LEVELS) : 1 + below(LEVELS + 1) * (below(500) == 0);
   if (counts) model_left(br, c, &stack[s]);
   loop_trips_left(branch[br]);
}

static void check(uint32_t br, uint32_t c)
{
   const Expected* e = &expected[br][c];
   const LoopTrips* t = loop_trips_find(&module[br == 1], address_of(br), &context[c]);
   assert_int_equal(t != NULL, e->exits && !e->is_mixed);
   if (!t) return;
   assert_ptr_equal(t->context, &context[c]);
   assert_int_equal(t->exits, e->exits);
   assert_int_equal(t->least, e->least);
   assert_int_equal(t->most, e->most);
}

// --- tests ------------------------------------------------------------------------------------

static void random_loops(void** state)
{
   (void)state;
   start();
   uint32_t known = 0;
   for (uint32_t i = 0; i < STEPS; i++) {
      const uint32_t br = below(BRANCHES), c = below(CONTEXTS);
      if (below(4))
         execute(br, c);
      else
         leave(br, c, i > STEPS / 2 && br == 2 && c == 1);
      check(br, c);
      known += loop_trips_find(&module[br == 1], address_of(br), &context[c]) != NULL;
   }
   assert_true(known > STEPS / 4 && known < STEPS);
   assert_true(expected[2][1].is_mixed && !expected[3][1].is_mixed);
   assert_null(loop_trips_find(&module[1], address_of(2), &context[0]));
   assert_null(loop_trips_find(&module[0], 0x1001, &context[0]));
}

// Code that is replaced again and again: nothing is said of it, whatever was known.
static void many_blocks(void** state)
{
   (void)state;
   assert_non_null(loop_trips_find(&module[0], address_of(3), &context[1]));
   static Block more[LOOP_BRANCH_BLOCKS];
   static Instr last[LOOP_BRANCH_BLOCKS][1];
   for (uint32_t i = 0; i < LOOP_BRANCH_BLOCKS; i++) {
      const bool is_left = i < LOOP_BRANCH_BLOCKS - BLOCKS_EACH + 1;
      assert_int_equal(loop_trips_find(&module[0], address_of(3), &context[1]) != NULL,
                       is_left);
      more[i] = (Block){.start = address_of(3),
                        .module = &module[0],
                        .instrs = last[i],
                        .n_instrs = 1,
                        .n_segments = 1};
      assert_ptr_equal(loop_trips_branch(&more[i]), branch[3]);
   }
   leave(3, 1, 0);
   assert_null(loop_trips_find(&module[0], address_of(3), &context[1]));
   assert_true(branch[3]->n_blocks <= LOOP_BRANCH_BLOCKS + 1);
}

// A second part has counters of its own.
static void parts(void** state)
{
   (void)state;
   assert_true(loop_trips_one_part());
   assert_non_null(loop_trips_find(&module[0], address_of(0), &context[1]));
   loop_trips_end_part();
   assert_false(loop_trips_one_part());
   execute(0, 1);
   leave(0, 1, 0);
   assert_null(loop_trips_find(&module[0], address_of(0), &context[1]));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_loops),
      cmocka_unit_test(many_blocks),
      cmocka_unit_test(parts),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
