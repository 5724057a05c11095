// SPDX-License-Identifier: GPL-3.0-or-later
// Classes of misses against the reference of reference_classes.h, and small cases by hand.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "cachesim/translation.h"
#include "generated_code.h"
#include "reference_classes.h"
#include "unit_main.h"
#include "xorshift.h"

static HotSlot hot[HOT_SETS_MAX] __attribute__((aligned(4096)));
static Hierarchy h;
static LineChanges changes;
static uint64_t now, in_generated_code;
static uint64_t found[CLASS_LEVELS][MISS_CLASSES]; // in all cases

// --- random traces ------------------------------------------------------------------------

typedef struct {
   HierarchyConfig caches;
   bool tlb;
} Case;

static Translation tlbs;
static uint64_t ref_pages[16], tlb_misses;
enum { TLB_ENTRIES = 4 };

static bool ref_page_missed(uint64_t page)
{
   uint32_t i = 0;
   while (i < TLB_ENTRIES - 1 && ref_pages[i] != page) i++;
   bool missed = ref_pages[i] != page;
   memmove(ref_pages + 1, ref_pages, i * sizeof *ref_pages);
   ref_pages[0] = page;
   return missed;
}

static bool ref_tlb(uint64_t address, uint32_t size_B)
{
   uint64_t first = address / 4096 + 1, last = (address + size_B - 1) / 4096 + 1;
   bool missed = ref_page_missed(first);
   if (last != first) missed |= ref_page_missed(last);
   return missed;
}

// As generated code and the engine make an access.
static Served data(const Case* c, uint64_t a, uint32_t size_B, bool write, uint64_t instr)
{
   LineChanges* space = c->caches.line_use ? &changes : NULL;
   const Request r = {a, size_B, write, instr};
   Served s = {AT_L1};
   bool page_missed = false;
   now += PAGES_PER_REQUEST * (1 + next_random() % 3);
   if (!generated_is_hot(&h, &r)) {
      if (c->tlb) page_missed = translation_data(&tlbs, a, size_B, now) != BY_TLB;
      hierarchy_set_time(&h, now);
      s = hierarchy_data(&h, &r, space);
      if (c->tlb) translation_enter_slots(&tlbs, a, size_B);
   } else {
      in_generated_code++;
   }
   if (h.d1.hot) cache_hot_slot(&h.d1, a)->used = now;
   hierarchy_count_hot(&h, a, size_B);
   if (c->tlb) {
      assert_int_equal(page_missed, ref_tlb(a, size_B));
      tlb_misses += page_missed;
   }
   return s;
}

// A level has missed.
static void compare(ClassLevel level, uint32_t object)
{
   assert_true(class_ref_missed(&h, level, object));
   found[level][class_ref.level[level].missed]++;
}

// All caches are emptied, and their reference as well.
static void empty(const Case* c)
{
   hierarchy_clear(&h);
   if (c->tlb) translation_clear(&tlbs);
   memset(ref_pages, 0, sizeof ref_pages);
   policy_ref_init(&c->caches);
   class_ref_init(&c->caches);
}

