// SPDX-License-Identifier: GPL-3.0-or-later
// Two profiles side by side; see compare.h.
#include "commands/diff/compare.h"

#include <string.h>

#include "base/array.h"
#include "commands/profile/comparable.h"
#include "commands/text/kept.h"

// ------------------------------------------------------------------------------------------- events

static bool is_compared(const Diff* d, const char* event)
{
   return !d->cycles || strcmp(event, "CEst") != 0;
}

// An event as if the profile had no others than those that both have: only a formula of these remains one.
static ColumnEvent with_known_terms(const Profile* p, const ColumnEvent* e, const Strings* both)
{
   ColumnEvent known = *e;
   for (uint32_t t = 0; t < e->sum.n && e->is_formula; t++) {
      const uint32_t event = e->sum.terms[t].event;
      if (strings_find(both, p->events.text[event], p->events.length_B[event]) == STRINGS_NONE)
         known.is_formula = false;
   }
   return known;
}

static void find_common_events(Diff* d)
{
   Strings both = {.arena.what = "diff.events"};
   const ColumnEvents before = d->side[SIDE_BEFORE].events, after = d->side[SIDE_AFTER].events;
   for (uint32_t e = 0; e < before.n; e++) {
      const char* name = before.event[e].name;
      if (event_called(after, name) && is_compared(d, name))
         strings_number(&both, name, strlen(name));
   }
   for (int side = 0; side < SIDES; side++) {
      const DiffSide* s = &d->side[side];
      ColumnEvent* common = kept_room((both.n + (size_t)1) * sizeof *common);
      for (uint32_t e = 0; e < both.n; e++)
         common[e] = with_known_terms(s->p, event_called(s->events, both.text[e]), &both);
      d->events[side] = event_list(common, both.n);
      d->only[side] = kept_room((s->events.n + (size_t)1) * sizeof *d->only[side]);
      for (uint32_t e = 0; e < s->events.n; e++) {
         const char* name = s->events.event[e].name;
         if (!event_called(d->events[side], name) && is_compared(d, name))
            d->only[side][d->n_only[side]++] = name;
      }
   }
   strings_clear(&both);
}

// --------------------------------------------------------------------------------------------- rows

static DiffRow* new_row(DiffRows* rows, uint32_t from, uint32_t to)
{
   DiffRow* row = &rows->row[rows->n++];
   *row = (DiffRow){.from = from, .to = to, .key = {NO_ROW, NO_ROW}};
   return row;
}

// The number of a function as the first side has it.
static uint32_t first_of(const Diff* d, int side, uint64_t f)
{
   return side == SIDE_AFTER ? d->match.first_of[f] : (uint32_t)f;
}

static void add_functions(Diff* d)
{
   const uint32_t n = d->table.functions.n;
   uint32_t* row_of = host_alloc("diff.row_of", (n + (size_t)1) * sizeof *row_of);
   for (uint32_t f = 0; f < n; f++) row_of[f] = NO_ROW;
   d->functions.row = host_alloc("diff.functions", (n + (size_t)1) * sizeof *d->functions.row);
   for (int side = 0; side < SIDES; side++) {
      const Rows* functions = &d->side[side].functions;
      for (uint32_t i = 0; i < functions->n; i++) {
         const uint32_t key = (uint32_t)*rows_keys(functions, i), f = first_of(d, side, key);
         if (row_of[f] == NO_ROW) {
            row_of[f] = d->functions.n;
            new_row(&d->functions, f, f);
         }
         DiffRow* row = &d->functions.row[row_of[f]];
         row->key[side] = key;
         row->costs[COST_SELF][side] = rows_figures(functions, i);
         row->costs[COST_INCLUSIVE][side] =
            rows_figures(functions, i) + functions->n_figures / COSTS;
      }
   }
   host_free(row_of);
}

static void add_calls(Diff* d)
{
   Rows known; // caller, callee -> a row and 1
   rows_init(&known, 2, 1);
   d->calls.row = host_alloc("diff.calls", (d->side[0].calls.n + (size_t)d->side[1].calls.n + 1)
                                              * sizeof *d->calls.row);
   for (int side = 0; side < SIDES; side++) {
      const Rows* calls = &d->side[side].calls;
      for (uint32_t i = 0; i < calls->n; i++) {
         const uint64_t* keys = rows_keys(calls, i);
         const uint64_t call[] = {first_of(d, side, keys[0]), first_of(d, side, keys[1])};
         uint64_t* number = rows_at(&known, call);
         if (!*number) {
            new_row(&d->calls, (uint32_t)call[0], (uint32_t)call[1]);
            *number = d->calls.n;
         }
         DiffRow* row = &d->calls.row[*number - 1];
         row->times[side] = *rows_figures(calls, i);
         row->costs[COST_SELF][side] = rows_figures(calls, i) + 1;
      }
   }
   rows_clear(&known);
}

// A row, and its place among others.
typedef struct {
   uint32_t from, to;
   uint32_t row;
} Place;

static int by_names(const void* x, const void* y)
{
   const Place *a = x, *b = y;
   const int sign = compare_numbers(a->from, b->from);
   return sign ? sign : compare_numbers(a->to, b->to);
}

static void sort_rows(DiffRows* rows, const uint32_t* ranks)
{
   Place* places = host_alloc("diff.places", (rows->n + (size_t)1) * sizeof *places);
   for (uint32_t i = 0; i < rows->n; i++)
      places[i] = (Place){ranks[rows->row[i].from], ranks[rows->row[i].to], i};
   array_sort(places, rows->n, sizeof *places, by_names);
   DiffRow* sorted = host_alloc("diff.rows", (rows->n + (size_t)1) * sizeof *sorted);
   for (uint32_t i = 0; i < rows->n; i++) sorted[i] = rows->row[places[i].row];
   host_free(places);
   host_free(rows->row);
   rows->row = sorted;
}

void compare_files(Diff* d, const char* const* files, const Renaming* renaming)
{
   *d = (Diff){0};
   function_table_init(&d->table);
   for (int side = 0; side < SIDES; side++)
      side_read(&d->side[side], files[side], side, &d->table, renaming);
   d->cycles = cycles_not_compared(d->side[SIDE_BEFORE].events, d->side[SIDE_AFTER].events);
   find_common_events(d);
   d->match = match_functions(&d->table);
   add_functions(d);
   add_calls(d);
   uint32_t* ranks = function_table_ranks(&d->table);
   sort_rows(&d->functions, ranks);
   sort_rows(&d->calls, ranks);
   host_free(ranks);
}

void diff_clear(Diff* d)
{
   for (int side = 0; side < SIDES; side++) side_clear(&d->side[side]);
   function_table_clear(&d->table);
   match_clear(&d->match);
   host_free(d->functions.row);
   host_free(d->calls.row);
   *d = (Diff){0};
}
