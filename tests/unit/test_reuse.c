// SPDX-License-Identifier: GPL-3.0-or-later
// Reuse distances and miss curves against lists of lines in order of their last access.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cachesim/miss_curve.h"
#include "unit_main.h"
#include "xorshift.h"

// --- the model ----------------------------------------------------------------------------

enum { MODEL_LINES = 1 << 16 };

// Lines in order of their last access, the latest one first.
typedef struct {
   uint64_t line[MODEL_LINES];
   uint32_t n;
} Model;

// Accesses a line; returns how many others were accessed since the last time, or REUSE_COLD.
static uint64_t model_access(Model* m, uint64_t line)
{
   uint32_t i = 0;
   while (i < m->n && m->line[i] != line) i++;
   uint64_t distance = i < m->n ? i : REUSE_COLD;
   if (distance == REUSE_COLD) assert_true(m->n++ < MODEL_LINES);
   memmove(m->line + 1, m->line, i * sizeof m->line[0]);
   m->line[0] = line;
   return distance;
}

// The first `bits` bits of a line's hash are 0.
static bool is_low(uint64_t line, uint32_t bits)
{
   return bits == 0 || reuse_hash(line) >> (64 - bits) == 0;
}

static void model_keep_low(Model* m, uint32_t bits)
{
   uint32_t kept = 0;
   for (uint32_t i = 0; i < m->n; i++)
      if (is_low(m->line[i], bits)) m->line[kept++] = m->line[i];
   m->n = kept;
}

static bool model_has(const Model* m, uint64_t line)
{
   for (uint32_t i = 0; i < m->n; i++)
      if (m->line[i] == line) return true;
   return false;
}

// --- distances ----------------------------------------------------------------------------

// Lines near each other, some far away, and stretches of the same ones again.
static uint64_t random_line(uint32_t footprint)
{
   uint64_t r = next_random();
   switch (r & 7) {
   case 0: return (r >> 8) % footprint << 20;
   case 1:
   case 2:
   case 3: return (r >> 8) % footprint;
   default: return (r >> 8) % (footprint / 16 + 1);
   }
}

static void exact_distances(void** state)
{
   (void)state;
   static Model m;
   static const uint32_t footprint[] = {1, 2, 15, 100, 1000, 5000, 20000};
   for (size_t f = 0; f < sizeof footprint / sizeof footprint[0]; f++) {
      Reuse r;
      reuse_init(&r, 0, true);
      m.n = 0;
      for (int i = 0; i < 60000; i++) {
         uint64_t line = random_line(footprint[f]);
         assert_true(reuse_is_sampled(&r, line));
         ReuseAccess a = reuse_access(&r, line);
         assert_int_equal(a.distance, model_access(&m, line));
         assert_int_equal(a.weight, 1);
         assert_true(a.group < REUSE_GROUPS);
         if (i % 9973 == 0) reuse_check(&r);
         if (i % 40009 == 40008) {
            reuse_clear(&r);
            m.n = 0;
         }
      }
      assert_int_equal(r.n_lines, m.n);
      reuse_check(&r);
      reuse_free(&r);
   }
}

// With more lines than the arrays have at the start, so that they grow; a list would take too long.
static void exact_grows(void** state)
{
   (void)state;
   enum { LINES = 100000 };
   Reuse r;
   reuse_init(&r, 0, true);
   for (int round = 0; round < 3; round++)
      for (uint64_t line = 0; line < LINES; line++)
         assert_int_equal(reuse_access(&r, 3 * line).distance, round ? LINES - 1 : REUSE_COLD);
   for (uint64_t line = LINES; line-- > 0;) // in the other direction
      assert_int_equal(reuse_access(&r, 3 * line).distance, LINES - 1 - line);
   reuse_check(&r);
   reuse_free(&r);
}

// How many lines may be sampled with one in 64, one in 128, and fewer.
typedef struct {
   uint32_t lines_max, at_64, at_128;
} Room;

