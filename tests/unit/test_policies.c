// SPDX-License-Identifier: GPL-3.0-or-later
// Caches with policies against the reference of reference_policies.h, and small cases by hand.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "generated_code.h"
#include "reference_policies.h"
#include "unit_main.h"
#include "xorshift.h"

static HotSlot hot[HOT_SETS_MAX];
static Hierarchy h;
static LineChanges changes;
static LineEnds got;
static uint64_t loaded[LEVEL_LL + 1], evicted[LEVEL_LL + 1]; // lines by level
static uint64_t loaded_B[LEVEL_LL + 1], evicted_B[LEVEL_LL + 1];
static uint64_t in_generated_code;

// --- random traces ------------------------------------------------------------------------

static uint32_t line_B_of(uint32_t level)
{
   return level == LEVEL_L2   ? h.config.between[0].line_B
          : level == LEVEL_L3 ? h.config.between[1].line_B
                              : h.config.ll.line_B;
}

static void note_evicted(const Eviction* e)
{
   evicted[e->level]++;
   evicted_B[e->level] += e->line_B;
}

static void note_loaded(uint32_t level, uint32_t line_B)
{
   loaded[level]++;
   loaded_B[level] += level == LEVEL_L1 ? 0 : line_B;
}

// What an access has evicted must be what the reference has; what it has loaded gets a loader.
static void compare_changes(void)
{
   for (uint32_t k = 0; k < changes.n_loaded; k++)
      note_loaded(changes.loaded[k].level, line_B_of(changes.loaded[k].level));
   for (uint32_t k = 0; k < changes.n_evicted; k++) {
      const Eviction* e = &changes.evicted[k];
      note_evicted(e);
      if (e->is_own) note_loaded(e->level, e->line_B);
   }
   line_ends_take(&got, &changes, policy_ref.loader);
   assert_true(line_ends_match(&got, &policy_ref.ends));
}

static Served data(const Request* r)
{
   in_generated_code += generated_is_hot(&h, r);
   return generated_data(&h, r, h.config.line_use ? &changes : NULL);
}

static Served fetch(const Request* r)
{
   in_generated_code += generated_is_hot_fetch(&h, r);
   return generated_fetch(&h, r, h.config.line_use ? &changes : NULL);
}

static void compare_all(void)
{
   LineCursor cursor = {0};
   for (Eviction e; hierarchy_evict_next(&h, &cursor, &e);) {
      note_evicted(&e);
      line_ends_add(&got, line_end_of(&e, 0));
   }
   policy_ref_evict_all();
   assert_true(line_ends_match(&got, &policy_ref.ends));
   for (int level = LEVEL_L1; level <= LEVEL_LL; level++) {
      assert_int_equal(loaded[level], evicted[level]);
      if (level > LEVEL_L1) assert_int_equal(loaded_B[level], evicted_B[level]);
   }
}

static void one(const HierarchyConfig* c, int steps)
{
   hierarchy_init(&h, c, hot);
   policy_ref_init(c);
   memset(loaded, 0, sizeof loaded);
   memset(evicted, 0, sizeof evicted);
   memset(loaded_B, 0, sizeof loaded_B);
   memset(evicted_B, 0, sizeof evicted_B);
   uint64_t walk[4] = {0x20000, 0x30000, 0x4FFC0, 0x80000}, again = 0x10000;
   static const uint64_t step[4] = {64, 24, (uint64_t)-32, 4096};
   for (int i = 0; i < steps; i++) {
      uint32_t size = 1u << next_random() % 6;
      if (size > c->d1.line_B) size = c->d1.line_B;
      if (size > c->i1.line_B) size = c->i1.line_B;
      uint64_t r = next_random(), kind = r % 16, instr = 0;
      uint64_t a = 0x10000 + (r >> 8 & 0x1FFF) + ((r >> 40 & 7) == 0 ? 1ULL << 32 : 0);
      if (kind < 4) {
         instr = 0x400000 + kind;
         a = walk[kind] += step[kind];
      } else if (kind < 6) {
         instr = 0x400000 + (r >> 50) % 1024;
      } else if (kind < 13) {
         a = again + (r >> 8) % 8;
      }
      again = a;
      policy_ref.loader = (uint64_t)i + 1;
      changes.n_loaded = changes.n_evicted = 0;
      bool is_fetch = kind > 3 && (r >> 20) % 4 == 0, write = r >> 24 & 1;
      Served s = is_fetch ? fetch(&(Request){a, size, false, 0})
                          : data(&(Request){a, size, write, instr});
      assert_int_equal(served_by(s),
                       is_fetch ? policy_ref_access(&policy_ref.i1, a, size, false, 0)
                                : policy_ref_access(&policy_ref.d1, a, size, write, instr));
      assert_int_equal(s.prefetch_hits, policy_ref.prefetch_hits);
      policy_ref.prefetch_hits = 0;
      if (c->line_use) compare_changes();
      policy_ref.ends.n = 0;
      if (i % 500 == 0) hierarchy_check(&h);
   }
   hierarchy_check(&h);
   if (c->line_use) compare_all();
   hierarchy_free(&h);
}

