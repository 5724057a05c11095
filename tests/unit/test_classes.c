// SPDX-License-Identifier: GPL-3.0-or-later
// Classes of misses against their definitions: a list of the lines referenced last, and a flag for each
// line that was referenced at all.  Hierarchies and what they hit are those of reference_policies.h.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "cachesim/translation.h"
#include "reference_policies.h"

static uint64_t seed = 88172645463325252ULL;

static uint64_t next_random(void)
{
   seed ^= seed << 13;
   seed ^= seed >> 7;
   return seed ^= seed << 17;
}

static HotSlot hot[HOT_SETS_MAX] __attribute__((aligned(4096)));
static Hierarchy h;
static LineChanges changes;
static uint64_t now, in_generated_code;
static uint64_t found[CLASS_LEVELS][MISS_CLASSES]; // in all cases

// --- the definitions ----------------------------------------------------------------------

enum { REF_LINES = 4096, REF_UNITS = 1 << 18, UNIT_B = 16 };

typedef struct {
   uint64_t list[REF_LINES]; // lines, most recent first
   uint32_t n, size;
   bool seen[2][REF_UNITS]; // by line: below and above 4 GiB
   int missed;              // class of the request, or -1
   uint64_t missed_line;
} RefClasses;

static RefClasses ref[CLASS_LEVELS];

// What must have been counted.
static uint64_t ref_sets[CLASS_LEVELS][512][MISS_CLASSES];
typedef struct {
   uint64_t misses[CLASS_LEVELS][MISS_CLASSES];
   uint32_t object;
} RefMissed;
static RefMissed ref_missed[2][REF_UNITS];

static bool* ref_seen(RefClasses* r, uint64_t line)
{
   assert_true((line & 0xFFFFFFFF) / UNIT_B < REF_UNITS);
   return &r->seen[line >> 32 & 1][(line & 0xFFFFFFFF) / UNIT_B];
}

static ClassLevel ref_level(const PolicyRefCache* c)
{
   return c == &policy_ref.d1 ? CLASS_D1 : c == &policy_ref.l2 ? CLASS_L2 : CLASS_LL;
}

static bool ref_touch(RefClasses* r, uint64_t line)
{
   uint32_t i = 0;
   while (i < r->n && r->list[i] != line) i++;
   bool is_there = i < r->n;
   if (!is_there && r->n < r->size) r->n++;
   if (!is_there) i = r->n - 1;
   memmove(r->list + 1, r->list, i * sizeof *r->list);
   r->list[0] = line;
   return is_there;
}

static void ref_referenced(const PolicyRefCache* c, uint64_t line, bool hit, bool first)
{
   if (c == &policy_ref.i1) return;
   RefClasses* r = &ref[ref_level(c)];
   if (first) r->missed = -1;
   if (first && c == &policy_ref.l2 && policy_ref.ll_policy == LL_EXCLUSIVE)
      ref[CLASS_LL].missed = -1;
   bool would_hit = ref_touch(r, line), *seen = ref_seen(r, line);
   if (!hit && r->missed < 0) {
      r->missed = !*seen ? MISS_COLD : would_hit ? MISS_CONFLICT : MISS_CAPACITY;
      r->missed_line = line;
   }
   *seen = true;
}

