// SPDX-License-Identifier: GPL-3.0-or-later
// Sampled sets: which sets are in the sample, by counting; and what the engine charges against lists of lines
// that only see what lies in the sample.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "callgraph/callgraph.h"
#include "engine/access.h"
#include "engine/entry_points.h"
#include "engine/line_costs.h"
#include "processor.h"
#include "reference_use.h"
#include "unit_main.h"
#include "xorshift.h"

static uint64_t number_below(uint64_t n)
{
   return next_random() >> 11 & (n - 1);
}

// --- which sets -----------------------------------------------------------------------------

static const Geometry none[LEVELS_BETWEEN];
static const Geometry d1_64 = {32768, 8, 64}, ll_3 = {6291456, 12, 64}; // 64 sets, and 8192

// Of each run of stripes one is in the sample; groups are of one size; of the stripes that a step of a power of two
// meets, the sample has its share, rounded up or down.
static void balance(void** state)
{
   (void)state;
   for (uint64_t sets = 2; sets <= 512; sets *= 2)
      for (uint32_t n = 2; n <= 64 && 2 * n <= sets; n *= 2) {
         SetSample s;
         Geometry d1 = {sets * 2 * 64, 2, 64};
         assert_null(set_sample_error(n, &d1, none, &ll_3));
         set_sample_init(&s, n, &d1, none, &ll_3);
         assert_int_equal(s.stripes, sets);
         uint32_t size[SAMPLE_GROUPS_MAX] = {0}, in_run[256] = {0}, all = 0;
         for (uint32_t i = 0; i < sets; i++) {
            if (s.group[i] == NOT_SAMPLED) continue;
            assert_true(s.group[i] < s.groups);
            size[s.group[i]]++;
            in_run[i / n]++;
            all++;
         }
         assert_int_equal(all, sets / n);
         assert_int_equal(s.groups, all < 16 ? all : 16);
         for (uint32_t r = 0; r < sets / n; r++) assert_int_equal(in_run[r], 1);
         for (uint32_t g = 0; g < s.groups; g++) assert_int_equal(size[g], all / s.groups);
         for (uint32_t step = 2; step <= all && step <= n; step *= 2)
            for (uint32_t first = 0; first < step; first++) {
               uint32_t met = 0;
               for (uint32_t i = first; i < sets; i += step) met += s.group[i] != NOT_SAMPLED;
               assert_int_equal(met, all / step);
            }
      }
}

static bool all_alike(const SetSample* s, const Geometry* g)
{
   uint8_t seen[1 << 14] = {0}; // by set: 1 in the sample, 2 not
   uint64_t sets = geometry_sets(g);
   for (uint64_t i = 0; i < sets * 64; i++) {
      uint64_t line = i * g->line_B;
      uint8_t is = set_sample_has(s, line) ? 1 : 2;
      for (uint32_t b = 0; b < g->line_B; b += 16)
         if (set_sample_has(s, line + b) != (is == 1)) return false;
      if (seen[i % sets] && seen[i % sets] != is) return false;
      seen[i % sets] = is;
   }
   return true;
}

// A set of any level is in the sample or not, with all its lines, whatever the geometry.
static void whole_sets(void** state)
{
   (void)state;
   int sampled = 0;
   for (int i = 0; i < 3000; i++) {
      const int levels = 2 + i % 3; // D1, LL, and those between them
      Geometry g[4] = {{0}};
      for (int k = 0; k < levels; k++) {
         uint64_t odd = number_below(4) ? 1 : 3;
         uint32_t line_B = 16u << number_below(4);
         g[k] = (Geometry){(4ULL << number_below(8)) * odd * line_B, 1, line_B};
      }
      SetSample s;
      uint32_t n = 2u << number_below(4);
      if (set_sample_error(n, &g[0], &g[2], &g[1])) {
         assert_true(set_sample_stripes(&g[0], &g[2], &g[1]) < 2 * n);
         continue;
      }
      set_sample_init(&s, n, &g[0], &g[2], &g[1]);
      for (int k = 0; k < levels; k++) assert_true(all_alike(&s, &g[k]));
      sampled++;
   }
   assert_true(sampled > 500);
   // 64 sets are enough for one in 32; odd numbers of sets have nothing in common.
   assert_null(set_sample_error(32, &d1_64, none, &ll_3));
   assert_non_null(set_sample_error(64, &d1_64, none, &ll_3));
   assert_non_null(set_sample_error(12, &d1_64, none, &ll_3));
   Geometry odd = {3 * 64, 1, 64};
   assert_non_null(set_sample_error(2, &odd, none, &ll_3));
}

