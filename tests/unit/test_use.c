// SPDX-License-Identifier: GPL-3.0-or-later
// Use of cache lines against lists of lines with a flag for each byte.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/arch.h"
#include "cachesim/callgrind_arithmetic.h"
#include "cachesim/hierarchy_inl.h"
#include "processor.h"
#include "reference_use.h"
#include "unit_main.h"
#include "xorshift.h"

static HotSlot hot[HOT_SETS_MAX];

// Evictions and loads of the fast path, as LineChanges.
static void evict(LineChanges* changes, const Hierarchy* h, CostTarget target, uint64_t line,
                  uint64_t count, const uint64_t* mask, int level)
{
   changes->evicted[changes->n_evicted++] =
      (Eviction){.target = target,
                 .line = line,
                 .count = count,
                 .unused_B = line_use_unused_B(mask, h->ll.geometry.line_B),
                 .level = (uint8_t)level};
}

static void load(LineChanges* changes, const Hierarchy* h, const Cache* c, FastLine line)
{
   LineUse* use = &c->lines[line.index];
   if (line.old)
      evict(changes, h, use->target, fast_evicted_line(c, line), use->count, &use->mask,
            c->level);
   *use = (LineUse){{0}};
   changes->loaded[changes->n_loaded++] = (LineLoad){&use->target, NULL, c->level};
}

XG_AVX2 static LruMove move_avx2(uint64_t* set, uint32_t ways, uint64_t key, uint64_t kept)
{
   return lru_move_avx2(set, ways, key, kept);
}

static LruMove move(uint64_t* set, uint32_t ways, uint64_t key, uint64_t kept)
{
   bool vectors = processor_has_avx2() && next_random() % 2;
   return vectors ? move_avx2(set, ways, key, kept) : lru_move(set, ways, key, kept);
}

static Served load_below(LineChanges* changes, const Hierarchy* h, const FastBelow* b)
{
   const Cache* l2 = &h->between[0];
   if (l2->tags && b->by > AT_L2) load(changes, h, l2, b->l2);
   if (b->by > AT_LL) load(changes, h, &h->ll, b->ll);
   return (Served){b->by};
}

static Served data_fast(Hierarchy* h, uint64_t a, LineChanges* changes)
{
   FastLine d1 = hierarchy_d1_fast(h, a, move, true);
   if (d1.hit) return (Served){AT_L1};
   FastBelow below = hierarchy_d1_missed_fast(h, a, d1, move);
   load(changes, h, &h->d1, d1);
   return load_below(changes, h, &below);
}

static Served fetch_fast(Hierarchy* h, CodeLine* line, LineChanges* changes)
{
   FastCodeLine i1 = hierarchy_i1_missed_fast(h, line, move);
   const CodeLine* old = i1.evicted;
   if (old) evict(changes, h, old->target, old->address, old->count, old->mask, 1);
   changes->loaded[changes->n_loaded++] = (LineLoad){&line->target, &line->owner, 1};
   return load_below(changes, h, &i1.below);
}

// As generated code and the engine make an access.
static Served data(Hierarchy* h, uint64_t a, uint32_t size, bool write, LineChanges* changes)
{
   Served s = {AT_L1};
   bool through = write && h->config.write_back;
   bool may_be_hot = h->d1.hot && size <= h->d1.geometry.line_B;
   uint64_t distance = may_be_hot ? a - cache_hot_slot(&h->d1, a)->line : ~0ULL;
   if (!may_be_hot || distance > h->d1.geometry.line_B - size || through)
      s = hierarchy_is_fast(h, a, size)
             ? data_fast(h, a, changes)
             : hierarchy_data(h, &(Request){a, size, write}, changes);
   hierarchy_count_hot(h, a, size);
   return s;
}

static Served fetch(Hierarchy* h, uint64_t a, uint32_t size, LineChanges* changes)
{
   CodeLine* first = code_cache_line(&h->i1, a);
   CodeLine* last = code_cache_line(&h->i1, a + size - 1);
   uint64_t line_B = h->i1.geometry.line_B;
   Request r = {a, size, false};
   if (last->address - first->address > line_B || (first != last && h->i1.sets == 1)
       || h->i1.words > 1 || next_random() % 2)
      return hierarchy_fetch(h, &r, changes);
   Served s = {AT_L1};
   uint64_t now = ++h->i1.now;
   if (!first->used || !last->used)
      s = hierarchy_is_fast(h, a, size) ? fetch_fast(h, first, changes)
                                        : hierarchy_fetch_missed(h, first, &r, changes);
   first->used = last->used = now;
   for (CodeLine* l = first;; l = last) {
      uint64_t from = a > l->address ? a : l->address, end = l->address + line_B;
      uint64_t to = a + size < end ? a + size : end;
      l->count++;
      l->mask[0] |= line_use_bits(from - l->address, to - from);
      if (l == last) return s;
   }
}

// What an access has evicted must be what the reference has; it gets loaders as there.
static void compare_changes(LineChanges* changes)
{
   static LineEnds got;
   line_ends_take(&got, changes, use_ref.loader);
   assert_true(line_ends_match(&got, &use_ref.ends));
}

