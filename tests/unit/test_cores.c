// SPDX-License-Identifier: GPL-3.0-or-later
// Hierarchies of several cores against the reference of reference_cores.h, and small cases by hand.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "generated_code.h"
#include "reference_core_classes.h"
#include "unit_main.h"
#include "xorshift.h"

static HotSlot hot[HOT_SETS_MAX];
static Hierarchy h;
static LineChanges changes;
static LineEnds got;

// --- line use -----------------------------------------------------------------------------

static void compare_changes(void)
{
   line_ends_take(&got, &changes, core_ref.loader);
   assert_true(line_ends_match(&got, &core_ref.ends));
}

static void compare_all(void)
{
   LineCursor cursor = {0};
   for (CostTarget* t; (t = hierarchy_next_target(&h, &cursor));) assert_non_null(t->counters);
   cursor = (LineCursor){0};
   for (Eviction e; hierarchy_evict_next(&h, &cursor, &e);)
      line_ends_add(&got, line_end_of(&e, 0));
   core_ref_evict_all();
   assert_true(line_ends_match(&got, &core_ref.ends));
   hierarchy_check(&h);
}

// --- random traces ------------------------------------------------------------------------

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

static uint64_t n_true, n_false, n_lost, n_upgraded; // that the traces have had
static uint64_t found[CLASS_LEVELS][MISS_CLASSES];

static void compare_classes(const HierarchyConfig* c, ServedBy by, bool is_fetch)
{
   const bool missed[] = {by > AT_L1 && !is_fetch, by > AT_L2 && c->between[0].size_B,
                          by > AT_L3 && c->between[1].size_B, by > AT_LL};
   for (ClassLevel l = CLASS_D1; l < CLASS_LEVELS; l++) {
      if (!missed[l]) continue;
      assert_true(core_class_missed(&h, l));
      found[l][core_class_of(l, core_ref.running)->missed]++;
   }
}

static void one(const HierarchyConfig* c, int steps)
{
   uint64_t shared_lines = 24, lines = 400, line_B = c->ll.line_B;
   hierarchy_init(&h, c, hot);
   core_ref_init(c);
   if (c->miss_classes) core_class_init(c);
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
      core_class_begin();
      Served s = is_fetch ? generated_fetch(&h, &(Request){a, size, false, 0}, space)
                          : hierarchy_data(&h, &(Request){a, size, write, 0x400000}, space);
      assert_int_equal(served_by(s),
                       is_fetch ? core_ref_fetch(a, size) : core_ref_data(a, size, write));
      if (!is_fetch) compare_class(a, size, s.by != AT_L1);
      if (c->miss_classes) compare_classes(c, s.by, is_fetch);
      assert_int_equal(s.prefetch_hits, core_ref.prefetch_hits);
      core_ref.prefetch_hits = 0;
      assert_int_equal(s.invalidated, core_ref.invalidated);
      assert_int_equal(s.upgraded, core_ref.upgraded);
      n_upgraded += s.upgraded;
      if (c->line_use) compare_changes();
      core_ref.ends.n = 0;
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
   if (c->miss_classes) assert_true(core_class_sets_match(&h));
   if (c->line_use) compare_all();
   hierarchy_free(&h);
}

static bool is_possible(const HierarchyConfig* c)
{
   return !geometry_hierarchy_error(&c->i1, &c->d1, c->between, &c->ll)
          && !hierarchy_policy_error(c) && !cores_error(c);
}

