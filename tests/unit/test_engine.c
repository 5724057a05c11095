// SPDX-License-Identifier: GPL-3.0-or-later
// Single rules of the engine: actions by function name, abandoned handlers, stacks that are
// switched, sites of blocks against the reference caches.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "callsim.h"
#include "reference.h"
#include "reference_policies.h"

static uint32_t last_choice(void* source, uint32_t n)
{
   (void)source;
   return n - 1;
}

static void start(void)
{
   static SimConfig c;
   c = (SimConfig){.below = last_choice, .recursions = 1};
   sim_start(&c);
   sim_execute(sim.entry[0]);
}

static void go(Block* from, Block* to, uint64_t sp)
{
   if (from->key != xg_current.key) entry_points.enter(from);
   sim_transfer(from, to, sp);
   entry_points.enter(to);
}

static void actions(void** state)
{
   (void)state;
   start();
   sim.function[1]->settings.dump_before = sim.function[1]->settings.dump_after = true;
   sim.function[2]->settings.zero_before = true;
   go(sim.calls[0][1], sim.entry[1], 1000);
   assert_int_equal(host_program.dumps, 1);
   assert_string_equal(host_program.last_option, "--dump-before");
   assert_string_equal(host_program.last_function, "b");
   go(sim.calls[1][1], sim.entry[1], 900); // recursion is not entering
   go(sim.returns[1], sim.back[1][1], 908);
   assert_int_equal(host_program.dumps, 1);
   go(sim.calls[1][2], sim.entry[2], 800);
   assert_int_equal(host_program.zeros, 1);
   go(sim.returns[2], sim.back[1][2], 808);
   go(sim.returns[1], sim.back[0][1], 1008);
   assert_int_equal(host_program.dumps, 2);
   assert_string_equal(host_program.last_option, "--dump-after");
}

static void abandoned_handler(void** state)
{
   (void)state;
   start();
   go(sim.calls[0][1], sim.entry[1], 1000);
   shadow_stack_begin_handler(&engine.graph, &xg_current, 10, 990, false, sim.entry[1]);
   entry_points.enter(sim.entry[SIM_HANDLER]);
   go(sim.calls[SIM_HANDLER][2], sim.entry[2], 800);
   go(sim.local[2], sim.back[0][1], 1008); // longjmp
   assert_int_equal(host_program.abandoned, 1);
   assert_ptr_equal(host_program.last_pending, sim.entry[1]);
   assert_int_equal(xg_current.stack->n_handlers, 0);
   assert_ptr_equal(xg_current.stack->top, xg_current.stack->floor);
   assert_ptr_equal(xg_current.stack->exec.context->function, sim.function[0]);
}

static uint64_t all_calls(void)
{
   uint64_t n = 0;
   for (const Context* p = engine.graph.contexts; p; p = p->next)
      for (const Arc* a = p->arcs; a; a = a->next_from) n += a->calls;
   return n;
}

// swapcontext: a return that lands on another stack, and later ones that come back.
static void switched_stacks(void** state)
{
   (void)state;
   start();
   const ShadowStack* first = xg_current.stack;
   go(sim.calls[0][1], sim.entry[1], 0x900000);
   go(sim.returns[1], sim.entry[2], 0x100000);
   assert_ptr_not_equal(xg_current.stack, first);
   go(sim.calls[2][1], sim.entry[1], 0x0FFF00);
   go(sim.returns[1], sim.back[0][1], 0x900008);
   assert_ptr_equal(xg_current.stack, first);
   assert_ptr_equal(first->top, first->floor);
   go(sim.calls[0][1], sim.entry[1], 0x900000);
   go(sim.returns[1], sim.back[2][1], 0x0FFF08); // into the other one's call
   assert_ptr_not_equal(xg_current.stack, first);
   assert_int_equal(engine.stack_switches, 3);
   assert_int_equal(all_calls(), 3);
}

static void start_fast_path(void)
{
   static SimConfig c;
   c = (SimConfig){.below = last_choice, .recursions = 1, .features = SIM_FAST_PATH};
   sim_start(&c);
   sim_execute(sim.entry[0]);
}

// Replaces the code at a block's address by the first instruction of function 2.
static Block* replace(Block* old)
{
   uint64_t address = old->address;
   engine_retire_block(old);
   Block* b = callgraph_new_block(&engine.graph, address, false);
   b->module = sim.function[2]->file->module;
   b->function = sim.function[2];
   b->is_entry = true;
   return b;
}

