// SPDX-License-Identifier: GPL-3.0-or-later
//
// Prefetch instructions in the engine: arithmetic on lines that are known, and random accesses against caches of two levels that are lists
// of lines, in order of use.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "callgraph/site_events.h"
#include "engine/access.h"
#include "engine/cycles.h"
#include "engine/entry_points.h"
#include "engine/line_costs.h"
#include "engine/sharing/possible_sharing.h"
#include "engine/translate.h"
#include "host_libc.h"
#include "processor.h"
#include "unit_main.h"
#include "xorshift.h"

enum { LOAD, STORE, PREFETCH, SITES, LINE_B = 64, PAGE_B = 4096, STEPS = 30000 };
#define ORIGIN UINT64_C(0x100000)

static const HierarchyConfig two = {
   .i1 = {1024, 2, 64}, .d1 = {1024, 4, 64}, .ll = {8192, 8, 64}};
static const Processor processor = {
   .width = 4,
   .window = 100,
   .misses = 8,
   .store_buffer = 10,
   .walks = 5,
   .predictor = 1024,
   .latency_mc =
      {[FROM_LL] = 50 * CYCLE_MC, [FROM_MEMORY] = 300 * CYCLE_MC, [FROM_CORE] = 200 * CYCLE_MC},
   .rate_mc = {[FROM_LL] = CYCLE_MC, [FROM_MEMORY] = CYCLE_MC},
   .stlb_mc = 8 * CYCLE_MC,
   .walk_mc = 40 * CYCLE_MC};

static Block* block;

static uint32_t below(uint32_t n)
{
   return (uint32_t)(next_random() % n);
}

static void describe_to_model(void)
{
   static Flow flow;
   block->cycles =
      flow_begin(&flow, &xg_cycles.processor, &engine.graph.arena_blocks, 1, SITES);
   flow_instruction(&flow, 0);
   const Value address = flow_constant();
   flow_load(&flow, LOAD, &address);
   flow_store(&flow, STORE, &address);
   flow_prefetch(&flow, PREFETCH, &address);
   flow_end(&flow, &engine.graph.arena_blocks, 0, END_JUMP);
}

static void start(EngineConfig config)
{
   static const uint8_t kind[SITES] = {SITE_READ, SITE_WRITE, SITE_PREFETCH};
   host_libc_free_all();
   memset(&host_libc, 0, sizeof host_libc);
   memset(&engine, 0, sizeof engine);
   memset(&xg_current, 0, sizeof xg_current);
   memset(&xg_cycles, 0, sizeof xg_cycles);
   memset(&possible_sharing, 0, sizeof possible_sharing);
   memset(xg_d1_hot, 0, sizeof xg_d1_hot);
   config.cache_sim = true;
   config.graph = (CallGraphConfig){.width = EV_WIDTH_ALL,
                                    .collect_at_start = true,
                                    .hierarchy = true,
                                    .miss_classes = config.caches.miss_classes,
                                    .defaults = {.separate_recursions = 1}};
   engine_init(&config);
   if (config.caches.cores > 1) possible_sharing_start_thread(0, 1);
   shadow_stack_switch(&engine.graph, &xg_current, shadow_stack_new(&engine.graph, 1));
   bool is_new;
   CallGraph* g = &engine.graph;
   block = callgraph_new_block(g, 0x1000, false);
   block->module = callgraph_module(g, "o");
   block->function = callgraph_function(g, callgraph_file(g, block->module, "f"), "f", &is_new);
   block->n_counters = (uint8_t)site_counters(~0u, true);
   callgraph_shape_block(g, block, 1, SITES, 1, 1);
   for (uint16_t i = 0; i < SITES; i++)
      block->sites[i] = (Site){.block = block,
                               .index = i,
                               .kind = kind[i],
                               .size_B = i == PREFETCH ? 1 : 8,
                               .is_write = i == STORE};
   if (config.processor) describe_to_model();
   entry_points.enter(block);
}

