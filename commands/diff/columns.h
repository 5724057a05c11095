// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is compared: events that both profiles have, and what both can compute from them; and what of that is shown.
//
// Ownership: it lives as long as the process, and as the profiles.
#ifndef XG_COMMANDS_DIFF_COLUMNS_H
#define XG_COMMANDS_DIFF_COLUMNS_H

#include "commands/diff/compare.h"

typedef struct DiffColumn {
   const char *key, *title;
   ColumnKind kind;
   const Column* of[SIDES];
   const struct DiffColumn* basis; // as in commands/profile/columns.h
   Figure program[SIDES];          // of the program
} DiffColumn;

typedef struct {
   const Diff* d;
   const Columns* of[SIDES];
   const DiffColumn* column;
   Strings keys; // by place; the events that both have are the first ones
} DiffColumns;

// Columns that are shown, and what they were chosen by.
typedef struct {
   const DiffColumn* column;
   uint32_t rank;
} ShownColumn;
typedef struct {
   const ShownColumn* shown;
   uint32_t n;
   const DiffColumn* sort;  // by whose change rows are sorted
   const DiffColumn* limit; // of which --fail-above=PERCENT is
   bool is_chosen;          // whether the user has named them
} Selection;

const DiffColumns* common_columns(const Diff* d);
// A column that the user has named; fails if there is none. option: "--sort".
const DiffColumn* diff_column_called(const DiffColumns* c, const char* option,
                                     const char* name);
// show, sort: values of these options, or NULL.  For programs, the event that sorts is the first one, whatever else could be computed.
Selection choose_columns(const DiffColumns* c, const char* show, const char* sort,
                         bool for_programs);

static inline bool is_sum(const DiffColumn* column)
{
   return column->kind == COLUMN_SUM;
}
// A row's figure on one side.
static inline Figure diff_value(const DiffColumn* column, const uint64_t* const costs[SIDES],
                                int side)
{
   return column_value(column->of[side], costs[side]);
}
// How it has changed: exact; of rates in percentage points; none if one side has none.
Figure diff_change(const DiffColumn* column, const uint64_t* const costs[SIDES]);

#endif
