// SPDX-License-Identifier: GPL-3.0-or-later
// Drafts of blocks against what other translations do: random blocks, executed both ways, leave equal counters,
// totals, caches and use of lines behind.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "callgraph/site_events.h"
#include "engine/draft.h"
#include "engine/entry_points.h"
#include "engine/line_costs.h"
#include "engine/translate.h"

#include "host_libc.h"
#include "unit_main.h"
#include "xorshift.h"

enum { BLOCKS = 12, INSTRS = 8, SITES_MAX = 4 * INSTRS, RUNS = 4000, NEVER = 1 << 30 };

// Of a block: its segments as drafts have them, by their numbers.
typedef struct {
   Block* block;
   DraftSegment segment[INSTRS];
   DraftFetch fetch[INSTRS][SITES_MAX];
   DraftUse use[INSTRS][INSTRS];
   uint32_t n_fetches[INSTRS], n_segments, number[INSTRS];
} Code;

static Code code[BLOCKS];
static struct {
   uint64_t number, address[SITES_MAX];
} state;

static uint32_t below(uint32_t n)
{
   return (uint32_t)(next_random() % n);
}

// --- blocks -------------------------------------------------------------------------------

static void start_engine(const HierarchyConfig* caches, bool line_use, bool tlbs)
{
   EngineConfig config = {.cache_sim = true,
                          .line_use = line_use,
                          .caches = *caches,
                          .tlbs = tlbs ? (TranslationConfig){{2, 2}, {2, 2}, {4, 4}}
                                       : (TranslationConfig){0},
                          .graph = {.width = EV_WIDTH_ALL,
                                    .collect_at_start = true,
                                    .miss_classes = caches->miss_classes,
                                    .defaults = {.separate_recursions = 1}}};
   host_libc_free_all();
   memset(&engine, 0, sizeof engine);
   memset(&xg_current, 0, sizeof xg_current);
   memset(xg_d1_hot, 0, sizeof xg_d1_hot);
   engine_init(&config);
   shadow_stack_switch(&engine.graph, &xg_current, shadow_stack_new(&engine.graph, 1));
}

static void add_site(Code* c, SiteKind kind, uint32_t size_B, uint32_t instr, uint32_t segment)
{
   Block* b = c->block;
   b->sites[b->n_sites] = (Site){.block = b,
                                 .size_B = (uint16_t)size_B,
                                 .instr = (uint16_t)instr,
                                 .segment = (uint16_t)segment,
                                 .index = b->n_sites,
                                 .kind = (uint8_t)kind,
                                 .is_write = kind == SITE_WRITE || kind == SITE_WRITE_GUARDED};
   b->n_sites++;
}

// The pages of a fetch, where it comes to one that the block has not come to.
static void add_pages(DraftFetch* f, uint64_t first, uint64_t last, uint64_t* last_page)
{
   CodeCache* itlb = &PROGRAM->translation.itlb;
   if (!engine.config.tlbs.itlb.entries || code_cache_start(itlb, last) == *last_page) return;
   *last_page = code_cache_start(itlb, last);
   f->page = code_cache_line(itlb, first);
   f->two_pages = f->page->address != *last_page;
}

// The fetch of an instruction, where it comes to a line of code that the block has not come to, or in any case if
// I1 is asked.
static void add_fetch(Code* c, uint32_t instr, uint32_t segment, uint64_t* last_line,
                      uint64_t* last_page)
{
   CodeCache* i1 = &PROGRAM->caches.i1;
   const bool asked = PROGRAM->caches.asks_i1;
   const uint64_t a = callgraph_instr_address(c->block, instr);
   const uint64_t end = a + c->block->instrs[instr].size_B - 1;
   CodeLine* line = code_cache_line(i1, a);
   CodeLine* other =
      code_cache_start(i1, end) == line->address ? NULL : code_cache_next(i1, line);
   if (!asked && !other && line->address == *last_line) return;
   DraftFetch f = {.first_is_new = line->address != *last_line};
   if (!asked) f.line = line, f.other = other;
   add_pages(&f, a, end, last_page);
   c->fetch[segment][c->n_fetches[segment]++] = f;
   *last_line = code_cache_start(i1, end);
   add_site(c, SITE_FETCH, c->block->instrs[instr].size_B, instr, segment);
}

