// SPDX-License-Identifier: GPL-3.0-or-later
// What is compared; see columns.h.
#include "commands/diff/columns.h"

#include <string.h>

#include "base/array.h"
#include "commands/options/values.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"
#include "commands/text/spelling.h"

enum { ROWS_MAX = 14 }; // of totals, unless the user names columns

Figure diff_change(const DiffColumn* column, const uint64_t* const costs[SIDES])
{
   return figure_difference(diff_value(column, costs, SIDE_BEFORE),
                            diff_value(column, costs, SIDE_AFTER));
}

// ---------------------------------------------------------------------------------------- all columns

static const DiffColumn* find(const DiffColumns* c, const char* key)
{
   const uint32_t i = strings_find(&c->keys, key, strlen(key));
   return i == STRINGS_NONE ? NULL : &c->column[i];
}

const DiffColumns* common_columns(const Diff* d)
{
   DiffColumns* c = kept_room(sizeof *c);
   *c = (DiffColumns){.d = d, .keys.arena.what = "diff.columns"};
   for (int side = 0; side < SIDES; side++)
      c->of[side] = profile_columns(d->side[side].p, d->events[side]);
   DiffColumn* columns = kept_room((c->of[SIDE_BEFORE]->n + (size_t)1) * sizeof *columns);
   c->column = columns;
   for (uint32_t i = 0; i < c->of[SIDE_BEFORE]->n; i++) {
      const Column* before = &c->of[SIDE_BEFORE]->column[i];
      const Column* after = column_called(c->of[SIDE_AFTER], before->key);
      if (!after || (d->cycles && strcmp(before->key, "CEst") == 0)) continue;
      DiffColumn* column = &columns[strings_number(&c->keys, before->key, strlen(before->key))];
      *column = (DiffColumn){.key = before->key,
                             .title = before->title,
                             .kind = before->kind,
                             .of = {before, after},
                             .basis = before->basis ? find(c, before->basis->key) : NULL};
      for (int side = 0; side < SIDES; side++)
         column->program[side] =
            program_value(c->of[side], column->of[side], d->side[side].total);
   }
   return c;
}

// ----------------------------------------------------------------------------------- columns by name

// Names by level of a column that the user has called by its number, "Unused2": the second level that there is.
static const DiffColumn* by_level(const DiffColumns* c, const char* name)
{
   static const char* const counted[] = {"AcCost", "SpLoss", "Lines", "Unused", "Uses"};
   for (size_t i = 0; i < sizeof counted / sizeof *counted; i++) {
      const size_t n = strlen(counted[i]);
      if (strncmp(name, counted[i], n) != 0 || name[n] < '2' || name[n] > '9' || name[n + 1])
         continue;
      int left = name[n] - '2';
      for (uint32_t l = 1; l < LEVELS; l++) {
         const DiffColumn* column = find(c, kept("%s%s", counted[i], levels[l].name));
         if (column && !left--) return column;
      }
   }
   return NULL;
}

static int by_key(const void* a, const void* b)
{
   return strcmp(*(const char* const*)a, *(const char* const*)b);
}

// Fails: there is no such column.
__attribute__((noreturn)) static void fail_unknown(const DiffColumns* c, const char* option,
                                                   const char* name)
{
   const uint32_t n = c->keys.n, n_events = c->d->events[SIDE_BEFORE].n;
   const char** names = kept_room((n + (size_t)1) * sizeof *names);
   for (uint32_t i = 0; i < n; i++) names[i] = c->keys.text[i];
   if (n > n_events) array_sort(names + n_events, n - n_events, sizeof *names, by_key);
   fail("%s: there is no event %s", option, unknown_name(name, names, n, "in both profiles"));
}

const DiffColumn* diff_column_called(const DiffColumns* c, const char* option, const char* name)
{
   if (c->d->cycles && strcmp(name, "CEst") == 0) fail("%s: %s", option, c->d->cycles);
   const DiffColumn* column = find(c, name);
   if (!column) column = by_level(c, name);
   if (!column) fail_unknown(c, option, name);
   return column;
}

// --------------------------------------------------------------------------------------------- choice

static bool is_common(void* with, const Column* column)
{
   return find(with, column->key) != NULL;
}

// The last rank of which all columns of it and of those before are few enough.
static uint32_t last_rank(const DefaultColumn* columns, uint32_t n)
{
   uint32_t last = 0;
   for (;;) {
      uint32_t next = UINT32_MAX, few = 0;
      for (uint32_t i = 0; i < n; i++)
         if (columns[i].rank > last && columns[i].rank < next) next = columns[i].rank;
      for (uint32_t i = 0; i < n; i++) few += columns[i].rank <= next;
      if (next == UINT32_MAX || few > ROWS_MAX) return last;
      last = next;
   }
}

// The most telling columns of the default; columns that tell equally much are all there or none of them is.
static void add_telling(const DiffColumns* c, Selection* s, ShownColumn* shown)
{
   uint32_t n;
   const DefaultColumn* columns = default_columns(c->of[SIDE_BEFORE], is_common, (void*)c, &n);
   const uint32_t last = last_rank(columns, n);
   bool has_sort = false;
   for (uint32_t i = 0; i < n; i++)
      has_sort |= columns[i].rank <= last && find(c, columns[i].column->key) == s->sort;
   if (!has_sort) shown[s->n++] = (ShownColumn){s->sort, 0};
   for (uint32_t i = 0; i < n; i++)
      if (columns[i].rank <= last)
         shown[s->n++] = (ShownColumn){find(c, columns[i].column->key), columns[i].rank};
}

static void add_named(const DiffColumns* c, Selection* s, ShownColumn* shown, const char* show)
{
   const char* name;
   while ((name = next_of_list(&show)))
      shown[s->n++] = (ShownColumn){diff_column_called(c, "--show", name), 0};
}

Selection choose_columns(const DiffColumns* c, const char* show, const char* sort,
                         bool for_programs)
{
   Selection s = {.is_chosen = show != NULL};
   const bool is_all = show && strcmp(show, "all") == 0 && !find(c, "all");
   const uint32_t n_events = c->d->events[SIDE_BEFORE].n;
   ShownColumn* shown = kept_room((c->keys.n + (show ? strlen(show) : 0) + 2) * sizeof *shown);
   s.shown = shown;
   if (is_all)
      for (uint32_t e = 0; e < n_events; e++) shown[s.n++] = (ShownColumn){&c->column[e], 0};
   else
      add_named(c, &s, shown, show);
   const DiffColumn *first = &c->column[0], *cycles = find(c, "CEst"), *ir = find(c, "Ir");
   const DiffColumn* telling = find(c, "CyBase") ? cycles : ir;
   const DiffColumn* usual = for_programs || !telling ? first : telling;
   s.sort = sort              ? diff_column_called(c, "--sort", sort)
            : is_all || !show ? usual
                              : shown[0].column;
   s.limit = sort ? s.sort : show ? shown[0].column : first;
   if (!show) add_telling(c, &s, shown);
   return s;
}
