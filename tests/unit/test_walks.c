// SPDX-License-Identifier: GPL-3.0-or-later
// Walks whose misses are known by construction, and loop nests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/engine.h"
#include "host_libc.h"
#include "unit_main.h"
#include "writers/loops.h"

#define BASE (UINT64_C(1) << 30)
#define LINE UINT64_C(64)

static const Site load = {.size_B = 8}, store = {.size_B = 8, .is_write = true};
static ObjectCosts costs;

static void begin(void)
{
   static const ObjectCosts none;
   engine.objects.arena.what = "walks";
   costs = none;
   costs.number = 1;
   host_libc.word_at = NULL;
}

static void miss(uint64_t address)
{
   walks_missed(&costs, &load, address);
}

// The counts by kind, and the misses that continue a stream other than the last one.
static void expect(uint64_t same, uint64_t next, uint64_t step, uint64_t chase,
                   uint64_t indirect, uint64_t jump, uint64_t switches)
{
   const Walk* w = costs.walk;
   assert_int_equal(w->count[WALK_SAME_LINE], same);
   assert_int_equal(w->count[WALK_NEXT_LINE], next);
   assert_int_equal(w->count[WALK_STEP], step);
   assert_int_equal(w->count[WALK_CHASE], chase);
   assert_int_equal(w->count[WALK_INDIRECT], indirect);
   assert_int_equal(w->count[WALK_JUMP], jump);
   assert_int_equal(w->switches, switches);
   assert_int_equal(walk_misses(w), same + next + step + chase + indirect + jump);
}

static void test_sequence(void** state)
{
   (void)state;
   begin();
   for (int i = 0; i < 100; i++) miss(BASE + i * LINE);
   expect(0, 99, 0, 0, 0, 1, 0);
   assert_int_equal(costs.walk->lowest, BASE);
   assert_int_equal(costs.walk->highest, BASE);
   for (int i = 100; i-- > 0;) miss(BASE + i * LINE + 8);
   expect(1, 198, 0, 0, 0, 1, 0);
}

static void test_four_streams(void** state)
{
   (void)state;
   begin();
   static const uint64_t start[] = {0, 1000003, 3500017, 9100009};
   for (int i = 0; i < 50; i++)
      for (int s = 0; s < 4; s++) miss(BASE + start[s] + i * LINE);
   const Walk* w = costs.walk;
   // A line is forgotten where another one has its place.
   assert_true(w->count[WALK_NEXT_LINE] > 4 * 49 * 9 / 10);
   assert_int_equal(w->count[WALK_NEXT_LINE], w->switches);
   assert_int_equal(walk_misses(w), 4 * 50);
}

static void test_twenty_streams(void** state)
{
   (void)state;
   begin();
   for (int i = 0; i < 50; i++)
      for (int s = 0; s < 20; s++) miss(BASE + s * s * 100003 * LINE + i * LINE);
   const Walk* w = costs.walk;
   // Two streams whose lines have one hash hide each other.
   assert_true(w->count[WALK_NEXT_LINE] > 20 * 49 * 3 / 4);
   assert_int_equal(w->count[WALK_NEXT_LINE], w->switches);
   assert_int_equal(walk_misses(w), 20 * 50);
}

// Down the columns of a matrix of 8-byte elements: each column but the first begins with a jump back.
static void test_rows(void** state)
{
   (void)state;
   begin();
   const uint64_t row_B = 4800;
   for (int j = 0; j < 16; j++)
      for (int i = 0; i < 100; i++) miss(BASE + i * row_B + 8 * j);
   // The step is known from the second distance on.  The ninth column is in the lines after those of the eight before it.
   const Walk* w = costs.walk;
   assert_in_range(w->count[WALK_NEXT_LINE], 50, 110);
   assert_in_range(w->count[WALK_STEP] + w->count[WALK_NEXT_LINE], 16 * 99 - 1, 16 * 99 + 1);
   assert_int_equal(walk_misses(costs.walk), 16 * 100);
   assert_int_equal(costs.walk->step_B, row_B);
   assert_int_equal(costs.walk->shifts, 15);
   assert_int_equal(costs.walk->line_shifts, 0);
   assert_int_equal(costs.walk->far_shifts, 0);
}

