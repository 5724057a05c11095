// SPDX-License-Identifier: GPL-3.0-or-later
// Changes; see figures.h.
#include "commands/diff/figures.h"

#include <string.h>

#include "base/array.h"
#include "commands/text/kept.h"

// ---------------------------------------------------------------------------------------- what counts

// By how much a row counts among others in per cent: for a rate, it is the share of the sum that the rate is of.
static double weight(const DiffColumn* column, const uint64_t* const costs[SIDES], Figure size)
{
   if (is_sum(column)) return whole_percent(size.whole, column->program[SIDE_BEFORE].whole);
   const DiffColumn* basis = column->basis;
   const Large before = diff_value(basis, costs, SIDE_BEFORE).whole,
               after = diff_value(basis, costs, SIDE_AFTER).whole;
   const Large of_program =
      basis->program[basis->program[SIDE_BEFORE].whole ? SIDE_BEFORE : SIDE_AFTER].whole;
   return whole_percent(before > after ? before : after, of_program);
}

// A row, and how much it has changed.
typedef struct {
   Figure size;
   const DiffRow* row;
} Sized;

static int largest_first(const void* x, const void* y)
{
   const Sized *a = x, *b = y;
   const int sign = figure_compare(b->size, a->size);
   return sign ? sign : a->row < b->row ? -1 : a->row > b->row;
}

LargestRows largest(const DiffRows* rows, WhichCost which, const DiffColumn* column,
                    double percent)
{
   // whatever there is now is new
   const bool is_zero = is_sum(column) && !column->program[SIDE_BEFORE].whole;
   Sized* sized = host_alloc("diff.sized", (rows->n + (size_t)1) * sizeof *sized);
   LargestRows found = {.row = kept_room((rows->n + (size_t)1) * sizeof *found.row)};
   for (uint32_t i = 0; i < rows->n; i++) {
      const uint64_t* const* costs = rows->row[i].costs[which];
      const Figure size = figure_size(diff_change(column, costs));
      if (figure_is_some(size) && (is_zero || weight(column, costs, size) >= percent))
         sized[found.n++] = (Sized){size, &rows->row[i]};
   }
   array_sort(sized, found.n, sizeof *sized, largest_first);
   for (uint32_t i = 0; i < found.n; i++) found.row[i] = sized[i].row;
   host_free(sized);
   return found;
}

// -------------------------------------------------------------------------------------- figures as text

static double percent_of(Figure part, Figure whole)
{
   return part.kind == FIGURE_WHOLE ? whole_percent(part.whole, whole.whole)
                                    : 100 * part.quotient / whole.quotient;
}

const char* change_percent(Figure before, Figure after)
{
   const Figure change = figure_difference(before, after);
   if (!figure_is_some(change)) return "0.00%";
   return figure_is_some(before) ? kept("%+.2f%%", percent_of(change, before)) : "new";
}

const char* figure_text(const DiffColumn* column, Figure value)
{
   if (value.kind == FIGURE_NONE) return ".";
   if (figure_is_some(value)) return value_text(column->kind, value);
   return is_sum(column) || column->kind == COLUMN_USES ? "0" : "0%";
}

const char* signed_text(const DiffColumn* column, Figure change)
{
   if (change.kind == FIGURE_NONE) return ".";
   if (!figure_is_some(change)) return "0";
   if (is_sum(column))
      return kept("%s%s", change.whole > 0 ? "+" : "", commas_large(change.whole));
   return kept(column->kind == COLUMN_USES ? "%+.1f" : "%+.2f points", change.quotient);
}

const char* change_cell(const DiffColumn* column, const uint64_t* const costs[SIDES])
{
   const Figure change = diff_change(column, costs);
   const char* text = signed_text(column, change);
   if (!is_sum(column)) return text;
   const Large before = column->program[SIDE_BEFORE].whole;
   return kept("%s %8s", text,
               before ? kept("%+.2f%%", whole_percent(change.whole, before)) : "new");
}

const char* title_within(const char* title)
{
   if (title[0] < 'A' || title[0] > 'Z' || title[1] < 'a' || title[1] > 'z') return title;
   return kept("%c%s", title[0] - 'A' + 'a', title + 1);
}
