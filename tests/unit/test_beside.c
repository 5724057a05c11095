// SPDX-License-Identifier: GPL-3.0-or-later
// Layouts simulated beside the program as it is, against two runs of the same random accesses: one without layouts, one with them
// alone.  So are many in one run, each apart.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "callgraph/site_events.h"
#include "engine/access.h"
#include "engine/entry_points.h"
#include "engine/line_costs.h"
#include "engine/sharing/possible_sharing.h"
#include "engine/translate.h"
#include "engine/waiting.h"
#include "engine/what_if_accesses.h"
#include "host_libc.h"
#include "layouts/parse.h"
#include "processor.h"
#include "unit_main.h"
#include "writers/model.h"
#include "xorshift.h"

enum {
   STEPS = 6000,
   BLOCKS = 120,
   BLOCK_B = 40, // so that fetches lie in one line or in two
   SITES = 6,    // of a block: a fetch, accesses, and a prefetch instruction
   SPACE = 1 << 15,
   ORIGIN = 0x100000,
   RANGES = 24,
   THREADS = 3
};

typedef enum { OWN, ONLY, BESIDE, APART } Run;
enum {
   SIMULATIONS_APART = 3,
   SOME_LAYOUTS = 1,
   ALL_LAYOUTS,
   NO_LAYOUTS
}; // what each of them has

// --- objects ----------------------------------------------------------------------------------

static const char* const layouts[] = {NULL,
                                      "split(24: 8)",
                                      "stride(16: 80)",
                                      "split(64: hot=0-7)+align(64)",
                                      "drop(32: 8-15)",
                                      "pool(512)",
                                      "pool-by-use(64)",
                                      "offset(4)"};
enum { KINDS = sizeof layouts / sizeof layouts[0] };

static WhatIfLayout what_if[1 + SIMULATIONS_APART][KINDS]; // by simulation
static MemObject* object[KINDS];

static bool layouts_of(const MemObject* o, WhatIfLayout** by_simulation)
{
   const uint32_t all = engine.config.apart ? ALL_LAYOUTS : engine.config.beside;
   for (uint32_t k = 1; k < KINDS; k++) {
      if (object[k] != o) continue;
      by_simulation[all] = &what_if[all][k];
      if (engine.config.apart && k % 2) by_simulation[SOME_LAYOUTS] = &what_if[SOME_LAYOUTS][k];
      return true;
   }
   return false;
}

static uint32_t below(uint32_t n)
{
   return (uint32_t)((next_random() >> 32) * n >> 32);
}

// --- the engine -------------------------------------------------------------------------------

static Block* blocks[BLOCKS];
static ShadowStack* stacks[THREADS];

static void make_block(uint32_t i)
{
   CallGraph* g = &engine.graph;
   bool is_new;
   Module* module = callgraph_module(g, "o");
   Block* b = blocks[i] = callgraph_new_block(g, 0x1000 + i * BLOCK_B, false);
   b->module = module;
   b->function = callgraph_function(g, callgraph_file(g, module, "f"), "f", &is_new);
   b->n_counters = (uint8_t)site_counters(~0u, true);
   callgraph_shape_block(g, b, 1, SITES, 1, 1);
   for (uint16_t s = 0; s < SITES; s++)
      b->sites[s] = (Site){.block = b,
                           .index = s,
                           .kind = s == 0           ? SITE_FETCH
                                   : s == 1         ? SITE_READ_GUARDED
                                   : s == SITES - 1 ? SITE_PREFETCH
                                   : s % 2          ? SITE_WRITE
                                                    : SITE_READ,
                           .size_B = 16,
                           .is_write = s == 3};
   object_costs_prepare_block(b);
}

