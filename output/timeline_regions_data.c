// SPDX-License-Identifier: GPL-3.0-or-later
// Regions of the timeline as JSON; see timeline_regions_data.h.
#include "output/timeline_regions_data.h"

#include "output/json_text.h"

#define REGIONS (&engine.regions)

// --- the report ---------------------------------------------------------------------------

static const TimelineSample* payload(const FoldSample* s)
{
   return (const TimelineSample*)(const void*)(s + 1);
}

static int order_of(uint64_t a, uint64_t b)
{
   return a < b ? -1 : a > b;
}

static int by_x(const void* a, const void* b)
{
   const FoldSample *x = a, *y = b;
   int order = order_of(x->x, y->x);
   if (!order) order = order_of(x->instance, y->instance);
   return order ? order : order_of(payload(x)->at, payload(y)->at);
}

RegionsReport* timeline_regions_data_new(void)
{
   RegionsReport* r = host_zalloc("output.regions", sizeof *r);
   for (uint32_t i = 0; i < REGIONS->n; i++) r->n += REGIONS->region[i]->fold.n_samples;
   r->sample = host_alloc("output.regions", (r->n + 1) * sizeof *r->sample);
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

void timeline_regions_data_write_functions(Writer* w, RegionsReport* r,
                                           FunctionNumber* number_of, void* functions)
{
   for (uint32_t i = 0; i < REGIONS->n; i++) {
      const Function* f = REGIONS->region[i]->function;
      if (f) r->function[i] = number_of(w, functions, f, f->file->name);
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

static void write_figure(Writer* w, const Statistic* s, int f)
{
   uint64_t n = figures[f].figure(s);
   if (!figures[f].thousandths) {
      writer_number(w, n);
      return;
   }
   writer_number(w, n / 1000);
   if (n % 1000 == 0) return;
   writer_char(w, '.');
   writer_char(w, (char)('0' + n / 100 % 10));
   writer_char(w, (char)('0' + n / 10 % 10));
   writer_char(w, (char)('0' + n % 10));
}

static void write_key(Writer* w, const char* before, const char* key, const char* behind)
{
   writer_text(w, before);
   writer_char(w, '"');
   writer_text(w, key);
   writer_text(w, behind);
}

static void write_member(Writer* w, const char* key, uint64_t n)
{
   writer_text(w, key);
   writer_number(w, n);
}

// --- instances ----------------------------------------------------------------------------

// A region counts the events of the layout; one that it does not count is 0.
static uint64_t of_event(const uint64_t* cost, uint32_t e)
{
   uint8_t index = REGIONS->index[e];
   return index == NOT_AN_EVENT ? 0 : cost[index];
}

static void write_cost(Writer* w, const uint64_t* cost, const ProfileLayout* layout)
{
   writer_char(w, '[');
   for (uint32_t i = 0; i < layout->n_events; i++)
      write_member(w, i ? "," : "", of_event(cost, layout->event[i]));
   writer_char(w, ']');
}

static void write_statistics(Writer* w, const Fold* f, const ProfileLayout* layout)
{
   static const Statistic none;
   writer_text(w, ",\n   \"instructions\": {");
   for (int i = 0; i < N_FIGURES; i++) {
      write_key(w, i ? ", " : "", figures[i].name, "\": ");
      write_figure(w, &f->instructions, i);
   }
   writer_text(w, "},\n   \"cost\": {");
   for (int i = 0; i < N_FIGURES; i++) {
      write_key(w, i ? ",\n    " : "", figures[i].name, "\": [");
      for (uint32_t e = 0; e < layout->n_events; e++) {
         uint8_t index = REGIONS->index[layout->event[e]];
         if (e) writer_char(w, ',');
         write_figure(w, index == NOT_AN_EVENT ? &none : &f->cost[index], i);
      }
      writer_char(w, ']');
   }
   writer_char(w, '}');
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

static void write_list(Writer* w, const InstanceList* l, const ProfileLayout* layout)
{
   writer_text(w, ",\n   \"list\": {");
   for (int m = 0; m < N_MEMBERS; m++) {
      write_key(w, m ? ",\n    " : "", members[m].name, "\": [");
      for (uint32_t i = 0; i < l->n; i++)
         write_member(w, i ? "," : "", members[m].value(&l->instance[i]));
      writer_char(w, ']');
   }
   writer_text(w, ",\n    \"cost\": [");
   for (uint32_t i = 0; i < l->n; i++) {
      if (i) writer_char(w, ',');
      write_cost(w, l->instance[i].cost, layout);
   }
   writer_text(w, "]}");
}

static void write_outlier(Writer* w, const Instance* i, bool first, const ProfileLayout* layout)
{
   writer_text(w, first ? "\n    {" : ",\n    {");
   for (int m = 0; m < N_MEMBERS; m++) {
      write_key(w, m ? ", " : "", members[m].name, "\": ");
      writer_number(w, members[m].value(i));
   }
   writer_text(w, ", \"cost\": ");
   write_cost(w, i->cost, layout);
   writer_char(w, '}');
}

static bool is_among(const InstanceOutliers* o, uint64_t number)
{
   for (uint32_t i = 0; i < o->n; i++)
      if (o->instance[i].number == number) return true;
   return false;
}

// The longest one first, the shortest one last, each once.
static void write_outliers(Writer* w, const Fold* f, const ProfileLayout* layout)
{
   bool first = true;
   writer_text(w, ",\n   \"outliers\": [");
   for (uint32_t i = 0; i < f->longest.n; i++, first = false)
      write_outlier(w, &f->longest.instance[i], first, layout);
   for (uint32_t i = f->shortest.n; i-- > 0;)
      if (!is_among(&f->longest, f->shortest.instance[i].number))
         write_outlier(w, &f->shortest.instance[i], false, layout);
   writer_char(w, ']');
}

// --- the fold -----------------------------------------------------------------------------

// Of no points: null.
static void write_share(Writer* w, const Statistic* s, bool deviation)
{
   if (!s || !s->n)
      writer_text(w, "null");
   else
      writer_number(w, deviation ? statistic_deviation(s, 1) : statistic_mean(s, 1));
}

static void write_curves(Writer* w, const Fold* f, const ProfileLayout* layout, bool deviation)
{
   writer_text(w, deviation ? ",\n    \"y_stddev\": [" : ",\n    \"y\": [");
   for (uint32_t b = 0; b < FOLD_BINS; b++) {
      writer_text(w, b ? ",[" : "[");
      for (uint32_t e = 0; e < layout->n_events; e++) {
         uint8_t index = REGIONS->index[layout->event[e]];
         bool known = f->y && index != NOT_AN_EVENT;
         if (e) writer_char(w, ',');
         write_share(w, known ? &f->y[b * f->n_events + index] : NULL, deviation);
      }
      writer_char(w, ']');
   }
   writer_char(w, ']');
}

static void write_bins(Writer* w, const Fold* f, const ProfileLayout* layout)
{
   write_member(w, ",\n   \"fold\": {\"bins\": ", FOLD_BINS);
   writer_text(w, ",\n    \"points\": [");
   for (uint32_t b = 0; b < FOLD_BINS; b++) write_member(w, b ? "," : "", f->points[b]);
   writer_text(w, "],\n    \"x\": [");
   for (uint32_t b = 0; b < FOLD_BINS; b++) {
      if (b) writer_char(w, ',');
      write_share(w, &f->x[b], false);
   }
   writer_char(w, ']');
   write_curves(w, f, layout, false);
   write_curves(w, f, layout, true);
}

static void write_region(Writer* w, const RegionsReport* r, uint32_t number,
                         const ProfileLayout* layout, WriteSamples* write_samples,
                         const void* context)
{
   const TimelineRegion* region = REGIONS->region[number];
   const Fold* f = &region->fold;
   uint32_t first = r->first[number], n = f->n_samples;
   writer_text(w, number ? ",\n  {\"name\": " : "\n  {\"name\": ");
   json_text_write(w, region->name);
   writer_text(w, region->function ? ", \"kind\": \"function\"" : ", \"kind\": \"request\"");
   if (region->function) write_member(w, ", \"function\": ", r->function[number]);
   write_member(w, ",\n   \"instances\": ", f->instructions.n);
   write_member(w, ", \"unfinished\": ", region->unfinished);
   write_member(w, ", \"open\": ", f->n_begun - f->instructions.n);
   write_statistics(w, f, layout);
   write_list(w, &f->list, layout);
   write_outliers(w, f, layout);
   write_bins(w, f, layout);
   writer_text(w, ",\n    \"samples\": {\"x\": [");
   for (uint32_t i = 0; i < n; i++) write_member(w, i ? "," : "", r->sample[first + i]->x);
   writer_text(w, "],\n     \"instance\": [");
   for (uint32_t i = 0; i < n; i++)
      write_member(w, i ? "," : "", r->sample[first + i]->instance);
   writer_char(w, ']');
   write_samples(w, context, first, n);
   writer_text(w, "}}}");
}

void timeline_regions_data_write(Writer* w, const RegionsReport* r, const ProfileLayout* layout,
                                 WriteSamples* write_samples, const void* context)
{
   writer_text(w, ",\n \"regions\": [");
   for (uint32_t i = 0; i < REGIONS->n; i++)
      write_region(w, r, i, layout, write_samples, context);
   writer_char(w, ']');
}
