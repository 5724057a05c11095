// SPDX-License-Identifier: GPL-3.0-or-later
// The difference for other programs; see data.h.
#include "commands/diff/data.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "commands/data/json_writer.h"
#include "commands/text/csv.h"
#include "commands/text/kept.h"
#include "commands/text/utf8_text.h"

enum { WRITE_B = 1 << 16 }; // at least, at once

static void write_out(Built* text, size_t least_B)
{
   if (text->n_B < least_B || !text->n_B) return;
   fwrite(text->text, 1, text->n_B, stdout);
   text->n_B = 0;
}

// --------------------------------------------------------------------------------------------- JSON

// An event as JSON has it, in the order of keys.
typedef struct {
   const char* key;
   uint32_t event;
} Key;

typedef struct {
   JsonWriter w;
   const Diff* d;
   Key* keys;
   uint32_t n_keys;
} DiffJson;

static int by_key(const void* x, const void* y)
{
   const Key *a = x, *b = y;
   const int sign = strcmp(a->key, b->key);
   return sign ? sign : compare_numbers(a->event, b->event);
}

// Events whose names are not UTF-8 may have equal keys: the last one of them has it.
static void set_keys(DiffJson* j)
{
   const ColumnEvents events = j->d->events[SIDE_BEFORE];
   j->keys = kept_room((events.n + (size_t)1) * sizeof *j->keys);
   for (uint32_t e = 0; e < events.n; e++)
      j->keys[e] = (Key){utf8_text(events.event[e].name), e};
   array_sort(j->keys, events.n, sizeof *j->keys, by_key);
   for (uint32_t i = 0; i < events.n; i++)
      if (i + 1 == events.n || strcmp(j->keys[i].key, j->keys[i + 1].key) != 0)
         j->keys[j->n_keys++] = j->keys[i];
}

// Costs of both sides by event.
static void write_both(DiffJson* j, const char* key, const uint64_t* const costs[SIDES])
{
   JsonWriter* w = &j->w;
   json_key(w, key);
   json_begin(w, '{');
   for (uint32_t i = 0; i < j->n_keys; i++) {
      const uint32_t e = j->keys[i].event;
      json_key(w, j->keys[i].key);
      json_begin(w, '{');
      json_key(w, "after");
      json_digits(
         w, digits_large(column_sum(j->d->events[SIDE_AFTER].event[e].sum, costs[SIDE_AFTER])));
      json_key(w, "before");
      json_digits(w, digits_large(column_sum(j->d->events[SIDE_BEFORE].event[e].sum,
                                             costs[SIDE_BEFORE])));
      json_end(w, '}');
   }
   json_end(w, '}');
}

static void write_text(JsonWriter* w, const char* key, const char* text)
{
   json_key(w, key);
   json_string(w, text);
}

static void write_names(DiffJson* j, const char* key, uint32_t f)
{
   const FunctionNames names = diff_names(j->d, f);
   json_key(&j->w, key);
   json_begin(&j->w, '{');
   write_text(&j->w, "file", names.file);
   write_text(&j->w, "name", names.name);
   write_text(&j->w, "object", names.module);
   json_end(&j->w, '}');
}

static void write_times(DiffJson* j, const uint64_t times[SIDES])
{
   json_key(&j->w, "calls");
   json_begin(&j->w, '{');
   json_key(&j->w, "after");
   json_number(&j->w, times[SIDE_AFTER]);
   json_key(&j->w, "before");
   json_number(&j->w, times[SIDE_BEFORE]);
   json_end(&j->w, '}');
}

static void write_calls(DiffJson* j, const LargestRows* calls)
{
   json_key(&j->w, "calls");
   json_begin(&j->w, '[');
   for (uint32_t i = 0; i < calls->n; i++) {
      json_begin(&j->w, '{');
      write_times(j, calls->row[i]->times);
      write_both(j, "cost", calls->row[i]->costs[COST_SELF]);
      write_names(j, "from", calls->row[i]->from);
      write_names(j, "to", calls->row[i]->to);
      json_end(&j->w, '}');
      write_out(j->w.to, WRITE_B);
   }
   json_end(&j->w, ']');
}

