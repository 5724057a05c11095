// SPDX-License-Identifier: GPL-3.0-or-later
// Last writers against a list of all bytes of a small address space: who has stored each last, and whether anybody has
// read it since; bytes that pass from each writer to each reader are added up by both.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "memobj/last_writers.h"
#include "unit_main.h"
#include "xorshift.h"

// The pages lie in groups of neighbours, so that accesses cross from one to the next, and have equal places in what
// was looked up last.
enum { PAGES = 6, SPACE = PAGES * WRITERS_PAGE_B, STEPS = 300000, WRITERS = 5 };

static uint32_t below(uint32_t n)
{
   return (uint32_t)((next_random() >> 32) * n >> 32);
}

static LastWriters* map;
static uint32_t writer[SPACE]; // 0: nobody
static bool unread[SPACE];
static uint64_t origin[PAGES / 2]; // of two pages

static uint64_t address(uint32_t at)
{
   return origin[at / (2 * WRITERS_PAGE_B)] + at % (2 * WRITERS_PAGE_B);
}

// Memory within two neighbouring pages, mostly as small as accesses are, and often the same.
static uint32_t random_memory(uint32_t* size_B)
{
   static const uint32_t sizes[] = {1, 2, 4, 8, 16, 32, 64, 512};
   *size_B = below(4) ? sizes[below(8)] : 1 + below(100);
   const uint32_t room = 2 * WRITERS_PAGE_B - *size_B + 1, group = below(PAGES / 2);
   uint32_t at = below(4) ? WRITERS_PAGE_B - 40 + below(80) : below(room);
   if (at >= room) at = room - 1;
   if (below(2) && at >= *size_B) at -= at % *size_B;
   return group * 2 * WRITERS_PAGE_B + at;
}

static void store(void)
{
   uint32_t size_B, at = random_memory(&size_B), by = below(10) ? 1 + below(WRITERS) : 0;
   last_writers_store(map, address(at), size_B, by);
   for (uint32_t i = at; i < at + size_B; i++) {
      writer[i] = by;
      unread[i] = by != 0;
   }
}

static void load(void)
{
   uint32_t size_B, at = random_memory(&size_B);
   uint64_t got[WRITERS + 1][2] = {{0}}, want[WRITERS + 1][2] = {{0}};
   for (uint64_t done_B = 0; done_B < size_B;) {
      WriterRuns runs = {0};
      const uint64_t n_B = last_writers_load(map, address(at) + done_B, size_B - done_B, &runs);
      assert_true(n_B && n_B <= size_B - done_B);
      assert_true(n_B == size_B - done_B || runs.n == WRITER_RUNS_MAX);
      done_B += n_B;
      for (uint32_t i = 0; i < runs.n; i++) {
         assert_in_range(runs.run[i].writer, 1, WRITERS);
         got[runs.run[i].writer][0] += runs.run[i].n_B;
         got[runs.run[i].writer][1] += runs.run[i].first_B;
      }
   }
   for (uint32_t i = at; i < at + size_B; i++) {
      want[writer[i]][0]++;
      want[writer[i]][1] += unread[i];
      unread[i] = false;
   }
   for (uint32_t w = 1; w <= WRITERS; w++) {
      assert_int_equal(got[w][0], want[w][0]);
      assert_int_equal(got[w][1], want[w][1]);
   }
}

static void model_forget(uint32_t at, uint32_t size_B)
{
   memset(writer + at, 0, size_B * sizeof *writer);
   memset(unread + at, 0, size_B * sizeof *unread);
}

static void forget(void)
{
   if (below(30) == 0) { // all memory from somewhere on: groups are in order of their addresses
      const uint32_t from = below(3) ? below(SPACE) : 0;
      last_writers_forget(map, from ? address(from) : 0, ~0ULL);
      model_forget(from, SPACE - from);
      return;
   }
   uint32_t group = below(PAGES / 2) * 2 * WRITERS_PAGE_B, at = below(2 * WRITERS_PAGE_B);
   uint32_t size_B = 1 + below(2 * WRITERS_PAGE_B - at);
   last_writers_forget(map, address(group + at), size_B);
   model_forget(group + at, size_B);
}

// Two pages go to where nothing is, or where others have been.
static void move(void)
{
   const uint32_t group = below(PAGES / 2);
   const uint64_t to = (uint64_t)(group + 1) << 32 | (uint64_t)below(64) * 2 * WRITERS_PAGE_B;
   if (to == origin[group]) return;
   last_writers_move(map, origin[group], to, 2 * WRITERS_PAGE_B);
   WriterRuns runs = {0};
   last_writers_load(map, origin[group], 2 * WRITERS_PAGE_B, &runs);
   assert_int_equal(runs.n, 0);
   origin[group] = to;
}

static void random_steps(void** state)
{
   (void)state;
   map = calloc(1, sizeof *map);
   for (uint32_t i = 0; i < PAGES / 2; i++) origin[i] = (uint64_t)(i + 1) << 32;
   for (uint32_t i = 0; i < STEPS; i++) {
      const uint32_t what = below(1000);
      if (what < 500)
         store();
      else if (what < 990)
         load();
      else if (what < 998)
         forget();
      else
         move();
      if (i % 1000 == 0) last_writers_check(map);
   }
}

// An access whose bytes are of more writers than runs.
static void many_runs(void** state)
{
   (void)state;
   map = calloc(1, sizeof *map);
   enum { N = 3 * WRITER_RUNS_MAX };
   for (uint32_t i = 0; i < N; i++) last_writers_store(map, 4096 - 7 + i, 1, 1 + i % 2);
   uint64_t done_B = 0, n_B[3] = {0};
   uint32_t calls = 0;
   while (done_B < N) {
      WriterRuns runs = {0};
      done_B += last_writers_load(map, 4096 - 7 + done_B, N - done_B, &runs);
      for (uint32_t i = 0; i < runs.n; i++) n_B[runs.run[i].writer] += runs.run[i].first_B;
      calls++;
   }
   assert_int_equal(calls, 3);
   assert_int_equal(n_B[1] + n_B[2], N);
   assert_int_equal(n_B[1], N / 2);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_steps),
      cmocka_unit_test(many_runs),
   };
   return UNIT_MAIN(argc, argv, tests);
}