// Four groups 1, 2, 3, 6: mean 3, squares of distances 4 + 1 + 0 + 9 = 14, variance 14 / 3; of one in 8:
// 4 * 14 / 3 * 7 / 8.
static void standard_error(void** state)
{
   (void)state;
   SetSample s = {.one_in = 8, .groups = 4};
   const uint64_t alike[4] = {5, 5, 5, 5}, sums[4] = {1, 2, 3, 6};
   assert_true(set_sample_error_of(&s, alike) == 0);
   assert_true(fabs(set_sample_error_of(&s, sums) - sqrt(49.0 / 3)) < 1e-9);
}

// A number that is distributed about normally: mean 0, variance 1.
static double normal(void)
{
   double sum = -6;
   for (int i = 0; i < 12; i++) sum += (double)(next_random() >> 11) / (double)(1ULL << 53);
   return sum;
}

// What a sample says of stripes that have so much each: how many errors the total is off; 0 / 0 is 0.
static double errors_off(const SetSample* s, const uint64_t* stripe)
{
   uint64_t scaled[SAMPLE_GROUPS_MAX] = {0}, total = 0, estimate = 0;
   for (uint32_t i = 0; i < s->stripes; i++) {
      total += stripe[i];
      if (s->group[i] == NOT_SAMPLED) continue;
      scaled[s->group[i]] += stripe[i] * s->one_in;
      estimate += stripe[i] * s->one_in;
   }
   double error = set_sample_error_of(s, scaled);
   return error == 0 ? 0 : fabs((double)estimate - (double)total) / error;
}

// How often totals are off by more than one, two and three errors is Student's distribution, as docs/sampled-sets.md has it by
// the number of groups: thousandths beyond.
static void coverage(void** state)
{
   (void)state;
   enum { TRIALS = 20000 };
   static const struct {
      uint64_t sets;
      uint32_t one_in, groups;
      double beyond[3]; // of one error, two and three: by tables of the distribution
   } of[] = {{32, 16, 2, {500, 295.2, 204.8}},
             {64, 16, 4, {391, 139.3, 57.7}},
             {64, 8, 8, {350.6, 85.6, 19.9}},
             {512, 8, 16, {333.1, 63.9, 9.0}}};
   for (size_t k = 0; k < sizeof of / sizeof of[0]; k++) {
      SetSample s;
      Geometry d1 = {of[k].sets * 2 * 64, 2, 64};
      assert_null(set_sample_error(of[k].one_in, &d1, none, &ll_3));
      set_sample_init(&s, of[k].one_in, &d1, none, &ll_3);
      assert_int_equal(s.groups, of[k].groups);
      uint32_t beyond[3] = {0};
      for (uint32_t t = 0; t < TRIALS; t++) {
         uint64_t stripe[STRIPES_MAX];
         for (uint32_t i = 0; i < s.stripes; i++)
            stripe[i] = (uint64_t)(1000000 + 50000 * normal());
         double off = errors_off(&s, stripe);
         for (int n = 0; n < 3; n++) beyond[n] += off > n + 1;
      }
      // Four standard deviations of 20,000 trials are at most 14 thousandths.
      for (int n = 0; n < 3; n++)
         assert_true(fabs(1000.0 * beyond[n] / TRIALS - of[k].beyond[n]) < 14);
   }
}