// As generated code does.
static void execute(uint32_t site, uint64_t address)
{
   Site* s = &block->sites[site];
   PROGRAM->caches.i1.now += engine_sites_are_timed() ? TIMES_PER_BLOCK : 1;
   if (block->cycles) cycles_begin(block);
   if (site == PREFETCH) {
      entry_points.prefetch(s, address);
      return;
   }
   if (!access_is_hot(s, address)) entry_points.data(s, address);
   access_note(s, address);
}

// So many cycles on.
static void go(uint64_t cycles)
{
   xg_current.total[EV_IR] += cycles;
   xg_current.total[EV_CYBASE] += cycles * CYCLE_MC;
}

static uint64_t total(Event e)
{
   return xg_current.total[e];
}

static uint64_t counter(uint32_t site, uint32_t n)
{
   const CostCentre* c = block->cost_centre;
   return c->miss_counters ? c->miss_counters[site * block->n_counters + n] : 0;
}

// --- known lines ------------------------------------------------------------------------------

static void counts(void** state)
{
   (void)state;
   for (int classes = 0; classes < 2; classes++) {
      EngineConfig c = {.caches = two};
      c.caches.miss_classes = classes;
      start(c);
      for (uint64_t i = 0; i < 8; i++) execute(PREFETCH, ORIGIN + i * LINE_B + 63);
      execute(PREFETCH, ORIGIN); // it is there
      for (uint64_t i = 0; i < 10; i++) execute(LOAD, ORIGIN + i * LINE_B);
      execute(STORE, ORIGIN + 8);
      assert_int_equal(total(EV_SWPF), 9);
      assert_int_equal(total(EV_SWPFHIT), 1);
      assert_int_equal(counter(PREFETCH, PREFETCHES_EXECUTED), 9);
      assert_int_equal(counter(PREFETCH, PREFETCHES_NEEDLESS), 1);
      assert_int_equal(total(EV_D1MR), 2); // the two that nobody has asked for
      assert_int_equal(total(EV_DLMR), 2);
      assert_int_equal(total(EV_D1MW), 0);
      assert_int_equal(total(EV_D1COLD), classes ? 2 : 0);
      engine_check();
   }
}

// A line that was only prefetched has not been seen by the program: its first miss is cold, in both levels.
static void classes(void** state)
{
   (void)state;
   EngineConfig c = {.caches = two};
   c.caches.miss_classes = true;
   start(c);
   execute(PREFETCH, ORIGIN);
   for (uint64_t i = 1; i <= 8; i++) execute(LOAD, ORIGIN + i * 16 * LINE_B);
   execute(LOAD, ORIGIN);
   assert_int_equal(total(EV_D1MR), 9);
   assert_int_equal(total(EV_D1COLD), 9);
   assert_int_equal(total(EV_LLCOLD), 9);
}

static void wasted_lines(void** state)
{
   (void)state;
   start((EngineConfig){.caches = two, .line_use = true});
   for (uint64_t i = 0; i < 6; i++) execute(PREFETCH, ORIGIN + i * LINE_B);
   for (int twice = 0; twice < 2; twice++)
      for (uint64_t i = 0; i < 4; i++) execute(LOAD, ORIGIN + i * LINE_B);
   line_costs_finish();
   // 8 bytes of four lines are used, twice, and nothing of two lines; all of it is the prefetch's.
   assert_int_equal(engine.late[0], 4 * 500000);
   assert_int_equal(engine.late[1], 4 * 56 + 2 * 64);
   assert_int_equal(counter(PREFETCH, BY_USE(SPLOSS_L1)), 4 * 56 + 2 * 64);
   assert_int_equal(counter(PREFETCH, BY_USE(SPLOSS_LL)), 4 * 56 + 2 * 64);
   assert_int_equal(counter(LOAD, BY_USE(SPLOSS_L1)), 0);
   assert_int_equal(PROGRAM->evicted.lines[0], 6);
   assert_int_equal(total(EV_D1MR), 0);
}

