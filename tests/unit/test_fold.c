// SPDX-License-Identifier: GPL-3.0-or-later
// Folding against a model that keeps every instance and every point, and regions whose phases are known.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host_libc.h"
#include "timeline/fold.h"
#include "unit_main.h"
#include "xorshift.h"

static uint64_t below(uint64_t n)
{
   return next_random() % n;
}

// --- statistics -------------------------------------------------------------------------------

static int compare(const void* a, const void* b)
{
   uint64_t x = *(const uint64_t*)a, y = *(const uint64_t*)b;
   return x < y ? -1 : x > y;
}

// The numbers are base + small ones: distances from the mean are computed without the base.
static void check_statistic(const uint64_t* small, size_t n, uint64_t base)
{
   Statistic s = {0};
   uint64_t sorted[n];
   long double sum = 0, squares = 0;
   for (size_t i = 0; i < n; i++) {
      statistic_add(&s, base + small[i]);
      sorted[i] = base + small[i];
      sum += small[i];
   }
   for (size_t i = 0; i < n; i++) {
      long double d = small[i] - sum / n;
      squares += d * d;
   }
   qsort(sorted, n, sizeof sorted[0], compare);
   assert_int_equal(s.n, n);
   assert_int_equal(s.min, sorted[0]);
   assert_int_equal(s.max, sorted[n - 1]);
   assert_int_equal(s.sum, n * base + (uint64_t)sum);
   long double mean = sum / n * 1000, deviation = sqrtl(squares / n) * 1000;
   assert_true(fabsl((long double)(statistic_mean(&s, 1000) - base * 1000) - mean) <= 0.501L);
   assert_true(fabsl((long double)statistic_deviation(&s, 1000) - deviation)
               <= 0.501L + deviation * 1e-15L);
}

static void statistics(void** state)
{
   (void)state;
   static const uint64_t base[] = {0, 1, 1000, 123456789, 1ULL << 40, 4000000000000007ULL};
   static const uint64_t range[] = {1, 2, 10, 1000, 1000000000};
   uint64_t small[1000];
   for (size_t b = 0; b < 6; b++)
      for (size_t r = 0; r < 5; r++)
         for (size_t n = 1; n <= 1000; n = n * 3 + 1) {
            for (size_t i = 0; i < n; i++) small[i] = below(range[r]);
            check_statistic(small, n, base[b]);
         }
   Statistic none = {0};
   assert_int_equal(statistic_mean(&none, 1000), 0);
   assert_int_equal(statistic_deviation(&none, 1000), 0);
   Statistic two = {0}; // the sum of the squares needs more than 64 bits
   statistic_add(&two, 1ULL << 62);
   statistic_add(&two, (1ULL << 62) + 2);
   assert_int_equal(statistic_deviation(&two, 1000), 1000);
}

static void shares(void** state)
{
   (void)state;
   for (int i = 0; i < 100000; i++) {
      uint64_t b = (next_random() >> below(60)) + 1, a = below(b) + below(2);
      uint64_t share = statistic_share(a, b, FOLD_SHARE);
      __int128 rest = (__int128)a * FOLD_SHARE - (__int128)share * b;
      assert_true(2 * rest < b && 2 * rest >= -(__int128)b);
   }
   assert_int_equal(statistic_share(1, 2, 1), 1);
   assert_int_equal(statistic_share(UINT64_MAX, UINT64_MAX, FOLD_SHARE), FOLD_SHARE);
}

// --- the model --------------------------------------------------------------------------------

enum { EVENTS = 3, OPEN = 5 };

// Two numbers, so that a payload of another size than that of the rest is noticed.
typedef struct {
   uint64_t id, twice;
} Payload;

typedef struct {
   uint64_t instance, instructions, weight, total[EVENTS];
   Payload payload;
} ModelPoint;

typedef struct {
   uint64_t number, clock, from, to, start[EVENTS], end[EVENTS];
   uint32_t thread, points_max;
   bool ended;
   ModelPoint* point;
   size_t n_points, capacity;
   FoldInstance* open;
} ModelInstance;

typedef struct {
   ModelInstance* instance;
   size_t n, capacity;
   size_t* ended; // in this order
   size_t n_ended;
   uint64_t instructions, total[EVENTS], ids;
} Model;

static void model_free(Model* m)
{
   for (size_t i = 0; i < m->n; i++) free(m->instance[i].point);
   free(m->instance);
   free(m->ended);
   *m = (Model){0};
}

