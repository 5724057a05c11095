// SPDX-License-Identifier: GPL-3.0-or-later
// The difference as text; see text.h.
#include "commands/diff/text.h"

#include <stdio.h>
#include <string.h>

#include "commands/profile/rename_advice.h"
#include "commands/text/built.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"
#include "commands/text/screen.h"
#include "commands/text/table.h"

enum {
   CALL_NAME = 16, // columns of each name of a call
   CALLS = 50,     // columns of a call
   ARROW = 4,      // columns of " -> "
   SORT_COLUMNS = 2
};
static const double rooms[] = {0.8, 0.7, 0.6,
                               0.5}; // of a call's names, what one of them may take: what fits

// ------------------------------------------------------------------------------------------- the head

// Which functions are compared under other names, and which are not although they may be the same.
static void print_matches(const DiffText* t)
{
   const Match* m = &t->d->match;
   for (uint32_t i = 0; i < m->n_modules; i++)
      print_field("Matched", kept("%s with %s: most of their functions have equal names",
                                  m->modules[i].after, m->modules[i].before));
   bool* is_listed = kept_room(t->d->table.functions.n + (size_t)1);
   for (uint32_t i = 0; i < t->functions->n; i++)
      for (int side = 0; side < SIDES; side++)
         if (t->functions->row[i]->key[side] != NO_ROW)
            is_listed[t->functions->row[i]->key[side]] = true;
   RenameAdvice a;
   if (!rename_advice(&t->d->table, m, is_listed, &a)) return;
   const char* many =
      a.n_functions == 1 ? "one function is" : kept("%s functions are", commas(a.n_functions));
   const char* how =
      a.old ? shell_word(kept("--rename=%s=%s", a.old, a.new)) : "--rename=OLD=NEW";
   print_field(
      "Doubled",
      kept("%s in both profiles under other files or modules, and listed twice; %s %s", many,
           how, a.old && a.n_functions > 1 ? "makes most of them match" : "makes them match"));
}

static void print_head(const DiffText* t)
{
   static const char* const only[SIDES] = {"Only before", "Only after"};
   print_title("Difference");
   print_field("Before", t->files[SIDE_BEFORE]);
   print_field("After", t->files[SIDE_AFTER]);
   for (int side = 0; side < SIDES; side++) {
      Built names = {0};
      for (uint32_t i = 0; i < t->d->n_only[side]; i++)
         built_format(&names, "%s%s", i ? " " : "", t->d->only[side][i]);
      if (names.n_B) print_field(only[side], names.text);
      built_clear(&names);
   }
   print_matches(t);
   print_field(
      "Sorted by",
      kept("change of %s (--sort=KEY sorts by another, --show=KEY,... chooses columns)",
           t->selection->sort->key));
   putchar('\n');
}

// ------------------------------------------------------------------------------------ program totals

typedef struct {
   const char** texts;
   uint32_t n;
} Texts;

static const char* const* fit_texts(void* with, int columns)
{
   const Texts* of = with;
   const char** fit = kept_room((of->n + (size_t)1) * sizeof *fit);
   for (uint32_t i = 0; i < of->n; i++) fit[i] = fitted(of->texts[i], columns);
   return fit;
}

static void say_more_events(const DiffText* t)
{
   const Selection* s = t->selection;
   const ColumnEvents events = t->d->events[SIDE_BEFORE];
   bool* is_shown = kept_room(events.n + (size_t)1);
   uint32_t more = events.n;
   for (uint32_t i = 0; i < s->n; i++) {
      const ColumnEvent* e = event_called(events, s->shown[i].column->key);
      if (!e || is_shown[e - events.event]) continue;
      is_shown[e - events.event] = true;
      more--;
   }
   if (more && !s->is_chosen)
      printf("%u more event%s: --show=all\n\n", more, more == 1 ? "" : "s");
}

