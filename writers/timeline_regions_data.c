// SPDX-License-Identifier: GPL-3.0-or-later
// Regions of the timeline as JSON; see timeline_regions_data.h.
#include "writers/timeline_regions_data.h"

#include "base/array.h"
#include "engine/repeats/found_regions.h"
#include "writers/model.h"

#define REGIONS (&MODEL->regions)

// --- the report ---------------------------------------------------------------------------

static const TimelineSample* payload(const FoldSample* s)
{
   return (const TimelineSample*)(const void*)(s + 1);
}

static int by_x(const void* a, const void* b)
{
   const FoldSample *x = a, *y = b;
   int order = compare_numbers(x->x, y->x);
   if (!order) order = compare_numbers(x->instance, y->instance);
   return order ? order : compare_numbers(payload(x)->at, payload(y)->at);
}

RegionsReport* timeline_regions_data_new(void)
{
   RegionsReport* r = host_zalloc("writers.regions", sizeof *r);
   for (uint32_t i = 0; i < REGIONS->n; i++) r->n += REGIONS->region[i]->fold.n_samples;
   r->sample = host_alloc("writers.regions", (r->n + 1) * sizeof *r->sample);
   for (uint32_t i = 0; i < REGIONS->n; i++) {
      const Fold* f = &REGIONS->region[i]->fold;
      const FoldSample** first = r->sample + r->first[i];
      for (uint32_t s = 0; s < f->n_samples; s++) first[s] = fold_sample(f, s);
      host_sort((void**)first, f->n_samples, by_x);
      r->first[i + 1] = r->first[i] + f->n_samples;
   }
   return r;
}

void timeline_regions_data_free(RegionsReport* r)
{
   host_free(r->sample);
   host_free(r);
}

const TimelineSample* timeline_regions_data_sample(const RegionsReport* r, uint32_t i)
{
   return payload(r->sample[i]);
}

void timeline_regions_data_number(DataNumbers* numbers)
{
   for (uint32_t i = 0; i < REGIONS->n; i++) {
      const Function* f = REGIONS->region[i]->function;
      if (f) data_numbers_add(numbers, data_function_of(f, f->file->name));
      for (uint32_t b = 0; b < REGIONS->region[i]->n_borders; b++) {
         const Function* called = REGIONS->region[i]->border[b].function;
         data_numbers_add(numbers, data_function_of(called, called->file->name));
      }
   }
}

// --- numbers ------------------------------------------------------------------------------

typedef uint64_t Figure(const Statistic* s);

static uint64_t sum_of(const Statistic* s)
{
   return s->sum;
}

static uint64_t min_of(const Statistic* s)
{
   return s->min;
}

static uint64_t max_of(const Statistic* s)
{
   return s->max;
}

enum { THOUSANDTHS = 1000 };

static uint64_t mean_of(const Statistic* s)
{
   return statistic_mean(s, THOUSANDTHS);
}

static uint64_t deviation_of(const Statistic* s)
{
   return statistic_deviation(s, THOUSANDTHS);
}

static const struct {
   const char* name;
   Figure* figure;
   bool thousandths;
} figures[] = {{"sum", sum_of, false},
               {"mean", mean_of, true},
               {"stddev", deviation_of, true},
               {"min", min_of, false},
               {"max", max_of, false}};
enum { N_FIGURES = sizeof figures / sizeof figures[0] };

// parts: as event_parts() of what is counted.
static void write_figure(Json* j, const Statistic* s, int f, uint32_t parts)
{
   uint64_t n = figures[f].figure(s) / parts;
   if (!figures[f].thousandths) {
      json_number(j, n);
      return;
   }
   Writer* w = json_raw(j);
   writer_number(w, n / 1000);
   if (n % 1000 == 0) return;
   writer_char(w, '.');
   writer_char(w, (char)('0' + n / 100 % 10));
   writer_char(w, (char)('0' + n / 10 % 10));
   writer_char(w, (char)('0' + n % 10));
}

// --- instances ----------------------------------------------------------------------------

// A region counts the events of the layout; one that it does not count is 0.
static uint64_t of_event(const uint64_t* cost, uint32_t e)
{
   uint8_t index = REGIONS->index[e];
   return index == NOT_AN_EVENT ? 0 : cost[index];
}

