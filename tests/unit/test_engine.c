// SPDX-License-Identifier: GPL-3.0-or-later
// Single rules of the engine: actions by function name, abandoned handlers, stacks that are
// switched, sites of blocks against the shadow caches.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/line_costs.h"
#include "engine/translate.h"

#include "callsim.h"
#include "processor.h"
#include "reference.h"
#include "reference_policies.h"
#include "unit_main.h"

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
   assert_int_equal(host_libc.dumps, 1);
   assert_string_equal(host_libc.last_option, "--dump-before");
   assert_string_equal(host_libc.last_function, "b");
   go(sim.calls[1][1], sim.entry[1], 900); // recursion is not entering
   go(sim.returns[1], sim.back[1][1], 900 + RETURN_ADDRESS_B);
   assert_int_equal(host_libc.dumps, 1);
   go(sim.calls[1][2], sim.entry[2], 800);
   assert_int_equal(host_libc.zeros, 1);
   go(sim.returns[2], sim.back[1][2], 800 + RETURN_ADDRESS_B);
   go(sim.returns[1], sim.back[0][1], 1000 + RETURN_ADDRESS_B);
   assert_int_equal(host_libc.dumps, 2);
   assert_string_equal(host_libc.last_option, "--dump-after");
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
   assert_int_equal(host_libc.abandoned, 1);
   assert_ptr_equal(host_libc.last_pending, sim.entry[1]);
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
   go(sim.returns[1], sim.back[0][1], 0x900000 + RETURN_ADDRESS_B);
   assert_ptr_equal(xg_current.stack, first);
   assert_ptr_equal(first->top, first->floor);
   go(sim.calls[0][1], sim.entry[1], 0x900000);
   go(sim.returns[1], sim.back[2][1], 0x0FFF00 + RETURN_ADDRESS_B); // into the other one's call
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
         go(sim.returns[1], sim.back[0][1], 1000 + RETURN_ADDRESS_B);
      }
      if (others) { // and then somewhere else
         go(calls, sim.entry[3], 1000);
         go(sim.returns[3], sim.back[0][1], 1000 + RETURN_ADDRESS_B);
      }
      go(calls, replace(sim.entry[1]), 1000);
      assert_ptr_equal(xg_current.stack->exec.context->function, sim.function[2]);
   }
}

// A function that another one jumps to through a stub, and that returns to where the other one was called:
// once that has happened, no part of it takes the slow path.
static void tail_calls_through_stubs(void** state)
{
   (void)state;
   enum { STUB = SIM_FUNCTIONS };
   start_fast_path();
   uint64_t learned = 0;
   for (int i = 0; i < 5; i++) {
      if (i == 1) learned = engine.transfers;
      go(sim.calls[0][1], sim.entry[1], 1000);
      go(sim.tails[1][STUB], sim.entry[STUB], 1000);
      assert_ptr_equal(xg_current.key, &engine.graph.sink_key);
      go(sim.tails[STUB][2], sim.entry[2], 1000);
      assert_ptr_equal(xg_current.stack->exec.context->function, sim.function[2]);
      go(sim.returns[2], sim.back[0][1], 1000 + RETURN_ADDRESS_B);
      assert_ptr_equal(xg_current.stack->top, xg_current.stack->floor);
   }
   assert_int_equal(engine.transfers, learned);
   assert_int_equal(all_calls(), 10);
}

// A block of one instruction with n sites of these kinds.
static Block* block_with(const uint8_t* kinds, uint16_t n)
{
   CallGraph* g = &engine.graph;
   bool is_new;
   Module* module = callgraph_module(g, "o");
   Function* f = callgraph_function(g, callgraph_file(g, module, "f"), "f", &is_new);
   Block* b = callgraph_new_block(g, 0x1000, false);
   b->module = module;
   b->function = f;
   bool more =
      hierarchy_has_l2(&PROGRAM->caches.config) || translation_is_on(&engine.config.tlbs);
   uint32_t with = engine.config.caches.miss_classes ? ~0u
                   : more                            ? ~(uint32_t)EV_WITH_CLASSES
                                                     : 0;
   b->n_counters = (uint8_t)site_counters(with, true);
   callgraph_shape_block(g, b, 1, n, 1, 1);
   for (uint16_t i = 0; i < n; i++)
      b->sites[i] =
         (Site){.block = b,
                .index = i,
                .kind = kinds[i],
                .is_write = kinds[i] == SITE_WRITE || kinds[i] == SITE_WRITE_GUARDED};
   shadow_stack_switch(g, &xg_current, shadow_stack_new(g, 1));
   entry_points.enter(b);
   return b;
}

