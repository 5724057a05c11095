// SPDX-License-Identifier: GPL-3.0-or-later
// The reader of data files; see data_file.h.
#include "commands/data/data_file.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "commands/data/data_format.h"
#include "commands/text/escapes.h"
#include "commands/text/kept.h"
#include "commands/text/level_names.h"
#include "commands/text/message.h"

enum { FORMAT_VERSION = 1, SENTENCE_B = 4096 };

static const char format_name[] = "xgrind.data";

void data_file_bad(const DataFile* d, const char* format, ...)
{
   char sentence[SENTENCE_B];
   va_list arguments;
   va_start(arguments, format);
   (void)vsnprintf(sentence, sizeof sentence, format, arguments);
   va_end(arguments);
   fail("%s: %s", d->shown, sentence);
}

// --- JSON -----------------------------------------------------------------------------------------

static bool begins_with_word(const char* text, const char* word)
{
   return strncmp(text, word, strlen(word)) == 0;
}

// Whether this is the beginning of a profile in Callgrind's format.
static bool is_profile_of_functions(const char* text)
{
   static const char* const words[] = {
      "# callgrind format", "version:", "creator:", "pid:", "cmd:", "part:", "desc:",
      "positions:",         "events:"};
   text += strspn(text, " \t\r\n\f");
   for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
      if (begins_with_word(text, words[i])) return true;
   return false;
}

// Fails as the text is no JSON, with the line and column.
__attribute__((noreturn)) static void fail_json(const DataFile* d, const JsonError* error)
{
   const char* bytes = d->in.bytes;
   size_t line = 1, column = 1;
   for (size_t i = 0; i < error->offset_B; i++) {
      column = bytes[i] == '\n' ? 1 : column + 1;
      line += bytes[i] == '\n';
   }
   if (error->is_truncated)
      fail("%s:%zu:%zu: the file is truncated: the JSON text ends too early", d->shown, line,
           column);
   fail("%s:%zu:%zu: this is not JSON: %s", d->shown, line, column, printable(error->why));
}

static JsonValue top(const DataFile* d, const char* name)
{
   return json_member(&d->json, json_root(&d->json), name);
}

static bool is_there(JsonValue v)
{
   return json_kind(v) != JSON_NULL;
}

static void close_input(DataFile* d)
{
   if (d->is_open) input_close(&d->in);
   d->is_open = false;
}

// Refuses other files early: a large one need not be read to its end.
static void check_start(const Input* in)
{
   if (memchr(in->bytes, 0, in->size_B))
      fail("%s:1:1: this is a binary file, not a profile", in->shown);
   if (is_profile_of_functions(in->bytes))
      fail("%s: this is a profile of functions in Callgrind's format, not of memory objects; "
           "xgrind_annotate reads it without --objects",
           in->shown);
}

// Reads the JSON, and whether it is a data file of a version that is known.
static void decode(DataFile* d)
{
   check_start(&d->in);
   JsonError error;
   if (!json_read(&d->json, d->in.bytes, d->in.size_B, &error)) fail_json(d, &error);
   close_input(d);
   const JsonValue format = top(d, "format"), version = top(d, "version");
   if (json_kind(format) != JSON_TEXT || strcmp(json_text(&d->json, format), format_name) != 0)
      data_file_bad(d, "this is not a memory-object profile: \"format\" is not \"%s\"",
                    format_name);
   uint64_t n;
   if (!version || !json_is_count(&d->json, version, &n) || n != FORMAT_VERSION)
      data_file_bad(d, "version %s of the format is not known, only %d",
                    json_shown(&d->json, version), FORMAT_VERSION);
}

// --- sections -------------------------------------------------------------------------------------

static JsonValue checked(DataFile* d, const char* name)
{
   const JsonValue v = top(d, name);
   const char* wrong = data_format_wrong(name, &d->json, v, &d->known);
   if (wrong) data_file_bad(d, "%s", wrong);
   return is_there(v) ? v : NULL;
}

JsonValue data_file_section(DataFile* d, const char* name)
{
   return checked(d, name);
}

static JsonValue member(const DataFile* d, JsonValue object, const char* key)
{
   const JsonValue v = json_member(&d->json, object, key);
   return is_there(v) ? v : NULL;
}

const char* data_file_text(DataFile* d, JsonValue v)
{
   const char* text = v ? json_text(&d->json, v) : NULL;
   if (!text || strcmp(text, "???") == 0) return "";
   if (!strstr(text, "\\x")) return text;
   char* plain = arena_strdup(&d->arena, text);
   unescape(plain);
   return plain;
}

static uint64_t count_of(const DataFile* d, JsonValue object, const char* key)
{
   return json_count(&d->json, json_member(&d->json, object, key));
}

