// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline as JSON; see timeline_data.h.
#include "writers/timeline_data.h"

#include "base/array.h"
#include "writers/model.h"
#include "writers/timeline_regions_data.h"

enum { RANGES_MAX = 4096 }; // that are written

// A function in a source file, and a line there.
typedef struct {
   uint64_t function; // number in the file's list, or JSON_NULL
   uint32_t line;
} SourceLine;

// What the file has of a sample besides the sample.
typedef struct {
   SourceLine code, caller, access;
} Row;

struct TimelineReport {
   uint32_t simulation; // whose accesses are shown
   uint32_t n;          // samples, and behind those kept those of regions
   RegionsReport* regions;
   Row* row;              // of each
   Map places;            // Position by block and instruction
   bool* has;             // by number of an object
   TimelineRange** range; // [n_ranges], most samples first
   uint32_t n_ranges;
};

// Where an instruction is in the source: looking that up takes a while.
typedef struct {
   const SourceFile* file; // NULL: not known
   uint32_t line;
} Position;

static uint32_t n_kept(void)
{
   return MODEL->timeline.samples.n;
}

static const TimelineSample* sample_at(const TimelineReport* r, uint32_t i)
{
   if (i >= n_kept()) return timeline_regions_data_sample(r->regions, i - n_kept());
   return samples_at(&MODEL->timeline.samples, i);
}

// --- ranges -------------------------------------------------------------------------------

static int by_pointer(const void* a, const void* b)
{
   return a < b ? -1 : a > b;
}

// Those with most samples first.
static int by_samples(const void* a, const void* b)
{
   const TimelineRange *x = a, *y = b;
   int order = compare_numbers(y->n_samples, x->n_samples);
   if (!order) order = compare_numbers(x->born, y->born);
   if (!order) order = compare_numbers(x->start, y->start);
   return order ? order : compare_numbers(x->size_B, y->size_B);
}

// The ranges that samples lie in, each once.
static void find_ranges(TimelineReport* r)
{
   uint32_t n = 0;
   r->range = host_alloc("writers.timeline", (r->n + 1) * sizeof *r->range);
   for (uint32_t i = 0; i < r->n; i++)
      if (sample_at(r, i)->range) r->range[n++] = sample_at(r, i)->range;
   host_sort((void**)r->range, n, by_pointer);
   for (uint32_t i = 0; i < n; i++)
      if (i == 0 || r->range[i] != r->range[i - 1]) r->range[r->n_ranges++] = r->range[i];
   host_sort((void**)r->range, r->n_ranges, by_samples);
   if (r->n_ranges > RANGES_MAX) r->n_ranges = RANGES_MAX;
}

// --- the report ---------------------------------------------------------------------------

TimelineReport* timeline_data_new(uint32_t simulation)
{
   TimelineReport* r = host_zalloc("writers.timeline", sizeof *r);
   r->simulation = simulation;
   r->regions = timeline_regions_data_new();
   r->n = n_kept() + r->regions->n;
   r->row = host_zalloc("writers.timeline", (r->n + 1) * sizeof *r->row);
   size_t n_objects = MODEL->objects.set.n_objects + 1;
   r->has = host_zalloc("writers.timeline", n_objects * sizeof *r->has);
   for (uint32_t i = 0; i < r->n; i++)
      if (sample_at(r, i)->object) r->has[sample_at(r, i)->object->number] = true;
   find_ranges(r);
   return r;
}

void timeline_data_free(TimelineReport* r)
{
   for (size_t i = 0; i < r->places.capacity; i++) host_free(r->places.entries[i].value);
   map_clear(&r->places);
   timeline_regions_data_free(r->regions);
   host_free(r->row);
   host_free(r->has);
   host_free(r->range);
   host_free(r);
}

bool timeline_data_has(const TimelineReport* r, const MemObject* o)
{
   return r->has[o->number];
}

// --- functions ----------------------------------------------------------------------------

static const Position* position_of(TimelineReport* r, const Block* b, uint32_t instr)
{
   Position* p = map_get(&r->places, (uintptr_t)b, instr);
   if (p) return p;
   p = host_zalloc("writers.timeline", sizeof *p);
   SourceFile* file;
   if (host_position(b, callgraph_instr_address(b, instr), &file, &p->line)) p->file = file;
   map_put(&r->places, (uintptr_t)b, instr, p);
   return p;
}

void timeline_data_number(TimelineReport* r, DataNumbers* numbers)
{
   timeline_regions_data_number(numbers);
   for (uint32_t i = 0; i < r->n; i++) {
      const TimelineSample* s = sample_at(r, i);
      Row* row = &r->row[i];
      *row = (Row){.caller.function = JSON_NULL, .access.function = JSON_NULL};
      const Position* p = position_of(r, s->block, 0);
      const SourceFile* file = p->file ? p->file : s->function->file;
      row->code = (SourceLine){
         data_numbers_add(numbers, data_function_of(s->function, file->name)), p->line};
      if (s->caller)
         row->caller.function =
            data_numbers_add(numbers, data_function_of(s->caller, s->caller->file->name));
      if (s->kind == SAMPLE_NO_ACCESS) continue;
      p = position_of(r, s->site->block, s->site->instr);
      file = p->file ? p->file : s->access_function->file;
      row->access = (SourceLine){
         data_numbers_add(numbers, data_function_of(s->access_function, file->name)), p->line};
   }
}

// --- columns ------------------------------------------------------------------------------

static uint64_t served_index(ServedBy by)
{
   return by < AT_LL ? by : by - LEVELS_BETWEEN + hierarchy_between(&MODEL->config.caches);
}