static void start(Run run, EngineConfig config)
{
   host_libc_free_all();
   memset(&engine, 0, sizeof engine);
   memset(&xg_current, 0, sizeof xg_current);
   memset(&possible_sharing, 0, sizeof possible_sharing);
   config.cache_sim = config.objects = config.track_objects = true;
   config.what_if = run != OWN;
   config.beside = run == BESIDE ? 1 : run == APART ? SIMULATIONS_APART : 0;
   config.apart = run == APART;
   config.graph = (CallGraphConfig){.width = EV_WIDTH_BESIDE,
                                    .collect_at_start = true,
                                    .hierarchy = true,
                                    .miss_classes = config.caches.miss_classes,
                                    .defaults = {.separate_recursions = 1}};
   engine_init(&config);
   host_libc.layouts_of = run == OWN ? NULL : layouts_of;
   for (uint32_t k = 0; k < KINDS; k++) {
      Layout l;
      char error[LAYOUT_ERROR_B];
      object[k] = objects_new(&engine.objects.set, OBJECT_HEAP, NULL, NULL);
      if (!layouts[k]) continue;
      assert_true(layout_parse(&l, layouts[k], error));
      for (uint32_t n = 0; n <= SIMULATIONS_APART; n++)
         what_if_layout_init(&what_if[n][k], &l, k);
   }
   for (uint32_t t = 0; t < THREADS; t++) {
      stacks[t] = shadow_stack_new(&engine.graph, t + 1);
      if (config.caches.cores > 1) possible_sharing_start_thread(t, t + 1);
   }
   shadow_stack_switch(&engine.graph, &xg_current, stacks[0]);
   for (uint32_t i = 0; i < BLOCKS; i++) make_block(i);
}

// --- accesses, as generated code makes them -----------------------------------------------------

static void access_to(Site* s, uint64_t address)
{
   if (s->kind == SITE_READ_GUARDED) {
      entry_points.data_guarded(s, address);
      return;
   }
   if (s->kind == SITE_PREFETCH) {
      entry_points.prefetch(s, address);
      return;
   }
   const bool outside = object_costs_is_outside(s, address);
   if (outside || !access_is_hot(s, address)) entry_points.data(s, address);
   // Layouts alone note what they take.
   if (!outside || entry_points.data != what_if_data) access_note(s, address);
   if (engine.config.beside) entry_points.beside(s, address);
}

static void execute(Block* b)
{
   PROGRAM->caches.i1.now += engine_sites_are_timed() ? TIMES_PER_BLOCK : 1;
   entry_points.enter(b);
   object_costs_executed(b, 0);
   b->cost_centre->executions[0]++;
   entry_points.fetch(&b->sites[0]);
}

typedef struct {
   uint64_t start, size_B;
   MemRange* range;
} Live;

// An address in an object, also of its last bytes and those behind it, or anywhere.
static uint64_t address_in(const Live* live)
{
   const Live* l = &live[below(RANGES)];
   return l->range && below(8) ? l->start + below((uint32_t)l->size_B) : ORIGIN + below(SPACE);
}

static void change_objects(Live* live)
{
   const uint32_t i = below(RANGES);
   Live* l = &live[i];
   if (l->range) {
      objects_free(&engine.objects.set, l->range, 1);
      l->range = NULL;
      return;
   }
   // Each has room of its own.
   l->size_B = 1 + below(below(3) ? 100 : SPACE / RANGES - 1);
   l->start = ORIGIN + i * (SPACE / RANGES);
   l->range =
      objects_allocate(&engine.objects.set, object[below(KINDS)], l->start, l->size_B, 1);
}

static void switch_thread(bool cores)
{
   const uint32_t t = below(THREADS);
   shadow_stack_switch(&engine.graph, &xg_current, stacks[t]);
   if (cores) engine_run_on(t % 2);
}

static void zero(void)
{
   object_costs_zero();
   line_costs_disown();
   if (engine.config.curves.on) miss_curves_zero();
}

static void reset(const EngineConfig* c)
{
   engine_reset_state();
   shadow_stack_switch(&engine.graph, &xg_current, stacks[0]);
   if (c->caches.cores > 1) engine_run_on(0);
}

static void run_program(const EngineConfig* c)
{
   static const uint16_t sizes[] = {1, 2, 4, 8, 8, 16, 32};
   Live live[RANGES] = {{0}};
   seed = 88172645463325252ULL;
   for (uint32_t i = 0; i < STEPS; i++) {
      if (below(10) == 0) change_objects(live);
      if (below(50) == 0) switch_thread(c->caches.cores > 1);
      if (i == STEPS / 4) zero();
      if (i == STEPS / 2) reset(c);
      if (below(300) == 0)
         shadow_stack_collect(&engine.graph, &xg_current, !xg_current.stack->exec.collect);
      Block* b = blocks[below(BLOCKS)];
      execute(b);
      for (uint32_t s = 1; s < SITES; s++) {
         if (below(3) == 0) continue;
         b->sites[s].size_B = s == SITES - 1 ? 1 : sizes[below(7)];
         const uint64_t address = address_in(live);
         access_to(&b->sites[s], address);
         if (c->caches.cores > 1 && below(20) == 0) possible_sharing_atomic(address);
      }
   }
   engine_check();
   object_costs_flush();
   if (c->caches.cores > 1) possible_sharing_close();
   if (c->line_use) line_costs_finish();
}

