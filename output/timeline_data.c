// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline as JSON; see timeline_data.h.
#include "output/timeline_data.h"

#include "output/timeline_regions_data.h"

enum { RANGES_MAX = 4096 }; // that are written
#define NONE UINT64_MAX     // written as null

// A function in a source file, and a line there.
typedef struct {
   uint64_t function; // number in the file's list, or NONE
   uint32_t line;
} SourceLine;

// What the file has of a sample besides the sample.
typedef struct {
   SourceLine code, caller, access;
} Row;

struct TimelineReport {
   uint32_t n; // samples, and behind those kept those of regions
   RegionsReport* regions;
   Row* row;              // of each
   Map places;            // Position by block and instruction
   uint64_t* object_id;   // by number, NONE: not listed; while it is written
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
   return engine.timeline.samples.n;
}

static const TimelineSample* sample_at(const TimelineReport* r, uint32_t i)
{
   if (i >= n_kept()) return timeline_regions_data_sample(r->regions, i - n_kept());
   return samples_at(&engine.timeline.samples, i);
}

// --- ranges -------------------------------------------------------------------------------

static int by_pointer(const void* a, const void* b)
{
   return a < b ? -1 : a > b;
}

static int by_number(uint64_t a, uint64_t b)
{
   return a < b ? -1 : a > b;
}

// Those with most samples first.
static int by_samples(const void* a, const void* b)
{
   const TimelineRange *x = a, *y = b;
   int order = by_number(y->n_samples, x->n_samples);
   if (!order) order = by_number(x->born, y->born);
   if (!order) order = by_number(x->start, y->start);
   return order ? order : by_number(x->size_B, y->size_B);
}

// The ranges that samples lie in, each once.
static void find_ranges(TimelineReport* r)
{
   uint32_t n = 0;
   r->range = host_alloc("output.timeline", (r->n + 1) * sizeof *r->range);
   for (uint32_t i = 0; i < r->n; i++)
      if (sample_at(r, i)->range) r->range[n++] = sample_at(r, i)->range;
   host_sort((void**)r->range, n, by_pointer);
   for (uint32_t i = 0; i < n; i++)
      if (i == 0 || r->range[i] != r->range[i - 1]) r->range[r->n_ranges++] = r->range[i];
   host_sort((void**)r->range, r->n_ranges, by_samples);
   if (r->n_ranges > RANGES_MAX) r->n_ranges = RANGES_MAX;
}

// --- the report ---------------------------------------------------------------------------

TimelineReport* timeline_data_new(void)
{
   TimelineReport* r = host_zalloc("output.timeline", sizeof *r);
   r->regions = timeline_regions_data_new();
   r->n = n_kept() + r->regions->n;
   r->row = host_zalloc("output.timeline", (r->n + 1) * sizeof *r->row);
   size_t n_objects = engine.objects.set.n_objects + 1;
   r->has = host_zalloc("output.timeline", n_objects * sizeof *r->has);
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
   p = host_zalloc("output.timeline", sizeof *p);
   SourceFile* file;
   if (host_position(b, callgraph_instr_address(b, instr), &file, &p->line)) p->file = file;
   map_put(&r->places, (uintptr_t)b, instr, p);
   return p;
}

void timeline_data_write_functions(Writer* w, TimelineReport* r, FunctionNumber* number_of,
                                   void* functions)
{
   timeline_regions_data_write_functions(w, r->regions, number_of, functions);
   for (uint32_t i = 0; i < r->n; i++) {
      const TimelineSample* s = sample_at(r, i);
      Row* row = &r->row[i];
      *row = (Row){.caller.function = NONE, .access.function = NONE};
      const Position* p = position_of(r, s->block, 0);
      const SourceFile* file = p->file ? p->file : s->function->file;
      row->code = (SourceLine){number_of(w, functions, s->function, file->name), p->line};
      if (s->caller)
         row->caller.function = number_of(w, functions, s->caller, s->caller->file->name);
      if (s->kind == SAMPLE_NO_ACCESS) continue;
      p = position_of(r, s->site->block, s->site->instr);
      file = p->file ? p->file : s->access_function->file;
      row->access =
         (SourceLine){number_of(w, functions, s->access_function, file->name), p->line};
   }
}

// --- columns ------------------------------------------------------------------------------

static bool has_l2(void)
{
   return hierarchy_has_l2(&engine.config.caches);
}

static uint64_t served_index(ServedBy by)
{
   return by > AT_L2 && !has_l2() ? by - 1 : by;
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

static uint64_t value_of(const TimelineReport* r, uint32_t i, Column c)
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
   case COL_SERVED: return served_index((ServedBy)s->served);
   case COL_OBJECT: return s->object ? r->object_id[s->object->number] : NONE;
   case COL_ACCESS_FUNCTION: return row->access.function;
   case COL_ACCESS_LINE: return s->kind == SAMPLE_NO_ACCESS ? NONE : row->access.line;
   default: return NONE;
   }
}