static Block* block_with_sites(void)
{
   static const uint8_t kinds[] = {SITE_FETCH, SITE_READ_GUARDED, SITE_WRITE_GUARDED};
   return block_with(kinds, 3);
}

static void start_engine(const HierarchyConfig* caches, const TranslationConfig* tlbs,
                         bool line_use, bool avx2)
{
   EngineConfig config = {.cache_sim = true,
                          .line_use = line_use,
                          .avx2 = avx2,
                          .caches = *caches,
                          .tlbs = *tlbs,
                          .graph = {.width = EV_WIDTH_ALL,
                                    .collect_at_start = true,
                                    .defaults = {.separate_recursions = 1}}};
   host_libc_free_all();
   memset(&engine, 0, sizeof engine);
   memset(&xg_current, 0, sizeof xg_current);
   engine_init(&config);
}

static void start_caches(const HierarchyConfig* caches)
{
   start_engine(caches, &(TranslationConfig){0}, false, false);
}

// A fetch the way generated code makes it.
static void fetch(Site* s, uint64_t address)
{
   CodeCache* i1 = &PROGRAM->caches.i1;
   CodeLine* first = code_cache_line(i1, address);
   CodeLine* last = code_cache_line(i1, address + s->size_B - 1);
   uint64_t now = ++i1->now;
   s->block->start = address; // of its only instruction
   if (!first->used || !last->used) access_choose_fetch_missed()(s, first);
   first->used = last->used = now;
}

// Random accesses through the sites of one block: miss counters are what the reference says.
static void sites_with(bool avx2, const HierarchyConfig* caches)
{
   start_engine(caches, &(TranslationConfig){0}, false, avx2);
   Block* b = block_with_sites();
   RefHierarchy r = ref_hierarchy(caches);
   uint64_t expected[3][SITE_COUNTERS] = {{0}}, seed = 12345;
   const bool l2 = caches->between[0].size_B != 0, l3 = caches->between[1].size_B != 0;
   for (int i = 0; i < 20000; i++) {
      seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
      int kind = (int)(seed >> 60) % 3;
      Site* s = &b->sites[kind];
      uint64_t a = 0x10000 + (seed >> 33 & 0x3FFF);
      s->size_B = (uint16_t)(1u << (seed >> 50 & 3));
      ServedBy by;
      if (kind == 0) {
         fetch(s, a);
         by = ref_fetch(&r, a, s->size_B);
      } else {
         (avx2 ? access_choose_data(false) : access_data_guarded)(s, a);
         if (!avx2) expected[kind][ACCESSES]++;
         by = ref_data(&r, a, s->size_B, kind == 2);
      }
      expected[kind][MISSES_L1] += by > AT_L1;
      expected[kind][MISSES_L2] += l2 && by > AT_L2;
      expected[kind][MISSES_L3] += l3 && by > AT_L3;
      expected[kind][MISSES_LL] += by >= AT_MEMORY;
      expected[kind][MISSES_LL_DIRTY] += by >= AT_MEMORY_WB;
   }
   for (int i = 0; i < 3; i++)
      assert_memory_equal(b->cost_centre->miss_counters + i * b->n_counters, expected[i],
                          b->n_counters * sizeof expected[0][0]);
   static const Event event[][3] = {{EV_I1MR, EV_D1MR, EV_D1MW},
                                    {EV_ILMR, EV_DLMR, EV_DLMW},
                                    {EV_ILDMR, EV_DLDMR, EV_DLDMW},
                                    {EV_L2MI, EV_L2MR, EV_L2MW},
                                    {EV_L3MI, EV_L3MR, EV_L3MW}};
   static const int counter[] = {MISSES_L1, MISSES_LL, MISSES_LL_DIRTY, MISSES_L2, MISSES_L3};
   for (int m = 0; m < 5; m++)
      for (int i = 0; i < 3; i++)
         assert_int_equal(xg_current.total[event[m][i]], expected[i][counter[m]]);
   hierarchy_check(&PROGRAM->caches);
   ref_hierarchy_free(&r);
}