static ModelInstance* model_begin(Model* m, uint32_t thread, uint32_t points_max)
{
   if (m->n == m->capacity) {
      m->capacity = m->capacity ? 2 * m->capacity : 16;
      m->instance = realloc(m->instance, m->capacity * sizeof *m->instance);
      m->ended = realloc(m->ended, m->capacity * sizeof *m->ended);
   }
   ModelInstance* i = &m->instance[m->n];
   *i = (ModelInstance){.number = m->n++,
                        .clock = m->instructions * 3,
                        .from = m->instructions,
                        .thread = thread,
                        .points_max = points_max};
   memcpy(i->start, m->total, sizeof i->start);
   return i;
}

static void begin(Fold* f, Model* m, uint32_t thread, uint32_t points_max)
{
   ModelInstance* i = model_begin(m, thread, points_max);
   FoldStart s = {.clock = i->clock, .thread = thread, .points_max = points_max};
   i->open = fold_begin(f, &s, m->instructions, m->total);
}

// The distance of kept points: the least power of two with which there are few enough.
static size_t stride(size_t n, size_t most)
{
   size_t s = 1;
   while ((n + s - 1) / s > most) s *= 2;
   return s;
}

// The payload is completed afterwards, as an access is known later than its sample.
static void add_point(Model* m, ModelInstance* i, uint64_t weight)
{
   if (i->n_points == i->capacity) {
      i->capacity = i->capacity ? 2 * i->capacity : 8;
      i->point = realloc(i->point, i->capacity * sizeof *i->point);
   }
   ModelPoint* p = &i->point[i->n_points++];
   *p = (ModelPoint){.instance = i->number,
                     .instructions = m->instructions,
                     .weight = weight,
                     .payload = {m->ids, 2 * m->ids}};
   memcpy(p->total, m->total, sizeof p->total);
   m->ids++;
   Payload early = {p->payload.id, 0};
   fold_point(i->open, m->instructions, m->total, weight, &early);
   Payload* last = fold_last_payload(i->open);
   bool kept = (i->n_points - 1) % stride(i->n_points, i->points_max) == 0;
   assert_int_equal(last != NULL, kept);
   if (!last) return;
   assert_int_equal(last->id, p->payload.id);
   last->twice = 2 * last->id;
}

static void end(Model* m, ModelInstance* i)
{
   i->ended = true;
   i->to = m->instructions;
   memcpy(i->end, m->total, sizeof i->end);
   m->ended[m->n_ended++] = i->number;
   fold_end(i->open, m->instructions, m->total);
   i->open = NULL;
}

static void go_on(Model* m, uint64_t most)
{
   uint64_t n = below(most);
   m->instructions += n;
   m->total[0] += n;
   m->total[1] += n ? below(n) * below(2) : 0; // often 0
}

// --- comparisons ------------------------------------------------------------------------------

static void same_instance(const Instance* got, const ModelInstance* want)
{
   assert_int_equal(got->number, want->number);
   assert_int_equal(got->start, want->clock);
   assert_int_equal(got->thread, want->thread);
   assert_int_equal(got->instructions, want->to - want->from);
   for (int e = 0; e < EVENTS; e++)
      assert_int_equal(got->cost[e], want->end[e] - want->start[e]);
}

static void same_list(const Fold* f, const Model* m)
{
   uint64_t every = 1;
   size_t n;
   for (;; every *= 2) {
      n = 0;
      for (size_t i = 0; i < m->n; i += every) n += m->instance[i].ended;
      if (n <= INSTANCES_LISTED) break;
   }
   assert_int_equal(f->list.n, n);
   assert_int_equal(f->list.stride, every);
   n = 0;
   for (size_t i = 0; i < m->n; i += every)
      if (m->instance[i].ended) same_instance(&f->list.instance[n++], &m->instance[i]);
}

static int sign; // of the order

static int by_length(const void* a, const void* b)
{
   const ModelInstance *x = *(ModelInstance*const*)a, *y = *(ModelInstance*const*)b;
   uint64_t p = x->to - x->from, q = y->to - y->from;
   if (p != q) return p < q ? -sign : sign;
   return x->number < y->number ? -1 : 1;
}

static void same_outliers(const InstanceOutliers* o, const Model* m, int order)
{
   const ModelInstance** v = malloc((m->n_ended + 1) * sizeof *v);
   for (size_t i = 0; i < m->n_ended; i++) v[i] = &m->instance[m->ended[i]];
   sign = order;
   qsort(v, m->n_ended, sizeof *v, by_length);
   assert_int_equal(o->n, m->n_ended < 16 ? m->n_ended : 16);
   for (uint32_t i = 0; i < o->n; i++) same_instance(&o->instance[i], v[i]);
   free(v);
}

