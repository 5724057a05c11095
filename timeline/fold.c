// SPDX-License-Identifier: GPL-3.0-or-later
// Folding; see fold.h.
#include "timeline/fold.h"

// A sample in an open instance; its payload follows `total`.
typedef struct {
   uint64_t instructions, weight;
   uint64_t total[]; // [n_events]
} Point;

struct FoldInstance {
   Fold* fold;
   uint64_t number;
   FoldStart start;
   uint64_t* totals_at_start; // [n_events]
   uint64_t instructions_at_start;
   char* points;
   uint32_t n_kept, capacity;
   uint64_t n_points, stride;
   FoldInstance* next; // of the spare ones
};

enum { RANDOM_SEED = 88172645 };

void fold_init(Fold* f, uint32_t n_events, uint32_t payload_B)
{
   XG_ASSERT(payload_B % sizeof(uint64_t) == 0);
   *f = (Fold){.n_events = n_events, .payload_B = payload_B, .random = RANDOM_SEED};
   f->cost = host_zalloc("timeline.fold", n_events * sizeof *f->cost);
   instance_list_init(&f->list, n_events);
   instance_outliers_init(&f->longest, n_events, true);
   instance_outliers_init(&f->shortest, n_events, false);
}

static void free_contents(Fold* f)
{
   host_free(f->cost);
   host_free(f->y);
   host_free(f->samples);
   instance_list_free(&f->list);
   instance_outliers_free(&f->longest);
   instance_outliers_free(&f->shortest);
}

void fold_free(Fold* f)
{
   free_contents(f);
   while (f->spare) {
      FoldInstance* i = f->spare;
      f->spare = i->next;
      host_free(i->totals_at_start);
      host_free(i->points);
      host_free(i);
   }
}

void fold_zero(Fold* f)
{
   FoldInstance* spare = f->spare;
   free_contents(f);
   fold_init(f, f->n_events, f->payload_B);
   f->spare = spare;
}

// --- points of an open instance -----------------------------------------------------------------

static size_t point_B(const Fold* f)
{
   return sizeof(Point) + f->n_events * sizeof(uint64_t) + f->payload_B;
}

static Point* point(const FoldInstance* i, uint32_t number)
{
   return (Point*)(void*)(i->points + number * point_B(i->fold));
}

static void* payload_of(const FoldInstance* i, Point* p)
{
   return p->total + i->fold->n_events;
}

static void thin(FoldInstance* i)
{
   i->stride *= 2;
   i->n_kept = (i->n_kept + 1) / 2;
   for (uint32_t p = 1; p < i->n_kept; p++)
      host_memcpy(point(i, p), point(i, 2 * p), point_B(i->fold));
}

static void make_room(FoldInstance* i)
{
   if (i->n_kept < i->capacity) return;
   i->capacity = i->capacity ? 2 * i->capacity : 4;
   i->points = host_realloc("timeline.points", i->points, i->capacity * point_B(i->fold));
}

void fold_point(FoldInstance* i, uint64_t instructions, const uint64_t* totals, uint64_t weight,
                const void* payload)
{
   const Fold* f = i->fold;
   uint64_t number = i->n_points++;
   while (i->n_kept >= i->start.points_max && number % i->stride == 0) thin(i);
   if (number % i->stride) return;
   make_room(i);
   Point* p = point(i, i->n_kept++);
   p->instructions = instructions;
   p->weight = weight;
   host_memcpy(p->total, totals, f->n_events * sizeof *totals);
   host_memcpy(payload_of(i, p), payload, f->payload_B);
}

void* fold_last_payload(FoldInstance* i)
{
   if (!i->n_points || (i->n_points - 1) % i->stride) return NULL;
   return payload_of(i, point(i, i->n_kept - 1));
}

// --- instances ----------------------------------------------------------------------------------

static FoldInstance* new_instance(Fold* f)
{
   FoldInstance* i = f->spare;
   if (i) {
      f->spare = i->next;
      return i;
   }
   i = host_zalloc("timeline.instance", sizeof *i);
   i->fold = f;
   i->totals_at_start =
      host_alloc("timeline.instance", f->n_events * sizeof *i->totals_at_start);
   return i;
}

FoldInstance* fold_begin(Fold* f, const FoldStart* start, uint64_t instructions,
                         const uint64_t* totals)
{
   FoldInstance* i = new_instance(f);
   i->start = *start;
   fold_restart(i, start->clock, instructions, totals);
   return i;
}

void fold_restart(FoldInstance* i, uint64_t clock, uint64_t instructions,
                  const uint64_t* totals)
{
   Fold* f = i->fold;
   i->number = f->n_begun++;
   i->start.clock = clock;
   i->instructions_at_start = instructions;
   host_memcpy(i->totals_at_start, totals, f->n_events * sizeof *totals);
   i->n_kept = 0;
   i->n_points = 0;
   i->stride = 1;
}

// --- what an instance leaves --------------------------------------------------------------------

// A random number below n: xorshift64*, whose upper bits are the good ones.
static uint64_t random_below(Fold* f, uint64_t n)
{
   f->random ^= f->random >> 12;
   f->random ^= f->random << 25;
   f->random ^= f->random >> 27;
   return (uint64_t)((Wide)(f->random * 0x2545F4914F6CDD1DULL) * n >> 64);
}