static uint32_t room_at(const Room* room, uint32_t shift)
{
   return shift == 6 ? room->at_64 : shift == 7 ? room->at_128 : room->lines_max;
}

static void sampled_distances(void** state)
{
   (void)state;
   static Model m;
   static const Room rooms[] = {{64, 64, 64},     {65, 64, 64},    {100, 64, 64},
                                {256, 64, 64},    {1000, 64, 250}, {4000, 125, 1000},
                                {8192, 256, 2048}};
   for (size_t k = 0; k < sizeof rooms / sizeof rooms[0]; k++) {
      const uint32_t lines_max = rooms[k].lines_max;
      Reuse r;
      reuse_init(&r, lines_max, false);
      m.n = 0;
      uint32_t shift = REUSE_FIRST_RATE_SHIFT;
      uint64_t n_sampled = 0;
      for (int i = 0; i < 1000000; i++) {
         uint64_t line = random_line(i < 500000 ? 20000 : 400000);
         assert_int_equal(reuse_is_sampled(&r, line), is_low(line, shift));
         if (!is_low(line, shift)) continue;
         n_sampled++;
         bool is_new = !model_has(&m, line);
         ReuseAccess a = reuse_access(&r, line);
         assert_int_equal(a.weight, 1 << shift);
         while (is_new && m.n >= room_at(&rooms[k], shift)) model_keep_low(&m, ++shift);
         uint64_t distance = REUSE_COLD;
         if (is_low(line, shift)) distance = model_access(&m, line);
         assert_int_equal(a.distance, is_new ? REUSE_COLD : distance << shift);
         assert_int_equal(r.n_lines, m.n);
         assert_true(m.n <= room_at(&rooms[k], shift));
         if (n_sampled % 997 == 0) reuse_check(&r);
         if (i % 700001 == 700000) {
            reuse_clear(&r);
            m.n = 0;
         }
      }
      assert_int_equal(r.rate_shift, shift);
      assert_true(shift > (lines_max <= 256 ? 9 : lines_max <= 4000 ? 7 : 6));
      reuse_free(&r);
   }
}

// Of lines in any regular order, as many are sampled as chance would have it, and in each group.
static void hash_is_even(void** state)
{
   (void)state;
   enum { LINES = 1 << 20 };
   for (uint32_t shift = 0; shift < 40; shift += 3) {
      double mean = (double)LINES / (1 << REUSE_FIRST_RATE_SHIFT);
      uint32_t sampled = 0, group[REUSE_GROUPS] = {0};
      for (uint64_t i = 0; i < LINES; i++) {
         uint64_t line = (0x4000 + i) << shift;
         if (!is_low(line, REUSE_FIRST_RATE_SHIFT)) continue;
         sampled++;
         group[reuse_hash(line) % REUSE_GROUPS]++;
      }
      assert_true(fabs(sampled - mean) < 4 * sqrt(mean));
      for (int g = 0; g < REUSE_GROUPS; g++)
         assert_true(fabs(group[g] - mean / REUSE_GROUPS) < 4 * sqrt(mean / REUSE_GROUPS));
   }
}

// --- sizes and histograms -----------------------------------------------------------------

static void sizes(void** state)
{
   (void)state;
   uint32_t n = 0;
   for (int quarter = 0; n < REUSE_SIZES; quarter++) {
      uint64_t size = (uint64_t)llround(exp2(quarter / 4.0));
      if (n && size == reuse_size(n - 1)) continue;
      assert_int_equal(reuse_size(n), size);
      n++;
   }
   for (uint64_t d = 0; d < 100000; d++) {
      uint32_t at_most = 0;
      while (at_most < REUSE_SIZES && reuse_size(at_most) <= d) at_most++;
      assert_int_equal(reuse_bucket(d), at_most);
   }
   for (uint32_t i = 0; i < REUSE_SIZES; i++) {
      assert_int_equal(reuse_bucket(reuse_size(i)), i + 1);
      assert_int_equal(reuse_bucket(reuse_size(i) - 1), i);
   }
   assert_int_equal(reuse_bucket(1ULL << 50), REUSE_SIZES);
   assert_int_equal(reuse_bucket(REUSE_COLD), REUSE_SIZES + 1);
}