// Totals of the program, and what each of them is.
static void print_program(const DiffText* t)
{
   enum { BEFORE, AFTER, CHANGE, PERCENT, CELLS };
   const Selection* s = t->selection;
   const char** cells[CELLS];
   for (int i = 0; i < CELLS; i++) cells[i] = kept_room((s->n + (size_t)1) * sizeof(char*));
   Texts titles = {kept_room((s->n + (size_t)1) * sizeof(char*)), s->n};
   for (uint32_t i = 0; i < s->n; i++) {
      const DiffColumn* c = s->shown[i].column;
      const Figure before = c->program[SIDE_BEFORE], after = c->program[SIDE_AFTER];
      const bool has_percent =
         is_sum(c)
         || (c->kind == COLUMN_USES && figure_is_some(before) && after.kind != FIGURE_NONE);
      cells[BEFORE][i] = figure_text(c, before);
      cells[AFTER][i] = figure_text(c, after);
      cells[CHANGE][i] = signed_text(c, figure_difference(before, after));
      cells[PERCENT][i] = has_percent ? change_percent(before, after) : "";
      titles.texts[i] = strcmp(c->title, c->key) == 0
                           ? c->key
                           : kept("%s, %s", c->key, title_within(c->title));
   }
   TableColumn columns[] = {{.title = "before", .values = cells[BEFORE]},
                            {.title = "after", .values = cells[AFTER]},
                            {.title = "change", .values = cells[CHANGE]},
                            {.title = "", .values = cells[PERCENT]},
                            {.title = "program totals", .fit = fit_texts, .with = &titles}};
   Table table = {
      .columns = columns, .n_columns = sizeof columns / sizeof *columns, .n_rows = s->n};
   table_fit(&table);
   table_print(&table);
   putchar('\n');
   say_more_events(t);
}

// ----------------------------------------------------------------------------------- functions and calls

// Before and after of what sorts.
static void add_sort_columns(const DiffText* t, WhichCost which, const LargestRows* rows,
                             TableColumn* to)
{
   static const char* const titles[SIDES] = {"before", "after"};
   const DiffColumn* sort = t->selection->sort;
   for (int side = 0; side < SIDES; side++) {
      const char** values = kept_room((rows->n + (size_t)1) * sizeof *values);
      for (uint32_t i = 0; i < rows->n; i++)
         values[i] = figure_text(sort, diff_value(sort, rows->row[i]->costs[which], side));
      to[side] = (TableColumn){.title = kept("%s %s", printable(sort->key), titles[side]),
                               .values = values,
                               .priority = (uint32_t)(SORT_COLUMNS - side)};
   }
}

// The change of a column.  Where there is not room for all, that of what sorts stays, and so do columns that the user chose.
static TableColumn change_column(const DiffText* t, WhichCost which, const LargestRows* rows,
                                 const DiffColumn* column, uint32_t rank)
{
   // of the others, instructions are what everybody knows
   const uint32_t priority = SORT_COLUMNS + 1 + (strcmp(column->key, "Ir") == 0 ? 0 : rank);
   const char** values = kept_room((rows->n + (size_t)1) * sizeof *values);
   for (uint32_t i = 0; i < rows->n; i++)
      values[i] = change_cell(column, rows->row[i]->costs[which]);
   return (TableColumn){
      .title = kept("%s change", printable(column->key)),
      .values = values,
      .priority = column == t->selection->sort || t->selection->is_chosen ? 0 : priority};
}

// Columns of figures: before and after for what sorts, then changes; returns how many.
static uint32_t add_figure_columns(const DiffText* t, WhichCost which, const LargestRows* rows,
                                   TableColumn* to)
{
   const Selection* s = t->selection;
   add_sort_columns(t, which, rows, to);
   uint32_t n = SORT_COLUMNS;
   if (!s->is_chosen) to[n++] = change_column(t, which, rows, s->sort, 0);
   for (uint32_t i = 0; i < s->n; i++)
      if (s->is_chosen || s->shown[i].column != s->sort)
         to[n++] = change_column(t, which, rows, s->shown[i].column, s->shown[i].rank);
   return n;
}

// Says that there was no room for what sorts; of others, the totals are above.
static void print_left_out(const Table* t)
{
   Table sort_columns = *t;
   sort_columns.n_columns = SORT_COLUMNS;
   table_print_left_out(&sort_columns, NULL);
}