static void write_cost(Json* j, const uint64_t* cost, const ProfileLayout* layout)
{
   json_array(j);
   for (uint32_t i = 0; i < layout->n_events; i++)
      json_number(
         j, event_shown(layout->event[i], of_event(cost, profile_counted(layout, i)), NULL));
   json_end_array(j);
}

static void write_statistics(Json* j, const Fold* f, const ProfileLayout* layout)
{
   static const Statistic none;
   json_line(j, 3);
   json_key(j, "instructions");
   json_object(j);
   for (int i = 0; i < N_FIGURES; i++) {
      json_key(j, figures[i].name);
      write_figure(j, &f->instructions, i, 1);
   }
   json_end_object(j);
   json_line(j, 3);
   json_key(j, "cost");
   json_object(j);
   for (int i = 0; i < N_FIGURES; i++) {
      if (i) json_line(j, 4);
      json_key(j, figures[i].name);
      json_array(j);
      for (uint32_t e = 0; e < layout->n_events; e++) {
         uint8_t index = REGIONS->index[profile_counted(layout, e)];
         write_figure(j, index == NOT_AN_EVENT ? &none : &f->cost[index], i,
                      event_parts(layout->event[e]));
      }
      json_end_array(j);
   }
   json_end_object(j);
}

static uint64_t number_of_instance(const Instance* i)
{
   return i->number;
}

static uint64_t start_of(const Instance* i)
{
   return i->start;
}

static uint64_t instructions_of(const Instance* i)
{
   return i->instructions;
}

static uint64_t thread_of(const Instance* i)
{
   return i->thread;
}

static const struct {
   const char* name;
   uint64_t (*value)(const Instance* i);
} members[] = {{"number", number_of_instance},
               {"start", start_of},
               {"instructions", instructions_of},
               {"thread", thread_of}};
enum { N_MEMBERS = sizeof members / sizeof members[0] };

static void write_list(Json* j, const InstanceList* l, const ProfileLayout* layout)
{
   json_line(j, 3);
   json_key(j, "list");
   json_object(j);
   for (int m = 0; m < N_MEMBERS; m++) {
      if (m) json_line(j, 4);
      json_key(j, members[m].name);
      json_array(j);
      for (uint32_t i = 0; i < l->n; i++) json_number(j, members[m].value(&l->instance[i]));
      json_end_array(j);
   }
   json_line(j, 4);
   json_key(j, "cost");
   json_array(j);
   for (uint32_t i = 0; i < l->n; i++) write_cost(j, l->instance[i].cost, layout);
   json_end_array(j);
   json_end_object(j);
}

static void write_outlier(Json* j, const Instance* i, const ProfileLayout* layout)
{
   json_line(j, 4);
   json_object(j);
   for (int m = 0; m < N_MEMBERS; m++) json_member(j, members[m].name, members[m].value(i));
   json_key(j, "cost");
   write_cost(j, i->cost, layout);
   json_end_object(j);
}

static bool is_among(const InstanceOutliers* o, uint64_t number)
{
   for (uint32_t i = 0; i < o->n; i++)
      if (o->instance[i].number == number) return true;
   return false;
}

// The longest one first, the shortest one last, each once.
static void write_outliers(Json* j, const Fold* f, const ProfileLayout* layout)
{
   json_line(j, 3);
   json_key(j, "outliers");
   json_array(j);
   for (uint32_t i = 0; i < f->longest.n; i++)
      write_outlier(j, &f->longest.instance[i], layout);
   for (uint32_t i = f->shortest.n; i-- > 0;)
      if (!is_among(&f->longest, f->shortest.instance[i].number))
         write_outlier(j, &f->shortest.instance[i], layout);
   json_end_array(j);
}

// --- the fold -----------------------------------------------------------------------------

// Of no points: null.
static void write_share(Json* j, const Statistic* s, bool deviation)
{
   if (!s || !s->n)
      json_number(j, JSON_NULL);
   else
      json_number(j, deviation ? statistic_deviation(s, 1) : statistic_mean(s, 1));
}