static void sites(void** state)
{
   (void)state;
   HierarchyConfig c = {.i1 = {1024, 4, 32}, .d1 = {1024, 4, 64}, .ll = {8192, 16, 64}};
   for (int options = 0; options < 12; options++) {
      c.write_back = options & 1;
      c.prefetch = options & 2;
      c.between[0] = options >= 4 ? (Geometry){4096, 8, 64} : (Geometry){0};
      c.between[1] = options >= 8 ? (Geometry){6144, 4, 64} : (Geometry){0};
      sites_with(false, &c);
      if (processor_has_avx2()) sites_with(true, &c);
   }
}

// --- with TLBs ----------------------------------------------------------------------------

// A TLB as a list of pages of 4 KiB, most recent first; fully associative.
typedef struct {
   uint64_t page[64];
   uint32_t n;
} RefTlb;

static bool ref_touch_page(RefTlb* t, uint64_t page)
{
   uint32_t i = 0;
   while (i < t->n - 1 && t->page[i] != page) i++;
   bool found = t->page[i] == page;
   memmove(t->page + 1, t->page, i * sizeof t->page[0]);
   t->page[0] = page;
   return found;
}

typedef struct {
   uint64_t l1, stlb;
} TlbMisses;

static void ref_translate(RefTlb* t, RefTlb* second, uint64_t address, uint32_t size_B,
                          TlbMisses* misses)
{
   bool hit = true, found = true;
   uint64_t last = (address + size_B - 1) >> 12;
   for (uint64_t page = address >> 12; page <= last; page++) {
      if (ref_touch_page(t, page + 1)) continue;
      hit = false;
      if (!ref_touch_page(second, page + 1)) found = false;
   }
   misses->l1 += !hit;
   misses->stlb += !found;
}

// What generated code does at a data access; see callgrind/instrument/emit_data.c.
static void access_with_tlb(Site* s, uint64_t address, uint64_t time)
{
   const Cache* d1 = &PROGRAM->caches.d1;
   if (s->kind == SITE_READ_GUARDED) {
      entry_points.data_guarded(s, address);
      return;
   }
   HotSlot* slot = d1->hot ? cache_hot_slot(d1, address) : NULL;
   bool hot = slot && address - slot->line <= d1->geometry.line_B - s->size_B;
   if (!hot) entry_points.data(s, address);
   if (slot) slot->used = time;
   if (engine.config.line_use) hierarchy_count_hot(&PROGRAM->caches, address, s->size_B);
}

// ... and at a fetch, whose lines share a set of I1 in every other block.
static void fetch_with_tlb(Site* s, uint64_t address, uint64_t time, bool by_helper)
{
   CodeCache *i1 = &PROGRAM->caches.i1, *itlb = &PROGRAM->translation.itlb;
   s->block->start = address; // of its only instruction
   CodeLine* page = code_cache_line(itlb, address);
   bool straddles = code_cache_start(itlb, address + s->size_B - 1) != page->address;
   if (straddles || !page->used) entry_points.fetch_page(s);
   if (!straddles) page->used = time;
   if (by_helper) {
      entry_points.fetch(s);
      return;
   }
   CodeLine *first = code_cache_line(i1, address),
            *last = code_cache_line(i1, address + s->size_B - 1);
   if (!first->used || !last->used) entry_points.fetch_missed(s, first);
   first->used = last->used = time;
}