static void print_rows(const DiffText* t, WhichCost which, const LargestRows* rows,
                       const TableColumn* names)
{
   const DiffColumn* sort = t->selection->sort;
   TableColumn* columns =
      kept_room((SORT_COLUMNS + t->selection->n + (size_t)2) * sizeof *columns);
   uint32_t n = add_figure_columns(t, which, rows, columns);
   columns[n++] = *names;
   Paint* colours = kept_room((rows->n + (size_t)1) * sizeof *colours);
   for (uint32_t i = 0; i < rows->n; i++) {
      const Figure change = diff_change(sort, rows->row[i]->costs[which]);
      colours[i] = change.whole > 0 || change.quotient > 0 ? PAINT_RED : PAINT_GREEN;
   }
   Table table = {.columns = columns, .n_columns = n, .n_rows = rows->n, .colours = colours};
   table_fit(&table);
   table_print(&table);
   if (!rows->n) printf("No difference above the threshold.\n");
   print_left_out(&table);
   putchar('\n');
}

// --------------------------------------------------------------------------------------------- names

static const char* const* fit_functions(void* with, int columns)
{
   const DiffText* t = with;
   FunctionNames* names = kept_room((t->functions->n + (size_t)1) * sizeof *names);
   for (uint32_t i = 0; i < t->functions->n; i++)
      names[i] = diff_names(t->d, t->functions->row[i]->from);
   return short_functions(names, t->functions->n, columns);
}

// How often each call was, where there is room for that beside the names; NULL: there is not.  *room: columns for the names.
static const char** times_of_calls(const LargestRows* calls, int* room)
{
   const char** times = kept_room((calls->n + (size_t)1) * sizeof *times);
   for (uint32_t i = 0; i < calls->n; i++) {
      const uint64_t* n = calls->row[i]->times;
      times[i] = kept(" (%sx, now %sx)", commas(n[SIDE_BEFORE]), commas(n[SIDE_AFTER]));
   }
   const int columns = widest(times, calls->n);
   if (*room - columns < 2 * CALL_NAME && !full_names()) return NULL;
   *room -= columns;
   return times;
}

// Short names of callers and callees, in turns: as much room for one as the longest line allows.
static const char** names_of_calls(const DiffText* t, int room)
{
   const uint32_t n = t->calls->n;
   FunctionNames* names = kept_room((2 * (size_t)n + 1) * sizeof *names);
   for (uint32_t i = 0; i < n; i++) {
      names[2 * i] = diff_names(t->d, t->calls->row[i]->from);
      names[2 * i + 1] = diff_names(t->d, t->calls->row[i]->to);
   }
   const char** texts = NULL;
   for (size_t k = 0; k < sizeof rooms / sizeof *rooms; k++) {
      texts = short_functions(names, 2 * n, (int)(room * rooms[k]));
      bool fits = true;
      for (uint32_t i = 0; i < n; i++)
         fits &= columns_of(texts[2 * i]) + columns_of(texts[2 * i + 1]) <= room;
      if (fits) break;
   }
   return texts;
}

// "caller -> callee (3x, now 4x)"
static const char* const* fit_calls(void* with, int columns)
{
   const DiffText* t = with;
   int room = columns - ARROW;
   const char** times = times_of_calls(t->calls, &room);
   const char** names = names_of_calls(t, room);
   const char** texts = kept_room((t->calls->n + (size_t)1) * sizeof *texts);
   for (uint32_t i = 0; i < t->calls->n; i++)
      texts[i] = kept("%s -> %s%s", names[2 * i], names[2 * i + 1], times ? times[i] : "");
   return texts;
}

void print_diff(const DiffText* t)
{
   print_head(t);
   print_program(t);
   const char* title = t->which == COST_INCLUSIVE ? "file:function [module], inclusive"
                                                  : "file:function [module]";
   print_rows(t, t->which, t->functions,
              &(TableColumn){.title = title, .fit = fit_functions, .with = (void*)t});
   if (t->calls)
      print_rows(
         t, COST_SELF, t->calls,
         &(TableColumn){.title = "calls", .fit = fit_calls, .with = (void*)t, .least = CALLS});
}