static void add_accesses(Code* c, uint32_t instr, uint32_t segment)
{
   static const SiteKind kinds[] = {SITE_READ, SITE_WRITE, SITE_READ_GUARDED,
                                    SITE_WRITE_GUARDED};
   DraftSegment* s = &c->segment[segment];
   for (uint32_t n = below(3); n; n--) {
      SiteKind kind = kinds[below(4)];
      uint32_t size_B = 1u << below(5);
      if (c->block->n_sites % 5 == 4) kind = SITE_PREFETCH, size_B = 1;
      add_site(c, kind, size_B, instr, segment);
      s->reads += kind == SITE_READ;
      s->writes += kind == SITE_WRITE;
   }
}

static void describe(Code* c, uint32_t segment, bool line_use)
{
   DraftSegment* s = &c->segment[segment];
   s->block = c->block;
   s->index = (uint16_t)segment;
   s->begins = segment == 0;
   s->time_step = s->begins ? engine_sites_are_timed() ? TIMES_PER_BLOCK : 1 : 0;
   s->counts = true;
   s->end_site = c->block->n_sites;
   s->fetches = c->fetch[segment];
   s->uses = c->use[segment];
   s->n_uses = 0;
   const bool counts_use = line_use && !PROGRAM->caches.asks_i1; // else who asks I1 does
   for (uint32_t i = 0; counts_use && i < c->block->n_instrs; i++) {
      const Instr* in = &c->block->instrs[i];
      if (in->segment != segment) continue;
      CodeLine* line =
         code_cache_line(&PROGRAM->caches.i1, callgraph_instr_address(c->block, i));
      s->uses[s->n_uses++] =
         (DraftUse){line, 1, line_use_bits(in->offset_B % 32, 1), s->end_site};
   }
}

static void make_block(Code* c, uint32_t number, bool line_use)
{
   // With a page of its own for the end of some.
   const uint64_t start = 0x1000 + number * (engine.config.tlbs.itlb.entries ? 0x7F3 : 0x94);
   *c = (Code){.block = callgraph_new_block(&engine.graph, start, false)};
   bool is_new;
   Block* b = c->block;
   b->module = callgraph_module(&engine.graph, "o");
   b->function = callgraph_function(
      &engine.graph, callgraph_file(&engine.graph, b->module, "f"), "f", &is_new);
   b->n_counters = (uint8_t)site_counters(~0u, true);
   callgraph_shape_block(&engine.graph, b, INSTRS, SITES_MAX, 1, INSTRS);
   b->n_sites = 0;
   uint64_t last_line = 1, last_page = 1, at = 0;
   for (uint32_t i = 0; i < INSTRS; i++) {
      const uint32_t segment = c->n_segments;
      b->instrs[i] = (Instr){(uint16_t)at, (uint8_t)(1 + below(9)), (uint8_t)segment};
      at += b->instrs[i].size_B;
      if (!c->segment[segment].ir) c->segment[segment].first_site = b->n_sites;
      c->segment[segment].ir++;
      add_fetch(c, i, segment, &last_line, &last_page);
      add_accesses(c, i, segment);
      if (i + 1 < INSTRS && below(3)) continue;
      describe(c, segment, line_use);
      c->n_segments++;
   }
   b->n_segments = (uint16_t)c->n_segments;
   const uint8_t bytes[] = {1, 2, 3};
   draft_new(b, bytes, sizeof bytes, NEVER);
   for (uint32_t s = 0; s < c->n_segments; s++)
      c->number[s] = draft_add_segment(&c->segment[s], c->n_fetches[s]);
}

// --- what other translations do, as callgrind/instrument has it ----------------------------------

