// SPDX-License-Identifier: GPL-3.0-or-later
//
// The difference of two profiles for other programs: JSON, or comma-separated values.
#ifndef XG_COMMANDS_DIFF_DATA_H
#define XG_COMMANDS_DIFF_DATA_H

#include "commands/diff/figures.h"

// calls may be without rows.
void print_diff_json(const Diff* d, const LargestRows* functions, const LargestRows* calls);
// One line for each function and call; the columns of "to" are empty for functions.
void print_diff_csv(const Diff* d, WhichCost which, const LargestRows* functions,
                    const LargestRows* calls);

#endif
