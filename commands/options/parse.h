// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a command line by the table of a command's options.
//
// A value follows "=" or is the next argument; one that may be left out follows "=" only.  -oFILE is -o FILE, and long names may have one
// dash.  The beginning of a name is enough if no other begins with it.  Options may come after files; "--" ends them.  Of an
// option that is no list, the last value counts.
//
// What is wrong fails with one sentence: the first mistake on the line.  --help and --version print, and end the process.
//
//    const Arguments files = options_parse(&table, argc, argv);    // values are where the table says
#ifndef XG_COMMANDS_OPTIONS_PARSE_H
#define XG_COMMANDS_OPTIONS_PARSE_H

#include "commands/options/option.h"

// What is no option, in its order; it lives as long as the process.
typedef struct {
   const char** texts;
   size_t n;
} Arguments;

Arguments options_parse(const OptionTable* t, int argc, char** argv);

#endif
