// SPDX-License-Identifier: GPL-3.0-or-later
// Use of lines of code and data by blocks, as generated code and drafts execute them, against one instruction after the
// other: a fetch, which counts, then its accesses.  Generated code notes fetches several at once, and lines of L2 and LL
// leave in between.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "callgraph/site_events.h"
#include "engine/draft.h"
#include "engine/entry_points.h"
#include "engine/line_costs.h"
#include "host_libc.h"
#include "processor.h"
#include "reference_policies.h"
#include "unit_main.h"
#include "xorshift.h"

enum { BLOCKS = 24, INSTRS = 12, SITES_MAX = 4 * INSTRS, SITES = BLOCKS * SITES_MAX };

// What generated code does at an instruction, one thing after the other.
typedef struct {
   enum { REQUEST, NOTE, END_OF_SEGMENT } what;
   Site* site;      // REQUEST
   DraftFetch f;    // ... of a fetch
   DraftUse use;    // NOTE
   uint32_t number; // END_OF_SEGMENT: of the segment in its block
   uint32_t instr;
} Step;

typedef struct {
   Block* block;
   Step step[2 * SITES_MAX];
   uint32_t n_steps, number[INSTRS]; // number: of drafts, by segment
   bool by_helper;
} Code;

static Code code[BLOCKS];
static struct {
   uint64_t number, address[SITES_MAX];
} state;

static uint32_t below(uint32_t n)
{
   return (uint32_t)(next_random() >> 8) % n;
}

// --- blocks: as callgrind/instrument/emit_fetch.c makes them ----------------------------------

// Uses of the last line so far.
typedef struct {
   CodeLine* line;
   uint64_t count, mask;
} Noted;

static Step* add_step(Code* c, int what, uint32_t instr)
{
   Step* s = &c->step[c->n_steps++];
   assert_true(c->n_steps <= sizeof c->step / sizeof c->step[0]);
   *s = (Step){.what = what, .instr = instr};
   return s;
}

static void note(Code* c, Noted* n, uint32_t instr)
{
   if (n->line)
      add_step(c, NOTE, instr)->use = (DraftUse){n->line, n->count, n->mask, c->block->n_sites};
   *n = (Noted){NULL};
}

static void note_line(Code* c, Noted* n, CodeLine* line, uint64_t from, uint64_t end,
                      uint32_t instr)
{
   const uint32_t line_B = PROGRAM->caches.i1.geometry.line_B;
   if (n->line != line) note(c, n, instr);
   n->line = line;
   n->count++;
   if (from < line->address) from = line->address;
   if (end > line->address + line_B) end = line->address + line_B;
   n->mask |= line_use_bits(from - line->address, end - from);
}

static Site* add_site(Code* c, SiteKind kind, uint32_t size_B, uint32_t instr, uint32_t segment)
{
   Block* b = c->block;
   Site* s = &b->sites[b->n_sites];
   *s = (Site){.block = b,
               .size_B = (uint16_t)size_B,
               .instr = (uint16_t)instr,
               .segment = (uint16_t)segment,
               .index = b->n_sites++,
               .kind = (uint8_t)kind,
               .is_write = kind == SITE_WRITE || kind == SITE_WRITE_GUARDED};
   return s;
}

static void add_fetch(Code* c, uint32_t instr, uint32_t segment, uint64_t* last_line)
{
   CodeCache* i1 = &PROGRAM->caches.i1;
   const uint32_t size_B = c->block->instrs[instr].size_B;
   const uint64_t a = callgraph_instr_address(c->block, instr), end = a + size_B - 1;
   const uint64_t line = code_cache_start(i1, a), last = code_cache_start(i1, end);
   if (line == last && line == *last_line && !c->by_helper) return;
   Step* s = add_step(c, REQUEST, instr);
   s->site = add_site(c, SITE_FETCH, size_B, instr, segment);
   s->f.first_is_new = line != *last_line;
   *last_line = last;
   if (c->by_helper) return;
   s->f.line = code_cache_line(i1, a);
   if (last != line) s->f.other = code_cache_next(i1, s->f.line);
}

