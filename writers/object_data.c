// SPDX-License-Identifier: GPL-3.0-or-later
// Memory objects as JSON; see object_data.h.
#include "writers/object_data.h"

#include "writers/byte_data.h"
#include "writers/model.h"
#include "writers/object_columns.h"
#include "writers/object_lines.h"

// An object in the file.
typedef struct {
   const MemObject* object;
   ObjectLines lines;
} ListedObject;

struct ObjectReport {
   ListedObject* objects; // [n], by number in the file
   uint64_t n;
};

ObjectReport* object_data_new(DataNumbers* numbers, uint32_t simulation)
{
   ObjectReport* r = host_zalloc("writers.objects", sizeof *r);
   // One more than needed: without objects there are none.
   r->objects = host_zalloc("writers.objects", (numbers->n_objects + 1) * sizeof *r->objects);
   Loops loops = loops_of(&MODEL->graph);
   for (const MemObject* o = MODEL->objects.set.first; o; o = o->next) {
      if (data_numbers_of_object(numbers, o) == JSON_NULL) continue;
      for (uint32_t i = 0; i < o->n_frames; i++)
         data_numbers_add(numbers, data_function_of_frame(&o->frames[i]));
      const ObjectLines l = object_lines_of(o, &loops, simulation);
      for (size_t i = 0; i < l.n; i++)
         data_numbers_add(numbers, code_position_function(&l.order[i]->position));
      r->objects[r->n++] = (ListedObject){o, l};
   }
   loops_free(&loops);
   return r;
}

void object_data_free(ObjectReport* r)
{
   for (uint64_t i = 0; i < r->n; i++) object_lines_free(&r->objects[i].lines);
   host_free(r->objects);
   host_free(r);
}

static void write_stacks(Json* j, const ObjectReport* r, const DataNumbers* numbers)
{
   json_line(j, 0);
   json_key(j, "stacks");
   json_array(j);
   for (uint64_t i = 0; i < r->n; i++) {
      const MemObject* o = r->objects[i].object;
      if (!o->n_frames) continue;
      json_line(j, 2);
      json_array(j);
      for (uint32_t f = 0; f < o->n_frames; f++)
         json_numbers(
            j,
            (uint64_t[]){data_numbers_of(numbers, data_function_of_frame(&o->frames[f])),
                         o->frames[f].line},
            2);
      json_end_array(j);
   }
   json_line(j, 0);
   json_end_array(j);
}

// A walk of fewer misses tells nothing.
enum { WALK_MISSES_MIN = 8 };

// Misses by the number of streams that were alive, up to the last one that is not 0.
static void write_streams(Json* j, const ObjectStreams* s)
{
   if (!s || s->seen < WALK_MISSES_MIN) return;
   uint32_t n = OBJECT_STREAMS_MAX;
   while (!s->misses[n]) n--;
   json_line(j, 3);
   json_key(j, "streams");
   json_array(j);
   for (uint32_t i = 0; i <= n; i++) json_number(j, s->misses[i]);
   json_end_array(j);
}

// What is zero is left out.
static void write_walk(Json* j, const ObjectLine* l)
{
   const Walk* w = &l->walk;
   static const char* const name[] = {"same_line", "next_line", "step",
                                      "chase",     "indirect",  "jump"};
   if (walk_misses(w) < WALK_MISSES_MIN) return;
   if (l->loop) json_member(j, "loop", l->loop);
   json_key(j, "walk");
   json_object(j);
   for (int k = 0; k < WALK_KINDS; k++)
      if (w->count[k]) json_member(j, name[k], w->count[k]);
   if (w->count[WALK_STEP]) {
      json_member(j, "step_B", (uint64_t)(w->step_B < 0 ? -w->step_B : w->step_B));
      if (w->shifts) json_member(j, "shifts", w->shifts);
      if (w->line_shifts) json_member(j, "line_shifts", w->line_shifts);
      if (w->far_shifts) json_member(j, "far_shifts", w->far_shifts);
      json_key(j, "backward");
      json_bool(j, w->step_B < 0);
   }
   if (w->again) json_member(j, "again", w->again);
   if (w->switches) json_member(j, "switches", w->switches);
   if (w->highest > w->lowest) json_member(j, "range_B", w->highest - w->lowest);
   json_end_object(j);
}

