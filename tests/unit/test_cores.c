// SPDX-License-Identifier: GPL-3.0-or-later
// Hierarchies of several cores against the reference of reference_cores.h, and small cases by hand.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "reference_cores.h"

static uint64_t seed = 88172645463325252ULL;

static uint64_t next_random(void)
{
   seed ^= seed << 13;
   seed ^= seed >> 7;
   return seed ^= seed << 17;
}

static HotSlot hot[HOT_SETS_MAX];
static Hierarchy h;
static LineChanges changes;

// --- line use -----------------------------------------------------------------------------

static int compare_ends(const void* a, const void* b)
{
   return memcmp(a, b, sizeof(CoreRefEnd));
}

static void compare(CoreRefEnd* got, int n)
{
   assert_int_equal(n, core_ref.ends);
   qsort(got, (size_t)n, sizeof *got, compare_ends);
   qsort(core_ref.end, (size_t)n, sizeof *got, compare_ends);
   assert_memory_equal(got, core_ref.end, (size_t)n * sizeof *got);
   core_ref.ends = 0;
}

static CoreRefEnd end_of(const Eviction* e)
{
   CoreRefEnd end;
   memset(&end, 0, sizeof end);
   end.loader = e->is_own ? core_ref.loader : (uintptr_t)e->target.counters;
   end.count = e->count;
   end.unused = e->unused_B;
   end.level = e->level;
   end.prefetched = e->prefetched;
   return end;
}

static void compare_changes(void)
{
   static CoreRefEnd got[LINE_CHANGES_MAX];
   for (uint32_t k = 0; k < changes.n_loaded; k++)
      *changes.loaded[k].target = (CostTarget){(uint64_t*)(uintptr_t)core_ref.loader, NULL};
   for (uint32_t k = 0; k < changes.n_evicted; k++) got[k] = end_of(&changes.evicted[k]);
   compare(got, (int)changes.n_evicted);
}

static void compare_all(void)
{
   static CoreRefEnd got[CORE_REF_ENDS];
   int n = 0;
   LineCursor cursor = {0};
   for (CostTarget* t; (t = hierarchy_next_target(&h, &cursor));) assert_non_null(t->counters);
   cursor = (LineCursor){0};
   for (Eviction e; hierarchy_evict_next(&h, &cursor, &e);) got[n++] = end_of(&e);
   core_ref_evict_all();
   compare(got, n);
   hierarchy_check(&h);
}

// --- random traces ------------------------------------------------------------------------

// As generated code and the engine fetch: the code line's time says whether it is there.
static ServedBy fetch(uint64_t a, uint32_t size, LineChanges* space)
{
   if (h.asks_i1) {
      const Cache* i1 = &h.asked_i1;
      if (h.i1_hot && a - cache_hot_slot(i1, a)->line <= i1->geometry.line_B - size) {
         if (space) cache_count_hot(&h.asked_i1, a, size);
         return AT_L1;
      }
   }
   return hierarchy_fetch(&h, &(Request){a, size, false, 0}, space);
}

static void compare_states(uint64_t n_lines)
{
   uint64_t line_B = h.config.ll.line_B, misses[2] = {0};
   for (uint64_t i = 0; i < n_lines; i++)
      for (uint32_t core = 0; core < h.config.cores; core++)
         assert_int_equal(cores_state(&h, core, CORE_REF_BASE + i * line_B),
                          core_ref_mesi((int)core, CORE_REF_BASE / line_B + i));
   for (const DirectoryLine* d = h.cores.coherence.first; d; d = d->next) {
      misses[0] += d->misses[0];
      misses[1] += d->misses[1];
   }
   assert_int_equal(misses[0], core_ref.misses[0]);
   assert_int_equal(misses[1], core_ref.misses[1]);
   assert_int_equal(h.cores.coherence.invalidations, core_ref.invalidations);
   assert_int_equal(h.cores.coherence.ownership_changes, core_ref.ownership_changes);
}

static void compare_class(uint64_t a, uint32_t size, bool missed_d1)
{
   uint64_t line_B = h.config.ll.line_B;
   if (!missed_d1) return;
   MissClass class = NOT_MISSED;
   for (uint64_t n = (a + size - 1) / line_B + 1; n-- > a / line_B;) {
      MissClass of_line = coherence_sharing(&h.cores.coherence, n * line_B);
      if (of_line != NOT_MISSED) class = of_line;
   }
   // With two lines the class is that of the one that missed first.
   if (a / line_B == (a + size - 1) / line_B) assert_int_equal(class, core_ref.class);
}

static uint64_t n_true, n_false, n_lost; // that the traces have had