static bool is_even_page(uint64_t address)
{
   return address / PAGE_B % 2 == 0;
}

static void no_memory(void** state)
{
   (void)state;
   start((EngineConfig){.caches = two});
   host_libc.is_readable = is_even_page;
   execute(PREFETCH, ORIGIN);
   execute(PREFETCH, ORIGIN + PAGE_B);
   execute(PREFETCH, ~UINT64_C(0));
   host_libc.is_readable = NULL;
   execute(LOAD, ORIGIN);
   execute(LOAD, ORIGIN + PAGE_B);
   assert_int_equal(total(EV_D1MR), 1);
   assert_int_equal(total(EV_SWPF), 3);
   assert_int_equal(total(EV_SWPFHIT), 0);
}

static void pages(void** state)
{
   (void)state;
   start((EngineConfig){.caches = two,
                        .tlbs = {.dtlb = {2, 2}, .stlb = {4, 4}, .cores = 1},
                        .processor = &processor});
   execute(PREFETCH, ORIGIN); // nothing is there yet
   execute(LOAD, ORIGIN);
   assert_int_equal(total(EV_D1MR), 1);
   assert_int_equal(total(EV_PGFIRST), 1);
   for (uint64_t i = 1; i < 5; i++) execute(LOAD, ORIGIN + i * PAGE_B + i * LINE_B);
   const uint64_t missed = total(EV_DTMR), walked = total(EV_STM);
   assert_int_equal(missed, 5);
   assert_int_equal(walked, 5);
   // The page comes into the TLBs, with a line; nobody waits for it, and it is counted as no miss.
   execute(PREFETCH, ORIGIN + LINE_B * 20);
   go(1000);
   execute(LOAD, ORIGIN + LINE_B * 20);
   assert_int_equal(total(EV_DTMR), missed);
   assert_int_equal(total(EV_STM), walked);
   assert_int_equal(total(EV_D1MR), 5);
   // Before it is there, one waits for the walk, too: 40 cycles before the 300, of which the window has room for 25.
   go(1000);
   execute(LOAD, ORIGIN + 3 * PAGE_B);
   execute(LOAD, ORIGIN + 4 * PAGE_B);
   execute(LOAD, ORIGIN + 5 * PAGE_B);
   execute(LOAD, ORIGIN + 6 * PAGE_B);
   go(10000);
   const uint64_t before = total(EV_CYMEM);
   execute(PREFETCH, ORIGIN + LINE_B * 22);
   go(10);
   execute(LOAD, ORIGIN + LINE_B * 22);
   assert_in_range(total(EV_CYMEM) - before, 40 + 300 - 10 - 100, 40 + 300 - 10 - 25);
   engine_check();
}

// --- time -------------------------------------------------------------------------------------

// ORIGIN is in D1, L2, L3 and LL; what else is in its set displaces it from one level after the other.  With one
// instruction in a cycle, the window hides 100 cycles of a load, and a prefetch those since.
static void each_level(void** state)
{
   (void)state;
   static const HierarchyConfig four = {.i1 = {1024, 2, 64},
                                        .d1 = {64, 1, 64},
                                        .between = {{128, 2, 64}, {256, 4, 64}},
                                        .ll = {512, 8, 64}};
   static const struct {
      uint64_t others; // lines that are loaded after ORIGIN
      ServedFrom from;
      Event event;
      uint64_t latency;
   } levels[] = {{1, FROM_L2, EV_CYL2, 150},
                 {2, FROM_L3, EV_CYL3, 250},
                 {4, FROM_LL, EV_CYLL, 400},
                 {8, FROM_MEMORY, EV_CYMEM, 600}};
   Processor p = processor;
   p.set_mc = CYCLE_MC;
   for (int i = 0; i < 4; i++)
      p.latency_mc[levels[i].from] = (uint32_t)levels[i].latency * CYCLE_MC;
   for (int i = 0; i < 8; i++) {
      const bool is_prefetch = i / 4;
      start((EngineConfig){.caches = four, .processor = &p});
      execute(LOAD, ORIGIN);
      for (uint64_t k = 1; k <= levels[i % 4].others; k++) execute(LOAD, ORIGIN + k * LINE_B);
      go(10000);
      uint64_t before[EV_COUNT];
      memcpy(before, xg_current.total, sizeof before);
      if (is_prefetch) {
         execute(PREFETCH, ORIGIN);
         go(20);
      }
      execute(LOAD, ORIGIN);
      for (int k = 0; k < 4; k++) {
         const uint64_t waits = total(levels[k].event) - before[levels[k].event];
         const uint64_t hidden = 100 + (is_prefetch ? 20 : 0);
         assert_int_equal(waits, k == i % 4 ? levels[k].latency - hidden : 0);
      }
   }
}