// Blocks with a fetch and some accesses: misses of TLBs and of caches, which TLBs do not change.
static void tlbs_with(const HierarchyConfig* caches, const TranslationConfig* tlbs,
                      bool line_use, bool avx2)
{
   enum { SITES = 9 };
   static const uint8_t kinds[SITES] = {SITE_FETCH, SITE_READ,  SITE_READ_GUARDED,
                                        SITE_WRITE, SITE_READ,  SITE_FETCH,
                                        SITE_READ,  SITE_WRITE, SITE_WRITE};
   start_engine(caches, tlbs, line_use, avx2);
   Block* b = block_with(kinds, SITES);
   RefHierarchy r = ref_hierarchy(caches);
   RefTlb itlb = {.n = tlbs->itlb.entries}, dtlb = {.n = tlbs->dtlb.entries};
   RefTlb stlb = {.n = tlbs->stlb.entries};
   TlbMisses want[SITES] = {{0}};
   uint64_t l1[SITES] = {0}, seed = 4711;
   for (int i = 0; i < 6000; i++) {
      uint64_t now = PROGRAM->caches.i1.now += TIMES_PER_BLOCK;
      for (int n = 0; n < SITES; n++) {
         seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
         Site* s = &b->sites[n];
         uint64_t a = (0x10 + (seed >> 60 < 12 ? seed >> 45 & 7 : seed >> 45 & 63)) << 12;
         a += seed >> 56 == 7 ? 0xFFF - (seed >> 30 & 3) : seed >> 30 & 0x7FF;
         s->size_B = (uint16_t)(1u << (seed >> 50 & 3));
         uint64_t time = now + s->index * (uint64_t)TIMES_PER_SITE;
         if (s->kind == SITE_FETCH) {
            fetch_with_tlb(s, a, time, i & 1);
            ref_translate(&itlb, &stlb, a, s->size_B, &want[n]);
            l1[n] += ref_fetch(&r, a, s->size_B) > AT_L1;
         } else {
            access_with_tlb(s, a, time);
            ref_translate(&dtlb, &stlb, a, s->size_B, &want[n]);
            l1[n] += ref_data(&r, a, s->size_B, s->is_write) > AT_L1;
         }
      }
      if (i % 1000 == 0) engine_check();
   }
   TlbMisses of_kind[SITE_BUS + 1] = {{0}};
   for (int n = 0; n < SITES; n++) {
      const uint64_t* c = b->cost_centre->miss_counters + n * b->n_counters;
      assert_int_equal(c[MISSES_TLB], want[n].l1);
      assert_int_equal(c[MISSES_STLB], want[n].stlb);
      assert_int_equal(c[MISSES_L1], l1[n]);
      of_kind[kinds[n]].l1 += want[n].l1;
      of_kind[kinds[n]].stlb += want[n].stlb;
   }
   const uint64_t* total = xg_current.total;
   assert_int_equal(total[EV_ITM], of_kind[SITE_FETCH].l1);
   assert_int_equal(total[EV_DTMR], of_kind[SITE_READ].l1 + of_kind[SITE_READ_GUARDED].l1);
   assert_int_equal(total[EV_DTMW], of_kind[SITE_WRITE].l1);
   assert_int_equal(total[EV_STM], of_kind[SITE_FETCH].stlb + of_kind[SITE_READ].stlb
                                      + of_kind[SITE_READ_GUARDED].stlb
                                      + of_kind[SITE_WRITE].stlb);
   engine_reset_state();
   ref_hierarchy_free(&r);
}

static void tlbs(void** state)
{
   (void)state;
   HierarchyConfig c = {.i1 = {1024, 4, 32}, .ll = {16384, 16, 64}};
   static const Geometry d1[] = {{4096, 4, 64}, {1024, 1, 64}, {3072, 1, 64}, {1024, 2, 16}};
   static const uint32_t first[] = {1, 2, 12, 48};
   for (int i = 0; i < 64; i++) {
      uint32_t entries = first[i / 4 % 4];
      TranslationConfig t = {.itlb = {entries, entries},
                             .dtlb = {entries, entries},
                             .stlb = {entries + 7, entries + 7}};
      c.d1 = d1[i % 4];
      bool avx2 = i & 16;
      if (!avx2 || processor_has_avx2()) tlbs_with(&c, &t, i & 32, avx2);
   }
}

