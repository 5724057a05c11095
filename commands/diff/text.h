// SPDX-License-Identifier: GPL-3.0-or-later
//
// The difference of two profiles as text.
#ifndef XG_COMMANDS_DIFF_TEXT_H
#define XG_COMMANDS_DIFF_TEXT_H

#include "commands/diff/figures.h"

// What is printed of a difference; calls only if there is a list of them.
typedef struct {
   const Diff* d;
   const Selection* selection;
   const char* const* files;
   WhichCost which; // of functions
   const LargestRows *functions, *calls;
} DiffText;

void print_diff(const DiffText* t);

#endif
