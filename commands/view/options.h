// SPDX-License-Identifier: GPL-3.0-or-later
//
// The command line of xgrind_view, in which xgrind's options are, too.
#ifndef XG_COMMANDS_VIEW_OPTIONS_H
#define XG_COMMANDS_VIEW_OPTIONS_H

#include "commands/options/option.h"

enum { OPEN_NO = 1, OPEN_YES };

typedef struct {
   uint32_t live; // seconds between pages; 0: not while the program runs
   int open;      // 0: not given
   const char *html, *template;
   OptionList include, source_root;
} ViewOptions;
extern ViewOptions view_options;

// What is for xgrind: its options, and the program with its arguments; lists with a NULL behind them.
typedef struct {
   const char **options, **program;
   size_t n_options;
} ForXgrind;

// Reads our options, which are among those before the program.
ForXgrind view_options_parse(int argc, char** argv);
// The last value of one of xgrind's options, "--vgdb="; NULL: not given.
const char* view_option_value(const ForXgrind* x, const char* name);

#endif
