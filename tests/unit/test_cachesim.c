// SPDX-License-Identifier: GPL-3.0-or-later
// Caches against the reference models of reference.h.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/arch.h"
#include "cachesim/branch.h"
#include "cachesim/hierarchy_inl.h"
#include "processor.h"
#include "reference.h"
#include "unit_main.h"
#include "xorshift.h"

// Addresses near each other and, now and then, 4 GiB apart.
static uint64_t random_address(void)
{
   uint64_t r = next_random();
   return 0x10000 + (r >> 8 & 0x3FFF) + ((r & 7) == 0 ? (r >> 40 & 3) << 32 : 0);
}

// Lines do not become shorter from level to level, and L3 is behind an L2.
static void hierarchies_that_fit(void)
{
   Geometry big = {1024, 2, 128}, small = {1024, 2, 64};
   const Geometry none[] = {{0}, {0}}, l2[] = {small, {0}}, big_l2[] = {big, {0}},
                  l3_only[] = {{0}, small}, both[] = {small, small}, grows[] = {small, big},
                  shrinks[] = {big, small};
   assert_null(geometry_hierarchy_error(&small, &small, none, &big));
   assert_non_null(geometry_hierarchy_error(&big, &small, none, &small));
   assert_non_null(geometry_hierarchy_error(&small, &big, none, &small));
   assert_null(geometry_hierarchy_error(&small, &small, l2, &small));
   assert_non_null(geometry_hierarchy_error(&small, &big, l2, &big));
   assert_non_null(geometry_hierarchy_error(&small, &small, big_l2, &small));
   assert_non_null(geometry_hierarchy_error(&small, &small, l3_only, &small));
   assert_null(geometry_hierarchy_error(&small, &small, both, &small));
   assert_null(geometry_hierarchy_error(&small, &small, grows, &big));
   assert_non_null(geometry_hierarchy_error(&small, &small, grows, &small));
   assert_non_null(geometry_hierarchy_error(&small, &small, shrinks, &big));
}

// 1.5 M is not a whole number, but 1536 K is.
static void geometry_units(void)
{
   const struct {
      const char* text;
      uint64_t size_B;
   } cases[] = {{"48K,12,64", 49152},          {"1M,16,64", 1048576},
                {"1536K,12,64", 1572864},      {"33m,11,64", 34603008},
                {"2g,16,64", 2147483648ULL},   {"2GiB,16,64", 2147483648ULL},
                {"1024G,4096,64", 1ULL << 40}, {"1049kiB,1049,64", 1074176}};
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      Geometry g;
      assert_null(geometry_parse(cases[i].text, &g));
      assert_int_equal(g.size_B, cases[i].size_B);
   }
   Geometry g = {1, 2, 3};
   assert_string_equal(geometry_parse("32KB,8,64", &g),
                       "a size is in bytes, or ends in K, M or G, where K is 1024 bytes");
}

static void geometry_texts(void** state)
{
   (void)state;
   static const struct {
      const char* text;
      bool good;
   } cases[] = {{"32768,8,64", true},
                {"49152,12,64", true},
                {"64,1,64", true},
                {"192,1,64", true},
                {"16,1,16", true},
                {"524288,2,512", true},
                {"", false},
                {"32768", false},
                {"32768,8", false},
                {"32768,8,64,", false},
                {"32768,8,64x", false},
                {"0,8,64", false},
                {"32768,0,64", false},
                {"32768,8,0", false},
                {"32768,8,48", false},
                {"32768,8,8", false},
                {"32768,8,1024", false},
                {"32769,8,64", false},
                {"-32768,8,64", false},
                {" 32768,8,64", false},
                {"99999999999999999999,8,64", false},
                {"32768,99999,64", false},
                {"32K,8,64", true},
                {"32k,8,64", true},
                {"32KiB,8,64", true},
                {"8MiB,16,64", true},
                {"1024G,4096,64", true},
                {"32KB,8,64", false},
                {"32Ki,8,64", false},
                {"32KIB,8,64", false},
                {"32KK,8,64", false},
                {"32B,8,64", false},
                {"32T,8,64", false},
                {"K,8,64", false},
                {"32 K,8,64", false},
                {"1.5M,8,64", false},
                {"32K,8K,64", false},
                {"32K,8,64K", false},
                {"0K,8,64", false},
                {"33K,16,128", false},
                {"1025G,16,64", false},
                {"17592186044416K,8,64", false},
                {"17179869185G,16,64", false}};
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      Geometry g;
      const char* error = geometry_parse(cases[i].text, &g);
      if ((error == NULL) != cases[i].good) fail_msg("'%s': %s", cases[i].text, error);
   }
   geometry_units();
   hierarchies_that_fit();
}