static bool is_standard(const HierarchyConfig* c)
{
   hierarchy_init(&h, c, hot);
   bool standard = !h.has_policies;
   hierarchy_free(&h);
   return standard;
}

// One policy in one cache at a time, in front of LL alone, of L2 and of L2 and L3; four levels without any have policies, too.
static void single_policies(void** state)
{
   (void)state;
   for (CacheRole r = CACHE_I1; r < N_CACHES; r++)
      for (int p = 0; p < 19; p++)
         for (int options = 0; options < 6; options++) {
            HierarchyConfig c = {.i1 = {1024, 4, 64},
                                 .d1 = {1024, 4, 64},
                                 .ll = {16384, 8, 64},
                                 .seed = 1,
                                 .line_use = options & 1};
            if (options >= 2) c.between[0] = (Geometry){4096, 4, 64};
            if (options >= 4) c.between[1] = (Geometry){8192, 4, 64};
            c.policy[r].replacement = p < N_REPLACEMENTS ? p : REPLACE_LRU;
            if (p >= 8 && p < 8 + N_PREFETCHES) c.policy[r].prefetch = p - 8;
            c.policy[r].no_write_allocate = p == 16;
            if (p == 17) c.ll_policy = LL_INCLUSIVE;
            if (p == 18) c.ll_policy = LL_EXCLUSIVE;
            if ((r == CACHE_L2 && options < 2) || (r == CACHE_L3 && options < 4)) continue;
            if (hierarchy_policy_error(&c)) continue;
            if (!is_standard(&c)) one(&c, 3000);
         }
}

static void random_hierarchies(void** state)
{
   (void)state;
   in_generated_code = 0;
   uint32_t n[3] = {0};
   for (int i = 0; i < 280; i++) {
      const bool four_levels = i >= 200;
      HierarchyConfig c = policy_ref_config(next_random(), four_levels ? 4 : 2 + (i & 1));
      assert_null(geometry_hierarchy_error(&c.i1, &c.d1, c.between, &c.ll));
      assert_null(hierarchy_policy_error(&c));
      if (!is_standard(&c)) one(&c, 3000);
      if (four_levels) n[c.ll_policy]++;
   }
   assert_true(n[LL_NEITHER] > 10 && n[LL_INCLUSIVE] > 10 && n[LL_EXCLUSIVE] > 10);
   assert_true(in_generated_code > 60000); // hot lines are used, whatever the policy
}

// --- cases by hand ------------------------------------------------------------------------

static HierarchyConfig three_levels(void)
{
   return (HierarchyConfig){.i1 = {1024, 4, 64},
                            .d1 = {1024, 4, 64},
                            .between = {{4096, 4, 64}},
                            .ll = {16384, 8, 64}};
}