// Misses are the accesses with a distance of the size or more.
static void histograms(void** state)
{
   (void)state;
   enum { ACCESSES = 3000 };
   static ReuseAccess a[ACCESSES];
   static MissCurve curve, part;
   Arena arena = {.what = "test"};
   ReuseHistogram one = {0}, other = {0};
   uint64_t accesses = 0;
   for (int i = 0; i < ACCESSES; i++) {
      uint64_t r = next_random();
      a[i] = (ReuseAccess){.distance = (r >> 20 & 7) ? r >> (24 + (r & 31)) : REUSE_COLD,
                           .weight = 1 << (r >> 8 & 3),
                           .group = r >> 12 & (REUSE_GROUPS - 1)};
      if (a[i].distance >> 32 && a[i].distance != REUSE_COLD) a[i].distance >>= 10;
      accesses += a[i].weight;
      reuse_histogram_add(i % 3 ? &one : &other, &arena, &a[i]);
   }
   reuse_histogram_add_all(&one, &arena, &other);
   assert_int_equal(one.recorded, ACCESSES);
   assert_int_equal(reuse_histogram_accesses(&one), accesses);
   miss_curve_of(&curve, &one, 0, 0);
   assert_int_equal(curve.accesses, accesses);
   for (uint32_t s = 0; s < REUSE_SIZES; s++) {
      uint64_t misses = 0;
      for (int i = 0; i < ACCESSES; i++)
         if (a[i].distance >= reuse_size(s)) misses += a[i].weight;
      assert_int_equal(curve.misses[s], misses);
      assert_int_equal(curve.error[s], 0);
   }
   uint32_t n = reuse_histogram_sizes(&one);
   assert_true(n == REUSE_SIZES || curve.misses[n - 1] == curve.misses[REUSE_SIZES - 1]);
   assert_true(n < 2 || curve.misses[n - 2] > curve.misses[REUSE_SIZES - 1]);
   miss_curve_of(&part, &one, 0, 2 * accesses);
   assert_int_equal(part.accesses, 2 * accesses);
   reuse_histogram_clear(&one);
   assert_int_equal(reuse_histogram_accesses(&one), 0);
   assert_int_equal(one.recorded, 0);
   miss_curve_of(&curve, &one, 0, 0);
   assert_int_equal(curve.misses[0], 0);

   arena_clear(&arena);
}

// --- estimates ----------------------------------------------------------------------------

// Traces whose curves differ, by the number of the access.
static uint64_t trace(int kind, uint64_t i)
{
   uint64_t r = next_random();
   switch (kind) {
   case 0: return i % 3000;  // a loop
   case 1: return i % 50000; // a loop that needs a lower rate
   case 2: return r % 20000; // anywhere
   case 3: {                 // anywhere, small numbers more often
      double u = (double)(r >> 11) / (double)(1ULL << 53);
      return (uint64_t)(exp(u * log(60000.0)));
   }
   case 4: return i % 4 ? 1000000 + i / 4 % 600 : i / 4 % 9000; // one loop within another
   case 5: return i;                                            // a stream
   case 6: return i % 40000 / 40 + i % 40 * 1024;               // columns of a matrix
   case 7: return i % 2 ? r % 500 : 100000 + i / 2 % 30000;
   default: return (i * i) % 65521 * 16; // quadratic residues
   }
}
enum { TRACES = 9, TRACE_LENGTH = 400000 };

typedef struct {
   Reuse reuse;
   Arena arena;
   ReuseHistogram histogram;
} Estimator;

static void estimator_init(Estimator* e, uint32_t lines_max)
{
   memset(e, 0, sizeof *e);
   e->arena.what = "test";
   reuse_init(&e->reuse, lines_max, lines_max == 0);
}