// One set has half of the total: in the sample it makes of it a multiple, else half is missing, and the error does not say so.
static void hot_set(void** state)
{
   (void)state;
   SetSample s;
   set_sample_init(&s, 8, &d1_64, none, &ll_3);
   uint32_t missing = 0;
   for (uint32_t hot = 0; hot < s.stripes; hot++) {
      uint64_t stripe[STRIPES_MAX];
      for (uint32_t i = 0; i < s.stripes; i++)
         stripe[i] = i == hot ? 6300 : 100 + (i & 1); // 63 others have about as much
      if (s.group[hot] != NOT_SAMPLED) {
         assert_true(errors_off(&s, stripe)
                     < 2); // the total is 4.5 times too large, and its error as large
         continue;
      }
      missing++;
      assert_true(errors_off(&s, stripe) > 100);
   }
   assert_int_equal(missing, 64 - 8);
}

// --- the engine -----------------------------------------------------------------------------

enum { DATA_SITES = 16, CODE = 300, SITES = DATA_SITES + CODE };

static Block *data_block, *code_block[CODE];

static Block* new_block(uint64_t address, uint32_t sites)
{
   CallGraph* g = &engine.graph;
   bool is_new;
   SourceFile* file = callgraph_file(g, callgraph_module(g, "m"), "f");
   Block* b = callgraph_new_block(g, address, false);
   b->module = file->module;
   b->function = callgraph_function(g, file, "f", &is_new);
   b->n_counters = SITE_COUNTERS;
   callgraph_shape_block(g, b, 1, sites, 1, 1);
   b->instrs[0].size_B = 1;
   for (uint16_t i = 0; i < sites; i++) b->sites[i] = (Site){.block = b, .index = i};
   return b;
}

// Reads, writes and guarded ones, of 1 to 512 bytes; fetches of up to 15 bytes, some from two lines.
static void make_sites(void)
{
   static const uint16_t size_B[8] = {1, 2, 4, 8, 16, 32, 64, 512};
   static const uint8_t kind[4] = {SITE_READ, SITE_WRITE, SITE_READ_GUARDED,
                                   SITE_WRITE_GUARDED};
   data_block = new_block(0x1000, DATA_SITES);
   for (int i = 0; i < DATA_SITES; i++) {
      Site* s = &data_block->sites[i];
      s->size_B = size_B[i % 8];
      s->kind = kind[(i + i / 8) % 4];
      s->is_write = s->kind == SITE_WRITE || s->kind == SITE_WRITE_GUARDED;
   }
   for (uint32_t i = 0; i < CODE; i++) {
      code_block[i] = new_block(0x40000 + 52 * i, 1);
      code_block[i]->sites[0].kind = SITE_FETCH;
      code_block[i]->sites[0].size_B = (uint16_t)(1 + i % 15);
   }
}

static Site* site_of(int number)
{
   return number < DATA_SITES ? &data_block->sites[number]
                              : &code_block[number - DATA_SITES]->sites[0];
}

static struct {
   uint64_t l1[SITES], l2[SITES], l3[SITES], ll[SITES];
   uint64_t accost[SITES][LEVEL_LL + 1], sploss[SITES][LEVEL_LL + 1];
   uint64_t guarded[SITES]; // executions
   uint64_t group[SAMPLE_GROUPS_MAX][EV_COUNT];
   uint64_t n;
   bool collect;
} want;

static bool in_sample(uint64_t address)
{
   return set_sample_has(&engine.sampled.sets, address);
}

static void count_in_group(uint64_t line, Event e, uint64_t n)
{
   want.group[set_sample_group(&engine.sampled.sets, line)][e] += n;
}

// A line in the sample.  by: what serves it; code's misses of L1 are no estimates.
static void note_misses(int number, uint64_t line, ServedBy by)
{
   static const Event of_kind[3][4] = {{EV_I1MR, EV_L2MI, EV_L3MI, EV_ILMR},
                                       {EV_D1MR, EV_L2MR, EV_L3MR, EV_DLMR},
                                       {EV_D1MW, EV_L2MW, EV_L3MW, EV_DLMW}};
   const bool code = number >= DATA_SITES, l2 = use_ref.l2.sets != 0, l3 = use_ref.l3.sets != 0;
   const Event* event = of_kind[code ? 0 : site_of(number)->is_write ? 2 : 1];
   const bool missed[4] = {!code && by > AT_L1, l2 && by > AT_L2, l3 && by > AT_L3, by > AT_LL};
   uint64_t* to[4] = {&want.l1[number], &want.l2[number], &want.l3[number], &want.ll[number]};
   for (int level = 0; want.collect && level < 4; level++) {
      if (!missed[level]) continue;
      *to[level] += want.n;
      count_in_group(line, event[level], want.n);
   }
}