static void same_sums(const Fold* f, const Model* m)
{
   Statistic instructions = {0}, cost[EVENTS] = {{0}};
   for (size_t n = 0; n < m->n_ended; n++) {
      const ModelInstance* i = &m->instance[m->ended[n]];
      statistic_add(&instructions, i->to - i->from);
      for (int e = 0; e < EVENTS; e++) statistic_add(&cost[e], i->end[e] - i->start[e]);
   }
   assert_int_equal(f->n_begun, m->n);
   assert_memory_equal(&f->instructions, &instructions, sizeof instructions);
   assert_memory_equal(f->cost, cost, sizeof cost);
}

static uint64_t rounded(uint64_t a, uint64_t b)
{
   return (uint64_t)((2 * (unsigned __int128)a * 1000000 + b) / (2 * (unsigned __int128)b));
}

// A sample that must be there, in the order in which it was folded.
typedef struct {
   uint64_t x;
   const ModelPoint* point;
   bool found;
} ModelSample;

typedef struct {
   uint64_t points[128];
   Statistic x[128], y[128][EVENTS];
   ModelSample* sample;
   size_t n_samples;
} ModelFold;

static void fold_model_point(ModelFold* f, const ModelInstance* i, const ModelPoint* p,
                             uint64_t weight)
{
   uint64_t length = i->to - i->from, at = p->instructions - i->from;
   size_t bin = 0;
   while (bin < 127 && at * 128 >= (bin + 1) * length) bin++;
   f->points[bin]++;
   for (uint64_t n = 0; n < weight; n++) {
      statistic_add(&f->x[bin], rounded(at, length));
      for (int e = 0; e < EVENTS; e++)
         if (i->end[e] > i->start[e])
            statistic_add(&f->y[bin][e],
                          rounded(p->total[e] - i->start[e], i->end[e] - i->start[e]));
   }
   f->sample[f->n_samples++] = (ModelSample){rounded(at, length), p, false};
}

static ModelFold* fold_model(const Model* m)
{
   ModelFold* f = calloc(1, sizeof *f);
   f->sample = malloc((m->ids + 1) * sizeof *f->sample);
   for (size_t n = 0; n < m->n_ended; n++) {
      const ModelInstance* i = &m->instance[m->ended[n]];
      if (i->to == i->from) continue;
      size_t every = stride(i->n_points, i->points_max);
      for (size_t p = 0; p < i->n_points; p += every)
         fold_model_point(f, i, &i->point[p], every * i->point[p].weight);
   }
   return f;
}

// Every kept sample is one that was folded, and is kept once.
static void same_samples(const Fold* f, ModelFold* want, uint64_t ids)
{
   size_t* of_id = calloc(ids + 1, sizeof *of_id);
   for (size_t n = 0; n < want->n_samples; n++)
      of_id[want->sample[n].point->payload.id] = n + 1;
   size_t n = want->n_samples < FOLD_SAMPLES ? want->n_samples : FOLD_SAMPLES;
   assert_int_equal(f->n_samples, n);
   assert_int_equal(f->samples_seen, want->n_samples);
   for (uint32_t i = 0; i < n; i++) {
      const FoldSample* s = fold_sample(f, i);
      Payload p;
      memcpy(&p, s + 1, sizeof p);
      assert_true(p.id < ids && of_id[p.id]);
      ModelSample* w = &want->sample[of_id[p.id] - 1];
      assert_false(w->found);
      w->found = true;
      assert_int_equal(p.twice, 2 * p.id);
      assert_int_equal(s->instance, w->point->instance);
      assert_int_equal(s->x, w->x);
   }
   free(of_id);
}

static void same_fold(const Fold* f, const Model* m)
{
   ModelFold* want = fold_model(m);
   same_samples(f, want, m->ids);
   for (int bin = 0; bin < FOLD_BINS; bin++) {
      assert_memory_equal(&f->x[bin], &want->x[bin], sizeof want->x[bin]);
      assert_int_equal(f->points[bin], want->points[bin]);
      for (int e = 0; e < EVENTS && f->y; e++)
         assert_memory_equal(&f->y[bin * EVENTS + e], &want->y[bin][e], sizeof(Statistic));
   }
   assert_true(f->y || !want->n_samples);
   free(want->sample);
   free(want);
}