static void random_hierarchies(void** state)
{
   (void)state;
   uint32_t n_private_l3 = 0, n_shared[LEVELS_BETWEEN] = {0};
   for (int i = 0; i < 400; i++) {
      HierarchyConfig c = core_ref_config(next_random());
      if (!is_possible(&c)) continue;
      one(&c, c.cores > 8 ? 1000 : 2000);
      n_private_l3 += c.between[1].size_B && !c.shared[1];
      for (int l = 0; l < LEVELS_BETWEEN; l++) n_shared[l] += c.shared[l];
   }
   assert_true(n_private_l3 > 10 && n_shared[0] > 20 && n_shared[1] > 10);
   assert_true(n_true > 10000 && n_false > 10000 && n_lost > 10000 && n_upgraded > 10000);
   for (ClassLevel l = CLASS_D1; l < CLASS_LEVELS; l++)
      for (MissClass k = MISS_COLD; k < (l == CLASS_LL ? MISS_TRUE_SHARING : MISS_CLASSES); k++)
         assert_true(found[l][k] > 100);
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
   return hierarchy_data(&h, &(Request){a, size, write, 0}, NULL).by;
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

// A request that evicts its second line with its first one, and loads it again: nobody has written it since.
static void loaded_again(void** state)
{
   (void)state;
   HierarchyConfig c = two_cores();
   c.d1 = (Geometry){128, 2, 64}; // one set
   hierarchy_init(&h, &c, hot);
   uint64_t first = 0x10000, second = first + 64;
   assert_int_equal(data(0, second, 8, true), AT_MEMORY);
   assert_int_equal(data(0, first + 256, 8, false), AT_MEMORY);
   assert_int_equal(cores_state(&h, 0, second), MESI_MODIFIED);
   assert_int_equal(data(0, second - 4, 8, false), AT_MEMORY);
   assert_int_equal(cores_state(&h, 0, second), MESI_EXCLUSIVE);
   hierarchy_check(&h);
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

// A thread that stays on one core finds what it finds where there is no other: served and evicted alike.
// What one core has loaded is in a level that all share, for all; a write leaves it there.
static void shared_levels(void** state)
{
   (void)state;
   for (int l2_too = 0; l2_too < 2; l2_too++) {
      HierarchyConfig c = two_cores();
      c.between[0] = (Geometry){2048, 4, 64}, c.between[1] = (Geometry){4096, 4, 64};
      c.shared[0] = l2_too, c.shared[1] = true;
      hierarchy_init(&h, &c, hot);
      assert_int_equal(h.cores.n_own, !l2_too);
      const uint64_t line = 0x10000;
      const ServedBy shared = l2_too ? AT_L2 : AT_L3;
      assert_int_equal(data(0, line, 8, false), AT_MEMORY);
      assert_int_equal(data(1, line, 8, false), shared);
      assert_int_equal(data(0, line, 8, true), AT_L1);
      assert_int_equal(cores_state(&h, 1, line), MESI_INVALID);
      assert_int_equal(data(1, line, 8, false), shared);
      assert_int_equal(data(0, line, 8, false), AT_L1);
      hierarchy_check(&h);
      hierarchy_free(&h);
   }
}

static void same_as_one_core(const HierarchyConfig* of_many)
{
   static Hierarchy one;
   static LineChanges changes_of_one;
   static LineEnds ends_of_one;
   static HotSlot others[HOT_SETS_MAX];
   HierarchyConfig c = *of_many;
   hierarchy_init(&h, &c, others);
   c.cores = 1;
   hierarchy_init(&one, &c, hot);
   cores_run(&h, of_many->cores - 1);
   for (uint64_t i = 1; i <= 2000; i++) {
      uint64_t r = next_random(), n = (r >> 24) % 4 ? (r >> 32) % 24 : (r >> 32) % 400;
      uint32_t size = 1u << (r >> 16) % 6, line_B = c.ll.line_B;
      if (size > line_B) size = line_B;
      bool is_fetch = (r >> 20) % 8 == 0;
      Request q = {0x10000 + n * line_B + next_random() % line_B, size,
                   !is_fetch && (r >> 28 & 1), 0x400000};
      changes.n_loaded = changes.n_evicted = 0;
      changes_of_one.n_loaded = changes_of_one.n_evicted = 0;
      LineChanges *space = c.line_use ? &changes : NULL,
                  *space_of_one = c.line_use ? &changes_of_one : NULL;
      Served s = is_fetch ? generated_fetch(&h, &q, space) : hierarchy_data(&h, &q, space);
      Served s_of_one = is_fetch ? generated_fetch(&one, &q, space_of_one)
                                 : generated_data(&one, &q, space_of_one);
      assert_memory_equal(&s, &s_of_one, sizeof s);
      line_ends_take(&got, &changes, i);
      line_ends_take(&ends_of_one, &changes_of_one, i);
      assert_true(line_ends_match(&got, &ends_of_one));
   }
   hierarchy_free(&h);
   hierarchy_free(&one);
}

// One core gives what a hierarchy without cores does.
static void one_core(void** state)
{
   (void)state;
   HierarchyConfig few = two_cores();
   same_as_one_core(&few);
   for (int i = 0; i < 250; i++) {
      HierarchyConfig c = core_ref_config(next_random());
      uint64_t r = next_random();
      for (CacheRole k = CACHE_I1; k < N_CACHES;
           k++, r >>= 8) { // any policy, unlike the reference
         if (r & 1) c.policy[k].replacement = (Replacement)((r >> 1) % N_REPLACEMENTS);
         if (r >> 4 & 1) c.policy[k].prefetch = (PrefetchKind)((r >> 5) % N_PREFETCHES);
      }
      for (int l = 0; l < LEVELS_BETWEEN; l++)
         if (!c.between[l].size_B) c.policy[CACHE_L2 + l] = (CachePolicy){0};
      c.policy[CACHE_LL].no_write_allocate = r & 1;
      if (is_possible(&c)) same_as_one_core(&c);
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
   c = two_cores(), c.between[0] = (Geometry){4096, 4, 64}, c.ll_policy = LL_EXCLUSIVE;
   assert_non_null(cores_error(&c));
   c = two_cores(), c.between[0] = c.between[1] = (Geometry){4096, 4, 64};
   assert_null(cores_error(&c));
   c.shared[0] = true; // but not what is behind it
   assert_non_null(cores_error(&c));
   c.shared[1] = true;
   assert_null(cores_error(&c));
   c.between[1].line_B = 32;
   assert_non_null(cores_error(&c));
}

// Lines whose numbers are one modulo those that are remembered.
static void far_lines(void** state)
{
   (void)state;
   static Coherence c;
   coherence_init(&c, 2, 64);
   const uint64_t here = 0x1000, there = here + 64 * COHERENCE_RECENT;
   DirectoryLine *a = coherence_line(&c, here), *b = coherence_line(&c, there);
   assert_int_equal(a->address, here);
   assert_int_equal(b->address, there);
   assert_ptr_equal(coherence_line(&c, here), a);
   coherence_free(&c);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(ping_pong),     cmocka_unit_test(loaded_again),
      cmocka_unit_test(end_of_memory), cmocka_unit_test(shared_levels),
      cmocka_unit_test(one_core),      cmocka_unit_test(errors),
      cmocka_unit_test(far_lines),     cmocka_unit_test(random_hierarchies),
   };
   return UNIT_MAIN(argc, argv, tests);
}
