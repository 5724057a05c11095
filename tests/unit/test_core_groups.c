// SPDX-License-Identifier: GPL-3.0-or-later
// Levels that groups of cores share, against a model of one cache for each group: docs/miss-classes.md, "Cores and sharing".
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cachesim/hierarchy.h"
#include "unit_main.h"
#include "xorshift.h"

enum { CORES_MOST = 8, LEVELS = 4, SETS = 4, WAYS_MOST = 8, LINES = 96 };

// A cache of lines by number, in order of use.
typedef struct {
   uint32_t ways, n[SETS];
   uint32_t line[SETS][WAYS_MOST];
} ModelCache;

// Level 0 is D1, 1 and 2 lie between, 3 is LL; [level][core / size[level]].
static struct {
   uint32_t cores, levels, size[LEVELS]; // cores that share a cache of this level
   ModelCache cache[LEVELS][CORES_MOST];
} model;

static uint32_t position_in(const ModelCache* c, uint32_t line)
{
   uint32_t at = 0;
   while (at < c->n[line % SETS] && c->line[line % SETS][at] != line) at++;
   return at;
}

static bool is_there(const ModelCache* c, uint32_t line)
{
   return position_in(c, line) < c->n[line % SETS];
}

static void take_out(ModelCache* c, uint32_t line)
{
   const uint32_t set = line % SETS, at = position_in(c, line);
   if (at == c->n[set]) return;
   c->n[set]--;
   memmove(&c->line[set][at], &c->line[set][at + 1], (c->n[set] - at) * sizeof(uint32_t));
}

static bool reference(ModelCache* c, uint32_t line)
{
   const uint32_t set = line % SETS;
   const bool hit = is_there(c, line);
   take_out(c, line);
   if (c->n[set] == c->ways) c->n[set]--;
   memmove(&c->line[set][1], &c->line[set][0], c->n[set] * sizeof(uint32_t));
   c->line[set][0] = line;
   c->n[set]++;
   return hit;
}

static ModelCache* cache_of(uint32_t level, uint32_t core)
{
   return &model.cache[level][core / model.size[level]];
}

// Writes take the line from all caches in front of the last level that are not the core's.  Returns the level that serves.
static uint32_t access_model(uint32_t core, uint32_t line, bool write)
{
   for (uint32_t l = 0; write && l + 1 < model.levels; l++)
      for (uint32_t other = 0; other < model.cores; other++)
         if (cache_of(l, other) != cache_of(l, core)) take_out(cache_of(l, other), line);
   uint32_t l = 0;
   while (l < model.levels && !reference(cache_of(l, core), line)) l++;
   return l;
}

static Geometry geometry_of(uint32_t ways)
{
   return (Geometry){SETS * ways * 64, ways, 64};
}

static HierarchyConfig config_of(uint32_t number)
{
   memset(&model, 0, sizeof model);
   model.cores = 2 + number % 7;
   model.levels = 3 + number / 7 % 2;
   const uint32_t ways[LEVELS] = {1 + number % 2, 2 + number % 3, 4 + number % 2, 8};
   const uint32_t groups[] = {1, 2, 3, 4, 8};
   model.size[0] = 1;
   model.size[1] = groups[number / 14 % 5];
   model.size[2] = model.size[1] * (1 + number / 70 % 3);
   model.size[model.levels - 1] = model.cores;
   HierarchyConfig c = {.i1 = geometry_of(1),
                        .d1 = geometry_of(ways[0]),
                        .ll = geometry_of(8),
                        .cores = model.cores,
                        .line_use = number & 1,
                        .miss_classes = number & 2};
   for (uint32_t l = 0; l < model.levels; l++) {
      const uint32_t of_level = l + 1 == model.levels ? 8 : ways[l];
      for (uint32_t i = 0; i < CORES_MOST; i++) model.cache[l][i].ways = of_level;
      if (!l || l + 1 == model.levels) continue;
      c.between[l - 1] = geometry_of(of_level);
      c.shared[l - 1] = model.size[l] > 1;
      c.group[l - 1] = model.size[l] < model.cores ? model.size[l] : 0;
   }
   return c;
}