static void write_lines(Json* j, const ObjectLines* lines, const DataNumbers* numbers)
{
   json_line(j, 3);
   json_key(j, "lines");
   json_array(j);
   ObjectLine l;
   for (size_t at = 0; object_lines_next(lines, &at, &l);) {
      json_line(j, 4);
      json_object(j);
      json_member(j, "function", data_numbers_of(numbers, code_position_function(&l.position)));
      json_member(j, "line", l.position.line);
      json_key(j, "cost");
      object_columns_write(j, l.cost);
      write_walk(j, &l);
      json_end_object(j);
   }
   json_end_array(j);
}

// Where an object was allocated or declared, if that is known.
static void write_source(Json* j, const MemObject* o)
{
   const char* file = o->n_frames ? o->frames[0].file : o->file;
   uint32_t line = o->n_frames ? o->frames[0].line : o->line;
   if (!line) {
      json_member_text(j, "source", NULL);
      return;
   }
   json_key(j, "source");
   Writer* w = json_raw(j);
   writer_char(w, '"');
   json_text_part(w, file);
   writer_char(w, ':');
   writer_number(w, line);
   writer_char(w, '"');
}

// The entries of its stack whose functions have allocated it for their callers.
static void write_handed_on(Json* j, const MemObject* o)
{
   bool any = false;
   for (uint32_t i = 0; i < o->n_frames; i++) any |= o->frames[i].hands_on;
   if (!any) return;
   json_key(j, "handed_on");
   json_array(j);
   for (uint32_t i = 0; i < o->n_frames; i++)
      if (o->frames[i].hands_on) json_number(j, i);
   json_end_array(j);
}

// stack: number of the object's.
static void write_properties(Json* j, const MemObject* o, uint64_t stack)
{
   const ObjectFrame* caller = o->n_frames ? &o->frames[0] : NULL;
   json_member_text(j, "kind", object_kind_name[o->kind]);
   json_member_text(j, "name", o->name);
   json_member_text(j, "module", o->module || !caller ? o->module : caller->module);
   write_source(j, o);
   json_member(j, "stack", o->n_frames ? stack : JSON_NULL);
   write_handed_on(j, o);
   json_member(j, "thread", o->thread);
   json_member(j, "count", o->count);
   json_member(j, "size_B", o->most_B);
   json_member(j, "total_B", o->total_B);
   json_member(j, "born", o->born);
   json_member(j, "died", o->n_live || !o->count ? JSON_NULL : o->died);
}

static void write_costs(Json* j, const MemObject* o, const ObjectLines* lines)
{
   uint64_t cost[OBJ_EVENTS] = {0};
   for (size_t i = 0; i < lines->n; i++)
      object_costs_add(cost, lines->site[i].costs, lines->simulation);
   json_line(j, 3);
   json_key(j, "cost");
   object_columns_write(j, cost);
   if (MODEL->objects.sampling.period) object_columns_write_estimates(j, o, cost);
}

void object_data_write(Json* j, const ObjectReport* r, const DataNumbers* numbers)
{
   uint64_t stack = 0;
   write_stacks(j, r, numbers);
   json_line(j, 0);
   json_key(j, "objects");
   json_array(j);
   for (uint64_t i = 0; i < r->n; i++) {
      const MemObject* o = r->objects[i].object;
      json_line(j, 2);
      json_object(j);
      json_member(j, "id", i);
      write_properties(j, o, stack);
      stack += o->n_frames != 0;
      write_costs(j, o, &r->objects[i].lines);
      if (MODEL->config.object_bytes) byte_data_write(j, object_bytes_of(o));
      write_streams(j, o->streams);
      write_lines(j, &r->objects[i].lines, numbers);
      json_end_object(j);
   }
   json_line(j, 0);
   json_end_array(j);
}