static void write_value(Writer* w, uint64_t n)
{
   if (n == NONE)
      writer_text(w, "null");
   else
      writer_number(w, n);
}

static void write_number(Writer* w, const char* key, uint64_t n)
{
   writer_text(w, key);
   write_value(w, n);
}

static void write_column(Writer* w, const TimelineReport* r, Column c, uint32_t first,
                         uint32_t n)
{
   writer_char(w, '"');
   writer_text(w, column_name[c]);
   writer_text(w, "\": [");
   for (uint32_t i = 0; i < n; i++) {
      if (i) writer_char(w, ',');
      write_value(w, value_of(r, first + i, c));
   }
   writer_char(w, ']');
}

static void write_samples(Writer* w, const TimelineReport* r)
{
   writer_text(w, ",\n \"samples\": {");
   for (Column c = 0; c < N_COLUMNS; c++) {
      writer_text(w, c ? ",\n  " : "\n  ");
      write_column(w, r, c, 0, n_kept());
   }
   writer_char(w, '}');
}

// Samples of regions have their place in an instance instead of a time.
static void write_samples_of_region(Writer* w, const void* report, uint32_t first, uint32_t n)
{
   for (Column c = COL_AT + 1; c < N_COLUMNS; c++) {
      writer_text(w, ",\n     ");
      write_column(w, report, c, n_kept() + first, n);
   }
}

// --- the file -----------------------------------------------------------------------------

static void write_bins(Writer* w, const ProfileLayout* layout)
{
   const Bins* b = &engine.timeline.bins;
   write_number(w, ",\n\"timeline\": {\"start\": ", b->start);
   write_number(w, ", \"end\": ", b->now);
   write_number(w, ", \"bin_instructions\": ", b->width);
   writer_text(w, ",\n \"events\": [");
   for (uint32_t i = 0; i < layout->n_events; i++) {
      writer_text(w, i ? ",\"" : "\"");
      writer_text(w, event_name[layout->event[i]]);
      writer_char(w, '"');
   }
   writer_text(w, "],\n \"bins\": [");
   for (uint32_t i = 0; i < b->n; i++) {
      writer_text(w, i ? ",\n  [" : "\n  [");
      for (uint32_t e = 0; e < layout->n_events; e++)
         write_number(w, e ? "," : "", bins_at(b, i)[layout->event[e]]);
      writer_char(w, ']');
   }
   writer_char(w, ']');
}

static void write_ranges(Writer* w, const TimelineReport* r)
{
   writer_text(w, ",\n \"ranges\": [");
   for (uint32_t i = 0; i < r->n_ranges; i++) {
      const TimelineRange* t = r->range[i];
      writer_text(w, i ? ",\n  {" : "\n  {");
      write_number(w, "\"object\": ", r->object_id[t->object->number]);
      write_number(w, ", \"start\": ", t->start);
      write_number(w, ", \"size_B\": ", t->size_B);
      write_number(w, ", \"born\": ", t->born);
      write_number(w, ", \"died\": ", t->died == RANGE_LIVES ? NONE : t->died);
      writer_char(w, '}');
   }
   writer_char(w, ']');
}

static void number_objects(TimelineReport* r, bool (*is_listed)(const MemObject* o))
{
   size_t n_objects = engine.objects.set.n_objects + 1;
   r->object_id = host_alloc("output.timeline", n_objects * sizeof *r->object_id);
   uint64_t id = 0;
   for (const MemObject* o = engine.objects.set.first; o; o = o->next)
      r->object_id[o->number] = is_listed(o) ? id++ : NONE;
}

void timeline_data_write(Writer* w, TimelineReport* r, const ProfileLayout* layout,
                         bool (*is_listed)(const MemObject* o))
{
   number_objects(r, is_listed);
   write_bins(w, layout);
   write_number(w, ",\n \"period\": ", engine.timeline.samples.period);
   write_number(w, ", \"n_ticks\": ", engine.timeline.samples.n_ticks);
   writer_text(w, has_l2() ? ", \"served_by\": [\"L1\",\"L2\",\"LL\",\"memory\"]"
                           : ", \"served_by\": [\"L1\",\"LL\",\"memory\"]");
   write_samples(w, r);
   write_ranges(w, r);
   timeline_regions_data_write(w, r->regions, layout, write_samples_of_region, r);
   writer_char(w, '}');
   host_free(r->object_id);
   r->object_id = NULL;
}