// --- what it costs ------------------------------------------------------------------------------

typedef struct {
   uint64_t total[EV_COUNT]; // of the stacks that there are
   uint64_t all[EV_COUNT];   // and of those that have ended
   uint64_t late[EV_USE_COUNT], lines[LEVEL_LL], bytes[LEVEL_LL];
   uint64_t of_object[KINDS][OBJ_EVENTS];
   uint64_t of_site[BLOCKS * SITES];         // a hash of its counters
   uint64_t of_sets[CLASS_LEVELS], in_lines; // likewise, of misses by class
   uint64_t sharing, invalidations;
   uint64_t of_curves; // likewise, of histograms by function and object
} Costs;

static void hash(uint64_t* h, uint64_t n)
{
   *h = (*h ^ n) * 0x9E3779B97F4A7C15ULL;
   *h ^= *h >> 29;
}

static void hash_curve(uint64_t* h, const MissCurves* m, const ReuseHistogram* of)
{
   MissCurve c;
   miss_curve_of(&c, of, m->reuse.rate_shift, 0);
   hash(h, c.accesses);
   for (uint32_t i = 0; i < REUSE_SIZES; i++) hash(h, c.misses[i]);
}

static void count_curves(Costs* c, const MissCurves* m)
{
   miss_curves_flush();
   for (uint32_t i = 0; i < m->n_by_function; i++)
      if (m->by_function[i]) hash_curve(&c->of_curves, m, &m->by_function[i]->inclusive);
   for (uint32_t i = 0; i < m->n_by_object; i++)
      if (m->by_object[i]) hash_curve(&c->of_curves, m, &m->by_object[i]->self);
}

static void count_classes(Costs* c, const Hierarchy* h)
{
   for (ClassLevel l = CLASS_D1; l < CLASS_LEVELS; l++) {
      const Classifier* of = &h->classifier[l];
      for (uint64_t s = 0; of->cache && s < of->cache->sets; s++)
         for (int m = 0; m < MISS_CLASSES; m++) hash(&c->of_sets[l], of->sets[s][m]);
   }
   if (!h->config.miss_classes) return;
   const LineTable* t = hierarchy_missed_lines(h);
   for (uint64_t i = 0; i < t->n; i++) {
      uint64_t line = line_record_address(line_table_at(t, i));
      hash(&line, line_table_at(t, i)->object);
      for (ClassLevel l = CLASS_D1; l < CLASS_LEVELS; l++)
         for (MissClass m = MISS_COLD; m < MISS_CLASSES; m++)
            hash(&line, line_table_misses(t, i, l, m));
      c->in_lines += line;
   }
}

static void count_sharing(Costs* c, const Hierarchy* h, uint32_t simulation)
{
   c->invalidations = h->cores.coherence.invalidations;
   for (const SharedLine* l = engine.simulation[simulation].sharing.first; l; l = l->next) {
      const SharingWeight w = possible_sharing_weight(l);
      uint64_t line = l->address;
      hash(&line, w.truly);
      hash(&line, w.falsely);
      hash(&line, l->n_users);
      c->sharing += line;
   }
}

static void hash_counters(uint64_t* h, const CostCentre* c, uint32_t site, uint32_t simulation)
{
   const uint32_t n = (uint32_t)site_counters(~0u, true);
   const uint64_t* counters = c->miss_counters + (simulation * SITES + site) * n;
   // Accesses under a condition are counted once, and prefetch instructions.
   const uint32_t once =
      c->block->sites[site].kind == SITE_PREFETCH ? PREFETCHES_EXECUTED : ACCESSES;
   for (uint32_t k = 0; k < n; k++)
      if (k != once) hash(h, counters[k]);
}