static void awaited(void** state)
{
   (void)state;
   for (int avx2 = 0; avx2 <= processor_has_avx2(); avx2++)
      for (int use = 0; use < 2; use++) {
         start((EngineConfig){
            .caches = two, .line_use = use, .avx2 = avx2, .processor = &processor});
         go(1000);
         assert_true(PROGRAM->caches.fast);
         execute(PREFETCH, ORIGIN);
         assert_int_equal(total(EV_CYMEM), 0);
         assert_false(PROGRAM->caches.fast);
         go(100);
         execute(LOAD, ORIGIN);
         // 200 are left; instructions take a cycle each, and the window has a hundred of them.
         assert_int_equal(total(EV_CYMEM), 100);
         assert_int_equal(counter(LOAD, BY_STALL(CYMEM)), 100);
         execute(LOAD, ORIGIN + 8);
         assert_int_equal(total(EV_CYMEM), 100);
         // Once all are there, caches are as fast as before.
         go(1000);
         execute(PREFETCH, ORIGIN + LINE_B);
         go(500);
         execute(LOAD, ORIGIN + LINE_B);
         assert_int_equal(total(EV_CYMEM), 100);
         assert_int_equal(total(EV_D1MR), 0);
         assert_true(PROGRAM->caches.fast);
         // Of an access to two lines, the second one is awaited.
         execute(LOAD, ORIGIN + 29 * LINE_B);
         go(5000);
         const uint64_t before = total(EV_CYMEM);
         execute(PREFETCH, ORIGIN + 30 * LINE_B);
         go(100);
         execute(LOAD, ORIGIN + 30 * LINE_B - 4);
         assert_int_equal(total(EV_CYMEM) - before, 100);
         engine_check();
      }
}

static void of_cores(void** state)
{
   (void)state;
   EngineConfig c = {.caches = two, .tlbs.cores = 2, .processor = &processor};
   c.caches.cores = 2;
   start(c);
   execute(STORE, ORIGIN);
   engine_run_on(1);
   go(1000);
   execute(PREFETCH, ORIGIN);
   assert_int_equal(cores_state(&PROGRAM->caches, 0, ORIGIN), MESI_SHARED);
   assert_int_equal(cores_state(&PROGRAM->caches, 1, ORIGIN), MESI_SHARED);
   execute(LOAD, ORIGIN);
   assert_int_equal(total(EV_D1MR), 0);
   assert_int_equal(total(EV_CYCOH), 200 - 100); // the line comes from the other core
   execute(PREFETCH, ORIGIN);
   assert_int_equal(total(EV_SWPFHIT), 1);
   execute(STORE, ORIGIN); // ownership is what the store takes
   assert_int_equal(cores_state(&PROGRAM->caches, 0, ORIGIN), MESI_INVALID);
   assert_int_equal(cores_state(&PROGRAM->caches, 1, ORIGIN), MESI_MODIFIED);
   engine_check();
}

// --- random accesses ----------------------------------------------------------------------------

// A set of lines, the one used last first.
typedef struct {
   uint64_t line[8];
} Set;

static Set d1[4], ll[16];