static void one(const Case* c, int steps)
{
   assert_true(c->caches.miss_classes);
   hierarchy_init(&h, &c->caches, hot);
   const TranslationConfig pages = {.dtlb = {.entries = TLB_ENTRIES, .ways = TLB_ENTRIES},
                                    .pages = PAGES_SMALL};
   if (c->tlb) translation_init(&tlbs, &pages, &h.d1);
   empty(c);
   class_ref_start_counts();
   LineChanges* space = c->caches.line_use ? &changes : NULL;
   uint64_t walk[4] = {0x20000, 0x30000, 0x4FFC0, 0x80000}, again = 0x10000;
   static const uint64_t step[4] = {64, 24, (uint64_t)-32, 4096};
   uint32_t max_B =
      c->caches.d1.line_B < c->caches.i1.line_B ? c->caches.d1.line_B : c->caches.i1.line_B;
   for (int i = 0; i < steps; i++) {
      uint32_t size_B = 1u << next_random() % 6;
      if (size_B > max_B) size_B = max_B;
      uint64_t r = next_random(), kind = r % 16, instr = 0;
      uint64_t a = 0x10000 + (r >> 8 & 0x1FFF) + ((r >> 40 & 7) == 0 ? 1ULL << 32 : 0);
      if (kind < 4) {
         instr = 0x400000 + kind;
         a = walk[kind] += step[kind];
      } else if (kind < 10) {
         a = again + (r >> 8) % 8;
      } else if (kind < 14) {
         a = 0x10000 + (r >> 8) % 8 * 64 + (r >> 16) % 16; // a few lines, again and again
      }
      again = a;
      changes.n_loaded = changes.n_evicted = 0;
      bool is_fetch = kind > 3 && (r >> 20) % 4 == 0, write = r >> 24 & 1;
      class_ref_begin();
      Served s = is_fetch ? generated_fetch(&h, &(Request){a, size_B, false, 0}, space)
                          : data(c, a, size_B, write, instr);
      ServedBy want = is_fetch ? policy_ref_access(&policy_ref.i1, a, size_B, false, 0)
                               : policy_ref_access(&policy_ref.d1, a, size_B, write, instr);
      assert_int_equal(served_by(s), want);
      policy_ref.ends.n = 0;
      uint32_t object = (uint32_t)(next_random() % 4);
      if (s.by > AT_L1 && !is_fetch) compare(CLASS_D1, object);
      if (s.by > AT_L2 && c->caches.between[0].size_B) compare(CLASS_L2, object);
      if (s.by > AT_L3 && c->caches.between[1].size_B) compare(CLASS_L3, object);
      if (s.by > AT_LL) compare(CLASS_LL, object);
      if (i % 500 == 0) {
         hierarchy_check(&h);
         if (c->tlb) translation_check(&tlbs);
      }
      if (i == steps / 2) { // counts stay
         assert_true(class_ref_counts_match(&h));
         empty(c);
      }
      if (i == steps / 4) { // references stay
         hierarchy_zero_misses(&h);
         class_ref_start_counts();
      }
   }
   hierarchy_check(&h);
   assert_true(class_ref_counts_match(&h));
   if (c->tlb) translation_free(&tlbs);
   hierarchy_free(&h);
}

static void random_hierarchies(void** state)
{
   (void)state;
   in_generated_code = tlb_misses = 0;
   memset(found, 0, sizeof found);
   for (int i = 0; i < 720; i++) {
      const uint32_t levels = i < 600 ? 2 + (i & 1) : 4;
      Case c = {.caches = policy_ref_config(next_random(), levels), .tlb = i % 3 == 0};
      if (i % 5 < 3) { // the standard caches
         memset(c.caches.policy, 0, sizeof c.caches.policy);
         c.caches.ll_policy = LL_NEITHER;
      }
      c.caches.miss_classes = true;
      assert_null(
         geometry_hierarchy_error(&c.caches.i1, &c.caches.d1, c.caches.between, &c.caches.ll));
      one(&c, 3000);
   }
   assert_true(in_generated_code > 100000);
   assert_true(tlb_misses > 10000);
   for (int l = 0; l < CLASS_LEVELS; l++)
      for (int k = 0; k < MISS_CLASSES_OF_ONE_CORE; k++) assert_true(found[l][k] > 1000);
}

// --- the table of lines -------------------------------------------------------------------

enum { MANY = 200000 };