static void add_accesses(Code* c, uint32_t instr, uint32_t segment, uint32_t size_max)
{
   static const SiteKind kinds[] = {SITE_READ, SITE_WRITE, SITE_READ_GUARDED,
                                    SITE_WRITE_GUARDED};
   for (uint32_t n = below(3); n; n--) {
      uint32_t size_B = 1u << below(6);
      if (size_B > size_max) size_B = size_max;
      add_step(c, REQUEST, instr)->site = add_site(c, kinds[below(4)], size_B, instr, segment);
   }
}

static bool lines_share_sets(const Block* b)
{
   const CodeCache* i1 = &PROGRAM->caches.i1;
   const Instr* last = &b->instrs[INSTRS - 1];
   const uint64_t end = code_cache_start(i1, b->start + last->offset_B + last->size_B - 1);
   return (end - code_cache_start(i1, b->start)) >> i1->line_shift >= i1->sets;
}

// The segment's steps from `first` on, as a draft has them.
static void add_draft_segment(Code* c, uint32_t segment, uint32_t first, uint32_t first_site)
{
   DraftFetch fetch[SITES_MAX];
   DraftUse use[SITES_MAX];
   uint32_t n_fetches = 0, n_uses = 0;
   for (uint32_t i = first; i < c->n_steps; i++) {
      const Step* s = &c->step[i];
      if (s->what == NOTE) use[n_uses++] = s->use;
      if (s->what == REQUEST && s->site->kind == SITE_FETCH) fetch[n_fetches++] = s->f;
   }
   const DraftSegment d = {.block = c->block,
                           .time_step = segment ? 0 : 1,
                           .index = (uint16_t)segment,
                           .first_site = (uint16_t)first_site,
                           .end_site = c->block->n_sites,
                           .begins = segment == 0,
                           .counts = true,
                           .n_uses = n_uses,
                           .fetches = fetch,
                           .uses = use};
   c->number[segment] = draft_add_segment(&d, n_fetches);
}

static void make_steps(Code* c, uint32_t size_max)
{
   Block* b = c->block;
   uint64_t last_line = 1;
   uint32_t segment = 0, first = 0, first_site = 0;
   Noted noted = {NULL};
   for (uint32_t i = 0; i < INSTRS; i++) {
      const uint64_t a = callgraph_instr_address(b, i), end = a + b->instrs[i].size_B;
      b->instrs[i].segment = (uint8_t)segment;
      add_fetch(c, i, segment, &last_line);
      for (CodeLine* l = code_cache_line(&PROGRAM->caches.i1, a); !c->by_helper;
           l = code_cache_next(&PROGRAM->caches.i1, l)) {
         note_line(c, &noted, l, a, end, i);
         if (l->address + PROGRAM->caches.i1.geometry.line_B >= end) break;
      }
      add_accesses(c, i, segment, size_max);
      if (i + 1 < INSTRS && below(4)) continue;
      note(c, &noted, i);
      add_step(c, END_OF_SEGMENT, i)->number = segment;
      add_draft_segment(c, segment, first, first_site);
      // The second half of an instruction may follow the exit that ends a segment.
      segment++;
      first = c->n_steps, first_site = b->n_sites;
      if (below(3) == 0 && i + 1 < INSTRS) add_accesses(c, i, segment, size_max);
   }
   b->n_segments = (uint16_t)segment;
}

static void make_block(Code* c, uint32_t number, uint32_t size_max)
{
   const CodeCache* i1 = &PROGRAM->caches.i1;
   CallGraph* g = &engine.graph;
   bool is_new;
   *c = (Code){.block = callgraph_new_block(g, 0x40000 + number * 0x74, false)};
   Block* b = c->block;
   b->module = callgraph_module(g, "o");
   b->function = callgraph_function(g, callgraph_file(g, b->module, "f"), "f", &is_new);
   b->n_counters = (uint8_t)site_counters(~0u, true);
   callgraph_shape_block(g, b, INSTRS, SITES_MAX, 1, INSTRS);
   b->n_sites = 0;
   for (uint32_t i = 0, at = 0; i < INSTRS; at += b->instrs[i++].size_B)
      b->instrs[i] = (Instr){(uint16_t)at, (uint8_t)(1 + below(12))};
   c->by_helper = PROGRAM->caches.asks_i1 || i1->words > 1 || lines_share_sets(b);
   b->notes_fetches = !c->by_helper;
   draft_new(b, (const uint8_t[]){1}, 1, 1u << 30);
   make_steps(c, size_max);
}