static void same(const Fold* f, const Model* m)
{
   fold_check(f);
   same_sums(f, m);
   same_list(f, m);
   same_outliers(&f->longest, m, -1);
   same_outliers(&f->shortest, m, 1);
   same_fold(f, m);
}

// --- random runs ------------------------------------------------------------------------------

typedef struct {
   size_t instances;
   uint64_t length; // of a step
   uint32_t points; // per instance, on average
   uint64_t weight; // of points in the second half
} Run;

// Up to OPEN instances at a time, which end in any order, as in threads.
static void random_run(const Run* r)
{
   Fold f;
   Model m = {0};
   size_t open[OPEN], n_open = 0;
   fold_init(&f, EVENTS, sizeof(Payload));
   while (m.n_ended < r->instances) {
      go_on(&m, r->length);
      uint64_t what = below(2 + r->points);
      if (what == 0 && n_open < OPEN) {
         static const uint32_t most[] = {1, 2, 7, 100, FOLD_POINTS};
         open[n_open++] = m.n;
         begin(&f, &m, (uint32_t)below(3), most[below(5)]);
      } else if (what == 1 && n_open) {
         size_t which = below(n_open);
         end(&m, &m.instance[open[which]]);
         open[which] = open[--n_open];
      } else if (what > 1) {
         uint64_t weight = 2 * m.n_ended < r->instances ? 1 : r->weight;
         for (size_t i = 0; i < n_open; i++) add_point(&m, &m.instance[open[i]], weight);
      }
      if (m.n_ended == r->instances / 2 && below(4) == 0) same(&f, &m);
   }
   same(&f, &m);
   while (n_open) end(&m, &m.instance[open[--n_open]]);
   same(&f, &m);
   fold_free(&f);
   model_free(&m);
}

static void random_runs(void** state)
{
   (void)state;
   static const Run runs[] = {{0, 10, 1},    {1, 10, 3},         {15, 5, 2},      {16, 3, 2},
                              {17, 2, 2},    {40, 100, 3000},    {300, 1000, 20}, {4096, 50, 1},
                              {4097, 50, 1}, {9000, 1 << 30, 2}, {30000, 20, 4}};
   static const uint64_t weights[] = {1, 2, 16};
   for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
      Run r = runs[i];
      r.weight = weights[i % 3];
      random_run(&r);
   }
}

// What was before is forgotten, and instances that were open begin again.
static void zero(void** state)
{
   (void)state;
   Fold f;
   Model before = {0}, after = {0};
   fold_init(&f, EVENTS, sizeof(Payload));
   for (int i = 0; i < 100; i++) {
      go_on(&before, 100);
      begin(&f, &before, 1, FOLD_POINTS);
      go_on(&before, 100);
      add_point(&before, &before.instance[i], 1);
      go_on(&before, 100);
      if (i < 98) end(&before, &before.instance[i]);
   }
   fold_zero(&f);
   after.instructions = before.instructions;
   memcpy(after.total, before.total, sizeof after.total);
   for (int i = 98; i < 100; i++) {
      ModelInstance* new = model_begin(&after, 1, FOLD_POINTS);
      new->open = before.instance[i].open;
      fold_restart(new->open, new->clock, after.instructions, after.total);
   }
   for (int i = 0; i < 50; i++) {
      go_on(&after, 100);
      add_point(&after, &after.instance[i % 2], 3);
   }
   go_on(&after, 100);
   end(&after, &after.instance[1]);
   same(&f, &after);
   end(&after, &after.instance[0]);
   same(&f, &after);
   fold_free(&f);
   model_free(&before);
   model_free(&after);
}

// Of four times as many samples as are kept, those of the second half with another weight: how many of each
// quarter are kept is in proportion to their weights.
static void keep_of_many(uint64_t weight)
{
   enum { N = 4 * FOLD_SAMPLES };
   Fold f;
   uint64_t part[4] = {0}, totals[EVENTS] = {0};
   FoldStart s = {.points_max = FOLD_POINTS};
   fold_init(&f, EVENTS, sizeof(Payload));
   for (uint64_t n = 0; n < N; n++) {
      Payload p = {n, 0};
      FoldInstance* i = fold_begin(&f, &s, 0, totals);
      fold_point(i, 1, totals, 2 * n < N ? 1 : weight, &p);
      fold_end(i, 2, totals);
   }
   assert_int_equal(f.n_samples, FOLD_SAMPLES);
   for (uint32_t i = 0; i < f.n_samples; i++)
      part[((const Payload*)(fold_sample(&f, i) + 1))->id * 4 / N]++;
   for (int q = 0; q < 4; q++) {
      double want =
         (double)FOLD_SAMPLES * (q < 2 ? 1 : (double)weight) / (2.0 + 2.0 * (double)weight);
      assert_true(fabs((double)part[q] - want) < 5 * sqrt(want));
   }
   fold_free(&f);
}