// Code is between these addresses, data elsewhere.
static bool is_code(uint64_t address)
{
   return address >= 0x40000 && address < 0x80000;
}

static void note_ends(void)
{
   for (int i = 0; i < use_ref.ends.n; i++) {
      const LineEnd* e = &use_ref.ends.end[i];
      bool exact = e->level == 1 && is_code(e->line);
      assert_true(exact || in_sample(e->line));
      if (!e->loader || !engine.config.line_use) continue;
      uint64_t n = exact ? 1 : want.n;
      uint64_t accost = e->count ? n * ((1000000 + e->count / 2) / e->count) : 0;
      want.accost[e->loader - 1][e->level] += accost;
      want.sploss[e->loader - 1][e->level] += n * e->unused;
      if (exact) continue;
      static const Event first[] = {0, EV_ACCOST_L1, EV_ACCOST_L2, EV_ACCOST_L3, EV_ACCOST_LL};
      count_in_group(e->line, first[e->level], accost);
      count_in_group(e->line, first[e->level] + 1, n * e->unused);
   }
   use_ref.ends.n = 0;
}

// Each line of D1 in the sample is asked for by itself.
static void reference_data(int site, uint64_t address, uint32_t size_B)
{
   const uint64_t line_B = use_ref.d1.g.line_B;
   for (uint64_t a = address, end = address + size_B; a < end;) {
      uint64_t next = (a / line_B + 1) * line_B;
      if (next > end) next = end;
      if (in_sample(a))
         note_misses(site, a, use_ref_access(&use_ref.d1, a, (uint32_t)(next - a), false));
      a = next;
   }
}

// I1 has all lines, and the level below is asked for those that were absent and are in the sample.
static void reference_fetch(int site, uint64_t address, uint32_t size_B)
{
   UseRefCache* i1 = &use_ref.i1;
   const uint64_t line_B = i1->g.line_B, first = address / line_B,
                  last = (address + size_B - 1) / line_B;
   bool missed[32] = {false}, any = false;
   for (uint64_t n = first; n <= last; n++)
      any |= missed[n - first] = use_ref_touch(i1, n * line_B) != 0;
   want.l1[site] += want.collect && any;
   for (uint64_t n = first; n <= last; n++) {
      UseRefLine* l = use_ref_find(i1, n * line_B);
      if (missed[n - first] && in_sample(n * line_B)) {
         note_misses(site, n * line_B,
                     use_ref_access(i1->next, n * line_B, (uint32_t)line_B, false));
         const UseRefLine* below = use_ref_find(i1->next, n * line_B);
         l->below = below ? below->id : 0;
      }
      l->count++;
      for (uint64_t a = address; a < address + size_B; a++)
         if (a / line_B == n) l->used[a % line_B] = true;
   }
}

// What generated code does before it asks, and that it asks for all that touches the sample.
static void generated_data(Site* site, uint64_t address)
{
   const uint8_t* table = sampled_sets_table(site->size_B);
   uint32_t chunk = (uint32_t)(address >> CHUNK_SHIFT) & (sampled_sets_chunks() - 1);
   if (site->kind != SITE_READ && site->kind != SITE_WRITE)
      entry_points.data_guarded(site, address);
   else if (!table || table[chunk])
      entry_points.data(site, address);
}