// An array with an element for each of a list; *n: how many.
static void* array_for(DataFile* d, JsonValue list, size_t element_B, uint32_t* n)
{
   if (json_size(list) > UINT32_MAX) data_file_bad(d, "a list has too many elements");
   *n = (uint32_t)json_size(list);
   return arena_alloc(&d->arena, *n * element_B);
}

// --- what is at the top ---------------------------------------------------------------------------

static bool has_event(const DataFile* d, const char* const* names, const char* event)
{
   for (uint32_t e = 0; e < d->n_events; e++)
      if (strcmp(names[e], event) == 0) return true;
   return false;
}

// Names by level; a name that the file has itself remains its own.
static void read_events(DataFile* d)
{
   const JsonValue list = checked(d, "events");
   d->events = array_for(d, list, sizeof *d->events, &d->n_events);
   uint32_t e = 0;
   for (JsonValue v = json_first(list); v != json_next(list); v = json_next(v))
      d->events[e++] = json_text(&d->json, v);
   const bool has_three = level_names_have_three(d->events, d->n_events);
   const char** by_level = arena_alloc(&d->arena, d->n_events * sizeof *by_level);
   for (e = 0; e < d->n_events; e++) {
      const char* name = level_name(d->events[e], has_three);
      by_level[e] = has_event(d, d->events, name) ? d->events[e] : name;
   }
   d->events = by_level;
}

static void read_functions(DataFile* d, JsonValue list)
{
   d->functions = array_for(d, list, sizeof *d->functions, &d->n_functions);
   DataFunction* f = d->functions;
   for (JsonValue v = json_first(list); v != json_next(list); v = json_next(v), f++) {
      f->name = data_file_text(d, member(d, v, "name"));
      f->file = data_file_text(d, member(d, v, "file"));
      f->module = data_file_text(d, member(d, v, "module"));
      f->is_inlined = schema_flag(&d->json, member(d, v, "inlined"));
   }
}

static void read_stacks(DataFile* d)
{
   const JsonValue list = checked(d, "stacks");
   d->stacks = array_for(d, list, sizeof *d->stacks, &d->n_stacks);
   DataStack* s = d->stacks;
   for (JsonValue v = json_first(list); v != json_next(list); v = json_next(v), s++) {
      s->frames = array_for(d, v, sizeof *s->frames, &s->n);
      DataFrame* f = s->frames;
      for (JsonValue frame = json_first(v); frame != json_next(v);
           frame = json_next(frame), f++) {
         const JsonValue function = json_first(frame);
         f->function = (uint32_t)json_count(&d->json, function);
         f->line = json_count(&d->json, json_next(function));
      }
   }
}

// --- objects --------------------------------------------------------------------------------------

typedef unsigned __int128 Sum;

// A sum for a message.
static const char* sum_text(Sum sum)
{
   return sum >> 64 ? kept("%.15g", (double)sum) : kept("%" PRIu64, (uint64_t)sum);
}

static void add_costs(const DataFile* d, Sum* sum, JsonValue cost)
{
   for (uint32_t e = 0; e < d->n_events; e++) sum[e] += data_file_cost(d, cost, e);
}

static void read_lines(DataFile* d, DataObject* o, uint32_t number, JsonValue list)
{
   o->lines = array_for(d, list, sizeof *o->lines, &o->n_lines);
   Sum* sum = arena_alloc(&d->arena, d->n_events * sizeof *sum);
   DataLine* l = o->lines;
   for (JsonValue v = json_first(list); v != json_next(list); v = json_next(v), l++) {
      l->function = (uint32_t)count_of(d, v, "function");
      l->line = count_of(d, v, "line");
      l->cost = json_member(&d->json, v, "cost");
      add_costs(d, sum, l->cost);
   }
   for (uint32_t e = 0; e < d->n_events; e++)
      if (sum[e] != data_file_cost(d, o->cost, e))
         data_file_bad(d,
                       "objects[%u]: the lines' %s add up to %s, but the object's is %" PRIu64,
                       number, d->events[e], sum_text(sum[e]), data_file_cost(d, o->cost, e));
}

static JsonValue estimates(DataFile* d, uint32_t number, JsonValue raw, const char* key)
{
   const JsonValue list = member(d, raw, key);
   if (!list) data_file_bad(d, "objects[%u].%s must be a list, not null", number, key);
   return list;
}