// A jump has led to code of its own function, which is replaced: now the jump is a tail call.
// `is_last`: nothing else was its last target.
static void jump_to_new_code(bool is_last)
{
   start_fast_path();
   go(sim.calls[0][1], sim.entry[1], 1000);
   for (int i = 0; i < 3; i++) go(sim.local[1], sim.back[1][1], 1000);
   if (!is_last) go(sim.local[1], sim.back[1][2], 1000);
   assert_int_equal(all_calls(), 1);
   go(sim.local[1], replace(sim.back[1][1]), 1000);
   assert_int_equal(all_calls(), 2);
   assert_ptr_equal(xg_current.stack->exec.context->function, sim.function[2]);
}

static void jumps_to_new_code(void** state)
{
   (void)state;
   jump_to_new_code(true);
   jump_to_new_code(false);
}

// Exits that have called a function call the one that replaced it.
static void calls_of_new_code(void** state)
{
   (void)state;
   for (int others = 0; others < 2; others++) {
      start_fast_path();
      Block* calls = sim.calls[0][1];
      for (int i = 0; i < 3; i++) {
         go(calls, sim.entry[1], 1000);
         go(sim.returns[1], sim.back[0][1], 1008);
      }
      if (others) { // and then somewhere else
         go(calls, sim.entry[3], 1000);
         go(sim.returns[3], sim.back[0][1], 1008);
      }
      go(calls, replace(sim.entry[1]), 1000);
      assert_ptr_equal(xg_current.stack->exec.context->function, sim.function[2]);
   }
}

static Block* block_with_sites(void)
{
   CallGraph* g = &engine.graph;
   bool is_new;
   Module* module = callgraph_module(g, "o");
   Function* f = callgraph_function(g, callgraph_file(g, module, "f"), "f", &is_new);
   Block* b = callgraph_new_block(g, 0x1000, false);
   b->module = module;
   b->function = f;
   b->n_counters = hierarchy_has_l2(&engine.caches.config) ? COUNTERS_HIERARCHY : COUNTERS_FULL;
   callgraph_shape_block(g, b, 1, 3, 1, 1);
   static const uint8_t kinds[] = {SITE_FETCH, SITE_READ_GUARDED, SITE_WRITE_GUARDED};
   for (uint16_t i = 0; i < 3; i++)
      b->sites[i] = (Site){.block = b, .index = i, .kind = kinds[i], .is_write = i == 2};
   shadow_stack_switch(g, &xg_current, shadow_stack_new(g, 1));
   entry_points.enter(b);
   return b;
}

static void start_caches(const HierarchyConfig* caches)
{
   EngineConfig config = {.cache_sim = true,
                          .caches = *caches,
                          .graph = {.width = EV_WIDTH_ALL,
                                    .collect_at_start = true,
                                    .defaults = {.separate_recursions = 1}}};
   host_program_free_all();
   memset(&engine, 0, sizeof engine);
   memset(&xg_current, 0, sizeof xg_current);
   engine_init(&config);
}

// A fetch the way generated code makes it.
static void fetch(bool avx2, Site* s, uint64_t address)
{
   CodeCache* i1 = &engine.caches.i1;
   CodeLine* first = code_cache_line(i1, address);
   CodeLine* last = code_cache_line(i1, address + s->size_B - 1);
   uint64_t now = ++i1->now;
   s->block->start = address; // of its only instruction
   if (!first->used || !last->used)
      (avx2 ? access_fetch_missed_avx2 : access_fetch_missed)(s, first);
   first->used = last->used = now;
}