static void as_one_cache_for_each_group(void** state)
{
   (void)state;
   static Hierarchy h;
   static LineChanges changes;
   uint32_t served[LEVELS + 1] = {0};
   for (uint32_t number = 0; number < 210; number++) {
      const HierarchyConfig c = config_of(number);
      assert_null(cores_error(&c));
      hierarchy_init(&h, &c, NULL);
      uint32_t core = 0;
      for (uint32_t i = 0; i < 1500; i++) {
         const uint64_t r = next_random();
         if (r % 8 == 0) core = (uint32_t)(r >> 8) % model.cores;
         const uint32_t line = (uint32_t)(r >> 32) % LINES;
         const bool write = r >> 24 & 1;
         cores_run(&h, core);
         changes.n_evicted = changes.n_loaded = 0;
         const Served s =
            hierarchy_data(&h, &(Request){line * 64, 8, write}, c.line_use ? &changes : NULL);
         const uint32_t by = access_model(core, line, write);
         served[by == model.levels ? LEVELS : by]++;
         const ServedBy wanted = by == model.levels       ? AT_MEMORY
                                 : by + 1 == model.levels ? AT_LL
                                                          : (ServedBy)by;
         assert_int_equal(s.by, wanted);
         if (i % 100 == 0) hierarchy_check(&h);
      }
      hierarchy_check(&h);
      hierarchy_free(&h);
   }
   for (uint32_t l = 0; l <= LEVELS; l++) assert_true(l == 2 || served[l] > 1000);
}

enum { L2_OF_TWO = 2, LINE = 0x4000 };

static Hierarchy four;

static void four_cores(PrefetchKind prefetch)
{
   HierarchyConfig c = {.i1 = geometry_of(2),
                        .d1 = geometry_of(2),
                        .ll = geometry_of(8),
                        .between = {geometry_of(4)},
                        .shared = {true},
                        .group = {L2_OF_TWO},
                        .cores = 4};
   c.policy[CACHE_D1].prefetch = prefetch;
   hierarchy_init(&four, &c, NULL);
}

static Served access_at(uint32_t core, uint64_t address, bool write)
{
   cores_run(&four, core);
   return hierarchy_data(&four, &(Request){address, 8, write}, NULL);
}

static Served access_by(uint32_t core, bool write)
{
   return access_at(core, LINE, write);
}

// Who changes a line takes it from its neighbour's D1, which then has it from their L2, and from the other group's caches.
static void neighbours(void** state)
{
   (void)state;
   four_cores(PREFETCH_NONE);
   assert_int_equal(access_by(0, false).by, AT_MEMORY);
   assert_int_equal(access_by(1, false).by, AT_L2);
   Served s = access_by(0, true);
   assert_int_equal(s.invalidated, 1);
   assert_true(s.upgraded);
   assert_false(s.from_core);
   assert_int_equal(cores_state(&four, 0, LINE), MESI_MODIFIED);
   s = access_by(1, false);
   assert_int_equal(s.by, AT_L2);
   assert_false(s.from_core);
   assert_int_equal(cores_state(&four, 1, LINE), MESI_SHARED);
   access_by(1, true);
   s = access_by(2, false);
   assert_int_equal(s.by, AT_LL);
   assert_true(s.from_core);
   s = access_by(1, true);
   assert_int_equal(s.invalidated, 1);
   assert_true(s.from_core);
   assert_int_equal(access_by(3, false).by, AT_LL);
   hierarchy_free(&four);
}

// A line that D1 prefetches from the group's L2 is lost to another group's write, too.
static void prefetched(void** state)
{
   (void)state;
   four_cores(PREFETCH_NEXT_LINE);
   access_at(0, LINE, false);
   access_at(1, LINE - 64, false);
   hierarchy_check(&four);
   access_at(2, LINE, true);
   assert_true(access_at(1, LINE, false).by > AT_L2);
   hierarchy_free(&four);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(as_one_cache_for_each_group),
                                      cmocka_unit_test(neighbours),
                                      cmocka_unit_test(prefetched)};
   return UNIT_MAIN(argc, argv, tests);
}
