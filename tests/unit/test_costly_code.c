// SPDX-License-Identifier: GPL-3.0-or-later
// The code that costs most, against sums in plain arrays.
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "unit_main.h"
#include "writers/costly_code.h"

enum { FUNCTIONS = 6, FILES = 3, LINES = 5, METRICS = 3, EVENTS = 3 };

static const Event events[EVENTS] = {EV_IR, EV_D1MR, EV_BCM};
static Function functions[FUNCTIONS];
static SourceFile files[FILES];
static uint64_t weights[METRICS][EV_COUNT];

// Costs by function, file and line.
typedef uint64_t Sums[FUNCTIONS][FILES][LINES][EVENTS];
static Sums sums;

static int begin(void** state)
{
   (void)state;
   for (uint32_t i = 0; i < FUNCTIONS; i++) functions[i].number = i + 1;
   for (uint32_t i = 0; i < FILES; i++) files[i].number = i + 1;
   weights[0][EV_IR] = 1;
   weights[1][EV_IR] = 1;
   weights[1][EV_D1MR] = 10;
   weights[1][EV_BCM] = 7;
   weights[2][EV_BCM] = 1;
   memset(sums, 0, sizeof sums);
   return 0;
}

static uint64_t line_sum(uint32_t metric, uint32_t f, uint32_t file, uint32_t line)
{
   uint64_t sum = 0;
   for (int i = 0; i < EVENTS; i++) sum += weights[metric][events[i]] * sums[f][file][line][i];
   return sum;
}

// Of equal lines, files and functions the first one.
static void check_top(const CostlyCode* c, uint32_t metric)
{
   CostlyPlace best = {0};
   uint64_t most = 0, total = 0;
   for (uint32_t f = 0; f < FUNCTIONS; f++) {
      uint64_t sum = 0, most_of_line = 0;
      CostlyPlace top = {.function = &functions[f]};
      for (uint32_t n = 0; n < FILES * LINES; n++) {
         const uint64_t of_line = line_sum(metric, f, n / LINES, n % LINES);
         sum += of_line;
         if (of_line <= most_of_line) continue;
         most_of_line = of_line;
         top.file = &files[n / LINES];
         top.line = n % LINES;
      }
      total += sum;
      if (sum <= most) continue;
      best = top;
      best.cost = most = sum;
   }
   const CostlyPlace got = costly_code_top(c, metric);
   assert_int_equal(costly_code_total(c, metric), total);
   assert_ptr_equal(got.function, best.function);
   assert_int_equal(got.cost, best.cost);
   assert_ptr_equal(got.file, best.file);
   assert_int_equal(got.line, best.line);
}

static void check_sums(const CostlyCode* c)
{
   uint64_t sum[EVENTS] = {0};
   for (uint32_t f = 0; f < FUNCTIONS; f++)
      for (uint32_t n = 0; n < FILES * LINES; n++)
         for (int i = 0; i < EVENTS; i++) sum[i] += sums[f][n / LINES][n % LINES][i];
   for (uint32_t e = 0; e < EV_COUNT; e++) {
      uint64_t expected = 0;
      for (int i = 0; i < EVENTS; i++)
         if (events[i] == e) expected = sum[i];
      assert_int_equal(c->sums[e], expected);
   }
}

static void check_all(const CostlyCode* c)
{
   for (uint32_t m = 0; m < METRICS; m++) check_top(c, m);
   check_sums(c);
}

static void add(CostlyCode* c, uint32_t f, uint32_t file, uint32_t line, const uint64_t* n)
{
   uint64_t cost[EV_COUNT] = {0};
   for (int i = 0; i < EVENTS; i++) {
      cost[events[i]] = n[i];
      sums[f][file][line][i] += n[i];
   }
   costly_code_add(c, &functions[f], &files[file], line, cost);
   check_all(c);
}

