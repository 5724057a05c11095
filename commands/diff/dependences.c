// SPDX-License-Identifier: GPL-3.0-or-later
// Changes of dependences; see dependences.h.
#include "commands/diff/dependences.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/code_name.h"
#include "commands/data/json_writer.h"
#include "commands/run/dependence_table.h"
#include "commands/text/counts.h"
#include "commands/text/kept.h"
#include "commands/text/names.h"
#include "commands/text/numbers.h"
#include "commands/text/table.h"

enum {
   PARTS = 1000, // of all that has changed, a pair has at least one of so many to be printed
   NAME = 36     // columns of a name
};
#define PERCENT "0.1%%"

// ------------------------------------------------------------------------------------------- changes

static uint64_t size_of(const DependenceChange* c)
{
   const uint64_t before = c->bytes[SIDE_BEFORE], after = c->bytes[SIDE_AFTER];
   return after > before ? after - before : before - after;
}

// A unit's key is its module, or "region", then a byte 0 and its name.
static const char* unit_name(const char* key)
{
   const char* name = key + strlen(key) + 1;
   if (strcmp(key, "region") == 0) return kept("region %s", name);
   char* readable = code_name_readable(name);
   const char* text = kept("%s", readable);
   host_free(readable);
   return text;
}

// Adds the pairs of a table to those of both sides: keys are numbers of units, figures bytes before and after.
static void add_pairs(Rows* pairs, Strings* units, const DependenceTable* t, int side)
{
   for (uint32_t i = 0; i < t->pairs.n; i++) {
      uint64_t keys[2];
      for (int k = 0; k < 2; k++) {
         const uint64_t unit = rows_keys(&t->pairs, i)[k];
         keys[k] = strings_number(units, t->units.text[unit], t->units.length_B[unit]);
      }
      rows_at(pairs, keys)[side] = *rows_figures(&t->pairs, i);
   }
}

static int largest_first(const void* x, const void* y)
{
   const DependenceChange *a = x, *b = y;
   int sign = compare_numbers(size_of(b), size_of(a));
   if (!sign) sign = strcmp(a->from, b->from);
   return sign ? sign : strcmp(a->to, b->to);
}

DependenceChanges dependence_changes(const char* const* files)
{
   Strings units = {.arena.what = "diff.units"};
   Rows pairs;
   rows_init(&pairs, 2, SIDES);
   for (int side = 0; side < SIDES; side++) {
      DependenceTable t;
      dependence_table_init(&t);
      dependence_table_add(&t, files[side]);
      add_pairs(&pairs, &units, &t, side);
      dependence_table_clear(&t);
   }
   const char** names = kept_room((units.n + (size_t)1) * sizeof *names);
   for (uint32_t i = 0; i < units.n; i++) names[i] = unit_name(units.text[i]);
   DependenceChanges c = {.change = kept_room((pairs.n + (size_t)1) * sizeof *c.change)};
   for (uint32_t i = 0; i < pairs.n; i++) {
      const uint64_t *keys = rows_keys(&pairs, i), *bytes = rows_figures(&pairs, i);
      if (bytes[SIDE_BEFORE] != bytes[SIDE_AFTER])
         c.change[c.n++] = (DependenceChange){
            names[keys[0]], names[keys[1]], {bytes[SIDE_BEFORE], bytes[SIDE_AFTER]}};
   }
   array_sort(c.change, c.n, sizeof *c.change, largest_first);
   rows_clear(&pairs);
   strings_clear(&units);
   return c;
}

// --------------------------------------------------------------------------------------------- text

// How many of the changes, the largest ones, are large enough to be printed.
static uint32_t n_large(const DependenceChanges* c)
{
   double sum = 0;
   for (uint32_t i = 0; i < c->n; i++) sum += (double)size_of(&c->change[i]);
   uint32_t n = 0;
   while (n < c->n && (double)size_of(&c->change[n]) >= sum / PARTS) n++;
   return n;
}

// Short names: of n changes, the first n of who has stored, then those of who reads.
static const char** names_of(const DependenceChanges* c, uint32_t n)
{
   const char** names = kept_room((2 * (size_t)n + 1) * sizeof *names);
   for (uint32_t i = 0; i < n; i++) {
      names[i] = c->change[i].from;
      names[n + i] = c->change[i].to;
   }
   return short_names(names, 2 * n, NAME);
}

static const char* signed_bytes(const DependenceChange* c)
{
   return kept("%s%s", c->bytes[SIDE_AFTER] < c->bytes[SIDE_BEFORE] ? "-" : "+",
               commas(size_of(c)));
}

static void print_table(const DependenceChanges* c, uint32_t n)
{
   const char** cells[SIDES + 1];
   for (int i = 0; i <= SIDES; i++) cells[i] = kept_room((n + (size_t)1) * sizeof(char*));
   for (uint32_t i = 0; i < n; i++) {
      for (int side = 0; side < SIDES; side++)
         cells[side][i] = commas(c->change[i].bytes[side]);
      cells[SIDES][i] = signed_bytes(&c->change[i]);
   }
   const char** names = names_of(c, n);
   TableColumn columns[] = {{.title = "before", .values = cells[SIDE_BEFORE]},
                            {.title = "after", .values = cells[SIDE_AFTER]},
                            {.title = "change", .values = cells[SIDES]},
                            {.title = "stored by", .values = names, .is_left = true},
                            {.title = "read by", .values = names + n, .is_left = true}};
   Table table = {
      .columns = columns, .n_columns = sizeof columns / sizeof *columns, .n_rows = n};
   table_fit(&table);
   table_print(&table);
}

void print_dependence_changes(const DependenceChanges* c)
{
   const uint32_t n = n_large(c), rest = c->n - n;
   print_title("Bytes read of what other code, or itself, has stored");
   if (!n) {
      printf("There are no differences.\n");
      return;
   }
   print_table(c, n);
   if (rest)
      printf("\n%u smaller change%s, of less than " PERCENT
             " of all, %s left out; --json has them\n",
             rest, rest == 1 ? "" : "s", rest == 1 ? "is" : "are");
}

// --------------------------------------------------------------------------------------------- JSON

static void write_change(JsonWriter* w, const DependenceChange* c)
{
   json_begin(w, '{');
   json_key(w, "after_B");
   json_number(w, c->bytes[SIDE_AFTER]);
   json_key(w, "before_B");
   json_number(w, c->bytes[SIDE_BEFORE]);
   json_key(w, "from");
   json_string(w, c->from);
   json_key(w, "to");
   json_string(w, c->to);
   json_end(w, '}');
}

void print_dependence_changes_json(const DependenceChanges* c)
{
   Built text = {0};
   JsonWriter w = {.to = &text};
   json_begin(&w, '{');
   json_key(&w, "creator");
   json_string(&w, "xgrind_diff-" XG_VERSION);
   json_key(&w, "format");
   json_string(&w, "xgrind.dependences-diff");
   json_key(&w, "pairs");
   json_begin(&w, '[');
   for (uint32_t i = 0; i < c->n; i++) write_change(&w, &c->change[i]);
   json_end(&w, ']');
   json_key(&w, "version");
   json_number(&w, 1);
   json_end(&w, '}');
   fwrite(text.text, 1, text.n_B, stdout);
   built_clear(&text);
}
