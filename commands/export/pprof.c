// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/export/pprof.h"

#include <string.h>
#include <zlib.h>

#include "base/path_name.h"
#include "commands/export/protobuf.h"
#include "commands/files/output.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"
#include "commands/text/utf8_text.h"

// Numbers of the fields of profile.proto.
enum { SAMPLE_TYPE = 1, SAMPLE, MAPPING, LOCATION, FUNCTION, STRING_TABLE };
enum { TIME_NANOS = 9, DURATION_NANOS, COMMENT = 13, DEFAULT_SAMPLE_TYPE };
enum { VALUE_TYPE_TYPE = 1, VALUE_TYPE_UNIT };
enum { SAMPLE_LOCATION_ID = 1, SAMPLE_VALUE, SAMPLE_LABEL };
enum { LABEL_KEY = 1, LABEL_NUM = 3 };
enum {
   MAPPING_ID = 1,
   MAPPING_FILENAME = 5,
   MAPPING_HAS_FUNCTIONS = 7,
   MAPPING_HAS_FILENAMES,
   MAPPING_HAS_LINE_NUMBERS
};
enum { LOCATION_ID = 1, LOCATION_MAPPING_ID, LOCATION_ADDRESS, LOCATION_LINE };
enum { LINE_FUNCTION_ID = 1, LINE_LINE };
enum {
   FUNCTION_ID = 1,
   FUNCTION_NAME,
   FUNCTION_SYSTEM_NAME,
   FUNCTION_FILENAME,
   FUNCTION_START_LINE
};

enum { WRITE_B = 1 << 16 }; // handed to the compressor at once

typedef struct {
   const ContextTree* t;
   Output* out;
   z_stream zip;
   Built pending;   // what was made and is not compressed yet
   Built message;   // a message within it
   Strings strings; // the table of strings, whose first one is empty
} Pprof;

// --------------------------------------------------------------------------------------- compressing

// Compresses what is pending.
static void compress_pending(Pprof* w, int flush)
{
   Bytef zipped[WRITE_B];
   w->zip.next_in = (Bytef*)w->pending.text;
   w->zip.avail_in = (uInt)w->pending.n_B;
   do {
      w->zip.next_out = zipped;
      w->zip.avail_out = sizeof zipped;
      (void)deflate(&w->zip, flush);
      output_write(w->out, (const char*)zipped, sizeof zipped - w->zip.avail_out);
   } while (!w->zip.avail_out);
   built_clear(&w->pending);
}

static void begin(Pprof* w, const char* name)
{
   enum { WINDOW_AND_GZIP = 15 + 16, MEMORY = 8 };
   w->out = output_open(name);
   if (deflateInit2(&w->zip, Z_DEFAULT_COMPRESSION, Z_DEFLATED, WINDOW_AND_GZIP, MEMORY,
                    Z_DEFAULT_STRATEGY)
       != Z_OK)
      fail("%s: cannot be compressed: zlib has not enough memory", printable(name));
   strings_number(&w->strings, "", 0);
}

static void finish(Pprof* w)
{
   compress_pending(w, Z_FINISH);
   (void)deflateEnd(&w->zip);
   output_close(w->out);
   built_clear(&w->message);
   strings_clear(&w->strings);
}

// The message that was made, as a field.
static void put_message(Pprof* w, uint32_t field)
{
   pb_element(&w->pending, field, w->message.text, w->message.n_B);
   w->message.n_B = 0;
   if (w->pending.n_B >= WRITE_B) compress_pending(w, Z_NO_FLUSH);
}

// The number of a text in the table of strings.
static uint32_t string_number(Pprof* w, const char* text)
{
   const char* utf8 = utf8_text(text);
   return strings_number(&w->strings, utf8, strlen(utf8));
}

// ------------------------------------------------------------------------------------------- tables

static void put_sample_types(Pprof* w)
{
   for (uint32_t e = 0; e < w->t->n_events; e++) {
      const TreeEvent* event = &w->t->events[e];
      pb_number(&w->message, VALUE_TYPE_TYPE, string_number(w, event->name));
      pb_number(&w->message, VALUE_TYPE_UNIT,
                string_number(w, event->unit ? event->unit : "count"));
      put_message(w, SAMPLE_TYPE);
   }
}

// The base name of the program in a command, "./app -x"; NULL: there is none.
static const char* program_in(const char* command)
{
   const size_t n = strcspn(command, " \t\n\r\f\v");
   const char* begin = command + n;
   while (begin > command && begin[-1] != '/') begin--;
   return begin < command + n ? kept_copy(begin, (size_t)(command + n - begin)) : NULL;
}

// The module of the program that was started, which pprof takes for the program; "": it is not known.
static const char* program_of(const ContextTree* t)
{
   const char* program = t->commands.n ? program_in(t->commands.text[0]) : NULL;
   for (uint32_t f = 0; program && f < t->n_functions; f++)
      if (strcmp(path_name(t->functions[f].module), program) == 0)
         return t->functions[f].module;
   return "";
}

// The number of a module, from 1; 0: it has no name.
static uint32_t mapping_number(Strings* mappings, const char* module)
{
   return *module ? strings_number(mappings, module, strlen(module)) + 1 : 0;
}