static Cache new_cache(const Geometry* g, bool write_back)
{
   Cache c = {.level = 1};
   cache_init(&c, g, false);
   c.keeps_dirty = write_back;
   if (write_back) c.tag_state = TAG_DIRTY;
   return c;
}

// 0: hit, 1: miss, 2: miss that evicted a dirty line.
static int reference_one(Cache* c, uint64_t address, bool write)
{
   Served s = cache_request(c, &(Request){address, 1, write}, NULL);
   return s.by == AT_L1 ? 0 : s.wrote_back ? 2 : 1;
}

static void one_cache(Geometry g, bool write_back)
{
   Cache c = new_cache(&g, write_back);
   RefCache r = ref_cache(g);
   for (int i = 0; i < 20000; i++) {
      uint64_t a = random_address();
      bool write = next_random() & 1;
      int expected = ref_touch(&r, a, write && write_back);
      assert_int_equal(reference_one(&c, a, write), expected);
   }
   cache_check(&c);
   cache_free(&c);
   ref_free(&r);
}

static void caches(void** state)
{
   (void)state;
   static const Geometry g[] = {{1024, 1, 16},  {4096, 2, 64},   {4096, 4, 32},   {3072, 3, 64},
                                {6144, 8, 64},  {12288, 12, 64}, {16384, 16, 64}, {64, 1, 64},
                                {4096, 64, 64}, {5120, 2, 512}};
   for (size_t i = 0; i < sizeof g / sizeof g[0]; i++) {
      one_cache(g[i], false);
      one_cache(g[i], true);
   }
}

// Any number of sets, also none that is a power of two; 1 to 4096 ways.
static void random_caches(void** state)
{
   (void)state;
   for (int i = 0; i < 60; i++) {
      uint32_t line_B = 16u << next_random() % 6;
      uint32_t ways = (uint32_t)(1 + next_random() % 20);
      if (i % 10 == 0) ways = 1;
      uint64_t sets = 1 + next_random() % 40;
      if (i == 5) ways = 4096, sets = 1, line_B = 16;
      Geometry g = {sets * ways * line_B, ways, line_B};
      assert_null(geometry_error(&g));
      assert_int_equal(geometry_sets(&g), sets);
      one_cache(g, i % 2);
   }
}

// A full cache of dirty lines gives each of them back once.
static void written_back(void** state)
{
   (void)state;
   Geometry g = {3 * 4 * 64, 4, 64};
   Cache c = new_cache(&g, true);
   for (uint64_t i = 0; i < 12; i++) assert_int_equal(reference_one(&c, i * 64, true), 1);
   for (uint64_t i = 12; i < 24; i++) assert_int_equal(reference_one(&c, i * 64, false), 2);
   for (uint64_t i = 24; i < 36; i++) assert_int_equal(reference_one(&c, i * 64, false), 1);
   assert_int_equal(reference_one(&c, 24 * 64, true), 0);
   cache_check(&c);
   cache_clear(&c);
   for (uint64_t i = 0; i < 24; i++) assert_int_equal(reference_one(&c, i * 64, false), 1);
   cache_free(&c);
}

// Addresses at both ends: line zero is not an empty way, and the last line is one like others.
static void ends_of_memory(void** state)
{
   (void)state;
   static const uint64_t address[] = {0, 63, 64, 1ULL << 47, ~0ULL, ~0ULL << 47, ~0ULL - 64};
   static const int expected[] = {1, 0, 1, 1, 1, 1, 1};
   Geometry g = {64 * 64, 64, 64};
   Cache c = new_cache(&g, false);
   for (size_t i = 0; i < sizeof address / sizeof address[0]; i++)
      assert_int_equal(reference_one(&c, address[i], false), expected[i]);
   for (size_t i = 0; i < sizeof address / sizeof address[0]; i++)
      assert_int_equal(reference_one(&c, address[i], false), 0);
   cache_check(&c);
   cache_free(&c);
}

