// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sum of many files, by several threads.
//
// Each adds up neighbours in the list, and keeps no more than its sum and one file. Any grouping has the same sum, so the result does
// not depend on how many there are.
//
//    Sum sum = {0};
//    if (!sum_of_files(&sum, names, n, 2, &how)) fail("no profile is left to add up");
#ifndef XG_COMMANDS_MERGE_PARALLEL_H
#define XG_COMMANDS_MERGE_PARALLEL_H

#include "commands/merge/sum.h"

// Adds up n files by so many threads; false: all of them were left out. Fails if one cannot be read and that is an error.
bool sum_of_files(Sum* sum, const char* const* files, uint32_t n, uint32_t threads,
                  const SumHow* how);

#endif