// The phase comes back to 0 after the last one: that is no far shift.
static void test_last_column(void** state)
{
   (void)state;
   begin();
   const uint64_t row_B = 4800;
   for (int j = 0; j < 4; j++)
      for (int i = 0; i < 100; i++) miss(200001 * row_B - 16 + i * row_B + 8 * j);
   assert_int_equal(costs.walk->shifts, 3);
   assert_int_equal(costs.walk->far_shifts, 0);
}

// What is true of most misses counts, not what was first.
static void test_other_step(void** state)
{
   (void)state;
   begin();
   uint64_t at = BASE;
   for (int i = 0; i < 10; i++) miss(at += 1000);
   for (int i = 0; i < 100; i++) miss(at += 7000);
   assert_int_equal(costs.walk->step_B, 7000);
}

static void test_range(void** state)
{
   (void)state;
   begin();
   miss(BASE + 500000);
   miss(BASE);
   miss(BASE + 1200000);
   miss(BASE + 300000);
   assert_int_equal(costs.walk->lowest, BASE);
   assert_int_equal(costs.walk->highest, BASE + 1200000);
}

static void test_elements(void** state)
{
   (void)state;
   begin();
   for (int r = 0; r < 10; r++)
      for (int i = 0; i < 100; i++) miss(BASE + i * 192);
   assert_true(costs.walk->count[WALK_STEP] > 10 * 99 * 9 / 10);
   assert_int_equal(costs.walk->step_B, 192);
   assert_int_equal(costs.walk->shifts, 0);
}

static void test_downward(void** state)
{
   (void)state;
   begin();
   for (int i = 100; i-- > 0;) miss(BASE + i * 256);
   expect(0, 0, 98, 0, 0, 2, 0);
   assert_int_equal(costs.walk->step_B, -256);
}

// Two, three and four steps at once, as what lies between them hits; five are another place.
static void test_multiples(void** state)
{
   (void)state;
   begin();
   uint64_t at = BASE;
   for (int i = 0; i < 10; i++) miss(at += 1000);
   for (int n = 2; n <= 5; n++) miss(at += 1000 * n);
   expect(0, 0, 8 + 3, 0, 0, 2 + 1, 0);
}

// Five places in turn, more than streams are known, in two loops around them: six distances, each of which is new once.
static void test_nested_loops(void** state)
{
   (void)state;
   begin();
   static const uint64_t place[] = {0, 600011, 2500009, 1100003, 4100011};
   for (int i = 0; i < 10; i++)
      for (int j = 0; j < 10; j++)
         for (int k = 0; k < 5; k++) miss(BASE + i * 7000001 + j * 90001 + place[k]);
   const Walk* w = costs.walk;
   assert_true(w->count[WALK_JUMP] >= 400);
   assert_in_range(w->count[WALK_JUMP] - w->again, 6, 7);
}

// Twice through 500 places: a distance comes back after all others have been there, and is forgotten.
static void test_no_distance_again(void** state)
{
   (void)state;
   begin();
   for (uint64_t i = 0; i < 1000; i++)
      miss(BASE + (i % 500 * i % 500 * 7919 % 100003) * LINE * 4);
   assert_true(costs.walk->count[WALK_JUMP] > 900);
   assert_true(costs.walk->again < costs.walk->count[WALK_JUMP] / 10);
}

static void test_same_line(void** state)
{
   (void)state;
   begin();
   for (int i = 0; i < 10; i++) miss(BASE + i % 3 * 8);
   expect(9, 0, 0, 0, 0, 1, 0);
}

// Far from each other, in an order that has no step.
static uint64_t node(uint64_t i)
{
   return BASE + (i * i % 997) * 4096 * 3 + i * 4096 * 4000;
}

static uint64_t list_word(uint64_t address)
{
   for (uint64_t i = 0; i < 100; i++)
      if (address == node(i) + 16) return node(i + 1);
   return 0;
}

