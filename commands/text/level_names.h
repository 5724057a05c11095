// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of events by level of caches (AcCost1, AcCostL2, AcCostLL), from those that count the levels: 2 is L2 if there is
// a 3, which is LL then; else 2 is LL.  Files that count them have three levels at most: Callgrind's, and those of older versions of Xgrind.
//
// The readers of files alone see the counted names.
//
//    const bool three = level_names_have_three(events, n);
//    level_name("AcCost2", three)    // "AcCostL2"
#ifndef XG_COMMANDS_TEXT_LEVEL_NAMES_H
#define XG_COMMANDS_TEXT_LEVEL_NAMES_H

#include <stdbool.h>
#include <stddef.h>

// Whether events of a file count a third level.
bool level_names_have_three(const char* const* events, size_t n);
// The name by level; other names are returned as they are.
const char* level_name(const char* event, bool has_three);

#endif
