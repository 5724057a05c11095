// SPDX-License-Identifier: GPL-3.0-or-later
//
// Figures before and after and their changes, as text; which rows have changed most.
//
// Texts live as long as the process.
#ifndef XG_COMMANDS_DIFF_FIGURES_H
#define XG_COMMANDS_DIFF_FIGURES_H

#include "commands/diff/columns.h"

// Rows whose change is at least a share of the program's cost before, in per cent: the largest increases and decreases first.
// Those of a rate: whose sum that the rate is of is at least such a share.
typedef struct {
   const DiffRow** row;
   uint32_t n;
} LargestRows;
LargestRows largest(const DiffRows* rows, WhichCost which, const DiffColumn* column,
                    double percent);

// A change in per cent; "new" if there was nothing before.
const char* change_percent(Figure before, Figure after);
// A figure; "." is none.
const char* figure_text(const DiffColumn* column, Figure value);
// A change without its share; rates change by percentage points.
const char* signed_text(const DiffColumn* column, Figure change);
// The change of a row; that of a sum with its share of the program's cost before.
const char* change_cell(const DiffColumn* column, const uint64_t* const costs[SIDES]);
// A title behind a key: without the capital letter of a sentence.
const char* title_within(const char* title);

#endif