// --- what comes of it, one instruction after the other ---------------------------------------

static struct {
   uint64_t accost[SITES][LEVEL_LL + 1], sploss[SITES][LEVEL_LL + 1], unused_prefetches[SITES];
   uint64_t lines[LEVEL_LL + 1], never_used; // lines that nobody has used
} want;

static void note_ends(void)
{
   for (int i = 0; i < policy_ref.ends.n; i++) {
      const LineEnd* e = &policy_ref.ends.end[i];
      assert_true(e->loader > 0);
      if (!e->count && e->prefetched) {
         want.unused_prefetches[e->loader - 1]++;
         continue;
      }
      want.lines[e->level]++;
      want.never_used += !e->count;
      if (e->count) want.accost[e->loader - 1][e->level] += (1000000 + e->count / 2) / e->count;
      want.sploss[e->loader - 1][e->level] += e->unused;
   }
   policy_ref.ends.n = 0;
}

static void reference_request(const Code* c, const Site* s, uint64_t address)
{
   policy_ref.loader = (uint64_t)(c - code) * SITES_MAX + s->index + 1;
   const bool is_fetch = s->kind == SITE_FETCH;
   policy_ref_access(is_fetch ? &policy_ref.i1 : &policy_ref.d1, address, s->size_B,
                     s->is_write, is_fetch ? 0 : callgraph_site_address(s));
   note_ends();
}

// Instructions before which nothing is asked for hit I1: they count.
static void reference_fetch(const Code* c, uint32_t instr)
{
   policy_ref.loader = 0;
   policy_ref_access(&policy_ref.i1, callgraph_instr_address(c->block, instr),
                     c->block->instrs[instr].size_B, false, 0);
   assert_int_equal(policy_ref.ends.n, 0);
}

static void reference(const Code* c, const uint64_t* address)
{
   uint32_t instrs = 0; // fetched
   for (uint32_t i = 0; i < c->n_steps; i++) {
      const Step* s = &c->step[i];
      const bool is_fetch = s->what == REQUEST && s->site->kind == SITE_FETCH;
      while (instrs < s->instr + !is_fetch) reference_fetch(c, instrs++);
      if (is_fetch) {
         reference_request(c, s->site, callgraph_site_address(s->site));
         instrs++;
      }
      if (s->what == REQUEST && !is_fetch && address[s->site->index] != DRAFT_NOT_YET)
         reference_request(c, s->site, address[s->site->index]);
   }
}

// --- what generated code does ------------------------------------------------------------------

static void check_fetch(const DraftFetch* f, Site* s)
{
   const uint64_t now = PROGRAM->caches.i1.now;
   if (!f->line) {
      entry_points.fetch(s);
      return;
   }
   if ((f->first_is_new && f->line->absent) || (f->other && f->other->absent))
      entry_points.fetch_missed(s, f->line);
   f->line->used = now;
   if (f->other) f->other->used = now;
}

static void check_data(Site* s, uint64_t address)
{
   if (s->kind == SITE_READ_GUARDED || s->kind == SITE_WRITE_GUARDED) {
      entry_points.data_guarded(s, address);
      return;
   }
   const Cache* d1 = &PROGRAM->caches.d1;
   const bool has_hot = d1->hot && s->size_B <= d1->geometry.line_B;
   if (!has_hot || (s->is_write && engine.config.caches.write_back)
       || address - cache_hot_slot(d1, address)->line > d1->geometry.line_B - s->size_B)
      entry_points.data(s, address);
   if (has_hot) cache_count_hot(&PROGRAM->caches.d1, address, s->size_B);
}

static void run_plainly(const Code* c, const uint64_t* address)
{
   if (c->block->key != xg_current.key) entry_points.enter(c->block);
   PROGRAM->caches.i1.now++;
   for (uint32_t i = 0; i < c->n_steps; i++) {
      const Step* s = &c->step[i];
      if (s->what == NOTE) {
         s->use.line->count += s->use.count;
         s->use.line->mask[0] |= s->use.mask;
      } else if (s->what == REQUEST && s->site->kind == SITE_FETCH) {
         check_fetch(&s->f, s->site);
      } else if (s->what == REQUEST && address[s->site->index] != DRAFT_NOT_YET) {
         check_data(s->site, address[s->site->index]);
      }
   }
}