// With policies each fetch is asked for, and the first hits of prefetched lines are charged.
static void policies_with(Geometry l3)
{
   HierarchyConfig c = {.i1 = {1024, 4, 32},
                        .d1 = {1024, 4, 64},
                        .between = {{4096, 8, 64}, l3},
                        .ll = {8192, 16, 64},
                        .ll_policy = LL_INCLUSIVE};
   c.policy[CACHE_I1].prefetch = PREFETCH_NEXT_LINE;
   c.policy[CACHE_D1].prefetch = PREFETCH_STRIDE;
   c.policy[CACHE_L2].prefetch = PREFETCH_STREAM;
   start_caches(&c);
   Block* b = block_with_sites();
   policy_ref_init(&c);
   assert_true(PROGRAM->caches.asks_i1);
   uint64_t expected[3][SITE_COUNTERS] = {{0}}, all_hits = 0;
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
      expected[kind][MISSES_L3] += l3.size_B && by > AT_L3;
      expected[kind][MISSES_LL] += by >= AT_MEMORY;
      expected[kind][PREFETCH_HITS] += policy_ref.prefetch_hits;
      all_hits += policy_ref.prefetch_hits;
      policy_ref.prefetch_hits = 0;
      policy_ref.ends.n = 0;
   }
   for (int i = 0; i < 3; i++)
      assert_memory_equal(b->cost_centre->miss_counters + i * b->n_counters, expected[i],
                          b->n_counters * sizeof expected[0][0]);
   assert_true(expected[0][PREFETCH_HITS] && expected[1][PREFETCH_HITS]);
   assert_int_equal(xg_current.total[EV_PFUSED], all_hits);
   hierarchy_check(&PROGRAM->caches);
}

static void sites_with_policies(void** state)
{
   (void)state;
   policies_with((Geometry){0});
   policies_with((Geometry){6144, 4, 64});
}

// --- with miss classes --------------------------------------------------------------------

typedef struct {
   uint64_t total[EV_COUNT];
   uint64_t counters[3 * SITE_COUNTERS];
   uint64_t hot; // accesses that generated code would take
} ClassedRun;

// A data access the way generated code makes it; true: without the engine.
static bool data_with_time(Site* s, uint64_t a)
{
   HotSlot* slot = cache_hot_slot(&PROGRAM->caches.d1, a);
   bool is_hot = a - slot->line <= PROGRAM->caches.d1.geometry.line_B - s->size_B;
   if (!is_hot) entry_points.data(s, a);
   slot->used = translate_time(s);
   hierarchy_count_hot(&PROGRAM->caches, a, s->size_B);
   return is_hot;
}

// Random accesses through the sites of one block, by the fast path or by the general one, which
// test_classes compares with the definitions.
static void run_with_classes(const HierarchyConfig* c, bool line_use, bool avx2, bool fast,
                             ClassedRun* run)
{
   start_engine(c, &(TranslationConfig){0}, line_use, avx2);
   assert_true(PROGRAM->caches.fast_with_classes);
   PROGRAM->caches.fast_with_classes = fast;
   static const uint8_t kinds[] = {SITE_FETCH, SITE_READ, SITE_WRITE};
   Block* b = block_with(kinds, 3);
   uint64_t seed = 4711;
   run->hot = 0;
   for (int i = 0; i < 30000; i++) {
      seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
      int kind = (int)(seed >> 60) % 3;
      Site* s = &b->sites[kind];
      uint64_t a = 0x10000 + (seed >> 33 & (seed >> 20 & 1 ? 0x7FFF : 0x1FF));
      s->size_B = (uint16_t)(1u << (seed >> 50 & 3));
      PROGRAM->caches.i1.now += TIMES_PER_BLOCK;
      if (kind) {
         run->hot += data_with_time(s, a);
         continue;
      }
      CodeLine* first = code_cache_line(&PROGRAM->caches.i1, a);
      CodeLine* last = code_cache_line(&PROGRAM->caches.i1, a + s->size_B - 1);
      b->start = a; // of its only instruction
      if (!first->used || !last->used) entry_points.fetch_missed(s, first);
      first->used = last->used = PROGRAM->caches.i1.now;
   }
   hierarchy_check(&PROGRAM->caches);
   memcpy(run->total, xg_current.total, sizeof run->total);
   memcpy(run->counters, b->cost_centre->miss_counters, sizeof run->counters);
}