static size_t sample_B(const Fold* f)
{
   return sizeof(FoldSample) + f->payload_B;
}

const FoldSample* fold_sample(const Fold* f, uint32_t i)
{
   return (const FoldSample*)(const void*)(f->samples + i * sample_B(f));
}

static void grow_samples(Fold* f)
{
   if (f->n_samples < f->samples_capacity) return;
   f->samples_capacity = f->samples_capacity ? 2 * f->samples_capacity : 64;
   f->samples =
      host_realloc("timeline.fold_samples", f->samples, f->samples_capacity * sample_B(f));
}

// Each sample is among the kept ones with the probability FOLD_SAMPLES * weight / sum of all weights so
// far, never above 1 (Chao, A general purpose unequal probability sampling plan, 1982).
static void keep_sample(Fold* f, const FoldSample* s, uint64_t weight, const void* payload)
{
   uint64_t at = f->samples_seen++;
   f->weight_seen += weight;
   if (at >= FOLD_SAMPLES) {
      at = random_below(f, f->weight_seen) / weight;
      if (at >= FOLD_SAMPLES) return;
   } else {
      grow_samples(f);
      f->n_samples++;
   }
   char* to = f->samples + at * sample_B(f);
   host_memcpy(to, s, sizeof *s);
   host_memcpy(to + sizeof *s, payload, f->payload_B);
}

// What was counted since the start of the instance.
static Instance ended(const FoldInstance* i, uint64_t instructions, const uint64_t* totals,
                      uint64_t* cost)
{
   for (uint32_t e = 0; e < i->fold->n_events; e++) cost[e] = totals[e] - i->totals_at_start[e];
   return (Instance){.number = i->number,
                     .start = i->start.clock,
                     .thread = i->start.thread,
                     .instructions = instructions - i->instructions_at_start,
                     .cost = cost};
}

static void fold_one_point(const FoldInstance* i, const Instance* whole, Point* p)
{
   Fold* f = i->fold;
   uint64_t at = p->instructions - i->instructions_at_start;
   XG_ASSERT(at <= whole->instructions);
   FoldSample s = {.instance = i->number,
                   .x = statistic_share(at, whole->instructions, FOLD_SHARE)};
   uint32_t bin = (uint32_t)((Wide)at * FOLD_BINS / whole->instructions);
   if (bin == FOLD_BINS) bin--; // the end belongs to the last bin
   uint64_t weight = p->weight * i->stride;
   f->points[bin]++;
   statistic_add_weighted(&f->x[bin], s.x, weight);
   for (uint32_t e = 0; e < f->n_events; e++) {
      if (!whole->cost[e]) continue;
      uint64_t cost = p->total[e] - i->totals_at_start[e];
      XG_ASSERT(cost <= whole->cost[e]);
      statistic_add_weighted(&f->y[bin * f->n_events + e],
                             statistic_share(cost, whole->cost[e], FOLD_SHARE), weight);
   }
   keep_sample(f, &s, weight, payload_of(i, p));
}

static void fold_points(const FoldInstance* i, const Instance* whole)
{
   Fold* f = i->fold;
   if (!whole->instructions || !i->n_kept) return;
   if (!f->y)
      f->y = host_zalloc("timeline.fold_curves", FOLD_BINS * f->n_events * sizeof *f->y);
   for (uint32_t p = 0; p < i->n_kept; p++) fold_one_point(i, whole, point(i, p));
}

void fold_end(FoldInstance* i, uint64_t instructions, const uint64_t* totals)
{
   Fold* f = i->fold;
   uint64_t cost[f->n_events + 1];
   Instance whole = ended(i, instructions, totals, cost);
   statistic_add(&f->instructions, whole.instructions);
   for (uint32_t e = 0; e < f->n_events; e++) statistic_add(&f->cost[e], cost[e]);
   instance_list_add(&f->list, &whole);
   instance_outliers_add(&f->longest, &whole);
   instance_outliers_add(&f->shortest, &whole);
   fold_points(i, &whole);
   i->next = f->spare;
   f->spare = i;
}

void fold_check(const Fold* f)
{
   const InstanceList* l = &f->list;
   uint64_t n = f->instructions.n, points = 0;
   XG_ASSERT(n <= f->n_begun && l->n <= INSTANCES_LISTED && l->n <= n);
   for (uint32_t e = 0; e < f->n_events; e++) XG_ASSERT(f->cost[e].n == n);
   for (uint32_t i = 0; i < l->n; i++) {
      XG_ASSERT(l->instance[i].number % l->stride == 0 && l->instance[i].number < f->n_begun);
      XG_ASSERT(i == 0 || l->instance[i - 1].number < l->instance[i].number);
   }
   for (uint32_t b = 0; b < FOLD_BINS; b++) {
      points += f->points[b];
      XG_ASSERT(f->x[b].n >= f->points[b]);
      for (uint32_t e = 0; f->y && e < f->n_events; e++)
         XG_ASSERT(f->y[b * f->n_events + e].n <= f->x[b].n);
   }
   XG_ASSERT(f->samples_seen == points);
   XG_ASSERT(f->n_samples == (points < FOLD_SAMPLES ? points : FOLD_SAMPLES));
}
