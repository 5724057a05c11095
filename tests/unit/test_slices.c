// SPDX-License-Identifier: GPL-3.0-or-later
// Sliced caches against as many caches of one slice each; docs/cache-model.md says which one a line is in.
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cachesim/hierarchy.h"
#include "unit_main.h"
#include "xorshift.h"

enum { SLICES_MOST = 16, SETS_MOST = 64, WAYS_MOST = 8 };

// By slice and set: lines by their numbers, most recent first.
typedef struct {
   uint32_t slices, sets, ways, n[SLICES_MOST][SETS_MOST];
   uint64_t line[SLICES_MOST][SETS_MOST][WAYS_MOST];
} Model;

static Model model;

static bool model_hits(uint64_t number)
{
   const uint32_t slice = (uint32_t)((number * 0x9E3779B97F4A7C15ULL >> 32) % model.slices);
   const uint32_t set = (uint32_t)(number % model.sets);
   uint64_t* lines = model.line[slice][set];
   uint32_t* n = &model.n[slice][set];
   uint32_t at = 0;
   while (at < *n && lines[at] != number) at++;
   const bool hit = at < *n;
   if (!hit && *n < model.ways) ++*n;
   if (!hit) at = *n - 1;
   memmove(lines + 1, lines, at * sizeof *lines);
   lines[0] = number;
   return hit;
}

static HotSlot hot[HOT_SETS_MAX];

static HierarchyConfig config_of(CacheRole sliced, bool line_use)
{
   const Geometry tiny = {64, 1, 64},
                  g = {(uint64_t)model.slices * model.sets * model.ways * 64, model.ways, 64};
   HierarchyConfig c = {.i1 = tiny, .d1 = tiny, .ll = g, .line_use = line_use};
   if (sliced != CACHE_LL) {
      c.between[0] = tiny;
      c.between[1] = g;
      c.ll.ways = 2 * g.ways, c.ll.size_B = 2 * g.size_B;
   }
   c.slices[sliced] = model.slices;
   return c;
}

// What serves a request that the tiny caches before the sliced one have missed.
static void compare(CacheRole sliced, bool line_use)
{
   static Hierarchy h;
   static LineChanges changes;
   const HierarchyConfig c = config_of(sliced, line_use);
   assert_null(hierarchy_policy_error(&c));
   hierarchy_init(&h, &c, hot);
   uint64_t last = ~0ULL, missed = 0;
   for (uint32_t i = 0; i < 4000; i++) {
      const uint64_t r = next_random(), number = r % 3 ? r >> 20 & 1023 : (r >> 20 & 31) << 14;
      if (number == last) continue;
      last = number;
      const bool hit = model_hits(number);
      changes.n_evicted = changes.n_loaded = 0;
      const Served s =
         hierarchy_data(&h, &(Request){number * 64, 8, r & 1}, line_use ? &changes : NULL);
      const ServedBy at = (ServedBy)(sliced == CACHE_LL ? AT_LL : AT_L2 + 1);
      if (hit)
         assert_int_equal(s.by, at);
      else
         assert_true(s.by > at);
      missed += !hit;
   }
   assert_true(missed > 100);
   hierarchy_check(&h);
   hierarchy_free(&h);
}

static void as_caches_of_one_slice(void** state)
{
   (void)state;
   static const uint32_t slices[] = {2, 3, 4, 8, 12, 16}, sets[] = {4, 7, 32, 64};
   for (uint32_t i = 0; i < 48; i++) {
      memset(&model, 0, sizeof model);
      model.slices = slices[i % 6], model.sets = sets[i / 6 % 4],
      model.ways = 1 + i % WAYS_MOST;
      compare(i & 1 ? CACHE_LL : (CacheRole)(CACHE_L2 + 1), i & 2);
   }
}

// Lines that are a large power of two apart meet in one set of a cache without slices, and in all slices with them.
static void large_strides(void** state)
{
   (void)state;
   Cache c = {.level = LEVEL_LL};
   cache_init(&c, &(Geometry){1 << 20, 16, 64}, false);
   const uint64_t all_meet = cache_set(&c, 1ULL << 30);
   for (uint64_t k = 0; k < 64; k++) assert_int_equal(cache_set(&c, k << 30), all_meet);
   cache_slice(&c, 8);
   uint32_t seen = 0;
   for (uint64_t k = 0; k < 64; k++) seen |= 1u << cache_set(&c, k << 30) / (c.sets / 8);
   assert_int_equal(seen, 0xFF);
   cache_free(&c);
}

static void uneven(void** state)
{
   (void)state;
   model = (Model){.slices = 4, .sets = 4, .ways = 2};
   HierarchyConfig c = config_of(CACHE_LL, false);
   assert_null(hierarchy_policy_error(&c));
   c.slices[CACHE_LL] = 3;
   assert_non_null(hierarchy_policy_error(&c));
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(as_caches_of_one_slice),
                                      cmocka_unit_test(large_strides),
                                      cmocka_unit_test(uneven)};
   return UNIT_MAIN(argc, argv, tests);
}