static void one(const HierarchyConfig* c, int steps)
{
   uint64_t shared_lines = 24, lines = 400, line_B = c->ll.line_B;
   hierarchy_init(&h, c, hot);
   core_ref_init(c);
   assert_null(h.d1.hot);
   assert_false(h.fast);
   LineChanges* space = c->line_use ? &changes : NULL;
   for (int i = 0; i < steps; i++) {
      uint64_t r = next_random();
      if (r % 8 == 0) {
         core_ref.running = (int)((r >> 8) % c->cores);
         cores_run(&h, (uint32_t)core_ref.running);
      }
      uint32_t size = 1u << (r >> 16) % 6;
      if (size > line_B) size = (uint32_t)line_B;
      uint64_t n = (r >> 24) % 4 ? (r >> 32) % shared_lines : (r >> 32) % (lines - 2);
      uint64_t a = CORE_REF_BASE + n * line_B + next_random() % line_B;
      bool is_fetch = (r >> 20) % 8 == 0, write = r >> 28 & 1;
      core_ref.loader = (uint64_t)i + 1;
      changes.n_loaded = changes.n_evicted = 0;
      ServedBy by = is_fetch ? fetch(a, size, space)
                             : hierarchy_data(&h, &(Request){a, size, write, 0x400000}, space);
      assert_int_equal(by, is_fetch ? core_ref_fetch(a, size) : core_ref_data(a, size, write));
      if (!is_fetch) compare_class(a, size, by != AT_L1);
      assert_int_equal(hierarchy_take_prefetch_hits(&h), core_ref.prefetch_hits);
      core_ref.prefetch_hits = 0;
      if (c->line_use) compare_changes();
      core_ref.ends = 0;
      if (i % 250 == 0) {
         hierarchy_check(&h);
         compare_states(lines);
      }
   }
   compare_states(lines);
   hierarchy_check(&h);
   n_true += core_ref.misses[0];
   n_false += core_ref.misses[1];
   n_lost += core_ref.invalidations;
   if (c->line_use) compare_all();
   hierarchy_free(&h);
}

static Geometry geometry(uint32_t line_B, uint32_t sets, uint32_t ways)
{
   return (Geometry){(uint64_t)line_B * sets * ways, ways, line_B};
}

static HierarchyConfig random_config(uint64_t r)
{
   uint32_t line_B = 16u << r % 4;
   HierarchyConfig c = {.cores = 2 + (r >> 4) % 4,
                        .i1 = geometry(line_B, 1u << (r >> 8) % 3, 1 + (r >> 10) % 4),
                        .d1 = geometry(line_B, 1 + (r >> 12) % 8, 1 + (r >> 16) % 4),
                        .ll = geometry(line_B, 16, 4 + (r >> 20) % 4),
                        .line_use = r >> 24 & 1,
                        .seed = 1};
   if (r >> 25 & 1) c.l2 = geometry(line_B, 4 + (r >> 26) % 4, 1 + (r >> 28) % 4);
   if (r >> 30 & 1) c.ll_policy = LL_INCLUSIVE;
   if (r >> 31 & 1) c.cores = CORES_MAX;
   if (c.line_use) return c;
   bool l2 = c.l2.size_B != 0;
   c.policy[CACHE_D1].no_write_allocate = (r >> 32) % 4 == 0;
   c.policy[CACHE_L2].no_write_allocate = l2 && (r >> 34) % 4 == 0;
   if ((r >> 36) % 4 == 0) c.policy[CACHE_D1].prefetch = PREFETCH_NEXT_LINE;
   if (l2 && (r >> 38) % 4 == 0) c.policy[CACHE_L2].prefetch = PREFETCH_NEXT_LINE;
   if ((r >> 40) % 4 == 0) c.policy[CACHE_I1].prefetch = PREFETCH_NEXT_LINE;
   return c;
}

static void random_hierarchies(void** state)
{
   (void)state;
   for (int i = 0; i < 400; i++) {
      HierarchyConfig c = random_config(next_random());
      if (geometry_hierarchy_error(&c.i1, &c.d1, &c.l2, &c.ll) || hierarchy_policy_error(&c)
          || cores_error(&c))
         continue;
      one(&c, c.cores > 8 ? 1000 : 2000);
   }
   assert_true(n_true > 10000 && n_false > 10000 && n_lost > 10000);
}

// --- cases by hand ------------------------------------------------------------------------

static HierarchyConfig two_cores(void)
{
   return (HierarchyConfig){
      .cores = 2, .i1 = {1024, 4, 64}, .d1 = {1024, 4, 64}, .ll = {16384, 8, 64}};
}

static ServedBy data(uint32_t core, uint64_t a, uint32_t size, bool write)
{
   cores_run(&h, core);
   return hierarchy_data(&h, &(Request){a, size, write, 0}, NULL);
}