static bool has(const Set* s, uint32_t ways, uint64_t line)
{
   for (uint32_t i = 0; i < ways; i++)
      if (s->line[i] == line) return true;
   return false;
}

static bool use_line(Set* s, uint32_t ways, uint64_t line)
{
   uint32_t i = 0;
   while (i < ways - 1 && s->line[i] != line) i++;
   const bool is_there = s->line[i] == line;
   for (; i; i--) s->line[i] = s->line[i - 1];
   s->line[0] = line;
   return is_there;
}

// D1's sets have four lines, those of LL eight.  Returns how far the access goes: 0 to 2.
static int use_both(uint64_t address)
{
   const uint64_t line = address / LINE_B;
   if (use_line(&d1[line % 4], 4, line)) return 0;
   return use_line(&ll[line % 16], 8, line) ? 1 : 2;
}

typedef struct {
   uint64_t missed[2][2]; // by level; of loads, of stores
   uint64_t executed, needless;
} Expected;

static void random_step(Expected* e)
{
   const uint32_t site = below(SITES);
   const uint64_t address = ORIGIN + below(below(4) ? 100 : 400) * LINE_B + below(8) * 8;
   if (below(3) == 0) go(below(200));
   if (site == PREFETCH) {
      const uint64_t line = address / LINE_B;
      const bool is_there = has(&d1[line % 4], 4, line);
      e->executed++;
      e->needless += is_there;
      if (!is_there) use_both(address);
   } else {
      const int by = use_both(address);
      if (by > 0) e->missed[0][site]++;
      if (by > 1) e->missed[1][site]++;
   }
   execute(site, address);
}

static void check_random(EngineConfig c)
{
   Expected e = {{{0}}};
   memset(d1, 0, sizeof d1);
   memset(ll, 0, sizeof ll);
   start(c);
   for (int i = 0; i < STEPS; i++) {
      random_step(&e);
      if (i % 1000 == 0) engine_check();
   }
   assert_int_equal(total(EV_SWPF), e.executed);
   assert_int_equal(total(EV_SWPFHIT), e.needless);
   assert_int_equal(total(EV_D1MR), e.missed[0][LOAD]);
   assert_int_equal(total(EV_D1MW), e.missed[0][STORE]);
   assert_int_equal(total(EV_DLMR), e.missed[1][LOAD]);
   assert_int_equal(total(EV_DLMW), e.missed[1][STORE]);
   if (c.caches.miss_classes)
      assert_int_equal(total(EV_D1COLD) + total(EV_D1CAP) + total(EV_D1CONF),
                       total(EV_D1MR) + total(EV_D1MW));
   assert_true(e.needless > STEPS / 50 && e.executed > e.needless * 2);
}

static void random_accesses(void** state)
{
   (void)state;
   for (int i = 0; i < 64; i++) {
      EngineConfig c = {.caches = two,
                        .line_use = i & 1,
                        .avx2 = i & 2 && processor_has_avx2(),
                        .processor = i & 4 ? &processor : NULL};
      c.caches.miss_classes = i & 8;
      if (i & 16) c.tlbs = (TranslationConfig){.dtlb = {4, 4}, .stlb = {8, 8}, .cores = 1};
      // A policy: the general path.
      if (i & 32)
         c.caches.policy[CACHE_LL].replacement = REPLACE_LRU,
         c.caches.policy[CACHE_I1].replacement = REPLACE_PLRU;
      if (i & 4 && i & 16) continue; // pages that nobody has touched have nothing
      unit_given("configuration %d", i);
      check_random(c);
   }
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts),          cmocka_unit_test(classes),
      cmocka_unit_test(wasted_lines),    cmocka_unit_test(no_memory),
      cmocka_unit_test(pages),           cmocka_unit_test(awaited),
      cmocka_unit_test(each_level),      cmocka_unit_test(of_cores),
      cmocka_unit_test(random_accesses),
   };
   return UNIT_MAIN(argc, argv, tests);
}