static void errors(void** state)
{
   (void)state;
   HierarchyConfig c = three_levels();
   assert_null(hierarchy_policy_error(&c));
   c.ll_policy = LL_EXCLUSIVE;
   assert_null(hierarchy_policy_error(&c));
   c.ll.line_B = 128;
   assert_non_null(hierarchy_policy_error(&c));
   c = three_levels(), c.ll_policy = LL_EXCLUSIVE, c.between[0].size_B = 0;
   assert_non_null(hierarchy_policy_error(&c));
   c = three_levels(), c.ll_policy = LL_EXCLUSIVE,
   c.policy[CACHE_LL].prefetch = PREFETCH_STREAM;
   assert_non_null(hierarchy_policy_error(&c));
   c = three_levels(), c.ll_policy = LL_EXCLUSIVE, c.write_back = true;
   assert_non_null(hierarchy_policy_error(&c));
   c = three_levels(), c.ll_policy = LL_INCLUSIVE, c.ll.size_B = 2048;
   assert_non_null(hierarchy_policy_error(&c));
   c = three_levels(), c.ll_policy = LL_INCLUSIVE, c.between[1] = (Geometry){8192, 8, 64};
   assert_null(hierarchy_policy_error(&c));
   c.between[1] = (Geometry){32768, 8, 64}; // larger than LL
   assert_non_null(hierarchy_policy_error(&c));
   c = three_levels(), c.ll_policy = LL_EXCLUSIVE, c.ll.line_B = 128;
   c.between[1] = (Geometry){8192, 8, 128}; // L3 is in front of LL, whatever L2's lines are
   assert_null(hierarchy_policy_error(&c));
   c.between[1].line_B = 64;
   assert_non_null(hierarchy_policy_error(&c));
   c = three_levels(), c.between[1] = (Geometry){8192, 3, 64};
   c.policy[CACHE_L3].replacement = REPLACE_PLRU;
   assert_non_null(hierarchy_policy_error(&c));
   c = three_levels(), c.ll_policy = LL_INCLUSIVE, c.policy[CACHE_LL].no_write_allocate = true;
   assert_non_null(hierarchy_policy_error(&c));
   c = three_levels(), c.policy[CACHE_D1].replacement = REPLACE_PLRU;
   assert_null(hierarchy_policy_error(&c));
   c.d1.ways = 3;
   assert_non_null(hierarchy_policy_error(&c));
   c = three_levels(), c.policy[CACHE_LL].replacement = REPLACE_SRRIP;
   c.callgrind_arithmetic = true;
   assert_non_null(hierarchy_policy_error(&c));
}

// Reads n addresses, a step apart; returns how many reads memory served.
static uint64_t walk(const HierarchyConfig* c, uint64_t n, uint64_t step, uint64_t* hits)
{
   hierarchy_init(&h, c, hot);
   uint64_t misses = *hits = 0;
   for (uint64_t i = 0; i < n; i++) {
      Served s =
         hierarchy_data(&h, &(Request){0x10000000 + i * step, 8, false, 0x400000}, NULL);
      misses += s.by == AT_MEMORY;
      *hits += s.prefetch_hits;
   }
   hierarchy_free(&h);
   return misses;
}

// What each prefetcher covers of a walk through new lines.
static void coverage(void** state)
{
   (void)state;
   uint64_t hits;
   for (PrefetchKind p = PREFETCH_NONE; p < N_PREFETCHES; p++) {
      HierarchyConfig c = three_levels();
      c.policy[CACHE_L2].prefetch = p;
      bool lines = p == PREFETCH_NEXT_LINE, stream = p == PREFETCH_STREAM,
           stride = p == PREFETCH_STRIDE;
      // Of consecutive lines, the stream leaves the first three and those until its distance.
      uint64_t expected = lines ? 1 : stream ? 6 : stride ? 3 : 1000;
      assert_int_equal(walk(&c, 1000, 64, &hits), expected);
      assert_int_equal(hits, p ? 1000 - expected : 0);
      // Of a stride of 4 KiB, the third access shows that it is one.
      assert_int_equal(walk(&c, 1000, 4096, &hits), stride ? 3 : 1000);
      assert_int_equal(hits, stride ? 997 : 0);
      // Downwards; next line loads those that were there.
      assert_int_equal(walk(&c, 1000, (uint64_t)-64, &hits), lines ? 1000 : expected);
   }
}

// Many ways, many sets, long lines.
static void large_caches(void** state)
{
   (void)state;
   static const Geometry l1 = {128, 2, 32};
   static const Geometry ll[] = {{64 * 64, 64, 64},      {4 * 32 * 64, 32, 64},
                                 {128 * 2 * 64, 2, 64},  {70 * 3 * 64, 3, 64},
                                 {4 * 2 * 512, 2, 512},  {2 * 100 * 128, 100, 128},
                                 {65 * 1 * 128, 1, 128}, {260 * 16, 260, 16}};
   for (size_t i = 0; i < sizeof ll / sizeof ll[0]; i++)
      for (int p = 0; p < N_REPLACEMENTS; p++)
         for (int policy = LL_NEITHER; policy <= LL_INCLUSIVE; policy++) {
            HierarchyConfig c = {
               .i1 = l1, .d1 = l1, .ll = ll[i], .ll_policy = policy, .line_use = true};
            if (ll[i].line_B < l1.line_B) c.i1 = c.d1 = (Geometry){64, 2, 16};
            c.policy[CACHE_LL].replacement = p;
            if (!hierarchy_policy_error(&c) && !is_standard(&c)) one(&c, 3000);
         }
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(single_policies), cmocka_unit_test(random_hierarchies),
      cmocka_unit_test(large_caches),    cmocka_unit_test(errors),
      cmocka_unit_test(coverage),
   };
   return UNIT_MAIN(argc, argv, tests);
}