static void sites_with_classes(void** state)
{
   (void)state;
   HierarchyConfig c = {
      .i1 = {1024, 4, 64}, .d1 = {2048, 4, 64}, .ll = {16384, 8, 64}, .miss_classes = true};
   for (int options = 0; options < 8; options++) {
      bool avx2 = options & 1;
      if (avx2 && !processor_has_avx2()) continue;
      c.line_use = options & 2;
      c.between[0] = options & 4 ? (Geometry){8192, 4, 64} : (Geometry){0};
      static ClassedRun slow, fast;
      run_with_classes(&c, c.line_use, avx2, false, &slow);
      run_with_classes(&c, c.line_use, avx2, true, &fast);
      assert_memory_equal(&slow, &fast, sizeof slow);
      assert_true(fast.hot > 1000 && fast.total[EV_D1CAP] > 1000
                  && fast.total[EV_D1CONF] > 100);
      assert_int_equal(fast.total[EV_D1COLD] + fast.total[EV_D1CAP] + fast.total[EV_D1CONF],
                       fast.total[EV_D1MR] + fast.total[EV_D1MW]);
   }
}

// --- hits with policies ---------------------------------------------------------------------

typedef struct {
   ClassedRun of;
   uint64_t line_use[EV_LATE_COUNT];
} PolicyRun;

// Random accesses through the sites of one block; hits of D1 are found by the fast path, if it applies, or by the
// general one, which test_policies compares with the definitions.
static void run_with_policies(const HierarchyConfig* c, const TranslationConfig* t, bool avx2,
                              bool fast, PolicyRun* run)
{
   start_engine(c, t, c->line_use, avx2);
   Hierarchy* h = &PROGRAM->caches;
   if (!fast) h->hits_are_fast = h->fast = h->fast_with_classes = false;
   static const uint8_t kinds[] = {SITE_READ, SITE_WRITE, SITE_READ_GUARDED};
   Block* b = block_with(kinds, 3);
   uint64_t seed = 4711;
   for (int i = 0; i < 20000; i++) {
      seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
      Site* s = &b->sites[(seed >> 60) % 3];
      uint64_t a = 0x10000 + (seed >> 33 & (seed >> 20 & 1 ? 0x7FFF : 0x7FF));
      s->size_B = (uint16_t)(1u << (seed >> 50 & 3));
      PROGRAM->caches.i1.now += TIMES_PER_BLOCK;
      if (s->kind == SITE_READ_GUARDED)
         access_data_guarded(s, a);
      else
         run->of.hot += data_with_time(s, a);
      if (i % 4000 == 0) engine_check();
   }
   if (c->line_use) line_costs_finish();
   memcpy(run->line_use, engine.late, sizeof run->line_use);
   memcpy(run->of.total, xg_current.total, sizeof run->of.total);
   memcpy(run->of.counters, b->cost_centre->miss_counters,
          3 * b->n_counters * sizeof run->of.counters[0]);
}