typedef enum {
   COL_AT,
   COL_THREAD,
   COL_FUNCTION,
   COL_LINE,
   COL_CALLER,
   COL_KIND,
   COL_ADDRESS,
   COL_SIZE,
   COL_SERVED,
   COL_OBJECT,
   COL_ACCESS_FUNCTION,
   COL_ACCESS_LINE,
   N_COLUMNS
} Column;

static const char* const column_name[N_COLUMNS] = {
   [COL_AT] = "at",
   [COL_THREAD] = "thread",
   [COL_FUNCTION] = "function",
   [COL_LINE] = "line",
   [COL_CALLER] = "caller",
   [COL_KIND] = "kind",
   [COL_ADDRESS] = "address",
   [COL_SIZE] = "size_B",
   [COL_SERVED] = "served",
   [COL_OBJECT] = "object",
   [COL_ACCESS_FUNCTION] = "access_function",
   [COL_ACCESS_LINE] = "access_line",
};

static uint64_t value_of(const TimelineReport* r, uint32_t i, Column c,
                         const DataNumbers* numbers)
{
   const TimelineSample* s = sample_at(r, i);
   const Row* row = &r->row[i];
   switch (c) {
   case COL_AT: return s->at;
   case COL_THREAD: return s->thread;
   case COL_FUNCTION: return row->code.function;
   case COL_LINE: return row->code.line;
   case COL_CALLER: return row->caller.function;
   case COL_KIND: return s->kind;
   case COL_ADDRESS: return s->address;
   case COL_SIZE: return s->size_B;
   case COL_SERVED: return served_index((ServedBy)(s->served[r->simulation]));
   case COL_OBJECT: return s->object ? data_numbers_of_object(numbers, s->object) : JSON_NULL;
   case COL_ACCESS_FUNCTION: return row->access.function;
   case COL_ACCESS_LINE: return s->kind == SAMPLE_NO_ACCESS ? JSON_NULL : row->access.line;
   default: return JSON_NULL;
   }
}

static void write_column(Json* j, const TimelineReport* r, Column c, uint32_t first, uint32_t n,
                         const DataNumbers* numbers)
{
   json_key(j, column_name[c]);
   json_array(j);
   for (uint32_t i = 0; i < n; i++) json_number(j, value_of(r, first + i, c, numbers));
   json_end_array(j);
}

static void write_samples(Json* j, const TimelineReport* r, const DataNumbers* numbers)
{
   json_line(j, 1);
   json_key(j, "samples");
   json_object(j);
   for (Column c = 0; c < N_COLUMNS; c++) {
      json_line(j, 2);
      write_column(j, r, c, 0, n_kept(), numbers);
   }
   json_end_object(j);
}

// Samples of regions have their place in an instance instead of a time.
static void write_samples_of_region(Json* j, const void* report, uint32_t first, uint32_t n,
                                    const DataNumbers* numbers)
{
   for (Column c = COL_AT + 1; c < N_COLUMNS; c++) {
      json_line(j, 5);
      write_column(j, report, c, n_kept() + first, n, numbers);
   }
}

// --- the file -----------------------------------------------------------------------------

static void write_bins(Json* j, const ProfileLayout* layout)
{
   const Bins* b = &MODEL->timeline.bins;
   json_member(j, "start", b->start);
   json_member(j, "end", b->now);
   json_member(j, "bin_instructions", b->width);
   json_line(j, 1);
   json_key(j, "events");
   json_array(j);
   for (uint32_t i = 0; i < layout->n_events; i++)
      json_text(j, event_name(layout->event[i], false));
   json_end_array(j);
   json_line(j, 1);
   json_key(j, "bins");
   json_array(j);
   ShownRest rest = {{0}};
   for (uint32_t i = 0; i < b->n; i++) {
      json_line(j, 2);
      json_array(j);
      for (uint32_t n = 0; n < layout->n_events; n++) {
         Event e = layout->event[n];
         json_number(j, event_shown(e, bins_at(b, i)[profile_counted(layout, n)], &rest));
      }
      json_end_array(j);
   }
   json_end_array(j);
}

static void write_served_by(Json* j)
{
   json_key(j, "served_by");
   json_array(j);
   json_text(j, "L1");
   for (uint32_t i = 0; i < hierarchy_between(&MODEL->config.caches); i++)
      json_text(j, hierarchy_cache_name(CACHE_L2 + i));
   json_text(j, "LL");
   json_text(j, "memory");
   json_end_array(j);
}

static void write_ranges(Json* j, const TimelineReport* r, const DataNumbers* numbers)
{
   json_line(j, 1);
   json_key(j, "ranges");
   json_array(j);
   for (uint32_t i = 0; i < r->n_ranges; i++) {
      const TimelineRange* t = r->range[i];
      json_line(j, 2);
      json_object(j);
      json_member(j, "object", data_numbers_of_object(numbers, t->object));
      json_member(j, "start", t->start);
      json_member(j, "size_B", t->size_B);
      json_member(j, "born", t->born);
      json_member(j, "died", t->died == RANGE_LIVES ? JSON_NULL : t->died);
      json_end_object(j);
   }
   json_end_array(j);
}

void timeline_data_write(Json* j, const TimelineReport* r, const ProfileLayout* layout,
                         const DataNumbers* numbers)
{
   json_line(j, 0);
   json_key(j, "timeline");
   json_object(j);
   write_bins(j, layout);
   json_line(j, 1);
   json_member(j, "period", MODEL->timeline.samples.period);
   json_member(j, "n_ticks", MODEL->timeline.samples.n_ticks);
   write_served_by(j);
   write_samples(j, r, numbers);
   write_ranges(j, r, numbers);
   timeline_regions_data_write(j, r->regions, layout, numbers, write_samples_of_region, r);
   json_end_object(j);
}