XG_AVX2 static LruMove move_avx2(uint64_t* set, uint32_t ways, uint64_t key, uint64_t kept)
{
   return kept ? lru_move_avx2(set, ways, key, WAY_MASK) : lru_move_avx2(set, ways, key, 0);
}

static void avx2_sets(void** state)
{
   (void)state;
#if defined(__x86_64__)
   if (!processor_has_avx2()) fail_msg("this processor has no AVX2: nothing tested");
#endif
   for (uint32_t ways = 1; ways <= 20; ways++)
      for (uint64_t kept = 0; kept <= WAY_MASK; kept += WAY_MASK) {
         uint64_t a[20], b[20];
         for (uint32_t i = 0; i < ways; i++) a[i] = b[i] = i & kept;
         for (int i = 0; i < 20000; i++) {
            uint64_t key = cache_key(next_random() % (ways + 3) << 40);
            LruMove m = lru_move(a, ways, key, kept), v = move_avx2(b, ways, key, kept);
            assert_int_equal(m.hit, v.hit);
            if (kept) assert_int_equal(m.old, v.old);
            assert_memory_equal(a, b, ways * sizeof a[0]);
         }
      }
}

static HotSlot d1_hot[HOT_SETS_MAX];

// One access the way generated code and engine make it: hot slot, fast path, general functions.
static Served fast_data(Hierarchy* h, uint64_t a, uint32_t size_B, bool write)
{
   if (h->d1.hot && !(write && h->config.write_back)
       && a - cache_hot_slot(&h->d1, a)->line <= h->d1.geometry.line_B - size_B)
      return (Served){AT_L1};
   if (hierarchy_is_fast(h, a, size_B)) {
      if (hierarchy_d1_fast(h, a, lru_move, false).hit) return (Served){AT_L1};
      return hierarchy_l1_missed_fast(h, a, a, lru_move);
   }
   if (h->fast && size_B <= h->d1.geometry.line_B)
      return hierarchy_data_pair_fast(h, a, size_B, lru_move);
   return hierarchy_data(h, &(Request){a, size_B, write}, NULL);
}

static Served fast_fetch(Hierarchy* h, uint64_t a, uint32_t size_B)
{
   CodeLine* first = code_cache_line(&h->i1, a);
   CodeLine* last = code_cache_line(&h->i1, a + size_B - 1);
   // Generated code does so for at most two lines of different sets.
   if (first != last && (first->next != last || h->i1.sets == 1))
      return hierarchy_fetch(h, &(Request){a, size_B, false}, NULL);
   Served s = {AT_L1};
   uint64_t now = ++h->i1.now;
   if (!first->used || !last->used)
      s = h->fast ? hierarchy_fetch_pair_fast(h, first, a, size_B, lru_move)
                  : hierarchy_fetch_missed(h, first, &(Request){a, size_B, false}, NULL);
   first->used = last->used = now;
   return s;
}

static void one_hierarchy(const HierarchyConfig* c)
{
   Hierarchy h;
   RefHierarchy r = ref_hierarchy(c);
   hierarchy_init(&h, c, d1_hot);
   uint64_t walk = 0x20000;
   for (int i = 0; i < 30000; i++) {
      uint32_t size_B = 1u << next_random() % 5;
      uint64_t kind = next_random() % 8;
      uint64_t a = kind == 0 ? walk += 64 : random_address();
      unit_given(
         "access %jd (kind %jd: up to 2 a fetch, odd a write) of %jd B at %#jx, caches D1 "
         "%jd B, LL %jd B, write back %jd, prefetch %jd",
         i, (intmax_t)kind, size_B, (intmax_t)a, (intmax_t)c->d1.size_B, (intmax_t)c->ll.size_B,
         c->write_back, c->prefetch);
      if (kind <= 2) {
         assert_int_equal(served_by(fast_fetch(&h, a, size_B)), ref_fetch(&r, a, size_B));
      } else {
         bool write = kind & 1;
         assert_int_equal(served_by(fast_data(&h, a, size_B, write)),
                          ref_data(&r, a, size_B, write));
      }
      if (i % 1000 == 0) hierarchy_check(&h);
   }
   hierarchy_free(&h);
   ref_hierarchy_free(&r);
}