static void check_fetch(const DraftFetch* f, Site* s)
{
   if (f->page) {
      if (f->two_pages || !f->page->used) entry_points.fetch_page(s);
      if (!f->two_pages) f->page->used = translate_time(s);
   }
   if (!f->line) {
      entry_points.fetch(s);
      return;
   }
   if ((f->first_is_new && !f->line->used) || (f->other && !f->other->used))
      entry_points.fetch_missed(s, f->line);
   if (f->first_is_new) f->line->used = PROGRAM->caches.i1.now;
   if (f->other) f->other->used = PROGRAM->caches.i1.now;
}

// Of a block that begins: one test says whether it is to be entered or a line of its first instruction is absent.
static void enter_with_fetch(const DraftFetch* f, Site* s)
{
   if (s->block->key != xg_current.key || f->line->absent || (f->other && f->other->absent))
      entry_points.enter_fetch(s, f->line);
   f->line->used = PROGRAM->caches.i1.now;
   if (f->other) f->other->used = PROGRAM->caches.i1.now;
}

static void check_data(Site* s, uint64_t address)
{
   if (s->kind == SITE_READ_GUARDED || s->kind == SITE_WRITE_GUARDED) {
      entry_points.data_guarded(s, address);
      return;
   }
   if (s->kind == SITE_PREFETCH) {
      entry_points.prefetch(s, address);
      return;
   }
   const Cache* d1 = &PROGRAM->caches.d1;
   const bool always = s->is_write && engine.config.caches.write_back;
   HotSlot* slot = d1->hot ? cache_hot_slot(d1, address) : NULL;
   if (always || !slot || address - slot->line > d1->geometry.line_B - s->size_B)
      entry_points.data(s, address);
   if (slot && engine_slots_are_timed()) slot->used = translate_time(s);
   hierarchy_count_hot(&PROGRAM->caches, address, s->size_B);
}

// The first n_sites of the segment's sites; finished: they are all, and it counts.
static void run_plainly(const Code* c, uint32_t segment, const uint64_t* address,
                        uint32_t n_sites, bool finished)
{
   const DraftSegment* s = &c->segment[segment];
   Block* b = c->block;
   const DraftFetch* f = c->fetch[segment];
   const bool joint = s->begins && n_sites && b->sites[s->first_site].kind == SITE_FETCH
                      && f->line && !f->page && f->first_is_new;
   if (s->begins && !joint && b->key != xg_current.key) entry_points.enter(b);
   PROGRAM->caches.i1.now += s->time_step;
   for (uint32_t i = 0; i < n_sites; i++) {
      Site* site = &b->sites[s->first_site + i];
      if (i == 0 && joint)
         enter_with_fetch(f++, site);
      else if (site->kind == SITE_FETCH)
         check_fetch(f++, site);
      else if (address[i] != DRAFT_NOT_YET)
         check_data(site, address[i]);
   }
   if (!finished) return;
   for (uint32_t i = 0; i < s->n_uses; i++) {
      s->uses[i].line->count++;
      s->uses[i].line->mask[0] |= s->uses[i].mask;
   }
   b->cost_centre->executions[segment]++;
   xg_current.total[EV_IR] += s->ir;
   xg_current.total[EV_DR] += s->reads;
   xg_current.total[EV_DW] += s->writes;
}

// --- both ways ----------------------------------------------------------------------------

// Of n sites of a segment, the first `done` of which happen.
static void choose_addresses(const DraftSegment* s, uint64_t* address, uint32_t done)
{
   for (uint32_t i = 0; i < (uint32_t)(s->end_site - s->first_site); i++) {
      const Site* site = &s->block->sites[s->first_site + i];
      const bool guarded = site->kind == SITE_READ_GUARDED || site->kind == SITE_WRITE_GUARDED;
      address[i] = DRAFT_NOT_YET;
      const uint64_t a = below(8) ? 0x100000 + below(0x2000) : 0;
      if (site->kind != SITE_FETCH && i < done && !(guarded && below(2))) address[i] = a;
   }
}