static void estimator_access(Estimator* e, uint64_t line)
{
   if (!reuse_is_sampled(&e->reuse, line)) return;
   ReuseAccess a = reuse_access(&e->reuse, line);
   reuse_histogram_add(&e->histogram, &e->arena, &a);
}

static void estimator_curve(Estimator* e, uint64_t accesses, MissCurve* c)
{
   miss_curve_of(c, &e->histogram, e->reuse.rate_shift, accesses);
   reuse_free(&e->reuse);
   arena_clear(&e->arena);
}

typedef struct {
   uint32_t lines_max;
   uint32_t points, within_1, within_2, within_4;
   double differences, errors; // sums, in shares of the accesses
} Agreement;

// Compares at sizes from 64 lines on.
static void compare_curves(const MissCurve* exact, uint32_t n, const MissCurve* sampled,
                           Agreement* a)
{
   for (uint32_t i = 0; i < n; i++) {
      if (reuse_size(i) < 64) continue;
      double d = fabs((double)sampled->misses[i] - (double)exact->misses[i]);
      double error = (double)sampled->error[i];
      a->points++;
      // Errors are rounded.
      a->within_1 += d <= error + 1;
      a->within_2 += d <= 2 * error + 1;
      a->within_4 += d <= 4 * error + 1;
      a->differences += d / TRACE_LENGTH;
      a->errors += error / TRACE_LENGTH;
   }
}

static void check_agreement(const Agreement* a)
{
   print_message(
      "%u lines, %u points: %.1f%% within 1 error, %.1f%% within 2, %.1f%% within 4; "
      "mean difference %.2f%%, mean error %.2f%%\n",
      a->lines_max, a->points, 100.0 * a->within_1 / a->points, 100.0 * a->within_2 / a->points,
      100.0 * a->within_4 / a->points, 100 * a->differences / a->points,
      100 * a->errors / a->points);
   assert_true(a->within_1 >= 0.6 * a->points);
   assert_true(a->within_2 >= 0.9 * a->points);
   assert_true(a->within_4 >= 0.98 * a->points);
   // Errors are not larger than they need be.
   assert_true(a->errors <= 1.6 * a->differences);
}

// The hash of a line is what it is: the results are the same each time.
static void estimates(void** state)
{
   (void)state;
   enum { SAMPLES = 3, VARIANTS = 8 };
   static Estimator exact, sampled[SAMPLES];
   static MissCurve curve, estimate;
   static Agreement agreement[SAMPLES] = {
      {.lines_max = 64}, {.lines_max = 512}, {.lines_max = 8192}};
   for (int kind = 0; kind < TRACES; kind++)
      for (uint64_t variant = 0; variant < VARIANTS; variant++) { // other lines, other hashes
         estimator_init(&exact, 0);
         for (int k = 0; k < SAMPLES; k++) estimator_init(&sampled[k], agreement[k].lines_max);
         for (uint64_t i = 0; i < TRACE_LENGTH; i++) {
            uint64_t line = trace(kind, i) + (variant << 30);
            estimator_access(&exact, line);
            for (int k = 0; k < SAMPLES; k++) estimator_access(&sampled[k], line);
         }
         uint32_t n = reuse_histogram_sizes(&exact.histogram);
         estimator_curve(&exact, TRACE_LENGTH, &curve);
         for (int k = 0; k < SAMPLES; k++) {
            estimator_curve(&sampled[k], TRACE_LENGTH, &estimate);
            compare_curves(&curve, n, &estimate, &agreement[k]);
         }
      }
   for (int k = 0; k < SAMPLES; k++) check_agreement(&agreement[k]);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(exact_distances),
      cmocka_unit_test(exact_grows),
      cmocka_unit_test(sampled_distances),
      cmocka_unit_test(hash_is_even),
      cmocka_unit_test(sizes),
      cmocka_unit_test(histograms),
      cmocka_unit_test(estimates),
   };
   return UNIT_MAIN(argc, argv, tests);
}