// An absent line is asked for by generated code, or all by the helper, as long as it does not count.
static void generated_fetch(Site* site)
{
   CodeCache* i1 = &PROGRAM->caches.i1;
   uint64_t address = callgraph_site_address(site), last = address + site->size_B - 1;
   CodeLine* first = code_cache_line(i1, address);
   CodeLine* second = code_cache_line(i1, last);
   const uint64_t line_B = i1->geometry.line_B;
   if (i1->words > 1 || second->address - first->address > line_B || number_below(2)) {
      entry_points.fetch(site);
      return;
   }
   uint64_t now = ++i1->now;
   if (!first->used || !second->used) entry_points.fetch_missed(site, first);
   first->used = second->used = now;
   for (CodeLine* l = first; i1->words; l = second) {
      uint64_t from = address > l->address ? address : l->address;
      uint64_t end = last < l->address + line_B ? last + 1 : l->address + line_B;
      l->count++;
      l->mask[0] |= line_use_bits(from - l->address, end - from);
      if (l == second) break;
   }
}

static uint64_t counter(int site, uint32_t n)
{
   const Site* s = site_of(site);
   uint64_t sum = 0;
   for (const Context* p = engine.graph.contexts; p; p = p->next)
      for (const CostCentre* c = p->cost_centres; c; c = c->next)
         if (c->block == s->block && c->miss_counters)
            sum += c->miss_counters[s->index * s->block->n_counters + n];
   return sum;
}

static void compare_sites(bool line_use)
{
   for (int i = 0; i < SITES; i++) {
      assert_int_equal(counter(i, MISSES_L1), want.l1[i]);
      assert_int_equal(counter(i, MISSES_L2), want.l2[i]);
      assert_int_equal(counter(i, MISSES_L3), want.l3[i]);
      assert_int_equal(counter(i, MISSES_LL), want.ll[i]);
      if (want.guarded[i]) assert_int_equal(counter(i, ACCESSES), want.guarded[i]);
      if (!line_use) continue;
      static const Event first[] = {0, EV_ACCOST_L1, EV_ACCOST_L2, EV_ACCOST_L3, EV_ACCOST_LL};
      for (int level = LEVEL_L1; level <= LEVEL_LL; level++) {
         uint32_t n = LINE_USE + first[level] - EV_ACCOST_L1;
         assert_int_equal(counter(i, n), want.accost[i][level]);
         assert_int_equal(counter(i, n + 1), want.sploss[i][level]);
      }
   }
}

// Groups have what lines of their sets have cost; I1's misses and lines are in none.
static void compare_groups(void)
{
   for (Event e = 0; e < EV_COUNT; e++) {
      uint64_t got[SAMPLE_GROUPS_MAX];
      sampled_sets_groups(e, got);
      for (uint32_t g = 0; g < engine.sampled.sets.groups; g++) {
         assert_int_equal(got[g], want.group[g][e]);
         assert_true(!got[g] || sampled_sets_estimate(e));
      }
   }
}

static void start(const HierarchyConfig* c, uint32_t one_in, bool line_use)
{
   EngineConfig config = {.graph = {.width = EV_WIDTH_ALL,
                                    .uniform_contexts = true,
                                    .collect_at_start = true,
                                    .hierarchy = c->between[0].size_B != 0,
                                    .defaults = {.separate_recursions = 1}},
                          .caches = *c,
                          .cache_sim = true,
                          .sample_sets = one_in,
                          .line_use = line_use,
                          .back_dating = true,
                          .avx2 = processor_has_avx2()};
   memset(&engine, 0, sizeof engine);
   memset(&xg_current, 0, sizeof xg_current);
   memset(&want, 0, sizeof want);
   memset(xg_d1_hot, 0, sizeof xg_d1_hot);
   memset(xg_sampled_chunks, 0, sizeof xg_sampled_chunks);
   want.n = one_in;
   want.collect = true;
   engine_init(&config);
   shadow_stack_switch(&engine.graph, &xg_current, shadow_stack_new(&engine.graph, 1));
   use_ref_init(c);
   make_sites();
}