static void put_mappings(Pprof* w, const Strings* mappings)
{
   for (uint32_t i = 0; i < mappings->n; i++) {
      pb_number(&w->message, MAPPING_ID, i + 1);
      pb_number(&w->message, MAPPING_FILENAME, string_number(w, mappings->text[i]));
      pb_number(&w->message, MAPPING_HAS_FUNCTIONS, 1);
      pb_number(&w->message, MAPPING_HAS_FILENAMES, 1);
      pb_number(&w->message, MAPPING_HAS_LINE_NUMBERS, 1);
      put_message(w, MAPPING);
   }
}

// Functions and their locations, which have the same numbers, from 1.
static void put_functions(Pprof* w)
{
   Strings mappings = {0};
   Built line = {0};
   mapping_number(&mappings, program_of(w->t));
   for (uint32_t id = 1; id <= w->t->n_functions; id++) {
      const TreeFunction* f = &w->t->functions[id - 1];
      const uint32_t name = string_number(w, f->name);
      pb_number(&w->message, FUNCTION_ID, id);
      pb_number(&w->message, FUNCTION_NAME, name);
      pb_number(&w->message, FUNCTION_SYSTEM_NAME, name);
      pb_number(&w->message, FUNCTION_FILENAME,
                string_number(w, strcmp(f->file, "???") == 0 ? "" : f->file));
      pb_number(&w->message, FUNCTION_START_LINE, f->line);
      put_message(w, FUNCTION);
      pb_number(&w->message, LOCATION_ID, id);
      pb_number(&w->message, LOCATION_MAPPING_ID, mapping_number(&mappings, f->module));
      pb_number(&w->message, LOCATION_ADDRESS, f->address);
      pb_number(&line, LINE_FUNCTION_ID, id);
      pb_number(&line, LINE_LINE, f->line);
      pb_element(&w->message, LOCATION_LINE, line.text, line.n_B);
      line.n_B = 0;
      put_message(w, LOCATION);
   }
   put_mappings(w, &mappings);
   built_clear(&line);
   strings_clear(&mappings);
}

// ------------------------------------------------------------------------------------------ samples

// The labels of a thread or handler, as fields of a sample.
static void add_labels(Pprof* w, Built* labels, const TreeActivity* a)
{
   const struct {
      const char* key;
      uint32_t n;
   } numbers[] = {{"thread", a->thread}, {"signal", a->signal}};
   Built label = {0};
   for (int i = 0; i < 2; i++) {
      if (!numbers[i].n) continue;
      pb_number(&label, LABEL_KEY, string_number(w, numbers[i].key));
      pb_number(&label, LABEL_NUM, numbers[i].n);
      pb_element(labels, SAMPLE_LABEL, label.text, label.n_B);
      label.n_B = 0;
   }
   built_clear(&label);
}

// The values of a node, all events; false: all of them are 0.
static bool add_values(const Pprof* w, Built* values, uint32_t node)
{
   bool has_some = false;
   for (uint32_t e = 0; e < w->t->n_events; e++) {
      const uint64_t cost = tree_cost(w->t, node, &w->t->events[e]);
      has_some |= cost != 0;
      pb_varint(values, cost);
   }
   return has_some;
}

static void put_samples(Pprof* w)
{
   Built values = {0}, stack = {0}, labels = {0};
   TreeWalk walk = tree_walk(w->t);
   while (tree_walk_next(&walk)) {
      const uint64_t frame = tree_frame(w->t, walk.node);
      if (frame >= TREE_ACTIVITY) {
         labels.n_B = 0;
         add_labels(w, &labels, &w->t->activities[frame - TREE_ACTIVITY]);
         continue;
      }
      values.n_B = stack.n_B = 0;
      if (!add_values(w, &values, walk.node)) continue;
      for (uint32_t depth = walk.depth; depth > 0; depth--) { // the innermost one first
         const uint64_t at = tree_frame(w->t, walk.open[depth - 1]);
         if (at < TREE_ACTIVITY) pb_varint(&stack, at + 1);
      }
      pb_element(&w->message, SAMPLE_LOCATION_ID, stack.text, stack.n_B);
      pb_element(&w->message, SAMPLE_VALUE, values.text, values.n_B);
      built_bytes(&w->message, labels.text, labels.n_B);
      put_message(w, SAMPLE);
   }
   tree_walk_end(&walk);
   built_clear(&values);
   built_clear(&stack);
   built_clear(&labels);
}

void export_pprof(const ContextTree* t, const char* name, const char* creator,
                  const TreeEvent* event)
{
   Pprof w = {.t = t};
   begin(&w, name);
   put_sample_types(&w);
   put_samples(&w);
   put_functions(&w);
   pb_number(&w.pending, TIME_NANOS, t->time_ns);
   pb_number(&w.pending, DURATION_NANOS, t->end_ns - t->time_ns);
   pb_varint(&w.message, string_number(&w, creator));
   for (uint32_t i = 0; i < t->commands.n; i++)
      pb_varint(&w.message, string_number(&w, t->commands.text[i]));
   put_message(&w, COMMENT);
   pb_number(&w.pending, DEFAULT_SAMPLE_TYPE, string_number(&w, event->name));
   for (uint32_t i = 0; i < w.strings.n; i++) {
      built_bytes(&w.message, w.strings.text[i], w.strings.length_B[i]);
      put_message(&w, STRING_TABLE);
   }
   finish(&w);
}