static void test_chase(void** state)
{
   (void)state;
   begin();
   host_libc.word_at = list_word;
   for (uint64_t i = 0; i < 100; i++) miss(node(i) + 24);
   assert_int_equal(costs.walk->count[WALK_JUMP], 1);
   assert_int_equal(costs.walk->count[WALK_CHASE], 99);
}

enum { TABLE = 1 << 28 };

static uint64_t table_word(uint64_t address)
{
   return address - TABLE < 800 ? node((address - TABLE) / 8) : 0;
}

static void test_indirect(void** state)
{
   (void)state;
   begin();
   host_libc.word_at = table_word;
   ObjectCosts table = {.number = 2};
   for (uint64_t i = 0; i < 100; i++) {
      if (i % 8 == 0) walks_missed(&table, &load, TABLE + 8 * i);
      miss(node(i) + 40);
   }
   assert_int_equal(table.walk->count[WALK_NEXT_LINE], 12);
   // The table's first line is irregular, and one of four that are remembered.
   assert_int_equal(costs.walk->count[WALK_CHASE], 4);
   assert_int_equal(costs.walk->count[WALK_JUMP], 4);
   assert_int_equal(costs.walk->count[WALK_INDIRECT], 92);
}

// A store loads nothing that an address could come from.
static void test_stores(void** state)
{
   (void)state;
   begin();
   host_libc.word_at = list_word;
   for (uint64_t i = 0; i < 100; i++) walks_missed(&costs, &store, node(i) + 24);
   assert_int_equal(costs.walk->count[WALK_CHASE], 0);
}

static void test_nobody_and_zero(void** state)
{
   (void)state;
   begin();
   costs.number = 0;
   miss(BASE);
   assert_null(costs.walk);
   costs.number = 1;
   miss(BASE);
   walks_zero(&costs);
   assert_int_equal(walk_misses(costs.walk), 0);
   miss(BASE + LINE);
   expect(0, 0, 0, 0, 0, 1, 0);
}

static void test_sum(void** state)
{
   (void)state;
   begin();
   for (int i = 0; i < 10; i++) miss(BASE + i * 512);
   const Walk* w = costs.walk;
   Walk sum = {.lowest = UINT64_MAX};
   begin();
   for (int i = 0; i < 100; i++) miss(BASE + 4096 + i * 4800);
   costs.walk->again = 5;
   walk_add(&sum, w);
   walk_add(&sum, costs.walk);
   walk_add(&sum, w);
   assert_int_equal(walk_misses(&sum), 120);
   assert_int_equal(sum.again, 5);
   assert_int_equal(sum.step_B, 4800);
   assert_int_equal(sum.lowest, BASE);
}

// --- Streams through an object ------------------------------------------------------------------

static ObjectStreams streams;

static void begin_streams(void)
{
   streams = (ObjectStreams){0};
}

// n streams in turns by steps, for `rounds` rounds; not equally far apart, as they would be a stream themselves.
static void in_turns(uint64_t n, uint64_t step_B, uint64_t rounds)
{
   for (uint64_t i = 0; i < rounds; i++)
      for (uint64_t k = 0; k < n; k++)
         object_streams_missed(&streams, BASE + k * k * ((1 << 20) + 11 * LINE) + i * step_B);
}

static uint64_t all_misses(void)
{
   uint64_t sum = 0;
   for (int i = 0; i <= OBJECT_STREAMS_MAX; i++) sum += streams.misses[i];
   assert_int_equal(sum, streams.seen);
   return sum;
}

// The first three misses of each stream are of none; all are found by the fourth round.
static void test_streams_in_turns(void** state)
{
   (void)state;
   static const uint64_t steps[] = {LINE, 8 * LINE, (uint64_t)-LINE, (uint64_t)-4800};
   for (size_t s = 0; s < sizeof steps / sizeof *steps; s++)
      for (uint64_t n = 1; n <= OBJECT_STREAMS_TURNS; n++) {
         begin_streams();
         in_turns(n, steps[s], 100);
         assert_int_equal(all_misses(), 100 * n);
         assert_int_equal(streams.misses[0], 3 * n);
         for (uint64_t k = 1; k < n; k++) assert_int_equal(streams.misses[k], 1);
         assert_int_equal(streams.misses[n], 97 * n - (n - 1));
      }
}