static void hierarchies(void** state)
{
   (void)state;
   static const Geometry l1[] = {
      {1024, 2, 64}, {512, 8, 32}, {192, 1, 64}, {64, 1, 64}, {1024, 4, 16}};
   static const Geometry ll[] = {{8192, 4, 64}, {12288, 16, 64}, {16384, 8, 128}};
   for (size_t i = 0; i < sizeof l1 / sizeof l1[0]; i++)
      for (size_t j = 0; j < sizeof ll / sizeof ll[0]; j++)
         for (int options = 0; options < 4; options++) {
            HierarchyConfig c = {.i1 = l1[i],
                                 .d1 = l1[(i + 1) % 5],
                                 .ll = ll[j],
                                 .write_back = options & 1,
                                 .prefetch = options & 2};
            one_hierarchy(&c);
         }
}

// Up to 16 sets and ways, with lines of L2's size or of twice as much.
static Geometry random_l3(const Geometry* l2)
{
   uint64_t r = next_random();
   uint32_t line_B = l2->line_B << (l2->line_B < 256 && r & 1), ways = 1 + (r >> 8) % 16;
   return (Geometry){(1 + (r >> 16) % 16) * ways * line_B, ways, line_B};
}

static void random_hierarchies(void** state)
{
   (void)state;
   for (int i = 0; i < 72; i++) {
      Geometry g[N_CACHES] = {{0}};
      const bool has_l3 = i >= 48;
      for (int k = 0; k < N_CACHES; k++) {
         static const uint32_t least_B[N_CACHES] = {16, 16, 64, 0, 256};
         if (k == CACHE_L3) continue;
         uint32_t line_B = least_B[k] << (k == CACHE_LL ? 0 : next_random() % 3);
         uint32_t ways = (uint32_t)(1 + next_random() % 16);
         uint64_t sets = 1 + next_random() % (k == CACHE_LL ? 60 : k == CACHE_L2 ? 20 : 12);
         if (k != CACHE_L2 || i & 4 || has_l3)
            g[k] = (Geometry){sets * ways * line_B, ways, line_B};
      }
      if (has_l3) g[CACHE_L3] = random_l3(&g[CACHE_L2]);
      assert_null(geometry_hierarchy_error(&g[0], &g[1], &g[CACHE_L2], &g[CACHE_LL]));
      HierarchyConfig c = {.i1 = g[0],
                           .d1 = g[1],
                           .between = {g[CACHE_L2], g[CACHE_L3]},
                           .ll = g[CACHE_LL],
                           .write_back = i & 1,
                           .prefetch = i & 2};
      one_hierarchy(&c);
   }
}

// Caches compose: with levels in between, what misses one level is asked of the next.
static void three_or_four_levels(void** state)
{
   (void)state;
   static const Geometry g[4] = {{512, 2, 32}, {3072, 3, 64}, {4096, 2, 64}, {8192, 4, 128}};
   for (int options = 0; options < 4; options++) {
      const bool write_back = options & 1;
      const int n = options & 2 ? 4 : 3;
      Cache c[4];
      RefCache r[4];
      for (int k = 0; k < n; k++) {
         const Geometry* of = k == n - 1 ? &g[3] : &g[k];
         c[k] = new_cache(of, write_back && k == n - 1);
         c[k].level = (uint8_t)(k + 1);
         c[k].write_through = write_back && k < n - 1;
         r[k] = ref_cache(*of);
         if (k) cache_connect(&c[k - 1], &c[k]);
      }
      for (int i = 0; i < 30000; i++) {
         uint64_t a = random_address();
         uint32_t size_B = 1u << next_random() % 5;
         bool write = write_back && next_random() & 1;
         int expected = 0, worst = 0;
         for (int k = 0; k < n && (k == expected || write); k++) {
            worst = ref_access(&r[k], a, size_B, write && k == n - 1);
            if (worst && k == expected) expected++;
         }
         ServedBy by = served_by(cache_request(&c[0], &(Request){a, size_B, write}, NULL));
         if (expected < n)
            assert_int_equal(by, expected);
         else
            assert_int_equal(by, worst == 2 ? AT_MEMORY_WB : AT_MEMORY);
      }
      for (int k = 0; k < n; k++) {
         cache_check(&c[k]);
         cache_free(&c[k]);
         ref_free(&r[k]);
      }
   }
}