static void ref_forget(const HierarchyConfig* c)
{
   const Geometry* const g[] = {&c->d1, &c->l2, &c->ll};
   for (int l = 0; l < CLASS_LEVELS; l++) {
      memset(&ref[l], 0, sizeof ref[l]);
      ref[l].size = g[l]->size_B ? (uint32_t)(g[l]->size_B / g[l]->line_B) : 1;
      assert_true(ref[l].size <= REF_LINES);
   }
}

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
static ServedBy data(const Case* c, uint64_t a, uint32_t size_B, bool write, uint64_t instr)
{
   LineChanges* space = c->caches.line_use ? &changes : NULL;
   ServedBy by = AT_L1;
   bool through = write && c->caches.write_back, page_missed = false;
   now += PAGES_PER_REQUEST * (1 + next_random() % 3);
   uint64_t distance = h.d1.hot ? a - cache_hot_slot(&h.d1, a)->line : ~0ULL;
   if (distance > h.d1.geometry.line_B - size_B || through) {
      if (c->tlb) page_missed = translation_data(&tlbs, a, size_B, now) != BY_TLB;
      hierarchy_set_time(&h, now);
      by = hierarchy_data(&h, &(Request){a, size_B, write, instr}, space);
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
   return by;
}

static ServedBy fetch(const Case* c, uint64_t a, uint32_t size_B)
{
   Cache* i1 = &h.asked_i1;
   if (h.i1_hot && a - cache_hot_slot(i1, a)->line <= i1->geometry.line_B - size_B) {
      if (c->caches.line_use) cache_count_hot(i1, a, size_B);
      return AT_L1;
   }
   return hierarchy_fetch(&h, &(Request){a, size_B, false, 0},
                          c->caches.line_use ? &changes : NULL);
}

// A level has missed.
static void compare(ClassLevel level, uint32_t object)
{
   RefClasses* r = &ref[level];
   Classifier* c = &h.classifier[level];
   assert_int_equal(classifier_class(c), r->missed);
   assert_int_equal(classifier_count(c, object), r->missed);
   found[level][r->missed]++;
   const Cache* cache = c->cache;
   ref_sets[level][r->missed_line / cache->geometry.line_B % cache->sets][r->missed]++;
   uint64_t line = r->missed_line / h.ll.geometry.line_B * h.ll.geometry.line_B;
   RefMissed* m = &ref_missed[line >> 32 & 1][(line & 0xFFFFFFFF) / UNIT_B];
   m->misses[level][r->missed]++;
   if (object) m->object = object;
}

static void compare_all(void)
{
   for (ClassLevel l = CLASS_D1; l < CLASS_LEVELS; l++) {
      const Classifier* c = &h.classifier[l];
      for (uint64_t s = 0; c->cache && s < c->cache->sets; s++)
         assert_memory_equal(c->sets[s], ref_sets[l][s], sizeof c->sets[s]);
   }
   const LineTable* t = hierarchy_missed_lines(&h);
   uint64_t listed = 0, all = 0;
   for (uint64_t i = 0; i < t->n; i++) {
      const LineRecord* r = line_table_at(t, i);
      uint64_t line = line_record_address(r);
      const RefMissed* m = &ref_missed[line >> 32 & 1][(line & 0xFFFFFFFF) / UNIT_B];
      for (ClassLevel l = CLASS_D1; l < CLASS_LEVELS; l++)
         for (MissClass k = MISS_COLD; k < MISS_CLASSES; k++) {
            assert_int_equal(line_table_misses(t, i, l, k), m->misses[l][k]);
            listed += m->misses[l][k];
         }
      assert_int_equal(r->object, m->object);
   }
   for (ClassLevel l = CLASS_D1; l < CLASS_LEVELS; l++)
      for (int s = 0; s < 512; s++)
         for (MissClass k = MISS_COLD; k < MISS_CLASSES; k++) all += ref_sets[l][s][k];
   assert_int_equal(listed, all); // no line is missing
}

static void start_counts(void)
{
   memset(ref_sets, 0, sizeof ref_sets);
   memset(ref_missed, 0, sizeof ref_missed);
}

// All caches are emptied, and their reference as well.
static void empty(const Case* c)
{
   hierarchy_clear(&h);
   if (c->tlb) translation_clear(&tlbs);
   memset(ref_pages, 0, sizeof ref_pages);
   policy_ref_init(&c->caches);
   policy_ref.referenced = ref_referenced;
   ref_forget(&c->caches);
}

static void one(const Case* c, int steps)
{
   assert_true(c->caches.miss_classes);
   hierarchy_init(&h, &c->caches, hot);
   const TranslationConfig pages = {.dtlb = {.entries = TLB_ENTRIES, .ways = TLB_ENTRIES},
                                    .pages = PAGES_SMALL};
   if (c->tlb) translation_init(&tlbs, &pages, &h.d1);
   empty(c);
   start_counts();
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
      for (int l = 0; l < CLASS_LEVELS; l++) ref[l].missed = -1;
      ServedBy by = is_fetch ? fetch(c, a, size_B) : data(c, a, size_B, write, instr);
      ServedBy want = is_fetch ? policy_ref_access(&policy_ref.i1, a, size_B, false, 0)
                               : policy_ref_access(&policy_ref.d1, a, size_B, write, instr);
      assert_int_equal(by, want);
      policy_ref.ends.n = 0;
      uint32_t object = (uint32_t)(next_random() % 4);
      if (by > AT_L1 && !is_fetch) compare(CLASS_D1, object);
      if (by > AT_L2 && hierarchy_has_l2(&c->caches)) compare(CLASS_L2, object);
      if (by > AT_LL) compare(CLASS_LL, object);
      if (i % 500 == 0) {
         hierarchy_check(&h);
         if (c->tlb) translation_check(&tlbs);
      }
      if (i == steps / 2) { // counts stay
         compare_all();
         empty(c);
      }
      if (i == steps / 4) { // references stay
         hierarchy_zero_misses(&h);
         start_counts();
      }
   }
   hierarchy_check(&h);
   compare_all();
   if (c->tlb) translation_free(&tlbs);
   hierarchy_free(&h);
}

