// SPDX-License-Identifier: GPL-3.0-or-later
// Which misses are foreseen, and that foresight changes nothing; the filter of pages with code.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cachesim/code_cache.h"
#include "engine/foresight_inl.h"
#include "unit_main.h"
#include "xorshift.h"

static void expect(Site* site, uint64_t address, int64_t distance)
{
   assert_int_equal((int64_t)foresight_distance(&site->missed, &site->miss_distance, address),
                    distance);
}

static void test_distance(void** state)
{
   (void)state;
   Site site = {.size_B = 8};
   uint64_t a = UINT64_C(0x7ffe12345000);
   expect(&site, a, 0);
   expect(&site, a + 64, 0); // one distance is no walk
   expect(&site, a + 128, 64);
   expect(&site, a + 192, 64);
   expect(&site, a - 4000, 0); // the next row
   expect(&site, a - 4064, 0);
   expect(&site, a - 4128, -64);
   expect(&site, a - 4128, 0); // the same line again: twice is no walk either
   expect(&site, a - 4128, 0);
   assert_int_equal(site.size_B, 8);
}

static void test_no_distance(void** state)
{
   (void)state;
   Site site = {0};
   uint64_t a = 1 << 20;
   expect(&site, a, 0);
   for (uint64_t i = 1; i < 100; i++) expect(&site, a += 64 * i, 0);
}

// --- nothing changes ----------------------------------------------------------------------

static Hierarchy h;
static HotSlot hot[HOT_SETS_MAX];

static uint64_t some_address(void)
{
   uint64_t near = next_random() % (1 << 14);
   return next_random() % 4 ? near : -near; // both ends of memory
}

// Two hierarchies get the same accesses, one of them with foresight: they serve them alike.
static void same_with_foresight(const HierarchyConfig* config)
{
   enum { STEPS = 3000 };
   static LineChanges changes;
   static Served served[STEPS];
   static uint64_t tags[1 + LEVELS_BETWEEN][1 << 12];
   uint64_t start = seed;
   for (int with = 0; with <= 1; with++) {
      seed = start;
      hierarchy_init(&h, config, hot);
      for (int i = 0; i < STEPS; i++) {
         Request r = {some_address(), 1 + (uint32_t)(next_random() % 8), next_random() & 1};
         uint64_t distance = some_address() << next_random() % 40;
         changes.n_evicted = changes.n_loaded = 0;
         if (config->miss_classes) hierarchy_set_time(&h, (uint64_t)i * 16 + 1);
         Served s = hierarchy_data(&h, &r, config->line_use ? &changes : NULL);
         if (with) {
            hierarchy_foresee(&h, r.address, distance, s.by);
            assert_memory_equal(&s, &served[i], sizeof s);
         }
         served[i] = s;
      }
      const Cache* below[] = {&h.ll, &h.between[0], &h.between[1]};
      for (int k = 0; k < 1 + LEVELS_BETWEEN; k++) {
         size_t n_B = below[k]->sets * below[k]->ways * sizeof **tags;
         assert_true(n_B <= sizeof tags[k]);
         if (!n_B) continue;
         if (with) assert_memory_equal(tags[k], below[k]->tags, n_B);
         memcpy(tags[k], below[k]->tags, n_B);
      }
      hierarchy_check(&h);
      hierarchy_free(&h);
   }
}

static void test_nothing_changes(void** state)
{
   (void)state;
   for (int i = 0; i < 128; i++) {
      HierarchyConfig c = {.i1 = {512, 2, 64},
                           .d1 = {1024, 2, 64},
                           .between = {{i & 1 ? 64 * 4 * 8 : 0, 4, 64},
                                       {(i & 65) == 65 ? 64 * 4 * 12 : 0, 4, 64}},
                           .ll = {64 * 6 * (1 + next_random() % 40), 6, 64},
                           .line_use = i & 2,
                           .miss_classes = i & 4,
                           .owners = i & 8,
                           .ll_policy = (i & 17) == 17 ? LL_EXCLUSIVE : LL_NEITHER};
      if (i & 32)
         c.policy[CACHE_LL].replacement = (Replacement)(next_random() % N_REPLACEMENTS);
      if (hierarchy_policy_error(&c)) continue;
      same_with_foresight(&c);
   }
}

// --- pages with code ----------------------------------------------------------------------

static void test_known_lines(void** state)
{
   (void)state;
   const Geometry g = {4096, 2, 64};
   CodeCache c;
   code_cache_init(&c, &g, true);
   uint64_t page_B = 1 << CODE_PAGE_SHIFT, a = 0x401fc0, alike = a + CODE_PAGES * page_B;
   assert_null(code_cache_known_line(&c, a));
   CodeLine* line = code_cache_line(&c, a + 3);
   assert_ptr_equal(code_cache_known_line(&c, a), line);
   assert_null(code_cache_known_line(&c, a - 64)); // of the same page
   assert_null(code_cache_known_line(&c, a + 64)); // of the next one
   assert_null(code_cache_known_line(&c, alike));
   CodeLine* other = code_cache_line(&c, alike);
   assert_ptr_equal(code_cache_known_line(&c, alike + 63), other);
   code_cache_line(&c, a + page_B);
   assert_ptr_equal(code_cache_known_line(&c, a), line);
   code_cache_free(&c);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_distance),
      cmocka_unit_test(test_no_distance),
      cmocka_unit_test(test_nothing_changes),
      cmocka_unit_test(test_known_lines),
   };
   return UNIT_MAIN(argc, argv, tests);
}