static void write_functions(DiffJson* j, const LargestRows* functions)
{
   json_key(&j->w, "functions");
   json_begin(&j->w, '[');
   for (uint32_t i = 0; i < functions->n; i++) {
      const DiffRow* row = functions->row[i];
      const FunctionNames names = diff_names(j->d, row->from);
      json_begin(&j->w, '{');
      write_text(&j->w, "file", names.file);
      write_both(j, "inclusive", row->costs[COST_INCLUSIVE]);
      write_text(&j->w, "name", names.name);
      write_text(&j->w, "object", names.module);
      write_both(j, "self", row->costs[COST_SELF]);
      json_end(&j->w, '}');
      write_out(j->w.to, WRITE_B);
   }
   json_end(&j->w, ']');
}

void print_diff_json(const Diff* d, const LargestRows* functions, const LargestRows* calls)
{
   Built text = {0};
   DiffJson j = {.w = {.to = &text}, .d = d};
   set_keys(&j);
   json_begin(&j.w, '{');
   write_calls(&j, calls);
   write_text(&j.w, "creator", "xgrind_diff-" XG_VERSION);
   json_key(&j.w, "events");
   json_begin(&j.w, '[');
   for (uint32_t e = 0; e < d->events[SIDE_BEFORE].n; e++)
      json_string(&j.w, d->events[SIDE_BEFORE].event[e].name);
   json_end(&j.w, ']');
   write_text(&j.w, "format", "xgrind.diff");
   write_functions(&j, functions);
   write_both(&j, "totals",
              (const uint64_t*[]){d->side[SIDE_BEFORE].total, d->side[SIDE_AFTER].total});
   json_key(&j.w, "version");
   json_number(&j.w, 1);
   json_end(&j.w, '}');
   write_out(&text, 0);
   built_clear(&text);
}

// ---------------------------------------------------------------------------------------------- CSV

static void add_names(Built* row, FunctionNames names)
{
   csv_cell(row, names.module, false);
   csv_cell(row, names.file, false);
   csv_cell(row, names.name, false);
}

static void add_figures(Built* row, const Diff* d, const uint64_t* const costs[SIDES])
{
   for (uint32_t e = 0; e < d->events[SIDE_BEFORE].n; e++)
      for (int side = 0; side < SIDES; side++)
         csv_cell(row, digits_large(column_sum(d->events[side].event[e].sum, costs[side])),
                  false);
   csv_end(row);
   write_out(row, WRITE_B);
}

void print_diff_csv(const Diff* d, WhichCost which, const LargestRows* functions,
                    const LargestRows* calls)
{
   static const char* const titles[] = {"kind",        "object",       "file",
                                        "function",    "to object",    "to file",
                                        "to function", "calls before", "calls after"};
   enum { TITLES = sizeof titles / sizeof *titles, OF_CALLS = 5 };
   Built row = {0};
   for (int i = 0; i < TITLES; i++) csv_cell(&row, titles[i], !i);
   for (uint32_t e = 0; e < d->events[SIDE_BEFORE].n; e++) {
      csv_cell(&row, kept("%s before", d->events[SIDE_BEFORE].event[e].name), false);
      csv_cell(&row, kept("%s after", d->events[SIDE_BEFORE].event[e].name), false);
   }
   csv_end(&row);
   for (uint32_t i = 0; i < functions->n; i++) {
      csv_cell(&row, which == COST_INCLUSIVE ? "inclusive" : "self", true);
      add_names(&row, diff_names(d, functions->row[i]->from));
      for (int k = 0; k < OF_CALLS; k++) csv_cell(&row, "", false);
      add_figures(&row, d, functions->row[i]->costs[which]);
   }
   for (uint32_t i = 0; i < calls->n; i++) {
      csv_cell(&row, "call", true);
      add_names(&row, diff_names(d, calls->row[i]->from));
      add_names(&row, diff_names(d, calls->row[i]->to));
      for (int side = 0; side < SIDES; side++)
         csv_cell(&row, digits_large((Large)calls->row[i]->times[side]), false);
      add_figures(&row, d, calls->row[i]->costs[COST_SELF]);
   }
   write_out(&row, 0);
   built_clear(&row);
}