// Behind the last access that has happened.
static uint32_t end_of(const uint64_t* address, uint32_t n)
{
   while (n && address[n - 1] == DRAFT_NOT_YET) n--;
   return n;
}

static void run_segment(const Code* c, uint32_t segment, bool drafts, bool faults)
{
   const DraftSegment* s = &c->segment[segment];
   const uint32_t n = (uint32_t)(s->end_site - s->first_site);
   const bool has_accesses = c->n_fetches[segment] < n;
   uint64_t address[SITES_MAX];
   choose_addresses(s, address, faults ? below(n + 1) : n);
   if (!drafts) {
      run_plainly(c, segment, address, faults ? end_of(address, n) : n, !faults);
   } else if (!has_accesses) {
      draft_run(c->number[segment]);
   } else {
      state.number = c->number[segment];
      memcpy(state.address, address, n * sizeof address[0]);
      (faults ? draft_fault : draft_run_accesses)((DraftState*)&state);
      assert_int_equal(state.number, 0);
      for (uint32_t i = 0; i < SITES_MAX; i++)
         assert_int_equal(state.address[i], DRAFT_NOT_YET);
   }
}

// What the runs leave behind.
typedef struct {
   uint64_t total[EV_COUNT], line_use[EV_LATE_COUNT], now;
   uint64_t executions[BLOCKS][INSTRS], misses[BLOCKS][SITES_MAX * 64];
} Outcome;

static void take_outcome(Outcome* o)
{
   memset(o, 0, sizeof *o);
   if (engine.config.line_use) line_costs_finish();
   hierarchy_check(&PROGRAM->caches);
   memcpy(o->total, xg_current.total, sizeof o->total);
   memcpy(o->line_use, engine.late, sizeof o->line_use);
   o->now = PROGRAM->caches.i1.now;
   for (uint32_t i = 0; i < BLOCKS; i++) {
      const Block* b = code[i].block;
      const CostCentre* c = b->cost_centre;
      if (!c) continue;
      memcpy(o->executions[i], c->executions, b->n_segments * sizeof o->executions[i][0]);
      const size_t n = (size_t)b->n_sites * b->n_counters;
      assert_true(n <= sizeof o->misses[i] / sizeof o->misses[i][0]);
      if (c->miss_counters) memcpy(o->misses[i], c->miss_counters, n * sizeof o->misses[i][0]);
   }
}

static void run_all(const HierarchyConfig* caches, bool line_use, bool tlbs, bool drafts,
                    Outcome* o)
{
   seed = 4711;
   start_engine(caches, line_use, tlbs);
   draft_clear((DraftState*)&state, SITES_MAX);
   for (uint32_t i = 0; i < BLOCKS; i++) make_block(&code[i], i, line_use);
   for (uint32_t i = 0; i < RUNS; i++) {
      const Code* c = &code[below(BLOCKS)];
      const uint32_t left_at = below(4) ? c->n_segments : 1 + below(c->n_segments);
      for (uint32_t s = 0; s < left_at; s++) {
         const uint32_t n = (uint32_t)(c->segment[s].end_site - c->segment[s].first_site);
         const bool faults = c->n_fetches[s] < n && below(20) == 0;
         run_segment(c, s, drafts, faults);
         if (faults) break;
      }
   }
   take_outcome(o);
}

static void same(const HierarchyConfig* caches, bool line_use, bool tlbs)
{
   static Outcome plain, drafts;
   run_all(caches, line_use, tlbs, false, &plain);
   assert_true(drafts_apply(&engine.config));
   run_all(caches, line_use, tlbs, true, &drafts);
   assert_true(!tlbs || (plain.total[EV_ITM] > 100 && plain.total[EV_DTMR] > 100));
   assert_true(plain.total[EV_D1MR] > 100 && plain.total[EV_I1MR] > 100);
   assert_true(!line_use || plain.line_use[EV_SPLOSS_L1 - EV_ACCOST_L1] > 100);
   assert_memory_equal(&plain, &drafts, sizeof plain);
}