static void write_curves(Json* j, const Fold* f, const ProfileLayout* layout, bool deviation)
{
   json_line(j, 4);
   json_key(j, deviation ? "y_stddev" : "y");
   json_array(j);
   for (uint32_t b = 0; b < FOLD_BINS; b++) {
      json_array(j);
      for (uint32_t e = 0; e < layout->n_events; e++) {
         uint8_t index = REGIONS->index[profile_counted(layout, e)];
         bool known = f->y && index != NOT_AN_EVENT;
         write_share(j, known ? &f->y[b * f->n_events + index] : NULL, deviation);
      }
      json_end_array(j);
   }
   json_end_array(j);
}

static void write_bins(Json* j, const Fold* f, const ProfileLayout* layout)
{
   json_member(j, "bins", FOLD_BINS);
   json_line(j, 4);
   json_key(j, "points");
   json_array(j);
   for (uint32_t b = 0; b < FOLD_BINS; b++) json_number(j, f->points[b]);
   json_end_array(j);
   json_line(j, 4);
   json_key(j, "x");
   json_array(j);
   for (uint32_t b = 0; b < FOLD_BINS; b++) write_share(j, &f->x[b], false);
   json_end_array(j);
   write_curves(j, f, layout, false);
   write_curves(j, f, layout, true);
}

// --- regions ------------------------------------------------------------------------------

static void write_head(Json* j, const TimelineRegion* region, const DataNumbers* numbers)
{
   const Function* f = region->function;
   json_member_text(j, "name", region->name);
   static const char* const kinds[] = {[REGION_REQUEST] = "request",
                                       [REGION_FUNCTION] = "function",
                                       [REGION_LOOP] = "loop",
                                       [REGION_BARRIER] = "barrier"};
   json_member_text(j, "kind", kinds[region->kind]);
   if (f)
      json_member(j, "function", data_numbers_of(numbers, data_function_of(f, f->file->name)));
   json_line(j, 3);
   json_member(j, "instances", region->fold.instructions.n);
   json_member(j, "unfinished", region->unfinished);
   json_member(j, "open", region->fold.n_begun - region->fold.instructions.n);
   if (!region->found) return;
   json_line(j, 3);
   json_key(j, "found");
   json_object(j);
   json_member(j, "instructions", region->instructions);
   json_member(j, "of", found_regions.instructions);
   json_end_object(j);
   json_line(j, 3);
   json_key(j, "borders");
   json_array(j);
   for (uint32_t i = 0; i < region->n_borders; i++) {
      const RegionBorder* b = &region->border[i];
      json_object(j);
      json_member(
         j, "function",
         data_numbers_of(numbers, data_function_of(b->function, b->function->file->name)));
      json_member(j, "instances", b->x.n);
      json_member(j, "x", statistic_mean(&b->x, 1));
      json_member(j, "x_stddev", statistic_deviation(&b->x, 1));
      json_end_object(j);
   }
   json_end_array(j);
}

static void write_points(Json* j, const FoldSample* const* sample, uint32_t n)
{
   json_key(j, "x");
   json_array(j);
   for (uint32_t i = 0; i < n; i++) json_number(j, sample[i]->x);
   json_end_array(j);
   json_line(j, 5);
   json_key(j, "instance");
   json_array(j);
   for (uint32_t i = 0; i < n; i++) json_number(j, sample[i]->instance);
   json_end_array(j);
}

void timeline_regions_data_write(Json* j, const RegionsReport* r, const ProfileLayout* layout,
                                 const DataNumbers* numbers, WriteSamples* write_samples,
                                 const void* context)
{
   json_line(j, 1);
   json_key(j, "regions");
   json_array(j);
   for (uint32_t i = 0; i < REGIONS->n; i++) {
      const Fold* f = &REGIONS->region[i]->fold;
      json_line(j, 2);
      json_object(j);
      write_head(j, REGIONS->region[i], numbers);
      write_statistics(j, f, layout);
      write_list(j, &f->list, layout);
      write_outliers(j, f, layout);
      json_line(j, 3);
      json_key(j, "fold");
      json_object(j);
      write_bins(j, f, layout);
      json_line(j, 4);
      json_key(j, "samples");
      json_object(j);
      write_points(j, r->sample + r->first[i], f->n_samples);
      write_samples(j, context, r->first[i], f->n_samples, numbers);
      json_end_object(j);
      json_end_object(j);
      json_end_object(j);
   }
   json_end_array(j);
}