// Random accesses through the sites of one block: miss counters are what the reference says.
static void sites_with(bool avx2, const HierarchyConfig* caches)
{
   start_caches(caches);
   Block* b = block_with_sites();
   RefHierarchy r = ref_hierarchy(caches);
   uint64_t expected[3][COUNTERS_HIERARCHY] = {{0}}, seed = 12345;
   bool l2 = hierarchy_has_l2(caches);
   for (int i = 0; i < 20000; i++) {
      seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
      int kind = (int)(seed >> 60) % 3;
      Site* s = &b->sites[kind];
      uint64_t a = 0x10000 + (seed >> 33 & 0x3FFF);
      s->size_B = (uint16_t)(1u << (seed >> 50 & 3));
      ServedBy by;
      if (kind == 0) {
         fetch(avx2, s, a);
         by = ref_fetch(&r, a, s->size_B);
      } else {
         (avx2 ? access_data_avx2 : access_data_guarded)(s, a);
         if (!avx2) expected[kind][ACCESSES]++;
         by = ref_data(&r, a, s->size_B, kind == 2);
      }
      expected[kind][MISSES_L1] += by > AT_L1;
      expected[kind][MISSES_L2] += l2 && by > AT_L2;
      expected[kind][MISSES_LL] += by >= AT_MEMORY;
      expected[kind][MISSES_LL_DIRTY] += by >= AT_MEMORY_WB;
   }
   for (int i = 0; i < 3; i++)
      assert_memory_equal(b->cost_centre->miss_counters + i * b->n_counters, expected[i],
                          b->n_counters * sizeof expected[0][0]);
   static const Event event[][3] = {{EV_I1MR, EV_D1MR, EV_D1MW},
                                    {EV_ILMR, EV_DLMR, EV_DLMW},
                                    {EV_ILDMR, EV_DLDMR, EV_DLDMW},
                                    {EV_L2MI, EV_L2MR, EV_L2MW}};
   static const int counter[] = {MISSES_L1, MISSES_LL, MISSES_LL_DIRTY, MISSES_L2};
   for (int m = 0; m < 4; m++)
      for (int i = 0; i < 3; i++)
         assert_int_equal(xg_current.total[event[m][i]], expected[i][counter[m]]);
   hierarchy_check(&engine.caches);
   ref_hierarchy_free(&r);
}

static void sites(void** state)
{
   (void)state;
   HierarchyConfig c = {.i1 = {1024, 4, 32}, .d1 = {1024, 4, 64}, .ll = {8192, 16, 64}};
   for (int options = 0; options < 8; options++) {
      c.write_back = options & 1;
      c.prefetch = options & 2;
      c.l2 = options & 4 ? (Geometry){4096, 8, 64} : (Geometry){0};
      sites_with(false, &c);
      if (__builtin_cpu_supports("avx2")) sites_with(true, &c);
   }
}

// With policies each fetch is asked for, and the first hits of prefetched lines are charged.
static void sites_with_policies(void** state)
{
   (void)state;
   HierarchyConfig c = {.i1 = {1024, 4, 32},
                        .d1 = {1024, 4, 64},
                        .l2 = {4096, 8, 64},
                        .ll = {8192, 16, 64},
                        .ll_policy = LL_INCLUSIVE};
   c.policy[CACHE_I1].prefetch = PREFETCH_NEXT_LINE;
   c.policy[CACHE_D1].prefetch = PREFETCH_STRIDE;
   c.policy[CACHE_L2].prefetch = PREFETCH_STREAM;
   start_caches(&c);
   Block* b = block_with_sites();
   policy_ref_init(&c);
   assert_true(engine.caches.asks_i1);
   uint64_t expected[3][COUNTERS_HIERARCHY] = {{0}}, all_hits = 0;
   for (uint64_t i = 0; i < 20000; i++) {
      uint64_t kind = i % 7 == 0 ? 0 : 1 + i % 2;
      Site* s = &b->sites[kind];
      s->size_B = 8;
      uint64_t a = 0x10000 + i * (kind == 1 ? 8 : 200) % (kind == 1 ? 0x8000 : 0x3000);
      ServedBy by;
      b->start = kind == 0 ? a : 0x3000; // of its only instruction
      if (kind == 0) {
         entry_points.fetch(s);
         by = policy_ref_access(&policy_ref.i1, a, s->size_B, false, 0);
      } else {
         access_data_guarded(s, a);
         expected[kind][ACCESSES]++;
         by = policy_ref_access(&policy_ref.d1, a, s->size_B, kind == 2, b->start);
      }
      expected[kind][MISSES_L1] += by > AT_L1;
      expected[kind][MISSES_L2] += by > AT_L2;
      expected[kind][MISSES_LL] += by >= AT_MEMORY;
      expected[kind][PREFETCH_HITS] += policy_ref.prefetch_hits;
      all_hits += policy_ref.prefetch_hits;
      policy_ref.prefetch_hits = 0;
      policy_ref.ends = 0;
   }
   assert_memory_equal(b->cost_centre->miss_counters, expected, sizeof expected);
   assert_true(expected[0][PREFETCH_HITS] && expected[1][PREFETCH_HITS]);
   assert_int_equal(xg_current.total[EV_PFUSED], all_hits);
   hierarchy_check(&engine.caches);
}

int main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(actions),
                                      cmocka_unit_test(abandoned_handler),
                                      cmocka_unit_test(switched_stacks),
                                      cmocka_unit_test(jumps_to_new_code),
                                      cmocka_unit_test(calls_of_new_code),
                                      cmocka_unit_test(sites),
                                      cmocka_unit_test(sites_with_policies)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