static Costs costs(uint32_t simulation)
{
   Costs c = {{0}};
   const Simulation* sim = &engine.simulation[simulation];
   const Hierarchy* h = &sim->caches;
   for (uint32_t t = 0; t < THREADS; t++) {
      shadow_stack_switch(&engine.graph, &xg_current, stacks[t]);
      for (Event e = 0; e < EV_COUNT; e++)
         if (event_in(e, 1) != e && !event_is_late(e))
            c.total[e] += xg_current.total[event_in(e, simulation)];
   }
   for (uint32_t u = 0; u < EV_USE_COUNT; u++)
      c.late[u] = engine.late[late_event_in(u, simulation)];
   const bool apart = simulation && engine.config.apart;
   uint64_t all[EV_COUNT];
   timeline_totals(all);
   for (Event e = 0; e < EV_COUNT; e++)
      if (event_in(e, 1) != e && !event_is_late(e))
         c.all[e] = apart ? sim->total[e] : all[event_in(e, simulation)];
   if (apart) memcpy(c.late, sim->total + EV_ACCOST_L1, sizeof c.late);
   for (int l = 0; l < LEVEL_LL; l++) {
      c.lines[l] = sim->evicted.lines[l];
      c.bytes[l] = sim->evicted.bytes[l];
   }
   for (uint32_t k = 0; k < KINDS; k++)
      for (const ObjectCosts* a = object[k]->costs; a; a = a->next)
         for (ObjectEvent e = 0; e < OBJ_EVENTS; e++)
            c.of_object[k][e] += object_costs_of(a, e, simulation);
   for (uint32_t i = 0; i < BLOCKS * SITES && !apart; i++)
      for (const Context* p = engine.graph.contexts; p; p = p->next)
         for (const CostCentre* cc = p->cost_centres; cc; cc = cc->next)
            if (cc->block == blocks[i / SITES] && cc->miss_counters)
               hash_counters(&c.of_site[i], cc, i % SITES, simulation);
   count_classes(&c, h);
   count_sharing(&c, h, simulation);
   count_curves(&c, &sim->curves);
   return c;
}

// --- the comparison -------------------------------------------------------------------------------

static void compare(const Costs* found, const Costs* wanted, uint32_t simulation)
{
   for (Event e = 0; e < EV_COUNT; e++)
      if (found->all[e] != wanted->all[e])
         fail_msg("%s of %s: %lu in place of %lu", event_name(e, false),
                  simulation ? "layouts" : "own", (unsigned long)found->all[e],
                  (unsigned long)wanted->all[e]);
   for (uint32_t k = 0; k < KINDS; k++)
      for (ObjectEvent e = 0; e < OBJ_EVENTS; e++)
         if (found->of_object[k][e] != wanted->of_object[k][e])
            fail_msg("%s of object %u, %s: %lu in place of %lu", object_name(e), k,
                     simulation ? "layouts" : "own", (unsigned long)found->of_object[k][e],
                     (unsigned long)wanted->of_object[k][e]);
   assert_memory_equal(found, wanted, sizeof *found);
}

static Costs own, only;

// What is not kept of simulations apart.
static void leave_out(Costs* c)
{
   memset(c->of_site, 0, sizeof c->of_site);
   memset(c->total, 0, sizeof c->total);
}

static void check_apart(EngineConfig c, Costs as_it_is, Costs with_layouts)
{
   start(APART, c);
   run_program(&c);
   const Costs program = costs(0);
   compare(&program, &as_it_is, 0);
   leave_out(&as_it_is);
   leave_out(&with_layouts);
   Costs of[1 + SIMULATIONS_APART];
   for (uint32_t i = 1; i <= SIMULATIONS_APART; i++) {
      of[i] = costs(i);
      leave_out(&of[i]);
   }
   compare(&of[ALL_LAYOUTS], &with_layouts, ALL_LAYOUTS);
   compare(&of[NO_LAYOUTS], &as_it_is, NO_LAYOUTS);
   assert_memory_not_equal(&of[SOME_LAYOUTS], &with_layouts, sizeof with_layouts);
   assert_memory_not_equal(&of[SOME_LAYOUTS], &as_it_is, sizeof as_it_is);
}

static void check(EngineConfig c)
{
   start(OWN, c);
   run_program(&c);
   own = costs(0);
   start(ONLY, c);
   run_program(&c);
   only = costs(0);
   assert_memory_not_equal(&own, &only, sizeof own);
   start(BESIDE, c);
   run_program(&c);
   const Costs as_it_is = costs(0), with_layouts = costs(1);
   compare(&as_it_is, &own, 0);
   compare(&with_layouts, &only, 1);
   if (c.caches.cores < 2) check_apart(c, own, only);
   assert_true(own.total[EV_D1MR] > STEPS / 20 && own.total[EV_I1MR] > STEPS / 20);
   assert_true(own.total[EV_SWPFHIT] > STEPS / 1000);
}

static const HierarchyConfig two = {
   .i1 = {1024, 2, 64}, .d1 = {2048, 2, 64}, .ll = {16384, 4, 64}};
static const HierarchyConfig three = {
   .i1 = {1024, 2, 64}, .d1 = {2048, 4, 64}, .between = {{4096, 2, 64}}, .ll = {16384, 4, 64}};