static void run_draft(const Code* c, const uint64_t* address)
{
   uint32_t first = 0, end = 0;
   for (uint32_t i = 0; i < c->n_steps; i++) {
      const Step* s = &c->step[i];
      if (s->what == REQUEST) end = s->site->index + 1u;
      if (s->what != END_OF_SEGMENT) continue;
      state.number = c->number[s->number];
      for (uint32_t k = first; k < end; k++)
         if (c->block->sites[k].kind != SITE_FETCH) state.address[k - first] = address[k];
      draft_run_accesses((DraftState*)&state);
      first = end;
   }
}

static void run_block(const Code* c, bool drafts)
{
   uint64_t address[SITES_MAX];
   for (uint32_t i = 0; i < c->block->n_sites; i++) {
      const Site* s = &c->block->sites[i];
      const bool guarded = s->kind == SITE_READ_GUARDED || s->kind == SITE_WRITE_GUARDED;
      address[i] = guarded && below(2) ? DRAFT_NOT_YET : 0x10000 + below(0x1800);
   }
   (drafts ? run_draft : run_plainly)(c, address);
   reference(c, address);
}

// --- both ---------------------------------------------------------------------------------

static uint64_t counter(uint32_t site, uint32_t n)
{
   const Block* b = code[site / SITES_MAX].block;
   const CostCentre* c = b->cost_centre;
   const uint32_t index = site % SITES_MAX;
   if (!c || !c->miss_counters || index >= b->n_sites) return 0;
   return c->miss_counters[index * b->n_counters + n];
}

static void compare(const HierarchyConfig* c)
{
   static const Event first[] = {0, EV_ACCOST_L1, EV_ACCOST_L2, EV_ACCOST_L3, EV_ACCOST_LL};
   for (uint32_t i = 0; i < SITES; i++) {
      for (int level = LEVEL_L1; level <= LEVEL_LL; level++) {
         if (level == LEVEL_L2 && !c->between[0].size_B) continue;
         if (level == LEVEL_L3 && !c->between[1].size_B) continue;
         const uint32_t n = LINE_USE + first[level] - EV_ACCOST_L1;
         assert_int_equal(counter(i, n), want.accost[i][level]);
         assert_int_equal(counter(i, n + 1), want.sploss[i][level]);
      }
      assert_int_equal(counter(i, LINE_USE + EV_PFUNUSED - EV_ACCOST_L1),
                       want.unused_prefetches[i]);
   }
   for (int level = LEVEL_L1; level <= LEVEL_LL; level++)
      assert_int_equal(PROGRAM->evicted.lines[level - 1], want.lines[level]);
}

static uint32_t shortest_line(const HierarchyConfig* c)
{
   uint32_t line_B = c->i1.line_B < c->d1.line_B ? c->i1.line_B : c->d1.line_B;
   for (int i = 0; i < LEVELS_BETWEEN; i++)
      if (c->between[i].size_B && c->between[i].line_B < line_B) line_B = c->between[i].line_B;
   return c->ll.line_B < line_B ? c->ll.line_B : line_B;
}

static void one(const HierarchyConfig* caches, bool drafts, uint32_t runs)
{
   EngineConfig config = {.cache_sim = true,
                          .line_use = true,
                          .back_dating = true,
                          .caches = *caches,
                          .avx2 = processor_has_avx2() && next_random() % 2,
                          .graph = {.width = EV_WIDTH_ALL,
                                    .collect_at_start = true,
                                    .hierarchy = caches->between[0].size_B != 0,
                                    .defaults = {.separate_recursions = 1}}};
   host_libc_free_all();
   memset(&engine, 0, sizeof engine);
   memset(&xg_current, 0, sizeof xg_current);
   memset(xg_d1_hot, 0, sizeof xg_d1_hot);
   memset(&want, 0, sizeof want);
   engine_init(&config);
   policy_ref_init(caches);
   shadow_stack_switch(&engine.graph, &xg_current, shadow_stack_new(&engine.graph, 1));
   draft_clear((DraftState*)&state, SITES_MAX);
   // An access touches three lines of a level at most.
   for (uint32_t i = 0; i < BLOCKS; i++) make_block(&code[i], i, 2 * shortest_line(caches));
   // A few blocks most of the time: LL loses what I1 keeps.
   for (uint32_t i = 0; i < runs; i++)
      run_block(&code[below(8) ? i / 256 % 4 + below(2) : below(BLOCKS)], drafts);
   line_costs_finish();
   policy_ref_evict_all();
   note_ends();
   compare(caches);
   hierarchy_check(&PROGRAM->caches);
   hierarchy_free(&PROGRAM->caches);
}