static void equal_results(void** state_)
{
   (void)state_;
   HierarchyConfig c = {.i1 = {512, 2, 32}, .d1 = {1024, 4, 64}, .ll = {4096, 8, 64}};
   for (int options = 0; options < 32; options++) {
      c.write_back = options & 1;
      c.between[0] = options & 18 ? (Geometry){2048, 4, 64} : (Geometry){0};
      c.between[1] = options & 16 ? (Geometry){3072, options & 2 ? 4 : 6, 64} : (Geometry){0};
      c.miss_classes = options & 4;
      if (c.write_back && options & 8) continue; // not with line use
      same(&c, options & 8, false);
      same(&c, options & 8, true);
   }
}

static void equal_with_policies(void** state_)
{
   (void)state_;
   HierarchyConfig c = {
      .i1 = {512, 2, 32}, .d1 = {1024, 4, 64}, .between = {{2048, 4, 64}}, .ll = {4096, 8, 64}};
   for (int options = 0; options < 64; options++) {
      c.between[1] = options & 32 ? (Geometry){3072, 6, 64} : (Geometry){0};
      c.ll_policy = options & 1 ? LL_EXCLUSIVE : LL_NEITHER;
      c.policy[CACHE_I1].replacement = options & 2 ? REPLACE_PLRU : REPLACE_LRU;
      c.policy[CACHE_D1].replacement = options & 4 ? REPLACE_PLRU : REPLACE_LRU;
      c.policy[CACHE_D1].prefetch = PREFETCH_STRIDE;
      same(&c, options & 8, options & 16);
   }
}

// --- single rules -------------------------------------------------------------------------

static Block* start_with(uint32_t runs)
{
   HierarchyConfig c = {.i1 = {512, 2, 32}, .d1 = {1024, 4, 64}, .ll = {4096, 8, 64}};
   seed = 1;
   start_engine(&c, false, false);
   draft_clear((DraftState*)&state, SITES_MAX);
   make_block(&code[0], 0, false);
   code[0].block->draft_runs = runs;
   return code[0].block;
}

// A block is listed when its draft has run so often, and once.
static void hot_blocks(void** state_)
{
   (void)state_;
   Block* b = start_with(3);
   for (int i = 0; i < 3; i++) {
      assert_null(drafts_next_hot());
      for (uint32_t s = 0; s < code[0].n_segments; s++) run_segment(&code[0], s, true, false);
   }
   assert_ptr_equal(drafts_next_hot(), b);
   for (int i = 0; i < 3; i++) run_segment(&code[0], 0, true, false);
   assert_null(drafts_next_hot());
}

// More blocks than the list has room for are listed later.
static void full_list(void** state_)
{
   (void)state_;
   enum { MANY = 600 };
   start_with(NEVER);
   uint32_t number[MANY];
   for (uint32_t i = 0; i < MANY; i++) {
      make_block(&code[1], 100 + i, false);
      code[1].block->draft_runs = 1;
      DraftSegment s = {.block = code[1].block, .begins = true, .counts = true, .ir = 1};
      number[i] = draft_add_segment(&s, 0);
   }
   uint32_t listed = 0;
   for (int round = 0; round < 3; round++) {
      for (uint32_t i = 0; i < MANY; i++) draft_run(number[i]);
      while (drafts_next_hot()) listed++;
   }
   assert_int_equal(listed, MANY);
}

static void code_is_compared(void** state_)
{
   (void)state_;
   const Draft* d = start_with(1)->draft;
   const uint8_t same_code[] = {1, 2, 3, 4}, other[] = {1, 2, 4, 4};
   assert_true(draft_is_of(d, same_code, 3));
   assert_false(draft_is_of(d, same_code, 4));
   assert_false(draft_is_of(d, same_code, 2));
   assert_false(draft_is_of(d, other, 3));
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(equal_results),    cmocka_unit_test(equal_with_policies),
      cmocka_unit_test(hot_blocks),       cmocka_unit_test(full_list),
      cmocka_unit_test(code_is_compared),
   };
   return UNIT_MAIN(argc, argv, tests);
}
