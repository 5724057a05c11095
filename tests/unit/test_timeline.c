// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline: bins and samples against lists of all that was counted; random programs (callsim.h)
// against a list of all their blocks and accesses; ranges of memory against what was done to them.
//
// test_timeline --program=N runs the N-th program alone, --each=STEP each STEP-th of them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "callsim.h"
#include "unit_main.h"

static uint64_t seed = 88172645463325252ULL;

static uint32_t next(void* source, uint32_t n)
{
   uint64_t* s = source;
   *s = *s * 6364136223846793005ULL + 1442695040888963407ULL;
   return (uint32_t)((*s >> 32) * n >> 32);
}

static uint32_t below(uint32_t n)
{
   return next(&seed, n);
}

// --- bins ---------------------------------------------------------------------------------

enum { EVENTS = 3, STRETCHES = 60000 };

typedef struct {
   uint64_t from, to;
   uint64_t cost[EVENTS];
} Stretch;

static Stretch stretch[STRETCHES];

// Where a stretch belongs: what takes no time belongs to what was before it.
static uint64_t place_of(const Stretch* s, uint64_t start)
{
   return s->to == s->from && s->from > start ? s->from - 1 : s->from;
}

static void compare_bins(const Bins* b, int n, uint64_t start)
{
   static uint64_t want[BINS_MAX][EVENTS];
   memset(want, 0, sizeof want);
   uint64_t bins = n ? (stretch[n - 1].to - start + b->width - 1) / b->width : 0;
   for (int i = 0; i < n; i++) {
      uint64_t bin = (place_of(&stretch[i], start) - start) / b->width;
      assert_true(bin < BINS_MAX);
      if (stretch[i].cost[0] && bin >= bins) bins = bin + 1;
      for (int e = 0; e < EVENTS; e++) want[bin][e] += stretch[i].cost[e];
   }
   assert_int_equal(b->n, bins);
   for (uint32_t i = 0; i < BINS_MAX; i++)
      for (int e = 0; e < EVENTS; e++) {
         unit_given("bin %jd, event %jd, after %jd stretches", i, e, n);
         assert_int_equal(bins_at(b, i)[e], want[i][e]);
      }
   // No wider than needed: with half of the width there would be too many.
   if (b->width > BINS_FIRST_WIDTH) assert_true(2 * bins > BINS_MAX);
   assert_int_equal(b->start, start);
   bins_check(b);
}

// Stretches of up to so many instructions, each ended where it happens to end.
static void fill_bins(uint64_t start, int n, uint32_t longest)
{
   Bins b;
   bins_init(&b, EVENTS, start);
   uint64_t now = start;
   for (int i = 0; i < n; i++) {
      Stretch* s = &stretch[i];
      *s = (Stretch){.from = now};
      if (below(16)) now += below(longest);
      s->to = now;
      // All events, or none: what takes no time and costs nothing makes no bin.
      for (int e = 0; e < EVENTS && (s->to > s->from || i % 2); e++)
         s->cost[e] = 1 + below(1000);
      assert_true(bins_next(&b) > s->from && bins_next(&b) - b.width <= s->from);
      bins_add(&b, now, s->cost);
      if (i % 9973 == 0) compare_bins(&b, i + 1, start);
   }
   compare_bins(&b, n, start);
   bins_clear(&b, now);
   assert_int_equal(b.width, BINS_FIRST_WIDTH);
   compare_bins(&b, 0, now);
   bins_free(&b);
}

static void bins(void** state)
{
   (void)state;
   fill_bins(0, 0, 1);
   fill_bins(0, 100, 2);
   fill_bins(1 << 20, STRETCHES, 40);
   fill_bins(777, STRETCHES, 3000);
   fill_bins(5, STRETCHES, 1000000);
   fill_bins(1ULL << 40, 300, 1u << 31);
}

// --- samples ------------------------------------------------------------------------------

enum { TICKS_MAX = 1 << 17 };

typedef struct {
   uint64_t at, number;
} Tick;

static bool kept[TICKS_MAX];
static uint64_t n_kept;

static void dropped(void* sample)
{
   const Tick* t = sample;
   assert_true(kept[t->number]);
   kept[t->number] = false;
   n_kept--;
}

// The samples that are left: every second one was dropped whenever there were too many.
static uint64_t thin_list(uint64_t* list, uint64_t n)
{
   uint64_t left = 0;
   for (uint64_t i = 0; i < n; i += 2) list[left++] = list[i];
   return left;
}

static void compare_samples(const Samples* s, const uint64_t* list, uint64_t n)
{
   assert_int_equal(s->n, n);
   assert_int_equal(n_kept, n);
   for (uint64_t i = 0; i < n; i++) {
      const Tick* t = samples_at(s, (uint32_t)i);
      assert_int_equal(t->number, list[i]);
      assert_true(kept[t->number]);
   }
   samples_check(s);
}

