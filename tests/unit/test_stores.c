// SPDX-License-Identifier: GPL-3.0-or-later
// Stored bytes against a list of all bytes of a small address space: who has stored each, and whether anybody has
// read it; lines against what has happened to their bytes since they were evicted.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "memobj/stored_bytes.h"
#include "unit_main.h"
#include "xorshift.h"

// The pages lie apart, so that some have equal places in what was looked up last.
enum { PAGES = 6, SPACE = PAGES * STORED_PAGE_B, STEPS = 400000, WRITERS = 5 };

static uint32_t below(uint32_t n)
{
   return (uint32_t)((next_random() >> 32) * n >> 32);
}

// --- the model -------------------------------------------------------------------------------

static uint32_t writer[SPACE]; // of the unread byte; 0: there is none
static uint8_t stores[SPACE];  // since the line was evicted
static bool used[SPACE];
static bool shared[PAGES];
static uint64_t origin[PAGES];
static StoredBytes* map;
static uint64_t
   lost[WRITERS + 1]; // by writer, what the model has lost and the map has not said yet

static uint64_t address(uint32_t at)
{
   return origin[at / STORED_PAGE_B] + at % STORED_PAGE_B;
}

static void model_lose(uint32_t at, uint32_t size_B)
{
   for (uint32_t i = at; i < at + size_B; i++) {
      lost[writer[i]]++;
      writer[i] = 0;
   }
}

static void said(const StoredRuns* runs)
{
   for (uint32_t i = 0; i < runs->n; i++) {
      assert_true(runs->run[i].writer && runs->run[i].writer <= WRITERS);
      assert_true(lost[runs->run[i].writer] >= runs->run[i].n_B);
      lost[runs->run[i].writer] -= runs->run[i].n_B;
   }
}

static void all_said(void)
{
   for (uint32_t w = 1; w <= WRITERS; w++) assert_int_equal(lost[w], 0);
}

// --- steps -----------------------------------------------------------------------------------

// A piece: within a line, of the sizes that accesses have and of others.
static uint32_t random_piece(uint32_t* size_B)
{
   static const uint8_t sizes[] = {1, 2, 4, 8, 16, 32, 64};
   uint32_t line = below(SPACE / STORED_LINE_B);
   if (below(3)) line = below(8) + below(PAGES) * STORED_LINES; // often the same ones
   *size_B = below(4) ? sizes[below(7)] : 1 + below(STORED_LINE_B);
   uint32_t at = below(STORED_LINE_B - *size_B + 1);
   if (below(2)) at -= at % *size_B;
   return line * STORED_LINE_B + at;
}

static void store(void)
{
   uint32_t size_B, at = random_piece(&size_B), by = below(12) ? 1 + below(WRITERS) : 0;
   StoredRuns runs = {0};
   uint32_t kept_B = stored_bytes_store(map, address(at), size_B, by, &runs);
   model_lose(at, size_B);
   said(&runs);
   bool keeps = by && !shared[at / STORED_PAGE_B];
   assert_int_equal(kept_B, keeps ? size_B : 0);
   for (uint32_t i = at; i < at + size_B; i++) {
      if (keeps) writer[i] = by;
      if (stores[i] < 2) stores[i]++;
   }
}

static void load(void)
{
   uint32_t size_B, at = random_piece(&size_B);
   StoredRuns runs = {0};
   stored_bytes_load(map, address(at), size_B, &runs);
   model_lose(at, size_B);
   said(&runs);
   for (uint32_t i = at; i < at + size_B; i++) used[i] = true;
}

// Says all that the map has of this memory.
static void take(uint64_t from, uint64_t size_B)
{
   StoredCursor c = {0};
   StoredRuns runs = {0};
   for (; stored_bytes_take(map, from, size_B, &c, &runs); runs.n = 0) said(&runs);
}

// Memory within one page, a whole page, or all memory.
static void end_memory(void)
{
   if (below(20) == 0) {
      model_lose(0, SPACE);
      take(0, ~0ULL);
      return;
   }
   uint32_t page = below(PAGES), at = page * STORED_PAGE_B, size_B = STORED_PAGE_B;
   if (below(8)) {
      at += below(STORED_PAGE_B);
      size_B = 1 + below((page + 1) * STORED_PAGE_B - at);
   }
   model_lose(at, size_B);
   take(address(at), size_B);
}

static void use(void)
{
   uint32_t page = below(PAGES), at = page * STORED_PAGE_B + below(STORED_PAGE_B - 200);
   uint32_t size_B = 1 + below(200);
   stored_bytes_use(map, address(at), size_B);
   for (uint32_t i = at; i < at + size_B; i++) used[i] = true;
}