static void random_hierarchies(void** state)
{
   (void)state;
   in_generated_code = tlb_misses = 0;
   memset(found, 0, sizeof found);
   for (int i = 0; i < 600; i++) {
      Case c = {.caches = policy_ref_config(next_random(), i & 1), .tlb = i % 3 == 0};
      if (i % 5 < 3) { // the standard caches
         memset(c.caches.policy, 0, sizeof c.caches.policy);
         c.caches.ll_policy = LL_NEITHER;
      }
      c.caches.miss_classes = true;
      assert_null(
         geometry_hierarchy_error(&c.caches.i1, &c.caches.d1, &c.caches.l2, &c.caches.ll));
      one(&c, 3000);
   }
   assert_true(in_generated_code > 100000);
   assert_true(tlb_misses > 10000);
   for (int l = 0; l < CLASS_LEVELS; l++)
      for (int k = 0; k < MISS_CLASSES_OF_ONE_CORE; k++) assert_true(found[l][k] > 1000);
}

// --- the table of lines -------------------------------------------------------------------

enum { MANY = 200000 };

static void table_of(uint32_t cores, bool l2)
{
   LineTable t;
   line_table_init(&t, cores, l2);
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
      if (l2) assert_false(line_table_see(&t, r, CLASS_L2, core));
      line_table_count(&t, r, CLASS_LL, MISS_CONFLICT);
      if (i % 64 == 0) // record and index, whenever there are many
         assert_true(i < 20000 || line_table_size_B(&t) <= 64 * (i + 1) + (1 << 18));
   }
   assert_int_equal(t.n, MANY);
   assert_true(line_table_size_B(&t) <= 64ULL * MANY);
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
   for (int l2 = 0; l2 < 2; l2++) {
      table_of(1, l2);
      table_of(2, l2);
      table_of(64, l2);
   }
}

// --- several cores ------------------------------------------------------------------------

static MissClass shared_class;

static MissClass taken_away(void* state, uint64_t line)
{
   assert_int_equal(line, *(uint64_t*)state);
   return shared_class;
}

// A line that another core has taken away; what the reference cache forgets is a capacity miss.
static void sharing(void** state)
{
   (void)state;
   Cache d1 = {.level = LEVEL_L1};
   const Geometry g = {4 * 64, 1, 64};
   cache_init(&d1, &g, false);
   LineTable lines;
   line_table_init(&lines, 2, false);
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

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_hierarchies),
      cmocka_unit_test(table),
      cmocka_unit_test(sharing),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