static const HierarchyConfig four = {.i1 = {1024, 2, 64},
                                     .d1 = {2048, 4, 64},
                                     .between = {{4096, 2, 64}, {8192, 4, 64}},
                                     .ll = {16384, 4, 64}};

// All objects together, as the program is.
static uint64_t of_objects(ObjectEvent e)
{
   uint64_t sum = 0;
   for (uint32_t k = 0; k < KINDS; k++) sum += own.of_object[k][e];
   return sum;
}

static void misses(void** state)
{
   (void)state;
   for (int avx2 = 0; avx2 <= processor_has_avx2(); avx2++) {
      check((EngineConfig){.caches = two, .avx2 = avx2});
      check((EngineConfig){.caches = three, .avx2 = avx2});
      check((EngineConfig){.caches = four, .avx2 = avx2});
      assert_true(own.total[EV_L3MR] > own.total[EV_DLMR]);
      assert_true(of_objects(OBJ_L3MR) > of_objects(OBJ_DLMR));
      assert_true(of_objects(OBJ_L3MR) < of_objects(OBJ_L2MR));
   }
   EngineConfig c = {.caches = two};
   c.caches.write_back = true;
   check(c);
   c.caches = three;
   c.caches.policy[CACHE_D1].replacement = REPLACE_PLRU;
   check(c);
}

static void line_use(void** state)
{
   (void)state;
   for (int avx2 = 0; avx2 <= processor_has_avx2(); avx2++) {
      check((EngineConfig){.caches = two, .line_use = true, .avx2 = avx2});
      check((EngineConfig){.caches = three, .line_use = true, .avx2 = avx2});
      check((EngineConfig){.caches = four, .line_use = true, .avx2 = avx2});
      assert_true(own.late[EV_SPLOSS_L3 - EV_ACCOST_L1] > 0);
      assert_true(of_objects(OBJ_LINES_L3) > 0 && of_objects(OBJ_SPLOSS_L3) > 0);
   }
   EngineConfig c = {.caches = two, .line_use = true};
   c.caches.d1 = (Geometry){1024, 2, 32};
   check(c);
   c.caches.d1 = (Geometry){256, 4, 64}; // one set
   check(c);
}

static void classes(void** state)
{
   (void)state;
   EngineConfig c = {.caches = two};
   c.caches.miss_classes = true;
   for (int use = 0; use < 2; use++) {
      c.line_use = use;
      c.caches.between[0] = (Geometry){0, 0, 0};
      check(c);
      c.caches.between[0] = three.between[0];
      c.avx2 = processor_has_avx2();
      check(c);
      c.caches.between[1] = four.between[1];
      check(c);
      assert_true(own.total[EV_L3CAP] > 0);
      assert_true(of_objects(OBJ_L3CAP) > 0);
      c.caches.between[1] = (Geometry){0, 0, 0};
   }
}

static void tlbs(void** state)
{
   (void)state;
   EngineConfig c = {.caches = two,
                     .tlbs = {.dtlb = {4, 4}, .stlb = {8, 2}, .pages = PAGES_SMALL}};
   check(c);
   c.line_use = true;
   check(c);
   c.caches.miss_classes = true;
   check(c);
}

static void curves(void** state)
{
   (void)state;
   EngineConfig c = {.caches = two, .curves = {.on = true, .exact = true, .lines_max = 8192}};
   check(c);
   assert_int_not_equal(own.of_curves, only.of_curves);
   c.curves = (MissCurvesConfig){.on = true, .lines_max = 64};
   c.line_use = true;
   c.tlbs = (TranslationConfig){.dtlb = {4, 4}, .stlb = {8, 2}, .pages = PAGES_SMALL};
   check(c);
}

static void cores(void** state)
{
   (void)state;
   EngineConfig c = {.caches = three};
   c.caches.cores = 2;
   check(c);
   c.line_use = c.caches.miss_classes = true;
   check(c);
   c.tlbs =
      (TranslationConfig){.dtlb = {4, 4}, .stlb = {8, 2}, .pages = PAGES_SMALL, .cores = 2};
   check(c);
   assert_true(own.invalidations && only.invalidations != own.invalidations);
   assert_true(own.sharing != only.sharing);
   c.caches.between[1] = four.between[1];
   c.caches.shared[1] = true;
   check(c);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(misses),  cmocka_unit_test(line_use),
                                      cmocka_unit_test(classes), cmocka_unit_test(tlbs),
                                      cmocka_unit_test(curves),  cmocka_unit_test(cores)};
   return UNIT_MAIN(argc, argv, tests);
}