static void evict_reference(void)
{
   UseRefCache* all[] = {&use_ref.i1, &use_ref.d1, &use_ref.l2, &use_ref.l3, &use_ref.ll};
   for (int k = 0; k < 5; k++)
      for (uint64_t s = 0; s < all[k]->sets; s++)
         for (; all[k]->n[s]; all[k]->n[s]--) {
            UseRefLine* l = &all[k]->lines[s * all[k]->g.ways + all[k]->n[s] - 1];
            use_ref_belong(all[k], l);
            line_ends_add(&use_ref.ends, use_ref_end(all[k], l));
            note_ends();
         }
}

static void step(uint64_t* walk)
{
   uint64_t r = next_random();
   int number =
      r % 4 ? (int)(r >> 8) & (DATA_SITES - 1) : DATA_SITES + (int)(r >> 8 & 0xFFFF) % CODE;
   if (number_below(256) == 0) {
      want.collect = !want.collect;
      shadow_stack_collect(&engine.graph, &xg_current, want.collect);
   }
   Site* s = site_of(number);
   if (s->block->key != xg_current.key) entry_points.enter(s->block);
   use_ref.loader = want.collect ? (uint64_t)number + 1 : 0;
   uint64_t address = callgraph_site_address(s);
   if (number < DATA_SITES) {
      address = r >> 30 & 1 ? * walk += 24 : 0x100000 + (r >> 32 & 0x7FFF);
      reference_data(number, address, s->size_B);
      if (s->kind != SITE_READ && s->kind != SITE_WRITE) want.guarded[number] += want.collect;
      generated_data(s, address);
   } else {
      reference_fetch(number, address, s->size_B);
      generated_fetch(s);
   }
   note_ends();
}

static void one(const HierarchyConfig* c, uint32_t one_in, bool line_use)
{
   start(c, one_in, line_use);
   uint64_t walk = 0x900000;
   for (int i = 0; i < 20000; i++) {
      step(&walk);
      if (i % 4000 == 0) hierarchy_check(&PROGRAM->caches);
   }
   if (line_use) {
      line_costs_finish();
      evict_reference();
   }
   compare_sites(line_use);
   compare_groups();
   uint64_t data = 0, code = 0;
   for (uint32_t g = 0; g < engine.sampled.sets.groups; g++) {
      data += want.group[g][EV_DLMR];
      code += want.group[g][EV_ILMR];
      assert_true(!line_use || want.group[g][EV_SPLOSS_L1] > 1000);
   }
   assert_true(data > 1000 && code > 10);
   sampled_sets_begin_part();
   memset(want.group, 0, sizeof want.group);
   compare_groups();
}

static void engine_and_lists(void** state)
{
   (void)state;
   static const HierarchyConfig config[] = {
      {.i1 = {2048, 2, 64}, .d1 = {2048, 2, 64}, .ll = {16384, 4, 64}},
      {.i1 = {2048, 4, 64},
       .d1 = {4096, 8, 64},
       .between = {{8192, 4, 64}},
       .ll = {24576, 4, 64}},
      {.i1 = {1024, 2, 32}, .d1 = {2048, 2, 32}, .ll = {16384, 2, 128}}, // lines of three sizes
      {.i1 = {4096, 2, 128}, .d1 = {4096, 2, 128}, .ll = {32768, 4, 128}}, // two words of mask
      {.i1 = {2048, 2, 64}, .d1 = {6144, 2, 64}, .ll = {49152, 4, 64}},    // no hot lines
      {.i1 = {2048, 2, 64},                                                // four levels
       .d1 = {2048, 2, 64},
       .between = {{4096, 4, 64}, {8192, 4, 64}},
       .ll = {32768, 4, 128}},
   };
   for (size_t i = 0; i < sizeof config / sizeof config[0]; i++)
      for (uint32_t n = 2; n <= 8; n *= 2)
         for (int line_use = 0; line_use < 2; line_use++) {
            const HierarchyConfig* c = &config[i];
            if (set_sample_error(n, &c->d1, c->between, &c->ll)) continue;
            one(c, n, line_use);
         }
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(balance),        cmocka_unit_test(whole_sets),
      cmocka_unit_test(standard_error), cmocka_unit_test(coverage),
      cmocka_unit_test(hot_set),        cmocka_unit_test(engine_and_lists)};
   return UNIT_MAIN(argc, argv, tests);
}
