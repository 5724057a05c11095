// SPDX-License-Identifier: GPL-3.0-or-later
// Pages that were touched, against an array of all pages.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cachesim/page_size.h"
#include "engine/touched_pages.h"
#include "unit_main.h"
#include "xorshift.h"

// All memory, in pages from here on; begins within a group of 64 pages.
#define BASE 0x7f0000123000ULL
enum { PAGES = 1000 };

static uint64_t address_of(uint64_t page)
{
   return BASE + page * SMALL_PAGE_B;
}

static uint64_t below(uint64_t n)
{
   return next_random() % n;
}

static void forget(TouchedPages* t, bool is[PAGES])
{
   const uint64_t start = below(PAGES * SMALL_PAGE_B),
                  size_B = below(below(2) ? 8 * SMALL_PAGE_B : 300 * SMALL_PAGE_B);
   touched_pages_forget(t, BASE + start, size_B);
   for (uint64_t p = 0; p < PAGES; p++)
      if (p * SMALL_PAGE_B >= start && (p + 1) * SMALL_PAGE_B <= start + size_B) is[p] = false;
}

static void move(TouchedPages* t, bool is[PAGES])
{
   const uint64_t n = below(200), from = below(PAGES - n), to = below(PAGES - n);
   if (from < to + n && to < from + n) return; // the kernel moves nothing onto itself
   touched_pages_move(t, address_of(from), address_of(to), n * SMALL_PAGE_B);
   for (uint64_t i = 0; i < n; i++) {
      is[to + i] = is[from + i];
      is[from + i] = false;
   }
}

static void traces(void** state)
{
   (void)state;
   static bool is[PAGES];
   TouchedPages t = {0};
   for (int i = 0; i < 100000; i++) {
      const uint64_t page = below(PAGES);
      assert_int_equal(touched_pages_add(&t, address_of(page) + below(SMALL_PAGE_B)),
                       !is[page]);
      is[page] = true;
      if (i % 50 == 0) forget(&t, is);
      if (i % 70 == 0) move(&t, is);
      if (i % 1000 == 0) map_check(&t.of_64);
   }
   // All of memory: by what was touched, not by page; nothing is left, not even entries.
   touched_pages_forget(&t, 0, UINT64_MAX & ~(SMALL_PAGE_B - 1));
   assert_int_equal(t.of_64.count, 0);
   assert_true(touched_pages_add(&t, BASE));
   // A range far larger than what was touched keeps what is outside of it.
   touched_pages_forget(&t, BASE + SMALL_PAGE_B, 1ULL << 46);
   touched_pages_forget(&t, 0, BASE);
   assert_false(touched_pages_add(&t, BASE));
   map_clear(&t.of_64);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(traces)};
   return UNIT_MAIN(argc, argv, tests);
}