// At the end all lines are evicted, L1 first.
static void evict_all(Hierarchy* h)
{
   LineCursor cursor = {0};
   Eviction end;
   while (hierarchy_evict_next(h, &cursor, &end)) {
      LineEnd got = line_end_of(&end, 0);
      bool found = false;
      UseRefCache* cache[N_CACHES] = {&use_ref.i1, &use_ref.d1, &use_ref.l2, &use_ref.l3,
                                      &use_ref.ll};
      for (int k = 0; k < N_CACHES && !found; k++)
         for (uint64_t s = 0; cache[k]->level == end.level && s < cache[k]->sets && !found; s++)
            for (uint32_t i = 0; i < cache[k]->n[s] && !found; i++) {
               UseRefLine* l = &cache[k]->lines[s * cache[k]->g.ways + i];
               LineEnd want = use_ref_end(cache[k], l);
               if (line_ends_order(&got, &want)) continue;
               use_ref_belong(cache[k], l);
               memmove(l, l + 1, (cache[k]->n[s] - i - 1) * sizeof *l);
               cache[k]->n[s]--;
               found = true;
            }
      assert_true(found);
   }
   for (uint64_t s = 0; s < use_ref.d1.sets; s++) assert_int_equal(use_ref.d1.n[s], 0);
   for (uint64_t s = 0; s < use_ref.l2.sets; s++) assert_int_equal(use_ref.l2.n[s], 0);
   for (uint64_t s = 0; s < use_ref.l3.sets; s++) assert_int_equal(use_ref.l3.n[s], 0);
   for (uint64_t s = 0; s < use_ref.ll.sets; s++) assert_int_equal(use_ref.ll.n[s], 0);
}

static void one(const HierarchyConfig* c, int steps)
{
   static Hierarchy h;
   hierarchy_init(&h, c, hot);
   use_ref_init(c);
   uint64_t walk = 0x20000;
   for (int i = 0; i < steps; i++) {
      static LineChanges changes;
      changes.n_evicted = changes.n_loaded = 0;
      uint32_t size = 1u << next_random() % 6;
      uint64_t r = next_random(), kind = r % 8;
      const uint32_t size_max =
         kind <= 2 ? c->i1.line_B : 2 * c->d1.line_B; // up to three lines
      if (size > size_max) size = size_max;
      uint64_t a = kind == 0
                      ? walk += 64
                      : 0x10000 + (r >> 8 & 0x1FFF) + ((r >> 40 & 7) == 0 ? 1ULL << 32 : 0);
      use_ref.loader = (uint64_t)i + 1;
      if (kind <= 2)
         assert_int_equal(served_by(fetch(&h, a, size, &changes)),
                          use_ref_access(&use_ref.i1, a, size, false));
      else
         assert_int_equal(served_by(data(&h, a, size, kind & 1, &changes)),
                          use_ref_access(&use_ref.d1, a, size, kind & 1));
      compare_changes(&changes);
      if (i % 500 == 0) hierarchy_check(&h);
   }
   evict_all(&h);
   hierarchy_check(&h);
   hierarchy_free(&h);
}

static void hierarchies(void** state)
{
   (void)state;
   static const Geometry l1[] = {{1024, 2, 64}, {512, 8, 32},  {192, 1, 64},
                                 {64, 1, 64},   {1024, 4, 16}, {1024, 2, 128}};
   static const Geometry ll[] = {{8192, 4, 128}, {12288, 16, 128}, {16384, 8, 256}};
   for (size_t i = 0; i < 6; i++)
      for (size_t j = 0; j < 3; j++)
         for (int options = 0; options < 4; options++) {
            HierarchyConfig c = {.i1 = l1[i],
                                 .d1 = l1[(i + 1) % 6],
                                 .ll = ll[j],
                                 .line_use = true,
                                 .write_back = options & 1,
                                 .prefetch = options & 2};
            one(&c, 6000);
         }
}

// Lines of one size: the fast path.
static void plain_hierarchies(void** state)
{
   (void)state;
   for (int i = 0; i < 80; i++) {
      uint32_t line_B = 16u << next_random() % 3;
      Geometry g[N_CACHES] = {{0}};
      for (int k = 0; k < N_CACHES; k++) {
         if (k == CACHE_L3) continue;
         uint32_t ways =
            (uint32_t)(i % 2 ? 4 + 4 * (next_random() % 4) : 1 + next_random() % 9);
         uint64_t sets = 1u << (1 + next_random() % (k == CACHE_LL ? 5 : 4));
         if (k != CACHE_L2 || i & 2) g[k] = (Geometry){sets * ways * line_B, ways, line_B};
      }
      HierarchyConfig c = {.i1 = g[CACHE_I1],
                           .d1 = g[CACHE_D1],
                           .between = {g[CACHE_L2]},
                           .ll = g[CACHE_LL],
                           .line_use = true};
      one(&c, 6000);
   }
}