// After clearing nothing is resident and nothing is hot.
static void cleared(void** state)
{
   (void)state;
   HierarchyConfig c = {.i1 = {1024, 2, 64}, .d1 = {1024, 2, 64}, .ll = {8192, 4, 64}};
   Hierarchy h;
   hierarchy_init(&h, &c, d1_hot);
   for (int i = 0; i < 2; i++) {
      assert_int_equal(fast_data(&h, 0x1000, 8, false).by, AT_MEMORY);
      assert_int_equal(fast_fetch(&h, 0x1000, 8).by, AT_LL);
      assert_int_equal(fast_data(&h, 0x1038, 8, false).by, AT_L1);
      hierarchy_clear(&h);
      hierarchy_check(&h);
   }
   hierarchy_free(&h);
}

// The predictors by the book: a table by the last seven outcomes and seven address bits with
// four states, and the last target by nine address bits.
static void branches_by_table(void** state)
{
   (void)state;
   static BranchPredictor b;
   static uint8_t table[128][128];
   static uint64_t targets[512];
   static const uint8_t next_state[4][2] = {{0, 1}, {0, 2}, {1, 3}, {2, 3}};
   memset(&b, 0, sizeof b);
   bool last[7] = {false};
   for (int i = 0; i < 200000; i++) {
      uint64_t r = next_random(), address = 0x400000 + (r & 0xFFF);
      bool taken = (r >> 20) % 5 < (address & 7);
      unsigned history = 0;
      for (int k = 0; k < 7; k++) history += (unsigned)last[k] << k; // last[0] is the newest
      uint8_t* now = &table[history][(address >> CODE_ZERO_BITS) % 128];
      assert_int_equal(branch_conditional(&b, address, taken), (*now > 1) != taken);
      *now = next_state[*now][taken];
      memmove(last + 1, last, 6 * sizeof last[0]);
      last[0] = taken;

      uint64_t target = 0x500000 + (r >> 40) % 3;
      assert_int_equal(branch_indirect(&b, address, target),
                       targets[(address >> CODE_ZERO_BITS) % 512] != target);
      targets[(address >> CODE_ZERO_BITS) % 512] = target;
   }
}

static void branches(void** state)
{
   (void)state;
   static BranchPredictor b;
   // A loop branch: the counters learn "taken" once the history repeats, then only the
   // exits are mispredicted.
   int missed = 0;
   for (int i = 0; i < 1000; i++) missed += branch_conditional(&b, 0x1234, true);
   assert_true(missed <= 2 * (BRANCH_HISTORY_BITS + 1));
   assert_true(branch_conditional(&b, 0x1234, false));
   assert_true(branch_indirect(&b, 0x77, 1));
   assert_false(branch_indirect(&b, 0x77, 1));
   assert_true(branch_indirect(&b, 0x77, 2));
   assert_true(branch_indirect(&b, 0x77 + (1 << BRANCH_TARGET_BITS), 1)); // shares the entry
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(geometry_texts),     cmocka_unit_test(caches),
      cmocka_unit_test(avx2_sets),          cmocka_unit_test(random_caches),
      cmocka_unit_test(ends_of_memory),     cmocka_unit_test(three_or_four_levels),
      cmocka_unit_test(written_back),       cmocka_unit_test(hierarchies),
      cmocka_unit_test(random_hierarchies), cmocka_unit_test(cleared),
      cmocka_unit_test(branches),           cmocka_unit_test(branches_by_table)};
   return UNIT_MAIN(argc, argv, tests);
}