static Geometry geometry(uint32_t sets, uint32_t ways, uint32_t line_B)
{
   return (Geometry){(uint64_t)sets * ways * line_B, ways, line_B};
}

// The standard policies, of two levels, of three and of four; lines of one size, which the fast path is for, and of several.
static void plain(void** state_)
{
   (void)state_;
   uint64_t never_used = 0;
   for (uint32_t i = 0; i < 240; i++) {
      uint32_t line_B[4];
      for (int k = 0; k < 4; k++) line_B[k] = 16u << (below(2) + (k > 1) + (k > 2));
      for (int k = 1; i % 2 && k < 4; k++) line_B[k] = line_B[0];
      HierarchyConfig c = {.i1 = geometry(1u << below(5), 1 + below(4), line_B[0]),
                           .d1 = geometry(1u << below(5), 1 + below(4), line_B[1]),
                           .ll = geometry(1u << (1 + below(6)), 1 + below(4), line_B[3])};
      const bool has_l3 = i >= 160;
      if (i & 2 || has_l3) c.between[0] = geometry(1u << below(6), 1 + below(3), line_B[2]);
      if (has_l3) c.between[1] = geometry(1u << below(6), 1 + below(4), line_B[2 + below(2)]);
      assert_null(geometry_hierarchy_error(&c.i1, &c.d1, c.between, &c.ll));
      one(&c, i & 4, 1500);
      never_used += want.never_used;
   }
   assert_true(never_used > 10000);
}

static void policies(void** state_)
{
   (void)state_;
   uint32_t n[3] = {0};
   for (uint32_t i = 0; i < 280; i++) {
      HierarchyConfig c = policy_ref_config(next_random(), i < 200 ? 2 + (i & 1) : 4);
      c.line_use = true;
      c.write_back = false;
      one(&c, i & 4, 800);
      n[c.ll_policy]++;
   }
   assert_true(n[LL_INCLUSIVE] > 20 && n[LL_EXCLUSIVE] > 20 && n[LL_NEITHER] > 20);
}

// Lines leave an exclusive LL, and I1 and D1 with those of an inclusive one; all else is standard.
static void last_levels(void** state_)
{
   (void)state_;
   for (uint32_t i = 0; i < 120; i++) {
      HierarchyConfig c = {.i1 = geometry(1u << below(4), 1 + below(4), 64),
                           .d1 = geometry(1u << below(4), 1 + below(4), 64),
                           .between = {geometry(1u << below(5), 1 + below(4), 64)},
                           .ll = geometry(1u << below(6), 1 + below(4), 64),
                           .ll_policy = i & 1 ? LL_INCLUSIVE : LL_EXCLUSIVE};
      if (i >= 80) c.between[1] = geometry(1u << below(5), 1 + below(4), 64);
      if (hierarchy_policy_error(&c)) continue;
      one(&c, i & 4, 1500);
   }
}

// An access that loads and evicts one line twice, for two of its parts, has used each of the two once.
static void own_line_twice(void** state_)
{
   (void)state_;
   static LineChanges changes;
   const Eviction line = {.line = 0x40, .line_B = 64, .unused_B = 64, .level = LEVEL_LL};
   CostTarget target;
   for (int i = 0; i < 2; i++) {
      line_changes_load(&changes, (LineLoad){.target = &target});
      line_changes_evict(&changes, line, &target);
   }
   line_changes_use_own(&changes, LEVEL_LL, false, 0x40, 4);
   line_changes_use_own(&changes, LEVEL_LL, false, 0x40, 8);
   assert_int_equal(changes.evicted[0].count, 1);
   assert_int_equal(changes.evicted[0].unused_B, 60);
   assert_int_equal(changes.evicted[1].count, 1);
   assert_int_equal(changes.evicted[1].unused_B, 56);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(plain), cmocka_unit_test(policies),
                                      cmocka_unit_test(last_levels),
                                      cmocka_unit_test(own_line_twice)};
   return UNIT_MAIN(argc, argv, tests);
}