// With lines of L2's size, of LL's or of one between them.
static Geometry random_l3(const Geometry* l2, const Geometry* ll)
{
   uint64_t r = next_random();
   uint32_t line_B = l2->line_B << r % 3, ways = 1 + (r >> 8) % 8;
   if (line_B > ll->line_B) line_B = ll->line_B;
   return (Geometry){(1 + (r >> 16) % 20) * ways * line_B, ways, line_B};
}

static void random_hierarchies(void** state)
{
   (void)state;
   for (int i = 0; i < 120; i++) {
      Geometry g[N_CACHES] = {{0}};
      const bool has_l3 = i >= 80;
      for (int k = 0; k < N_CACHES; k++) {
         if (k == CACHE_L3) continue;
         uint32_t line_B = (k >= CACHE_L2 ? 64u : 16u) << next_random() % 3;
         if (k == CACHE_LL && g[CACHE_L2].line_B > line_B) line_B = g[CACHE_L2].line_B;
         uint32_t ways = (uint32_t)(1 + next_random() % 8);
         uint64_t sets = 1 + next_random() % (k == CACHE_LL ? 30 : k == CACHE_L2 ? 15 : 9);
         if (k != CACHE_L2 || i & 4 || has_l3)
            g[k] = (Geometry){sets * ways * line_B, ways, line_B};
      }
      if (has_l3) g[CACHE_L3] = random_l3(&g[CACHE_L2], &g[CACHE_LL]);
      HierarchyConfig c = {.i1 = g[0],
                           .d1 = g[1],
                           .between = {g[CACHE_L2], g[CACHE_L3]},
                           .ll = g[CACHE_LL],
                           .line_use = true,
                           .write_back = i & 1,
                           .prefetch = i & 2};
      one(&c, 6000);
   }
}

// Levels in between: an evicted line adds its use to the next level, and the use of what is above.
static void one_with_levels(int n, const Geometry g[], bool write_back)
{
   static HierarchyConfig none = {.i1 = {64, 1, 64}, .d1 = {64, 1, 64}, .ll = {64, 1, 64}};
   use_ref_init(&none);
   use_ref.write_back = write_back;
   Cache c[4];
   UseRefCache r[4];
   for (int k = 0; k < n; k++) {
      c[k].level = (uint8_t)(k + 1);
      cache_init(&c[k], &g[k], true);
      c[k].write_through = write_back && k < n - 1;
      c[k].keeps_dirty = write_back && k == n - 1;
      if (c[k].keeps_dirty) c[k].tag_state |= TAG_DIRTY;
      if (k) cache_connect(&c[k - 1], &c[k]);
      r[k] = use_ref_cache(g[k], k + 1);
      if (k) use_ref_connect(&r[k - 1], &r[k]);
   }
   for (int i = 0; i < 20000; i++) {
      static LineChanges changes;
      changes.n_evicted = changes.n_loaded = 0;
      uint64_t a = 0x10000 + next_random() % 0x2000;
      uint32_t size = 1u << next_random() % 5;
      bool write = next_random() & 1;
      use_ref.loader = (uint64_t)i + 1;
      int by = served_by(cache_request(&c[0], &(Request){a, size, write}, &changes));
      int expected = use_ref_access(&r[0], a, size, write);
      assert_int_equal(by, expected);
      compare_changes(&changes);
      if (i % 500 == 0)
         for (int k = 0; k < n; k++) cache_check(&c[k]);
   }
   for (int k = 0; k < n; k++) {
      cache_free(&c[k]);
      free(r[k].lines);
      free(r[k].n);
   }
}

static void three_or_four_levels(void** state)
{
   (void)state;
   for (int i = 0; i < 60; i++) {
      Geometry g[4];
      const int n = i < 40 ? 3 : 4;
      for (int k = 0; k < n; k++) {
         uint32_t line_B = 16u << (next_random() % 2 + (uint64_t)k);
         uint32_t ways = (uint32_t)(1 + next_random() % 6);
         uint64_t sets = 1 + next_random() % (uint64_t)(k == 0 ? 6 : 10);
         g[k] = (Geometry){sets * ways * line_B, ways, line_B};
      }
      one_with_levels(n, g, i & 1);
   }
}

// Callgrind's masks: 32 bits for a line, whatever its size.
static void groups(void** state)
{
   (void)state;
   uint64_t mask[8] = {1, 0, 0, 0, 0, 0, 0, 1ULL << 63};
   assert_int_equal(line_use_unused_B(mask, 64), 63);
   assert_int_equal(callgrind_unused_B(mask, 64), 62);
   assert_int_equal(callgrind_unused_B(mask, 32), 31);
   assert_int_equal(callgrind_unused_B(mask, 16), 15);
   assert_int_equal(line_use_unused_B(mask, 512), 510);
   assert_int_equal(callgrind_unused_B(mask, 512), 512 - 32);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(hierarchies), cmocka_unit_test(random_hierarchies),
      cmocka_unit_test(plain_hierarchies), cmocka_unit_test(three_or_four_levels),
      cmocka_unit_test(groups)};
   return UNIT_MAIN(argc, argv, tests);
}