// Blocks of up to so many instructions, until there were so many ticks.
static void take_samples(uint32_t most, uint32_t longest, uint64_t ticks)
{
   static uint64_t list[TICKS_MAX];
   uint64_t n = 0, now = 0, period = SAMPLES_FIRST_PERIOD;
   Samples s;
   n_kept = 0;
   samples_init(&s, most, sizeof(Tick), dropped);
   assert_true(s.next < SAMPLES_FIRST_PERIOD);
   for (uint64_t i = 0; i < ticks; i++) {
      while (now < s.next) now += 1 + below(longest);
      uint64_t limit = period < 65536 && most > 4096 ? 4096 : most;
      if (n == limit) {
         n = thin_list(list, n);
         period *= 2;
      }
      Tick* t = samples_tick(&s, now);
      assert_int_equal(t->at, 0);
      *t = (Tick){now, i};
      kept[i] = true;
      n_kept++;
      list[n++] = i;
      assert_int_equal(s.period, period);
      assert_int_equal(s.next / period, now / period + 1); // one in each period
      assert_int_equal(s.n_ticks, i + 1);
      if (i % 7919 == 0) compare_samples(&s, list, n);
   }
   compare_samples(&s, list, n);
   samples_clear(&s, now);
   assert_int_equal(s.n_ticks, 0);
   assert_true(s.next >= now && s.next < now + SAMPLES_FIRST_PERIOD);
   compare_samples(&s, list, 0);
   samples_free(&s);
}

static void samples(void** state)
{
   (void)state;
   // Periods grow fast if few samples are kept.
   take_samples(16, 7, 90);
   take_samples(17, 1000, 130);
   take_samples(4096, 2000, 20000);
   take_samples(4097, 2000, 20000);
   take_samples(65536, 500, TICKS_MAX);
   take_samples(5000, 2000000, 3000);
}

// Two runs are alike, and the moments within their periods are spread evenly.
static void random_moments(void** state)
{
   (void)state;
   enum { PARTS = 8, TICKS = 80000 };
   uint64_t part[PARTS] = {0}, number[PARTS] = {0};
   Samples a, b;
   samples_init(&a, 1 << 20, sizeof(Tick), NULL);
   samples_init(&b, 1 << 20, sizeof(Tick), NULL);
   for (int i = 0; i < TICKS; i++) {
      assert_int_equal(a.next, b.next);
      part[a.next % a.period * PARTS / a.period]++;
      uint64_t n = samples_random(&a, PARTS);
      assert_true(n < PARTS && n == samples_random(&b, PARTS));
      number[n]++;
      samples_tick(&a, a.next);
      samples_tick(&b, b.next);
   }
   // Six standard deviations of 10000 are 600.
   for (int p = 0; p < PARTS; p++) {
      assert_in_range(part[p], TICKS / PARTS - 600, TICKS / PARTS + 600);
      assert_in_range(number[p], TICKS / PARTS - 600, TICKS / PARTS + 600);
   }
   samples_free(&a);
   samples_free(&b);
}

// --- ranges of memory ---------------------------------------------------------------------

static void start_ranges(uint32_t most)
{
   host_libc_free_all();
   memset(&engine, 0, sizeof engine);
   memset(&xg_current, 0, sizeof xg_current);
   objects_init(&engine.objects.set);
   engine.config.track_objects = true;
   engine.config.timeline = (TimelineConfig){true, most};
   timeline_init();
}

static void expect_range(const TimelineRange* t, const MemObject* o, uint64_t start,
                         uint64_t size_B, uint64_t born, uint64_t died)
{
   assert_ptr_equal(t->object, o);
   assert_int_equal(t->start, start);
   assert_int_equal(t->size_B, size_B);
   assert_int_equal(t->born, born);
   assert_int_equal(t->died, died);
}

static void ranges(void** state)
{
   (void)state;
   start_ranges(16);
   ObjectSet* s = &engine.objects.set;
   MemObject *heap = objects_new(s, OBJECT_HEAP, "a", NULL),
             *map = objects_new(s, OBJECT_MMAP, "b", NULL);
   MemRange* m = objects_map(s, map, 0x10000, 0x4000, 7);
   MemRange* r = objects_allocate(s, heap, 0x11000, 100, 10);
   TimelineRange *of_r = timeline_ranges_take(r), *of_m = timeline_ranges_take(m);
   assert_ptr_equal(timeline_ranges_take(r), of_r);
   assert_int_equal(of_r->n_samples, 2);
   expect_range(of_r, heap, 0x11000, 100, 10, RANGE_LIVES);
   objects_free(s, r, 20);
   expect_range(of_r, heap, 0x11000, 100, 10, 20);
   // Memory at the same place is another range, though the object is the same.
   r = objects_allocate(s, heap, 0x11000, 100, 30);
   TimelineRange* again = timeline_ranges_take(r);
   assert_ptr_not_equal(again, of_r);
   expect_range(again, heap, 0x11000, 100, 30, RANGE_LIVES);
   // The middle of the mapping goes, with what is in it.
   objects_unmap(s, 0x11000, 0x1000, 40);
   expect_range(again, heap, 0x11000, 100, 30, 40);
   expect_range(of_m, map, 0x10000, 0x4000, 7, 40);
   expect_range(timeline_ranges_take(range_map_find(&s->map, 0x10000)), map, 0x10000, 0x1000,
                40, RANGE_LIVES);
   expect_range(timeline_ranges_take(range_map_find(&s->map, 0x13fff)), map, 0x12000, 0x2000,
                40, RANGE_LIVES);
   assert_null(timeline_ranges_take(NULL));
   // Without samples, a range that lives is as if there had been none.
   TimelineRange* rest = timeline_ranges_take(range_map_find(&s->map, 0x12000));
   assert_int_equal(rest->n_samples, 2);
   timeline_ranges_drop(rest);
   assert_ptr_equal(timeline_ranges_take(range_map_find(&s->map, 0x12000)), rest);
   assert_int_equal(rest->n_samples, 2);
   timeline_ranges_drop(rest);
   timeline_ranges_drop(rest);
   expect_range(timeline_ranges_take(range_map_find(&s->map, 0x12000)), map, 0x12000, 0x2000,
                40, RANGE_LIVES);
   timeline_ranges_drop(of_m);
   timeline_ranges_drop(NULL);
}