static void hits_with_policies(void** state)
{
   (void)state;
   const TranslationConfig tlbs = {.dtlb = {4, 4}, .stlb = {8, 8}}, none = {.dtlb = {0}};
   for (int options = 0; options < 256; options++) {
      bool avx2 = options & 1;
      if (avx2 && !processor_has_avx2()) continue;
      HierarchyConfig c = {.i1 = {1024, 4, 64},
                           .d1 = {4096, options & 64 ? 8 : 2, 64},
                           .between = {{8192, 4, 64}},
                           .ll = {16384, 8, 64},
                           .line_use = options & 2,
                           .miss_classes = options & 4,
                           .ll_policy = options & 8 ? LL_EXCLUSIVE : LL_INCLUSIVE};
      c.policy[CACHE_D1].prefetch = options & 16 ? PREFETCH_STRIDE : PREFETCH_NONE;
      if (options & 128) c.between[1] = (Geometry){12288, 6, 64};
      static PolicyRun slow, fast;
      slow = fast = (PolicyRun){{{0}, {0}, 0}, {0}};
      run_with_policies(&c, options & 32 ? &tlbs : &none, avx2, false, &slow);
      run_with_policies(&c, options & 32 ? &tlbs : &none, avx2, true, &fast);
      assert_true(PROGRAM->caches.hits_are_fast && fast.of.hot > 300);
      // Misses, of fetches too, ask the policies, but for an exclusive LL behind L2.
      assert_int_equal(PROGRAM->caches.can_be_fast, c.ll_policy == LL_EXCLUSIVE
                                                       && !c.policy[CACHE_D1].prefetch
                                                       && !c.between[1].size_B);
      assert_memory_equal(&slow, &fast, sizeof slow);
      if (!c.between[1].size_B) continue;
      const uint64_t* t = fast.of.total;
      assert_true(t[EV_L3MR] && t[EV_L3MW]);
      if (c.miss_classes) {
         assert_int_equal(t[EV_L2COLD] + t[EV_L2CAP] + t[EV_L2CONF], t[EV_L2MR] + t[EV_L2MW]);
         assert_int_equal(t[EV_L3COLD] + t[EV_L3CAP] + t[EV_L3CONF], t[EV_L3MR] + t[EV_L3MW]);
         assert_int_equal(t[EV_LLCOLD] + t[EV_LLCAP] + t[EV_LLCONF], t[EV_DLMR] + t[EV_DLMW]);
      }
   }
}

static void hits_are_asked(HierarchyConfig* c, bool fast)
{
   start_caches(c);
   assert_int_equal(PROGRAM->caches.hits_are_fast, fast);
   hierarchy_ask_each(&PROGRAM->caches, true);
   assert_false(PROGRAM->caches.hits_are_fast);
   hierarchy_ask_each(&PROGRAM->caches, false);
   assert_int_equal(PROGRAM->caches.hits_are_fast, fast);
}

// What else may happen at a hit.
static void hits_that_are_not_plain(void** state)
{
   (void)state;
   HierarchyConfig c = {.i1 = {1024, 4, 64}, .d1 = {4096, 4, 64}, .ll = {16384, 8, 64}};
   hits_are_asked(&c, false); // but all is fast
   c.policy[CACHE_LL].replacement = REPLACE_SRRIP;
   hits_are_asked(&c, true);
   c.policy[CACHE_LL].replacement = REPLACE_LRU;
   c.between[0] = (Geometry){8192, 4, 64};
   hits_are_asked(&c, false);
   c.between[1] = (Geometry){12288, 6, 64}; // four levels have policies
   hits_are_asked(&c, true);
   c.write_back = true;
   hits_are_asked(&c, false);
   c.write_back = false, c.d1.size_B = 3 * 4096;
   hits_are_asked(&c, false);
   c.d1.size_B = 4096, c.policy[CACHE_D1].replacement = REPLACE_PLRU;
   hits_are_asked(&c, false);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(actions),
                                      cmocka_unit_test(abandoned_handler),
                                      cmocka_unit_test(switched_stacks),
                                      cmocka_unit_test(jumps_to_new_code),
                                      cmocka_unit_test(calls_of_new_code),
                                      cmocka_unit_test(tail_calls_through_stubs),
                                      cmocka_unit_test(sites),
                                      cmocka_unit_test(tlbs),
                                      cmocka_unit_test(sites_with_policies),
                                      cmocka_unit_test(sites_with_classes),
                                      cmocka_unit_test(hits_with_policies),
                                      cmocka_unit_test(hits_that_are_not_plain)};
   return UNIT_MAIN(argc, argv, tests);
}