static void evict(void)
{
   static const uint32_t sizes[] = {32, 64, 128, 256};
   uint32_t line_B = sizes[below(4)], size_B, at = random_piece(&size_B);
   at -= at % line_B;
   bool once = true;
   for (uint32_t i = at; i < at + line_B; i++) {
      once &= stores[i] == 1 && !used[i];
      stores[i] = 0;
      used[i] = false;
   }
   assert_int_equal(stored_bytes_evict(map, address(at), line_B), once);
}

// A line that is stored as memset() and loops do, and then often evicted.
static void fill(void)
{
   uint32_t size_B, at = random_piece(&size_B), step = 1u << below(7), by = 1 + below(WRITERS);
   at -= at % STORED_LINE_B;
   for (uint32_t i = 0; i < STORED_LINE_B; i += step) {
      StoredRuns runs = {0};
      uint32_t kept_B = stored_bytes_store(map, address(at + i), step, by, &runs);
      model_lose(at + i, step);
      said(&runs);
      for (uint32_t k = at + i; k < at + i + step; k++) {
         if (kept_B) writer[k] = by;
         if (stores[k] < 2) stores[k]++;
      }
   }
}

// A page goes to where nothing is.
static void move(void)
{
   uint32_t page = below(PAGES);
   uint64_t to = (uint64_t)(page + 1) << 32 | (uint64_t)below(1 << 16) * STORED_PAGE_B;
   if (to == origin[page]) return;
   stored_bytes_move(map, origin[page], to, STORED_PAGE_B);
   if (shared[page]) stored_bytes_unshare(map, origin[page], STORED_PAGE_B);
   StoredRuns runs = {0};
   for (uint32_t at = 0; at < STORED_PAGE_B; at += STORED_LINE_B)
      stored_bytes_load(map, origin[page] + at, STORED_LINE_B, &runs);
   assert_int_equal(runs.n, 0);
   origin[page] = to;
}

static void share(void)
{
   uint32_t page = below(PAGES);
   model_lose(page * STORED_PAGE_B, STORED_PAGE_B);
   take(origin[page], STORED_PAGE_B);
   if (shared[page])
      stored_bytes_unshare(map, origin[page], STORED_PAGE_B);
   else
      stored_bytes_share(map, origin[page], STORED_PAGE_B);
   shared[page] = !shared[page];
}

static void step(void)
{
   uint32_t n = below(2000);
   if (n < 900)
      store();
   else if (n < 1500)
      load();
   else if (n < 1560)
      end_memory();
   else if (n < 1570 && map->lines)
      use();
   else if (n < 1750 && map->lines)
      evict();
   else if (n < 1995)
      fill();
   else if (n < 1998)
      move();
   else
      share();
}

static void start(bool lines)
{
   memset(writer, 0, sizeof writer);
   memset(stores, 0, sizeof stores);
   memset(used, 0, sizeof used);
   memset(shared, 0, sizeof shared);
   memset(lost, 0, sizeof lost);
   map = calloc(1, sizeof *map);
   map->lines = lines;
   for (uint32_t i = 0; i < PAGES; i++)
      origin[i] = (uint64_t)(i + 1) << 32 | (i % 2 ? 0x7000 : 0x5000);
   shared[1] = true; // before anybody has accessed it
   stored_bytes_share(map, origin[1], STORED_PAGE_B);
}

static void run(bool lines)
{
   start(lines);
   for (uint32_t i = 0; i < STEPS; i++) {
      step();
      all_said();
      if (i % 5000 == 0) stored_bytes_check(map);
   }
   // What is left is what the model has.
   model_lose(0, SPACE);
   take(0, ~0ULL);
   all_said();
   // Nothing of memory that nobody has stored to.
   StoredRuns runs = {0};
   stored_bytes_load(map, 0x123456789000, 8, &runs);
   assert_int_equal(runs.n, 0);
}

static void bytes_and_lines(void** state)
{
   (void)state;
   run(true);
}

// Without lines, pages that are only read are not kept.
static void bytes(void** state)
{
   (void)state;
   run(false);
   uint64_t n = map->pages.map.count;
   StoredRuns runs = {0};
   stored_bytes_load(map, 0x223456789000, 8, &runs);
   assert_int_equal(map->pages.map.count, n);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(bytes_and_lines),
                                      cmocka_unit_test(bytes)};
   return UNIT_MAIN(argc, argv, tests);
}