static void kept_samples(void** state)
{
   (void)state;
   keep_of_many(1);
   keep_of_many(2); // more, and some would have to be kept with a probability above 1
}

// --- known phases -----------------------------------------------------------------------------

// 1,000 instances: all of event 1 falls between 3/8 and 5/8 of each.  Where it begins and ends is found
// within one bin, though instances are shorter than a period and differ in length.
static void find_phase(uint64_t period, uint64_t shortest, uint64_t longest)
{
   Fold f;
   uint64_t now = 0, next = below(period), total[EVENTS] = {0};
   fold_init(&f, EVENTS, sizeof(Payload));
   for (int n = 0; n < 1000; n++) {
      uint64_t length = shortest + below(longest - shortest + 1), from = now, start = total[1];
      FoldStart s = {.clock = now, .thread = 1, .points_max = FOLD_POINTS};
      total[0] = now;
      FoldInstance* i = fold_begin(&f, &s, now, total);
      for (; next < from + length; next += period / 2 + below(period)) {
         uint64_t at = next - from, phase = at * 8 < 3 * length   ? 0
                                            : at * 8 > 5 * length ? length / 4
                                                                  : at - 3 * length / 8;
         Payload p = {0, 0};
         total[0] = next;
         total[1] = start + phase;
         fold_point(i, next, total, 1, &p);
      }
      now = from + length;
      total[0] = now;
      total[1] = start + length / 4;
      fold_end(i, now, total);
   }
   int begins = -1, ends = -1;
   for (int bin = 0; bin < FOLD_BINS; bin++) {
      const Statistic* y = &f.y[bin * EVENTS + 1];
      if (!f.x[bin].n) continue;
      assert_in_range(f.x[bin].min, bin * 1000000ULL / 128, (bin + 1) * 1000000ULL / 128 + 1);
      if (begins < 0 && statistic_mean(y, 1) > 0) begins = bin;
      if (ends < 0 && statistic_mean(y, 1) == FOLD_SHARE) ends = bin;
      // Event 0 costs the same everywhere: its curve is the diagonal.
      assert_true(llabs((long long)(f.y[bin * EVENTS].sum - f.x[bin].sum))
                  <= (long long)f.x[bin].n);
      assert_int_equal(f.y[bin * EVENTS + 2].n, 0);
   }
   assert_in_range(begins, 48, 49);
   assert_in_range(ends, 79, 80);
   fold_free(&f);
}

static void phases(void** state)
{
   (void)state;
   find_phase(1000, 100000, 100000);
   find_phase(1000, 50000, 1000000);
   find_phase(1003, 1000, 1000);      // a sample per instance
   find_phase(150000, 50000, 150000); // most instances have one, many none
}

// Two instances take 20 times as long as all others.
static void outliers(void** state)
{
   (void)state;
   Fold f;
   Model m = {0};
   fold_init(&f, EVENTS, sizeof(Payload));
   for (uint64_t i = 0; i < 1000; i++) {
      begin(&f, &m, 1, FOLD_POINTS);
      m.instructions += (i == 17 || i == 503) ? 20000 : 1000;
      end(&m, &m.instance[i]);
   }
   assert_int_equal(f.longest.instance[0].number, 17);
   assert_int_equal(f.longest.instance[1].number, 503);
   assert_int_equal(f.longest.instance[2].number, 0);
   assert_int_equal(f.shortest.instance[0].number, 0);
   assert_int_equal(f.instructions.sum, 998 * 1000 + 2 * 20000);
   assert_int_equal(statistic_mean(&f.instructions, 1000), 1038000);
   same(&f, &m);
   fold_free(&f);
   model_free(&m);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(statistics),   cmocka_unit_test(shares), cmocka_unit_test(random_runs),
      cmocka_unit_test(kept_samples), cmocka_unit_test(zero),   cmocka_unit_test(phases),
      cmocka_unit_test(outliers)};
   return UNIT_MAIN(argc, argv, tests);
}