static void test_streams_of_lines(void** state)
{
   (void)state;
   begin_streams();
   in_turns(OBJECT_STREAMS_MAX, LINE, 50);
   assert_int_equal(streams.misses[OBJECT_STREAMS_MAX],
                    47 * OBJECT_STREAMS_MAX - (OBJECT_STREAMS_MAX - 1));
   // Elements of 24 bytes: addresses step unevenly, lines do not.
   begin_streams();
   for (uint64_t i = 0; i < 1000; i++)
      if (i == 0 || (24 * i) / LINE != (24 * (i - 1)) / LINE)
         object_streams_missed(&streams, BASE + 24 * i);
   assert_int_equal(streams.misses[0], 3);
   assert_int_equal(streams.misses[1], streams.seen - 3);
}

// One that ends stays alive until others have had so many misses.
static void test_streams_one_after_the_other(void** state)
{
   (void)state;
   begin_streams();
   in_turns(1, LINE, 200);
   for (int i = 0; i < 200; i++) object_streams_missed(&streams, BASE + (1 << 24) + i * LINE);
   assert_int_equal(streams.misses[0], 6);
   assert_int_equal(streams.misses[2], OBJECT_STREAMS_PAUSE - 1);
   assert_int_equal(streams.misses[1], 394 - (OBJECT_STREAMS_PAUSE - 1));
}

// Misses of no stream in between do not end one.
static void test_streams_among_others(void** state)
{
   (void)state;
   begin_streams();
   uint64_t x = 1;
   for (uint64_t i = 0; i < 1000; i++) {
      object_streams_missed(&streams, BASE + i * LINE);
      for (int k = 0; k < 3; k++) {
         x = x * 6364136223846793005 + 1442695040888963407;
         object_streams_missed(&streams, x >> 20);
      }
   }
   assert_int_equal(all_misses(), 4000);
   assert_int_equal(streams.misses[0], 3003);
   assert_int_equal(streams.misses[1], 997);
}

// --- Loop nests ---------------------------------------------------------------------------------

enum { INSTRS = 4, INSTR_B = 4, BLOCK_B = INSTRS * INSTR_B };

static CallGraph graph;

static Function* function_in(const char* file_name, const char* name, uint64_t address,
                             int n_blocks)
{
   bool is_new;
   SourceFile* file = callgraph_file(&graph, callgraph_module(&graph, "app"), file_name);
   Function* f = callgraph_function(&graph, file, name, &is_new);
   for (int i = 0; i < n_blocks; i++) {
      Block* b = callgraph_new_block(&graph, address + i * BLOCK_B, false);
      b->function = f;
      callgraph_shape_block(&graph, b, INSTRS, 0, 0, 0);
      for (int k = 0; k < INSTRS; k++) b->instrs[k].offset_B = (uint16_t)(k * INSTR_B);
   }
   return f;
}

static Function* function(const char* name, uint64_t address, int n_blocks)
{
   return function_in("app.c", name, address, n_blocks);
}

static void jump(uint64_t from, uint64_t to)
{
   uint64_t block = from / BLOCK_B * BLOCK_B;
   callgraph_note_jump(&graph, callgraph_find_block(&graph, block, false),
                       (uint32_t)((from - block) / INSTR_B), to);
}

// The loop of these instructions, and of none before and after.
static uint32_t loop_from_to(const Loops* l, const Function* f, uint64_t first, uint64_t last)
{
   uint32_t number = loops_at(l, f, first);
   assert_int_not_equal(number, 0);
   for (uint64_t a = first; a <= last; a += INSTR_B)
      assert_int_equal(loops_at(l, f, a), number);
   assert_int_not_equal(loops_at(l, f, first - INSTR_B), number);
   assert_int_not_equal(loops_at(l, f, last + INSTR_B), number);
   return number;
}