// --- while collection is off --------------------------------------------------------------

static uint32_t last_choice(void* source, uint32_t n)
{
   (void)source;
   return n - 1;
}

// The clock stands still, whatever runs, and totals stay.
static void not_collected(void** state)
{
   (void)state;
   static SimConfig c;
   uint64_t before[EV_COUNT], totals[EV_COUNT];
   c = (SimConfig){.below = last_choice,
                   .recursions = 1,
                   .timeline = true,
                   .features = SIM_LINES | SIM_WIDE};
   sim_start(&c);
   sim_timeline_start();
   sim_execute(sim.entry[0]);
   timeline_totals(before);
   uint64_t now = timeline_now();
   assert_true(now > 0 && before[EV_IR] == now);
   shadow_stack_collect(&engine.graph, &xg_current, false);
   xg_current.total[EV_IR] += 100;
   xg_current.total[EV_DR] += 10;
   timeline_totals(totals);
   assert_int_equal(timeline_now(), now);
   assert_memory_equal(totals, before, sizeof totals);
   shadow_stack_collect(&engine.graph, &xg_current, true);
   xg_current.total[EV_IR] += 7;
   assert_int_equal(timeline_now(), now + 7);
   timeline_totals(totals);
   assert_int_equal(totals[EV_IR], now + 7);
   assert_int_equal(totals[EV_DR], before[EV_DR]);
}

// --- programs -----------------------------------------------------------------------------

// And one in which a thread ends while its sample waits, and another gets its number.
enum { PROGRAMS = 1500, NUMBER_USED_AGAIN = 5055 };

static uint64_t samples_compared, bins_compared, instances_compared, points_compared;

static void run(uint32_t number)
{
   static const uint32_t recursions[] = {1, 2, 3, SIM_DEPTH + 10};
   uint64_t source = number * 0x9E3779B97F4A7C15ULL;
   SimConfig c = {.below = next,
                  .source = &source,
                  .number = number,
                  .features = next(&source, SIM_FEATURES),
                  .timeline = true,
                  .recursions = recursions[next(&source, 4)],
                  .callers = next(&source, 2) * next(&source, SIM_CALLERS + 1),
                  .threads = 1 + next(&source, 1u << next(&source, 4))};
   if (next(&source, 8)) c.features |= SIM_LINES | SIM_WIDE | SIM_CACHES;
   if (c.features & SIM_LINES) c.features |= SIM_WIDE;
   if (!(c.features & SIM_LINES)) c.features &= ~(unsigned)SIM_CACHES;
   if (c.features & SIM_DIRECT) c.features &= ~(next(&source, 4) ? SIM_DIRECT : SIM_TOGGLE);
   sim_run(&c, 20 + (int)next(&source, 80u << next(&source, 9)));
   samples_compared += c.samples;
   bins_compared += c.bins;
   instances_compared += c.instances;
   points_compared += c.points;
}

static void programs(void** state)
{
   (void)state;
   run(NUMBER_USED_AGAIN);
   uint32_t n = 1 + run_made_up_programs(run, PROGRAMS);
   print_message("%u programs, %llu samples, %llu bins, %llu instances, %llu points\n", n,
                 (unsigned long long)samples_compared, (unsigned long long)bins_compared,
                 (unsigned long long)instances_compared, (unsigned long long)points_compared);
   if (made_up_programs.only) return;
   assert_true(samples_compared > 2 * n && bins_compared > 2 * n);
   assert_true(instances_compared > 100 * n && points_compared > 2 * n);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(bins),           cmocka_unit_test(samples),
      cmocka_unit_test(random_moments), cmocka_unit_test(ranges),
      cmocka_unit_test(not_collected),  cmocka_unit_test(programs)};
   return UNIT_MAIN(argc, argv, tests);
}
