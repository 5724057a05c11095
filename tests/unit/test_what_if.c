// SPDX-License-Identifier: GPL-3.0-or-later
// Layouts that the program does not have, in the engine: what the hierarchy is asked for, against a list of where each byte
// of a small address space is.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "callgraph/site_events.h"
#include "engine/engine.h"
#include "engine/entry_points.h"
#include "engine/translate.h"
#include "host_libc.h"
#include "layouts/parse.h"
#include "unit_main.h"
#include "xorshift.h"

enum {
   SPACE = 1 << 14,
   ORIGIN = 0x7010,
   RANGES = 60,
   STEPS = 60000,
   ASKED_MAX = 600,
   SITES = 4
};

static uint32_t below(uint32_t n)
{
   return (uint32_t)((next_random() >> 32) * n >> 32);
}

// --- objects and where their bytes are --------------------------------------------------------

// Two cuts, with elements of `element_B`: the reference knows what these are.
typedef struct {
   const char* text;
   uint32_t element_B, cut_B, apart_B; // apart_B: elements begin so far apart, there is no cut
} Kind;

static const Kind kinds[] = {{NULL, 1, 0, 0},
                             {"split(24: 8)", 24, 8, 0},
                             {"stride(16: 80)", 16, 0, 80},
                             {"split(64: hot=0-7)", 64, 8, 0},
                             {"offset(4)", 0, 0, 0},
                             {"pool(512)", 0, 0, 0},
                             {"pool-by-use(64)", 0, 0, 0},
                             {"separate-threads", 0, 0, 0}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static WhatIfLayout what_if[KINDS];
static MemObject* object[KINDS];

static struct {
   uint32_t start, size_B, kind;
   uint64_t at; // start in the layout
   MemRange* range;
} live[RANGES]; // size_B 0: free

static uint64_t byte_at[SPACE];
static uint32_t owner[SPACE]; // number of the range, plus one

static uint32_t n_questions; // of the engine, for the layouts of objects

static bool layouts_of(const MemObject* o, WhatIfLayout** by_simulation)
{
   n_questions++;
   for (int k = 1; k < KINDS; k++)
      if (object[k] == o) by_simulation[0] = &what_if[k];
   return by_simulation[0] != NULL;
}

static uint64_t new_offset(const Kind* k, uint32_t size_B, uint32_t offset)
{
   if (!k->element_B) return offset;
   uint32_t n = size_B / k->element_B, i = offset / k->element_B, b = offset % k->element_B;
   if (k->apart_B)
      return i < n ? i * k->apart_B + b : n * k->apart_B + (offset - n * k->element_B);
   if (!k->cut_B || i >= n) return offset;
   return b < k->cut_B ? i * k->cut_B + b
                       : n * k->cut_B + i * (k->element_B - k->cut_B) + b - k->cut_B;
}

static void forget(uint32_t r)
{
   for (uint32_t b = live[r].start; b < live[r].start + live[r].size_B; b++) {
      owner[b] = 0;
      byte_at[b] = ORIGIN + b;
   }
   live[r].size_B = 0;
}

static void allocate(uint32_t r)
{
   uint32_t size_B = 1 + below(below(3) ? 100 : 900), start = below(SPACE - size_B);
   for (uint32_t b = start; b < start + size_B; b++)
      if (owner[b]) forget(owner[b] - 1);
   live[r].start = start;
   live[r].size_B = size_B;
   live[r].kind = below(KINDS);
   live[r].range =
      objects_allocate(&engine.objects.set, object[live[r].kind], ORIGIN + start, size_B, 1);
   // The first byte is first in these layouts.
   live[r].at = what_if_address(PROGRAM, ORIGIN + start);
   for (uint32_t i = 0; i < size_B; i++) {
      owner[start + i] = r + 1;
      byte_at[start + i] = live[r].at + new_offset(&kinds[live[r].kind], size_B, i);
   }
}

static void release(uint32_t r)
{
   objects_free(&engine.objects.set, live[r].range, 1);
   forget(r);
}

// --- what is asked ----------------------------------------------------------------------------

static struct {
   uint64_t address, own, time;
   uint32_t size_B;
} asked[ASKED_MAX];
static uint32_t n_asked;

static void note(Site* site, uint64_t address)
{
   assert_true(n_asked < ASKED_MAX);
   asked[n_asked].address = address;
   asked[n_asked].own = what_if_own(address);
   asked[n_asked].time = translate_time(site);
   asked[n_asked++].size_B = site->size_B;
}

static int by_value(const void* a, const void* b)
{
   const uint64_t *x = a, *y = b;
   return *x < *y ? -1 : *x > *y;
}

static uint64_t lines_of(uint64_t address, uint32_t size_B)
{
   return (address + size_B - 1) / 64 - address / 64 + 1;
}

// The bytes of an access, the ones behind the object of the first where the program has them.
static void compare(uint32_t at, uint32_t size_B)
{
   uint64_t want[512];
   for (uint32_t i = 0; i < size_B; i++)
      want[i] = owner[at + i] == owner[at] ? byte_at[at + i] : ORIGIN + at + i;
   qsort(want, size_B, sizeof want[0], by_value);
   uint32_t n = 0, byte = 0;
   for (uint32_t i = 0; i < size_B; n++) {
      assert_true(n < n_asked && asked[n].address == want[i]);
      if (n)
         assert_true(asked[n].time >= asked[n - 1].time
                                         + lines_of(asked[n - 1].address, asked[n - 1].size_B));
      for (byte = 0; byte < asked[n].size_B; byte++)
         assert_true(want[i + byte] == want[i] + byte);
      i += asked[n].size_B;
      assert_true(i >= size_B || want[i] != want[i - 1] + 1);
      assert_true(asked[n].own
                  == (owner[at] && live[owner[at] - 1].kind ? ORIGIN + at : want[i - byte]));
   }
   assert_true(n == n_asked);
}

// --- the comparison ---------------------------------------------------------------------------

static Block* start_engine(void)
{
   static const HierarchyConfig caches = {
      .i1 = {1024, 2, 64}, .d1 = {1024, 2, 64}, .ll = {4096, 4, 64}, .miss_classes = true};
   EngineConfig config = {.cache_sim = true,
                          .line_use = true,
                          .objects = true,
                          .track_objects = true,
                          .what_if = true,
                          .caches = caches,
                          .graph = {.width = EV_WIDTH_ALL,
                                    .collect_at_start = true,
                                    .hierarchy = true,
                                    .miss_classes = true,
                                    .defaults = {.separate_recursions = 1}}};
   host_libc_free_all();
   memset(&engine, 0, sizeof engine);
   memset(&xg_current, 0, sizeof xg_current);
   memset(live, 0, sizeof live);
   memset(owner, 0, sizeof owner);
   for (uint32_t b = 0; b < SPACE; b++) byte_at[b] = ORIGIN + b;
   engine_init(&config);
   host_libc.layouts_of = layouts_of;
   for (int k = 0; k < KINDS; k++) {
      Layout l;
      char error[LAYOUT_ERROR_B];
      object[k] = objects_new(&engine.objects.set, OBJECT_HEAP, NULL, NULL);
      if (!k) continue;
      assert_true(layout_parse(&l, kinds[k].text, error));
      what_if_layout_init(&what_if[k], &l, (uint32_t)k);
   }
   CallGraph* g = &engine.graph;
   bool is_new;
   Module* module = callgraph_module(g, "o");
   Block* b = callgraph_new_block(g, 0x1000, false);
   b->module = module;
   b->function = callgraph_function(g, callgraph_file(g, module, "f"), "f", &is_new);
   b->n_counters = (uint8_t)site_counters(~0u, true);
   callgraph_shape_block(g, b, 1, SITES, 2, 2);
   for (uint16_t i = 0; i < SITES; i++)
      b->sites[i] = (Site){.block = b,
                           .index = i,
                           .kind = i == 3  ? SITE_READ_GUARDED
                                   : i % 2 ? SITE_WRITE
                                           : SITE_READ,
                           .is_write = i == 1};
   object_costs_prepare_block(b);
   shadow_stack_switch(g, &xg_current, shadow_stack_new(g, 1));
   entry_points.enter(b);
   return b;
}

static void random_accesses(void** state)
{
   (void)state;
   Block* b = start_engine();
   engine.what_if.data = note;
   uint32_t n_named = 0;
   for (uint32_t i = 0; i < STEPS; i++) {
      uint32_t r = below(RANGES);
      if (below(20) == 0) live[r].size_B ? release(r) : allocate(r);
      if (below(500) == 0) {
         xg_current.stack->exec.collect = !xg_current.stack->exec.collect;
         object_costs_entered(b);
      }
      static const uint16_t sizes[] = {1, 2, 4, 8, 16, 32, 64};
      Site* s = &b->sites[below(SITES)];
      r = below(RANGES);
      uint32_t at =
         below(2) && live[r].size_B ? live[r].start + below(live[r].size_B) : below(SPACE);
      const uint16_t size_B = s->size_B = sizes[below(7)];
      if (at + size_B > SPACE) continue;
      n_asked = 0;
      n_named += owner[at] && live[owner[at] - 1].kind;
      (s->kind == SITE_READ_GUARDED ? entry_points.data_guarded
                                    : entry_points.data)(s, ORIGIN + at);
      assert_true(s->size_B == size_B && engine.what_if.own == 0 && engine.what_if.later == 0);
      compare(at, size_B);
      // Generated code handles no access to an object that has a layout of its own.
      const MemRange* w = ((LastRanges*)b->last_ranges)->watched[s->index];
      assert_true((w->watched_B != 0) == (owner[at] && !live[owner[at] - 1].kind));
   }
   assert_true(n_named > STEPS / 4);
}

// However many objects a site turns to, each has one record there, with its accesses.
static void turns(void** state)
{
   (void)state;
   Block* b = start_engine();
   ObjectSet* set = &engine.objects.set;
   enum { OBJECTS = 25, TURNS = 3000 };
   MemObject* o[OBJECTS];
   uint64_t accesses[OBJECTS][2] = {{0}};
   b->sites[1].segment = 1;
   for (int i = 0; i < OBJECTS; i++) {
      o[i] = objects_new(set, OBJECT_HEAP, NULL, NULL);
      objects_allocate(set, o[i], ORIGIN + 64 * (uint64_t)i, 64, 1);
   }
   for (uint32_t i = 0; i < TURNS; i++) {
      if (below(50) == 0) {
         xg_current.stack->exec.collect = !xg_current.stack->exec.collect;
         object_costs_entered(b);
      }
      const uint32_t s = below(2), many = i / 500 % 2 ? OBJECTS : 9, k = below(many);
      Site* site = &b->sites[s];
      site->size_B = 1;
      entry_points.data(site, ORIGIN + 64 * k + below(64));
      const uint32_t n = 1 + below(3);
      for (uint32_t e = 0; e < n; e++) object_costs_executed(b, s);
      if (xg_current.stack->exec.collect) accesses[k][s] += n;
   }
   object_costs_flush();
   for (int i = 0; i < OBJECTS; i++)
      for (int s = 0; s < 2; s++) {
         uint64_t sum = 0, records = 0;
         for (const ObjectCosts* c = o[i]->costs; c; c = c->next) {
            if (c->site != &b->sites[s]) continue;
            sum += object_costs_of(c, s ? OBJ_DW : OBJ_DR, 0);
            records++;
         }
         assert_int_equal(sum, accesses[i][s]);
         assert_int_equal(records, 1);
      }
}

// Costs belong to the object, whatever is asked for; an access that is hot is noted where it is.
static void costs(void** state)
{
   (void)state;
   Block* b = start_engine();
   n_questions = 0;
   live[0].range = objects_allocate(&engine.objects.set, object[1], ORIGIN, 240, 1);
   Site *s = &b->sites[0], *guarded = &b->sites[3];
   s->size_B = guarded->size_B = 16;
   entry_points.data(s, ORIGIN);               // bytes 0-7 and 8-15: two lines of D1
   entry_points.data(s, ORIGIN);               // the same, which are hot
   entry_points.data_guarded(guarded, ORIGIN); // likewise
   const ObjectCosts* c = object[1]->costs;
   for (uint64_t misses = 0; c; c = c->next) {
      misses += object_costs_of(c, OBJ_D1MR, 0);
      if (c->site == s) assert_int_equal(misses, 2);
      if (c->site == guarded) {
         assert_int_equal(object_costs_of(c, OBJ_D1MR, 0), 0);
         assert_int_equal(object_costs_of(c, OBJ_DR, 0), 1);
      }
   }
   const uint64_t second = what_if_address(PROGRAM, ORIGIN + 8);
   assert_int_equal(second, ORIGIN + 10 * 8);
   const HotSlot* slot = cache_hot_slot(&PROGRAM->caches.d1, second);
   assert_int_equal(slot->line, second / 64 * 64);
   s->size_B = 2;
   entry_points.data(s, ORIGIN + 24 + 8); // 16 bytes behind the second line's
   assert_int_equal(slot->count, 4);
   assert_int_equal(slot->mask, 0xFFULL << second % 64 | 3ULL << (second + 16) % 64);
   assert_int_equal(what_if[1].n_ranges, 1);
   assert_int_equal(what_if[1].total_B, 240);
   assert_int_equal(what_if[1].n_with_rest, 0);
   objects_allocate(&engine.objects.set, object[1], ORIGIN + 1000, 250, 1);
   assert_true(what_if[1].n_with_rest == 1 && what_if[1].a_rest_B == 10);
   assert_int_equal(n_questions, 1);
   engine_check();
}

// What is freed is there for the next one; what lies where it was in the program is not somewhere else.
static void again(void** state)
{
   (void)state;
   start_engine();
   ObjectSet* set = &engine.objects.set;
   MemRange* r = objects_allocate(set, object[2], ORIGIN, 160, 1);
   const uint64_t first = what_if_address(PROGRAM, ORIGIN);
   assert_true(first >> 51 == 1);
   objects_free(set, r, 1);
   r = objects_allocate(set, object[2], ORIGIN + 400, 160, 1);
   assert_int_equal(what_if_address(PROGRAM, ORIGIN + 400), first);
   objects_free(set, r, 1);
   objects_allocate(set, object[1], ORIGIN + 800, 240, 1);
   assert_int_equal(what_if_address(PROGRAM, ORIGIN + 800), ORIGIN + 800);
   // In the order of their first uses; what is not used has no slot.
   for (uint64_t i = 0; i < 4; i++)
      r = objects_allocate(set, object[6], ORIGIN + 2000 + 100 * i, 60, 1);
   const uint64_t used = what_if_address(PROGRAM, ORIGIN + 2210) - 10;
   assert_int_equal(what_if_address(PROGRAM, ORIGIN + 2000), used + 64);
   objects_free(set, r, 1);
   assert_int_equal(what_if_address(PROGRAM, ORIGIN + 2159), used + 128 + 59);
   assert_int_equal(what_if_address(PROGRAM, ORIGIN + 2200), used);
}

// Of a large allocation of the heap, arrays begin in pages of their own.
static void mapped(void** state)
{
   (void)state;
   start_engine();
   enum { SIZE_B = 24 * 10000 };
   const uint64_t start = 0x5000010;
   objects_allocate(&engine.objects.set, object[1], start, SIZE_B, 1);
   const uint64_t first = what_if_address(PROGRAM, start),
                  second = what_if_address(PROGRAM, start + 8);
   assert_true(first >> 50 == 1 && (first - start) % (1 << 21) == 0);
   assert_int_equal(second, first + (80000 + 4095) / 4096 * 4096);
   MemObject* variable = objects_new(&engine.objects.set, OBJECT_STATIC, "v", NULL);
   object[1] = variable;
   objects_allocate(&engine.objects.set, variable, 0x9000000, SIZE_B, 1);
   assert_int_equal(what_if_address(PROGRAM, 0x9000008), 0x9000000 + 80000);
   assert_true(what_if_moves(0, variable) && !what_if_moves(0, object[0]));
}

// Allocations of a thread are in memory of its own, until the thread that frees them gives them back to it.
static void threads(void** state)
{
   (void)state;
   start_engine();
   ObjectSet* set = &engine.objects.set;
   MemRange* r[3];
   uint64_t at[3];
   for (uint32_t i = 0; i < 3; i++) {
      xg_current.stack->thread = 1 + i % 2;
      r[i] = objects_allocate(set, object[7], ORIGIN + 100 * i, 60, 1);
      at[i] = what_if_address(PROGRAM, ORIGIN + 100 * i);
   }
   assert_int_equal(at[2], at[0] + 80);
   assert_int_equal(at[1], at[0] + (1 << 21));
   objects_free(set, r[1], 1);
   xg_current.stack->thread = 2;
   objects_free(set, r[0], 1);
   objects_allocate(set, object[7], ORIGIN + 300, 60, 1);
   assert_int_equal(what_if_address(PROGRAM, ORIGIN + 300), at[1]);
   xg_current.stack->thread = 1;
   objects_allocate(set, object[7], ORIGIN + 400, 60, 1);
   assert_int_equal(what_if_address(PROGRAM, ORIGIN + 400), at[0]);
   // By use: the thread that accesses it first.
   Layout l;
   char error[LAYOUT_ERROR_B];
   assert_true(layout_parse(&l, "pool-by-use(64)+separate-threads", error));
   what_if_layout_init(&what_if[6], &l, 6);
   objects_allocate(set, object[6], ORIGIN + 500, 60, 1);
   objects_allocate(set, object[6], ORIGIN + 600, 60, 1);
   const uint64_t of_1 = what_if_address(PROGRAM, ORIGIN + 600);
   xg_current.stack->thread = 2;
   assert_int_equal(what_if_address(PROGRAM, ORIGIN + 500), of_1 + (1 << 21));
   assert_int_equal(what_if[7].n_of_no_thread, 0);
   MemObject* variable = objects_new(set, OBJECT_STATIC, "v", NULL);
   object[7] = variable;
   objects_allocate(set, variable, ORIGIN + 700, 60, 1);
   assert_int_equal(what_if_address(PROGRAM, ORIGIN + 700), ORIGIN + 700);
   assert_int_equal(what_if[7].n_of_no_thread, 1);
}

// What lies in pages of 2 MiB with an object has them, too.
static void huge(void** state)
{
   (void)state;
   start_engine();
   ObjectSet* set = &engine.objects.set;
   PageSizes* pages = &PROGRAM->translation.pages;
   const uint64_t huge_B = 1 << 21, start = 20 * huge_B - 100;
   Layout l;
   char error[LAYOUT_ERROR_B];
   page_sizes_init(pages, PAGES_REQUESTED);
   objects_allocate(set, object[1], start - 1000, 60, 1);
   what_if_mapped(start - 1000);
   assert_true(pages->all_small);
   assert_true(layout_parse(&l, "huge-pages", error));
   what_if_layout_init(&what_if[1], &l, 1);
   objects_allocate(set, object[1], start, 200, 1);
   assert_int_equal(what_if_address(PROGRAM, start), start);
   assert_true(page_is_huge(pages, 19 * huge_B) && page_is_huge(pages, 21 * huge_B - 1));
   assert_true(!page_is_huge(pages, 19 * huge_B - 1) && !page_is_huge(pages, 21 * huge_B));
   page_sizes_end(pages, start, 4096);
   assert_true(pages->all_small || !page_is_huge(pages, start));
   what_if_mapped(start + 1000);
   assert_true(!page_is_huge(pages, start));
   what_if_mapped(start);
   assert_true(page_is_huge(pages, start));
   assert_true(layout_parse(&l, "pool(64)+huge-pages", error));
   what_if_layout_init(&what_if[2], &l, 2);
   objects_allocate(set, object[2], start + 1000, 60, 1);
   assert_true(page_is_huge(pages, what_if_address(PROGRAM, start + 1000)));
   assert_true(layout_parse(&l, "pool-by-use(64)+huge-pages", error));
   what_if_layout_init(&what_if[6], &l, 6);
   objects_allocate(set, object[6], start + 9 * huge_B, 60, 1);
   assert_true(page_is_huge(pages, what_if_address(PROGRAM, start + 9 * huge_B)));
   assert_true(!page_is_huge(pages, start + 9 * huge_B));
   page_sizes_free(pages);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(random_accesses),
                                      cmocka_unit_test(turns),
                                      cmocka_unit_test(costs),
                                      cmocka_unit_test(again),
                                      cmocka_unit_test(mapped),
                                      cmocka_unit_test(threads),
                                      cmocka_unit_test(huge)};
   return UNIT_MAIN(argc, argv, tests);
}