static void test_loops(void** state)
{
   (void)state;
   callgraph_init(&graph, &(CallGraphConfig){.width = 1});
   const Function* f = function("f", 0x1000, 6);
   const Function* g = function("g", 0x2000, 3);
   Loops none = loops_of(&graph);
   assert_int_equal(none.n, 0);
   assert_int_equal(loops_at(&none, f, 0x1000), 0);
   loops_free(&none);
   jump(0x100c, 0x1040); // forward
   jump(0x100c, 0x1004); // to code that has not run
   jump(0x102c, 0x1020);
   jump(0x103c, 0x1010); // around the one before
   jump(0x1058, 0x1050); // another loop; the instruction after the jump is in none
   jump(0x200c, 0x1000); // another function: it goes on there
   jump(0x201c, 0x2010);
   jump(0x202c, 0x2018); // to code that has not run
   Loops l = loops_of(&graph);
   assert_int_equal(l.n, 3);
   for (uint64_t a = 0x1000; a < 0x1010; a += INSTR_B) assert_int_equal(loops_at(&l, f, a), 0);
   for (uint64_t a = 0x1040; a < 0x1050; a += INSTR_B) assert_int_equal(loops_at(&l, f, a), 0);
   uint32_t nest = loop_from_to(&l, f, 0x1010, 0x103c);
   assert_int_not_equal(nest, loop_from_to(&l, f, 0x1050, 0x1058));
   assert_int_not_equal(nest, loop_from_to(&l, g, 0x2010, 0x201c));
   assert_int_equal(loops_at(&l, f, 0x205c), 0);
   assert_int_equal(loops_at(&l, g, 0x1010), 0);
   loops_free(&l);
}

// Loops that overlap, none in the other, are one nest.
static void test_overlapping_loops(void** state)
{
   (void)state;
   callgraph_init(&graph, &(CallGraphConfig){.width = 1});
   const Function* f = function("f", 0x1000, 5);
   jump(0x103c, 0x1020);
   jump(0x102c, 0x1010);
   Loops l = loops_of(&graph);
   assert_int_equal(l.n, 1);
   loop_from_to(&l, f, 0x1010, 0x103c);
   loops_free(&l);
}

// Blocks that begin with code inlined from another file are of another Function.
static void test_loop_in_two_files(void** state)
{
   (void)state;
   callgraph_init(&graph, &(CallGraphConfig){.width = 1});
   const Function* f = function("f", 0x1000, 3);
   const Function* in_header = function_in("vector.h", "f", 0x1030, 3);
   assert_ptr_not_equal(f, in_header);
   jump(0x104c, 0x1010);
   Loops l = loops_of(&graph);
   assert_int_equal(l.n, 1);
   assert_int_equal(loop_from_to(&l, f, 0x1010, 0x104c), loops_at(&l, in_header, 0x1030));
   loops_free(&l);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sequence),
      cmocka_unit_test(test_four_streams),
      cmocka_unit_test(test_twenty_streams),
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_last_column),
      cmocka_unit_test(test_other_step),
      cmocka_unit_test(test_range),
      cmocka_unit_test(test_elements),
      cmocka_unit_test(test_downward),
      cmocka_unit_test(test_multiples),
      cmocka_unit_test(test_nested_loops),
      cmocka_unit_test(test_no_distance_again),
      cmocka_unit_test(test_same_line),
      cmocka_unit_test(test_chase),
      cmocka_unit_test(test_indirect),
      cmocka_unit_test(test_stores),
      cmocka_unit_test(test_nobody_and_zero),
      cmocka_unit_test(test_sum),
      cmocka_unit_test(test_streams_in_turns),
      cmocka_unit_test(test_streams_of_lines),
      cmocka_unit_test(test_streams_one_after_the_other),
      cmocka_unit_test(test_streams_among_others),
      cmocka_unit_test(test_loops),
      cmocka_unit_test(test_overlapping_loops),
      cmocka_unit_test(test_loop_in_two_files),
   };
   return UNIT_MAIN(argc, argv, tests);
}
