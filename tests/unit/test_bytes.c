// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes of memory objects against a list of all bytes of a small address space, whose ranges come and
// go at random.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/engine.h"
#include "engine/probes.h"
#include "unit_main.h"
#include "xorshift.h"

enum { SPACE = 1 << 16, ORIGIN = 0x7010, OBJECTS = 6, RANGES = 4000, STEPS = 300000 };

static uint32_t below(uint32_t n)
{
   return (uint32_t)((next_random() >> 32) * n >> 32);
}

// --- the model -------------------------------------------------------------------------------

// Ranges by number, from 1 on; of each byte, its allocation and its mapping, 0: none.
typedef struct {
   uint32_t start, size_B, object;
   bool is_mapping;
} Range;

typedef struct {
   uint64_t small[BYTE_ACCESSES][OBJECT_BYTES_MAX];
   uint32_t size_B;
   LargeBytes large;
   bool has_large;
} Counts;

static Range range[RANGES + 1];
static uint32_t n_ranges, allocation[SPACE], mapping[SPACE];
static MemObject* object[OBJECTS + 1]; // the last one is "unknown"
static Counts counts[OBJECTS + 1];
static ShadowStack stack;

static uint32_t owner(uint32_t at)
{
   return allocation[at] ? allocation[at] : mapping[at];
}

static void forget_allocation(uint32_t number)
{
   for (uint32_t i = 0; i < SPACE; i++)
      if (allocation[i] == number) allocation[i] = 0;
}

static void allocate(uint32_t start, uint32_t size_B, uint32_t o)
{
   objects_allocate(&engine.objects.set, object[o], ORIGIN + start, size_B, 1);
   for (uint32_t i = start; i < start + size_B; i++)
      if (allocation[i]) forget_allocation(allocation[i]);
   range[++n_ranges] = (Range){start, size_B, o, false};
   for (uint32_t i = start; i < start + size_B; i++) allocation[i] = n_ranges;
}

static void release(uint32_t at)
{
   uint32_t number = allocation[at];
   if (!number) return;
   MemRange* r = range_map_find(&engine.objects.set.map, ORIGIN + at);
   objects_free(&engine.objects.set, r, 1);
   forget_allocation(number);
}

static void map(uint32_t start, uint32_t size_B, uint32_t o)
{
   objects_map(&engine.objects.set, object[o], ORIGIN + start, size_B, 1)->is_checked = true;
   range[++n_ranges] = (Range){start, size_B, o, true};
   for (uint32_t i = start; i < start + size_B; i++) mapping[i] = n_ranges;
}

// A stretch of an access in one range counts once for each part.
static void count(uint32_t at, uint32_t size_B, ByteAccess a)
{
   bool touched[BYTES_PARTS] = {false};
   for (uint32_t i = at; i < at + size_B; i++) {
      uint32_t number = owner(i);
      const Range* r = &range[number];
      Counts* c = &counts[number ? r->object : OBJECTS];
      if (i == at || number != owner(i - 1)) memset(touched, 0, sizeof touched);
      if (number && !r->is_mapping && r->size_B <= OBJECT_BYTES_MAX) {
         c->small[a][i - r->start]++;
         if (r->size_B > c->size_B) c->size_B = r->size_B;
         continue;
      }
      c->has_large = true;
      c->large.line[a][(ORIGIN + i) % BYTES_OF_LINE]++;
      if (!number) continue;
      c->large.has_parts = true;
      // the part whose bytes begin at or before this one: size p / 256 <= offset
      uint32_t p = BYTES_PARTS - 1;
      while ((uint64_t)r->size_B * p > (uint64_t)(i - r->start) * BYTES_PARTS) p--;
      if (!touched[p]) c->large.part[a][p]++;
      touched[p] = true;
   }
}

// --- the comparison --------------------------------------------------------------------------

static void start_engine(void)
{
   memset(&engine, 0, sizeof engine);
   memset(counts, 0, sizeof counts);
   memset(allocation, 0, sizeof allocation);
   memset(mapping, 0, sizeof mapping);
   n_ranges = 0;
   objects_init(&engine.objects.set);
   probes_init(&(EngineConfig){.object_bytes = true});
   for (int i = 0; i < OBJECTS; i++)
      object[i] = objects_new(&engine.objects.set, OBJECT_HEAP, NULL, NULL);
   object[OBJECTS] = engine.objects.set.unknown;
   stack.exec.collect = true;
   xg_current.stack = &stack;
}

static void compare(void)
{
   for (int o = 0; o <= OBJECTS; o++) {
      const Counts* c = &counts[o];
      const ObjectBytes* b = object_bytes_of(object[o]);
      if (!b) {
         assert_false(c->size_B || c->has_large);
         continue;
      }
      assert_int_equal(b->size_B, c->size_B);
      for (int a = 0; a < BYTE_ACCESSES; a++)
         assert_memory_equal(b->count[a] ? b->count[a] : c->small[a], c->small[a],
                             c->size_B * sizeof(uint64_t));
      assert_int_equal(b->large != NULL, c->has_large);
      if (b->large) assert_memory_equal(b->large, &c->large, sizeof c->large);
   }
}

static uint32_t random_size(void)
{
   switch (below(8)) {
   case 0: return 4090 + below(12); // about the largest that has counters of each byte
   case 1: return 4097 + below(5000);
   default: return 1 + below(300);
   }
}

static void access_somewhere(void)
{
   static const uint16_t sizes[] = {1, 2, 4, 8, 16, 32, 64, 10, 512};
   Site site = {.size_B = sizes[below(9)], .is_write = below(3) == 0};
   uint32_t at = below(SPACE - 512);
   // most accesses at a boundary of a range, where things happen
   if (below(2) && n_ranges) {
      const Range* r = &range[1 + below(n_ranges)];
      uint32_t edge = r->start + (below(2) ? r->size_B : 0);
      if (edge >= 16 && edge < SPACE - 512) at = edge - below(16);
   }
   stack.exec.collect = below(16) != 0;
   probes.access(&site, ORIGIN + at);
   if (stack.exec.collect) count(at, site.size_B, site.is_write ? BYTES_STORED : BYTES_LOADED);
}

static void random_accesses(void** state)
{
   (void)state;
   start_engine();
   map(0, SPACE / 2, 0);
   map(SPACE / 2 + 100, 3000, 1);
   for (uint32_t i = 0; i < STEPS; i++) {
      if (n_ranges < RANGES && below(100) == 0) {
         uint32_t size_B = random_size();
         allocate(below(SPACE - size_B), size_B, below(OBJECTS));
      }
      if (below(300) == 0) release(below(SPACE));
      access_somewhere();
      if (i % 10000 == 0) compare();
   }
   compare();
   assert_true(n_ranges > 1000);
}

static void zeroing(void** state)
{
   (void)state;
   start_engine();
   allocate(0, 100, 0);
   allocate(200, 5000, 0);
   const Site site = {.size_B = 8};
   object_bytes_access(&site, ORIGIN + 40);
   object_bytes_access(&site, ORIGIN + 300);
   const ObjectBytes* b = object_bytes_of(object[0]);
   assert_true(b->size_B == 100 && b->large);
   object_bytes_zero();
   assert_true(!b->size_B && !b->large);
   object_bytes_access(&site, ORIGIN + 40);
   assert_int_equal(b->count[BYTES_LOADED][40], 1);
   assert_int_equal(b->count[BYTES_LOADED][47], 1);
   assert_int_equal(b->count[BYTES_LOADED][48], 0);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(random_accesses),
                                      cmocka_unit_test(zeroing)};
   return UNIT_MAIN(argc, argv, tests);
}
