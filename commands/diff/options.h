// SPDX-License-Identifier: GPL-3.0-or-later
//
// The options of xgrind_diff.
#ifndef XG_COMMANDS_DIFF_OPTIONS_H
#define XG_COMMANDS_DIFF_OPTIONS_H

#include "commands/diff/side.h"
#include "commands/options/parse.h"

typedef struct {
   const char *sort, *show, *threshold, *fail_above;
   Renaming renaming;
   int inclusive, calls, dependences; // OPTION_YES, OPTION_NO; 0: not given
   int color;                         // COLOR_...; 0: not given
   bool json, csv, markdown;
} DiffOptions;
extern DiffOptions diff_options;

enum { COLOR_AUTO = 1, COLOR_YES, COLOR_NO };

// Reads the command line; fails unless two files are named.
Arguments diff_options_parse(int argc, char** argv);
// Fails on options that say nothing of dependences.
void diff_options_check_dependences(void);

#endif
