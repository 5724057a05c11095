// SPDX-License-Identifier: GPL-3.0-or-later
//
// --help and --version, from the table of a command's options.
#ifndef XG_COMMANDS_OPTIONS_HELP_H
#define XG_COMMANDS_OPTIONS_HELP_H

#include "commands/options/option.h"

// Prints the help on standard output, as wide as the terminal, within limits; 80 columns where there is none.
void help_print(const OptionTable* t);
// The help with lines of at most so many columns.
const char* help_text(const OptionTable* t, int width);
// Prints "xgrind_merge 0.1".
void version_print(const OptionTable* t);

#endif