static void read_weights(DataFile* d, DataObject* o, uint32_t number, JsonValue raw)
{
   const JsonValue list = estimates(d, number, raw, "estimate");
   (void)estimates(d, number, raw, "error");
   o->weights = arena_alloc(&d->arena, d->n_events * sizeof *o->weights);
   JsonValue v = json_first(list);
   for (uint32_t e = 0; e < d->n_events; e++, v = json_next(v)) {
      const uint64_t cost = data_file_cost(d, o->cost, e);
      o->weights[e] = !is_there(v) ? NAN : cost ? schema_number(&d->json, v) / (double)cost : 1;
   }
}

static void read_object(DataFile* d, DataObject* o, uint32_t number, JsonValue raw)
{
   o->id = count_of(d, raw, "id");
   o->born = count_of(d, raw, "born");
   o->kind = json_text(&d->json, json_member(&d->json, raw, "kind"));
   o->symbol = data_file_text(d, member(d, raw, "name"));
   o->module = data_file_text(d, member(d, raw, "module"));
   o->source = data_file_text(d, member(d, raw, "source"));
   const JsonValue stack = member(d, raw, "stack");
   if (stack) o->stack = &d->stacks[json_count(&d->json, stack)];
   o->handed_on = member(d, raw, "handed_on");
   o->cost = json_member(&d->json, raw, "cost");
   read_lines(d, o, number, json_member(&d->json, raw, "lines"));
   if (d->is_sampled) read_weights(d, o, number, raw);
   (void)number_set_add(&d->known.ids, o->id);
}

// Without sampling the objects' costs are the program's, none is missing.
static void check_totals(DataFile* d, JsonValue totals)
{
   Sum* sum = arena_alloc(&d->arena, d->n_events * sizeof *sum);
   for (uint32_t i = 0; i < d->n_objects; i++) add_costs(d, sum, d->objects[i].cost);
   for (uint32_t e = 0; e < d->n_events; e++)
      if (sum[e] != data_file_cost(d, totals, e))
         data_file_bad(d, "the objects' %s add up to %s, but the program's total is %" PRIu64,
                       d->events[e], sum_text(sum[e]), data_file_cost(d, totals, e));
}

static void read_objects(DataFile* d, JsonValue totals)
{
   read_stacks(d);
   const JsonValue list = checked(d, "objects");
   d->objects = array_for(d, list, sizeof *d->objects, &d->n_objects);
   if (!d->n_objects && is_there(top(d, "miss_curves")))
      data_file_bad(d, "the profile has miss curves, but no objects; for objects run the "
                       "program with --collect-objects=yes");
   if (!d->n_objects) data_file_bad(d, "the profile has no objects");
   uint32_t i = 0;
   for (JsonValue v = json_first(list); v != json_next(list); v = json_next(v), i++)
      read_object(d, &d->objects[i], i, v);
   if (!d->is_sampled) check_totals(d, totals);
}

// --------------------------------------------------------------------------------------------------

static void read_all(DataFile* d, int how)
{
   static const char* const before_totals[] = {"creator",      "command", "pid",
                                               "instructions", "caches",  "latencies",
                                               "rates",        "cycles",  "sampling"};
   decode(d);
   read_events(d);
   const bool has_timeline = is_there(top(d, "timeline"));
   if (!(how & DATA_FILE_NO_OBJECTS) && has_timeline && !d->n_events)
      data_file_bad(d, "the run has a timeline, but it has collected no costs by memory "
                       "object: add --collect-objects=yes");
   if (!d->n_events && !has_timeline) data_file_bad(d, "events names no event");
   for (size_t i = 0; i < sizeof before_totals / sizeof before_totals[0]; i++)
      (void)checked(d, before_totals[i]);
   const JsonValue totals = checked(d, "totals");
   read_functions(d, checked(d, "functions"));
   (void)checked(d, "thread_names");
   d->command = data_file_text(d, top(d, "command"));
   d->pid = json_count(&d->json, top(d, "pid"));
   d->is_sampled = is_there(top(d, "sampling"));
   const JsonValue objects = top(d, "objects");
   const bool has_more = is_there(top(d, "miss_curves")) || has_timeline;
   if ((how & DATA_FILE_NO_OBJECTS) && has_more && json_is_list(objects) && !json_size(objects))
      return;
   read_objects(d, totals);
}

void data_file_read_input(DataFile* d, const char* file, Input in, int how)
{
   *d = (DataFile){.file = file, .shown = printable(file), .in = in, .is_open = true};
   d->arena.what = "commands.data_file";
   read_all(d, how);
}

void data_file_read(DataFile* d, const char* file, int how)
{
   Input in;
   input_open_checked(&in, file, check_start);
   data_file_read_input(d, file, in, how);
}

void data_file_clear(DataFile* d)
{
   close_input(d);
   json_clear(&d->json);
   schema_known_clear(&d->known);
   arena_clear(&d->arena);
   *d = (DataFile){0};
}