static void ping_pong(void** state)
{
   (void)state;
   HierarchyConfig c = two_cores();
   hierarchy_init(&h, &c, hot);
   const Coherence* co = &h.cores.coherence;
   uint64_t line = 0x10000;
   assert_int_equal(data(0, line, 8, false), AT_MEMORY);
   assert_int_equal(cores_state(&h, 0, line), MESI_EXCLUSIVE);
   assert_int_equal(data(0, line, 8, true), AT_L1);
   assert_int_equal(cores_state(&h, 0, line), MESI_MODIFIED);
   assert_int_equal(data(1, line + 32, 8, false), AT_LL);
   assert_int_equal(cores_state(&h, 0, line), MESI_SHARED);
   assert_int_equal(cores_state(&h, 1, line), MESI_SHARED);
   assert_int_equal(co->invalidations, 0);
   assert_int_equal(co->ownership_changes, 0);
   assert_int_equal(data(1, line + 32, 8, true), AT_L1);
   assert_int_equal(cores_state(&h, 0, line), MESI_INVALID);
   assert_int_equal(cores_state(&h, 1, line), MESI_MODIFIED);
   assert_int_equal(co->invalidations, 1);
   assert_int_equal(co->ownership_changes, 1);
   assert_int_equal(data(0, line, 8, false), AT_LL); // bytes that nobody else has written
   assert_int_equal(coherence_sharing((void*)co, line), MISS_FALSE_SHARING);
   assert_int_equal(data(1, line + 7, 1, true), AT_L1);
   assert_int_equal(data(0, line, 8, false), AT_LL);
   assert_int_equal(coherence_sharing((void*)co, line), MISS_TRUE_SHARING);
   assert_int_equal(data(0, line, 8, false), AT_L1);
   assert_int_equal(co->invalidations, 2);
   assert_int_equal(co->ownership_changes, 1);
   hierarchy_clear(&h);
   assert_int_equal(data(0, line, 8, false), AT_MEMORY);
   assert_int_equal(coherence_sharing((void*)co, line), NOT_MISSED);
   hierarchy_free(&h);
}

// A store to the last bytes of memory, and to the first ones, is counted before it faults.
static void end_of_memory(void** state)
{
   (void)state;
   HierarchyConfig c = two_cores();
   hierarchy_init(&h, &c, hot);
   const Coherence* co = &h.cores.coherence;
   assert_int_equal(data(0, 0, 4, false), AT_MEMORY);
   assert_int_equal(data(1, (uint64_t)-4, 8, true), AT_MEMORY); // writes bytes 0 to 3
   assert_int_equal(data(0, 4, 4, false), AT_LL);
   assert_int_equal(coherence_sharing((void*)co, 0), MISS_FALSE_SHARING);
   assert_int_equal(data(1, (uint64_t)-4, 8, true), AT_L1);
   assert_int_equal(data(0, 0, 4, false), AT_LL);
   assert_int_equal(coherence_sharing((void*)co, 0), MISS_TRUE_SHARING);
   hierarchy_check(&h);
   hierarchy_free(&h);
}

// One core gives what a hierarchy without cores does.
static void one_core(void** state)
{
   (void)state;
   static Hierarchy plain;
   for (uint32_t cores = 1; cores <= 3; cores++) {
      HierarchyConfig c = two_cores();
      hierarchy_init(&plain, &(HierarchyConfig){.i1 = c.i1, .d1 = c.d1, .ll = c.ll}, hot);
      static HotSlot others[HOT_SETS_MAX];
      c.cores = cores;
      hierarchy_init(&h, &c, others);
      assert_int_equal(h.fast, cores == 1);
      for (int i = 0; i < 20000; i++) { // with several cores, all on the last one
         uint64_t r = next_random();
         Request q = {0x10000 + r % 4096, 1u << (r >> 20) % 4, r >> 30 & 1, 0};
         cores_run(&h, cores - 1);
         bool is_fetch = (r >> 40) % 4 == 0;
         assert_int_equal(
            is_fetch ? hierarchy_fetch(&h, &q, NULL) : hierarchy_data(&h, &q, NULL),
            is_fetch ? hierarchy_fetch(&plain, &q, NULL) : hierarchy_data(&plain, &q, NULL));
      }
      hierarchy_free(&h);
      hierarchy_free(&plain);
   }
}

static void errors(void** state)
{
   (void)state;
   HierarchyConfig c = two_cores();
   assert_null(cores_error(&c));
   c.d1.line_B = 32;
   assert_non_null(cores_error(&c));
   c.cores = 1;
   assert_null(cores_error(&c));
   c = two_cores(), c.write_back = true;
   assert_non_null(cores_error(&c));
   c = two_cores(), c.callgrind_arithmetic = true;
   assert_non_null(cores_error(&c));
   c = two_cores(), c.l2 = (Geometry){4096, 4, 64}, c.ll_policy = LL_EXCLUSIVE;
   assert_non_null(cores_error(&c));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(ping_pong),          cmocka_unit_test(end_of_memory),
      cmocka_unit_test(one_core),           cmocka_unit_test(errors),
      cmocka_unit_test(random_hierarchies),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