static void table_of(uint32_t cores, uint32_t between)
{
   LineTable t;
   // A record has room for misses of each level, and which cores have seen the line.
   const uint64_t most_B = between < 2 ? 64 : 96;
   line_table_init(&t, cores, between);
   assert_null(line_table_find(&t, 64));
   for (uint64_t i = 0; i < MANY; i++) {
      uint64_t line = i * 64 * (i % 3 ? 1 : 4096);
      uint32_t core = (uint32_t)(i % cores);
      LineRecord* r = line_table_get(&t, line);
      assert_ptr_equal(line_table_find(&t, line), r);
      assert_false(line_table_see(&t, r, CLASS_D1, core));
      assert_true(line_table_see(&t, r, CLASS_D1, core));
      assert_int_equal(line_table_see(&t, r, CLASS_D1, (core + 1) % cores), cores == 1);
      assert_false(line_table_see(&t, r, CLASS_LL, core));
      assert_true(line_table_see(&t, r, CLASS_LL, (core + 1) % cores));
      for (uint32_t l = 0; l < between; l++)
         assert_false(line_table_see(&t, r, (ClassLevel)(CLASS_L2 + l), core));
      line_table_count(&t, r, CLASS_LL, MISS_CONFLICT);
      if (i % 64 == 0) // record and index, whenever there are many
         assert_true(i < 20000 || line_table_size_B(&t) <= most_B * (i + 1) + (1 << 18));
   }
   assert_int_equal(t.n, MANY);
   assert_true(line_table_size_B(&t) <= most_B * MANY);
   line_table_check(&t);
   LineRecord* r = line_table_at(&t, 5);
   for (int i = 0; i < 200001; i++) line_table_count(&t, r, CLASS_D1, MISS_CAPACITY);
   assert_int_equal(line_table_misses(&t, 5, CLASS_D1, MISS_CAPACITY), 200001);
   assert_int_equal(line_table_misses(&t, 5, CLASS_D1, MISS_COLD), 0);
   assert_int_equal(line_table_misses(&t, 5, CLASS_LL, MISS_CONFLICT), 1);
   assert_int_equal(line_table_misses(&t, 6, CLASS_D1, MISS_CAPACITY), 0);
   r->object = 7;
   line_table_forget(&t);
   assert_int_equal(line_table_misses(&t, 5, CLASS_D1, MISS_CAPACITY), 200001);
   assert_int_equal(r->object, 7);
   for (uint32_t core = 0; core < cores; core++)
      assert_false(line_table_see(&t, r, CLASS_D1, core));
   assert_false(line_table_see(&t, r, CLASS_LL, 0));
   line_table_zero(&t);
   assert_int_equal(line_table_misses(&t, 5, CLASS_D1, MISS_CAPACITY), 0);
   assert_int_equal(r->object, 0);
   assert_true(line_table_see(&t, r, CLASS_D1, cores - 1));
   line_table_check(&t);
   line_table_free(&t);
}

static void table(void** state)
{
   (void)state;
   for (uint32_t between = 0; between <= LEVELS_BETWEEN; between++) {
      table_of(1, between);
      table_of(2, between);
      table_of(64, between);
   }
}

// --- several cores ------------------------------------------------------------------------

static MissClass shared_class;

static MissClass taken_away(void* state, uint64_t line)
{
   assert_int_equal(line, *(uint64_t*)state);
   return shared_class;
}

// A line that another core has invalidated; what the shadow cache forgets is a capacity miss.
static void sharing(void** state)
{
   (void)state;
   Cache d1 = {.level = LEVEL_L1};
   const Geometry g = {4 * 64, 1, 64};
   cache_init(&d1, &g, false);
   LineTable lines;
   line_table_init(&lines, 2, 0);
   Classifier c, other;
   classifier_init(&c, CLASS_D1, &d1, &lines, 0);
   classifier_init(&other, CLASS_D1, &d1, &lines, 1);
   classifier_share(&other, &c);
   uint64_t line = 0x1000;
   c.sharing = taken_away, c.sharing_state = &line;
   static const struct {
      bool other, invalidate;
      MissClass shared, want;
   } steps[] = {
      {false, false, MISS_TRUE_SHARING, MISS_TRUE_SHARING}, // a prefetcher had loaded it
      {true, false, NOT_MISSED, MISS_COLD},                 // the other core's first reference
      {false, false, NOT_MISSED, MISS_CONFLICT},
      {false, true, MISS_TRUE_SHARING, MISS_TRUE_SHARING},
      {false, true, MISS_FALSE_SHARING, MISS_FALSE_SHARING},
      {false, true, NOT_MISSED, MISS_CAPACITY},
      {false, false, NOT_MISSED, MISS_CONFLICT},
      {true, false, NOT_MISSED, MISS_CONFLICT},
   };
   for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
      Classifier* of = steps[i].other ? &other : &c;
      shared_class = steps[i].shared;
      if (steps[i].invalidate) classifier_invalidate(&c, line);
      classifier_begin(of);
      classifier_reference(of, line, false);
      assert_int_equal(classifier_count(of, 1), steps[i].want);
   }
   static const SetMisses want = {1, 1, 3, 2, 1};
   assert_memory_equal(c.sets[0], want, sizeof want);
   for (MissClass m = MISS_COLD; m < MISS_CLASSES; m++)
      assert_int_equal(line_table_misses(&lines, 0, CLASS_D1, m), want[m]);
   classifier_check(&c);
   classifier_free(&other);
   classifier_free(&c);
   line_table_free(&lines);
   cache_free(&d1);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_hierarchies),
      cmocka_unit_test(table),
      cmocka_unit_test(sharing),
   };
   return UNIT_MAIN(argc, argv, tests);
}
