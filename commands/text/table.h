// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables as wide as the screen at most: columns by priority, one that takes the room left.
//
//    TableColumn columns[] = {
//       {.title = "Ir", .values = costs},                                // right-aligned, as figures are
//       {.title = "kind", .values = kinds, .is_left = true, .priority = 2},
//       {.title = "function", .fit = short_texts_of_rows, .with = rows},
//    };
//    Table t = {.columns = columns, .n_columns = 3, .n_rows = n};
//    table_fit(&t);
//    table_print(&t);                      // title, rule, rows
//
// Values are fit to be printed (visible()); NULL is an empty cell.  A row without any is an empty line.
// A column with a priority is left out if the others need its room, the greatest number first, then the last column first; one with 0
// stays.  The column with `fit`, one at most, gets the room that the others leave, but `least` columns if its texts need them; its texts
// are made for that width.  Only where columns that stay need more than the screen has, or names are whole (--full-names), are
// lines wider.
#ifndef XG_COMMANDS_TEXT_TABLE_H
#define XG_COMMANDS_TEXT_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "commands/text/print.h"

typedef struct {
   const char* title;
   const char* const* values; // of each row; of the column with `fit`, table_fit() sets them
   bool is_left;              // left-aligned, as the column with `fit` always is
   uint32_t priority;
   // texts of all rows for so many columns
   const char* const* (*fit)(void* with, int columns);
   void* with;
   int least; // 0: the usual 30
   // set by table_fit()
   int columns;
   bool is_left_out;
} TableColumn;

typedef struct {
   TableColumn* columns;
   uint32_t n_columns, n_rows;
   const Paint*
      colours; // of each row: all but the column with `fit`, if that is the last; NULL: none
   int indent; // blanks before each line
   int room;   // set by table_fit(): columns for the texts of `fit`
} Table;

// Chooses columns and their widths, before all others.
void table_fit(Table* t);
// The title, a rule and the rows.
void table_print(const Table* t);
// The rows alone.
void table_print_rows(const Table* t);
// A table within others, as text: its titles are a line as its rows are, and what table_print_left_out() says follows.
const char* table_text(const Table* t, const char* option);
// Says which columns are not there, below the table, if any are; `option` chooses columns, NULL: none does.
void table_print_left_out(const Table* t, const char* option);

#endif