// Small costs, so that many are equal; parts that are merged, and parts that are thrown away.
static void random_parts(void** state)
{
   (void)state;
   CostlyCode all, part;
   Sums before;
   srand(1);
   for (int run = 0; run < 200; run++) {
      begin(NULL);
      memset(before, 0, sizeof before);
      costly_code_init(&all, (const uint64_t(*)[EV_COUNT])weights, METRICS);
      costly_code_init(&part, (const uint64_t(*)[EV_COUNT])weights, METRICS);
      for (int step = 0; step < 60; step++) {
         const uint64_t n[EVENTS] = {(uint64_t)rand() % 4, (uint64_t)rand() % 3,
                                     (uint64_t)rand() % 2};
         const int action = rand() % 10;
         if (action < 2) {
            if (action == 0) {
               costly_code_merge(&all, &part);
               for (size_t i = 0; i < sizeof sums / sizeof(uint64_t); i++)
                  ((uint64_t*)before)[i] += ((uint64_t*)sums)[i];
            }
            costly_code_clear(&part);
            memcpy(sums, before, sizeof sums);
            check_all(&all);
            memset(sums, 0, sizeof sums);
            check_all(&part);
         }
         add(&part, (uint32_t)rand() % FUNCTIONS, (uint32_t)rand() % FILES,
             (uint32_t)rand() % LINES, n);
      }
      costly_code_clear(&all);
      costly_code_clear(&part);
   }
}

static void nothing(void** state)
{
   (void)state;
   CostlyCode c;
   const uint64_t none[EVENTS] = {0}, some[EVENTS] = {5, 1, 0};
   costly_code_init(&c, (const uint64_t(*)[EV_COUNT])weights, METRICS);
   check_all(&c);
   add(&c, 2, 1, 3, none);
   add(&c, 2, 1, 3, some);
   assert_null(costly_code_top(&c, 2).function);
   costly_code_clear(&c);
   begin(NULL);
   check_all(&c);
   add(&c, 4, 0, 1, some); // it can be used again
   costly_code_clear(&c);
}

// Lines of one number in two files, and functions whose numbers are far apart.
static void large_numbers(void** state)
{
   (void)state;
   CostlyCode c;
   const uint64_t a[EVENTS] = {1ULL << 60, 0, 0}, b[EVENTS] = {(1ULL << 60) + 1, 0, 0};
   functions[5].number = 1000000;
   files[2].number = 0x80000000u;
   costly_code_init(&c, (const uint64_t(*)[EV_COUNT])weights, METRICS);
   add(&c, 5, 2, 4, a);
   add(&c, 5, 1, 4, a);
   add(&c, 0, 0, 4, b);
   add(&c, 5, 1, 0, b);
   costly_code_clear(&c);
}

// The function that is left out in part has less than another one then; sums stay.
static void left_out(void** state)
{
   (void)state;
   CostlyCode code;
   const uint64_t much[EV_COUNT] = {[EV_IR] = 100}, less[EV_COUNT] = {[EV_IR] = 60},
                  part[EV_COUNT] = {[EV_IR] = 41}, more[EV_COUNT] = {[EV_IR] = 1000};
   costly_code_init(&code, (const uint64_t(*)[EV_COUNT])weights, METRICS);
   costly_code_add(&code, &functions[0], &files[0], 1, much);
   costly_code_add(&code, &functions[1], &files[0], 2, less);
   assert_ptr_equal(costly_code_top(&code, 0).function, &functions[0]);
   costly_code_leave_out(&code, &functions[0], part);
   assert_ptr_equal(costly_code_top(&code, 0).function, &functions[1]);
   assert_int_equal(costly_code_total(&code, 0), 160);
   costly_code_leave_out(&code, &functions[1], more); // it has called others meanwhile
   costly_code_leave_out(&code, &functions[5], more); // it is nowhere else
   assert_ptr_equal(costly_code_top(&code, 0).function, &functions[0]);
   assert_int_equal(costly_code_top(&code, 0).cost, 59);
   costly_code_clear(&code);
   assert_null(code.left_out);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(random_parts, begin), cmocka_unit_test_setup(nothing, begin),
      cmocka_unit_test_setup(large_numbers, begin), cmocka_unit_test_setup(left_out, begin)};
   return UNIT_MAIN(argc, argv, tests);
}
